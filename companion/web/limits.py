"""How much one address may do: guess at table codes, begin tables, print.

The buckets are of one process: they slow a flood down and are not a matter of truth, so several
processes need not share them.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from flask import Flask, current_app, request, session
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.store.store import plain

ADDRESSES = 20_000
"""Addresses remembered; those not heard of for longest are forgotten first."""
BUILDING, ADMITTED, PATIENCE = 2, 4, 2.0
"""Documents in the making at a time, with those that wait for their turn, and for how many seconds:
half of the server's threads are always free for the table."""
EXTENSION = "companion-limits"


class TooMany(HTTPException):
    """429: this address has done as much as it may for now."""

    code = 429
    description = "That was too often from one address."

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"That was too often. Try again in {self.seconds} seconds.")


@dataclass
class Bucket:
    """`burst` at once, and one more every `seconds`, for each address."""

    burst: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _full: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """When each address will have all of its bucket again."""
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, who: str) -> float:
        """Seconds until that address may do it again; 0 when it may now."""
        with self._guard:
            return self._wait(who)

    def _wait(self, who: str) -> float:
        spent = self._full.get(who, 0.0) - self.clock()
        return max(0.0, spent - (self.burst - 1) * self.seconds)

    def spend(self, who: str) -> float:
        """Takes one out of the bucket, if it may; otherwise the seconds to wait."""
        with self._guard:
            wait = self._wait(who)
            if not wait:
                self._full[who] = max(self._full.get(who, 0.0), self.clock()) + self.seconds
                self._full.move_to_end(who)
                while len(self._full) > ADDRESSES:
                    self._full.popitem(last=False)
            return wait


@dataclass
class Limits:
    """The buckets of an app."""

    lookups: Bucket = field(default_factory=lambda: Bucket(30, 2.0))
    """Codes of tables that do not exist, and scorer's keys that do not fit."""
    tables: Bucket = field(default_factory=lambda: Bucket(40, 15.0))
    """New tables."""
    prints: Bucket = field(default_factory=lambda: Bucket(60, 1.0))
    """Documents."""
    admitted: threading.BoundedSemaphore = field(
        default_factory=lambda: threading.BoundedSemaphore(ADMITTED)
    )
    building: threading.BoundedSemaphore = field(
        default_factory=lambda: threading.BoundedSemaphore(BUILDING)
    )


def limits() -> Limits | None:
    """The buckets of this app; None where there are no limits."""
    found: Limits | None = current_app.extensions.get(EXTENSION)
    return found


def guessing(app: Flask, remote: str) -> bool:
    """Whether that address has guessed at too many codes to be told anything for now."""
    found: Limits | None = app.extensions.get(EXTENSION)
    return found is not None and found.lookups.wait(network(remote)) > 0


def address() -> str:
    """Who asks: an address, or the network of one where a house has billions of them."""
    return network(request.remote_addr or "")


@lru_cache(ADDRESSES)
def network(text: str) -> str:
    """An address as the buckets know it."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:60]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def missed() -> None:
    """Counts a code or a key that was wrong."""
    if found := limits():
        found.lookups.spend(address())


def guard() -> None:
    """Refuses what this address has done too often. A browser that knows a table gets to it."""
    found = limits()
    if found is None:
        return
    asked = (request.view_args or {}).get("code") or request.args.get("table") or ""
    wait = 0.0
    if asked and plain(asked) not in session.get("tables", {}):
        wait = found.lookups.wait(address())
    if request.method == "POST" and request.endpoint in MAKING:
        wait = wait or found.tables.spend(address())
    if wait:
        raise TooMany(wait)
    # To build a document takes as long as a hundred score entries.
    if request.blueprint == "prints" and request.endpoint != "prints.paper_file":
        _admit(found)


MAKING = ("new.begin", "more.rematch", "demo.begin", "exports.take_in", "rulesets.make",
          "rulesets.take_in")  # fmt: skip
"""What makes tables, or sets of rules, that were not there before."""


def _admit(found: Limits) -> None:
    wait = found.prints.spend(address())
    if wait:
        raise TooMany(wait)
    held = request.environ[EXTENSION] = list[threading.BoundedSemaphore]()
    for semaphore, patience in ((found.admitted, 0.0), (found.building, PATIENCE)):
        if not semaphore.acquire(timeout=patience):
            raise ServiceUnavailable("The press is busy. Try again in a moment.", retry_after=3)
        held.append(semaphore)


def release(_: BaseException | None = None) -> None:
    """Lets the next document begin."""
    for semaphore in request.environ.pop(EXTENSION, ()):
        semaphore.release()


def init_app(app: Flask) -> None:
    """Guards every request of the app."""
    app.extensions[EXTENSION] = Limits()
    app.before_request(guard)
    app.teardown_request(release)

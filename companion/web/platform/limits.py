"""How much one address may do: guess at table codes, begin tables, print.

The counts are kept by Flask-Limiter, in this process or, by a setting, where several processes
share them. Of lookups wrong ones alone count, for an address, for the house and the network around
it, and for everybody together.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.store.stored import normalised
from companion.web.platform import remembered

if TYPE_CHECKING:
    # Imported where something is limited: one phone that serves itself limits nobody.
    from flask_limiter import ApplicationLimit, RequestLimit

BUILDING, ADMITTED, PATIENCE = 2, 4, 2.0
"""Documents in the making at a time, with those that wait for their turn, and for how many seconds:
half of the server's threads are always free for the table."""
WRONG = {"address": "30 per minute", "house": "60 per minute", "network": "120 per minute",
         "everybody": "600 per minute"}  # fmt: skip
"""Codes of tables that do not exist, and scorer's keys that do not fit. Who knows a table gets to
it all the same."""
TABLES, PRINTS, ASKED = "40 per 10 minutes", "60 per minute", "20 per 10 minutes"
"""New tables, documents, and requests for a pencil, of one address."""
WIDTHS = {"address": (32, 64), "house": (32, 56), "network": (32, 48), "everybody": (0, 0)}
"""Bits of an address, of IPv4 and IPv6, that are one: a house has billions of the latter."""
EXTENSION = "companion-limits"


class TooMany(HTTPException):
    """429: this address has done as much as it may for now."""

    code = 429
    description = "That was too often from one address."

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"That was too often. Try again in {self.seconds} seconds.")


class Presses:
    """Who may have a document made just now."""

    def __init__(self) -> None:
        self.admitted = threading.BoundedSemaphore(ADMITTED)
        self.building = threading.BoundedSemaphore(BUILDING)


def around(width: str) -> str:
    """Who asks, as a part of the address: see WIDTHS."""
    text = request.remote_addr or ""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:60]
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    bits = WIDTHS[width][found.version == 6]
    return str(ipaddress.ip_network((found, bits), strict=False)) if bits else "everybody"


def missed() -> None:
    """Counts a code or a key that was wrong."""
    g.missed = True


GUESSES = ("tables.share.score", "tables.pencil.rescue", "tables.pencil.join",
           "tables.pencil.joined")  # fmt: skip
"""What gives a right at a table, also at one that this browser knows already."""


def looks_up() -> bool:
    """True if a table is asked for that this browser does not know, or a key or code is tried."""
    if request.endpoint in GUESSES:
        return True
    asked = (request.view_args or {}).get("code") or request.args.get("table") or ""
    return bool(asked) and normalised(asked) not in remembered.entries("tables")


MAKING = ("tables.new.begin", "tables.actions.rematch", "tables.demo.begin",
          "tables.exports.take_in", "rules.sets.make", "rules.sets.take_in")  # fmt: skip
"""What makes tables, or sets of rules, that were not there before."""


def makes() -> bool:
    """True if a table or a set of rules would be made."""
    return request.method == "POST" and request.endpoint in MAKING


def asks() -> bool:
    """True if a phone would ask those at a table for the pencil."""
    return request.endpoint == "tables.pencil.ask"


def prints() -> bool:
    """True if a document is wanted: to build one takes as long as a hundred score entries."""
    if request.blueprint == "paper.pictures":
        return request.path.endswith(".png")
    return request.blueprint == "paper.prints" and request.endpoint != "paper.prints.paper_file"


def rates() -> list[ApplicationLimit]:
    """Every limit, the ones that are met first in front."""
    from flask_limiter import ApplicationLimit

    wrong = [
        ApplicationLimit(
            rate,
            key_function=partial(around, width),
            scope=f"wrong codes, {width}",
            exempt_when=lambda: not looks_up(),
            deduct_when=lambda _: "missed" in g,
        )
        for width, rate in WRONG.items()
    ]
    tables = ApplicationLimit(TABLES, scope="tables", exempt_when=lambda: not makes())
    documents = ApplicationLimit(PRINTS, scope="documents", exempt_when=lambda: not prints())
    asked = ApplicationLimit(ASKED, scope="pencils", exempt_when=lambda: not asks())
    return [*wrong, tables, documents, asked]


def _too_often(met: RequestLimit) -> None:
    raise TooMany(met.reset_at - time.time())


def admit() -> None:
    """Lets a document begin, or says that the press is busy."""
    if not prints():
        return
    presses: Presses = current_app.extensions[EXTENSION]
    held = request.environ[EXTENSION] = list[threading.BoundedSemaphore]()
    for semaphore, patience in ((presses.admitted, 0.0), (presses.building, PATIENCE)):
        if not semaphore.acquire(timeout=patience):
            raise ServiceUnavailable("The press is busy. Try again in a moment.", retry_after=3)
        held.append(semaphore)


def release(_: BaseException | None = None) -> None:
    """Lets the next document begin."""
    for semaphore in request.environ.pop(EXTENSION, ()):
        semaphore.release()


def init_app(app: Flask, storage: str) -> None:
    """Guards every request of the app. `storage` says where counts are kept: "memory://" …"""
    from flask_limiter import Limiter

    Limiter(
        partial(around, "address"),
        app=app,
        application_limits=[*rates()],
        strategy="moving-window",
        storage_uri=storage,
        on_breach=_too_often,
    )
    app.extensions[EXTENSION] = Presses()
    app.before_request(admit)
    app.teardown_request(release)

"""Rate limits per address: wrong codes, new tables, printing.

Flask-Limiter keeps the counts, in this process or in a storage that several processes share. Of
look-ups only failed ones count, per address and in total.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from typing import TYPE_CHECKING

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.store.stored import normalised
from companion.web.platform import remembered

if TYPE_CHECKING:
    # Imported only where limits are on: the pocket edition has none.
    from flask_limiter import ApplicationLimit, RequestLimit

BUILDING, ADMITTED, PATIENCE = 2, 4, 2.0
"""Most documents made at once, most with those that wait, and for how many seconds they wait. Half
of the server's threads are always left for other pages."""
WRONG, WRONG_OF_ALL = "30 per minute", "600 per minute"
"""Limits for unknown table codes, and for wrong keys and digits. They do not stop known tables."""
NETWORK = 48
"""Prefix length that counts as one IPv6 address: one customer may own the whole network."""
TABLES, PRINTS = "40 per 10 minutes", "60 per minute"
"""Limits for new tables and documents per address."""
EXTENSION = "companion-limits"


class TooMany(HTTPException):
    """429: this address has reached a limit."""

    code = 429
    description = "That was too often from one address."

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"That was too often. Try again in {self.seconds} seconds.")


class Presses:
    """Semaphores for making documents."""

    def __init__(self) -> None:
        self.admitted = threading.BoundedSemaphore(ADMITTED)
        self.building = threading.BoundedSemaphore(BUILDING)


def address() -> str:
    """The client's IPv4 address, or the network of its IPv6 address."""
    text = request.remote_addr or ""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:60]
    if isinstance(found, ipaddress.IPv4Address) or found.ipv4_mapped:
        return str(getattr(found, "ipv4_mapped", None) or found)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))


def missed() -> None:
    """Counts a wrong code or key."""
    g.missed = True


GUESSES = ("tables.pencil.score", "tables.pencil.take", "tables.pencil.join",
           "tables.pencil.joined")  # fmt: skip
"""Routes that try a key, also at a table this browser knows already."""


def looks_up() -> bool:
    """True if the request looks up a table unknown to this browser, or tries a key or code."""
    if request.endpoint in GUESSES:
        return True
    asked = (request.view_args or {}).get("code") or request.args.get("table") or ""
    return bool(asked) and normalised(asked) not in remembered.entries("tables")


MAKING = ("tables.new.begin", "tables.actions.rematch", "tables.demo.begin",
          "tables.exports.take_in")  # fmt: skip
"""Routes that create tables or sets of house rules."""


def makes() -> bool:
    """True if the request creates a table or a set of house rules."""
    return request.method == "POST" and request.endpoint in MAKING


def prints() -> bool:
    """True if the request makes a document, which costs as much as a hundred answers."""
    if request.blueprint == "paper.pictures":
        return request.path.endswith(".png")
    return request.blueprint == "paper.prints" and request.endpoint != "paper.prints.paper_file"


def rates() -> list[ApplicationLimit]:
    """All limits, in the order in which they are checked."""
    from flask_limiter import ApplicationLimit

    wrong = [
        ApplicationLimit(
            rate,
            key_function=who,
            scope=scope,
            exempt_when=lambda: not looks_up(),
            deduct_when=lambda _: "missed" in g,
        )
        for rate, who, scope in (
            (WRONG, address, "wrong codes"),
            (WRONG_OF_ALL, lambda: "everybody", "wrong codes of all"),
        )
    ]
    tables = ApplicationLimit(TABLES, scope="tables", exempt_when=lambda: not makes())
    documents = ApplicationLimit(PRINTS, scope="documents", exempt_when=lambda: not prints())
    return [*wrong, tables, documents]


def _too_often(met: RequestLimit) -> None:
    raise TooMany(met.reset_at - time.time())


def admit() -> None:
    """Waits for a free slot to make a document; 503 if none comes."""
    if not prints():
        return
    presses: Presses = current_app.extensions[EXTENSION]
    held = request.environ[EXTENSION] = list[threading.BoundedSemaphore]()
    for semaphore, patience in ((presses.admitted, 0.0), (presses.building, PATIENCE)):
        if not semaphore.acquire(timeout=patience):
            raise ServiceUnavailable("The press is busy. Try again in a moment.", retry_after=3)
        held.append(semaphore)


def release(_: BaseException | None = None) -> None:
    """Frees the slot of a document."""
    for semaphore in request.environ.pop(EXTENSION, ()):
        semaphore.release()


def init_app(app: Flask, storage: str) -> None:
    """Checks the limits before every request. `storage` is a Flask-Limiter URI: "memory://" …"""
    from flask_limiter import Limiter

    Limiter(
        address,
        app=app,
        application_limits=[*rates()],
        strategy="moving-window",
        storage_uri=storage,
        on_breach=_too_often,
    )
    app.extensions[EXTENSION] = Presses()
    app.before_request(admit)
    app.teardown_request(release)

"""Rate limits per address: wrong codes, new tables, what they store, printing.

Flask-Limiter keeps the counts, in this process or in a storage that several processes share. Of
look-ups only failed ones count.
"""

from __future__ import annotations

import ipaddress
import math
import time
from functools import cache
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from companion.store import NoSuchClub, NotFound
from companion.store.models import normalised
from companion.store.rows import same
from companion.web.platform.log import say
from companion.web.platform.security import entries
from companion.words import counted

if TYPE_CHECKING:
    # Imported only where limits are on: the pocket edition has none.
    from flask_limiter import Limiter, RequestLimit
    from limits import RateLimitItem

WRONG, WRONG_OF_ALL = "30 per minute", "600 per minute"
"""Unknown table codes, and wrong keys and digits: the most of an address, which then gets no
further ones, and those of all together that are said in the log. Known tables and right keys are
never refused."""
NETWORK = 48
"""Prefix length that counts as one IPv6 address: one customer may own the whole network."""
TABLES, PRINTS = "40 per 10 minutes", "60 per minute"
"""New tables and documents of an address."""
NEW_TABLES, BROUGHT, DOCUMENTS = "new tables", "tables brought along", "documents"
"""What is counted, as the refusal says it."""
STORED, ROWS, BYTES = "400 per day", 100, 10_000
"""What an address stores by links, files and clubs, in hundreds of journal rows or in so many bytes
of texts: some two hundred evenings."""
TOLD = "1 per minute"
"""How often the log says that an address guesses."""
EXTENSION = "companion-limits"


class TooMany(TooManyRequests):
    """429: this address has reached a limit."""

    def __init__(self, what: str, seconds: float) -> None:
        whole = max(1, math.ceil(seconds))
        wait = counted(whole, "second") if whole < 100 else counted(whole // 60, "minute")
        super().__init__(f"Too many {what} from here. Try again in {wait}.", retry_after=whole)


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
CLUBS = "people.club_"
"""How the names of a club's routes begin; its key is in their address."""


def looks_up() -> bool:
    """True if the request looks up a table unknown to this browser, or tries a key or code."""
    if request.endpoint in GUESSES:
        return not _right_key()
    of_club = (request.endpoint or "").startswith(CLUBS)
    club = (request.view_args or {}).get("key") if of_club else request.args.get("club")
    if club and (of_club or request.endpoint == "tables.new.new"):
        return club not in entries("clubs") and not _right_club(club)
    asked = (request.view_args or {}).get("code") or request.args.get("table") or ""
    return bool(asked) and normalised(asked) not in entries("tables")


def _right_key() -> bool:
    """True for a table's own key, which is too long to be found by trying."""
    from companion.web.platform import browser

    given = request.view_args or {}
    key = str(given.get("key") or request.form.get("key", ""))
    try:
        return bool(key) and same(key, browser.tables().get(given["code"]).stored.key)
    except NotFound:
        return False


def _right_club(key: str) -> bool:
    """True for the key of a club, which is as long."""
    from companion.web.platform import browser

    try:
        return bool(browser.store().clubs.get(key))
    except NoSuchClub:
        return False


def count(rate: str, what: str, many: int = 1) -> None:
    """Counts so many of this address; TooMany where they are above the limit."""
    limiter: Limiter | None = current_app.extensions.get(EXTENSION)
    if limiter and not limiter.limiter.hit(_item(rate), address(), what, cost=many):
        window = limiter.limiter.get_window_stats(_item(rate), address(), what)
        raise TooMany(what, window.reset_time - time.time())


def making(tables: int = 1, rows: int = 0, size: int = 0) -> None:
    """Counts tables and clubs that are about to be created, and the journal rows or the bytes of
    texts that come with them: the larger count."""
    if tables:
        count(TABLES, NEW_TABLES, tables)
    if stored := max(-(-rows // ROWS), -(-size // BYTES), 0):
        count(STORED, BROUGHT, stored)


def _too_often(met: RequestLimit) -> None:
    limiter: Limiter = current_app.extensions[EXTENSION]
    if limiter.limiter.hit(_item(TOLD), address(), "told"):
        say("guessing", level="warning", address=address() or "-")
    raise TooMany("wrong codes", met.reset_at - time.time())


def _alarm(response: Response) -> Response:
    """Says in the log that many wrong codes come from all addresses together. Nobody is refused for
    what others do."""
    limiter: Limiter = current_app.extensions[EXTENSION]
    if "missed" in g and not limiter.limiter.hit(_item(WRONG_OF_ALL), "wrong codes", "of all"):
        limiter.limiter.clear(_item(WRONG_OF_ALL), "wrong codes", "of all")
        say("guessing by many", level="warning", most=WRONG_OF_ALL)
    return response


@cache
def _item(rate: str) -> RateLimitItem:
    from limits import parse

    return parse(rate)


def init_app(app: Flask, storage: str) -> None:
    """An address that guesses finds nothing more. `storage` is a Flask-Limiter URI such as
    "redis://host"; "" for this process."""
    from flask_limiter import ApplicationLimit, Limiter

    from companion.web.platform.counts import HERE

    wrong = ApplicationLimit(
        WRONG,
        key_function=address,
        scope="wrong codes",
        exempt_when=lambda: not looks_up(),
        deduct_when=lambda _: "missed" in g,
    )
    app.extensions[EXTENSION] = Limiter(
        address,
        app=app,
        application_limits=[wrong],
        strategy="moving-window",
        storage_uri=storage or HERE,
        on_breach=_too_often,
    )
    app.after_request(_alarm)

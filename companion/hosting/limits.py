"""Rate limits per address: wrong codes, new tables, stored data, printing.

Flask-Limiter keeps the counts, in this process or in a storage that several processes share. Of
look-ups only failed ones count.
"""

from __future__ import annotations

import math
import time
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from flask import Flask
from werkzeug.exceptions import TooManyRequests

from companion.hosting.log import say
from companion.web.platform import signals
from companion.web.platform.browser import address
from companion.words import counted

if TYPE_CHECKING:
    # Imported only where limits are on: the offline version has none.
    from flask_limiter import Limiter
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

WRONG, WRONG_OF_ALL = "30 per minute", "600 per minute"
"""Unknown table codes, and wrong keys and digits: the most of an address, which then gets no
further ones, and the total of all addresses that the log reports. Known tables and right keys
are never refused."""
TABLES, PRINTS = "40 per 10 minutes", "60 per minute"
"""New tables and documents of an address."""
GUESSES, NEW_TABLES = "wrong codes", "new tables"
BROUGHT, DOCUMENTS = "tables brought along", "documents"
"""The counted things, as named in the refusal."""
STORED, ROWS, BYTES = "400 per day", 100, 10_000
"""The most that an address stores by links, files and clubs, in units of ROWS journal rows or
BYTES bytes of text: about two hundred evenings."""
LOGGED = "1 per minute"
"""The rate of log lines about an address that guesses codes."""
EXTENSION = "companion-limits"


class TooMany(TooManyRequests):
    """429: this address has reached a limit."""

    def __init__(self, what: str, seconds: float) -> None:
        whole = max(1, math.ceil(seconds))
        wait = counted(whole, "second") if whole < 100 else counted(whole // 60, "minute")
        super().__init__(f"Too many {what} from here. Try again in {wait}.", retry_after=whole)


def guessed(app: Flask) -> None:
    """Raise TooMany for an address that has given too many wrong codes."""
    limiter = _limiter(app)
    if not limiter.test(_item(WRONG), address(), GUESSES):
        _refuse(limiter)


def missed(app: Flask) -> None:
    """Counts a wrong code or key; TooMany above the limit."""
    limiter = _limiter(app)
    if not limiter.hit(_item(WRONG_OF_ALL), GUESSES, "of all"):
        # Nobody is refused for what others do.
        limiter.clear(_item(WRONG_OF_ALL), GUESSES, "of all")
        say("guessing by many", level="warning", most=WRONG_OF_ALL)
    if not limiter.hit(_item(WRONG), address(), GUESSES):
        _refuse(limiter)


def _refuse(limiter: RateLimiter) -> NoReturn:
    if limiter.hit(_item(LOGGED), address(), "logged"):
        say("guessing", level="warning", address=address() or "-")
    raise _too_many(limiter, WRONG, GUESSES)


def printed(app: Flask) -> None:
    """Counts a document."""
    _count(app, PRINTS, DOCUMENTS)


def created(app: Flask, tables: int = 1, rows: int = 0, size: int = 0) -> None:
    """Counts tables and clubs that are about to be created, and the journal rows or the bytes of
    texts that come with them: the larger count."""
    if tables:
        _count(app, TABLES, NEW_TABLES, tables)
    if stored := max(-(-rows // ROWS), -(-size // BYTES), 0):
        _count(app, STORED, BROUGHT, stored)


def _count(app: Flask, rate: str, what: str, many: int = 1) -> None:
    """Counts so many of this address; TooMany above the limit."""
    limiter = _limiter(app)
    if not limiter.hit(_item(rate), address(), what, cost=many):
        raise _too_many(limiter, rate, what)


def _too_many(limiter: RateLimiter, rate: str, what: str) -> TooMany:
    item = _item(rate)
    left = limiter.get_window_stats(item, address(), what).reset_time - time.time()
    # The times in a storage of several processes may be from before the clock was set back.
    return TooMany(what, min(left, item.get_expiry()))


def _limiter(app: Flask) -> RateLimiter:
    limiter: Limiter = app.extensions[EXTENSION]
    return limiter.limiter


@cache
def _item(rate: str) -> RateLimitItem:
    from limits import parse

    return parse(rate)


def init_app(app: Flask, storage: str) -> None:
    """Listens to what pages send. `storage` is a Flask-Limiter URI such as "redis://host"; "" for
    this process."""
    from flask_limiter import Limiter

    from companion.hosting.counts import HERE

    app.extensions[EXTENSION] = Limiter(
        address, app=app, strategy="moving-window", storage_uri=storage or HERE
    )
    signals.GUESS.connect(guessed, app)
    signals.WRONG.connect(missed, app)
    signals.CREATE.connect(created, app)
    signals.PRINT.connect(printed, app)

"""The gate: requests that cost much take turns, and have processor seconds to spend.

A request to a route in `BUDGETS`, or with a large body, waits for its turn before anything that was
sent is read. Pages that find out later that they replay much ask by `replaying`.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask, current_app, g, request
from werkzeug.exceptions import ServiceUnavailable

from companion.tables.summaries import spent
from companion.web.platform.limits import address

AT_ONCE, WAITING, PATIENCE = 2, 4, 2.0
"""Most such requests at once, each of another address; most that wait, and for how many seconds.
Most of the server's threads are always left for play."""
SECONDS = 3.0
"""Processor seconds of one request, unless its route has others."""
BUDGETS = {
    "tables.carry.arrived": 5.0,
    "tables.exports.take_in": 10.0,
    "tables.exports.all_csv": SECONDS,
    "tables.exports.all_json": SECONDS,
    "tables.hands.decide": SECONDS,
    "people.club_pages.table_pdf": 5.0,
    "people.club_pages.evening_pdf": 5.0,
    "people.club_pages.table_csv": 5.0,
}
"""Processor seconds by route, for those that may always cost much."""
LARGE = 16 << 10
"""Bytes of a body that make any request one of these; a form filled in by hand has a tenth."""


@dataclass(eq=False)
class _Asking:
    whose: str
    sent_away: bool = False


class Turns:
    """Turns at costly work: one an address, in the order of arrival."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self.at_once, self.waiting = at_once, waiting
        self._bell = threading.Condition()
        self._running: list[str] = []
        self._asking: list[_Asking] = []

    def take(self, whose: str, patience: float) -> bool:
        """Waits for a turn; False if none comes in so many seconds, or too many wait.

        Where too many wait, the last of the address that waits most is sent away.
        """
        mine = _Asking(whose)
        with self._bell:
            self._asking.append(mine)
            if mine not in self._next() and len(self._asking) > self.waiting:
                many = Counter(each.whose for each in self._asking)
                last = max(reversed(self._asking), key=lambda each: many[each.whose])
                last.sent_away = True
                self._bell.notify_all()
            self._bell.wait_for(lambda: mine.sent_away or mine in self._next(), patience)
            its_turn = mine in self._next()
            self._asking.remove(mine)
            if its_turn:
                self._running.append(whose)
            self._bell.notify_all()
            return its_turn

    def give_back(self, whose: str) -> None:
        with self._bell:
            self._running.remove(whose)
            self._bell.notify_all()

    def _next(self) -> list[_Asking]:
        """Those whose turn it is."""
        found: dict[str, _Asking] = {}
        for each in self._asking:
            if not each.sent_away and each.whose not in self._running:
                found.setdefault(each.whose, each)
        return list(found.values())[: self.at_once - len(self._running)]


TURNS = Turns()


@contextmanager
def replaying() -> Iterator[Callable[[], bool]]:
    """Waits for a turn (503 if none comes) unless the request has one, and yields `in_time`.

    It is asked before each replay, so a page can overrun by one.
    """
    if "turn" in g:
        yield in_time
        return
    _begin()
    try:
        yield in_time
    finally:
        leave()


def in_time() -> bool:
    """True while this request has processor seconds left; alone on a phone always."""
    return "turn" not in g or spent() < g.turn[1] or "ALONE" in current_app.config


def enter() -> None:
    """Waits for a turn before a costly request is read."""
    unknown = request.content_length is None and "Transfer-Encoding" in request.headers
    if request.endpoint in BUDGETS or unknown or (request.content_length or 0) > LARGE:
        _begin()


def _begin() -> None:
    whose = address()
    if not TURNS.take(whose, PATIENCE):
        raise ServiceUnavailable("Others are comparing scores. Try again in a moment.",
                                 retry_after=3)  # fmt: skip
    g.turn = whose, spent() + BUDGETS.get(request.endpoint or "", SECONDS)


def leave(_: BaseException | None = None) -> None:
    """Gives the turn to the next."""
    if "turn" in g:
        TURNS.give_back(g.pop("turn")[0])


def init_app(app: Flask) -> None:
    app.before_request(enter)
    app.teardown_request(leave)

"""The request limiter: expensive requests need a slot, and have processor seconds to spend.

Which requests are expensive is known before the work starts: from the size of the body, and from
the rows and hands of the tables that are read, replayed or shown. Each request begins
with a budget (`companion.budget`).
"""

from __future__ import annotations

import gc
import math
import threading
import time
from collections import Counter
from dataclasses import dataclass

from flask import Flask, current_app, g, request
from werkzeug.exceptions import ServiceUnavailable

from companion import budget, waiting
from companion.web.platform.browser import address

AT_ONCE, WAITING, PATIENCE = 2, 4, 2.0
"""Most expensive requests at once, each of another address; most that wait, and for how many
seconds. Most of the server's threads are always left for play."""
SECONDS = 6.0
"""Processor seconds of a request. After half of them, a page of many replays shows what it has."""
ROWS = 2500
"""Rows from which a request is expensive, some 0.1 processor seconds; 0.2 if they are exported. The
table page of an ordinary evening costs a fifth of them."""
LARGE = 16 << 10
"""Bytes of a body that make any request expensive; a form filled in by hand has a tenth."""
AGAIN = 3
"""Seconds after which to retry."""


@dataclass(eq=False)
class _Waiting:
    whose: str
    sent_away: bool = False


class Slots:
    """Slots for expensive requests: one an address, in the order of arrival."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self.at_once, self.waiting = at_once, waiting
        self._bell = threading.Condition()
        self._running: list[str] = []
        self._asking: list[_Waiting] = []

    def take(self, whose: str, patience: float, *, first: bool = False) -> bool:
        """Waits for a slot, with `first` before all others; False if none is free in so many
        seconds, or too many wait.

        If too many wait, the last of the address that waits most is sent away.
        """
        mine = _Waiting(whose)
        with self._bell:
            self._asking.insert(0 if first else len(self._asking), mine)
            if mine not in self._next() and len(self._asking) > self.waiting:
                many = Counter(each.whose for each in self._asking)
                last = max(reversed(self._asking), key=lambda each: many[each.whose])
                last.sent_away = True
                self._bell.notify_all()
            if mine not in self._next() and not mine.sent_away:
                with waiting.replaced():
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

    def _next(self) -> list[_Waiting]:
        """Those who get the free slots."""
        waiters: dict[str, _Waiting] = {}
        for each in self._asking:
            if not each.sent_away and each.whose not in self._running:
                waiters.setdefault(each.whose, each)
        return list(waiters.values())[: self.at_once - len(self._running)]


SLOTS = Slots()


class Collector:
    """A full collection after an expensive request, at most one in so many seconds.

    What a long request used has outlived the quick collections, and the full ones are rare.
    """

    def __init__(self, seconds: float = 2.0) -> None:
        self._seconds, self._last = seconds, -math.inf

    def collect(self) -> None:
        if (now := time.monotonic()) - self._last >= self._seconds:
            self._last = now
            gc.collect()


COLLECTOR = Collector()


def expensive() -> None:
    """Waits for a slot; 503 if none is free. An entry comes before pages that are only read."""
    whose = address()
    if not SLOTS.take(whose, PATIENCE, first=request.method == "POST"):
        raise ServiceUnavailable("The server is busy with other expensive requests. Try again in "
                                 "a moment.", retry_after=AGAIN)  # fmt: skip
    g.slot = whose


def init_app(app: Flask) -> None:
    """Limits every request of the app."""
    app.before_request(limited)
    app.teardown_request(ended)


def limited() -> None:
    """Begins the budget of a request; on a phone of its own nothing is limited."""
    if "ALONE" in current_app.config:
        return
    budget.begin(budget.Budget(SECONDS, ROWS, expensive))
    unknown = request.content_length is None and "Transfer-Encoding" in request.headers
    if unknown or (request.content_length or 0) > LARGE:
        budget.expect(ROWS + 1)


def ended(_: BaseException | None = None) -> None:
    """Ends it, and gives the slot to the next request."""
    budget.begin(None)
    if "slot" in g:
        SLOTS.give_back(g.pop("slot"))
        COLLECTOR.collect()

"""Entries before pages: whoever draws a table lets those go first who have something to enter.

Python runs one thread at a time. An entry waits for the database a dozen times, and each time for
whoever computes meanwhile; a page is all computing, and may come a little later.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, g, request

PATIENCE = 0.02
"""Seconds after which a page is drawn whoever enters something."""

_drawing = threading.RLock()
_entering = threading.Condition()
_under_way = 0


@contextmanager
def drawing() -> Iterator[None]:
    """One table is drawn at a time, and none while an entry is under way that comes before it."""
    entered()
    with _drawing:
        give_way()
        yield


def give_way() -> None:
    """Waits while entries are under way, but never long."""
    if _under_way:
        with _entering:
            _entering.wait_for(lambda: not _under_way, PATIENCE)


def entered() -> None:
    """The entry of this request is stored, or there was none."""
    global _under_way
    if g.pop("entering", False):
        with _entering:
            _under_way -= 1
            if not _under_way:
                _entering.notify_all()


def _begun() -> None:
    global _under_way
    if request.method == "POST":
        g.entering = True
        with _entering:
            _under_way += 1


def init_pages(pages: Blueprint) -> None:
    """The changes these pages make come before pages that are drawn."""
    pages.before_request(_begun)
    pages.teardown_request(lambda _: entered())

"""Another phone takes over scoring: its notice, and the answers that are not saved."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from cachetools import LRUCache
from flask import current_app
from markupsafe import Markup

from companion.tables import Snapshot
from companion.web.platform import browser
from companion.web.rules.words import clock
from companion.web.tables.view import Notice, View

HALF = "companion-half-entered"
"""Extension key of what was filled in last at each table, for a phone that takes the pencil. It is
kept in this process alone: where another answers, the page is merely empty."""
_guard = threading.Lock()


def half_entered(table: Snapshot, found: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """What the scorer has filled in of the page that is asked now; with `found`, keeps it."""
    hand, record = table.pending.hand if table.pending else 0, table.record
    page = hand, str(record.answers(hand) if hand else {})
    with _guard:
        kept: LRUCache[str, tuple[tuple[int, str], Mapping[str, str]]]
        kept = current_app.extensions.setdefault(HALF, LRUCache(500))
        if found is not None:
            kept[table.code] = page, dict(found)
        at, texts = kept.get(table.code, (None, {}))
        return texts if at == page else {}


def passed(view: View, took: bool = False) -> Notice | None:
    """The notice that another phone scores now, for the old and the new scorer and for watchers."""
    lost = browser.lost(view.table)
    told = browser.tables().pencil_moved(view.table, took and view.writes, lost)
    if told is None:
        return None
    words = Markup("{} at {}.").format(told.words, clock(told.at)) if told.at else told.words
    words = "Your answers went along." if lost and half_entered(view.table) else words
    return Notice(told.title, [words] if words else [])

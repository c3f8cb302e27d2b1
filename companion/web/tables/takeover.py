"""Messages after another phone took over scoring or went on, and the answers of this one."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from cachetools import LRUCache
from flask import current_app, url_for
from markupsafe import Markup

from companion.engine.record import Act
from companion.engine.table import COVERED
from companion.store.models import ACCESS
from companion.tables import Snapshot, Stale, names
from companion.tables.proposal import written_acts
from companion.tables.write_access import moved
from companion.web.platform import browser
from companion.web.rules.words import clock
from companion.web.tables.view import Notice, View

HALF = "companion-half-entered"
"""Extension key of each table's last unsaved answers, for a phone that takes over scoring. Only
this process keeps them: if another process responds, the page is empty."""
_guard = threading.Lock()


def half_entered(table: Snapshot, answers: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """The scorer's answers on the pending page that are not saved; with `found`, keeps them."""
    hand, record = table.pending.hand if table.pending else 0, table.record
    page = hand, str(record.answers(hand) if hand else {})
    with _guard:
        kept: LRUCache[str, tuple[tuple[int, str], Mapping[str, str]]]
        kept = current_app.extensions.setdefault(HALF, LRUCache(500))
        if answers is not None:
            kept[table.code] = page, dict(answers)
        at, texts = kept.get(table.code, (None, {}))
        return texts if at == page else {}


def passed(view: View, took: bool = False) -> Notice | None:
    """The notice that another phone scores now, for the old and the new scorer and for watchers."""
    lost = browser.lost(view.table)
    note = moved(browser.store(), view.table, took and view.writes, lost)
    if note is None:
        return None
    words = Markup("{} at {}.").format(note.words, clock(note.at)) if note.at else note.words
    if lost and half_entered(view.table):
        words = "Your unsaved answers moved to the other phone."
    return Notice(note.title, [words] if words else [])


def went_on(view: View, stale: Stale) -> tuple[str, str]:
    """Title and words for a late answer: the entries made meanwhile, and the unused answer with a
    link to it. A covered answer has no link, which would show it."""
    act = stale.acts[-1]
    rows = [row for row in stale.rows if row.kind not in ACCESS]
    did = [*dict.fromkeys(names.happened(view.replay, row) for row in rows)][-3:]
    mine = ", ".join(
        names.said(view.replay, act.hand, key, text) if not key.startswith("@")
        else names.own_words(view.replay, act.hand, key, text)
        for key, text in act.answers.items()
    )  # fmt: skip
    words = f"Your entry ({mine}) was not used." if mine else "Your tap was not saved."
    stored = view.table.record.answers(act.hand) if act.hand else {}
    differs = any(stored.get(key, text) != text for key, text in act.answers.items())
    if act.kind == "answer" and differs and COVERED not in mine:
        acts = written_acts([Act("amend", act.hand, act.answers)])
        link = url_for(
            "tables.proposals.begin", code=view.code, kind="amend", hand=act.hand, acts=acts
        )
        words = Markup('{} <a class="nb" href="{}">Use mine</a>').format(words, link)
    title = f"Already entered: {'; '.join(did)}." if did else "The table has changed."
    return title, words

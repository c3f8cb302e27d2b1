"""Demo evenings: a room’s own recorded evening at a table that is there to be thrown away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.game import Game
from companion.record import Act, Record, Transcript
from companion.store.keeping import DEMO, heads
from companion.tables import Sent, Snapshot
from companion.tables.canonical import canonical
from companion.web.people.visible import visible
from companion.web.platform import browser
from companion.web.tables import new

pages = Blueprint("demo", __name__)
LASTS = timedelta(days=1)
"""How long a demo lies about that nobody threw away."""
AT_ONCE = 200
"""Demos that may lie about; the oldest is thrown away for a new one."""


def evening(game: Game) -> tuple[Record, list[Act]]:
    """How the recorded evening began, and an act for each hand but the last, which is left open."""
    record = canonical(game, Transcript.read(game.file("evening.txt"), game.key).record)
    start = Record(game.key, record.head | {DEMO: "yes"})
    played = record.hands[:-1] if len(record.hands) > 1 else []
    return start, [Act("answer", number, hand) for number, hand in enumerate(played, 1) if hand]


def open_demo(game: Game, submission: str) -> Snapshot:
    """A table with the recorded evening, a hand a row, so that undo and history work as always."""
    tables = browser.tables()
    start, acts = evening(game)
    begun = tables.begin(start, game.edition, Sent(0, submission, browser.who()))
    if begun.seq or begun.record.hands or not acts:
        return begun
    return tables.enter_many(begun.code, acts, Sent(0, f"{submission}-0", "the recording"))


def tidy() -> None:
    """Throws away demos that nobody threw away."""
    old = datetime.now(UTC) - LASTS
    for place, head in enumerate(heads(browser.store(), demo=True)):
        touched = head.touched if head.touched.tzinfo else head.touched.replace(tzinfo=UTC)
        if touched < old or place >= AT_ONCE:
            browser.store().forget(head.code)


@pages.post("/demo")
def begin() -> ResponseReturnValue:
    """Opens a demo evening; another one this browser had open is thrown away."""
    game = new.game_of(request.form.get("game", ""))
    submission = request.form.get("submission", "")[:40] or browser.submission()
    tidy()
    table = open_demo(game, submission)
    for head in visible(demo=True):
        if head.code != table.code and browser.known().get(head.code):
            browser.store().forget(head.code)
            browser.drop(head.code)
    browser.remember(table, table.stored.key)
    return redirect(f"/t/{table.code}", 303)

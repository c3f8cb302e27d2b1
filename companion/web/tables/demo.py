"""Demo evenings: a game package's recorded evening at a temporary table."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion import clock
from companion.engine.game import Game
from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.store.listing import Scope
from companion.store.models import DEMO
from companion.tables import Sent, Snapshot
from companion.tables.carrying import canonical
from companion.tables.proposal import propose
from companion.web.people.history import left, listing, mine
from companion.web.platform import browser, forms, signals

pages = Blueprint("demo", __name__)
LASTS = timedelta(days=1)
"""Age at which a demo is deleted."""
AT_ONCE = 200
"""Most demos at a time; the oldest is deleted for a new one."""


def evening(game: Game) -> tuple[Record, list[Act]]:
    """The start of the recorded evening, and one act for each hand but the last, which is left
    open."""
    record = canonical(game, Transcript.read(game.file("evening.txt"), game.key).record)
    start = Record(game.key, record.head | {DEMO: "yes"})
    played = record.hands[:-1] if len(record.hands) > 1 else []
    return start, [Act("answer", number, hand) for number, hand in enumerate(played, 1) if hand]


def open_demo(game: Game) -> Snapshot:
    """Creates a demo table, a journal row for each hand, so that undo and history work."""
    tables = browser.tables()
    start, acts = evening(game)
    if not forms.again():
        signals.send(signals.CREATE)
    begun = tables.begin(start, game.edition, Sent(0, forms.form_id(), browser.who()))
    if begun.seq or begun.record.hands or not acts:
        return begun
    sent = Sent(0, "the recording", "the recording")
    return tables.enter(propose(begun, acts), sent, apart=True)


def tidy() -> None:
    """Deletes old demos."""
    left()
    old = clock.now() - LASTS
    for place, table in enumerate(listing().listed(Scope(demo=True, unplayed=True))):
        if table.touched < old or place >= AT_ONCE:
            browser.store().forget(table.code)


@pages.post("/demo")
def begin() -> ResponseReturnValue:
    """Opens a demo; the previous one of this browser is deleted."""
    game = browser.game_of(request.form.get("game", ""))
    tidy()
    table = open_demo(game)
    for other in listing().listed(mine(demo=True, unplayed=True)):
        if other.code != table.code:
            browser.store().forget(other.code)
            browser.drop(other.code)
    browser.remember(table, table.stored.key)
    return redirect(browser.table_url(table.code), 303)

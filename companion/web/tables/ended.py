"""More fields of the page of a finished game: its club, duration, the games before it (best of
three, a streak), and the link to BG Stats."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from flask import Flask

from companion.questions import fold
from companion.results.play_log import log_link, minutes
from companion.results.summary import somebody
from companion.store import NotFound
from companion.store.keeping import begun_at
from companion.store.models import DELETED
from companion.tables import Snapshot
from companion.tables.series import Find, before, began, series_of
from companion.web.clubs import clubs
from companion.web.people.history import codes_seen, listing, seen
from companion.web.platform import browser
from companion.web.tables.result import AT_END
from companion.web.tables.view import View
from companion.words import counted


def game_here(table: Snapshot) -> Find:
    """Finds the games of a table's series: by the watch code if that table began then, otherwise a
    copy of the same players that this browser sees."""
    tables, record = browser.tables(), table.record

    def is_game(number: int, code: str, begun: str, copy: bool = False) -> Snapshot | None:
        with suppress(NotFound):
            snapshot = tables.get(code)
            alike = (snapshot.record.game, began(snapshot)) == (record.game, begun)
            alike = alike and len(before(snapshot.record)) == number - 1
            alike = alike and not (copy and snapshot.record.players != record.players)
            return snapshot if alike and snapshot.status != DELETED else None
        return None

    def find(number: int, code: str, begun: str) -> Snapshot | None:
        if not begun:
            return None
        if snapshot := is_game(number, code, begun):
            return snapshot
        with suppress(ValueError):
            at = datetime.fromisoformat(begun)
            copies = (is_game(number, row.code, begun, True)
                      for row in begun_at(tables.store, [at], codes_seen()))  # fmt: skip
            return next(filter(None, copies), None)
        return None

    return find


def streak(view: View) -> int:
    """Games of these players that the winners have won in a row, this one included; 0 without
    names or a single winner."""
    table, winners = view.replay.table, view.table.ending.winners
    names = [seat.name for seat in table.seats]
    if len(winners) != 1 or not all(map(somebody, names)):
        return 0
    party, mine = set(map(fold, names)), {fold(seat.name) for seat in winners[0].seats}
    row = 0
    for entry in listing().entries(seen(game=view.game.key, people=tuple(names))):
        if entry.at > view.stored.touched:
            continue
        summary = entry.summary
        sides = {fold(each.name): each.side for each in summary.finishers}
        if not summary.ended or summary.closed or set(sides) != party:
            continue
        if {name for name, side in sides.items() if side in summary.winners} != mine:
            break
        row += 1
    return row


def end_of(view: View) -> dict[str, Any]:
    """The fields that this module adds to the page of a finished game."""
    stored = view.stored
    lasted = minutes(stored.begun, stored.touched)
    ending, row = view.table.ending, streak(view)
    these = {2: ", these two"}.get(len(ending.winners[0].seats), "") if ending.winners else ""
    return {
        "club": next(iter(clubs.playing(view.code).items()), None),
        "lasted": counted(lasted, "minute") if lasted < 600 else "",
        "series": series_of(view.table, game_here(view.table)),
        "streak": f"{row}{these}" if row > 1 else "",
        "play_log": log_link(view.replay, view.code, stored.begun, stored.touched),
    }


def init_app(app: Flask) -> None:
    """Adds these fields to the page of a finished game."""
    app.extensions.setdefault(AT_END, []).append(end_of)

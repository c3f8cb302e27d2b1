"""The summary of a table as it is stored with each entry, and making those that are missing."""

from __future__ import annotations

import random
import threading
from contextlib import suppress

from companion import __version__, budget, games
from companion.engine.game import Replay
from companion.engine.record import BadRecord, Record
from companion.questions import Refused
from companion.results.game_summary import summary_of
from companion.results.summary import SHAPE, HomeCard
from companion.store import NotFound, Store, Stored, Trouble
from companion.store.keeping import DEMO
from companion.store.summaries import Summarised
from companion.tables.names import whose_turn

SHARE = 0.1
"""Seconds of work, and as many of rest, while an older database is filled."""
BATCH = 20
"""Most summaries that are stored together: other entries wait for them."""
NAMED = ("player ", "earlier ", "team ")

def stamp(game: str) -> str:
    """The stamp of a summary made now of this game, by key."""
    edition = games.find(game).edition if game in games.shelf() else 0
    return f"{__version__}, shape {SHAPE}, edition {edition}"


def replayed_as(record: Record, tried: Replay | None = None) -> Replay | None:
    """The replay of a record, which may be known; None if it cannot be replayed."""
    if tried and tried.record == record:
        return tried
    try:
        return games.find(record.game).replay(record)
    except (KeyError, Refused, BadRecord):
        return None


def summarised(record: Record, tried: Replay | None = None, *, played: bool = True) -> Summarised:
    """The summary of a record; `tried` is its replay, if known."""
    replay = replayed_as(record, tried)
    names = (text for key, text in record.head.items() if text and key.startswith(NAMED))
    title = replay.title if replay else record.game
    return Summarised(
        stamp(record.game), title, tuple(dict.fromkeys(names)), played, DEMO in record.head,
        summary_of(replay) if replay else None, card_of(replay) if replay else None,
    )  # fmt: skip


def summary_of_table(table: Stored, tried: Replay | None = None) -> tuple[int, int, Summarised]:
    """A table's id, the last row of its journal, and its summary; `tried` may be its replay."""
    played = bool(table.seq or table.row.start["hands"])
    return table.id, table.seq, summarised(table.record, tried, played=played)


def card_of(replay: Replay) -> HomeCard | None:
    """The card of a table; None without an answer."""
    if not any(hand.asked for hand in replay.hands):
        return None
    hand, totals = replay.hand, replay.ledger.totals
    sides, first = list(totals), replay.ledger.leaders()[0]
    two = len(sides) == 2
    players = ", ".join(map(str, sides)) if len(sides) < 4 else (
        f"{sides[0]} and {len(sides) - 1} others")  # fmt: skip
    about = "" if two or hand is None or replay.over else hand.name
    return HomeCard(
        replay.title, tuple(totals[side] for side in (sides if two else [first])),
        "" if two else f"{first} leads", _won(replay) if replay.over else whose_turn(replay),
        tuple(filter(None, (about, players))),
    )  # fmt: skip


def _won(replay: Replay) -> str:
    if replay.outcome is None:
        return "closed"
    winners = " and ".join(map(str, replay.outcome.winners))
    return f"{winners} won" if winners else "a draw"


def remove_other(store: Store) -> None:
    """Removes the summaries that another release made, so that they are made anew."""
    store.summaries.remove_other({game: stamp(game) for game in games.shelf()})


class Filling(threading.Thread):
    """Makes the summaries that are missing while the app serves, a tenth of a second at a time."""

    def __init__(self, store: Store) -> None:
        super().__init__(daemon=True)
        self._store, self._ends = store, threading.Event()

    def run(self) -> None:
        while not self._ends.wait(SHARE):
            # A locked database is tried again.
            with suppress(Trouble):
                if not fill(self._store, SHARE):
                    return

    def stop(self) -> None:
        self._ends.set()
        self.join()


def fill(store: Store, seconds: float) -> int:
    """Makes missing summaries for so many processor seconds, one at least; how many are left."""
    until = budget.spent() + seconds
    with budget.unlimited():
        return _fill(store, until)


def _fill(store: Store, until: float) -> int:
    while left := store.summaries.left():
        codes = store.summaries.missing(BATCH)
        random.shuffle(codes)  # processes that share a database do not make the same ones
        made = []
        for code in codes:
            try:
                table = store.table(code)
            except NotFound:
                continue
            made.append(summary_of_table(table))
            if budget.spent() > until:
                break
        store.summaries.add(made)
        if budget.spent() > until or not made:
            return left - len(made)
    return 0

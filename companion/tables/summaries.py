"""The summary of a table as it is stored with each entry, and making those that are missing."""

from __future__ import annotations

import random
import threading

from companion import __version__, budget, games
from companion.engine.game import Replay
from companion.engine.record import BadRecord, Record
from companion.questions import Refused
from companion.results.game_summary import summary_of
from companion.results.summary import SHAPE, HomeCard
from companion.store import NotFound, Store, Stored
from companion.store.models import DEMO
from companion.store.summaries import Summarised
from companion.tables.comparing import how_it_stands
from companion.tables.names import whose_turn

BATCH = 20
"""Most summaries that are stored together: other entries wait for them."""
_filling = threading.Lock()
NAMED = ("player ", "earlier ", "team ")


def stamp(game: str) -> str:
    """The stamp of a summary made now of this game, by key."""
    edition = games.find(game).edition if game in games.all_games() else 0
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


def card_of(replay: Replay) -> HomeCard:
    """The card of a table."""
    hand, totals = replay.hand, replay.ledger.totals
    return HomeCard(
        replay.title,
        tuple((str(side), total) for side, total in totals.items()),
        [*totals].index(replay.ledger.leaders()[0]),
        how_it_stands(replay) if replay.over else whose_turn(replay),
        ", ".join(map(str, hand.parts)) or f"hand {hand.number}"
        if hand and not replay.over
        else "",
    )


def fill(store: Store, seconds: float) -> int:
    """Makes missing summaries for so many processor seconds, one at least, unless another thread
    makes them; how many are left."""
    if not _filling.acquire(blocking=False):
        return store.summaries.left()
    try:
        with budget.unlimited():
            return _fill(store, budget.spent() + seconds)
    finally:
        _filling.release()


def _fill(store: Store, until: float) -> int:
    while left := store.summaries.left():
        codes = store.summaries.missing(BATCH)
        random.shuffle(codes)  # processes that share a database do not make the same ones
        summaries = []
        for code in codes:
            try:
                table = store.table(code)
            except NotFound:
                continue
            summaries.append(summary_of_table(table))
            if budget.spent() > until:
                break
        store.summaries.add(summaries)
        if budget.spent() > until or not summaries:
            return left - len(summaries)
    return 0

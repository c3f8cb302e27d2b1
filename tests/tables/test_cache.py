"""The snapshot cache: 300 active tables of all games stay in it, within 64 MB."""

from __future__ import annotations

import gc
import random
import tracemalloc
from datetime import UTC, datetime
from functools import cache

import pytest

from companion import games
from companion.app import create_app
from companion.engine.record import Record
from companion.store import JournalRow
from companion.store.portions import import_tables
from companion.store.saved import Saved
from companion.tables import Sent
from companion.tables.proposal import answering
from companion.testing.evenings import whole
from companion.web.platform.browser import TABLES
from tests.daily import LONG

TABLES_IN_PLAY = 300
WEIGHED = TABLES_IN_PLAY if LONG else 60
MEMORY = WEIGHED * (64 << 20) // TABLES_IN_PLAY
ANSWERS = 110
"""Answers of a finished evening; with corrections its journal has 130 rows."""
AT = datetime(2026, 1, 1, 20, tzinfo=UTC)


@cache
def evening(key: str) -> Record:
    """The random evening of a game that is nearest to `ANSWERS`."""
    found = (whole(games.find(key), seed)[0] for seed in range(4))
    return min(found, key=lambda record: abs(sum(map(len, record.hands)) - ANSWERS))


def halfway(key: str, share: float) -> Saved:
    """A table at which a share of the evening is played."""
    record = evening(key)
    saved = Saved.beginning(Record(key, dict(record.head)), games.find(key).edition, "phone", AT)
    given = [(n, each) for n, hand in enumerate(record.hands, 1) for each in hand.items()]
    saved.rows.extend(
        JournalRow(table_id=0, seq=seq, at=AT, who="phone", kind="answer", hand=hand,
                   answers=dict([each]), replaced={}, why="", submission="", form=seq)
        for seq, (hand, each) in enumerate(given[: int(len(given) * share)], 1)
    )  # fmt: skip
    return saved


def entered(tables, code, chance):
    """The table after one more legal answer; unchanged if its evening is over."""
    table = tables.get(code)
    while table.pending:
        made = answering(table, table.pending.sample(chance.randrange))
        if made.ready:
            return tables.enter(made, Sent.now(table))
    return table


def in_play(store, many):
    """Watch codes of `many` tables of all games, each at another point of its evening."""
    keys = sorted(games.covers())
    saved = [halfway(keys[n % len(keys)], n * 37 % 100 / 100) for n in range(many)]
    return [each.code for each in import_tables(store, saved)]


@pytest.mark.long
@pytest.mark.slow
def test_no_table_of_300_is_replayed_again(tables, store, replayed):
    codes = in_play(store, TABLES_IN_PLAY)
    for code in codes:
        assert tables.get(code).replay
    for turn in range(2):
        after = {code: entered(tables, code, random.Random(turn)) for code in codes}
        replayed.clear()
        for code in codes:
            assert tables.get(code) is after[code]
            assert tables.get(code).replay.table
        assert replayed == []


@pytest.mark.long
@pytest.mark.slow
def test_tables_in_play_weigh_little(store):
    """300 of them weigh less than 64 MB, with the page that each of them shows to its watchers."""
    app = create_app(store, testing=True, SECRET_KEY="test")
    tables, client = app.extensions[TABLES], app.test_client()

    def watched(codes):
        for code in codes:
            assert client.get(f"/t/{code}/live").status_code == 200

    watched(in_play(store, len(games.covers())))  # opens every game and template
    codes = in_play(store, WEIGHED)
    gc.collect()
    tracemalloc.start()
    try:
        watched(codes)
        gc.collect()
        weight, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert all(tables._known(code) for code in codes)
    assert weight < MEMORY, f"{weight / 1e6:.0f} MB"

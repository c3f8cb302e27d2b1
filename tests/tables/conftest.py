"""Tables on a real SQLite store, without the web app."""

from __future__ import annotations

import pytest

from companion import games
from companion.engine.game import Game
from companion.engine.record import Record
from companion.results.game_summary import summary_of
from companion.store import Store
from companion.tables import Sent, Tables
from companion.tables.summaries import card_of
from tests.databases import prepared

GAME = games.find("kaiser")
NAMES = ["Nell", "Omar", "Pia", "Quin"]


@pytest.fixture
def store(tmp_path):
    url = f"sqlite:///{tmp_path / 'test.db'}"
    prepared(url)
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def tables(store):
    return Tables(store)


@pytest.fixture
def begun(tables):
    """A table without answers."""
    return tables.begin(Record.begin(GAME.key, NAMES), GAME.edition, Sent(0, "begin", "somebody"))


def summary_holds(store, code):
    """Compares the stored summary of a table with a replay of its whole journal."""
    table, kept = store.table(code), store.summaries.of(code)
    replay = games.find(table.game).replay(table.record)
    assert kept.seq == table.seq
    assert kept.summary == summary_of(replay)
    assert kept.card == card_of(replay)


@pytest.fixture
def replayed(monkeypatch):
    """The list of records that were replayed."""
    found = []
    replay = Game.replay

    def noted(self, record, *more):
        found.append(record.copy())
        return replay(self, record, *more)

    monkeypatch.setattr(Game, "replay", noted)
    return found

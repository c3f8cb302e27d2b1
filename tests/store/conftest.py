"""A migrated, empty database for each test, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.record import Record
from companion.store import Store
from tests.databases import both, cluster, database, prepared

__all__ = ["cluster", "database"]

PLAYERS = ["Nell", "Omar", "Pia", "Quin"]
pytest_generate_tests = both


@pytest.fixture
def url(database: str) -> str:
    """URL of a migrated database."""
    prepared(database)
    return database


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on an empty database."""
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def record() -> Record:
    """A record of four players without answers."""
    return Record.begin("some-game", PLAYERS)

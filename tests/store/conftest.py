"""An empty, migrated database for each test, in a real file and in a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.record import Record
from companion.store import Store
from tests.databases import both, cluster, database, prepared

__all__ = ["cluster", "database"]

PLAYERS = ["Nell", "Omar", "Pia", "Quin"]
pytest_generate_tests = both


@pytest.fixture
def url(database: str) -> str:
    """The address of a migrated database."""
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
    """Four players and nothing played."""
    return Record.begin("some-game", PLAYERS)

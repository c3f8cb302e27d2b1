"""A migrated, empty database for each test, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.engine.record import Record
from companion.store import Store
from tests.databases import cluster, database, emptied, kind, prepared

__all__ = ["cluster", "database", "kind"]

PLAYERS = ["Nell", "Omar", "Pia", "Quin"]


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a migrated database; of PostgreSQL there is one, which is emptied for each test."""
    if kind == "postgres":
        return emptied(request.getfixturevalue("cluster"))
    return prepared(f"sqlite:///{tmp_path / 'club.db'}")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on an empty database."""
    with closing(Store(url)) as store:
        yield store


@pytest.fixture
def another(url: str) -> Iterator[Store]:
    """Another process's store on the same database."""
    with closing(Store(url)) as store:
        yield store


@pytest.fixture
def record() -> Record:
    """A record of four players without answers."""
    return Record.begin("some-game", PLAYERS)

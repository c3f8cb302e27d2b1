"""What an entry costs, against a bare insert into SQLite that is on the disk when it returns."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from statistics import median

import pytest

from companion.record import Act

pytestmark = [
    pytest.mark.bench,
    pytest.mark.parametrize("database", ["sqlite"], indirect=True),
]
TRIES, TIMES, ANSWERS = 3, 200, 125


@pytest.fixture
def bare(tmp_path):
    """One insert, synchronous FULL."""
    connection = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    connection.execute("create table entry (id integer primary key, a, b, c)")

    def insert() -> None:
        connection.execute("insert into entry (a, b, c) values (1, 'bid 2', '7 no')")

    yield insert
    connection.close()


def took(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def holds(limit: float, one: Callable[[], object], other: Callable[[], object]) -> None:
    """The median of `one` is at most `limit` times that of `other`, in one try of three."""
    ratios = []
    for _ in range(TRIES):
        pairs = [(took(one), took(other)) for _ in range(TIMES)]
        ratios.append(median(p[0] for p in pairs) / median(p[1] for p in pairs))
        if ratios[-1] <= limit:
            print(f"{ratios[-1]:.2f} times, {limit} allowed")
            return
    pytest.fail(f"{', '.join(f'{ratio:.2f}' for ratio in ratios)} times; {limit} are allowed")


@pytest.fixture
def entering(store, record):
    """Enters one more answer at a table that has 125."""
    code = store.begin(record).code
    for seen in range(ANSWERS):
        act = Act("answer", 1 + seen // 14, {f"bid {seen}": "7"})
        store.act(code, act, seen=seen, submission=str(seen))

    def enter() -> None:
        seen = store.seq(code)
        store.act(code, Act("amend", 9, {"bid 115": "8"}), seen=seen, submission=str(seen))

    return enter


def test_an_entry_costs_at_most_three_times_a_bare_insert(entering, bare):
    holds(3, entering, bare)


def test_an_entry_at_a_table_not_in_memory_costs_at_most_six_times_a_bare_insert(
    store, entering, bare
):
    def cold() -> None:
        store._states.clear()
        entering()

    holds(6, cold, bare)


def test_asking_where_a_journal_stands_costs_less_than_a_bare_insert(store, record, bare):
    code = store.begin(record).code
    holds(1, lambda: store.seq(code), bare)

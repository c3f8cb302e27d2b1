"""The write lock is short for the largest input of every route."""

from __future__ import annotations

import shutil

import pytest

from companion.store import Store
from companion.store.clubs import Clubs
from companion.store.portions import import_tables
from tests.daily import daily
from tests.databases import prepared
from tests.largest import LARGEST, Scorer, club_of, long
from tests.locked import LIMIT, locked
from tests.web.phones import HOSTED

pytestmark = pytest.mark.skipif(HOSTED, reason="PostgreSQL locks rows, not the database")
NOTHING = {"/look", "/people/forget", "/t/<code>/check", "/t/<code>/many/check"}
"""The routes that change nothing in the database."""
HEAVY = {"/import", "/take", "/club/<key>/night", "/night/<key>/round/<int:number>", "/look",
         "/people/erase", "/t/<code>/answer", "/t/<code>/many", "/t/<code>/redo",
         "/t/<code>/undo"}  # fmt: skip
"""The routes that are tested by day."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A database with the longest table and the largest club, the table, and the club's key."""
    file = tmp_path_factory.mktemp("filled") / "test.db"
    store = Store(prepared(f"sqlite:///{file}"))
    (table,) = import_tables(store, [long()])
    club = Clubs(store).found(club_of(table.code))
    store.close()
    return file, table, club


@pytest.fixture
def url(filled, tmp_path):
    return f"sqlite:///{shutil.copy(filled[0], tmp_path)}"


def test_largest_inputs_are_those_of_every_route(app):
    rules = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert rules == LARGEST.keys()


@daily("rule", LARGEST, HEAVY)
def test_lock_is_short_for_the_largest_input(app, store, filled, rule):
    phone = Scorer(app)
    _, table, phone.club = filled
    phone.take(table)
    phone.prepare(rule)
    phone.get(f"/club/{phone.club}/agreed")
    with locked(store) as spent:
        answer = LARGEST[rule](phone)
    print(f"\nLOCK {rule} {answer.status_code} {[round(1000 * each) for each in spent]}")
    assert answer.status_code < 400
    assert bool(spent) == (rule not in NOTHING)
    assert max(spent, default=0) < LIMIT

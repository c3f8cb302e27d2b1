"""Named sets of house rules in the store: a name and values, and those of earlier releases."""

from __future__ import annotations

import pytest
from alembic import command

from companion.store import NoSuchSet, Store, upgrade
from companion.store.engine import connect
from companion.store.migrate import config

LEGION = {"min_bid": "7"}
KEPT = """
INSERT INTO rule_sets (code, edition, key, game, name, source, note, rules, who, at) VALUES
('MKTRW', 1, 'k', 'some-game', 'Legion', 'heard', 'Fridays', '{"min_bid": "6"}', '', '2026-11-20'),
('MKTRW', 2, 'k', 'some-game', 'Legion hall', '', 'Fridays', '{"min_bid": "7"}', '', '2026-11-21'),
('BCDFG', 1, 'k', 'some-game', 'A', 'heard', 'often', '{}', '', '2026-11-20')
"""


@pytest.fixture
def store(url):
    found = Store(url)
    yield found
    found.close()


def test_a_set_is_kept_listed_by_game_and_name_changed_and_forgotten(store):
    b = store.sets.keep("b-game", "Legion", LEGION)
    a = store.sets.keep("a-game", "Z", {})
    assert store.sets.get(b.id).rules == LEGION
    assert store.sets.all() == [a, b]
    assert store.sets.all("b-game") == [b]
    changed = store.sets.keep("b-game", "Legion", {"min_bid": "6"}, b.id)
    assert store.sets.all("b-game") == [changed]
    assert store.sets.get(b.id).rules == {"min_bid": "6"}
    store.sets.forget(b.id)
    assert store.sets.all() == [a]
    with pytest.raises(NoSuchSet, match=b.id):
        store.sets.get(b.id)


def test_of_a_set_that_had_editions_the_newest_stays_under_its_code(database):
    upgrade(database, "0006")
    _, writer = connect(database)
    with writer.begin() as connection:
        connection.exec_driver_sql(KEPT)
    writer.dispose()
    upgrade(database)
    store = Store(database)
    other, legion = store.sets.all("some-game")
    assert store.sets.get("mktrw") == legion
    assert (legion.name, legion.note, legion.rules) == ("Legion hall", "Fridays", LEGION)
    assert other.note == "heard; often"
    store.close()
    command.downgrade(config(database), "0006")
    upgrade(database)
    store = Store(database)
    assert store.sets.get("MKTRW") == legion
    store.close()

"""Clubs in the store: found by their key, changed at once, with the tables they played at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.results.club import Club, ClubGame
from companion.store import NoSuchClub, Store

CLUB = Club("Thursday", ("Ada", "Bo"), (ClubGame("kaiser", {"target": "62"}),), stake=10)


@pytest.fixture
def store(url):
    found = Store(url)
    yield found
    found.close()


def test_a_club_is_kept_as_it_is_and_found_by_its_key_alone(store):
    key = store.clubs.found(CLUB)
    assert len(key) >= 24
    assert store.clubs.get(key) == CLUB
    assert store.clubs.found(CLUB) != key
    for wrong in ("", key[:-1], key.swapcase(), "%"):
        with pytest.raises(NoSuchClub):
            store.clubs.get(wrong)


def test_a_change_is_made_of_what_is_stored(store):
    key = store.clubs.found(CLUB)
    store.clubs.change(key, lambda club: replace(club, stake=club.stake + 1))
    after = store.clubs.change(key, lambda club: replace(club, notes={"2026-11-05": "9 no"}))
    assert after == store.clubs.get(key) == replace(CLUB, stake=11, notes={"2026-11-05": "9 no"})
    with pytest.raises(NoSuchClub):
        store.clubs.change("none", lambda club: club)


def test_tables_belong_to_a_club_until_they_are_taken_out_or_deleted(store, record):
    key = store.clubs.found(CLUB)
    one, two = store.begin(record).code, store.begin(record).code
    store.clubs.add(key, [one, two, one, "NOSUCH"])
    store.clubs.add(key, [two])
    assert store.clubs.tables(key) == [one, two]
    assert store.clubs.of(one) == [key]
    store.clubs.remove(key, one)
    assert (store.clubs.tables(key), store.clubs.of(one)) == ([two], [])
    store.forget(two)
    assert store.clubs.tables(key) == []
    with pytest.raises(NoSuchClub):
        store.clubs.add("none", [one])


def test_a_club_that_is_forgotten_leaves_its_tables(store, record):
    key = store.clubs.found(CLUB)
    code = store.begin(record).code
    store.clubs.add(key, [code])
    store.clubs.forget(key)
    assert store.clubs.of(code) == []
    assert store.table(code).code == code
    with pytest.raises(NoSuchClub):
        store.clubs.get(key)

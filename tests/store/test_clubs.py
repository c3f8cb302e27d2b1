"""Clubs in the store: found by their key, changed at once."""

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
    assert len(store.clubs.all()) == 2
    for wrong in ("", key[:-1], key.swapcase(), "%", "\x00", "\ud800"):
        with pytest.raises(NoSuchClub):
            store.clubs.get(wrong)


def test_a_change_is_made_of_what_is_stored_and_a_club_that_is_forgotten_is_gone(store):
    key = store.clubs.found(CLUB)
    store.clubs.change(key, lambda club: replace(club, stake=club.stake + 1))
    after = store.clubs.change(key, lambda club: replace(club, notes={"2026-11-05": "9 no"}))
    assert after == store.clubs.get(key) == replace(CLUB, stake=11, notes={"2026-11-05": "9 no"})
    store.clubs.forget(key)
    for gone in (key, "none"):
        with pytest.raises(NoSuchClub):
            store.clubs.change(gone, lambda club: club)

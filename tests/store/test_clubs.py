"""Clubs and named sets of house rules in the store."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from companion.results.club import Club, ClubGame
from companion.store import NoSuchClub, NoSuchSet

CLUB = Club("Thursday", ("Ada", "Bo"), (ClubGame("kaiser", {"target": "62"}),), stake=10)
LEGION = {"min_bid": "7"}


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


def test_changes_made_at_once_are_both_kept(store):
    key = store.clubs.found(CLUB)

    def slow(club):
        if club.stake == 10:  # meanwhile somebody else changes the club
            store.clubs.change(key, lambda other: replace(other, stake=20))
        return replace(club, best=3)

    assert store.clubs.change(key, slow) == replace(CLUB, best=3, stake=20)
    assert store.clubs.get(key) == replace(CLUB, best=3, stake=20)


@pytest.mark.slow
def test_fifty_changes_of_a_club_at_once_are_kept(store, another, record):
    """From ten threads on two stores: a note, a point of the stake, and a table each."""
    key = store.clubs.found(CLUB)

    def change(number):
        here = (store, another)[number % 2]
        code = here.begin(record).code
        here.clubs.play(key, code)
        day = f"2026-{1 + number // 25:02}-{1 + number % 25:02}"
        here.clubs.change(
            key, lambda club: replace(club, stake=club.stake + 1, notes={**club.notes, day: "9"})
        )
        return code

    with ThreadPoolExecutor(10) as pool:
        codes = [*pool.map(change, range(50))]
    after = store.clubs.get(key)
    assert (after.stake, len(after.notes)) == (60, 50)
    assert sorted(after.tables) == sorted(codes)


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

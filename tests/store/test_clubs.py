"""Clubs and named sets of house rules in the store."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from companion.clubs.club import Club, ClubGame
from companion.store.clubs import Clubs, NoSuchClub, NoSuchSet, RuleSets

CLUB = Club("Thursday", ("Ada", "Bo"), (ClubGame("kaiser", {"target": "62"}),), stake=10)
LEGION = {"min_bid": "7"}


def test_stored_club_is_found_only_by_key(store):
    key = Clubs(store).found(CLUB)
    assert len(key) >= 24
    assert Clubs(store).get(key) == CLUB
    assert Clubs(store).found(CLUB) != key
    assert len(Clubs(store).all()) == 2
    for wrong in ("", key[:-1], key.swapcase(), "%", "\x00", "\ud800"):
        with pytest.raises(NoSuchClub):
            Clubs(store).get(wrong)


def test_change_applies_to_stored_club_until_forgotten(store):
    key = Clubs(store).found(CLUB)
    Clubs(store).change(key, lambda club: replace(club, stake=club.stake + 1))
    after = Clubs(store).change(key, lambda club: replace(club, notes={"2026-11-05": "9 no"}))
    assert after == Clubs(store).get(key) == replace(CLUB, stake=11, notes={"2026-11-05": "9 no"})
    Clubs(store).forget(key)
    for gone in (key, "none"):
        with pytest.raises(NoSuchClub):
            Clubs(store).change(gone, lambda club: club)


def test_changes_made_at_once_are_both_kept(store):
    key = Clubs(store).found(CLUB)

    def slow(club):
        if club.stake == 10:  # meanwhile another phone changes the club
            Clubs(store).change(key, lambda other: replace(other, stake=20))
        return replace(club, best=3)

    assert Clubs(store).change(key, slow) == replace(CLUB, best=3, stake=20)
    assert Clubs(store).get(key) == replace(CLUB, best=3, stake=20)


@pytest.mark.slow
def test_fifty_simultaneous_club_changes_are_kept(store, another, record):
    """From ten threads on two stores: a note, a point of the stake, and a table each."""
    key = Clubs(store).found(CLUB)

    def change(number):
        here = (store, another)[number % 2]
        code = here.begin(record).code
        Clubs(here).play(key, code)
        day = f"2026-{1 + number // 25:02}-{1 + number % 25:02}"
        Clubs(here).change(
            key, lambda club: replace(club, stake=club.stake + 1, notes={**club.notes, day: "9"})
        )
        return code

    with ThreadPoolExecutor(10) as pool:
        codes = [*pool.map(change, range(50))]
    after = Clubs(store).get(key)
    assert (after.stake, len(after.notes)) == (60, 50)
    assert sorted(after.tables) == sorted(codes)


def test_rule_set_is_kept_listed_changed_and_forgotten(store):
    b = RuleSets(store).keep("b-game", "Legion", LEGION)
    a = RuleSets(store).keep("a-game", "Z", {})
    assert RuleSets(store).get(b.id).rules == LEGION
    assert RuleSets(store).all() == [a, b]
    assert RuleSets(store).all("b-game") == [b]
    changed = RuleSets(store).keep("b-game", "Legion", {"min_bid": "6"}, b.id)
    assert RuleSets(store).all("b-game") == [changed]
    assert RuleSets(store).get(b.id).rules == {"min_bid": "6"}
    RuleSets(store).forget(b.id)
    assert RuleSets(store).all() == [a]
    with pytest.raises(NoSuchSet, match=b.id):
        RuleSets(store).get(b.id)

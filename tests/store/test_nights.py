"""Nights of tables in the store: a key opens its night alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from companion.clubs.club import Club
from companion.nights.night import MAX_NIGHTS, Night
from companion.questions import Refused
from companion.store import nights as stored
from companion.store.clubs import Clubs, NoSuchClub
from companion.store.nights import Nights, NoSuchNight

CLUB = Club("Thursday", ("Ada", "Bo"))
NIGHT = Night("2026-11-05", "kaiser", tuple("ABCDEFGH"), id="first")


@pytest.fixture
def club(store):
    return Clubs(store).found(CLUB)


def test_key_of_night_opens_nothing_else(store, club):
    key = Nights(store).found(club, NIGHT)
    assert Nights(store).get(key) == (club, NIGHT)
    assert Nights(store).of(club) == {key: NIGHT}
    assert len(key) >= 24
    for wrong in ("", key[:-1], key.swapcase(), club, "%", "\x00", "\ud800"):
        with pytest.raises(NoSuchNight):
            Nights(store).get(wrong)
    for change in (Clubs(store).get, lambda each: Clubs(store).change(each, lambda one: one)):
        with pytest.raises(NoSuchClub):
            change(key)
    Clubs(store).forget(key)
    assert Clubs(store).get(club) == CLUB
    Nights(store).forget(club)
    assert Clubs(store).get(club) == CLUB


def test_deleting_night_leaves_club_and_not_reversed(store, club):
    first, second = (Nights(store).found(club, replace(NIGHT, id=each)) for each in "ab")
    Nights(store).forget(first)
    assert [*Nights(store).of(club)] == [second]
    assert Clubs(store).get(club) == CLUB
    Clubs(store).forget(club)
    for key in (first, second):
        with pytest.raises(NoSuchNight):
            Nights(store).change(key, lambda night: night)


def test_points_entered_at_once_are_all_kept(store, another, club):
    key = Nights(store).found(club, NIGHT)
    every = [key for round in range(1, 7) for key in NIGHT.places(round)]

    def enter(number):
        add = lambda night: replace(night, scores={**night.scores, every[number]: "5 4"})  # noqa: E731
        Nights((store, another)[number % 2]).change(key, add)

    with ThreadPoolExecutor(4) as pool:
        [*pool.map(enter, range(len(every)))]
    assert Nights(store).get(key)[1].scores == dict.fromkeys(every, "5 4")


def test_form_makes_one_night(store, club):
    nights = Nights(store)
    assert nights.found(club, NIGHT, "form") == nights.found(club, NIGHT, "form")
    assert len(nights.of(club)) == 1


def test_imported_night_is_recognised_by_id(store, club):
    nights = Nights(store)
    key = nights.found(club, replace(NIGHT, scores={"1.1": "5 4"}))
    came = replace(NIGHT, scores={"1.2": "7 2"}, tables={"2.1": "THERE", "2.2": "OTHER"})
    nights.take_in(club, [came, replace(NIGHT, id="")], {"THERE": "MKTRWX"})
    assert len(nights.of(club)) == 2
    after = nights.get(key)[1]
    assert (after.scores, after.tables) == ({"1.1": "5 4", "1.2": "7 2"}, {"2.1": "MKTRWX"})
    (club_,) = Clubs(store).all().values()
    assert len(club_.nights) == 2
    (copy,) = Clubs(store).take_in([club_], {"MKTRWX": "ABCDEF"}, {})
    assert copy != club
    assert {each.tables.get("2.1") for each in nights.of(copy).values()} == {"ABCDEF", None}


def test_club_keeps_only_so_many_nights(store, club, monkeypatch):
    monkeypatch.setattr(stored, "MAX_NIGHTS", 2)
    assert MAX_NIGHTS > 100
    for _ in range(2):
        Nights(store).found(club, replace(NIGHT, id=""))
    with pytest.raises(Refused, match="at most 2 nights"):
        Nights(store).found(club, NIGHT)

"""A club's season and its payments, compared with figures computed by hand."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clubs.club import Club
from companion.clubs.season import next_dealer, standings
from companion.clubs.settling import balances, owed, payments
from companion.results.summary import GameSummary, Sitter, SummaryEntry, day_of
from tests.seasons import evenings

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy")
SEASON = """
2026-09-03  Ada Ada Bo | Ada Bo Cy Dee
2026-09-10  Bo Bo Cy | Ada Bo Cy Eli
2026-09-17  Cy Cy Cy Ada Ada Bo | Ada Bo Cy Dee
2026-09-24  Ada Ada Bo Cy | Ada Bo Cy Fay
2026-10-01  Gus | Gus Hal Ivy
2026-10-08  Ada Bo | Ada Bo Cy
2026-10-15  Dee Dee Dee Eli Eli Fay | Dee Eli Fay Gus Hal Ivy
2026-10-22  Cy | Ada Bo Cy Dee Eli
2026-10-29  Ada Ada Ada Ada Bo Bo Bo Cy Cy Dee | Ada Bo Cy Dee Eli Fay Gus Hal Ivy
2026-11-05  Bo Bo Ada | Ada Bo Cy
2026-11-12  Ivy Ivy Ivy | Ada Ivy
2026-11-19  Cy Ada+Bo | Ada Bo Cy Dee
"""
"""The winners of each game of an evening, and the people present."""
POINTS = {
    "Ada": [5, 3, 4, 5, 5, 4, 5, 4, 4],
    "Bo": [4, 5, 3, 4, 5, 4, 4, 5, 4],
    "Cy": [3, 4, 5, 4, 3, 5, 3, 3, 5],
    "Dee": [3, 2, 5, 4, 2, 2],
    "Eli": [3, 4, 4, 1],
    "Fay": [2, 3, 1],
    "Gus": [5, 2, 1],
    "Hal": [4, 2, 1],
    "Ivy": [4, 2, 1],
}
"""Points of the evenings that count; the one of 12 November is left out."""


def game(totals, winners, *, lowest=False, closed=False, key="kaiser"):
    """A game that is over; `totals` by names, "Ada Cy" for a side of two."""
    sides = {str(place): names for place, names in enumerate(totals, 1)}
    sitters = [
        Sitter(name, seat, code, 1, None)
        for seat, (code, name) in enumerate(
            ((code, name) for code, names in sides.items() for name in names.split()), 1
        )
    ]
    points = dict(zip(sides, totals.values(), strict=True))
    won = tuple(code for code, names in sides.items() if names in winners)
    return GameSummary(key, tuple(sitters), sides, points, won, True, 0, closed, lowest)


def table(day, summary, hour=20):
    begun = datetime.fromisoformat(f"{day}T{hour:02}:00").astimezone(UTC)
    return begun, SummaryEntry("CODE", begun, summary)


@pytest.fixture(scope="module")
def season():
    found = []
    for line in SEASON.strip().splitlines():
        day, _, rest = line.partition("  ")
        won, there = rest.split(" | ")
        for number, winner in enumerate(won.split()):
            pair = winner.replace("+", " ")
            alone = [name for name in there.split() if name not in pair.split()]
            sides = dict.fromkeys([pair, *alone], 0) | {pair: 10}
            found.append(table(day, game(sides, [pair]), 19 + number // 3))
    return evenings(found, Club("A").points)


def season_of(found, **more):
    club = Club("Thursday", PEOPLE, left_out=("2026-11-12",), **more)
    return {one.name: one for one in standings(club, found)}


def total(one):
    return sum(each.points for each in one.by_day.values())


def test_season_points_match_hand_calculation(season):
    """Worked out on paper. 3 Sep: Ada won two, Bo one: Ada 5, Bo 4, Cy and Dee share the third
    place, 3 each. 10 Sep: Bo 5, Cy 4, Ada and Eli 3. 17 Sep: Cy 5, Ada 4, Bo 3, Dee 2. 24 Sep: Ada
    5, Bo and Cy 4, Fay 2. 1 Oct: Gus 5, Hal and Ivy 4. 8 Oct: Ada and Bo 5, Cy 3. 15 Oct: Dee 5,
    Eli 4, Fay 3, the others 2. 22 Oct: Cy 5, the others 4. 29 Oct: Ada 5, Bo 4, Cy 3, Dee 2, the
    others, fifth, 1. 5 Nov: Bo 5, Ada 4, Cy 3. 12 Nov is left out. 19 Nov: Cy won alone 5, Ada and
    Bo together 4, Dee 2.

    Ada: 5 3 4 5 5 4 5 4 4, less 3, 4, 4: 28 of 39. Bo: 4 5 3 4 5 4 4 5 4 less 3, 4, 4:
    27 of 38. Cy: 3 4 5 4 3 5 3 3 5 less 3, 3, 3: 26 of 35. The others played six or fewer.
    """
    assert len(season) == 12
    table = season_of(season, best=6)
    assert {n: [p.points for p in one.by_day.values()] for n, one in table.items()} == POINTS
    assert {n: (int(one.figure), total(one), one.won, one.firsts) for n, one in table.items()} == {
        "Ada": (28, 39, 13, 4), "Bo": (27, 38, 12, 3), "Cy": (26, 35, 9, 3), "Dee": (18, 18, 4, 1),
        "Eli": (12, 12, 2, 0), "Gus": (8, 8, 1, 1), "Hal": (7, 7, 0, 0), "Ivy": (7, 7, 0, 0),
        "Fay": (6, 6, 1, 0),
    }  # fmt: skip
    assert [one.place for one in table.values()] == [1, 2, 3, 4, 5, 6, 7, 7, 9]
    assert [one.evenings for one in table.values()] == [9, 9, 9, 6, 4, 3, 3, 3, 3]


def test_best_six_keep_earliest_of_equal_evenings(season):
    ada = season_of(season, best=6)["Ada"]
    out = [day for day in ada.by_day if day not in ada.counted]
    assert [ada.by_day[day].points for day in out] == [3, 4, 4]
    assert out == ["2026-09-10", "2026-11-05", "2026-11-19"]


def test_the_average_counts_every_evening(season):
    table = season_of(season, average=True, best=6)
    assert table["Ada"].figure == Fraction(39, 9)
    assert list(table) == ["Ada", "Bo", "Cy", "Dee", "Eli", "Gus", "Hal", "Ivy", "Fay"]


def test_a_tie_says_how_it_is_broken(season):
    table = season_of(season, average=True)
    assert (table["Dee"].figure, table["Eli"].figure) == (3, 3)
    assert table["Eli"].why == "Dee won more evenings: 1 to 0"
    assert table["Ivy"].why == "level with Hal"
    assert table["Ivy"].place == table["Hal"].place
    assert table["Gus"].why == ""


def test_a_season_has_its_first_and_last_day(season):
    table = season_of(season, since="2026-10-01", until="2026-10-15")
    assert (total(table["Dee"]), total(table["Gus"]), total(table["Ada"])) == (5, 7, 5)
    assert (table["Cy"].evenings, season_of(season, since="2027-01-01")["Cy"].place) == (1, 1)


def test_games_won_alone_break_a_tie(season):
    places = {each.name: (each.place, each.points) for each in season[-1].places}
    assert places == {"Cy": (1, 5), "Ada": (2, 4), "Bo": (2, 4), "Dee": (4, 2)}
    assert season[-1].winners == ["Cy"]
    assert season[5].winners == ["Ada", "Bo"]


def test_game_after_midnight_counts_for_evening_before():
    late = [table("2026-11-05", game({"Ada": 1, "Bo": 0}, ["Ada"]), 23),
            table("2026-11-06", game({"Ada": 1, "Bo": 0}, ["Bo"]), 4)]  # fmt: skip
    (evening,) = evenings(late, (5, 4))
    assert (evening.day, len(evening.entries)) == ("2026-11-05", 2)
    assert day_of(late[1][0].replace(hour=12)) == "2026-11-06"


def test_an_unfinished_game_gives_nobody_anything():
    begun, entry = table("2026-11-05", game({"Ada": 1, "Bo": 0}, ["Ada"]))
    going = replace(entry, summary=replace(entry.summary, ended=False))
    (evening,) = evenings([(begun, going)], (5, 4))
    assert (evening.places, evening.winners, evening.played) == ([], [], [])


def test_evening_without_a_winner_brings_no_points():
    """Its games were closed early: all are level, and nobody has won."""
    closed = table("2026-11-05", game({"Ada": 1, "Bo": 0}, [], closed=True))
    (evening,) = evenings([closed], (5, 4))
    assert [(each.place, each.points) for each in evening.places] == [(1, 0), (1, 0)]
    assert evening.winners == []


@pytest.mark.parametrize(
    ("here", "last", "next_one"),
    [
        ("Ada Bo Cy", "Bo", "Cy"),
        ("Ada Bo Cy", "CY", "Ada"),
        ("Ada Cy", "Bo", "Cy"),
        ("Ada Bo", "Bo", "Ada"),
        ("Bo Cy", "somebody else", "Bo"),
        ("", "Bo", ""),
    ],
)
def test_the_first_deal_goes_round(here, last, next_one):
    assert next_dealer(["Ada", "Bo", "Cy"], here.split(), last) == next_one


# -- settling up --------------------------------------------------------------------------------

KAISER = game({"Ada Cy": 55, "Bo Dee": 31}, ["Ada Cy"])
HEARTS = game({"Ada": 43, "Bo": 28, "Cy": 71, "Dee": 66}, ["Bo"], lowest=True)
TEN = Club("A", stake=10)


def test_an_evening_is_settled_in_the_fewest_payments():
    """The mock's evening: the difference between two sides, against the average among four."""
    games = [owed(KAISER, TEN), owed(HEARTS, TEN)]
    assert games[0] == {"Ada": 240, "Cy": 240, "Bo": -240, "Dee": -240}
    assert games[1] == {"Ada": 90, "Bo": 240, "Cy": -190, "Dee": -140}
    balance = balances(games)
    assert balance == {"Ada": 330, "Cy": 50, "Bo": 0, "Dee": -380}
    assert [(p.payer, p.payee, p.cents) for p in payments(balance)] == [
        ("Dee", "Ada", 330), ("Dee", "Cy", 50),
    ]  # fmt: skip


def test_game_stake_is_paid_by_all_losers():
    club = Club("A", stake=100, a_game=True)
    assert owed(HEARTS, club) == {"Ada": -100, "Bo": 300, "Cy": -100, "Dee": -100}
    three = game({"Ada": 5, "Bo Cy": 9}, ["Bo Cy"])
    assert owed(three, club) == {"Ada": -100, "Bo": 50, "Cy": 50}


def test_without_a_stake_or_an_end_nobody_pays():
    assert owed(KAISER, Club("A")) == {}
    assert owed(game({"Ada": 5, "Bo": 9}, [], closed=True), TEN) == {}
    assert set(owed(game({"Ada": 5, "Bo": 5}, []), TEN).values()) == {0}


def test_indivisible_cents_are_paid_out_whole():
    found = balances([owed(game({"Ada": 1, "Bo": 0, "Cy": 0}, ["Ada"]), Club("A", stake=10))])
    assert found == {"Ada": 7, "Bo": -3, "Cy": -4}


def test_matching_balances_save_a_payment():
    found = payments({"Ada": 70, "Bo": -70, "Cy": 50, "Dee": -30, "Eli": -20})
    assert [(p.payer, p.payee, p.cents) for p in found] == [
        ("Bo", "Ada", 70), ("Dee", "Cy", 30), ("Eli", "Cy", 20),
    ]  # fmt: skip


def fewest(cents):
    """The fewest payments, by brute force: the first debt or claim is met by each other in turn."""
    first, *others = [each for each in cents if each] or [0]
    return min(
        (1 + fewest([*others[:n], each + first, *others[n + 1 :]])
         for n, each in enumerate(others) if each * first < 0),
        default=0,
    )  # fmt: skip


@given(st.lists(st.one_of(st.integers(-6, 6), st.integers(-500, 500)), min_size=1, max_size=5))
def test_payments_settle_any_balance_and_are_the_fewest(cents):
    balance = {f"P{place}": each for place, each in enumerate([*cents, -sum(cents)])}
    left = dict(balance)
    found = payments(balance)
    for each in found:
        assert each.cents > 0
        left[each.payer] += each.cents
        left[each.payee] -= each.cents
    assert not any(left.values())
    assert len(found) == fewest(list(balance.values()))

"""The ranking of a night, worked out by hand, and what never changes it."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from companion.nights.night import Night, erased, merged, points_of, ranking
from companion.questions import Refused
from companion.results.summary import GameSummary, Sitter

DAY = "2026-11-05"
CHART = """
FVSB OKNQ DMGE JRCH TPUI
GATC PLOR ENHF KSDI UQVJ
SPIT LQHE FGVB MDOU KNAW
TQJU MRIF GHWC NEPV LOBA
URKV NSJG HIAD OFQW MPCB
VSLW OTKH IJBE PGRA NQDC
"""
"""By round, the people at each table in turn order: N and S are the 1st and the 3rd. W comes in
round 3, with number 23. C leaves after round 3; a stand-in plays number 3."""
POINTS = """
36 4, 40 44, -12 0, 52 0, 36 39
-12 33, 23 -8, 5 24, 33 33, 23 0
52 24, -12 39, 5 10, 60 44, 58 -8
58 39, 40 -8, 23 -8, 52 4, 31 24
17 33, 5 39, 31 33, 60 4, 5 39
58 44, 23 21, 5 33, 66 0, 58 -8
"""
BY_HAND = """
S  36  33  52   .  39  44  204 40 3  1
P  39  23  24  52  39  66  243 48 5  2
O  40  23  60  24  60  23  230 48 4  3
K  44  33  58   .  17  23  175 40 3  4
I  39  33  52  40  33   5  202 48 4  5
U  36  23  44  39  17   .  159 40 1  6
D -12  33  44   .  33  58  156 40 2  7
J  52   0   .  58   5  33  148 40 3  8
A   .  33  58  24  31   0  146 40 2  9
Q  44   0  39  39  60  -8  174 48 3 10
N  40  24  -8  52   5  58  171 48 3 11
M   0   .  60  40   5   .  105 32 3 12
T  36 -12  24  58   .  21  127 40 1 13
V   4  23   5   4  33  58  127 48 3 14
B   4   .  10  31  39   5   89 40 3 15
L   .  -8 -12  31   .  58   69 32 2 16
R   0  -8   .  -8  33  66   83 40 2 17
E   0   5  39   4   .  33   81 40 3 18
W   .   .  -8  23   4  44   63 32 1 19
F  36  24   5  -8   4   .   61 40 2 20
G -12 -12  10  23  39   0   48 48 3 21
H   0   5 -12  -8  31  21   37 48 0 22
C  52  33   .   .   .   .   85 16 2  0
"""
"""Name, points by round, total, hands that count, rounds won, place. Table 4 of round 2 is level:
nobody won it. C has the best average, but fewer than half of the hands."""


def by_hand():
    scores = {
        f"{round}.{table}": points
        for round, line in enumerate(POINTS.strip().splitlines(), 1)
        for table, points in enumerate(line.split(", "), 1)
    }
    people = (*"ABCDEFGHIJKLMNOPQRSTUV", "W")
    return Night(DAY, "kaiser", people, late=(3,), changes={"3.4": ""}, scores=scores)


def test_ranking_equals_the_one_by_hand():
    night = by_hand()
    for round, line in enumerate(CHART.split("\n")[1:-1], 1):
        names = [[night.people[n - 1] for n in table] for table in night.plan.rounds[round - 1]]
        assert names == [[*table] for table in line.split()]
    lines = [
        [each.name, *("." if p is None else str(p) for p in each.points), str(each.total),
         str(each.hands), str(each.won), str(each.place)]
        for each in ranking(night, {})
    ]  # fmt: skip
    assert lines == [line.split() for line in BY_HAND.strip().splitlines()]
    assert ranking(night, {})[0].rate == Fraction(204, 40)


def evening(seed, people=13, rounds=5, **more):
    """A night with random points in every round."""
    chance = random.Random(seed)
    night = Night(DAY, "kaiser", tuple(f"P{n}" for n in range(people)), rounds=rounds, **more)
    points = lambda: " ".join(str(chance.randint(-3, 3)) for _ in range(2))  # noqa: E731
    every = [key for round in range(1, rounds + 1) for key in night.places(round)]
    return replace(night, scores={key: points() for key in every})


def places(night):
    return {each.number: (each.place, each.rate) for each in ranking(night, {})}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 999), st.integers(8, 23), st.randoms(use_true_random=False))
def test_permuting_people_leaves_places_the_same(seed, people, chance):
    night = evening(seed, people)
    names = [*night.people]
    chance.shuffle(names)
    assert places(replace(night, people=tuple(names))) == places(night)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 999), st.sampled_from([9, 10, 11, 13, 14, 22, 23]))
def test_sitting_out_changes_no_rate(seed, people):
    night = evening(seed, people)
    shorter = {key: text for key, text in night.scores.items() if key[0] < "5"}
    before, after = (places(replace(night, scores=each)) for each in (shorter, night.scores))
    out = night.plan.benches[4]
    assert out
    for number in out:
        assert before[number][1] == after[number][1]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 999), st.sampled_from([8, 12, 13]))
def test_ties_fall_to_rounds_then_best_round(seed, people):
    """The place is one more than the number of people who are better."""
    lines = ranking(evening(seed, people, 4), {})
    assert all(each.place for each in lines)
    merits = [(each.rate, each.won, max(p for p in each.points if p is not None)) for each in lines]
    assert [each.place for each in lines] == [
        1 + sum(other > own for other in merits) for own in merits
    ]


def test_level_rounds_are_won_by_nobody():
    night = evening(1, 8, 4)
    level = dict.fromkeys(night.scores, "10 10")
    lines = ranking(replace(night, scores=level), {})
    assert {(each.place, each.won) for each in lines} == {(1, 0)}
    lines = ranking(replace(night, scores={**level, "1.1": "11 10"}), {})
    assert [(each.place, each.won) for each in lines] == [(1, 1)] * 2 + [(3, 0)] * 6


def test_lowest_total_may_be_best():
    night = replace(by_hand(), lowest=True)
    ranked = [each for each in ranking(night, {}) if each.place]
    assert ranked[0].name == "H"
    assert ranked[-1].name == "S"
    # A round is won by the lower side.
    assert ranked[0].won == 6


def summary(names, totals, hands=8):
    """A game that a phone scored; its sides are A and B."""
    sitters = tuple(Sitter(name, n, "AB"[n % 2], 1, None) for n, name in enumerate(names))
    return GameSummary("kaiser", sitters, {}, dict(zip("AB", totals, strict=True)), (), True, hands)


def sides(*names):
    """These people with any number, by side."""
    return [[*enumerate(each)] for each in names]


def test_table_of_a_phone_counts_like_paper():
    night = by_hand()
    names = [name for _, name in night.seats("1.2")]
    score = {key: text for key, text in night.scores.items() if key != "1.2"}
    phone = replace(night, scores=score, tables={"1.2": "MKTRWX"})
    assert ranking(phone, {"MKTRWX": summary(names, (40, 44))}) == ranking(night, {})
    # Seats may be others as long as partners are the same, and hands fewer.
    turned = summary(names[1:] + names[:1], (44, 40), 4)
    lines = {each.name: each for each in ranking(phone, {"MKTRWX": turned})}
    assert (lines["O"].total, lines["O"].hands) == (230, 44)
    assert points_of(summary("OKXQ", (1, 2)), sides("ON", "KQ")) is None
    assert points_of(summary("OKNQ", (1, 2)), sides("OK", "NQ")) is None
    assert points_of(summary("OKXQ", (1, 2)), sides(["O", ""], "KQ")) == (1, 2)
    assert points_of(summary("WXYZ", (1, 2)), sides(["", ""], ["", ""])) is None


def test_unfinished_table_does_not_count():
    phone = replace(by_hand(), scores={}, tables={"1.1": "MKTRWX"})
    game = replace(summary("FVSB", (9, 3)), ended=False)
    for known in ({}, {"MKTRWX": game}):
        assert not any(each.hands for each in ranking(phone, known))


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "people": ({"people": tuple("ABCDEFG")}, "8 to 60 people, not 7"),
    "many": ({"people": tuple(f"P{n}" for n in range(61))}, "not 61"),
    "twice": ({"people": (*"ABCDEFG", "a")}, "would be here twice"),
    "number": ({"people": (*"ABCDEFG", "12")}, "is not a name"),
    "name": ({"people": (*"ABCDEFG", "x" * 41)}, "at most 40 letters"),
    "shape": ({"shape": "pairs"}, "no kind of table"),
    "rounds": ({"rounds": 13}, "13 rounds: a night has 4 to 12"),
    "hands": ({"hands": 0}, "0 hands: a round has 1 to 40"),
    "begun": ({"late": (2, 2), "people": tuple("ABCDEFGHI")}, "8 to 60 people, not 7"),
    "late": ({"late": (1,), "people": tuple("ABCDEFGHI")}, "round 2 to 6"),
    "last": ({"late": (7,), "people": tuple("ABCDEFGHI")}, "round 2 to 6"),
    "sixty": ({"late": (2,), "people": tuple(f"P{n}" for n in range(61))}, "not 61"),
    "place": ({"scores": {"7.1": "1 2"}}, "no place here"),
    "table": ({"scores": {"1.3": "1 2"}}, "no place here"),
    "key": ({"scores": {"1.01": "1 2"}}, "no place here"),
    "points": ({"scores": {"1.1": "1"}}, "write 2 whole numbers"),
    "letters": ({"scores": {"1.1": "1 x"}}, "write 2 whole numbers"),
    "large": ({"scores": {"1.1": "1 100000"}}, "write 2 whole numbers"),
    "spaces": ({"scores": {"1.1": f"1{' ' * 300}2"}}, "too long"),
    "both": ({"scores": {"1.1": "1 2"}, "tables": {"1.1": "MKTRWX"}}, "on paper or on a phone"),
    "code": ({"tables": {"1.1": "x" * 301}}, "too long"),
    "changes": ({"changes": {"9.1": ""}}, "no place here"),
    "back": ({"changes": {"2.3": "A"}}, "A would be here twice"),
    "day": ({"day": "5 November"}, "is not a day"),
}


@pytest.mark.parametrize("case", BAD)
def test_impossible_night_is_refused(case):
    changed, words = BAD[case]
    with pytest.raises(Refused, match=words):
        Night(**{"day": DAY, "game": "kaiser", "people": tuple("ABCDEFGH"), **changed})


def test_stored_night_is_the_same():
    adapter = TypeAdapter(Night)
    assert adapter.validate_json(adapter.dump_json(by_hand())) == by_hand()


def test_copies_of_a_night_are_merged():
    night = by_hand()
    first = {key: text for key, text in night.scores.items() if key < "4"}
    later = {key: text for key, text in night.scores.items() if key > "3"}
    here, came = replace(night, scores=first, changes={}), replace(night, scores=later)
    assert merged(here, came) == night
    assert merged(here, replace(came, scores={"1.1": "9 9"})).scores == {**first, "1.1": "9 9"}
    phone = replace(came, scores={}, tables={"1.1": "MKTRWX"})
    assert "1.1" not in merged(here, phone).scores


def test_erased_name_leaves_its_number():
    night = by_hand()
    names = [each.name for each in ranking(erased(night, "s"), {})]
    assert names[0] == "Player 19"
    assert "S" not in names
    other = replace(night, people=("Player 19", *night.people[1:]))
    assert erased(other, "S").people[18] == ""

"""The rotation for 8 to 60 people and 4 to 12 rounds: 477 nights of each shape."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest

from companion.nights.rotation import (
    PEOPLE,
    ROUNDS,
    SEATS,
    advice,
    schedule,
    sitting_out,
    stays,
)

NIGHTS = [(people, rounds) for people in PEOPLE for rounds in ROUNDS]
SIZE = {shape: len(seats) for shape, seats in SEATS.items()}
TOO_FEW = {8: range(8, 13), 9: range(10, 13), 10: [12], 12: [12]}
"""The rounds from which so few people cannot all have new partners."""
AVOIDABLE = {(10, 11): 4, (10, 12): 8, (11, 12): 4, (22, 12): 1} | {
    (14, rounds): 2 * (rounds - 7) for rounds in range(8, 13)
}
"""The nights in which so many pairs are partners again although it could be avoided."""
AGAINST = {
    "partners": {1: 88, 2: 283, 3: 89, 4: 13, 5: 4},
    "three": {1: 269, 2: 176, 3: 27, 4: 4, 5: 1},
}
"""How often two people are opponents at most: the number of nights for each figure."""


@cache
def night(people, rounds, shape):
    return schedule(people, rounds, shape)


def opponents(plan):
    """Each pair of people with the number of rounds in which they are opponents."""
    return Counter(
        frozenset((one, two))
        for tables in plan.rounds for each in tables
        for (a, one), (b, two) in combinations(enumerate(each), 2)
        if plan.shape == "three" or b - a != 2
    )  # fmt: skip


def met_again(plan):
    """The number of times that two people are at one table once more."""
    every = [frozenset(pair) for tables in plan.rounds for each in tables
             for pair in combinations(each, 2)]  # fmt: skip
    return len(every) - len({*every})


@pytest.mark.parametrize("shape", SEATS)
def test_everybody_has_one_chair_in_each_round(shape):
    for people, rounds in NIGHTS:
        plan = night(people, rounds, shape)
        everybody = list(range(1, people + 1))
        assert len(plan.rounds) == rounds
        for number in range(1, rounds + 1):
            assert sorted(plan.chairs(number).values()) == everybody
            assert len(plan.rounds[number - 1]) == people // SIZE[shape]


@pytest.mark.parametrize("shape", SEATS)
def test_signs_lead_everybody_to_the_right_chair(shape):
    """Each person begins at the first chair and then only follows the signs."""
    for people, rounds in NIGHTS:
        plan = night(people, rounds, shape)
        at = {number: chair for chair, number in plan.chairs(1).items()}
        assert set(plan.ways) == set(at.values())
        for each in range(2, rounds + 1):
            at = {number: plan.ways[chair] for number, chair in at.items()}
            assert at == {number: chair for chair, number in plan.chairs(each).items()}


@pytest.mark.parametrize("shape", SEATS)
def test_byes_are_even_after_every_round(shape):
    for people, rounds in NIGHTS:
        plan, byes = night(people, rounds, shape), Counter(dict.fromkeys(range(1, people + 1), 0))
        for bench in plan.benches:
            assert len(bench) == sitting_out(people, shape)
            byes.update(bench)
            assert max(byes.values()) - min(byes.values()) <= 1
        assert not any(set(now) & set(then) for now, then in pairwise(plan.benches))


def test_partners_repeat_only_where_listed():
    again = {each: night(*each, "partners").partners_again for each in NIGHTS}
    repeated = {each: pairs for each, pairs in again.items() if pairs}
    must = {
        (people, rounds): rounds * (people // 4) * 2 - people * (people - 1) // 2
        for people, few in TOO_FEW.items() for rounds in few
    }  # fmt: skip
    assert {each: repeated[each] for each in AVOIDABLE} == AVOIDABLE
    del must[10, 12]  # 3 must repeat, 8 do
    assert repeated == must | AVOIDABLE


@pytest.mark.parametrize("shape", SEATS)
def test_opponents_meet_as_seldom_as_designed(shape):
    most, above, nobody_twice = Counter[int](), Counter[int](), 0
    for people, rounds in NIGHTS:
        plan = night(people, rounds, shape)
        often = max(opponents(plan).values())
        most[often] += 1
        games = rounds * (people // SIZE[shape]) * (4 if shape == "partners" else 3)
        above[often + games // -(people * (people - 1) // 2)] += 1
        nobody_twice += met_again(plan) == 0
    assert most == AGAINST[shape]
    assert nobody_twice == AGAINST[shape][1]
    assert above == (
        {0: 108, 1: 310, 2: 56, 3: 3} if shape == "partners" else {0: 314, 1: 162, 2: 1}
    )


@pytest.mark.parametrize(
    ("people", "again"),
    [(8, (20, 44, 68, 116)), (12, (17, 44, 78, 150)), (16, (0, 24, 72, 168)),
     (20, (5, 21, 76, 175)), (30, (0, 3, 42, 132)), (40, (0, 0, 22, 108)), (60, (0, 0, 0, 34))],
)  # fmt: skip
def test_people_meet_again_as_often_as_designed(people, again):
    plans = [night(people, rounds, "partners") for rounds in (4, 6, 8, 12)]
    assert tuple(map(met_again, plans)) == again


@pytest.mark.parametrize("shape", SEATS)
def test_last_number_keeps_its_chair_if_all_fit(shape):
    for people, rounds in NIGHTS:
        plan = night(people, rounds, shape)
        chairs = {plan.chair(people, each) for each in range(1, rounds + 1)}
        assert (len(chairs) == 1) == stays(people, shape)


def test_latecomer_takes_next_number_in_new_tables():
    plan = schedule(22, 6, late=(3,))
    assert plan.people == 23
    assert plan.chair(23, 2) is None
    assert plan.chair(23, 3) is not None
    assert plan.rounds[:2] == schedule(22, 6).rounds[:2]
    assert plan.rounds[2:] == schedule(23, 6).rounds[2:]
    assert plan.ways == schedule(23, 6).ways


def test_byes_stay_nearly_even_with_a_latecomer():
    """With 9 or 10 people, a latecomer after round 10 can sit out two rounds together."""
    for people in range(8, 60):
        for rounds in (6, 12):
            for first in range(2, rounds + 1):
                plan = schedule(people, rounds, late=(first,))
                byes = Counter(dict.fromkeys(range(1, people + 1), 0))
                byes.update(each for bench in plan.benches for each in bench if each <= people)
                assert max(byes.values()) - min(byes.values()) <= 2
                twice = any(set(now) & set(then) for now, then in pairwise(plan.benches))
                assert not twice or (people < 11 and first > 10)


def test_partner_is_opposite_and_opponents_are_beside():
    plan = schedule(22, 6)
    for each in range(1, 7):
        at = {number: chair for chair, number in plan.chairs(each).items()}
        for number, chair in at.items():
            people = plan.table(number, each)
            assert plan.chair(number, each) == chair
            assert (chair.table == 0) == (people == ())
            if people:
                assert people[0] == number
                seats = "".join(at[other].seat for other in people)
                assert "NESWNES".find(seats) == "NESW".index(chair.seat)


def test_advice_offers_a_seat_to_the_organiser():
    assert advice(24) == ""
    assert advice(25).startswith("One person sits out each round")
    assert advice(26).startswith("Two people sit out each round")
    assert "you can play as number 24, out of the ranking" in advice(23)
    assert "three people sit out" in advice(23)
    assert "number" not in advice(59, "three").replace("number 60", "")
    assert "number 60" in advice(59)

"""Dilemma: the winner of a trick and the reason, possible values of score cards, refusals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card
from companion.games.dilemma import facts
from companion.games.dilemma.facts import PACK, VALUES, Deal, Pile, say
from companion.games.dilemma.house import House
from companion.games.dilemma.score import check_stop, next_dealer, there
from companion.questions import Refused
from companion.seating import Seat, Seating
from tests.games.written import game_of, golden, replayed
from tests.replays import ruled

GAME = game_of("dilemma")

HEAD = "players: Ann, Ben\nrules: target 500\nentry: quick\nhand 1\n"


@pytest.mark.parametrize(
    ("cards", "leader_wins", "rule", "why"),
    [
        ("9S 6H KD 3C", True, "DIL-SUM", "Ann 22, Ben 9"),
        ("8C QD 5S AH", True, "DIL-SUM", "Ann 22, Ben 17"),
        ("7D 7S 2H JC", False, "DIL-SUM", "Ann 9, Ben 18"),
        ("10S 9H 6D 7C", False, "DIL-PRODUCT", "16 each; products Ann 60, Ben 63"),
        ("9H 10S 6D 7C", True, "DIL-PRODUCT", "16 each; products Ann 63, Ben 60"),
        ("5H KC 5D KS", False, "DIL-FIRSTHIGH", "18 and 65 each; Ben played the first K"),
        ("5H 5C KD KS", True, "DIL-FIRSTHIGH", "18 and 65 each; Ann played the first K"),
        ("KH 5C 5D KS", True, "DIL-FIRSTHIGH", "18 and 65 each; Ann played the first K"),
        ("4S 4H 4D 4C", True, "DIL-FIRSTHIGH", "8 and 16 each; Ann played the first 4"),
    ],
)
def test_a_trick_is_decided_in_words(cards, leader_wins, rule, why):
    judged = facts.judge([Card.parse(card) for card in cards.split()], ("Ann", "Ben"))
    assert (judged.leader_wins, judged.why.rule, str(judged.why)) == (leader_wins, rule, why)


@given(st.permutations(list(PACK)))
def test_first_highest_card_decides_equal_pairs(cards):
    ranks = [card for card in cards if card.rank in (cards[0].rank, cards[1].rank)][:4]
    third = facts.second_plays_third(ranks[0], ranks[1])
    leaders = {0, 3} if third else {0, 2}
    pairs = [
        sorted(facts.value(ranks[n]) for n in range(4) if (n in leaders) is who) for who in (1, 0)
    ]
    if pairs[0] == pairs[1]:
        first = max(range(4), key=lambda place: (facts.value(ranks[place]), -place))
        assert facts.judge(ranks).leader_wins is (first in leaders)


@pytest.mark.parametrize("tricks", [0, 1, 2, 3])
def test_bounds_are_extremes_of_any_score_cards(tricks):
    sums = {
        sum(cards)
        for cards in combinations_with_replacement(VALUES.values(), tricks)
        if max(Counter(cards).values(), default=0) <= 4
    }
    assert facts.bounds(tricks) == (min(sums), max(sums))


@pytest.mark.parametrize(
    ("kept", "words"), [([], "no score card"), ([14], "14"), ([3, 14], "3 + 14 = 17")]
)
def test_a_pile_in_words(kept, words):
    found = Pile.of(kept)
    told = str(say.pile(pile=found))
    assert (found.tricks, found.points, told) == (len(kept), sum(kept), words)


@pytest.mark.parametrize(
    ("tricks", "points", "totals"),
    [
        ("3 10", "6 90", [6, 90]),
        ("3 10", "42 50", [42, 50]),
        ("13 0", "41 0", [41, 0]),
        ("0 13", "0 167", [0, 167]),
    ],
)
def test_what_is_just_possible_is_taken(tricks, points, totals):
    replay = replayed(GAME, f"{HEAD}tricks: {tricks}; points: {points}")
    assert list(replay.ledger.totals.values()) == totals


@pytest.mark.parametrize(
    ("tricks", "points", "code", "words"),
    [
        ("3 10", "50 60", "points_impossible", "3 tricks can be worth 6 to 42 points, not 50."),
        ("3 10", "5 60", "points_impossible", "3 tricks can be worth 6 to 42 points, not 5."),
        ("1 12", "15 60", "points_impossible", "1 trick can be worth 2 to 14 points, not 15."),
        ("0 13", "1 60", "points_impossible", "0 tricks can be worth 0 to 0 points, not 1."),
        ("6 7", "78 90", "points_impossible", "is 168; a deal holds 41 to 167 points."),
        ("6 7", "14 17", "points_impossible", "is 31; a deal holds 41 to 167 points."),
        ("0 13", "0 168", "out_of_range", "167"),
        ("13 0", "167 -1", "out_of_range", ""),
        ("14 -1", "50 0", "out_of_range", ""),
    ],
)
def test_what_cannot_be_is_refused(tricks, points, code, words):
    (refusal,) = replayed(GAME, f"{HEAD}tricks: {tricks}; points: {points}").refused
    assert refusal.code == code
    assert words in refusal.message


def test_last_deal_names_who_reached_target():
    replay = golden(GAME)
    told = [
        [tell.words for tell in hand.tells if tell.rule == "DIL-TARGET"] for hand in replay.hands
    ]
    assert [words[-1:] for words in told[:-1]] == [[]] * (len(told) - 1)
    assert told[-1][-1] == "Ann and Ben have reached 100."


def test_adjustment_below_target_continues_the_game():
    tricks = "; ".join(f"winner {n}: Ann; last {n}: {card}" for n, card in enumerate(
        ("AS", "AH", "AC", "KS"), 1))  # fmt: skip
    head = "players: Ann, Ben\ndealer: Ben\nentry: tricks\nrules: end_when at_once, target 50\n"
    replay = replayed(GAME, f"{head}hand 1\n{tricks}\n@adjust 1: Ann -20 agreed")
    assert replay.outcome is None
    assert replay.pending.hand == 2


@pytest.mark.parametrize(
    ("points", "summary"),
    [("60 60", "Level: 60 each"), ("50 61", "Ben takes the deal, 61 to 50")],
)
def test_the_deal_in_one_sentence(points, summary):
    assert replayed(GAME, f"{HEAD}tricks: 6 7; points: {points}").hands[0].summary == summary


def test_a_forfeit_counts_for_who_takes_the_deal():
    head = HEAD.replace("target 500", "target 500, misplay forfeit_trick")
    text = f"{head}tricks: 6 7; points: 50 40\nforfeit: Ann; card: K"
    replay = replayed(GAME, text)
    assert replay.hands[0].summary == "Ben takes the deal, 53 to 37"


def test_pile_without_cards_leaves_a_possible_rest():
    assert not Pile(0, 0).may_hold(5)
    low, high = facts.bounds(2)
    assert [Pile(3, low + 5).may_hold(5), Pile(3, low + 4).may_hold(5)] == [True, False]
    assert [Pile(3, high + 5).may_hold(5), Pile(3, high + 6).may_hold(5)] == [True, False]
    assert [Pile(1, 5).may_hold(5), Pile(1, 6).may_hold(5)] == [True, False]


SEATS = Seating(["Ann", "Ben"]).seats


def piles(*points: int) -> dict[Seat, Pile]:
    return {seat: Pile(6, number) for seat, number in zip(SEATS, points, strict=True)}


@pytest.mark.parametrize(
    ("reading", "points", "deals"),
    [
        ("alternate", (50, 40), "Ben"), ("alternate", (40, 50), "Ben"),
        ("loser_deals", (50, 40), "Ben"), ("loser_deals", (40, 50), "Ann"),
        ("loser_deals", (45, 45), "Ben"),
    ],
)  # fmt: skip
def test_who_deals_next(reading, points, deals):
    rules = ruled(GAME, House, {"next_dealer": reading})
    assert str(next_dealer(SEATS[0], Deal(piles(*points), None), rules)) == deals


@pytest.mark.parametrize(("points", "who"), [((50, 0), "Ann"), ((49, 50), "Ben"), ((49, 49), None)])
def test_who_stands_at_the_target(points, who):
    before = {seat.side: 50 for seat in SEATS}
    found = there(Deal(piles(*points), None), before, ruled(GAME, House, {"target": "100"}))
    assert (str(found) if found else None) == who


@pytest.mark.parametrize(
    ("points", "code"),
    [((49, 49), ""), ((63, 49), ""), ((64, 49), "beyond_target"), ((50, 50), "both_at_target")],
)
def test_immediate_stop_allows_one_player_at_target(points, code):
    rules = ruled(GAME, House, {"end_when": "at_once", "target": "50"})
    found = ""
    try:
        check_stop(piles(*points), {seat.side: 0 for seat in SEATS}, rules)
    except Refused as refusal:
        found = refusal.code
    assert found == code

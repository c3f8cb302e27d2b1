"""Dealer's Dilemma: the cost of a revoke, the legal bids, the place of the dealer's card."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, TOP, ZERO, Bid, Running
from companion.said import Text
from companion.seating import Seating
from tests.games.written import game_of, replayed

GAME = game_of("dealers-dilemma")

TEXT = """players: Ana, Ben, Cai
rules: revoke offender_zero
entry: quick
hand 1
kind 1: top; kind 2: zero; kind 3: zero
top 1: 10; tricks: 10 0 0
revoke: """


@pytest.mark.parametrize(
    ("offender", "told"),
    [("Ana", ["Ana revoked and scores nothing this round."]), ("nobody", [])],
)
def test_who_scores_nothing_for_a_revoke_is_told(offender, told):
    replay = replayed(GAME, TEXT + offender)
    assert [tell.words for tell in replay.hands[0].tells if tell.rule == "DD-R8"] == told
    assert [line.points for line in replay.hands[0].lines] == ([0, 6, 6] if told else [8, 6, 6])


def test_round_is_named_once_with_best_score():
    hand = replayed(GAME, TEXT + "nobody").hands[0]
    assert (hand.title, hand.summary) == ("round 1 of 6", "Ana +8: Top bid of 10, made")


def refused(round_: str, rules: str = "") -> list[tuple[str, str, str]]:
    """The refusals of a round entered by its bids and tricks: place, reason, rule."""
    head = f"players: Ana, Ben, Cai\nrules: {rules}\nentry: quick\nhand 1\n"
    replay = replayed(GAME, head + round_)
    return [(each.key, each.code, each.rule) for each in replay.refused]


@pytest.mark.parametrize(
    ("bid", "code", "rule"),
    [
        ("top 1: 1", "out_of_range", "DD-BIDS"),
        ("top 1: 2", "", ""),
        ("top 1: 10", "", ""),
        ("top 1: 11", "out_of_range", "DD-BIDS"),
        ("difference 1: 0", "not_allowed", "DD-R1"),
        ("difference 1: 8", "", ""),
        ("difference 1: 9", "out_of_range", "DD-R1"),
        ("difference 1: -1", "out_of_range", "DD-R1"),
    ],
)
def test_a_number_is_one_that_cards_can_bid(bid, code, rule):
    kind = bid.split()[0]
    round_ = f"kind 1: {kind}; {bid}; kind 2: zero; kind 3: zero; tricks: 10 0 0"
    assert refused(round_) == ([(bid[:-3].strip(": "), code, rule)] if code else [])


@pytest.mark.parametrize(
    ("hidden", "third", "twice"),
    [
        ("5", "top; top 3: 5", True),
        ("5", "difference; difference 3: 5", False),
        ("6", "top; top 3: 5", False),
    ],
)
def test_no_rank_is_bid_a_fifth_time(hidden, third, twice):
    two = f"kind 1: easy; shown 1: 5; hidden 1: 5; kind 2: easy; shown 2: 5; hidden 2: {hidden}"
    codes = [code for _, code, _ in refused(f"{two}; kind 3: {third}; tricks: 10 0 0")]
    assert codes == (["too_many_copies"] if twice else [])


def test_nobody_wins_less_than_no_trick():
    bids = "kind 1: zero; kind 2: zero; kind 3: zero; "
    assert refused(f"{bids}tricks: 0 0 10") == []
    assert [key for key, _, _ in refused(f"{bids}tricks: -1 1 10")] == ["tricks"]


@pytest.mark.parametrize(
    ("bid", "gone", "holds"),
    [
        (Bid(ZERO), False, True),
        (Bid(ZERO), True, False),
        (Bid(TOP, 7), False, True),
        (Bid(DIFFERENCE, 7, 2), False, True),
        (Bid(EASY, 7, 2), False, True),
        (Bid(EASY, 7, 2), True, False),
        (Bid(EASY, 7), False, False),
        (Bid(EASY, 7), True, False),
    ],
)
def test_dealer_holds_taken_card_unless_gone_or_hidden(bid, gone, holds):
    dealer = Seating(["Ana", "Ben", "Cai"]).seats[0]
    lead, taken = Card.parse("4H"), Card.parse("9S")
    lying: dict[Card, Text] = {taken: "The 9♠ went in trick 1."} if gone else {}
    round_ = Running(dealer, lead, taken, taken.suit, {dealer: bid}, lying)
    assert round_.holds_taken is holds


def test_known_difference_bid_shows_its_cards():
    assert [str(Bid(DIFFERENCE, 8, 2)), str(Bid(DIFFERENCE, 6))] == ["8−2", "6"]

"""Très: the value of tricks, the possible totals, and revokes that later tricks prove."""

from __future__ import annotations

from itertools import product

import pytest

from companion.cards import Card
from companion.engine.examples import run
from companion.engine.ledger import Line
from companion.games.tres import facts
from companion.games.tres.facts import POSSIBLE_SPLITS, POSSIBLE_TOTALS, Tally, Trick
from companion.games.tres.house import House
from companion.games.tres.play import tallies_fit, totals_fit
from companion.games.tres.score import deals_to_play, next_dealer
from companion.questions import Refused
from companion.seating import Seating
from tests.games.written import enquired, game_of, replayed
from tests.replays import ruled

GAME = game_of("tres")

SEATING = Seating(["Ann", "Ben"])
ANN, BEN = SEATING.seats


def trick(number: int, cards: str) -> Trick:
    """A trick Ann led."""
    one, two, three = (Card.parse(card) for card in cards.split())
    return Trick(ANN, (one, two, three), number)


def found(*tricks: str) -> list[tuple[int, str, str, int]]:
    """The revokes in tricks that Ann led: trick, offender, proof, trick of the proof."""
    played = [trick(number, cards) for number, cards in enumerate(tricks, 1)]
    return [(r.trick.number, r.who.name, str(r.shown), r.later) for r in facts.revokes(played)]


@pytest.mark.parametrize(
    ("cards", "points", "rule", "why"),
    [
        ("KS QS JS", 1, "TRES-KEY0", "no key card"),
        ("KS 2S JS", 2, "TRES-KEY1", "one key card: 2♠"),
        ("3D 2S JS", 4, "TRES-KEY2", "two key cards: 3♦ 2♠"),
        ("3D 2S 4S", 8, "TRES-KEY3", "three key cards of two suits: 3♦ 2♠ 4♠"),
        ("3D 2D 4D", 16, "TRES-RUN16", "three key cards of one suit: 3♦ 2♦ 4♦"),
        ("3D 2S 4C", 16, "TRES-RAINBOW16", "three key cards of three suits: 3♦ 2♠ 4♣"),
    ],
)
def test_the_key_cards_of_a_trick(cards, points, rule, why):
    judged = facts.worth(Card.parse(card) for card in cards.split())
    assert (judged.points, judged.rule, str(judged.why)) == (points, rule, why)


def test_totals_are_those_that_numbers_of_tricks_make():
    made = set()
    for twos, fours, eights, sixteens in product(range(13), range(7), range(5), range(5)):
        ones = 17 - twos - fours - eights - sixteens
        if twos + 2 * fours + 3 * (eights + sixteens) == 12:
            made.add(ones + 2 * twos + 4 * fours + 8 * eights + 16 * sixteens)
    assert made == POSSIBLE_TOTALS
    never = {51, 52, 59, 60, 62, 63, 64, 67, 68, *range(70, 77)}
    assert {*range(29, 78)} - made == never


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (51, "Together that is 51, which 17 tricks cannot make; 49 or 50 could be."),
        (28, "Together that is 28, which 17 tricks cannot make; 29 or 30 could be."),
        (76, "Together that is 76, which 17 tricks cannot make; 69 or 77 could be."),
    ],
)
def test_a_total_that_cannot_be_names_its_neighbours(total, words):
    with pytest.raises(Refused) as refused:
        totals_fit({ANN: 20, BEN: total - 20})
    assert refused.value.message == words


@pytest.mark.parametrize(
    "numbers",
    [(5, 12, 0, 0, 0), (8, 6, 3, 0, 0), (10, 4, 1, 1, 1), (13, 0, 0, 1, 3), (11, 3, 0, 2, 1)],
)
def test_tallies_that_can_be_are_taken(numbers):
    tallies_fit(*({ANN: number // 2, BEN: number - number // 2} for number in numbers))


def test_points_are_tricks_times_their_worth():
    tally = Tally({ANN: {}, BEN: {}})
    tally.add(ANN, 4, "TRES-KEY2", 3)
    tally.add(ANN, 4, "TRES-KEY2")
    tally.add(ANN, 1, "TRES-KEY0", 5)
    tally.add(BEN, 8, "TRES-KEY3", 0)
    assert (tally.points(ANN), tally.points(BEN)) == (21, 0)
    assert tally.won[BEN] == {}
    assert [tally.tricks_of(ANN, points) for points in (1, 2, 4)] == [5, 0, 4]


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        # The reply discards; a spade turns up later. The third card was free.
        (("KS 9C 8D", "AC 7S 2D"), [(1, "Ben", "7♠", 2)]),
        (("KS 9C 8D", "7S 2S 2D"), [(1, "Ben", "2♠", 2)]),
        # A winning reply binds the third card too.
        (("KS AS 8D", "AC 7C 2S"), [(1, "Ann", "2♠", 2)]),
        (("KS 9H 8D", "AC 7C 2S"), [(1, "Ann", "2♠", 2)]),
        (("KS 9H 8D", "AC 7S 2S"), [(1, "Ben", "7♠", 2), (1, "Ann", "2♠", 2)]),
        # A losing reply does not.
        (("KS QS 8D", "AC 7C 2S"), []),
        # Earlier tricks prove nothing, nor do the other player's cards.
        (("7S 9S 2S", "KC 6S 5D"), []),
        (("KS 9C 8D", "AC 7C 2S"), []),
        (("AD 2D 9D", "KS 9C 8S", "AC 7C 3S", "AH 2H 6H", "KD 7S 3D"), [(2, "Ben", "7♠", 5)]),
    ],
)
def test_a_revoke_is_proved_by_a_later_trick(tricks, expected):
    assert found(*tricks) == expected


def test_only_seventy_seven_cannot_be_shared_freely():
    kinds = ((0, 1), (1, 2), (2, 4), (3, 8), (3, 16))
    made = {(0, 0): {(0, 0)}}  # points of both, by tricks and key cards
    for _ in range(17):
        more: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for (tricks, keys), splits in made.items():
            for new, worth_ in kinds:
                if keys + new <= 12:
                    place = more.setdefault((tricks + 1, keys + new), set())
                    place |= {(a + worth_, b) for a, b in splits}
                    place |= {(a, b + worth_) for a, b in splits}
        made = more
    assert made[17, 12] == POSSIBLE_SPLITS
    never = {(a, n - a) for n in POSSIBLE_TOTALS for a in range(n + 1)} - POSSIBLE_SPLITS
    assert {sum(pair) for pair in never if min(pair) > 0} == {77}


def test_forfeit_summary_names_who_takes_deal():
    (example,) = [each for each in GAME.rules.examples if each.name == "R7"]
    replay = run(GAME, example).replay
    assert replay is not None
    assert replay.hands[0].summary == "Ann takes the deal, 19 to 12"


@pytest.mark.parametrize(("deals", "after"), [("4", 3), ("open", 3), ("2", 0)])
def test_deal_count_may_change_midway(deals, after):
    text = (
        "players: Ann, Ben\nentry: totals\nrules: deals 2\nhand 1\npoints: 18 15\n"
        f"hand 2\n@rule deals: {deals}\npoints: 14 20"
    )
    replay = replayed(GAME, text)
    assert (replay.pending.hand if replay.pending else 0) == after


@pytest.mark.parametrize(
    "text", ["deals open\nhand 1\n@close: tired", "deals 4\nhand 1\n@close: no"]
)
def test_nobody_has_won_before_a_deal_is_scored(text):
    assert replayed(GAME, f"players: Ann, Ben\nentry: totals\nrules: {text}").outcome is None


@pytest.mark.parametrize(
    ("reading", "points", "deals"),
    [
        ("alternate", (18, 15), "Ben"), ("alternate", (15, 18), "Ben"),
        ("loser_deals", (18, 15), "Ben"), ("loser_deals", (15, 18), "Ann"),
        ("loser_deals", (16, 16), "Ben"),
    ],
)  # fmt: skip
def test_who_deals_next(reading, points, deals):
    rules = ruled(GAME, House, {"next_dealer": reading})
    lines = [Line(seat, n, "TRES-DEAL", "") for seat, n in zip((ANN, BEN), points, strict=True)]
    assert str(next_dealer(ANN, lines, rules)) == deals


@pytest.mark.parametrize(
    ("house", "scored", "further", "totals", "deals"),
    [
        ({}, 3, 0, (20, 20), 4),
        ({}, 4, 0, (20, 21), 4),
        ({}, 4, 0, (20, 20), 6),
        ({}, 5, 2, (20, 20), 6),
        ({}, 6, 2, (20, 20), 8),
        ({"tie": "draw"}, 4, 0, (20, 20), 4),
        ({"deals": "open"}, 4, 0, (20, 20), 0),
    ],
)
def test_level_totals_add_two_deals(house, scored, further, totals, deals):
    rules = ruled(GAME, House, {"deals": "4", "tie": "two_more"} | house)
    level = dict(zip(SEATING.sides, totals, strict=True))
    assert deals_to_play(rules, scored, further, level) == deals


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (14, 63, "77 is possible, but not as 14 and 63; 13 and 64 could be."),
        (47, 30, "77 is possible, but not as 47 and 30; 48 and 29 could be."),
    ],
)
def test_unshareable_totals_name_the_nearest(first, second, words):
    with pytest.raises(Refused) as refused:
        totals_fit({ANN: first, BEN: second})
    assert refused.value.message == words


def test_plain_card_is_refused_as_key_card():
    text = "players: Ann, Ben\nentry: keys\nhand 1\nwinner 1: Ann; keys 1: 5C"
    (refusal,) = replayed(GAME, text).refused
    words = "The 5♣ is not a key card: those are the twos, threes and fours."
    assert (refusal.key, refusal.message) == ("keys 1", words)


@pytest.mark.parametrize(("holding", "legal"), [("QD 7H", "QD 7H"), ("QD 3C", "3C")])
def test_playable_cards_are_suit_or_all(holding, legal):
    ruling = enquired(GAME, "legal", {"played": "5C", "holding": holding})
    assert " ".join(card.code for card in ruling.value) == legal

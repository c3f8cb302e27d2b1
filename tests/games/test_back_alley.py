"""Back Alley beyond its examples: every auction, every contract, both entry modes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.panels import Meter
from companion.engine.record import Record
from companion.games.back_alley.bidding import Turn, holders
from companion.games.back_alley.bidding import bid as bid_question
from companion.games.back_alley.facts import (
    BIDS,
    LEVELS,
    PLAYERS,
    SCHEDULES,
    Bid,
    Contract,
    Result,
    ahead,
    leader,
    schedule,
)
from companion.games.back_alley.house import House
from companion.games.back_alley.score import side_lines, still_to_win
from companion.questions import Choice
from companion.seating import PAIRS, Seating
from tests.games.written import enquired, game_of
from tests.replays import ruled

GAME = game_of("back-alley")

NAMES = ["Nell", "Omar", "Pia", "Quin"]
RULES = ruled(GAME, House, {})
SEATING = Seating(NAMES, PAIRS)


def replayed(answers: dict[str, str], entry: str = "guided", dealer: int = 1):
    record = Record.begin("back-alley", NAMES, dealer, entry=entry)
    record.put(1, answers)
    return GAME.replay(record)


def auctions(worth: tuple[Bid, ...]) -> Iterator[tuple[Bid, ...]]:
    """Every legal auction of four of these bids."""
    for calls in product(worth, repeat=4):
        levels = [bid.level for bid in calls if bid.level]
        if levels == list(range(1, len(levels) + 1)):
            yield calls


SHORT = (Bid(), Bid(3), *(Bid(level=n) for n in range(1, 5)))


@pytest.mark.parametrize("dealer", [1, 2])
def test_quick_hand_takes_only_reachable_board_levels(dealer):
    order = [*SEATING.seats[dealer - 1].round[1:], SEATING.seats[dealer - 1]]
    reached = set()
    for calls in auctions(SHORT):
        said = list(zip(order, calls, strict=True))
        sides = [
            Contract.of(*(bid for seat, bid in said if seat in side.seats))
            for side in SEATING.sides
        ]
        reached.add((sides[0].level, sides[1].level))
    taken = set()
    for a, b in product(range(5), repeat=2):
        answers = {
            "A contract": LEVELS[a] or "3",
            "B contract": LEVELS[b] or "3",
            "tricks": "13",
        }
        if not replayed(answers, "quick", dealer).refused:
            taken.add((a, b))
    assert taken == reached
    skipped = {"A contract": "3", "B contract": LEVELS[3], "tricks": "13"}
    (no,) = replayed(skipped, "quick", dealer).refused
    assert re.match("No board for .* and triple board for .* cannot be: ", no.message)
    assert f"and {order[-1]} bids last" in no.message


def test_every_contract_scores_by_the_formula():
    side = SEATING.sides[0]
    wrong = []
    for cards in range(1, 14):
        for contract in [*(Contract(n) for n in range(25)), *(Contract(0, n) for n in range(1, 5))]:
            for tricks in range(cards + 1):
                result = Result(cards, {side: contract}, {side: tricks})
                found = sum([line.points for line in side_lines(side, result, RULES)])
                bid, level = contract.tricks, contract.level
                if level:
                    should = 10 * level * cards * (1 if tricks == cards else -1)
                else:
                    should = 5 * bid + tricks - bid if tricks >= bid else -5 * bid
                if found != should:
                    wrong.append((cards, contract, tricks, found, should))
    assert wrong == []


def test_bid_question_allows_what_the_turn_allows():
    for cards, most, level in product(range(1, 14), range(13), range(4)):
        turn = Turn(cards, min(most, cards), level, (10, 20, 30, 40))
        question = bid_question(SEATING.seats[0], dealer=False, stands=turn)
        legal = {str(o.value) for o in question.answers if not o.refusal}
        should = {str(n) for n in range(1, min(most, cards) + 1)} | {LEVELS[level + 1], "pass"}
        assert legal == should
        for text, bid in BIDS.items():
            assert bool(turn.why_not(bid)) == (text not in should)
    skipped = Turn(1, 1, 1, (10, 20, 30)).why_not(BIDS[LEVELS[3]])
    assert str(skipped).startswith("Double board has to come before triple")


@given(st.lists(st.sampled_from(list(BIDS.values())), min_size=4, max_size=4))
def test_leading_bid_is_the_first_highest_bid(bids):
    calls = list(zip(SEATING.seats, bids, strict=True))
    first = leader(calls)
    place = first.number - 1
    assert all(bid.rank < bids[place].rank for bid in bids[:place])
    assert all(bid.rank <= bids[place].rank for bid in bids)


def test_schedules_are_as_long_as_their_names_say():
    for key, sizes in SCHEDULES.items():
        assert len(sizes) == int(key.rpartition("_")[2])
    assert sum(SCHEDULES["down_up_26"]) == 182
    assert SCHEDULES["every_other_14"] == (13, 11, 9, 7, 5, 3, 1, 1, 3, 5, 7, 9, 11, 13)


def quick_game(hands: int, **rules: object) -> Record:
    """So many hands entered at once: each side promises one trick, the first takes them all."""
    record = Record.begin("back-alley", NAMES, 1, rules, "quick")
    for number in range(1, hands + 1):
        record.put(number, {"A contract": "1", "B contract": "1", "tricks": "1"})
    return record


def still_ahead(hands: str, most: str) -> Meter:
    return Meter("Still to come", (("hands", hands), ("at most, without boards", most)))


def test_remaining_points_count_hands_and_plain_bids():
    said = [hand.panels["Still to come"] for hand in GAME.replay(quick_game(25)).hands]
    assert said[0] == still_ahead("26", "+910")
    assert said[13] == still_ahead("13", "+455")
    assert said[25] == still_ahead("1", "+65")


def test_one_card_hand_counts_one_trick_without_board():
    bids = {"max_plain_bid": "hand_size_minus_1"}
    values = {"trick_value": "3", "overtrick_value": "0"}
    assert still_to_win((2, 1), 2, ruled(GAME, House, bids)) == 10 + 1
    assert still_to_win((13,), 2, ruled(GAME, House, {**bids, **values})) == 39


def test_shortened_schedule_ends_with_current_hand():
    record = quick_game(20)
    record.put(20, {"@rule deal_schedule": "seven_14"})
    replay = GAME.replay(record)
    assert [hand.title for hand in replay.hands[-2:]] == [
        "hand 19 of 26, 6 cards",
        "hand 20 of 20, 7 cards",
    ]
    assert replay.outcome is not None


def test_blank_sheet_knows_cards_dealer_and_bidding_order():
    rows = list(GAME.sheet.known(SEATING, RULES, 1))
    assert [row["cards"] for row in rows] == [str(n) for n in (*range(13, 0, -1), *range(1, 14))]
    assert [rows[0][key] for key in ("dealer", "first", "second", "third", "fourth")] == [
        "Nell", "O", "P", "Q", "N",
    ]  # fmt: skip
    assert rows[25]["dealer"] == "Omar"
    family = ruled(GAME, House, {"deal_schedule": "family_13", "direction": "counterclockwise"})
    short = GAME.sheet.under(family)
    assert short.rows == 13
    assert sum(part.rows for part in short.parts) == 13
    back = list(GAME.sheet.known(SEATING, family, 1))
    assert [row["dealer"] for row in back[:3]] == ["Nell", "Quin", "Pia"]


# -- each for himself ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_no_hand_exceeds_the_pack(players):
    for key, (bloopers, pack) in product(SCHEDULES, (("two", 54), ("none", 52))):
        sizes = schedule(ruled(GAME, House, {"deal_schedule": key, "bloopers": bloopers}), players)
        assert sizes
        assert all(n * players + 1 <= pack for n in sizes)


def test_five_play_ten_down_to_one_and_back():
    assert schedule(RULES, 5) == SCHEDULES["ten_20"]


def alone(count: int, **rules: object) -> Record:
    return Record.begin("back-alley", ["Ada", "Ben", "Cy", "Di", "Eve", "Flo"][:count], 1, rules)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_other_numbers_than_four_play_each_for_himself(players):
    assert [len(side.seats) for side in GAME.replay(alone(players)).table.sides] == [1] * players


def test_five_board_levels_are_called_in_turn():
    record = alone(5, board_levels="quintuple")
    page = {
        f"{n} contract": LEVELS[level]
        for n, level in zip((2, 3, 4, 5, 1), range(1, 6), strict=True)
    }
    record.put(1, {"@entry": "quick", **page, "tricks": "10 0 0 0 0"})
    assert not GAME.replay(record).refused
    record.put(1, {"2 contract": "quintuple board", "1 contract": "board"})
    (refusal,) = GAME.replay(record).refused
    assert refusal.code == "board_level_skipped"


# -- what the game knows of itself ---------------------------------------------------------------


def test_an_overtrick_cites_no_ruling_on_the_source():
    replay = replayed({"A contract": "5", "B contract": "2", "tricks": "7"}, "quick")
    cited = {rule for line in replay.ledger.of_hand(1) for rule in (line.rule, *line.also)}
    assert cited == {"BAL-MADE", "BAL-OVER"}


def test_numbers_are_read_strictly():
    replay = replayed({"A contract": "5", "B contract": "5", "tricks": "14 -1"}, "quick")
    assert replay.refused


def test_solo_sheet_has_no_bid_columns():
    alone = GAME.sheet.under(ruled(GAME, House, {"partners": "solo", "bloopers": "none"}))
    drawn = {column.key for column in alone.columns if column.mm}
    assert "first" not in drawn
    assert "contract" in drawn
    assert not alone.once


@pytest.mark.parametrize(
    ("house", "players", "cards"),
    [({}, 2, 13), ({}, 4, 13), ({"bloopers": "none"}, 4, 12), ({}, 5, 10), ({}, 6, 8)],
)
def test_extra_hand_deals_as_many_as_possible(house, players, cards):
    rules = ruled(GAME, House, house)
    assert ahead(rules, players, len(schedule(rules, players)), 1) == (cards,)


BOARD, DOUBLE = Bid(level=1), Bid(level=2)


@pytest.mark.parametrize(
    ("ours", "theirs", "tricks", "cited"),
    [
        (Contract.of(Bid(3), Bid(2)), Contract.of(Bid(4), Bid()), 5, ["BAL-MADE+BAL-SUM"]),
        (Contract.of(Bid(3), Bid(2)), Contract.of(Bid(4), Bid()), 4, ["BAL-SET+BAL-SUM"]),
        (Contract.of(Bid(5)), Contract.of(Bid(4)), 5, ["BAL-MADE"]),
        (Contract.of(Bid(5)), Contract.of(Bid(4)), 4, ["BAL-SET"]),
        (Contract.of(BOARD, Bid()), Contract.of(Bid(4), Bid()), 9, ["BAL-BOARD"]),
        (Contract.of(BOARD, Bid()), Contract.of(Bid(4), Bid()), 8, ["BAL-BOARD+BAL-R3"]),
        (Contract.of(BOARD, Bid(2)), Contract.of(Bid(4), Bid()), 9, ["BAL-BOARD+BAL-R4"]),
        (Contract.of(BOARD, DOUBLE), Contract.of(Bid(4), Bid()), 9, ["BAL-LEVEL+BAL-R5"]),
        (Contract.of(BOARD), Contract.of(DOUBLE), 9, ["BAL-BOARD+BAL-BOTH"]),
    ],
)
def test_a_line_cites_what_made_its_contract(ours, theirs, tricks, cited):
    one, other = SEATING.sides
    result = Result(9, {one: ours, other: theirs}, {one: tricks, other: 9 - tricks})
    found = ["+".join([line.rule, *line.also]) for line in side_lines(one, result, RULES)]
    assert found == cited


@pytest.mark.parametrize(
    ("enquiry", "house", "answers", "key", "refused"),
    [
        ("lead", {}, {"dealer": "1", "bid 1": "pass", "bid 2": "board", "bid 3": "board",
                      "bid 4": "pass"}, "bid 3", ("board_level_already_bid", "BAL-P-BID")),
        ("lead", {}, {"dealer": "1", "bid 1": "pass", "bid 2": "board", "bid 3": "triple board",
                      "bid 4": "pass"}, "bid 3", ("board_level_skipped", "BAL-P-BID")),
        ("follow", {"trump_source": "spades"}, {"trump": "H", "led": "5C", "holding": "6D"},
         "trump", ("spades_are_trumps", "BAL-R17")),
        ("follow", {"bloopers": "none"}, {"trump": "none", "led": "5C", "holding": "6D"},
         "trump", ("no_trump", "BAL-R27")),
        ("follow", {"joker_upcard": "turn_again"},
         {"trump": "none", "led": "5C", "holding": "6D"}, "trump", ("no_trump", "BAL-R9")),
    ],
)  # fmt: skip
def test_a_referee_refuses_with_the_rule(enquiry, house, answers, key, refused):
    problems = enquired(GAME, enquiry, answers, **house).problems
    assert {each: (no.code, no.rule) for each, no in problems.items()} == {key: refused}


@pytest.mark.parametrize(
    ("house", "prompt"), [({}, "What the side’s two bids make"), ({"partners": "solo"}, "The bid")]
)
def test_contract_enquiry_asks_for_its_bids(house, prompt):
    assert enquired(GAME, "contract", {"cards": "6"}, **house).page[0].prompt == prompt


@pytest.mark.parametrize(("most", "numbers"), [("hand_size", 12), ("hand_size_minus_1", 11)])
def test_all_tricks_are_a_number_or_board(most, numbers):
    rules = ruled(GAME, House, {"max_plain_bid": most})
    asked = bid_question(SEATING.seat("1"), False, Turn.of(12, 0, rules))
    shown = [each.value for each in asked.answers if not each.hidden and each.value.tricks]
    assert len(shown) == numbers
    assert asked.why_not
    assert not any(map(asked.why_not, shown))


def test_key_for_no_holder_says_it_once():
    last = [*Choice("who", "Who holds it?", options=holders(SEATING.seats)).answers][-1]
    assert (last.label, last.hint, last.text) == ("nobody was dealt it", "", "nobody")

"""Back Alley where examples cannot reach: every auction, every contract, both ways of entry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Replay
from companion.games import shelf
from companion.games.back_alley.bids import BIDS, LEVELS, Bid, Contract, Turn, leader
from companion.games.back_alley.deal import SCHEDULES, still_to_win
from companion.games.back_alley.score import side_lines
from companion.panels import Meter
from companion.record import Record
from companion.seating import PAIRS, Seating

GAME = shelf()["back-alley"]
NAMES = ["Nell", "Omar", "Pia", "Quin"]
RULES = GAME.rules.chosen({})
SEATING = Seating(NAMES, PAIRS)


def replayed(answers: dict[str, str], entry: str = "guided", dealer: int = 1) -> Replay:
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
def test_a_quick_hand_takes_the_board_levels_that_some_auction_leads_to_and_no_others(
    dealer: int,
) -> None:
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


@given(
    st.lists(st.sampled_from(list(BIDS)), min_size=4, max_size=4),
    st.integers(0, 13),
    st.integers(1, 4),
)
@settings(max_examples=150, deadline=None)
def test_a_hand_scores_the_same_guided_and_quick(bids: list[str], tricks: int, dealer: int) -> None:
    order = [*SEATING.seats[dealer - 1].round[1:], SEATING.seats[dealer - 1]]
    level = 0
    for place, bid in enumerate(bids):  # board levels in order, whatever was drawn
        if BIDS[bid].level:
            level += 1
            bids[place] = LEVELS[level]
    answers = {f"bid {seat.code}": bid for seat, bid in zip(order, bids, strict=True)}
    guided = replayed({"turn-up": "H", **answers, "tricks": str(tricks)}, dealer=dealer)
    assert not guided.refused
    if all(bid == "pass" for bid in bids):
        quick = replayed({"A contract": "all passed"}, "quick", dealer)
    else:
        said = dict(zip(order, (BIDS[bid] for bid in bids), strict=True))
        a, b = (Contract.of(*(said[seat] for seat in side.seats)) for side in SEATING.sides)
        page = {"A contract": str(a), "B contract": str(b), "tricks": str(tricks)}
        quick = replayed(page, "quick", dealer)
    assert not quick.refused
    assert points(quick) == points(guided)


def points(replay: Replay) -> list[tuple[str, int, str]]:
    return [(line.side.code, line.points, line.rule) for line in replay.ledger.of_hand(1)]


def test_every_contract_scores_by_the_formula() -> None:
    side = SEATING.sides[0]
    wrong = []
    for cards in range(1, 14):
        for contract in [*(Contract(n) for n in range(25)), *(Contract(0, n) for n in range(1, 5))]:
            for tricks in range(cards + 1):
                found = sum(
                    line.points for line in side_lines(side, contract, tricks, cards, RULES)
                )
                bid, level = contract.tricks, contract.level
                if level:
                    should = 10 * level * cards * (1 if tricks == cards else -1)
                else:
                    should = 5 * bid + tricks - bid if tricks >= bid else -5 * bid
                if found != should:
                    wrong.append((cards, contract, tricks, found, should))
    assert wrong == []


def test_every_refused_bid_says_why_and_every_other_is_accepted() -> None:
    for cards, most, level in product(range(1, 14), range(13), range(4)):
        turn = Turn(cards, min(most, cards), level, (10, 20, 30, 40))
        legal = {str(o.value) for o in turn.options() if not o.no and not o.hidden}
        assert {text for text in BIDS if turn.accept(text)} == legal
        assert [
            bid for bid in BIDS.values() if bool(turn.refusal(bid)) == (str(bid) in legal)
        ] == []


@given(st.lists(st.sampled_from(list(BIDS.values())), min_size=4, max_size=4))
def test_nobody_who_bid_before_the_leader_bid_as_high_and_nobody_at_all_bid_higher(
    bids: list[Bid],
) -> None:
    calls = list(zip(SEATING.seats, bids, strict=True))
    first = leader(calls)
    place = first.number - 1
    assert all(bid.rank < bids[place].rank for bid in bids[:place])
    assert all(bid.rank <= bids[place].rank for bid in bids)


def test_schedules_are_as_long_as_their_names_say() -> None:
    lengths = {key: len(sizes) for key, sizes in SCHEDULES.items()}
    assert lengths == {
        "down_up_26": 26,
        "down_up_25": 25,
        "up_down_26": 26,
        "every_other_14": 14,
        "seven_14": 14,
        "family_13": 13,
    }
    assert sum(SCHEDULES["down_up_26"]) == 182
    assert SCHEDULES["every_other_14"] == (13, 11, 9, 7, 5, 3, 1, 1, 3, 5, 7, 9, 11, 13)


def quick_game(hands: int, **rules: object) -> Record:
    """So many hands entered at once: each side promises one trick, the first takes them all."""
    record = Record.begin("back-alley", NAMES, 1, rules, "quick")
    for number in range(1, hands + 1):
        record.put(number, {"A contract": "1", "B contract": "1", "tricks": "1"})
    return record


def test_what_is_still_to_come_counts_hands_and_plain_bids() -> None:
    said = [hand.panels["To come"] for hand in GAME.replay(quick_game(25)).hands]
    assert said[0] == Meter("To come", (("hands", "26"), ("plain bids at most", "+910")))
    assert said[13] == Meter("To come", (("hands", "13"), ("plain bids at most", "+455")))
    assert said[25] == Meter("To come", (("hands", "1"), ("plain bids at most", "+65")))


def test_where_all_tricks_are_board_a_single_card_is_worth_one_trick_without_it() -> None:
    assert still_to_win((2, 1), "hand_size_minus_1", 5, 1) == 10 + 1
    assert still_to_win((13,), "hand_size_minus_1", 3, 0) == 39


def test_a_schedule_shortened_on_the_way_ends_the_game_with_the_hand_in_progress() -> None:
    record = quick_game(20)
    record.put(20, {"@rule deal_schedule": "seven_14"})
    replay = GAME.replay(record)
    assert [hand.title for hand in replay.hands[-2:]] == [
        "hand 19 of 26, 6 cards",
        "hand 20 of 20, 7 cards",
    ]
    assert replay.outcome is not None


def test_a_blank_sheet_knows_cards_dealer_and_who_bids_in_which_order() -> None:
    rows = list(GAME.sheet.known(SEATING, RULES, 1)) if GAME.sheet.known else []
    assert [row["cards"] for row in rows] == [str(n) for n in (*range(13, 0, -1), *range(1, 14))]
    assert [rows[0][key] for key in ("dealer", "first", "second", "third", "fourth")] == [
        "Nell", "O", "P", "Q", "N",
    ]  # fmt: skip
    assert rows[25]["dealer"] == "Omar"
    family = GAME.rules.chosen({"deal_schedule": "family_13", "direction": "counterclockwise"})
    short = GAME.sheet.under(family)
    assert short.rows == 13
    assert sum(part.rows for part in short.parts) == 13
    back = list(GAME.sheet.known(SEATING, family, 1)) if GAME.sheet.known else []
    assert [row["dealer"] for row in back[:3]] == ["Nell", "Quin", "Pia"]

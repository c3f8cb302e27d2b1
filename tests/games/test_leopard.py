"""Leopard: the possible squares, every entry mode, and a hand that runs out of cards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.engine.record import Record
from companion.games.leopard.facts import (
    GAP,
    IMPOSSIBLE,
    KINDS,
    NAMES,
    PACK,
    corrections,
    judged,
    possible,
    worth,
)
from tests.games.written import game_of

GAME = game_of("leopard")

marks = st.text(alphabet="CDHS-", min_size=9, max_size=9)


def test_square_values_match_the_rules():
    lines = [kinds for kinds in product(KINDS, repeat=8) if possible(kinds)]
    for suit_line in (3, 2):
        values = {sum(worth(kind, suit_line) for kind in kinds) for kinds in lines}
        never = {*range(8 * suit_line + 1)} - values
        assert {*IMPOSSIBLE[suit_line]} == never


@given(marks)
def test_real_square_has_possible_lines(nine):
    assert possible(judged(nine, 3).kinds)


@given(marks, st.sampled_from(["DC", "HS", "CDHS"]), st.sampled_from([3, 2]))
def test_value_knows_no_suit_by_name(nine, swap, suit_line):
    # Swapping the suits of a colour, or the colours, changes no line.
    table = {"DC": ("DH", "HD"), "HS": ("CS", "SC"), "CDHS": ("CDHS", "DCSH")}[swap]
    assert judged(nine.translate(str.maketrans(*table)), suit_line) == judged(nine, suit_line)


@given(marks)
def test_a_gap_never_adds_value(nine):
    for place in range(9):
        assert judged(nine[:place] + GAP + nine[place + 1 :], 3).value <= judged(nine, 3).value


@given(st.tuples(*[st.sampled_from(KINDS)] * 8))
def test_corrections_mend_an_impossible_square(kinds):
    assume(not possible(kinds))
    for name, kind in corrections(kinds):
        place = NAMES.index(name)
        assert kind != kinds[place]
        assert possible((*kinds[:place], kind, *kinds[place + 1 :]))


def test_a_single_slip_has_a_correction():
    assert ("3 5 7", KINDS[0]) in list(corrections((*(KINDS[0],) * 7, KINDS[1])))


def test_going_out_shows_beforehand_what_it_scores():
    record = Record.begin("leopard", ["Ann", "Ben"], entry="values")
    record.put(1, {"value 1": "9", "value 2": "5"})
    pending = GAME.replay(record).pending
    *_, question = pending.page
    assert [(option.label, option.hint, option.refusal) for option in question.answers] == [
        ("Ann", "Ann 9 + 2 − 1 = 10, Ben 5", ""),
        ("Ben", "Ann 9 + 2 = 11, Ben 5 − 1 = 4",
         "Ben’s square is worth 5; going out needs 7."),
        ("nobody", "Ann 11, Ben 5", ""),
        ("both", "", "Only one player can go out."),
    ]  # fmt: skip


@pytest.mark.parametrize(("cost", "also"), [("0", ("LEO-R2",)), ("1", ()), ("2", ("LEO-R2",))])
def test_unusual_out_penalty_cites_its_ruling(cost, also):
    record = Record.begin("leopard", ["Ann", "Ben"], 1, {"out_penalty": cost}, "values")
    record.put(1, {"value 1": "9", "value 2": "5", "out": "1"})
    lines = GAME.replay(record).hands[0].lines
    assert [line.also for line in lines if line.rule == "LEO-OUT"] == [also]


def test_exhausted_pack_costs_nobody_a_point():
    record = Record.begin("leopard", ["Ann", "Ben"])
    cards = [card for card in PACK for _ in range(2)]
    for turn, card in enumerate(cards, 1):
        record.put(1, {f"card {turn}": card.code, f"place {turn}": "discard"})
    replay = GAME.replay(record)
    hand = replay.hands[0]
    told = [tell.rule for tell in hand.tells]
    assert hand.over
    assert told.count("LEO-DRY") == 104 - 88
    assert told[-2:] == ["LEO-NOOUT", "LEO-CARRY"]
    assert [line.points for line in hand.lines] == [0, 0]


def test_lines_are_judged_while_square_fills():
    record = Record.begin("leopard", ["Ann", "Ben"], entry="quick")
    pending = GAME.replay(record).pending
    question = pending.page[0]
    values = dict(question.judge(["H", "D", "H", "D", "H", "-"]))
    assert (values["A 2 3"], values["4 5 6"], values["A 5 9"], values["3 6 9"]) == (
        "1", "0", "·", "0",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"value 1": "0", "value 2": "4"}, "Totals: Ann 12 + 0 = 12, Ben 5 + 4 = 9."),
        (
            {"value 1": "3", "value 2": "4", "@adjust 1": "1 -1 looked at the stock"},
            "Totals: Ann 12 + 3 − 1 agreed = 14, Ben 5 + 4 = 9.",
        ),
    ],
)
def test_the_totals_carried_on_add_up(answers, said):
    record = Record.begin("leopard", ["Ann", "Ben"], 1, {"bonus_over": "5"}, "values")
    record.put(1, {"value 1": "9", "value 2": "5", "out": "1"})
    record.put(2, {**answers, "out": "nobody"})
    hand = GAME.replay(record).hands[1]
    assert [tell.words for tell in hand.tells if tell.rule == "LEO-CARRY"] == [said]


def test_changed_rule_counts_from_that_hand():
    record = Record.begin("leopard", ["Ann", "Ben"], entry="values")
    record.put(1, {"value 1": "9", "value 2": "5", "out": "1"})
    record.put(2, {"@rule out_penalty": "2", "@rule hands": "2"})
    record.put(2, {"value 1": "9", "value 2": "5", "out": "1"})
    replay = GAME.replay(record)
    assert [hand.lines[2].points for hand in replay.hands] == [-1, -2]
    assert replay.outcome.why == "Ann has 19, Ben 10 after 2 hands"

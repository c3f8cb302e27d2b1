"""Lines and the totals derived from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.ledger import Ledger, Line
from companion.seating import PAIRS, Seating
from companion.words import signed

TABLE = Seating(["Nell", "Omar", "Pia", "Quin"], PAIRS)
A, B = TABLE.sides


def test_points_are_written_as_on_paper():
    assert [signed(9), signed(-3), signed(0)] == ["+9", "−3", "0"]
    line = Line(TABLE.seats[1], -3, "X-1", "broken")
    assert str(line) == "−3 Omar, X-1: broken"
    assert line.side is B


def test_a_seats_line_goes_to_its_side():
    ledger = Ledger(TABLE.sides)
    ledger.add(1, [Line(TABLE.seats[0], 5, "X", ""), Line(A, 4, "X", ""), Line(B, 1, "X", "")])
    ledger.add(2, [Line(TABLE.seats[2], -2, "X", "")])
    assert ledger.totals == {A: 7, B: 1}
    assert [(entry.hand, entry.total) for entry in ledger.entries] == [
        (1, 5),
        (1, 9),
        (1, 1),
        (2, 7),
    ]
    assert (ledger.best, ledger.leaders(), ledger.total(TABLE.seats[3])) == (7, [A], 1)
    assert [line.points for line in ledger.of_hand(1)] == [5, 4, 1]


def test_columns_are_summed_by_themselves():
    ledger = Ledger(TABLE.sides)
    ledger.add(
        1, [Line(A, 100, "X", "", "above"), Line(A, 60, "X", "", "below"), Line(A, 1, "X", "")]
    )
    assert [ledger.column(A, name) for name in ("above", "below", "", "none")] == [100, 60, 1, 0]
    assert ledger.column(TABLE.seats[1], "above") == 0
    assert ledger.total(A) == 161


def test_stacks_open_alike_and_level_sides_lead_together():
    ledger = Ledger(TABLE.sides)
    ledger.open(100)
    assert (ledger.totals, ledger.opening, ledger.leaders()) == ({A: 100, B: 100}, 100, [A, B])


def test_payment_is_taken_from_those_who_pay():
    table = Seating(["Nell", "Omar", "Pia"])
    nell, omar, pia = table.sides
    ledger = Ledger(table.sides)
    line = Line(nell, 8, "X", "a condition", "chips", by=(omar, pia))
    ledger.add(1, [line])
    assert ledger.totals == {nell: 8, omar: -4, pia: -4}
    assert [line.change(side) for side in table.sides] == [8, -4, -4]
    assert (line.each, ledger.column(omar, "chips")) == (4, -4)
    with pytest.raises(ValueError, match="2 cannot share that evenly"):
        ledger.add(1, [Line(nell, 7, "X", "", by=(omar, pia))])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-50, 50))))
def test_totals_equal_sums_after_every_line(lines):
    ledger, sums = Ledger(TABLE.sides), {A: 0, B: 0}
    for seat, points in lines:
        side = TABLE.seats[seat].side
        sums[side] += points
        ledger.add(1, [Line(TABLE.seats[seat], points, "X", "")])
        assert ledger.entries[-1].total == sums[side]
    assert ledger.totals == sums

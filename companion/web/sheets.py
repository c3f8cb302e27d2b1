"""The scoresheet on the screen: a row for each hand, few columns on a phone, all where room is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.game import Column, Replay
from companion.ledger import Line, signed
from companion.seating import Seat, Side
from companion.table import Hand
from companion.web.words import initials

ADJUST = "adjust"
"""The ledger column of adjustments; they are listed apart from the hands."""


@dataclass(frozen=True)
class Sum:
    """What a hand brought a side, and the side's total after it."""

    side: Side
    change: str
    total: str
    mark: str = ""
    """A state worth a sign beside the change: frozen."""
    cells: Sequence[str] = ()
    """What the hand says of this side, where room is."""


@dataclass(frozen=True)
class SheetRow:
    """One hand on the sheet."""

    hand: Hand
    title: str
    dealer: Seat
    words: str
    """The hand in few words, for a phone."""
    cells: Sequence[str]
    """The columns of the hand, where room is."""
    sums: Sequence[Sum]
    running: bool


@dataclass(frozen=True)
class SheetView:
    """The sheet of a table."""

    sides: Sequence[Side]
    heads: Sequence[str]
    """Columns of the hand that show where room is."""
    side_heads: Sequence[str]
    """Columns of each side that show where room is."""
    rows: Sequence[SheetRow]
    foot: Sequence[str]
    """What each side still needs, or nothing."""
    foot_label: str
    adjustments: Sequence[tuple[int, Line]]
    """(hand, line) of what the table agreed on by itself."""

    @property
    def many(self) -> bool:
        """So many sides that a phone shows totals alone."""
        return len(self.sides) > 3


def sheet_view(replay: Replay) -> SheetView:
    """The sheet of a replay."""
    own, each = wide_columns(replay)
    rows = [row(replay, hand, own, each) for hand in replay.hands if written(hand)]
    adjusted = [
        (entry.hand, entry.line) for entry in replay.ledger.entries if entry.line.column == ADJUST
    ]
    target = replay.table.target
    foot: list[str] = []
    if target is not None and rows:
        totals = replay.ledger.totals.values()
        foot = [str(target - total) if total < target else "–" for total in totals]
    label = f"To {target}" if target is not None else ""
    heads = [column.head for column in own], [column.head for column in each]
    return SheetView(replay.table.sides, *heads, rows, foot, label, adjusted)


def touching(lines: Iterable[Line], side: Side) -> list[Line]:
    """The lines that bring a side points, or that it pays."""
    return [line for line in lines if line.side is side or side in line.by]


def written(hand: Hand) -> bool:
    """Whether a hand stands on the sheet: it is over, or points have fallen in it."""
    return hand.over or bool(hand.lines)


def wide_columns(replay: Replay) -> tuple[list[Column], list[Column]]:
    """The declared columns of the hand and of each side, in order.

    Dealer, points and totals are left out: they have their places on every sheet.
    """
    found = [
        column
        for column in replay.game.sheet.columns
        if column.mm > 0 and column.key not in ("dealer", "points", "total")
    ]
    own = [column for column in found if not column.per and column.kind == "cell"]
    each = [column for column in found if column.per]
    return own, each if len(replay.table.sides) <= 3 else []


def cell(replay: Replay, hand: Hand, column: Column, side: Side | None) -> str:
    """What a column says of a hand."""
    if column.kind == "points" and side:
        found = [line for line in touching(hand.lines, side) if line.column == column.key]
        return signed(sum(line.change(side) for line in found)) if found else ""
    if column.kind == "total" and side:
        return str(so_far(replay, hand, side, column.key))
    if side is None:
        return friendly(replay, column, hand.cells.get(column.key, ""))
    keys = [f"{column.key} {side.code}", *(f"{column.key} {seat.code}" for seat in side.seats)]
    return " ".join(hand.cells[key] for key in dict.fromkeys(keys) if key in hand.cells)


def so_far(replay: Replay, hand: Hand, side: Side, column: str) -> int:
    """A side's points in one column up to and with a hand."""
    return sum(
        entry.line.change(side)
        for entry in replay.ledger.entries
        if entry.hand <= hand.number and entry.line.column == column
    )


def friendly(replay: Replay, column: Column, text: str) -> str:
    """A side's code in a cell that is circled on paper, as its initials."""
    if "sides" in column.circle:
        side = next((s for s in replay.table.sides if s.code == text), None)
        return initials(side) if side else text
    return text


def row(replay: Replay, hand: Hand, own: list[Column], each: list[Column]) -> SheetRow:
    """The row of one hand."""
    lines = [line for line in hand.lines if line.column != ADJUST]
    sums = []
    for side in replay.table.sides:
        mine = touching(lines, side)
        frozen = any(b.side is side and b.word == "frozen" for b in hand.badges)
        change = signed(sum(line.change(side) for line in mine)) if mine else ""
        total = hand.totals.get(side, 0)
        texts = [cell(replay, hand, column, side) for column in each]
        written = str(total).replace("-", "−")
        sums.append(Sum(side, change, written, "❄" if frozen else "", texts))
    words = (hand.void and f"thrown in: {hand.void}") or hand.summary
    cells = [cell(replay, hand, column, None) for column in own]
    return SheetRow(
        hand,
        hand.title,
        hand.dealer,
        "thrown in" if hand.void == "thrown in" else words,
        cells,
        sums,
        not hand.over,
    )

"""The scoresheet on the screen: a row for each hand, few columns on a phone, all where room is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.game import Column, Replay
from companion.ledger import Ledger, Line, signed
from companion.seating import Seat, Side
from companion.table import Hand
from companion.web.words import initials

ADJUST = "adjust"
"""The ledger column of adjustments; they are listed apart from the hands."""


class Written(NamedTuple):
    """A hand with its lines, and what else its columns are read from."""

    hand: Hand
    lines: Sequence[Line]
    sides: Sequence[Side]
    ledger: Ledger

    def cells(self, columns: Iterable[Column], side: Side | None = None) -> list[str]:
        """What columns say of the hand, or of one side in it."""
        return [cell(self, column, side) for column in columns]


class Sum(NamedTuple):
    """What a hand brought a side, and the side's total after it."""

    side: Side
    change: str
    total: str
    mark: str
    """A state worth a sign beside the change: frozen."""
    of: Written
    columns: Sequence[Column]

    @property
    def cells(self) -> Sequence[str]:
        """What the hand says of this side, where room is."""
        return self.of.cells(self.columns, self.side)


class SheetRow(NamedTuple):
    """One hand on the sheet. A table has hundreds of these: what few pages show is made there."""

    of: Written
    words: str
    """The hand in few words, for a phone."""
    sums: Sequence[Sum]
    columns: Sequence[Column]

    @property
    def hand(self) -> Hand:
        """The hand itself."""
        return self.of.hand

    @property
    def title(self) -> str:
        """What it is called where "hand 3" will not do."""
        return self.hand.title

    @property
    def dealer(self) -> Seat:
        """Who dealt it."""
        return self.hand.dealer

    @property
    def running(self) -> bool:
        """Whether it is still played."""
        return not self.hand.over

    @property
    def cells(self) -> Sequence[str]:
        """The columns of the hand, where room is."""
        return self.of.cells(self.columns)


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
    """The sheet of a replay. It keeps the hands and the ledger, not the replay."""
    own, each = wide_columns(replay)
    adjusted = []
    fallen: dict[int, list[Line]] = {}
    for entry in replay.ledger.entries:
        fallen.setdefault(entry.hand, []).append(entry.line)
        if entry.line.column == ADJUST:
            adjusted.append((entry.hand, entry.line))
    rows = [
        row(
            Written(hand, fallen.get(hand.number, ()), replay.table.sides, replay.ledger), own, each
        )
        for hand in replay.hands
        if hand.over or hand.number in fallen
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


def cell(of: Written, column: Column, side: Side | None) -> str:
    """What a column says of a hand."""
    if column.kind == "points" and side:
        found = [line for line in touching(of.lines, side) if line.column == column.key]
        return signed(sum(line.change(side) for line in found)) if found else ""
    if column.kind == "total" and side:
        return str(so_far(of, side, column.key))
    cells = of.hand.cells
    if side is None:
        return friendly(of.sides, column, cells.get(column.key, ""))
    keys = [f"{column.key} {side.code}", *(f"{column.key} {seat.code}" for seat in side.seats)]
    return " ".join(cells[key] for key in dict.fromkeys(keys) if key in cells)


def so_far(of: Written, side: Side, column: str) -> int:
    """A side's points in one column up to and with a hand."""
    return sum(
        entry.line.change(side)
        for entry in of.ledger.entries
        if entry.hand <= of.hand.number and entry.line.column == column
    )


def friendly(sides: Sequence[Side], column: Column, text: str) -> str:
    """A side's code in a cell that is circled on paper, as its initials."""
    if "sides" in column.circle:
        side = next((s for s in sides if s.code == text), None)
        return initials(side) if side else text
    return text


def row(of: Written, own: list[Column], each: list[Column]) -> SheetRow:
    """The row of one hand."""
    hand = of.hand
    lines = [line for line in of.lines if line.column != ADJUST]
    frozen = [badge.side for badge in hand.badges if badge.word == "frozen"]
    sums = []
    for side in of.sides:
        mine = [line.change(side) for line in touching(lines, side)]
        change = signed(sum(mine)) if mine else ""
        total = str(hand.totals.get(side, 0)).replace("-", "−")
        sums.append(Sum(side, change, total, "❄" if side in frozen else "", of, each))
    words = (hand.void and f"thrown in: {hand.void}") or hand.summary
    return SheetRow(of, "thrown in" if hand.void == "thrown in" else words, sums, own)

"""The scoresheet on the screen: a row for each hand, few columns on a phone, all where room is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.game import Replay
from companion.ledger import Ledger, Line
from companion.seating import Seat, Side
from companion.sheets import Column
from companion.table import Played
from companion.tables.names import initials
from companion.words import signed, with_minus

ADJUST = "adjust"
"""The ledger column of adjustments; they are listed apart from the hands."""


class Sum(NamedTuple):
    """What a hand brought a side, and the side's total after it."""

    side: Side
    change: str
    total: str
    mark: str
    """A state worth a sign beside the change: frozen."""
    row: SheetRow

    @property
    def cells(self) -> list[str]:
        """What the hand says of this side, where room is."""
        return [cell(self.row, column, self.side) for column in self.row.sheet.each]


class Columns(NamedTuple):
    """What every row of a sheet is read from: the sides, the ledger, and the wide columns."""

    sides: Sequence[Side]
    ledger: Ledger
    own: Sequence[Column]
    """Of the hand."""
    each: Sequence[Column]
    """Of each side."""


class SheetRow(NamedTuple):
    """One hand on the sheet. What it says is made where a page shows it: most show few rows."""

    hand: Played
    lines: Sequence[Line]
    sheet: Columns

    @property
    def title(self) -> str:
        """What the hand is called where "hand 3" will not do."""
        return self.hand.title

    @property
    def dealer(self) -> Seat:
        """Who dealt it."""
        return self.hand.dealer

    @property
    def running(self) -> bool:
        """True if it is still played."""
        return not self.hand.over

    @property
    def words(self) -> str:
        if void := self.hand.void:
            return void if void == "thrown in" else f"thrown in: {void}"
        return self.hand.summary

    @property
    def cells(self) -> list[str]:
        """The columns of the hand, where room is."""
        return [cell(self, column, None) for column in self.sheet.own]

    @property
    def changes(self) -> dict[Side, int]:
        """What the lines do to each side they touch, but for adjustments."""
        found: dict[Side, int] = {}
        for line in self.lines:
            if line.column == ADJUST:
                continue
            if line.by:
                for side in {line.side, *line.by}:
                    found[side] = found.get(side, 0) + line.change(side)
            else:
                side = line.side
                found[side] = found.get(side, 0) + line.points
        return found

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """(change, total) of each side."""
        changes, totals = self.changes, self.hand.totals
        return tuple(
            (signed(changes[side]) if side in changes else "", with_minus(totals.get(side, 0)))
            for side in self.sheet.sides
        )

    @property
    def sums(self) -> list[Sum]:
        frozen = [badge.side for badge in self.hand.badges if badge.word == "frozen"]
        return [
            Sum(side, change, total, "❄" if side in frozen else "", self)
            for side, (change, total) in zip(self.sheet.sides, self.figures, strict=True)
        ]


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

    @property
    def latest(self) -> Sequence[SheetRow]:
        """The last hands, for beside the question."""
        return self.rows[-LATEST:]


LATEST = 14
"""Hands that stand beside the question, where room is."""


def sheet_view(replay: Replay) -> SheetView:
    """The sheet of a replay. It keeps the hands and the ledger, not the replay."""
    sides, ledger = replay.table.sides, replay.ledger
    own, each = wide_columns(replay)
    fallen: dict[int, list[Line]] = {}
    adjusted = []
    for entry in ledger.entries:
        fallen.setdefault(entry.hand, []).append(entry.line)
        if entry.line.column == ADJUST:
            adjusted.append((entry.hand, entry.line))
    columns = Columns(sides, ledger, own, each)
    rows = [
        SheetRow(hand, fallen.get(hand.number, ()), columns)
        for hand in replay.hands
        if hand.over or hand.number in fallen
    ]
    target = replay.table.target
    foot: list[str] = []
    if target is not None and rows:
        totals = ledger.totals.values()
        foot = [str(target - total) if total < target else "–" for total in totals]
    label = f"To {target}" if target is not None else ""
    heads = [column.head for column in own], [column.head for column in each]
    return SheetView(sides, *heads, rows, foot, label, adjusted)


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


def cell(row: SheetRow, column: Column, side: Side | None) -> str:
    if column.kind == "points" and side:
        found = [line for line in touching(row.lines, side) if line.column == column.key]
        return signed(sum(line.change(side) for line in found)) if found else ""
    if column.kind == "total" and side:
        return str(so_far(row, side, column.key))
    cells = row.hand.cells
    if side is None:
        return friendly(row.sheet.sides, column, cells.get(column.key, ""))
    keys = [f"{column.key} {side.code}", *(f"{column.key} {seat.code}" for seat in side.seats)]
    return " ".join(cells[key] for key in dict.fromkeys(keys) if key in cells)


def so_far(row: SheetRow, side: Side, column: str) -> int:
    """A side's points in one column up to and with a hand."""
    return sum(
        entry.line.change(side)
        for entry in row.sheet.ledger.entries
        if entry.hand <= row.hand.number and entry.line.column == column
    )


def friendly(sides: Sequence[Side], column: Column, text: str) -> str:
    """A side's code in a cell that is circled on paper, as its initials."""
    if "sides" in column.circle:
        side = next((s for s in sides if s.code == text), None)
        return initials(side) if side else text
    return text

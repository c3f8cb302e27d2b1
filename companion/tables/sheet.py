"""The scoresheet on the screen: a row for each hand; narrow screens hide some columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.game import Replay
from companion.engine.ledger import Line
from companion.engine.sheets import Column
from companion.engine.table import Hand
from companion.seating import Side
from companion.tables.names import initials
from companion.words import signed, with_minus


class SideSum(NamedTuple):
    """A side's cells in a row: points and total."""

    side: Side
    change: str
    total: str
    mark: str
    """Symbol of the side's badge in that hand: "❄"; "" for none."""
    state: str
    """The badge in a word: "frozen"."""
    cells: Sequence[str]
    """The cells of the columns per side, on wide screens."""


class SheetRow(NamedTuple):
    """One hand on the sheet. Texts are computed on access, as most pages show few rows."""

    hand: Hand
    own: Sequence[Column]
    each: Sequence[Column]

    @property
    def cells(self) -> list[str]:
        """The cells of the hand's columns, on wide screens."""
        return [cell(self.hand, column) for column in self.own]

    @property
    def figures(self) -> list[tuple[str, str]]:
        """(points, total) of each side, as text. Points agreed on are listed apart."""
        figures = []
        for side in self.hand.table.sides:
            lines = [line for line in touching(self.hand.lines, side) if not line.agreed]
            points = signed(self.hand.brought(side)) if lines else ""
            figures.append((points, with_minus(self.hand.totals.get(side, 0))))
        return figures

    @property
    def sums(self) -> list[SideSum]:
        marked = {badge.side: badge for badge in self.hand.badges if badge.mark}
        signs = {side: (badge.mark, badge.word) for side, badge in marked.items()}
        return [
            SideSum(side, change, total, *signs.get(side, ("", "")),
                    [cell(self.hand, column, side) for column in self.each])
            for side, (change, total) in zip(self.hand.table.sides, self.figures, strict=True)
        ]  # fmt: skip


@dataclass(frozen=True)
class SheetView:
    """The sheet of a table."""

    sides: Sequence[Side]
    own: Sequence[Column]
    """Columns of the hand, on wide screens."""
    each: Sequence[Column]
    """Columns of each side, on wide screens."""
    rows: Sequence[SheetRow]
    foot: Sequence[str]
    """The totals of many sides; of few what each needs to reach the target, if there is one."""
    foot_label: str
    adjustments: Sequence[tuple[int, Line]]
    """(hand, line) of each adjustment."""

    @property
    def many(self) -> bool:
        """True if there are too many sides for points and totals on a phone: only points."""
        return len(self.sides) > MANY

    @property
    def wide(self) -> int:
        """The columns of its table."""
        if self.many:
            return 1 + len(self.sides)
        return 3 + len(self.own) + len(self.sides) * (2 + len(self.each))

    @property
    def latest(self) -> Sequence[SheetRow]:
        """The last `LATEST` rows, shown beside the question on wide screens."""
        return self.rows[-LATEST:]


MANY = 3
"""With more sides than this a sheet has their points alone, and the totals at its foot."""
LATEST = 14
"""Hands shown beside the question on wide screens."""


def sheet_view(replay: Replay) -> SheetView:
    """The sheet of a replay."""
    sides, (own, each) = replay.table.sides, wide_columns(replay)
    rows = [SheetRow(hand, own, each) for hand in replay.hands if hand.over or hand.lines]
    agreed = [(row.hand.number, line) for row in rows for line in row.hand.lines if line.agreed]
    target, totals = replay.table.target, replay.ledger.totals.values()
    foot: list[str] = []
    label = "Total" if len(sides) > MANY else f"To {target}" if target is not None else ""
    if rows and len(sides) > MANY:
        foot = [with_minus(total) for total in totals]
    elif rows and target is not None:
        foot = [str(target - total) if total < target else "–" for total in totals]
    return SheetView(sides, own, each, rows, foot, label, agreed)


def touching(lines: Iterable[Line], side: Side) -> list[Line]:
    """The lines that pay a side or that it pays."""
    return [line for line in lines if line.side == side or side in line.by]


def wide_columns(replay: Replay) -> tuple[list[Column], list[Column]]:
    """(columns of the hand, columns of each side) shown on wide screens; none beside many sides.

    Without dealer, points and totals, which every sheet has anyway.
    """
    if len(replay.table.sides) > MANY:
        return [], []
    columns = [
        column
        for column in replay.game.sheet.columns
        if column.mm > 0 and column.key not in ("dealer", "points", "total")
    ]
    own = [column for column in columns if not column.per and column.kind == "cell"]
    each = [column for column in columns if column.per]
    return own, each


def cell(hand: Hand, column: Column, side: Side | None = None) -> str:
    """The text of a column on wide screens, for the hand or for one side."""
    if column.kind == "points" and side:
        lines = [line for line in touching(hand.lines, side) if line.column == column.key]
        return signed(sum(line.change(side) for line in lines)) if lines else ""
    if column.kind == "total" and side:
        before = [entry for entry in hand.table.ledger.entries if entry.hand <= hand.number]
        return str(sum(e.line.change(side) for e in before if e.line.column == column.key))
    if side is None:
        text = hand.cells.get(column.key, "")
        circled = hand.table.sides if "sides" in column.circle else ()
        return next((initials(each) for each in circled if each.code == text), text)
    keys = [f"{column.key} {side.code}", *(f"{column.key} {seat.code}" for seat in side.seats)]
    return " ".join(hand.cells[key] for key in dict.fromkeys(keys) if key in hand.cells)

"""The scoresheet on the screen: a row for each hand; narrow screens hide some columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.game import Replay
from companion.engine.ledger import Ledger, Line
from companion.engine.sheets import Column
from companion.engine.table import Hand
from companion.seating import Seat, Side
from companion.tables.names import initials
from companion.words import signed, with_minus

ADJUST = "adjust"
"""The ledger column of adjustments, which are listed separately."""


class SideSum(NamedTuple):
    """A side's cells in a row: points and total."""

    side: Side
    change: str
    total: str
    mark: str
    """Symbol of the side's badge in that hand: "❄"; "" for none."""
    state: str
    """The badge in a word: "frozen"."""
    row: SheetRow

    @property
    def cells(self) -> list[str]:
        """The cells of the columns per side, on wide screens."""
        return [cell(self.row, column, self.side) for column in self.row.sheet.each]


class Columns(NamedTuple):
    """Shared by all rows of a sheet."""

    sides: Sequence[Side]
    ledger: Ledger
    own: Sequence[Column]
    """Columns of the hand, on wide screens."""
    each: Sequence[Column]
    """Columns of each side, on wide screens."""


class SheetRow(NamedTuple):
    """One hand on the sheet. Texts are computed on access, as most pages show few rows."""

    hand: Hand
    lines: Sequence[Line]
    sheet: Columns

    @property
    def title(self) -> str:
        """The hand's title; "" for a plain number."""
        return self.hand.title

    @property
    def dealer(self) -> Seat:
        return self.hand.dealer

    @property
    def running(self) -> bool:
        """True if it is unfinished."""
        return not self.hand.over

    @property
    def words(self) -> str:
        return self.hand.came_to

    @property
    def cells(self) -> list[str]:
        """The cells of the hand's columns, on wide screens."""
        return [cell(self, column, None) for column in self.sheet.own]

    @property
    def changes(self) -> dict[Side, int]:
        """Points by side, without adjustments; sides without a line are left out."""
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
        """(points, total) of each side, as text."""
        changes, totals = self.changes, self.hand.totals
        return tuple(
            (signed(changes[side]) if side in changes else "", with_minus(totals.get(side, 0)))
            for side in self.sheet.sides
        )

    @property
    def sums(self) -> list[SideSum]:
        marked = {badge.side: badge for badge in self.hand.badges if badge.mark}
        signs = {side: (badge.mark, badge.word) for side, badge in marked.items()}
        return [
            SideSum(side, change, total, *signs.get(side, ("", "")), self)
            for side, (change, total) in zip(self.sheet.sides, self.figures, strict=True)
        ]


@dataclass(frozen=True)
class SheetView:
    """The sheet of a table."""

    sides: Sequence[Side]
    heads: Sequence[str]
    """Heads of the hand's columns, on wide screens."""
    side_heads: Sequence[str]
    """Heads of the columns per side, on wide screens."""
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
        return 3 + len(self.heads) + len(self.sides) * (2 + len(self.side_heads))

    @property
    def latest(self) -> Sequence[SheetRow]:
        """The last `LATEST` rows, shown beside the question on wide screens."""
        return self.rows[-LATEST:]


MANY = 3
"""With more sides than this a sheet has their points alone, and the totals at its foot."""
LATEST = 14
"""Hands shown beside the question on wide screens."""


def sheet_view(replay: Replay) -> SheetView:
    """The sheet of a replay. It references hands and ledger, not the replay."""
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
    target, totals = replay.table.target, ledger.totals.values()
    foot: list[str] = []
    label = "Total" if len(sides) > MANY else f"To {target}" if target is not None else ""
    if rows and len(sides) > MANY:
        foot = [with_minus(total) for total in totals]
    elif rows and target is not None:
        foot = [str(target - total) if total < target else "–" for total in totals]
    heads = [column.head for column in own], [column.head for column in each]
    return SheetView(sides, *heads, rows, foot, label, adjusted)


def touching(lines: Iterable[Line], side: Side) -> list[Line]:
    """The lines that pay a side or that it pays."""
    return [line for line in lines if line.side is side or side in line.by]


def wide_columns(replay: Replay) -> tuple[list[Column], list[Column]]:
    """(columns of the hand, columns of each side) shown on wide screens; none beside many sides.

    Without dealer, points and totals, which every sheet has anyway.
    """
    if len(replay.table.sides) > MANY:
        return [], []
    found = [
        column
        for column in replay.game.sheet.columns
        if column.mm > 0 and column.key not in ("dealer", "points", "total")
    ]
    own = [column for column in found if not column.per and column.kind == "cell"]
    each = [column for column in found if column.per]
    return own, each


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
    """A side's points in one ledger column up to and including this hand."""
    return sum(
        entry.line.change(side)
        for entry in row.sheet.ledger.entries
        if entry.hand <= row.hand.number and entry.line.column == column
    )


def friendly(sides: Sequence[Side], column: Column, text: str) -> str:
    """Replaces a side's code by its initials in columns that are circled on paper."""
    if "sides" in column.circle:
        side = next((s for s in sides if s.code == text), None)
        return initials(side) if side else text
    return text

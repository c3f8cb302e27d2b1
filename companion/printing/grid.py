"""The score grid as it is drawn: cells in rows, rows in parts, columns in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.engine.sheets import Column, EventSheet, RowSheet, Sheet
from companion.seating import Seat, Seating, Side

PORTRAIT, LANDSCAPE = 178.0, 255.0
"""Width of the live area, in mm: the same on A4 and Letter."""
HEIGHT, LANDSCAPE_HEIGHT = 252.0, 174.0
TIGHTEST = 0.77
"""The least factor for narrower columns before the sheet is turned or split."""
LARGE_LETTER, LARGE_EDGES = 1.7, 1.5
"""A letter of a head in large print and the edges of its box, in mm."""
LEAST_WIDE, LEAST_NUMBER = 9.0, 6.0
"""No box to write in is narrower, in mm; the column of hand numbers may be."""


@dataclass(frozen=True)
class Cell:
    """One box: its text, the old texts struck out, and the small text in its corner."""

    text: str = ""
    kind: str = ""
    """Words of the stylesheet: "bar", "who", "pick" …"""
    old: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    small: str = ""
    """In the corner, or below the text."""
    span: int = 1
    rows: int = 1
    head: bool = False
    name: str = ""
    """The name of the box, if it is printed in the box itself."""


@dataclass(frozen=True)
class Row:
    """A row of boxes; the height is that of the grid unless it has its own, in mm."""

    cells: tuple[Cell, ...]
    kind: str = ""
    height: float = 0


@dataclass(frozen=True)
class Body:
    """A part of the grid with its title and its rows."""

    rows: tuple[Row, ...]
    title: str = ""
    note: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Head:
    """A box of the head of the grid."""

    text: str
    columns: int = 1
    rows: int = 1
    kind: str = ""
    name: bool = False
    """A player's or side's name, set in the text face."""
    write: bool = False
    """There is no name yet: room to write it."""


@dataclass(frozen=True)
class PaperGrid:
    """A whole grid: widths of its columns in mm, one or two rows of heads, the parts."""

    widths: tuple[float, ...]
    heads: tuple[tuple[Head, ...], ...]
    bodies: tuple[Body, ...]
    height: float
    landscape: bool = False
    kind: str = ""

    @property
    def columns(self) -> int:
        return len(self.widths)

    @property
    def high(self) -> float:
        """Its rows together, in mm."""
        return sum(row.height or self.height for body in self.bodies for row in body.rows)


def cuts_names(grid: PaperGrid, letter: float) -> bool:
    """True if a word of a name is wider than the head of its columns. `letter` is in mm."""
    lower, at = iter(grid.heads[1] if len(grid.heads) > 1 else ()), 0
    for head in grid.heads[0] if grid.heads else ():
        wide = grid.widths[at : at + head.columns]
        at += head.columns
        below = [next(lower) for _ in wide if head.rows == 1 and len(grid.heads) > 1]
        named = [(head, sum(wide)), *zip(below, wide, strict=False)]
        for each, space in named:
            longest = max(map(len, each.text.split()), default=0)
            if each.name and longest * letter > space:
                return True
    return False


@dataclass(frozen=True)
class ColumnPlace:
    """One drawn column: a declared column, and whose it is if it is repeated."""

    column: Column
    owner: Side | Seat | None = None
    bar: bool = False
    """A heavy line at its left."""

    @property
    def key(self) -> str:
        """The key of `hand.cells` and of what `known` says: "dealer", "tricks A"."""
        return f"{self.column.key} {self.owner.code}" if self.owner else self.column.key

    @property
    def side(self) -> Side:
        """The side whose points the column holds."""
        assert self.owner is not None
        return self.owner.side


@dataclass(frozen=True)
class Group:
    """Neighbouring columns under one head. `owner` if all belong to one side or seat."""

    head: Head
    count: int
    owner: Side | Seat | None = None


@dataclass(frozen=True)
class Plan:
    """The columns of a sheet for these people: places from left to right with their heads."""

    places: tuple[ColumnPlace, ...]
    groups: tuple[Group, ...] = field(default_factory=tuple)

    @property
    def mm(self) -> float:
        return sum(place.column.mm for place in self.places)

    @property
    def least(self) -> float:
        """Its least width with its column of numbers, in mm."""
        widths = (max(LEAST_WIDE, TIGHTEST * place.column.mm) for place in self.places)
        return LEAST_NUMBER + sum(widths)


def runs(columns: Sequence[Column]) -> list[list[Column]]:
    """Neighbouring columns that are repeated together, or share a group."""
    runs: list[list[Column]] = []
    for column in columns:
        last = runs[-1][-1] if runs else None
        if (
            last
            and last.per == column.per
            and last.group == column.group
            and (column.per or column.group)
        ):
            runs[-1].append(column)
        else:
            runs.append([column])
    return runs


def owners(per: str, seating: Seating) -> list[Side | Seat]:
    """Whom a column is repeated for."""
    if per == "side":
        return list(seating.sides)
    return list(seating.seats)


def plan(sheet: Sheet, seating: Seating, only: Sequence[Side] | None = None) -> Plan:
    """The columns in order: a run of one repeats side by side, a run of more stays together.

    `only` leaves out the columns of all other sides.
    """
    places: list[ColumnPlace] = []
    groups: list[Group] = []
    for run in runs([column for column in sheet.columns if column.mm > 0]):
        per = run[0].per
        who = [each for each in owners(per, seating) if per and (only is None or each.side in only)]
        if not per:
            places += [ColumnPlace(column) for column in run]
            head = Head(run[0].group, kind="group") if run[0].group else Head("")
            groups.append(Group(head, len(run)))
        elif len(run) == 1:
            places += [ColumnPlace(run[0], each, bar=not n) for n, each in enumerate(who)]
            groups.append(Group(Head(run[0].head, kind="group bar"), len(who)))
        else:
            for each in who:
                places += [ColumnPlace(column, each, bar=not n) for n, column in enumerate(run)]
                head = Head(short(each, seating), kind="group bar", name=True)
                groups.append(Group(head, len(run), each))
    return Plan(tuple(places), tuple(groups))


def plans(sheet: Sheet, seating: Seating) -> list[Plan]:
    """One plan, or several with some of the sides each if one would be too wide."""
    whole = plan(sheet, seating)
    if whole.least <= LANDSCAPE or len(seating.sides) < 3:
        return [whole]
    sides = seating.sides
    for pages in range(2, len(sides) + 1):
        each = -(-len(sides) // pages)
        parts = [sides[first : first + each] for first in range(0, len(sides), each)]
        shapes = [plan(sheet, seating, part) for part in parts]
        if max(shape.least for shape in shapes) <= LANDSCAPE:
            return shapes
    return [whole]


def short(who: Side | Seat, seating: Seating) -> str:
    """The head of a column: the letter of a partnership, or the name of a single player."""
    if isinstance(who, Side) and len(who.seats) > 1:
        return who.code
    return str(who)


def heads(
    shape: Plan, seating: Seating, named: bool = True, numbered: bool = False
) -> tuple[tuple[Head, ...], ...]:
    """The two rows of heads; a column without a group stands through both.

    `numbered`: players are circled by their numbers, so that these stand before the names.
    """
    upper: list[Head] = [Head("No", rows=2)]
    lower: list[Head] = []

    def of(owner: Side | Seat | None, text: str, *, columns: int = 1, kind: str = "") -> Head:
        """The name of one player with the number, or room to write it; or that of a side."""
        alone = owner is not None and len(owner.side.seats) == 1
        front = f"{owner.code} " if owner and alone and numbered and named else ""
        return Head(front + text, columns, 1, kind, owner is not None, alone and not named)

    places = iter(shape.places)
    for group in shape.groups:
        members = [next(places) for _ in range(group.count)]
        if not group.head.text:
            upper += [Head(member.column.head, rows=2) for member in members]
            continue
        head = group.head
        upper.append(of(group.owner, head.text, columns=group.count, kind=head.kind))
        for member in members:
            kind = "bar" if member.bar else ""
            if member.owner and member.column.head == head.text:
                lower.append(of(member.owner, short(member.owner, seating), kind=kind))
            else:
                lower.append(Head(member.column.head, kind=kind))
    if not lower:
        return (tuple(replace(head, rows=1) for head in upper),)
    return tuple(upper), tuple(lower)


NUMBER = 8.0
"""Width of the column of hand numbers, in mm."""


def turned(
    sheet: RowSheet | EventSheet, shape: Plan, taken: float = 0, large: bool = False
) -> bool:
    """True if the sheet is to lie on its side: by its width, or for large print.

    `taken` is what stands beside the columns, in mm.
    """
    return large or sheet.landscape or shape.least + taken > PORTRAIT


def widths(mm: Sequence[float], space: float, headed: Sequence[float] = ()) -> tuple[float, ...]:
    """The columns stretched or squeezed to fill the room, in half millimetres, none of them too
    narrow to write in where the room is enough; the first is that of the hand numbers. `headed` is
    how wide their heads are.
    """
    least = [LEAST_NUMBER, *[LEAST_WIDE] * (len(mm) - 1)]
    wide = [max(each) for each in zip(least, headed or least, strict=True)]
    least = wide if sum(wide) <= space else least
    short: set[int] = set()
    while True:
        left = space - sum(least[place] for place in short)
        factor = left / max(1.0, sum(wide for n, wide in enumerate(mm) if n not in short))
        more = {n for n, wide in enumerate(mm) if n not in short and wide * factor < least[n]}
        if not more or len(short | more) == len(mm):
            break
        short |= more
    exact = [least[n] if n in short else wide * factor for n, wide in enumerate(mm)]
    widths = [round(width * 2) / 2 for width in exact]
    # The rest of the rounding is added to the widest columns.
    rest = round((space - sum(widths)) * 2)
    order = sorted(set(range(len(widths))) - short, key=lambda place: -mm[place])
    for step in range(abs(rest)):
        widths[order[step % len(order)]] += 0.5 if rest > 0 else -0.5
    return tuple(widths)

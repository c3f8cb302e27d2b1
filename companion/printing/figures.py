"""The figures of a scoresheet: the text of a box of points, totals or words for a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.engine.game import Replay
from companion.engine.ledger import Line
from companion.engine.sheets import Sum
from companion.engine.table import Hand
from companion.printing.grid import Cell, ColumnPlace
from companion.printing.people import Party
from companion.seating import Seat, Seating, Side
from companion.words import signed, with_minus

ADJUST = "adjust"
"""The ledger column of adjustments; they stand apart from the lines of the rules."""


def ordinal(hand: Hand, titled: bool) -> str:
    """The same in the column of numbers: "3", "2.1"; a dash for a hand thrown in without one.

    `titled`: the game names its hands.
    """
    if not hand.parts:
        return "–" if hand.void and titled else str(hand.number)
    counted_through = [part for part in hand.parts if part.of]
    numbered = counted_through[:1] or [part for part in hand.parts if part.number or part.extra]
    words = ["+" * part.extra + str(part.number or "") for part in numbered]
    return ".".join(words) or str(hand.number)


def scored(hand: Hand) -> bool:
    """True if the hand was played to a score; False for one that was thrown in or passed out."""
    return not hand.void and any(line.column != ADJUST for line in hand.lines)


def again(hand: Hand, hands: Sequence[Hand]) -> bool:
    """True if the hand has no score and the next one has its name: it was dealt again."""
    after = hands[hand.number] if hand.number < len(hands) else None
    return bool(hand.title and not scored(hand) and after and after.title == hand.title)


def uncounted(hands: Sequence[Hand]) -> int:
    """The number of hands that the table threw in: the same dealer dealt again."""
    return sum(1 for hand in hands if hand.void)


def concerns(line: Line, owner: Side | Seat) -> bool:
    """Whether a line belongs into the column of a side or seat."""
    if line.to == owner or owner.side in line.by:
        return True
    whole = isinstance(owner, Side) or len(owner.side.seats) == 1
    return whole and line.side == owner.side


def points_of(place: ColumnPlace, hand: Hand) -> Iterator[Line]:
    for line in hand.lines:
        here = place.column.key in ("points", line.column)
        if line.column != ADJUST and here and (not place.owner or concerns(line, place.owner)):
            yield line


def change(lines: list[Line], place: ColumnPlace) -> str:
    if place.owner is None:
        return signed(sum(line.points for line in lines))
    return signed(sum(line.change(place.side) for line in lines))


def said(place: ColumnPlace, hand: Hand) -> str:
    column = place.column
    if column.kind == "points":
        lines = list(points_of(place, hand))
        return change(lines, place) if lines else ""
    if column.kind == "total":
        if not hand.over and not hand.lines:
            return ""
        if column.key == "total" or place.owner is None:
            return with_minus(hand.totals[place.side]) if place.owner else ""
        entries = [e for e in hand.table.ledger.entries if e.hand <= hand.number]
        mine = (e.line for e in entries if e.line.column == column.key)
        return with_minus(sum(line.change(place.side) for line in mine))
    return with_minus(hand.cells.get(place.key, ""))


def cell(party: Party, place: ColumnPlace, hand: Hand) -> Cell:
    """The content of one box for a hand, with its old entries struck out."""
    column = place.column
    kind = "bar " if place.bar else ""
    text, ids, small = said(place, hand), tuple[str, ...](), ""
    if column.kind == "cell" and hand.over and not text:
        text = "–"
    if column.kind == "points":
        ids = tuple(dict.fromkeys(line.rule for line in points_of(place, hand)))
        kind += "ch "
        small = adjusted(place, hand) if column.key == "points" else ""
    elif column.kind == "total":
        kind += "tot " + ("won " if won(party, place, hand) else "")
        ids = undrawn(party, place, hand)
        notes = [badge(party, place, hand)]
        if not any(c.key == "points" and c.mm > 0 for c in party.sheet.columns):
            notes.append(adjusted(place, hand))
        small = ", ".join(filter(None, notes))
    old = tuple(t for t in party.struck.get((hand.number, place.key), ()) if t != text)
    box = worded(party, text, column.mm, kind, hand.table.seating)
    return replace(box, old=old, ids=ids, small=small)


def undrawn(party: Party, place: ColumnPlace, hand: Hand) -> tuple[str, ...]:
    """The rules of points that no drawn column shows. The total column shows their ids."""
    drawn = {column.key for column in party.sheet.columns if column.mm > 0}
    if "points" in drawn or place.column.key != "total" or not place.owner:
        return ()
    return tuple(
        dict.fromkeys(
            line.rule
            for line in hand.lines
            if line.column not in drawn | {ADJUST} and concerns(line, place.owner)
        )
    )


def adjusted(place: ColumnPlace, hand: Hand) -> str:
    """A note of points that were adjusted in this hand."""
    total = sum(
        line.points
        for line in hand.lines
        if line.column == ADJUST and place.owner and concerns(line, place.owner)
    )
    return f"adjusted {signed(total)}" if total else ""


def won(party: Party, place: ColumnPlace, hand: Hand) -> bool:
    """Whether this is the total that won, after the last hand that was not thrown in."""
    replay = party.replay
    if replay is None or replay.outcome is None or place.column.key != "total":
        return False
    last = next((each for each in reversed(replay.hands) if not each.void), None)
    return hand is last and place.side in replay.outcome.winners


def badge(party: Party, place: ColumnPlace, hand: Hand) -> str:
    """The state a side is in after the hand, as the next hand finds it: "frozen"."""
    if party.replay is None or hand.number >= len(party.replay.hands) or not place.owner:
        return ""
    after = party.replay.hands[hand.number]
    return ", ".join(each.word for each in after.badges if each.side == place.side)


def worded(
    party: Party, text: str, mm: float, kind: str = "", seating: Seating | None = None
) -> Cell:
    """A box with words, in the size that fits. All names have the size of the longest, and are
    left-aligned. `seating` is that of the hand."""
    known = {seat.name for seat in (seating or party.seating).seats}
    size = sized(max(party.names, key=len) if text in known else text, mm)
    return Cell(party.called(text, seating), f"{kind} {'who' if text in known else ''} {size}")


def sized(text: str, mm: float) -> str:
    """The size of type in which a text fits its box."""
    for kind, each in (("", 2.2), ("s1", 1.8), ("s2", 1.5)):
        if len(text) * each <= mm - 1.6:
            return kind
    return "s3"


def counted(replay: Replay, entry: Sum, side: Side) -> str:
    """The value of a line at the foot of the sheet for one side."""
    if not (entry.column or entry.rules or entry.count or entry.sign):
        return with_minus(replay.ledger.total(side))
    changes = [
        each.line.change(side)
        for each in replay.ledger.entries
        if concerns(each.line, side)
        and (not entry.column or each.line.column == entry.column)
        and (not entry.rules or each.line.rule in entry.rules)
    ]
    if entry.sign:
        changes = [each for each in changes if each * entry.sign > 0]
    return str(len(changes)) if entry.count else with_minus(sum(changes))

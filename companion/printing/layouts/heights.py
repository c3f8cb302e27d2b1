"""The height that rows to write in have on their page."""

from __future__ import annotations

from textwrap import wrap

from companion.engine.sheets import EventSheet, RowSheet
from companion.printing.figures import ADJUST
from companion.printing.grid import (
    HEIGHT,
    LANDSCAPE,
    LANDSCAPE_HEIGHT,
    NUMBER,
    PORTRAIT,
    Plan,
    short,
)
from companion.printing.in_force import beyond_foot
from companion.printing.people import Party

LARGE = 9.0
"""Least height of a row to write in, in large print, in mm."""
HEAD, NAMES = 11.5, 10.5
"""Height of the head of a sheet, and of the names of partners below it, in mm."""
NAME_LETTER, NAME_LINE, NAME_EDGE = 1.75, 3.7, 1.0
"""Names at the head of columns, in mm: a letter, a line of them, the edges of the box."""
LISTED, LISTED_LINE, LISTED_EDGE = 1.45, 4.0, 2.0
"""Names that are listed in full, in mm: a letter, a line, the edge below."""
RULES_HEAD, RULES_LINE = 6.5, 4.2
"""The heading of the house rules or corrections, and one line of them, in mm."""
TYPE = {"large": 13 / 9.6, "larger": 11 / 9.6}
"""Sizes of type in large print, as multiples of the ordinary size."""
LONG, FEW = 22, 4
"""With more hands than the first a sheet is set small, so that they are on one page. In large
print a finished game of more hands than the second fills its page."""
HERE = 8
"""Letters that the mark of a house rule takes in a note."""
RULE_LETTERS = 0.72
"""Letters of house rules below a filled sheet that a millimetre of its width holds."""


def type_of(party: Party, landscape: bool) -> str:
    """Return the size of type of a sheet: "large", "larger", "small" or ""."""
    sheet, replay = party.sheet, party.replay
    hands = len(replay.hands) if replay else 0
    if not party.large:
        return "small" if isinstance(sheet, RowSheet) and hands > LONG else ""
    # An upright sheet that is turned to landscape has room for type a third larger.
    lying = isinstance(sheet, RowSheet | EventSheet) and sheet.landscape
    full = replay is not None and replay.over and hands > FEW
    return "large" if landscape and not (lying or full) else "larger"


def least(party: Party, mm: float) -> float:
    """Return the least height of a row that is `mm` high in ordinary print."""
    written = party.replay is None or not party.replay.over
    return max(mm, LARGE) if party.large and written else mm


def code_above(party: Party) -> float:
    """Return how much higher the head of a sheet is with its code, in mm."""
    return max(0, party.coded - HEAD - names_high(party))


def names_high(party: Party) -> float:
    """Return the height of the names of partners, in mm."""
    return NAMES if any(len(side.seats) > 1 for side in party.seating.sides) else 0


def listed_high(party: Party, landscape: bool) -> float:
    """Return the height of the names that are listed in full, in mm."""
    if not party.listed:
        return 0
    letters = sum(len(name) + 5 for name in map(str, party.seating.seats)) + 10
    return LISTED_EDGE + LISTED_LINE * -(
        -letters * LISTED // (LANDSCAPE if landscape else PORTRAIT)
    )


def left_for_rows(
    party: Party,
    sheet: RowSheet | EventSheet,
    shape: Plan,
    landscape: bool,
    *,
    first: bool = True,
    last: bool = True,
) -> float:
    """How high the rows may be together, in mm: the page less head, sides, heads and notes.

    The first page of several has no notes, the last one no head.
    """
    letters: float = 92 if landscape else 62
    if party.large and not first:
        letters /= TYPE["larger"]  # here no row is to spare
    lines = sum(-(-(len(str(note)) + HERE * note.here) // letters) for note in party.reminders)
    notes = 3 + 3.95 * -(-lines // 2) if lines and not party.replay else 0
    sides = names_high(party)
    grouped = any(group.head.text for group in shape.groups)
    above = (
        (54 if party.replay else 15) * first
        + sides * first
        + (11.5 if grouped else 7.5)
        + (0 if party.named else 5)
        + rules_below(party, landscape) * last
    )
    above += code_above(party) + listed_high(party, landscape) * first
    above += NAME_LINE * (_name_lines(party, shape, landscape) - 1)
    notes *= last
    if party.large:
        above, notes = above * 1.25, notes * 1.3
    return (LANDSCAPE_HEIGHT if landscape else HEIGHT) - above - notes - 1.5


def rules_below(party: Party, landscape: bool = False) -> float:
    """How high is what was agreed on and corrected below a filled sheet, in mm, and what house
    rules its foot has no room for.
    """
    if party.replay is None:
        return 0
    lines = sum(entry.line.column == ADJUST for entry in party.replay.ledger.entries)
    lines += sum(map(len, party.struck.values()))
    high = RULES_HEAD + RULES_LINE * lines if lines else 0
    rules = beyond_foot(party, landscape)
    if rules:
        letters = sum(len(f"{each.rule.title}{each.words}{each.rule.rule}") + 5 for each in rules)
        wide = RULE_LETTERS * (LANDSCAPE if landscape else PORTRAIT)
        high += RULES_HEAD + RULES_LINE * -(-letters // wide)
    return high


def _name_lines(party: Party, shape: Plan, landscape: bool) -> int:
    """Lines of the name that takes most of them at the head of its columns."""
    if not party.named:
        return 1
    stretched = (LANDSCAPE if landscape else PORTRAIT) / (shape.mm + NUMBER)
    places = iter(shape.places)
    most = 1
    for group in shape.groups:
        mine = [next(places) for _ in range(group.count)]
        wide = sum(place.column.mm for place in mine)
        named = [(group.owner, group.head.text, wide)] if group.head.name else [
            (place.owner, short(place.owner, party.seating), place.column.mm)
            for place in mine
            if place.owner and place.column.head == group.head.text
        ]  # fmt: skip
        for owner, text, mm in named:
            number = f"{owner.code} " if party.by_number and owner else ""
            letters = max(1, int((stretched * mm - NAME_EDGE) / NAME_LETTER))
            lines = wrap(number + text, letters, break_long_words=False)
            most = max(most, len(lines))
    return most

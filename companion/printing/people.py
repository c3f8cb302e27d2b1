"""The data of a scoresheet: the people, the house rules, and the game so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.engine.game import Game, Replay
from companion.engine.record import Act, Record, standing_acts
from companion.engine.sheets import Column, Sheet
from companion.printing.text import initials
from companion.rules import HouseRule, HouseRules
from companion.rules.pieces import VariedText
from companion.rules.wording import SheetText, under
from companion.seating import Seating

NOBODY = 0xE000
"""Seats without a name are called by one letter of the private use area, from here: no game can
mistake it for anything, and `numbered` finds it again."""


def numbered(text: str) -> str:
    """The text with seats that have no name called by their number."""
    return text.translate({NOBODY + place: str(place) for place in range(1, 16)})


SEEN = 8
"""So many letters of a name are seen in a narrow box."""


@dataclass(frozen=True)
class Journalled:
    """An act of the journal with who did it and when, as the paper is to say it."""

    act: Act
    who: str = ""
    when: str = ""
    why: str = ""

    @classmethod
    def of(cls, row: Any) -> Journalled:
        """The entry of a row in the store's journal."""
        return cls(row.act, row.who, f"{row.at.astimezone():%H:%M}", row.why)


@dataclass(frozen=True)
class Party:
    """A game, its people and house rules; with a replay if there is something to fill in."""

    game: Game
    seating: Seating
    rules: HouseRules
    dealer: int = 1
    replay: Replay | None = None
    named: bool = True
    """False if no names are known. The sheet then has lines for the names."""
    large: bool = False
    """In large print: a sheet that can be turned on its side is."""
    coded: float = 0
    """Width of the code at the head of a blank sheet, in mm; 0 if it has none."""
    listed: bool = False
    """True if the names are listed in full: the head of a column cuts one."""
    struck: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    """The corrected entries, by hand and key of the cell, oldest first."""

    @property
    def title(self) -> str:
        """The game's title under these house rules."""
        return self.game.called(self.rules)

    @property
    def titled(self) -> bool:
        """True if the game names its hands: "game 2, hand 1"."""
        return any(hand.title for hand in self.replay.hands) if self.replay else False

    @property
    def text(self) -> SheetText:
        return under(self.game.rules, self.rules)

    @property
    def reminders(self) -> Sequence[VariedText]:
        """The notes at the foot of the scoresheet."""
        return self.text.reminders or [VariedText(note, note) for note in self.sheet.notes]

    @property
    def sheet(self) -> Sheet:
        """The scoresheet the game declares, as these house rules want it."""
        sheet = self.game.sheet.under(self.rules, len(self.seating.seats))
        if self.replay:
            return sheet
        written = tuple(column for column in sheet.columns if not column.printed)
        return replace(sheet, columns=written)

    @cached_property
    def options(self) -> Mapping[str, HouseRule]:
        """The house rules in the words that hold for these people."""
        return self.game.options(self.rules, len(self.seating.seats))

    @property
    def known(self) -> Sequence[Mapping[str, str]]:
        """The values that a blank sheet can fill in, row by row."""
        rows = self.sheet.filled(self.seating, self.rules, self.dealer)
        if self.named:
            return rows
        if all(len(side.seats) == 1 for side in self.seating.sides):
            return rows
        # In a partnership nobody knows yet who seat 2 is: that is left to be written.
        return [{k: v for k, v in row.items() if v == numbered(v)} for row in rows]

    @cached_property
    def marks(self) -> list[str]:
        """The marks of players in boxes to circle: letters that fit, or their numbers."""
        names = [seat.name for seat in self.seating.seats]
        if not self.named or self.alike:
            return [seat.code for seat in self.seating.seats]
        wide = [column.mm for column in self.sheet.columns if "seats" in column.circle]
        return initials(names, 0.95 * min(wide, default=20.0))

    @property
    def by_number(self) -> bool:
        """True if numbers identify the players. The numbers are then beside the names."""
        circled = any("seats" in column.circle for column in self.sheet.columns)
        return self.alike or (circled and self.marks[0] == "1")

    @cached_property
    def alike(self) -> bool:
        """True if two names begin with so many of the same letters that a box shows no others."""
        names = [name.casefold() for name in self.names]
        begun = [name[:SEEN] for name in names if len(name) > SEEN]
        return self.named and len(set(begun)) < len(begun)

    @cached_property
    def names(self) -> Sequence[str]:
        """Everybody who plays, or has played an earlier hand."""
        names = [seat.name for seat in self.seating.seats]
        before = self.replay.record.companies if self.replay else ()
        return list(dict.fromkeys([*names, *(name for _, each in before for name in each)]))

    def called(self, name: str, seating: Seating | None = None) -> str:
        """A player in a box: by number and name where names alone could be mistaken. `seating` is
        that of the hand."""
        if not self.alike:
            return name
        codes = {seat.name: seat.code for seat in (seating or self.seating).seats}
        return f"{codes[name]} {name}" if name in codes else name

    def circled(self, column: Column) -> str:
        """The letters to be circled in a column."""
        return " ".join(filter(None, map(self._letters, column.circle)))

    def _letters(self, word: str) -> str:
        """The letters for "seats" or "sides", or "" if there are too many."""
        if word == "sides":
            sides = self.seating.sides
            if any(len(side.seats) > 1 for side in sides):
                return " ".join(side.code for side in sides)
            word = "seats"
        if word != "seats":
            return word
        return " ".join(self.marks) if not self.named or len(self.marks) <= 6 else ""


def party(
    game: Game,
    *,
    players: Sequence[str] = (),
    rules: Mapping[str, str] | None = None,
    dealer: int = 1,
    replay: Replay | None = None,
    seats: int = 0,
) -> Party:
    """The party of a stored game, or of names and house rules. Raise Refused if they are invalid.

    Without names, `seats` is the number of players.
    """
    if replay is not None:
        table = replay.table
        first = table.first_dealer.number
        return Party(game, table.seating, table.rules, first, replay)
    names = [name.strip() for name in players if name.strip()]
    named = bool(names)
    chosen = game.rules.chosen(rules or {})
    if not named:
        count = seats or game.likely(chosen)
        names = _nobody(count)
    record = Record.begin(game.key, names, dealer, rules)
    return Party(game, game.seating(record, chosen), chosen, dealer, named=named)


def _nobody(count: int) -> list[str]:
    return [chr(NOBODY + place) for place in range(1, count + 1)]


@dataclass(frozen=True)
class Correction:
    """One correction: the hand, the question, the old answer and the new answer."""

    hand: int
    what: str
    old: str
    new: str
    who: str = ""
    when: str = ""


def amendments(journal: Sequence[Journalled]) -> list[tuple[int, Journalled]]:
    """The amendments that stand, each with how many standing acts came before it."""
    standing = standing_acts([each.act for each in journal])[0]
    places = {id(act): place for place, act in enumerate(standing)}
    pairs = [
        (places[id(each.act)], each)
        for each in journal
        if each.act.kind == "amend" and id(each.act) in places
    ]
    return sorted(pairs, key=lambda pair: pair[0])

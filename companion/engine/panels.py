"""The content of a hand's page beside its questions: guidance, badges, events, unused answers,
panels, and the hand in play.

Panels are data beside the question (calls, grids, trays, tracks).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Suit
from companion.engine.ledger import Line
from companion.said import Text
from companion.seating import Seat, Side
from companion.words import does

CALLS = "Calls so far, in turn"


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls so far, in turn; None for the player to speak."""

    calls: Sequence[tuple[Seat, str | None]]
    title: str = CALLS
    keys: Sequence[str] = ()
    """The keys of their questions, as far as each has one of its own."""
    trump: Suit | str = ""
    """The trump, or NO_TRUMP, of a game that knows it before the bids."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table; the first cell of a row is its heading."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    foot: Sequence[str] = ()
    marked: Sequence[int] = ()
    """Rows (from 0) to highlight: the one to play, the leader."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Cards in named groups: melds, the cards of a trick, the cards still out."""

    title: str
    groups: Sequence[tuple[str, Sequence[Card]]]
    lying: bool = False
    """The current trick: shown before all other panels."""


@dataclass(frozen=True, slots=True)
class Won:
    """The winner of each trick so far, in order."""

    title: str
    by: Sequence[Seat]
    marked: Sequence[int] = ()
    """Tricks (from 0) to highlight."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square of cells with a value at the end of each line."""

    title: str
    cells: Sequence[str]
    names: Sequence[str]
    lines: Sequence[tuple[str, str]]
    """(name of the line, its value): rows, columns, diagonals."""
    columns: int = 3
    of: Seat | Side | None = None
    """Its owner, by which the scoresheet finds it."""


@dataclass(frozen=True, slots=True)
class Track:
    """A pegging track of `length` holes, with two pegs a side."""

    title: str
    length: int
    runners: Sequence[tuple[Side, int, int]]
    """(side, front peg, back peg)."""


@dataclass(frozen=True, slots=True)
class Meter:
    """Named amounts in one line: "Pot 9 · melded 7 of 11"."""

    title: str
    amounts: Sequence[tuple[str, str]] = field(default_factory=tuple)


Panel = Calls | Grid | Tray | Won | Square | Track | Meter


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a hand's title: "phase 2", "hand 3 of 7", "extra hand"."""

    word: str
    number: int = 0
    """0 for none."""
    of: int = 0
    """Their number in the whole game, or 0 if it is not fixed."""
    extra: bool = False
    """After the regular ones of the game."""

    @property
    def short(self) -> str:
        """Without `of`."""
        number = f" {self.number}" if self.number else ""
        return f"{'extra ' if self.extra else ''}{self.word}{number}"

    def __str__(self) -> str:
        return self.short + (f" of {self.of}" if self.of else "")


@dataclass(frozen=True, slots=True)
class Tell:
    """Guidance: text, its rule, and the page (from 0) it precedes; `keep` shows it all hand. `now`:
    an act at the table."""

    text: Text
    rule: str
    page: int
    keep: bool
    now: bool = False

    @property
    def words(self) -> str:
        return str(self.text)

    @property
    def deals(self) -> bool:
        """True for the sentence `deals` of a game: how the hand is dealt."""
        return getattr(self.text, "name", "") == "deals"


@dataclass(frozen=True, slots=True)
class Badge:
    """A state of a side shown in the standing ("frozen"), with its rule."""

    side: Side
    word: str
    more: str
    rule: str
    words: str = ""
    """Its effect on the next hand, in a sentence."""
    mark: str = ""
    """A symbol for it in small spaces: "❄"."""


@dataclass(frozen=True, slots=True)
class Unused:
    """A recorded answer that no question asked for; ignored, but kept in the record."""

    hand: int
    key: str
    text: str
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"Not used{why}: hand {self.hand}, {self.key}: {self.text}"


@dataclass(frozen=True, slots=True)
class Event:
    """One `Hand.post`: its lines, its cells on the scoresheet by column, the totals after it."""

    lines: tuple[Line, ...]
    cells: Mapping[str, str]
    totals: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class Need:
    """The contract of a side or player in the hand in play, or its possible gain."""

    who: Side | Seat
    figure: Text = ""
    """The contract, shown large: "8", "all 11", "more"; "" if it has none."""
    pays: Text = ""
    """"of 10 points · down: minus their points"."""
    words: Text = ""
    """The label of the figure, if it is not "Ana & Cat need"."""
    warns: bool = False
    """True if nothing can be gained."""
    sentence: bool = False
    """True if the figure is a sentence in smaller type: "Ben goes out"."""

    @property
    def label(self) -> str:
        return str(self.words) or does(self.who, "need")


NO_TRUMP = "NT"


@dataclass(frozen=True, slots=True)
class InPlay:
    """The facts that players ask for in play: contracts, trump, leader, bids."""

    needs: Sequence[Need] = ()
    trump: Suit | str = ""
    """A suit, or `NO_TRUMP`; "" if the game has no trump, or if nobody noted it."""
    leader: Seat | None = None
    """The leader of the current trick, or None if unknown."""
    leads: Text = ""
    """The text instead of "Ana leads": "Ana pitched"."""
    beside: Text = ""
    """The text beside the leader: "out: 9♦ and Q♣"."""
    steps: Sequence[int] = ()
    """The number of cards of every hand, drawn as a staircase; () if it is always the same."""
    step: int = 0
    """The place of this hand in `steps`, from 0."""
    title: Text = ""
    """The title of the figures of three or more players: "Tricks needed"."""
    note: Text = ""
    """A rule for everybody: "each trick more +1, each trick fewer −1"."""
    bids: Sequence[tuple[Seat, str]] = ()
    """All bids, in order; "pass" for none."""
    bidders: Sequence[Seat] = ()
    """The players whose bids count."""
    keys: Sequence[str] = ()
    """The keys of the questions that the bids answer, as in `Calls`."""

    @property
    def first(self) -> str:
        """ "Ana leads"; "" if nobody leads."""
        return str(self.leads) or (f"{self.leader} leads" if self.leader else "")

    @property
    def contracts(self) -> Sequence[Need]:
        return [each for each in self.needs if str(each.figure)]

    @property
    def others(self) -> Sequence[Need]:
        return [each for each in self.needs if not str(each.figure)]

    @property
    def line(self) -> str:
        """The same in one line, for a page without room: "Ana leads · trump ♥ · Ben 4"."""
        sign = self.trump.symbol if isinstance(self.trump, Suit) else self.trump
        bids = [f"{each.who} {each.figure}" for each in self.contracts]
        bids = bids or [f"{each.who}, {each.pays}" for each in self.needs if not sign]
        parts = [self.first, f"trump {sign}" if sign else "", str(self.beside), *bids]
        return " · ".join(filter(None, parts))

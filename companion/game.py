"""What a room gives to the house: its Game, and the Replay that everything else draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.cards import Pack
from companion.ledger import Ledger
from companion.questions import Refused
from companion.record import Record
from companion.rules import Options, RuleSheet
from companion.seating import Seating, Side
from companion.table import AuthorsMistake, Closed, Hand, Interview, Outcome, Pending, Table

Sides = Sequence[Sequence[int]] | Callable[[int, Options], Sequence[Sequence[int]] | None] | None


@dataclass(frozen=True)
class Column:
    """A column of the scoresheet. `per` repeats it: "side", "seat", or "" for one of the hand.

    `kind` is "cell" (what the hand says of itself), "points" or "total" (from the ledger, of the
    lines whose column is `key`, or of all lines when the key is "points" or "total").
    A column of 0 mm is declared (for `hand.cell`, for a ledger column) but not drawn.
    """

    key: str
    head: str
    mm: float
    per: str = ""
    kind: str = "cell"
    circle: Sequence[str] = ()
    """Printed in a blank cell to be circled by hand; "seats" and "sides" stand for initials."""
    group: str = ""
    """A head that spans neighbouring columns of the same group: "Bids, in order"."""
    hint: str = ""
    """Printed small in the corner of a blank cell: "no", "×2"."""
    small: bool = False
    """What `known` says of this column stands small in the corner, with room to write beside it."""
    line: int = 1
    """In the layout "blocks": which line of the hand's block the box stands in, from 1."""


@dataclass(frozen=True)
class Part:
    """A run of rows with its own title: a phase, a half, a game of a rubber, one deal's tricks."""

    rows: int
    title: str = ""
    note: str = ""
    """Said beside the title, in small words."""
    foot: str = ""
    """The label of a row of subtotals after the part ("Half-time"); none without."""
    column: str = ""
    """In the layout "cross": the ledger column whose lines are written here."""
    game: str = ""
    """In the layout "cross": only lines of hands whose cell "game" says this ("1", "2")."""
    upward: bool = False
    """In the layout "cross": written from the heavy line upward."""


@dataclass(frozen=True)
class Sum:
    """A line at the foot of the sheet, per side: the points of a ledger column, of some rules,
    of one game of a rubber, or (with none of them) the total."""

    label: str
    column: str = ""
    rules: Sequence[str] = ()
    game: str = ""
    """Only hands whose cell "game" says this."""
    count: bool = False
    """How many such lines there are ("contracts made"), instead of their points."""
    sign: int = 0
    """Only gains (1) or only losses (−1): boards won, boards lost."""


@dataclass(frozen=True)
class Sheet:
    """The scoresheet of a game. `layout` names the drawing:

    "hands"    a row for each hand; `parts` divide the rows and give them titles and subtotals.
    "cross"    the bridge cross: columns of the hand at the left, one wide column per side, and
               `parts` from top to bottom ("above" written upward, then "below" game by game). The
               lines of a hand go where their ledger column says; a hand tells its game of the
               rubber by `hand.cell("game", "2")` (declare that column with 0 mm). `sums` at the
               foot.
    "ledger"   a row for each event: what was posted together by one `hand.post`, whose `cells` fill
               the columns of the hand; columns per side of kind "total" are balances after it.
               With `parts` one part is one hand (its tricks); without, hands are parted by a line.
    "blocks"   a block of boxes for each hand, the head of a box in its corner, in lines (`line`).
    "squares"  a block for each hand: per side a square of `square` cells with a box at the end of
               every line (from `hand.show(Square(...))`, titled with the side's name), and the
               columns per side beside it as fields to fill in.
    "strips"   a block for each hand: per side the `square` names as a strip of spaces, then the
               columns per side as fields.
    """

    columns: Sequence[Column]
    rows: int = 16
    layout: str = "hands"
    landscape: bool = False
    notes: Sequence[str] = ()
    """What is printed at the foot: checks, limits, how to write."""
    known: Callable[[Seating, Options, int], Sequence[Mapping[str, str]]] | None = None
    """What a blank sheet can fill in, row by row, from seating, house rules and first dealer.

    The mappings use the keys of `hand.cell`: "dealer", "cards", "quota 2" (the code of a side).
    When it yields more rows than `rows`, all of them are drawn.
    """
    once: Sequence[tuple[str, str]] = ()
    """What is written once at the head, as (label, text); braces name a house rule whose value is
    printed: ("Game", "{target}"), ("First pitcher", "")."""
    parts: Sequence[Part] = ()
    sums: Sequence[Sum] = ()
    square: Sequence[str] = ()
    """Names of the spaces in "squares" and "strips", printed small in their corners."""
    heavy: str = ""
    """The space of "squares" or "strips" after which a heavier line stands, by its name."""
    track: int = 0
    """Holes of a pegging track per side, drawn beside the hands; 0 for none."""
    adapt: Callable[[Sheet, Options], Sheet] | None = None
    """The sheet as these house rules want it: a shorter game has other rows and parts."""

    def under(self, rules: Options) -> Sheet:
        """This sheet for the house rules in force."""
        return self.adapt(self, rules) if self.adapt else self


@dataclass(frozen=True)
class Contracts:
    """How the score lines of a hand tell whose contract was made and whose was broken."""

    made: Sequence[str]
    """Rules whose lines go to a side that made its contract."""
    broken: Sequence[str] = ()
    """Rules whose lines go to a side that broke its own."""
    paid: Sequence[str] = ()
    """Rules whose lines go to the other side when a contract was broken."""


@dataclass(frozen=True)
class Ruling:
    """A referee's answer: one sentence, the rules it rests on, and the steps that led there."""

    answer: str
    rules: tuple[str, ...]
    steps: tuple[str, ...] = ()
    undecided: bool = False
    """The sources do not decide it; the steps then list the usual ways."""


class Desk(Interview):
    """Where an enquiry asks: answers, house rules, and the people if there is a table."""

    def __init__(self, answers: Mapping[str, str], rules: Options, seating: Seating) -> None:
        super().__init__(answers, rules)
        self.seating = seating

    @property
    def seats(self) -> list[Any]:
        """The seats in turn order."""
        return self.seating.seats

    @property
    def sides(self) -> list[Side]:
        """The sides, in order."""
        return self.seating.sides


@dataclass(frozen=True)
class Enquiry:
    """A question a dispute can turn on: a short interview that ends in a Ruling."""

    key: str
    title: str
    ask: Callable[[Desk], Ruling]
    rules: tuple[str, ...]
    """The rules it can decide."""


@dataclass(frozen=True)
class Game:
    """A room: everything the house knows about one game."""

    key: str
    title: str
    prefix: str
    """What its rule ids begin with."""
    room: str
    """The room's own `__file__`, beside which rules.md and evening.txt lie."""
    players: Sequence[int]
    play: Callable[[Table], None]
    sheet: Sheet
    pack: Pack
    enquiries: Sequence[Enquiry] = ()
    sides: Sides = None
    """Partnerships as seat numbers, or what makes them of players and house rules."""
    turn: str = "clockwise"
    holds: Callable[[Replay], Iterable[str]] | None = None
    """What must be true of every replay (piles sum, chips conserve): yields what is not."""
    edition: int = 1
    """Raised when a stored record would score differently than before."""
    earlier: Mapping[int, Callable[[Table], None]] = field(default_factory=dict)
    """The play functions of editions before, by their number, as long as tables of them are played.

    The rule sheet then keeps the ids of the rules they post.
    """
    contracts: Contracts | None = None
    """Where a hand has contracts: how its lines tell, for the statistics."""
    come_and_go: str = ""
    """The rule by which players may join and leave between hands and keep what they have; "" where
    a game is played to its end by those who began it."""

    @cached_property
    def rules(self) -> RuleSheet:
        """The rule sheet, read once."""
        return RuleSheet.read(self.file("rules.md"))

    def at(self, edition: int) -> Game:
        """The game as that edition plays it, if the room still has it; otherwise itself."""
        play = self.earlier.get(edition)
        if play is None:
            return self
        found = replace(self, play=play, edition=edition)
        found.__dict__["rules"] = self.rules  # one sheet, read once
        return found

    def file(self, name: str) -> str:
        """The text of a file of the room."""
        return Path(self.room).with_name(name).read_text(encoding="utf-8")

    @property
    def adjust_rule(self) -> str:
        """The rule id of adjustment lines."""
        return f"{self.prefix}-ADJ"

    def seating(self, record: Record, rules: Options) -> Seating:
        """The seats and sides of a record; Refused when the number of players is wrong."""
        names = record.players
        if len(names) not in self.players:
            few, many = min(self.players), max(self.players)
            would = f"exactly {few}" if few == many else f"{few} to {many}"
            raise Refused(
                f"{self.title} is for {would} players; {len(names)} are named.",
                code="wrong_players",
            )
        for place, name in enumerate(names, 1):
            if name.casefold() in [other.casefold() for other in names[: place - 1]]:
                raise Refused(
                    f"Two players are called {name}: add a letter to tell them apart.",
                    code="same_name",
                    key=f"player {place}",
                )
        sides = self.sides(len(names), rules) if callable(self.sides) else self.sides
        teams = [record.head.get(f"team {code}", "") for code in "ABCDEFG"]
        return Seating(names, sides, teams)

    def replay(self, record: Record) -> Replay:
        """Plays the record through. Refused when its head cannot stand (players, house rules)."""
        rules = self.rules.chosen(record.rules)
        seating = self.seating(record, rules)
        try:
            seating.seat(record.dealer)
        except KeyError:
            raise Refused(
                f"“{record.dealer}” is not at the table.", code="unknown_dealer"
            ) from None
        table = Table(seating, rules, record, self.rules.rules, self.adjust_rule, self.rules.chosen)
        pending: Pending | None = None
        closed = False
        try:
            self.play(table)
        except Pending as stop:
            # Where it was raised is of no use any more, and would keep the replay from going.
            pending = stop.with_traceback(None)
            pending.table = table
        except Closed:
            closed = True
        if pending is None and not closed:
            if table.outcome is None:
                raise AuthorsMistake(f"{self.key}: play returned without an outcome")
            if table.hands:  # an evening may be closed before its first deal
                table.hands[-1].adjust()
        return Replay(self, record, table, pending, closed)

    def enquire(
        self,
        enquiry: Enquiry,
        answers: Mapping[str, str],
        rules: Options | None = None,
        seating: Seating | None = None,
    ) -> tuple[Desk, Ruling | Pending]:
        """Runs an enquiry on these answers: its ruling, or what it still wants to know."""
        rules = rules or self.rules.chosen({})
        if seating is None:
            count = 4 if 4 in self.players else min(self.players)
            names = ["North", "East", "South", "West", "Fifth", "Sixth", "Seventh"][:count]
            sides = self.sides(count, rules) if callable(self.sides) else self.sides
            seating = Seating(names, sides)
        desk = Desk(answers, rules, seating)
        try:
            ruling = enquiry.ask(desk)
        except Pending as stop:
            return desk, stop
        for rule in ruling.rules:
            if rule not in self.rules.rules:
                raise AuthorsMistake(f"the rule sheet has no {rule}")
        return desk, ruling


@dataclass
class Replay:
    """What a record comes to: every hand, the ledger, and what is asked next, if anything."""

    game: Game
    record: Record
    table: Table
    pending: Pending | None
    closed: bool
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def hands(self) -> list[Hand]:
        """Every hand that was reached, the running one last."""
        return self.table.hands

    @property
    def hand(self) -> Hand | None:
        """The last hand that was reached."""
        return self.table.hands[-1] if self.table.hands else None

    @property
    def ledger(self) -> Ledger:
        """All lines and totals."""
        return self.table.ledger

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.table.outcome

    @property
    def over(self) -> bool:
        """Nothing more is asked: the game ended or the evening was closed."""
        return self.pending is None

    @property
    def refused(self) -> list[Refused]:
        """Recorded answers that cannot stand."""
        return list(self.pending.problems.values()) if self.pending else []

    @property
    def half_amended(self) -> bool:
        """The record holds answers beyond the hand that wants one.

        A house rule agreed on for the next deal ("@rule KEY") is none: nothing waits for it.
        """
        if self.pending is None:
            return False
        later = self.record.hands[self.pending.hand :]
        return any(not key.startswith("@rule ") for answers in later for key in answers)

    @property
    def strays(self) -> list[tuple[int, str, str]]:
        """Answers that were never asked for, as (hand, key, text)."""
        found = [
            (hand.number, key, text)
            for hand in self.hands
            if not hand.void
            for key, text in hand.strays.items()
        ]
        if not self.half_amended:
            for number, answers in enumerate(self.record.hands, 1):
                if number > len(self.hands) and "@close" not in answers:
                    found += [
                        (number, key, text)
                        for key, text in answers.items()
                        if not key.startswith("@rule ")
                    ]
        return found

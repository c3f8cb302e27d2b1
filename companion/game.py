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
from companion.rules import HouseRules, Options, RuleSheet, read
from companion.seating import Seating, Side
from companion.sheets import Sheet
from companion.table import (
    Asked,
    AuthorsMistake,
    Closed,
    Interview,
    Outcome,
    Pending,
    Played,
    R,
    Stray,
    Table,
)
from companion.words import counted, does, with_minus

SCORED = "@scored"
"""In `Enquiry.at`: beside the score of a hand, before anything of the next one is answered."""

WAYS = {
    "guided": "Step by step", "quick": "Just the result", "cards": "Card by card",
    "tricks": "Trick by trick",
}  # fmt: skip
"""What ways of entry are called, in every game."""

Sides = Sequence[Sequence[int]] | Callable[[int, Any], Sequence[Sequence[int]] | None] | None


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


class Desk(Interview[R]):
    """Where an enquiry asks: answers, house rules, and the people if there is a table."""

    def __init__(self, answers: Mapping[str, str], rules: R, seating: Seating) -> None:
        super().__init__(answers, rules)
        self.seating = seating

    @property
    def seats(self) -> list[Any]:
        """The seats in turn order."""
        return self.seating.seats

    @property
    def sides(self) -> list[Side]:
        return self.seating.sides


@dataclass(frozen=True)
class Heard:
    """What a desk was told before it gave its ruling, or had to ask on."""

    asked: list[Asked]
    rules: HouseRules


@dataclass(frozen=True)
class Enquiry:
    """A question a dispute can turn on: a short interview that ends in a Ruling."""

    key: str
    title: str
    ask: Callable[[Desk[Any]], Ruling]
    rules: tuple[str, ...]
    """The rules it can decide."""
    at: Mapping[str, str] = field(default_factory=dict)
    """Beside which questions of the play it is asked: the key of that question ("bid *") and which
    question of the enquiry asks the same, "" if none. `SCORED` is a hand that was just scored."""


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
    play: Callable[[Table[Any]], None]
    sheet: Sheet
    pack: Pack
    enquiries: Sequence[Enquiry] = ()
    sides: Sides = None
    """Partnerships as seat numbers, or what makes them of players and house rules."""
    turn: str = "clockwise"
    holds: Callable[[Replay], Iterable[str]] | None = None
    """What must be true of every replay (piles sum, chips conserve): yields what is not."""
    house: Callable[..., HouseRules] = Options
    """The room's house rules with their types, from its house.py."""
    edition: int = 1
    """Raised when a stored record would score differently than before."""
    earlier: Mapping[int, Callable[[Table[Any]], None]] = field(default_factory=dict)
    """The play functions of editions before, by their number, as long as tables of them are played.

    The rule sheet then keeps the ids of the rules they post.
    """
    opens: str = ""
    """The way in which a new table enters its hands, where it is not the first: the shortest that
    leaves nothing out."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """What its ways of entry are called, where `WAYS` will not do."""
    contracts: Contracts | None = None
    """Where a hand has contracts: how its lines tell, for the statistics."""
    come_and_go: str = ""
    """The rule by which players may join and leave between hands and keep what they have; "" where
    a game is played to its end by those who began it."""

    @cached_property
    def rules(self) -> RuleSheet:
        return read(self.file("rules.md"), self.house, f"{Path(self.room).parent.name}/rules.md")

    def way(self, mode: str) -> str:
        """What a way of entry is called: "Just the result"."""
        return self.ways.get(mode) or WAYS.get(mode, mode.capitalize())

    def at(self, edition: int) -> Game:
        """The game as that edition plays it, if the room still has it; otherwise itself."""
        play = self.earlier.get(edition)
        if play is None:
            return self
        found = replace(self, play=play, edition=edition)
        found.__dict__["rules"] = self.rules  # one sheet, read once
        return found

    def file(self, name: str) -> str:
        return Path(self.room).with_name(name).read_text(encoding="utf-8")

    @cached_property
    def teach(self) -> str:
        """The room's deal to lay out and play, teach.txt; "" where it has none."""
        file = Path(self.room).with_name("teach.txt")
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @cached_property
    def drawing(self) -> str:
        """The room's drawing.svg, a template over the house rules; "" where it has none."""
        file = Path(self.room).with_name("drawing.svg")
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @property
    def adjust_rule(self) -> str:
        return f"{self.prefix}-ADJ"

    def seating(self, record: Record, rules: HouseRules) -> Seating:
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
        except Closed:
            closed = True
        except AuthorsMistake as mistake:
            raise AuthorsMistake(f"{self.key}, {table.place}: {mistake}") from mistake
        if pending is None and not closed:
            if table.outcome is None:
                raise AuthorsMistake(f"{self.key}: play returned without an outcome")
            if table.hands:  # an evening may be closed before its first deal
                table.hands[-1].adjust()
        return Replay(self, record, table, table.played(), pending, closed)

    def enquire(
        self,
        enquiry: Enquiry,
        answers: Mapping[str, str],
        rules: HouseRules | None = None,
        seating: Seating | None = None,
    ) -> tuple[Heard, Ruling | Pending]:
        """Runs an enquiry on these answers: its ruling, or what it still wants to know."""
        rules = rules or self.rules.chosen({})
        if seating is None:
            count = 4 if 4 in self.players else min(self.players)
            names = ["North", "East", "South", "West", "Fifth", "Sixth", "Seventh"][:count]
            sides = self.sides(count, rules) if callable(self.sides) else self.sides
            seating = Seating(names, sides)
        desk = Desk(answers, rules, seating)
        try:
            found: Ruling | Pending = enquiry.ask(desk)
        except Pending as stop:
            found = stop.with_traceback(None)
        except AuthorsMistake as mistake:
            raise AuthorsMistake(f"{self.key}, enquiry {enquiry.key}: {mistake}") from mistake
        if isinstance(found, Ruling):
            for rule in found.rules:
                if rule not in self.rules.rules:
                    place = f"{self.key}, enquiry {enquiry.key}"
                    raise AuthorsMistake(f"{place}: the rule sheet has no {rule}")
        heard, desk.asked = Heard(desk.asked, rules), []
        return heard, found


@dataclass
class Replay:
    """What a record comes to: every hand, the ledger, and what is asked next, if anything."""

    game: Game
    record: Record
    table: Table
    hands: list[Played]
    """Every hand that was reached, the running one last."""
    pending: Pending | None
    closed: bool

    @property
    def hand(self) -> Played | None:
        """The last hand that was reached."""
        return self.hands[-1] if self.hands else None

    @property
    def ledger(self) -> Ledger:
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
    def unfinished(self) -> str:
        """How an evening stands that was closed before its game had an end, in a sentence or two.

        Nobody has won a game of a fixed length; of any other the leader is named, as of both.
        """
        if not self.closed:
            return ""
        scored = sum(1 for hand in self.hands if hand.over and not hand.void)
        if not scored:
            return "Closed before anything was scored."
        length = self.table.length
        so_far = (
            f"{scored} of {length} hands: nobody has won" if length else counted(scored, "hand")
        )
        more = self.table.if_closed
        return f"Closed after {so_far}. {self._lead()}{'; ' if more else ''}{more}."

    def _lead(self) -> str:
        """Who is ahead and by what: "Nell & Pia lead, 28 to 12"."""
        totals = sorted(self.ledger.totals.values(), reverse=True)
        leaders, high = self.ledger.leaders(), with_minus(totals[0])
        if len(leaders) == len(totals):
            return f"All are level at {high}"
        if len(leaders) > 1:
            return f"{does(leaders, 'lead')} with {high} each"
        return does(leaders, "lead") + (
            f", {high} to {with_minus(totals[1])}" if len(totals) == 2 else f" with {high}"
        )

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
    def strays(self) -> list[Stray]:
        """Answers that nothing asked for. Those of a hand the table threw in only rest."""
        found = [stray for hand in self.hands if not hand.void for stray in hand.strays]
        if not self.half_amended:
            why = "the evening was closed" if self.closed else "the game was over"
            for number, answers in enumerate(self.record.hands, 1):
                if number > len(self.hands) and "@close" not in answers:
                    found += [
                        Stray(number, key, text, why)
                        for key, text in answers.items()
                        if not key.startswith("@rule ")
                    ]
        return found

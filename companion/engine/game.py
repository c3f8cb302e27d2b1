"""Game, which a game package declares, and Replay, the result of running it on a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from companion import budget
from companion.cards import Pack
from companion.engine.contracts import Bids, Contracts
from companion.engine.enquiry import (
    SCORED,
    Depends,
    Desk,
    Enquiry,
    Ruling,
    Sizes,
    Start,
    enquiry,
    ruled,
    worth,
)
from companion.engine.record import Record
from companion.engine.sheets import Sheet
from companion.engine.table import AuthorsMistake, Closed, Pending, Replay, Supply, Table
from companion.engine.ways import WAYS, WayToEnter
from companion.questions import Refused
from companion.rules import HouseRule, HouseRules, Options, RuleSheet, Value, read_folder
from companion.seating import Seating, Sittings
from companion.words import how_many, verb

__all__ = [
    "SCORED",
    "Bids",
    "Contracts",
    "Desk",
    "Enquiry",
    "Game",
    "Replay",
    "Ruling",
    "enquiry",
    "ruled",
]

Sides = Sequence[Sequence[int]] | Callable[[int, Any], Sequence[Sequence[int]] | None] | None


UNNAMED = (
    "North", "East", "South", "West", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth",
    "Eleventh", "Twelfth", "Thirteenth", "Fourteenth", "Fifteenth",
)  # fmt: skip
"""Players of an enquiry without a table."""


@dataclass(frozen=True)
class Game:
    """One game: its play function, rules, scoresheet and referee."""

    key: str
    title: str
    prefix: str
    """Prefix of its rule ids: "KAI"."""
    room: str
    """The game's `__file__`; rules.md, examples.md and evening.txt are in the same folder."""
    players: Sequence[int]
    """All numbers of players, those included that need a house rule."""
    play: Callable[[Table[Any]], None]
    sheet: Sheet
    pack: Pack
    referee: Sequence[Enquiry] = ()
    """Its enquiries; `worth` is added to them."""
    sides: Sides = None
    """Partnerships as seat numbers, or a function of (number of players, house rules)."""
    turn: str = "clockwise"
    turn_rule: tuple[str, str] = ("", "")
    """(house rule, value) under which play goes the other way round."""
    begins: str = ""
    """The act of the next player after the dealer: "bids first". "" if another player begins."""
    holds: Callable[[Replay], Iterable[str]] | None = None
    """Invariants of every replay (chips are conserved): yields the violations. For tests."""
    house: Callable[..., HouseRules] = Options
    """The typed house rules of the game package, generated in its house.py."""
    edition: int = 1
    """Version of the scoring: raised when a stored record would score differently. Printed, and
    stored with each table."""
    opens: str = ""
    """The default entry mode of a new table; "" for the first mode."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """Labels of its entry modes that override `WAYS`."""
    contracts: Contracts | None = None
    """None for a game without contracts."""
    named: str = ""
    """Key of the house rule by which a table names the game it plays; "" for a game of one name."""
    bids: Bids | None = None
    """None for a game without bids, knocks and winners of a hand."""
    depends: Depends = lambda desk: ()
    """Questions about all that a hand's score depends on, except its own page: asked if there is no
    table. The engine applies the answers to "dealer" and "totals"; `Table.start` has them all."""
    come_and_go: str = ""
    """Id of the rule that lets players join and leave between hands with their balances; "" if the
    company is fixed."""

    @cached_property
    def rules(self) -> RuleSheet:
        return read_folder(Path(self.room).parent, self.house)

    @cached_property
    def enquiries(self) -> Sequence[Enquiry]:
        """All enquiries of its referee, `worth` included."""
        return (*self.referee, worth(self.key, self.replay, self.depends))

    def called(self, rules: HouseRules | Mapping[str, str]) -> str:
        """Its title at a table with these house rules."""
        return str(dict(rules).get(self.named) or self.title) if self.named else self.title

    def turned(self, rules: Mapping[str, str]) -> bool:
        """True if play goes the other way round the seats by these house rules."""
        key, value = self.turn_rule
        return bool(key) and rules.get(key, self.rules.defaults[key]) == value

    def way(self, mode: str) -> str:
        """The label of an entry mode: "Just the result"."""
        return self.ways.get(mode) or WAYS.get(mode, mode.capitalize())

    @cached_property
    def way_texts(self) -> dict[str, WayToEnter]:
        """By mode, from the line `ways` of the rule sheet: "quick: who bid what, tricks: 7 | …"."""
        line = self.rules.meta.get("ways")
        parts = [each.split(": ") for each in line.source.split(" | ")] if line else []
        return {mode.strip(): WayToEnter(*map(str.strip, rest)) for mode, *rest in parts}

    def file(self, name: str) -> str:
        return Path(self.room).with_name(name).read_text(encoding="utf-8")

    def _if_there(self, name: str) -> str:
        return self.file(name) if Path(self.room).with_name(name).exists() else ""

    @cached_property
    def teach(self) -> str:
        """The text of teach.txt, a deal to learn the game with; "" if there is none."""
        return self._if_there("teach.txt")

    @cached_property
    def drawing(self) -> str:
        """The text of drawing.svg, a Jinja template over the house rules; "" if there is none."""
        return self._if_there("drawing.svg")

    @property
    def adjust_rule(self) -> str:
        return f"{self.prefix}-ADJ"

    @cached_property
    def usual(self) -> list[int]:
        """The numbers of players that the standard rules allow."""
        return self.counts(self.rules.chosen({}))

    @property
    def people(self) -> str:
        """The player counts: "2 to 7 players, 8 by house rule"."""
        return how_many(self.usual, [n for n in self.players if n not in self.usual])

    def counts(self, rules: HouseRules) -> list[int]:
        """The numbers of players that these house rules allow."""
        counts = []
        for count in self.players:
            with suppress(Refused):
                if callable(self.sides):
                    self.sides(count, rules)
                counts.append(count)
        return counts

    def likely(self, rules: HouseRules) -> int:
        """Four players if these house rules allow four, otherwise the fewest that they allow."""
        counts = self.counts(rules)
        return 4 if 4 in counts else min(counts)

    def options(self, rules: HouseRules, players: int) -> dict[str, HouseRule]:
        """Its house rules, each value in the words that hold for so many players."""

        def worded(key: str, value: Value) -> Value:
            chosen = self.rules.chosen({**dict(rules), key: value.key})
            if players not in self.counts(chosen):
                return value
            words = self.sheet.under(chosen, players).plays.get(key, value.words)
            return replace(value, words=words)

        if not self.sheet.adapt:
            return dict(self.rules.options)
        return {
            key: replace(option, values=tuple(worded(key, value) for value in option.values))
            for key, option in self.rules.options.items()
        }

    def seating(self, record: Record, rules: HouseRules) -> Seating:
        """The seats and sides of a record; Refused for a wrong number of players or equal names."""
        names = record.players
        if len(names) not in self.players:
            would = f"{'exactly ' if len(self.players) == 1 else ''}{self.people}"
            raise Refused(
                f"{self.title} is for {would}; {len(names)} {verb('be', len(names))} named.",
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

    def replay(
        self, record: Record, supply: Supply | None = None, start: Start | None = None
    ) -> Replay:
        """Runs the play function on the record. Refused if its head is illegal (players, rules).

        Where the record ends, `supply` may provide further answers without a second replay.
        `start` says where an enquiry's only hand began (`Table.start`).
        """
        budget.expect(record.weight)
        rules = self.rules.chosen(record.rules)
        sittings = Sittings(self.seating(record, rules), record.companies)
        table = Table(
            sittings, rules, record, self.rules.rules, self.adjust_rule, self.rules.chosen,
            self.rules.options, supply, start or {},
        )  # fmt: skip
        pending: Pending | None = None
        closed = False
        try:
            self.play(table)
        except Pending as stop:
            pending = stop.with_traceback(None)  # a traceback references every frame of the replay
        except Closed:
            closed = True
        except AuthorsMistake as mistake:
            raise AuthorsMistake(f"{self.key}, {table.place}: {mistake}") from mistake
        if pending is None and not closed:
            if table.outcome is None:
                raise AuthorsMistake(f"{self.key}: play returned without an outcome")
            if table.hands:  # an evening may be closed before its first deal
                table.hands[-1].adjust()
        table.reseat(sittings.now)
        # A table and its hands are a cycle, which only a full collection frees.
        hands, table.hands[:] = table.hands[:], []
        return Replay(self, record, table, hands, pending, closed)

    def accept(self, record: Record) -> Replay:
        """The replay of a record that comes from outside, such as a file.

        Refused also if one of its hands changes a house rule that holds for the whole game. A
        stored record with such a change can be replayed: the change has no effect.
        """
        replay = self.replay(record)
        for refusal in replay.table.ignored:
            raise refusal
        return replay

    def _sizes(self, rules: HouseRules, *, asked: bool) -> Sizes:
        """The tables of unnamed players under these rules."""

        def seated(count: int) -> Seating:
            sides = self.sides(count, rules) if callable(self.sides) else self.sides
            return Seating(UNNAMED[:count], sides)

        counts = self.counts(rules)
        return Sizes(counts, seated, 0 if asked and len(counts) > 1 else self.likely(rules))

    def enquire(
        self,
        enquiry: Enquiry,
        answers: Mapping[str, str],
        rules: HouseRules | None = None,
        seating: Seating | None = None,
        before: Record | None = None,
        *,
        asks_size: bool = False,
    ) -> tuple[Desk[Any], Ruling | Pending]:
        """Run an enquiry on these answers. Return the Desk, and the Ruling, or Pending for more.

        Without `seating` its players are unnamed: as many as the answers say; else it asks
        (`asks_size`); else four, or the fewest the game allows.
        """
        rules = rules or self.rules.chosen({})
        desk = Desk(answers, rules, seating or self._sizes(rules, asked=asks_size), before)
        desk.heading = enquiry.title
        try:
            ruling: Ruling | Pending = enquiry.ask(desk)
        except Pending as stop:
            ruling = stop.with_traceback(None)
        except AuthorsMistake as mistake:
            raise AuthorsMistake(f"{self.key}, enquiry {enquiry.key}: {mistake}") from mistake
        if isinstance(ruling, Ruling):
            for rule in ruling.rules:
                if rule not in self.rules.rules:
                    place = f"{self.key}, enquiry {enquiry.key}"
                    raise AuthorsMistake(f"{place}: the rule sheet has no {rule}")
        return desk, ruling

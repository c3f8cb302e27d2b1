"""The form of a new table: the typed texts, their values, their errors, and the seats: drawn by
lot, moved, swapped, filled."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.engine.game import Game, Replay
from companion.engine.record import MAX_NAME, Record
from companion.questions import Refused
from companion.rules import HouseRule
from companion.rules.wording import under
from companion.seating import Seating
from companion.web.rules.sets import Bundle, bundles, named
from companion.web.tables.sentence import Word, sentence

COMPASS = {2: ("North", "South"), 3: ("North", "East", "West"), 4: ("North", "East", "South",
           "West")}  # fmt: skip
PRINTED = ""
"""Key of the standard rules."""


@dataclass
class Setup:
    """The form of the page, as typed."""

    game: Game
    names: list[str]
    dealer: int = 1
    preset: str = PRINTED
    rules: dict[str, str] = field(default_factory=dict)
    entry: str = ""
    problems: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    again: bool = False
    """Prefilled from this browser's last table of the game."""
    said: str = ""
    """The effect of the last button, in words."""
    club: str = ""
    """Key of the club that plays; "" for none."""

    @property
    def count(self) -> int:
        return len(self.names)

    @property
    def stand_ins(self) -> Sequence[str]:
        """Names for empty seats: the compass points of their places."""
        if self.count in COMPASS:
            first, *others = COMPASS[self.count]
            return [first, *(others if self.game.turn == "clockwise" else others[::-1])]
        return [f"Player {number}" for number in range(1, self.count + 1)]

    @property
    def players(self) -> list[str]:
        return [name or other for name, other in zip(self.names, self.stand_ins, strict=True)]

    @property
    def preset_rules(self) -> Mapping[str, str]:
        return {**self.game.rules.defaults, **(self.chosen.rules if self.chosen else {})}

    @cached_property
    def bundles(self) -> list[Bundle]:
        """Bundles of house rules to choose from."""
        return bundles(self.game)

    @property
    def chosen(self) -> Bundle | None:
        return next((each for each in self.bundles if each.key == self.preset), None)

    @cached_property
    def seating(self) -> Seating | None:
        """Seats and sides; None while these house rules have none."""
        try:
            return self.seated(self.count, self.rules)
        except Refused:
            return None

    def seated(self, count: int, rules: Mapping[str, str]) -> Seating:
        """Seats and sides of so many players by these house rules; Refused if they cannot play."""
        unnamed = Record.begin(self.game.key, Setup(self.game, [""] * count).stand_ins)
        return self.game.seating(unnamed, self.game.rules.chosen(rules))

    @property
    def partners(self) -> list[list[int]]:
        """Each seat's partners, as seat numbers."""
        if self.seating is None:
            return [[] for _ in range(self.count)]
        return [[other.number for other in seat.side.seats if other is not seat]
                for seat in self.seating.seats]  # fmt: skip

    @property
    def letters(self) -> str:
        """The side marks of the seats in order; "" without partners."""
        sides = list(dict.fromkeys(tuple(sorted([n, *others])) for n, others in
                                   enumerate(self.partners, 1)))  # fmt: skip
        where = {seat: "abcef"[place % 5] for place, side in enumerate(sides) for seat in side}
        return "".join(where[n] for n in range(1, self.count + 1)) if any(self.partners) else ""

    @property
    def sides(self) -> dict[str, list[int]]:
        """Seat numbers of each side; {} if all play alone."""
        return {
            side.code: [seat.number for seat in side.seats]
            for side in (self.seating.sides if self.seating else ())
            if len(side.seats) > 1
        }

    @property
    def modes(self) -> tuple[str, ...]:
        """Ways of entry of this game."""
        few = Setup(self.game, [""] * min(self.game.players)).stand_ins
        hand = self.game.replay(Record.begin(self.game.key, few)).hand
        return hand.modes if hand else ()

    @property
    def around(self) -> list[str]:
        """The place of each seat at the drawn table, in the order of play. [] for a list."""
        first, *rest = ROUND.get(self.count, "").split() or [""]
        if self.game.turn == "anticlockwise":
            rest.reverse()
        return [first, *rest] if first else []

    @property
    def turn(self) -> str:
        """The direction of play by these house rules."""
        turned = self.game.turned(self.rules_now)
        return "clockwise" if turned == (self.game.turn != "clockwise") else "anticlockwise"

    @property
    def onward(self) -> int:
        """The number of seats from the dealer to the next player in turn."""
        return 1 if self.turn == self.game.turn else self.count - 1

    @cached_property
    def options(self) -> Mapping[str, HouseRule]:
        """The house rules in the words that hold for so many players."""
        try:
            rules = self.game.rules.chosen(self.rules_now)
        except Refused:
            return self.game.rules.options
        return self.game.options(rules, self.count)

    @property
    def asked(self) -> list[HouseRule]:
        """House rules to agree on with strangers, or the relevant ones if tables name the game."""
        options = self.options
        asked = (option for option in options.values() if option.ask)
        rules = sorted(asked, key=lambda option: option.ask)
        if not self.game.named:
            return rules
        spoken = [word.option for word in self.sentence if word.option]
        return [options[self.game.named], *spoken]

    @cached_property
    def sentence(self) -> list[Word]:
        """The game in words that open the choices of its house rules; [] for one with a name."""
        return sentence(self.game, self.rules_now, self.options)

    @property
    def rules_now(self) -> Mapping[str, str]:
        """Every house rule as chosen."""
        return {**self.preset_rules, **self.rules}

    @cached_property
    def begun(self) -> Replay | None:
        """The table as it would begin; None while it cannot."""
        try:
            return self.game.replay(self.record())
        except Refused:
            return None

    @property
    def word(self) -> str:
        """The game's word for a hand."""
        return self.begun.word if self.begun else "hand"

    @property
    def deals(self) -> bool:
        return all(hand.dealt for hand in self.begun.hands) if self.begun else True

    @property
    def groups(self) -> list[tuple[str, list[HouseRule]]]:
        """The other house rules, by section of the rule sheet."""
        groups: dict[str, list[HouseRule]] = {}
        asked, options = self.asked, self.options
        titles = {section.id: section.title for section in under(self.game.rules).sections}
        for section in self.game.rules.sections:
            every = [*section.options, *(o for rule in section.rules for o in rule.options)]
            rest = [o for o in (options[each.key] for each in every) if o not in asked]
            if rest:
                groups.setdefault(titles[section.id], []).extend(rest)
        return list(groups.items())

    def value(self, option: HouseRule) -> str:
        return self.rules_now[option.key]

    @property
    def changed(self) -> int:
        """The number of house rules that are not standard."""
        return len(self.game.rules.changed(self.rules_now))

    def record(self) -> Record:
        chosen = self.game.rules.changed(self.rules_now)
        entry = self.entry if self.entry in self.modes[1:] else ""
        record = Record.begin(self.game.key, self.players, self.dealer, chosen, entry)
        record.head |= {f"team {code}": name for code, name in self.teams.items() if name}
        if self.chosen and self.chosen.kept:
            record.head["set"] = named(self.game, self.chosen, chosen)
        return record


def check(setup: Setup) -> None:
    """Collects what is invalid."""
    seen: dict[str, int] = {}
    for place, name in enumerate(setup.players, 1):
        if len(name) > MAX_NAME:
            setup.problems[f"name.{place}"] = f"A name has at most {MAX_NAME} letters."
        elif name.isdecimal():
            setup.problems[f"name.{place}"] = f"“{name}” would be taken for a seat’s number."
        elif name.casefold() in seen:
            setup.problems[f"name.{place}"] = f"Two players are called {name}: add a letter."
        seen[name.casefold()] = place
    check_rules(setup)
    if not setup.problems:
        try:
            setup.game.replay(setup.record())
        except Refused as refusal:
            setup.problems["all"] = refusal.message


def check_rules(setup: Setup) -> None:
    """Collects invalid house rules."""
    for key, text in setup.rules.items():
        try:
            setup.game.rules.options[key].value(text)
        except Refused as refusal:
            setup.problems[f"rule.{key}"] = refusal.message


ROUND = {
    2: "n s", 3: "n el wl", 4: "n e s w", 5: "n em sr sl wm", 6: "nl nr e sr sl w",
    7: "n eu ed sr sl wd wu", 8: "n ne e se s sw w nw",
}  # fmt: skip
"""The places of the seats at a drawn table, clockwise from the first at the top: north, east,
south, west, and points between (coordinates: styles/tables/new.css). Larger tables are lists."""

LOTS = secrets.SystemRandom()


def shift(names: MutableSequence[str], do: str) -> str:
    """Does what a button's value says: "draw", "up 3", "move 3 1", "swap 1 4", "put Nell", "clear".

    Returns a sentence on what happened; "" for an invalid value.
    """
    act, _, rest = do.partition(" ")
    if act == "draw":
        LOTS.shuffle(names)
        return "Seats drawn by lot"
    if act == "clear":
        names[:] = [""] * len(names)
        return "All chairs empty"
    if act == "put":
        return put(names, rest)
    numbers = [int(part) for part in rest.split() if part.isdecimal() and len(part) < 3]
    if not numbers or not all(0 < number <= len(names) for number in numbers):
        return ""
    if act == "move" and len(numbers) == 2:
        start, end = numbers
        names.insert(end - 1, names.pop(start - 1))
        return f"Seat {start} moved to seat {end}"
    if act == "swap" and len(numbers) == 2:
        return swap(names, *numbers)
    if act in ("up", "down"):
        there = numbers[0] + (1 if act == "down" else -1)
        return swap(names, numbers[0], (there - 1) % len(names) + 1)
    return ""


def swap(names: MutableSequence[str], one: int, other: int) -> str:
    """Exchanges two players."""
    names[one - 1], names[other - 1] = names[other - 1], names[one - 1]
    return f"Seats {min(one, other)} and {max(one, other)} swapped"


def put(names: MutableSequence[str], name: str) -> str:
    """Puts a name on the first empty seat, or removes it from its seat."""
    taken = [place for place, other in enumerate(names) if other.casefold() == name.casefold()]
    if taken:
        names[taken[0]] = ""
        return f"{name} gets up"
    free = next((place for place, other in enumerate(names) if not other), None)
    if free is None or not name:
        return "No seat is free: tap a name that sits to free its seat" if name else ""
    names[free] = name
    return f"{name} on seat {free + 1}"

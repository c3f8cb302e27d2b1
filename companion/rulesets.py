"""Named sets of house rules: what they change in plain words, and their form as text.

set: Saskatoon Legion, min 7
game: KEY
from: as heard at the Legion
note: dealer takes the bid
min_bid: 7
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game import Game
from companion.questions import Refused
from companion.record import BadRecord, clean
from companion.rules import HouseRule, Value

MAX_NAME, MAX_SOURCE, MAX_NOTE = 80, 200, 500
"""Letters in a set's name, in where it comes from, and in its note."""
HEADS = ("set", "game", "from", "note")


@dataclass(frozen=True)
class RuleSet:
    """A set of house rules under a name. `rules` are only those that differ from the printed."""

    game: str
    name: str
    source: str = ""
    """Where it comes from: who plays so, or where it was read."""
    note: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The set as lines that can be read, sent and typed; the inverse of `read`."""
        lines = [f"set: {self.name}", f"game: {self.game}"]
        lines += [f"from: {self.source}"] if self.source else []
        lines += [f"note: {self.note}"] if self.note else []
        return "\n".join([*lines, *(f"{key}: {text}" for key, text in self.rules.items())]) + "\n"


def read(text: str) -> RuleSet:
    """Reads the text form; BadRecord names the line it stumbled over."""
    heads: dict[str, str] = {}
    rules: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not _said(line):
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not key:
            raise BadRecord(f"line {number}: “{line.strip()[:60]}” is not “key: value”")
        where = heads if key in HEADS and key not in heads else rules
        if key in rules:
            raise BadRecord(f"line {number}: “{key}” stands twice")
        where[key] = value
    for needed in ("set", "game"):
        if not heads.get(needed):
            raise BadRecord(f"a set of house rules needs a line “{needed}: …”")
    return RuleSet(heads["game"], heads["set"], heads.get("from", ""), heads.get("note", ""), rules)


def _said(line: str) -> bool:
    return bool(line.strip()) and not line.strip().startswith("#")


def checked(game: Game, wanted: RuleSet) -> RuleSet:
    """The set with values as the game writes them, without what is printed anyway.

    Refused when a key or value is unknown, when it has no name, or when too much is said.
    """
    name, source, note = map(clean, (wanted.name, wanted.source, wanted.note))
    if not name:
        raise Refused("A set needs a name, such as “Friday table, short game”.", key="name")
    for text, most, key in (
        (name, MAX_NAME, "name"),
        (source, MAX_SOURCE, "source"),
        (note, MAX_NOTE, "note"),
    ):
        if len(text) > most:
            raise Refused(f"“{text[:30]}…” has {len(text)} letters; {most} are the most.", key=key)
    chosen = game.rules.chosen(wanted.rules)
    defaults = game.rules.defaults
    rules = {key: text for key, text in chosen if text != defaults[key]}
    return RuleSet(game.key, name, source, note, rules)


@dataclass(frozen=True)
class Changed:
    """One house rule as the set has it and as it is printed."""

    option: HouseRule
    value: Value
    printed: Value

    def __str__(self) -> str:
        here, usual = self.value.words, self.printed.words
        return f"{self.option.title}: {here}, instead of {usual}"


def differences(game: Game, rules: Mapping[str, str]) -> list[Changed]:
    """What house rules change against the printed ones; keys that are gone are passed over."""
    found: list[Changed] = []
    for key, text in rules.items():
        option = game.rules.options.get(key)
        if option is None or text == option.default:
            continue
        try:
            value = option.value(text)
        except Refused:
            continue
        found.append(Changed(option, value, option.value(option.default)))
    return found

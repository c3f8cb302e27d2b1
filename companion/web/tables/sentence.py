"""A game that players name, as sentences whose words open the choices of a house rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.engine.game import Game
from companion.questions import Refused
from companion.rules import HouseRule
from companion.rules.rows import RoundLine, read_rows, write_rows
from companion.rules.wording import under

_WORD = re.compile(r"\[(\w+): ([^\]]*)\]")
KINDS = {
    "each": "each", "once": "one side alone", "counted": "as counted", "from": "bonus from",
}  # fmt: skip
"""Kinds of a line, with their words."""


@dataclass(frozen=True)
class Word:
    """A piece of the sentences; `option` is the house rule that a tap opens, if any."""

    text: str
    option: HouseRule | None = None


def sentence(game: Game, rules: Mapping[str, str], options: Mapping[str, HouseRule]) -> list[Word]:
    """The sentences of a game under these house rules; [] if it has none or they are invalid."""
    try:
        text = under(game.rules, game.rules.chosen(rules)).meta.get("sentence", "")
    except Refused:
        return []
    words, at = list[Word](), 0
    for match in _WORD.finditer(text):
        words += [Word(text[at : match.start()]), Word(match[2], options[match[1]])]
        at = match.end()
    return [*words, Word(text[at:])] if words else []


def rows_in(form: Mapping[str, str], key: str) -> str | None:
    """The value of a house rule with lines, as the form's fields have it; None without them."""
    rows, place = list[RoundLine](), 0
    while (name := form.get(f"{key}.{(place := place + 1)}.name")) is not None:
        name = " ".join(name.replace(".", " ").split())
        if not name:
            continue
        points, most = (
            form.get(f"{key}.{place}.{part}", "").strip() for part in ("points", "most")
        )
        kind = form.get(f"{key}.{place}.kind", "each")
        bare = kind == "counted" or not re.fullmatch(r"-?\d{1,5}", points)
        top = int(most) if re.fullmatch(r"\d{1,5}", most) else 0
        rows.append(RoundLine(name) if bare else RoundLine(name, kind, int(points), top))
    return write_rows(rows) if place > 1 else None


def rows_of(value: str, more: bool) -> Sequence[RoundLine | None]:
    """The lines of a value, for the form, and an empty one if there is none yet or one
    `more` is wanted."""
    rows = read_rows(value)
    return [*rows, *([None] if more or not rows else [])]

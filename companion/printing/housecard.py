"""The house card, to hang beside the table; its questions as ticks behind a blank sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing.people import Party
from companion.printing.rulesheet import short
from companion.printing.scoresheet import InForce
from companion.rules import HouseRule
from companion.words import with_minus

MOST = 11
"""Agreements that the card has room for."""
LONG = 540
"""With more letters than this a card is set small."""
TALL, WIDE = (36, 71, 30), (21, 92, 44)
"""Lines on the back of a sheet, and letters in a line of answers and of a question, upright and
lying on its side.
"""


@dataclass(frozen=True)
class Agreement:
    """What a club has agreed on, beside the standard rule where it is another one."""

    title: str
    words: str
    standard: str
    mine: bool


@dataclass(frozen=True)
class Tick:
    """A question with its answers, first what this table plays; "" is a line to write on."""

    id: str
    question: str
    answers: tuple[str, ...]
    here: bool = False
    """True if the first answer is not the standard one."""


def view(party: Party) -> dict[str, object]:
    """Everything the house card draws."""
    found = agreements(party)
    said = sum(len(e.title) + len(e.words) + len(e.standard) * e.mine for e in found)
    return {"agreements": found, "size": "small" if said > LONG else ""}


def agreements(party: Party) -> list[Agreement]:
    """The rules that differ from the standard, then those that strangers disagree about."""
    found = [_agreement(party, option) for option in _first_asked(party)]
    return [each for each in found if each.mine] + [each for each in found if not each.mine][
        : max(0, MOST - sum(each.mine for each in found))
    ]


def _agreement(party: Party, option: HouseRule) -> Agreement:
    key = party.rules.text(option.key)
    return Agreement(
        option.title, option.value(key).words, option.value(option.default).words,
        key != option.default,
    )  # fmt: skip


def ticks(party: Party, landscape: bool, told: Sequence[InForce] = ()) -> list[Tick]:
    """The questions for the back of a blank sheet, as many as it has room for below what is told
    there of this table's house rules.
    """
    lines, letters, asked = WIDE if landscape else TALL
    if told:
        said = sum(len(each.rule.title) + len(each.words) + 13 for each in told)
        lines -= 4 + -(-said // (letters + 30))
    found: list[Tick] = []
    for option in _first_asked(party):
        tick = _tick(option, party.rules.text(option.key))
        answers = 8 * tick.here + sum(len(answer) + 5 for answer in tick.answers)
        lines -= max(-(-answers // letters), -(-len(tick.question) // asked))
        if lines < 0:
            break
        found.append(tick)
    return found


def _tick(option: HouseRule, played: str) -> Tick:
    words = [option.value(played).words]
    words += [
        f"{value.words} (standard)" if value.key == option.default else value.words
        for value in option.values
        if value.key != played
    ]
    if option.low is not None and option.high is not None:
        words.append(f"{with_minus(option.low)} to {with_minus(option.high)}: ")
    elif option.letters:
        words.append("another: ")
    return Tick(short(option.rule), option.title, tuple(words), played != option.default)


def _first_asked(party: Party) -> Sequence[HouseRule]:
    """What this table plays otherwise, then what strangers disagree about, then the rest."""
    options = [each for each in party.text.options.values() if each.meant(party.rules)]
    return sorted(
        options,
        key=lambda each: (party.rules.text(each.key) == each.default, not each.ask),
    )

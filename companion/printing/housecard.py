"""The house card, to hang beside the table; its questions as ticks behind a blank sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.printing.in_force import InForce
from companion.printing.people import Party
from companion.printing.rulesheet import drawing, short
from companion.printing.text import sentence
from companion.questions import Refused
from companion.rules import HouseRule
from companion.rules.wording import under
from companion.words import capital, with_minus

MOST = 6
"""The most standard rules listed beside the house rules."""
LETTERS = 150
"""A rule with more letters is printed in the words of its option."""
SPACE, DRAWING, FOOT_DRAWING = 142, 64, 22
"""Height between the head of the card and its foot; height of a drawing there, and at the foot. In
mm."""
NOTE = (1.14, 3.17)
"""Width of a letter and height of a line of the smallest type, in mm."""
COLUMN, LINE, ROUND = 146, 128, 1.1
"""Widths of a rule and of the line for the others, in mm; what broken lines add."""
TALL, WIDE = (36, 71, 30), (21, 92, 44)
"""Lines on the back of a sheet, and letters in a line of answers and of a question, upright and
lying on its side.
"""


@dataclass(frozen=True)
class Agreement:
    """A house rule of a club: its subject, and the rule in sentences."""

    title: str
    words: str
    standard: str
    """The standard rule, if it is different."""
    mine: bool


@dataclass(frozen=True)
class Tick:
    """A question with its answers, first what this table plays; "" is a line to write on."""

    id: str
    question: str
    answers: tuple[str, ...]
    here: bool = False
    """True if the first answer is not the standard one."""


@dataclass(frozen=True)
class CardType:
    """A size of type: its em, and the size and line of a rule in em. All in mm but the last two."""

    name: str
    em: float
    rule: float
    line: float
    columns: int = 1

    def high(self, mine: Sequence[Agreement], others: Sequence[Agreement]) -> float:
        """Return about how high these rules are."""
        wide = (COLUMN - 8 * (self.columns - 1)) / self.columns
        high = 0.0
        for each in mine:
            rule = _lines(each.words, 0.5 * self.rule * self.em, wide) * self.line * self.em
            small = [each.title, f"elsewhere: {each.standard}"]
            if self.columns > 1:
                small = [" · ".join(small)]
            letter, line = max(0.36 * self.em, NOTE[0]), max(1.05 * self.em, NOTE[1])
            noted = sum(_lines(text, letter, wide) for text in small)
            high += rule + 0.95 * self.em + noted * line
        length = sum(len(each.title + each.words) + 4 for each in others)
        rows = _lines(".".ljust(length + 50), 0.34 * self.em, LINE)
        return high / self.columns + (self.columns > 1) * 3 * self.em + (1 + rows) * self.em


TYPES = (
    CardType("few", 4.94, 1.75, 2.15),
    CardType("", 4.94, 1.4, 1.7),
    CardType("close", 4.23, 1.4, 1.7),
    CardType("small", 3.67, 1.4, 1.7),
    CardType("tight", 4.02, 1.15, 1.4, 2),
    CardType("tight close", 3.53, 1.15, 1.4, 2),
    CardType("tight less", 3.17, 1.15, 1.4, 2),
    CardType("tight least", 2.82, 1.15, 1.4, 2),
)


def _lines(text: str, letter: float, wide: float) -> int:
    return -int(-(len(text) * letter * ROUND) // wide)


def view(party: Party, *_: object) -> dict[str, object]:
    """Everything the house card draws."""
    entries = agreements(party)
    mine = [each for each in entries if each.mine]
    others = [each for each in entries if not each.mine]
    picture = drawing(party)
    space = SPACE - DRAWING * (bool(picture) and len(mine) < 2)
    fitting = (size for size in TYPES if size.high(mine, others) <= space)
    size = next(fitting, TYPES[-1])
    return {
        "mine": mine,
        "drawing": picture,
        "at_the_foot": len(mine) > 1 and size.high(mine, others) + FOOT_DRAWING <= SPACE,
        "others": others,
        "columns": size.columns > 1,
        "size": size.name,
    }


def agreements(party: Party) -> list[Agreement]:
    """The rules that differ from the standard, then those that strangers disagree about."""
    entries = [_agreement(party, option) for option in _first_asked(party)]
    mine = _joined([each for each in entries if each.mine])
    return mine + [each for each in entries if not each.mine][: max(0, MOST - len(mine))]


def _joined(mine: Sequence[Agreement]) -> list[Agreement]:
    """The house rules; those with the same words are one."""
    by_words: dict[str, Agreement] = {}
    for each in mine:
        if first := by_words.get(each.words):
            title = f"{first.title}; {each.title[0].lower()}{each.title[1:]}"
            each = replace(first, title=title, standard=f"{first.standard}; {each.standard}")
        by_words[each.words] = each
    return list(by_words.values())


def _agreement(party: Party, option: HouseRule) -> Agreement:
    key, here = party.rules.text(option.key), party.options[option.key]
    words = here.value(key).words
    if key == option.default:
        return Agreement(option.title, words, "", mine=False)
    text = _new_sentences(party, option) if words == option.value(key).words else ""
    standard = here.value(option.default).words
    return Agreement(option.title, text or sentence(words), standard, mine=True)


def _new_sentences(party: Party, option: HouseRule) -> str:
    """The sentences that the rule of an option has by its value; "" if they are none or many."""
    with suppress(Refused):
        rules = party.game.rules
        without = under(rules, rules.chosen({**dict(party.rules), option.key: option.default}))
        here, there = party.text.rules.get(option.rule), without.rules.get(option.rule)
        if here and there and "|" not in here.text:
            old = _sentences(there.text)
            new = [each for each in _sentences(here.text) if each not in old]
            text = " ".join(each for each in new if not each.startswith(NOT_HERE))
            fits = len(text) <= LETTERS and not text.startswith(ANSWERS)
            return capital(AS_PLAYED.sub("", text)) if fits else ""
    return ""


ANSWERS = ("Yes", "No:", "No;", "No,")
"""So begins the answer to a question that a card does not ask."""
AS_PLAYED = re.compile("^(Here|We play): ")
NOT_HERE = ("The source", "Denexa", "Others", "Every source")
"""So begins a sentence about other tables than this one."""


def _sentences(text: str) -> list[str]:
    return re.findall(r"\S.*?[.!?…](?=\s|$)", " ".join(text.split()))


def ticks(
    party: Party, landscape: bool, changes: Sequence[InForce] = (), type_size: float = 1
) -> list[Tick]:
    """The questions for the back of a blank sheet, as many as fit there below the text of this
    table's house rules. `type_size` is 1 in ordinary print.
    """
    lines, letters, asked = (int(each / type_size) for each in (WIDE if landscape else TALL))
    if changes:
        length = sum(len(each.rule.title) + len(each.words) + 13 for each in changes)
        lines -= 4 + -(-length // (letters + 30))
    ticks: list[Tick] = []
    for option in _first_asked(party):
        if option.key == party.game.named and party.game.called(party.rules) != party.game.title:
            continue
        tick = _tick(party, option)
        if len(tick.answers) < 2:
            continue
        answers = 8 * tick.here + sum(len(answer) + 5 for answer in tick.answers)
        lines -= max(-(-answers // letters), -(-len(tick.question) // asked))
        if lines < 0:
            break
        ticks.append(tick)
    return ticks


def _tick(party: Party, option: HouseRule) -> Tick:
    """Its answers are those by which these people can play, each once."""
    played, values = party.rules.text(option.key), party.options[option.key]
    words = [values.value(played).words]
    for value in values.values:
        chosen = party.game.rules.chosen({**dict(party.rules), option.key: value.key})
        if value.words not in words and len(party.seating.seats) in party.game.counts(chosen):
            standard = " (standard)" if value.key == option.default else ""
            words.append(f"{value.words}{standard}")
    if option.low is not None and option.high is not None:
        words.append(f"{with_minus(option.low)} to {with_minus(option.high)}: ")
    elif option.letters:
        words.append("another: ")
    return Tick(short(option.rule), option.title, tuple(words), played != option.default)


def _first_asked(party: Party) -> Sequence[HouseRule]:
    """This table's house rules, then the rules that strangers disagree about, then the rest."""
    options = [each for each in party.text.options.values() if each.meant(party.rules)]
    return sorted(
        options, key=lambda each: (party.rules.text(each.key) == each.default, not each.ask)
    )

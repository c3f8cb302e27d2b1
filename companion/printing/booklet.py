"""The pocket booklet: eight pages on one side of one sheet, to be folded and cut."""

from __future__ import annotations

from dataclasses import dataclass

from companion.printing import rulesheet
from companion.printing.people import Party
from companion.printing.scoresheet import in_force
from companion.rules import HouseRule

ASKED = 6
"""So many questions stand on the page of what to ask before the first deal."""


@dataclass(frozen=True)
class Choice:
    """What to ask before the first deal: the answers, the one that this booklet plays first."""

    question: str
    answers: tuple[str, ...]


def view(party: Party) -> dict[str, object]:
    """A card's worth of text, the questions to settle, two examples, and how to fold the sheet."""
    sheet, sides = party.text, party.seating.sides
    names = [side.name for side in sides] if party.named else ["We", "They"]
    if not party.named and len(sides) > 2:
        names = [side.code for side in sides]
    return {
        "names": names[:6],
        "facts": rulesheet.facts(party),
        "drawing": rulesheet.drawing(party),
        "front": sheet.section("card-front"),
        "back": sheet.section("card-back"),
        "reminders": party.reminders,
        "choices": choices(party, ASKED),
        "examples": rulesheet.worked(party, 2)[:2],
        "changed": [each for each in in_force(party.game, party.rules) if each.changed],
    }


def choices(party: Party, most: int) -> list[Choice]:
    """The options strangers disagree about, as many as are wanted, in the order of the sheet."""
    options = list(party.text.options.values())
    ranked = sorted(options, key=lambda each: (not each.ask, len(each.values) < 2))
    chosen = [each for each in ranked[:most] if each.ask or each.values[1:]]
    return [_choice(party, each) for each in options if each in chosen]


def _choice(party: Party, option: HouseRule) -> Choice:
    here = option.value(party.rules.text(option.key))
    others = [each.words for each in option.values if each.key != here.key]
    return Choice(option.title, (here.words, *others, *([""] if option.low is not None else [])))

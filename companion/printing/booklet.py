"""The pocket booklet: eight pages on one side of one sheet, to be folded and cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing import rulesheet
from companion.printing.people import Party
from companion.printing.scoresheet import InForce, in_force
from companion.rules import HouseRule
from companion.rules.wording import Text

PANEL = 460
"""Letters of examples that a panel takes in type of 9 points."""
LINES, WIDE = 17, 36
"""Lines of text on a panel with two heads, and letters in a line, in type of 9 points."""
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
    names = [side.name for side in sides] if party.named else [side.code for side in sides]
    if not party.named and len(sides) == 2:
        alone = all(len(side.seats) == 1 for side in sides)
        names = ["I", "You"] if alone else ["We", "They"]
    return {
        "names": names[:6],
        "facts": rulesheet.facts(party),
        "drawing": rulesheet.drawing(party),
        "front": sheet.section("card-front"),
        "back": sheet.section("card-back"),
        "reminders": _to_remember(party),
        "choices": choices(party, ASKED),
        **_with_house_rules(party, rulesheet.worked(party, 2)),
    }


def _to_remember(party: Party) -> list[Text]:
    """The reminders of the scoresheet, but for those that tell what to write in it."""
    return [each for each in party.reminders if not str(each).startswith("Write ")]


def _with_house_rules(party: Party, examples: Sequence[rulesheet.Worked]) -> dict[str, object]:
    """The examples, and this table's house rules on the panel with more room: below the reminders
    or below the example; with them one example is enough.
    """
    changed = [each for each in in_force(party.game, party.rules) if each.changed]
    chosen = fitting(examples)[: 1 if changed else 2]
    free = {
        5: LINES - sum(_lines(len(each.text)) for each in _to_remember(party)),
        7: LINES - sum(_lines(_letters(each)) for each in chosen),
    }
    place = max(free, key=free.__getitem__)
    told: list[InForce] = []
    for each in changed:
        free[place] -= _lines(len(each.rule.title) + 2 + len(each.words))
        if free[place] < 0 and told:
            break
        told.append(each)
    return {"examples": chosen, "changed": told, "more": len(changed) - len(told), "place": place}


def _lines(letters: int) -> int:
    return -(-letters // WIDE)


def fitting(examples: Sequence[rulesheet.Worked]) -> list[rulesheet.Worked]:
    """Up to two examples that fit on their panel; if none does, the shortest."""
    chosen: list[rulesheet.Worked] = []
    for each in examples:
        if len(chosen) < 2 and sum(map(_letters, [*chosen, each])) <= PANEL:
            chosen.append(each)
    return chosen or sorted(examples, key=_letters)[:1]


def _letters(example: rulesheet.Worked) -> int:
    told = [part.striptags() for hand in example.hands for part in (hand.told, *hand.sums)]
    lines = [
        f"{line.to} {line.points}: {line.why}" for hand in example.hands for line in hand.lines
    ]
    return sum(2 + len(part) for part in (example.title, example.after, *told, *lines))


def choices(party: Party, most: int) -> list[Choice]:
    """As many options as are wanted, those first that strangers disagree about."""
    options = list(party.text.options.values())
    ranked = sorted(options, key=lambda each: (not each.ask, len(each.values) < 2))
    chosen = [each for each in ranked[:most] if each.ask or each.values[1:]]
    return [_choice(party, each) for each in chosen]


def _choice(party: Party, option: HouseRule) -> Choice:
    here = option.value(party.rules.text(option.key))
    others = [each.words for each in option.values if each.key != here.key]
    return Choice(option.title, (here.words, *others, *([""] if option.low is not None else [])))

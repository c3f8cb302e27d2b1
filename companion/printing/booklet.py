"""The pocket booklet: eight pages on one side of one sheet, to be folded and cut."""

from __future__ import annotations

from companion.printing import rulesheet
from companion.printing.people import Party
from companion.printing.text import first_sentences


def view(party: Party) -> dict[str, object]:
    """The rules run through pages 2 to 5, what houses differ in and an example through 6 and 7."""
    shown = rulesheet.view(party, examples=2)
    sides = party.seating.sides
    names = [side.name for side in sides] if party.named else ["We", "They"]
    if not party.named and len(sides) > 2:
        names = [""] * len(sides)
    return {**shown, "names": names[:6], "brief": brief}


def brief(text: str) -> str:
    """The first words of a rule, for a booklet that cannot hold all of it."""
    paragraph = next((part for part in text.split("\n\n") if not part.startswith("|")), "")
    return first_sentences(paragraph, 90)

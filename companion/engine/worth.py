"""The enquiry “What does this hand score?”, the same for every game.

It asks the questions of a whole hand in the shortest entry mode and reports the lines the game
posts: at a table in the place of the hand in question, with the totals and the dealer it began
with; otherwise as the first hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.enquiry import COUNT, SCORED, Desk, Enquiry, Ruling
from companion.engine.record import Record
from companion.engine.table import Hand, Replay
from companion.words import signed

WORTH = "worth"
"""The enquiry's key."""


def worth(game: str, replay: Callable[[Record], Replay], way: str = "quick") -> Enquiry:
    """The enquiry for the game of that key; `way` is its shortest entry mode."""

    def ask(desk: Desk[Any]) -> Ruling:
        record = Record.begin(game, map(str, desk.seats), 1, dict(desk.rules))
        if desk.before:
            record = desk.before.copy()
        number = max(1, len(record.hands))
        said = {key: text for key, text in desk.answers.items() if key != COUNT}
        record.put(number, {"@entry": way, **said})
        found = replay(record)
        hand = found.hands[number - 1]
        desk.asked = [*desk.asked, *hand.asked]
        if found.pending and found.pending.hand == number:
            raise found.pending
        return of_hand(hand)

    return Enquiry(WORTH, "What does this hand score?", ask, (), True, {SCORED: ""})


def of_hand(hand: Hand[Any]) -> Ruling:
    """What a finished hand scores."""
    if not hand.lines:
        told = [tell.rule for tell in hand.tells[-1:]] or [a.question.rule for a in hand.asked]
        return Ruling(f"Nothing: {hand.summary.rstrip('.')}.", tuple(filter(None, told[-1:])))
    sums = [(side, hand.brought(side)) for side in hand.table.sides]
    words = ", ".join(f"{side} {signed(points)}" for side, points in sums)
    cited = dict.fromkeys(rule for line in hand.lines for rule in (line.rule, *line.also))
    steps = tuple(f"{signed(line.points)} {line.to}: {line.why}" for line in hand.lines)
    return Ruling(f"{words}.", tuple(cited), steps)

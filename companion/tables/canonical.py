"""A record as the Companion itself would have written it: seats and sides by code, not by name.

Whoever types a record names people. Once every answer is in its own form, a player can be renamed
or replaced without an answer losing whom it speaks of.
"""

from __future__ import annotations

from companion.game import Game, Replay
from companion.record import Record
from companion.table import adjustment


def canonical(game: Game, record: Record) -> Record:
    """The record in its own form; the same one where that would score anything differently.

    Refused when the record cannot be replayed.
    """
    replay = game.replay(record)
    fresh = record.copy()
    fresh.head["dealer"] = replay.table.first_dealer.code
    for hand in replay.hands:
        answers = fresh.hands[hand.number - 1] if hand.number <= len(fresh.hands) else {}
        for asked in hand.asked:
            answers[asked.question.key] = asked.question.write(asked.value)
        if "@dealer" in answers:
            answers["@dealer"] = hand.dealer.code
        for key in [key for key in answers if key.startswith("@adjust")]:
            line = adjustment(answers[key], replay.table.seating, game.adjust_rule)
            answers[key] = f"{line.side.code} {line.points} {line.why}"
    return fresh if same(replay, game.replay(fresh)) else record


def same(one: Replay, other: Replay) -> bool:
    """True if two replays have the same score lines and ask the same."""
    lines = [[(e.hand, str(e.line)) for e in each.ledger.entries] for each in (one, other)]
    asked = [each.pending and (each.pending.hand, each.pending.title) for each in (one, other)]
    return lines[0] == lines[1] and asked[0] == asked[1] and one.strays == other.strays

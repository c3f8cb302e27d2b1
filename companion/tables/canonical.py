"""Canonical records: every answer as its question writes it, seats and sides by code.

A typed record refers to people by name. With codes instead, a player can be renamed or replaced
without changing whom an answer refers to.
"""

from __future__ import annotations

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.table import adjustment


def canonical(game: Game, record: Record) -> Record:
    """The canonical form; the record unchanged if its replay would differ.

    Refused if the record cannot be replayed.
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
    return fresh if same_result(replay, game.replay(fresh)) else record


def same_result(one: Replay, other: Replay) -> bool:
    """True if two replays have equal score lines, pending pages and unused answers."""
    lines = [[(e.hand, str(e.line)) for e in each.ledger.entries] for each in (one, other)]
    asked = [each.pending and (each.pending.hand, each.pending.title) for each in (one, other)]
    return lines[0] == lines[1] and asked[0] == asked[1] and one.strays == other.strays

"""The summary of one table, made from its replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Contracts, Replay
from companion.engine.record import Record
from companion.engine.replaced import earlier
from companion.engine.table import Hand
from companion.results.summary import GameSummary, HandSummary, Sitter, best_of


def summary_of(replay: Replay) -> GameSummary:
    table, outcome, lowest = replay.table, replay.outcome, replay.ledger.lowest
    sides = {seat.number: seat.side.code for seat in table.seats}
    hands = hand_results(replay)
    everybody = [each.with_figures(hands, lowest) for each in sitters(replay.record, sides)]
    own = replay.title != replay.game.title
    every_side = ((hand, side) for hand in hands for side in hand.points)
    return GameSummary(
        f"{replay.game.key}: {replay.title}" if own else replay.game.key,
        tuple(everybody),
        {side.code: side.name for side in table.sides},
        {side.code: total for side, total in replay.ledger.totals.items()},
        tuple(side.code for side in outcome.winners) if outcome else (),
        outcome is not None or (replay.over and bool(hands)),
        len(hands),
        closed=replay.over and outcome is None,
        lowest=lowest,
        notes=tuple(replay.notes),
        best=None if lowest else best_of(every_side),
        by_hand=tuple(hands) if any(each.last is not None for each in everybody) else (),
    )


def hand_results(replay: Replay) -> list[HandSummary]:
    """Every finished hand that was not thrown in."""
    contracts = replay.game.contracts
    return [
        HandSummary(
            hand.number,
            hand.summary,
            {side.code: hand.points(side) for side in replay.table.sides},
            contract_results(hand, contracts) if contracts else {},
            {side.code: side.name for side in hand.table.sides},
            {side.code: n for side in replay.table.sides if (n := hand.bonus(side))},
        )
        for hand in replay.hands
        if hand.over and not hand.void
    ]


def sitters(record: Record, sides: Mapping[int, str]) -> Iterator[Sitter]:
    """Everybody who sits or sat at the table, seat by seat."""
    before = earlier(record.head)
    for seat, name in enumerate(record.players, 1):
        first = 1
        for last, other in before.get(seat, []):
            yield Sitter(other, seat, sides[seat], first, last)
            first = last + 1
        yield Sitter(name, seat, sides[seat], first, None)


def sat_before(replay: Replay) -> list[tuple[str, str, str]]:
    """Who sat in a seat earlier, whose it is now, and the last hand, in the order in which they
    left."""
    players = replay.record.players
    departures = [
        (last, name, players[seat - 1])
        for seat, names in earlier(replay.record.head).items()
        for last, name in names
        if seat <= len(players)
    ]
    return [(name, now, replay.named(last)) for last, name, now in sorted(departures)]


def contract_results(hand: Hand, contracts: Contracts) -> dict[str, bool]:
    """By side code: True if it made its contract, False if it broke it. Others are left out."""
    outcomes: dict[str, bool] = {}
    for line in hand.lines:
        if line.rule in contracts.made:
            outcomes.setdefault(line.side.code, True)
        elif line.rule in contracts.staked:
            outcomes[line.side.code] = line.points > 0
        elif line.rule in contracts.broken:
            outcomes[line.side.code] = False
        elif line.rule in contracts.paid:
            outcomes[line.side.opponents.code] = False
    return outcomes

"""Jo-Jotte, for two players: a rubber scored above and below the line. The rules: rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.game import Replay
from companion.games.jo_jotte import show
from companion.games.jo_jotte.bidding import bidding
from companion.games.jo_jotte.declare import declarations
from companion.games.jo_jotte.facts import (
    Contract,
    Melds,
    Result,
    Rubber,
    Scored,
    next_dealer,
)
from companion.games.jo_jotte.house import Hand, Table
from companion.games.jo_jotte.quick import hand_at_once
from companion.games.jo_jotte.result import outcome
from companion.games.jo_jotte.score import (
    ABOVE,
    GAME,
    RUBBER,
    column,
    finished,
    meld_lines,
    rubber,
    score,
    set_aside,
)
from companion.seating import Seat


def play(table: Table) -> None:
    """A rubber: hand after hand until two games are closed."""
    dealer, at = table.first_dealer, Rubber()
    while table.outcome is None:
        hand = table.deal(dealer)
        show.named(table, at)
        show.opening(hand, at)
        hand.before_pending = partial(panel, hand, at.game)
        deal = contracted(hand)
        if deal is None:
            show.passed_out(hand)
            hand.post([])
            dealer = next_dealer(hand.dealer, True, hand.rules)
            continue
        contract, melds, result = deal
        lines = score(contract, result, at.aside, at.game, below(hand, at.game), hand.rules)
        hand.post([*meld_lines(melds, hand.rules), *lines])
        at = after(hand, contract, result, at)
        dealer = next_dealer(hand.dealer, False, hand.rules)


def contracted(hand: Hand) -> tuple[Contract, Melds, Result] | None:
    """The facts of a hand, asked for step by step or at once; None when both pass twice.

    Step by step, melds are posted as soon as they are declared; the melds returned are the others.
    """
    if hand.entry("guided", "quick", "cards") == "quick":
        return hand_at_once(hand)
    bid = bidding(hand)
    if bid is None:
        return None
    contract, seen = bid
    if not contract.special:
        melds, seen = declarations(hand, contract, seen)
        hand.post(meld_lines(melds, hand.rules), live=True)  # written before the first lead
    return contract, Melds(), outcome(hand, contract, seen)


def after(hand: Hand, contract: Contract, result: Result, at: Rubber) -> Rubber:
    """What a scored hand changes: the amount aside, the game, perhaps the end of the rubber."""
    aside = set_aside(contract, result, at.aside, hand.title)
    hand.result = Scored(contract, result, aside)
    show.scored(hand, contract, result, aside)
    counts = below(hand, at.game).values()
    if max(counts) < GAME:
        return Rubber(at.game, at.began, aside)
    show.closed(hand, at.game, counts)
    if finished([below(hand, n) for n in range(1, at.game + 1)], hand.rules):
        lines, end = rubber(hand.table.ledger.totals, hand.rules)
        hand.post(lines, live=True)
        hand.table.end(end.winners, end.rule, end.why)
        panel(hand, at.game, over=True)
        hand.status.clear()
    return Rubber(at.game + 1, hand.number, aside)


def below(hand: Hand, game: int) -> dict[Seat, int]:
    """What each player has below the line in a game."""
    return {seat: hand.table.ledger.column(seat, column(game)) for seat in hand.table.seats}


def panel(hand: Hand, game: int, over: bool = False) -> None:
    """The score above and below the line as it stands."""
    columns = [("above", ABOVE)]
    columns += [(f"game {n}, closed", column(n)) for n in range(1, game)]
    columns.append((f"game {game}", column(game)))
    if over:
        columns.append(("rubber", RUBBER))
    show.storeys(hand, columns, GAME)


# -- what always holds -----------------------------------------------------------------------------


def holds(replay: Replay) -> Iterator[str]:
    """Ties set aside what carries pay; one player writes below in a hand; games close at 80."""
    waiting = 0
    for hand in replay.hands:
        below_line = [line for line in hand.lines if line.column.startswith("game") and line.points]
        if len({line.side for line in below_line}) > 1:
            yield f"hand {hand.number}: both players write below the line"
        paid = sum(line.points for line in hand.lines if line.rule == "JOJ-CARRY")
        if paid not in (0, waiting):
            yield f"hand {hand.number}: {paid} of {waiting} set aside is paid"
        if isinstance(hand.result, Scored):
            waiting = hand.result.aside.amount
    for entry in replay.ledger.entries:
        if not entry.line.agreed and (entry.line.points % 5 or entry.line.points < 0):
            yield f"hand {entry.hand}: {entry.line} is not a score of this game"
    if replay.outcome and waiting:
        yield f"{waiting} is left aside after the rubber"
    yield from games_closed(replay)


def games_closed(replay: Replay) -> Iterator[str]:
    """Exactly one player has 80 in a closed game, nobody in the one under way."""
    ledger = replay.ledger
    started = [n for n in (1, 2, 3) if any(e.line.column == column(n) for e in ledger.entries)]
    for n in started:
        full = [side for side in ledger.sides if ledger.column(side, column(n)) >= GAME]
        closed = n < max(started) or replay.outcome is not None
        if closed and len(full) != 1:
            yield f"game {n} is closed with {len(full)} players at {GAME}"

"""Back Alley, in partnerships or each for himself: hand after hand; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Replay
from companion.games.back_alley import score, show
from companion.games.back_alley.bidding import (
    Contracts,
    at_once,
    auction,
    shared_out,
    tricks_question,
    turn_up,
)
from companion.games.back_alley.deck import again, ahead, turn
from companion.games.back_alley.facts import Result
from companion.games.back_alley.house import Hand, Table
from companion.questions import Several
from companion.seating import Seat, Side


def play(table: Table) -> None:
    """An evening: every hand of the schedule, then the highest total."""
    dealer, played, extra = table.first_dealer, 0, 0
    while table.outcome is None:
        hand = table.deal(dealer)
        sizes = ahead(hand.rules, len(table.seats), played, extra)
        table.length = played + len(sizes)
        opening(hand, played + 1, sizes, extra)
        result = played_out(hand, sizes[0])
        if result is None:
            dealer = again(hand.dealer, hand.rules)
            show.thrown_in(hand, dealer)
            hand.post([])
            continue
        hand.result = result
        show.result(hand, result)
        hand.post(score.lines(result, hand.rules))
        dealer, played = turn(hand.dealer, hand.rules)[0], played + 1
        if len(sizes) == 1:
            table.outcome, extra = score.ending(hand.totals, hand.rules), extra + 1


def opening(hand: Hand, number: int, sizes: tuple[int, ...], extra: int) -> None:
    """What is known before anything is asked."""
    show.opening(hand, turn(hand.dealer, hand.rules), number, sizes)
    if extra:
        show.extra(hand, extra, sizes[0])
    bidders = len(hand.table.sides[0].seats)
    show.still_to_come(hand, len(sizes), score.still_to_win(sizes, bidders, hand.rules))


def played_out(hand: Hand, cards: int) -> Result | None:
    """Contracts and tricks, in the way this hand is entered; None when everybody passes."""
    if hand.entry("guided", "quick") == "quick":
        page = at_once(hand, cards)
        if page is None:
            return None
        contracts, tricks = page
        return Result(cards, contracts, tricks, rainbows(hand, cards), revoked(hand))
    turn_up(hand)
    bid = auction(hand, cards)
    if bid is None:
        return None
    return Result(cards, bid, counted(hand, cards, bid), rainbows(hand, cards), revoked(hand))


def counted(hand: Hand, cards: int, contracts: Contracts) -> dict[Side, int]:
    sides = list(contracts)
    question = tricks_question(sides, cards)
    return dict(shared_out(sides, cards, hand.ask(question, title=question.prompt)))


def rainbows(hand: Hand, cards: int) -> tuple[Seat, ...]:
    """Who was dealt a rainbow, where the table pays for one (BAL-R15)."""
    if not hand.rules.rainbow or cards != 4:
        return ()
    return hand.ask(
        Several(
            "rainbow",
            "Who was dealt one card of each suit?",
            "BAL-R15",
            hand.table.seats,
            hint=f"+{hand.rules.rainbow} each, win or lose",
        )
    )


def revoked(hand: Hand) -> tuple[Side, ...]:
    """Which side is scored as set for a revoke, where the table does that (BAL-R19)."""
    if hand.rules.revoke != "set":
        return ()
    return hand.ask(
        Several(
            "revoke",
            "Any revoke, found too late?",
            "BAL-R19",
            hand.table.sides,
            hint="That side is scored as set.",
        )
    )


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every scored hand add up to its cards, and at most one board succeeds."""
    for hand in replay.hands:
        found = hand.result
        if not isinstance(found, Result):
            continue
        if sum(found.tricks.values()) != found.cards:
            yield f"hand {hand.number}: {sum(found.tricks.values())} tricks of {found.cards}"
        if sum(1 for side, bid in found.contracts.items() if bid.level and found.made(side)) > 1:
            yield f"hand {hand.number}: two boards succeed"

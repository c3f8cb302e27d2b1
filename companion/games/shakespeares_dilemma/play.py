"""Shakespeare's Dilemma, for three to six: hands until somebody is at the target; see rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.game import Replay
from companion.games.shakespeares_dilemma import score, show
from companion.games.shakespeares_dilemma.deck import DEALS
from companion.games.shakespeares_dilemma.entry import at_once, trick_by_trick
from companion.games.shakespeares_dilemma.facts import NOBODY, Result
from companion.games.shakespeares_dilemma.house import Hand, Table
from companion.questions import Choice, Option, option
from companion.seating import Seat


def play(table: Table) -> None:
    """Hand after hand; the highest total wins."""
    dealer, dealt = table.first_dealer, DEALS[len(table.seats)]
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        show.opening(hand, dealt)
        quick = hand.entry("guided", "cards", "quick") == "quick"
        found = at_once(hand, dealt) if quick else trick_by_trick(hand, dealt)
        hand.result = found = replace(found, offender=offender(hand))
        lines = list(score.lines(found, dealt))
        show.result(hand, found, lines)
        hand.post(lines)
        table.outcome = score.ending(hand.totals, hand.rules)
        if max(hand.totals.values()) >= hand.rules.target:
            show.target_reached(hand, hand.totals)
        dealer = hand.dealer.left


def offender(hand: Hand) -> Seat | None:
    """Who failed to follow suit, where the house scores that player nothing (SHK-R13)."""
    if hand.rules.revoke != "offender_zero":
        return None
    nobody: Option[object] = option(NOBODY, set_apart=True)
    who = hand.ask(
        Choice[object]("revoke", "Did anybody revoke?", "SHK-R13", [*hand.table.seats, nobody])
    )
    return who if isinstance(who, Seat) else None


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every hand add up to the deal’s; each doubler is won, or lies aside."""
    dealt = DEALS[len(replay.table.seats)]
    for hand in replay.hands:
        if not isinstance(hand.result, Result):
            continue
        tricks = sum(hand.result.tricks.values())
        if tricks != dealt.tricks:
            yield f"hand {hand.number}: {tricks} tricks of {dealt.tricks}"
        if dealt.players > 3 and len(hand.result.doublers) != 2:
            yield f"hand {hand.number}: doublers {hand.result.doublers}"

"""Tribello, for three players: four phases of three hands. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Replay
from companion.games.tribello import score, show
from companion.games.tribello.draws import NO_TRUMP, draws, name_trump, trump_question
from companion.games.tribello.facts import (
    CARDS,
    HANDS,
    Phase,
    Result,
    may_draw,
    names_late,
    phase_of,
)
from companion.games.tribello.house import Hand, Table
from companion.questions import Choice, Question, Shares
from companion.seating import Seat


def play(table: Table) -> None:
    """A game: four phases of three hands, everybody dealing once in each."""
    dealer, results = table.first_dealer, list[Result]()
    while table.outcome is None:
        hand = table.deal(dealer)
        number = len(results) + 1
        phase = phase_of(number)
        table.length = max(number, hand.rules.game_length)
        show.opening(hand, phase, number)
        hand.result = found = Result(phase, hand.dealer, played(hand, phase))
        results.append(found)
        show.result(hand, found)
        last = number >= hand.rules.game_length
        hand.post(score.lines(found), live=last)
        table.if_closed = show.NOT_SHARED if number % HANDS else ""
        if last:
            settled(hand)
            end = score.ending(hand.totals, results, hand.rules)
            table.end(end.winners, end.rule, end.why)
        dealer = hand.dealer.left


def played(hand: Hand, phase: Phase) -> dict[Seat, int]:
    """Trumps, draws and tricks, step by step or on one page."""
    if hand.entry("guided", "quick") == "quick":
        show.play_begins(hand, phase)
        return at_once(hand, phase)
    seats = hand.dealer.round
    show.drawing(hand, phase)
    if names_late(phase, hand.rules):
        left = draws(hand, seats[:1], CARDS)
        name_trump(hand, phase)
        draws(hand, seats[1:], left)
    else:
        name_trump(hand, phase)
        if may_draw(phase, hand.rules):
            draws(hand, seats, CARDS)
    show.play_begins(hand, phase)
    return hand.ask(tricks_question(hand.table.seats))


def at_once(hand: Hand, phase: Phase) -> dict[Seat, int]:
    """Trumps, where there are any, and the tricks on one page."""
    page: list[Question[Any]] = [tricks_question(hand.table.seats)]
    if phase.trump or "trump" in hand.answers:
        page.insert(0, trump_question(phase, hand.dealer))
    *trump, tricks = hand.ask_together(lambda given: page, title="Just the result")
    show.trump_known(hand, trump[0] if trump else NO_TRUMP)
    found: dict[Seat, int] = tricks
    return found


def tricks_question(seats: Sequence[Seat]) -> Shares:
    """Everybody's tricks, which add up to thirteen."""
    return Shares(
        "tricks", "Tricks of each player", "TRI-R14", seats, 0, CARDS, total=CARDS, unit="tricks",
        code="tricks_must_total_13", range_code="tricks_out_of_range",
        hint="Three cards to a trick: count the piles.",
    )  # fmt: skip


def settled(hand: Hand) -> None:
    """Ends the last hand: points agreed on that do not add up to zero are shared out first."""
    hand.adjust()
    rest = score.missing(hand.totals)
    if not rest:
        hand.post([])
        return
    hint = "Or agree on more points first, until all add up to 0."
    who = Choice("rest", show.who_gets(rest), "TRI-ADJ", hand.table.seats, columns=3, hint=hint)
    hand.post([score.shared_out(hand.ask(who), rest)])


def holds(replay: Replay) -> Iterator[str]:
    """The tricks and the quotas of every scored hand add up to 13, its changes to zero."""
    for hand in replay.hands:
        if not isinstance(hand.result, Result):
            continue
        for word, numbers in (("tricks", hand.result.tricks), ("quotas", hand.result.quotas)):
            if sum(numbers.values()) != CARDS:
                yield f"hand {hand.number}: the {word} add up to {sum(numbers.values())}"
        change = sum(line.points for line in hand.lines if not line.agreed)
        if change:
            yield f"hand {hand.number}: the changes add up to {change}"
    if replay.outcome and sum(replay.ledger.totals.values()):
        yield "the totals of a finished game do not add up to zero"

"""One hand of Nine-Card Don after the pitch: the tricks, a revoke, the count for game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.nine_card_don import score, show
from companion.games.nine_card_don.count import CARDS, LEVEL, TOTALS, counting, game_count
from companion.games.nine_card_don.counters import Tricks
from companion.games.nine_card_don.house import Hand
from companion.games.nine_card_don.pitch import pitched
from companion.games.nine_card_don.quick import all_at_once
from companion.games.nine_card_don.tricks import trick
from companion.questions import Choice, option
from companion.seating import Seat, Side


@dataclass(frozen=True, slots=True)
class Result:
    """A hand that was played: its counters, both game counts if they were made, what it carries."""

    tricks: Tricks
    counts: dict[Side, int] | None = None
    carries: int = 0
    stopped: bool = False


def play_out(hand: Hand, pitcher: Seat, board: show.Board, carried: int) -> Result:
    """The pitch, tricks or all at once, the revoke if the table asks for it, and the count."""
    how: object | None = None
    if hand.mode == "quick":
        found = all_at_once(hand)
        pitch, how = found.pitch, found.how
        tricks = Tricks(pitch, hand.table.sides)
        for take in found.takes:
            tricks.add(take)
            hand.post(score.capture_lines(pitch, take), live=True)
    else:
        pitch = pitched(hand)
        tricks = Tricks(pitch, hand.table.sides)
        trick_by_trick(hand, tricks, board)
    stopped = home(hand)
    show.counters(hand, tricks, stopped)
    result = Result(tricks, carries=carried, stopped=stopped)
    if stopped:
        show.stopped(hand)
        hand.post([])
    elif (offender := revoked(hand, tricks)) is not None:
        lost = sum(line.points for line in hand.lines if line.side is offender)
        show.revoked(hand)
        hand.post(score.revoke_lines(offender, lost, pitcher.side is offender))
    else:
        result = for_game(hand, tricks, carried, how)
    board.show(hand)
    show.summary(hand, pitch)
    return result


def for_game(hand: Hand, tricks: Tricks, carried: int, how: object | None) -> Result:
    """Who has most for game, where the table plays for it; closes the hand."""
    rules = hand.rules
    if not rules.game_points:
        show.no_game_count(hand)
        hand.post([])
        return Result(tricks)
    if how is None:
        how = counting(hand, tricks)
    counts: dict[Side, int] | None = None
    if how in (TOTALS, CARDS):
        counts = game_count(hand, tricks, how)
        show.game_counts(hand, counts)
        hand.post(score.game_lines(counts, rules, carried))
    else:
        show.most_for_game(hand, how if isinstance(how, Side) else None)
        sides = hand.table.sides
        hand.post(score.most_lines(how if isinstance(how, Side) else None, sides, rules, carried))
    level = len(set(counts.values())) == 1 if counts else how == LEVEL
    carries = level and rules.level_count == "carried"
    return Result(tricks, counts, carried + rules.game_points if carries else 0)


def trick_by_trick(hand: Hand, tricks: Tricks, board: show.Board) -> None:
    """The tricks in order; each is pegged at once, and the one that gets home is the last."""
    written: list[str] = []
    while len(tricks.takes) < tricks.pitch.cards_each and tricks.left:
        take = trick(hand, tricks)
        if take is None:
            return
        tricks.add(take)
        hand.post(score.capture_lines(tricks.pitch, take), live=True)
        board.show(hand)
        show.trick_taken(hand, take, written)
        if home(hand):
            return


def home(hand: Hand) -> bool:
    """True if somebody stands on the target and play stops at once."""
    ledger, target = hand.table.ledger, hand.rules.target
    if hand.rules.finish != "immediate" or ledger.high < target:
        return False
    # What was agreed in this hand counts before anybody is called home.
    hand.adjust()
    return bool(ledger.high >= target)


def revoked(hand: Hand, tricks: Tricks) -> Side | None:
    """The side that revoked, at a table that plays the league penalty."""
    if hand.rules.revoke_penalty != "league":
        return None
    left = [] if tricks.pitch.asleep else tricks.left
    no = f"The {left[0]} was not captured; with 13 cards each nothing is asleep." if left else ""
    nobody = option("nobody", refusal=no, code="counter_missing", set_apart=True)
    prompt = "Did anybody revoke or play out of turn?"
    offender = hand.ask(
        Choice[object]("revoke", prompt, "DON-R11", [*hand.table.sides, nobody]),
        title="Before the count: a revoke?",
    )
    return offender if isinstance(offender, Side) else None

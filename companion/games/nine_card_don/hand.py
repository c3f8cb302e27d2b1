"""One hand of Nine-Card Don after the pitch: the tricks, a revoke, the count for game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.nine_card_don import score, show
from companion.games.nine_card_don.count import game_count
from companion.games.nine_card_don.counters import Pitch, Tricks
from companion.games.nine_card_don.house import Hand
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


def play_out(hand: Hand, pitch: Pitch, pitcher: Seat, board: show.Board, carried: int) -> Result:
    """Tricks or quick entry, then the revoke if the table asks for it, and the count."""
    tricks = Tricks(pitch, hand.table.sides)
    if hand.mode == "quick":
        for take in all_at_once(hand, pitch):
            tricks.add(take)
            hand.post(score.capture_lines(pitch, take), live=True)
    else:
        trick_by_trick(hand, tricks, board)
    stopped = home(hand)
    show.counters(hand, tricks, stopped)
    found = Result(tricks, carries=carried, stopped=stopped)
    if stopped:
        show.stopped(hand)
        hand.post([])
    elif (offender := revoked(hand, tricks)) is not None:
        lost = sum(line.points for line in hand.lines if line.side is offender)
        show.revoked(hand)
        hand.post(score.revoke_lines(offender, lost, pitcher.side is offender))
    else:
        found = for_game(hand, tricks, carried)
    board.show(hand)
    show.summary(hand, pitch)
    return found


def for_game(hand: Hand, tricks: Tricks, carried: int) -> Result:
    """Counts both piles for game, where the table plays for it, and closes the hand."""
    rules = hand.rules
    if not rules.game_points:
        show.no_game_count(hand)
        hand.post([])
        return Result(tricks)
    counts = game_count(hand, tricks)
    show.game_counts(hand, counts)
    hand.post(score.game_lines(counts, rules, carried))
    level = len(set(counts.values())) == 1 and rules.level_count == "carried"
    return Result(tricks, counts, carried + rules.game_points if level else 0)


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

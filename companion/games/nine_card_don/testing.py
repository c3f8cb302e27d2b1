"""Cases of Nine-Card Don for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, given, of_hand
from companion.games.nine_card_don.facts import PACK, honours
from companion.games.nine_card_don.page import COUNTING
from companion.words import does


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    if "leader" in hand.facts and hand.number > 1:
        words = f"{replay.table.seating.seat(hand.facts['pitcher'])} pitches;"
        yield Case("pitch", of_hand(hand, "dealer"), words)
    for line in hand.lines if "trump" in hand.facts else ():
        if "DON-NOW" in line.also:
            card = next(each for each in PACK.cards if line.why.startswith(f"{each}"))
            answers = {"trump": hand.facts["trump"], "card": card.code}
            yield Case("value", answers, f"The {card} scores {line.points} at once")
    result = hand.result
    if result and "first.tricks" in hand.facts and hand.rules.finish == "immediate":
        answers = {key: hand.facts[f"first.{key}"] for key in ("tricks", "start A", "start B")}
        answers["trump"] = hand.facts["trump"]
        ahead = replay.ledger.leaders()[0] if result.stopped and hand is replay.hand else None
        if not result.stopped:
            yield Case("first", answers, "Nobody yet")
        elif ahead and not any(line.rule == "DON-ADJ" for line in hand.lines):
            words = f"{does(ahead, 'have')} {replay.ledger.total(ahead)} first"
            yield Case("first", answers, words)
    if result and "pile A" in hand.answers:
        yield Case("count", *counted_by_cards(replay, hand))


def counted_by_cards(replay: Replay, hand: Hand) -> tuple[dict[str, str], str]:
    """The piles whose cards were tapped, with their trump honours, and their score."""
    one, two = replay.table.sides
    result = hand.result
    entries = {asked.question.key: asked.value for asked in hand.asked}
    held = {side: set(honours(result.tricks.held[side])) for side in (one, two)}
    first = held[one] | set(entries["pile A"])
    rest = entries["pile B"] if "pile B" in entries else set(COUNTING) - first
    second = held[two] | set(rest)
    answers = {
        f"pile {side.code}": " ".join(card.code for card in pile) or "none"
        for side, pile in ((one, first), (two, second))
    }
    won = [line.side for line in hand.lines if line.rule == "DON-GAME"]
    if not won:
        return answers, f"Level at {result.counts[one]}: "
    numbers = f"{result.counts[won[0]]} to {result.counts[won[0].opponents]}."
    return answers, f"{does(won[0], 'score')} {hand.rules.game_points} for game, {numbers}"


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    deal = hand.result
    if hand.mode == "guided" and not deal.stopped:
        answers = {"@dealer": hand.facts["dealer"]} | given(hand, "trump", "revoke")
        answers |= given(hand, "counting", "count A", "count B", "pile A", "pile B")
        for side in replay.table.sides:
            cards = [c.code for take in deal.tricks.takes if take.side is side for c in take.cards]
            answers[f"counters {side.code}"] = " ".join(cards) or "none"
        yield "quick", answers


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    before = [each.result.carries for each in replay.hands[: hand.number - 1] if each.result]
    carried = {"carried": str(before[-1] if before else 0)}
    return carried | {key: text for key, text in hand.facts.items() if key == "pitcher"}


FOUR = "Ann, Bob, Cat, Dan"
IMPOSSIBLE = (
    Impossible(FOUR, "guided", "pitcher: Ann; trump: H; trick 1: Ann; counters 1: 2S"),
    Impossible(FOUR, "quick", "trump: H; counters A: 5H 5S; counters B: 5H"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"count", "first", "pitch", "value"}, told=by_mode,
    shorter={"quick"}, impossible=IMPOSSIBLE, rare={"revoke", "first", "before*"},
    same_rows={"DON-TA", "DON-TJ", "DON-TK", "DON-TQ"},
)  # fmt: skip

"""Quick entry of a hand of Nine-Card Don: the counters of each side, and who was first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.cards import Card, Pack, Suit
from companion.games.nine_card_don import show
from companion.games.nine_card_don.count import most_question
from companion.games.nine_card_don.counters import Pitch, Take
from companion.games.nine_card_don.house import Hand, House
from companion.games.nine_card_don.pitch import pitch_of, trump_question
from companion.games.nine_card_don.score import too_late
from companion.games.nine_card_don.tricks import outside
from companion.questions import Cards, Choice, Question, Refused, option
from companion.seating import Seat, Side
from companion.words import listed

Cards_ = tuple[Card, ...]
Haul = dict[Side, Cards_]


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What a hand entered at once came to."""

    pitch: Pitch
    takes: list[Take]
    """Both sides' counters in an order that stands: whoever gets home is last."""
    how: object | None
    """How the count for game came out, where that was asked beside them."""


def all_at_once(hand: Hand) -> AtOnce:
    """Trump, the counters of both sides and who has most for game, on one page."""
    sides = hand.table.sides
    one, two = sides
    page = partial(questions, hand.rules, sides, hand.dealer.left, dict(hand.table.ledger.totals))

    def check(trump: Suit, first: Cards_, second: Cards_, *how: object) -> None:
        whole(hand, pitch_of(trump, hand.rules))(first, second)

    trump, first, second, *how = hand.ask_together(page, title="Just the result", check=check)
    pitch = pitch_of(trump, hand.rules)
    show.pitched(hand, trump)
    haul = {one: first, two: second}
    race = Race(hand, pitch, haul)
    over = [side for side in sides if race.reaches(side, haul[side])]
    if len(over) == 2 and hand.rules.finish == "immediate":
        return AtOnce(pitch, who_was_first(race), None)
    last = over[0] if len(over) == 1 else two
    takes = [Take(side, haul[side]) for side in (last.opponents, last)]
    return AtOnce(pitch, takes, how[0] if how else None)


def questions(
    rules: House,
    sides: Sequence[Side],
    pitcher: Seat,
    totals: Mapping[Side, int],
    given: Mapping[str, str],
) -> Sequence[Question[Any]]:
    """The page beside what it has been told."""
    one, two = sides
    trump = trump_question(pitcher)
    suit = trump.read_in(given)
    pitch = pitch_of(suit if isinstance(suit, Suit) else Suit.SPADES, rules)
    open_ = "" if suit else "the trump is open"
    mine = picker(pitch, one, {}, off=open_).read_in(given) or ()
    theirs = picker(pitch, two, {}, off=open_).read_in(given) or ()
    page: list[Question[Any]] = [
        trump,
        picker(pitch, one, {c: gone(c, two) for c in theirs if c not in mine}, off=open_),
        picker(pitch, two, {c: gone(c, one) for c in mine}, off=open_),
    ]
    if rules.game_points and rules.revoke_penalty != "league":
        haul = {one: mine, two: theirs}
        home = rules.finish == "immediate" and any(
            totals[side] + pitch.worth(cards) >= rules.target for side, cards in haul.items()
        )
        off = "play stopped before the count" if home else ""
        page.append(most_question(sides, rules, off=off))
    return page


def gone(card: Card, side: Side) -> str:
    """Why a counter is not the other side's."""
    return f"The {card} is with {side}; it was captured once."


def picker(pitch: Pitch, side: Side, gone: Mapping[Card, str], *, off: str) -> Cards:
    """The counters of one side."""
    return Cards(
        f"counters {side.code}",
        f"Counters captured by {side}",
        "DON-P-VALUE",
        pitch.pack,
        0,
        len(pitch.counters),
        laid=pitch.laid,
        none="none",
        gone=gone,
        code="card_captured_twice",
        outside=outside(pitch),
        hint="What nobody captured is asleep." if pitch.asleep else "",
        short=f"Counters {side} took",
        off=off,
    )


@dataclass(frozen=True, slots=True)
class Race:
    """Both sides' counters in a hand, and where the sides began it."""

    hand: Hand
    pitch: Pitch
    haul: Haul

    @property
    def target(self) -> int:
        """What the game is played to."""
        found: int = self.hand.rules.target
        return found

    def total(self, side: Side, cards: tuple[Card, ...]) -> int:
        """Where these counters bring a side."""
        return self.hand.table.ledger.total(side) + self.pitch.worth(cards)

    def reaches(self, side: Side, cards: tuple[Card, ...]) -> bool:
        """True if these counters bring a side home."""
        return self.total(side, cards) >= self.target

    def not_too_late(self, side: Side, cards: tuple[Card, ...], key: str) -> None:
        """Refuses counters of which some must have fallen after play had stopped."""
        total = self.total(side, cards)
        if too_late(total, (self.pitch.worth([card]) for card in cards), self.target):
            words = show.already_home(side, total, self.target)
            raise Refused(words, "DON-STOP", "play_already_over", key)


def whole(hand: Hand, pitch: Pitch) -> Callable[..., None]:
    """Refuses a counter on both sides and, with nothing asleep, one on neither."""
    one, two = hand.table.sides

    def check(first: tuple[Card, ...], second: tuple[Card, ...]) -> None:
        if both := [card for card in first if card in second]:
            words = f"The {both[0]} is with {one} and with {two}; it was captured once."
            raise Refused(words, "DON-P-VALUE", "card_captured_twice", f"counters {two.code}")
        race = Race(hand, pitch, {one: first, two: second})
        stopped = hand.rules.finish == "immediate" and any(
            race.reaches(side, cards) for side, cards in race.haul.items()
        )
        home = [side for side, cards in race.haul.items() if race.reaches(side, cards)]
        if hand.rules.finish == "immediate" and len(home) == 1:
            race.not_too_late(home[0], race.haul[home[0]], f"counters {home[0].code}")
        missing = [card for card in pitch.counters if card not in (*first, *second)]
        # A hand cut short leaves counters unplayed, and a revoke leaves them uncaptured.
        unplayed = stopped or hand.rules.revoke_penalty == "league"
        if missing and not pitch.asleep and not unplayed:
            words = f"Nobody has {listed(missing, 'and')}; with 13 cards each nothing is asleep."
            raise Refused(words, "DON-R7", "counter_missing", f"counters {two.code}")

    return check


def who_was_first(race: Race) -> list[Take]:
    """Asks who got home first and what fell before; the order cannot be worked out."""
    hand = race.hand
    hand.tell(f"With these counters both sides could have {race.target}.", "DON-R21")
    words = "Only the order of the tricks decides: ask the table, or enter the hand trick by trick."
    unknown = option(
        "unknown",
        label="Nobody knows",
        refusal=words,
        rule="DON-R21",
        code="order_needed",
        set_apart=True,
    )
    first = hand.ask(
        Choice[object](
            "first",
            f"Who reached {race.target} first?",
            "DON-P-FIRST",
            [*hand.table.sides, unknown],
        )
    )
    assert isinstance(first, Side)
    second = first.opponents
    before = {first: race.haul[first]}
    if needless(race, first):
        before[first] = hand.ask(up_to(race, first), check=winners_check(race, first))
    before[second] = hand.ask(up_to(race, second), check=losers_check(race, second))
    return [Take(side, before[side]) for side in (second, first)]


def needless(race: Race, side: Side) -> bool:
    """True if a side would have got home without some of its counters."""
    cards = race.haul[side]
    least = min(race.pitch.worth([card]) for card in cards)
    return race.total(side, cards) - least >= race.target


def up_to(race: Race, side: Side) -> Cards:
    """Which of a side's counters were captured before play stopped."""
    cards = race.haul[side]
    return Cards(
        f"before {side.code}",
        f"Which counters had {side} captured when play stopped?",
        "DON-R21",
        Pack(cards),
        0,
        len(cards),
        none="none",
        hint="The trick that got there counts in full.",
    )


def winners_check(race: Race, side: Side) -> Callable[[tuple[Card, ...]], None]:
    """The winner's counters must reach the target, and only the last trick may pass it."""

    def check(cards: tuple[Card, ...]) -> None:
        total = race.total(side, cards)
        if total < race.target:
            words = f"That makes {total} for {side}, not {race.target}: they had not won yet."
            raise Refused(words, "DON-R21", "not_home_yet")
        race.not_too_late(side, cards, f"before {side.code}")

    return check


def losers_check(race: Race, side: Side) -> Callable[[tuple[Card, ...]], None]:
    """The other side cannot have got home before."""

    def check(cards: tuple[Card, ...]) -> None:
        total = race.total(side, cards)
        if total >= race.target:
            words = f"That makes {total} for {side}: they would have been first. Leave out what"
            words = f"{words} fell after {side.opponents} reached {race.target}."
            raise Refused(words, "DON-STOP", "play_already_over")

    return check

"""The first side home in a hand of Nine-Card Don that was entered at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.cards import Card, Pack
from companion.games.nine_card_don.facts import Pitch, Take, say
from companion.games.nine_card_don.house import Hand, House
from companion.games.nine_card_don.score import too_late
from companion.questions import Cards, Choice, Refused, option
from companion.seating import Side
from companion.words import listed

Check = Callable[[tuple[Card, ...]], None]


@dataclass(frozen=True, slots=True)
class Race:
    """Both sides' counters in a hand, and their totals at its start."""

    rules: House
    began: Mapping[Side, int]
    pitch: Pitch
    haul: Mapping[Side, tuple[Card, ...]]

    @property
    def target(self) -> int:
        return self.rules.target

    @property
    def stops(self) -> bool:
        """True if play stops with the trick that gets somebody home."""
        return self.rules.finish == "immediate"

    @property
    def home(self) -> list[Side]:
        return [side for side, cards in self.haul.items() if self.total(side, cards) >= self.target]

    def total(self, side: Side, cards: tuple[Card, ...]) -> int:
        return self.began[side] + self.pitch.worth(cards)

    def not_too_late(self, side: Side, cards: tuple[Card, ...]) -> None:
        """Refuse counters if some of them must have fallen after play had stopped."""
        total = self.total(side, cards)
        if too_late(total, (self.pitch.worth([card]) for card in cards), self.target):
            raise Refused(say.play_already_over(total=total, side=side, target=self.target))

    def check(self, side: Side, last: bool = False) -> None:
        """Refuse impossible counters of a side. On the `last`, refuse counters that no side has."""
        if self.stops and self.home == [side]:
            self.not_too_late(side, self.haul[side])
        taken = [card for cards in self.haul.values() for card in cards]
        missing = [card for card in self.pitch.counters if card not in taken]
        # A hand cut short leaves counters unplayed, and a revoke leaves them uncaptured.
        unplayed = (self.stops and self.home) or self.rules.revoke_penalty == "league"
        if last and missing and not self.pitch.asleep and not unplayed:
            raise Refused(say.counter_missing(cards=listed(missing, "and")))


def in_order(hand: Hand, race: Race) -> list[Take]:
    """Both sides' counters in a possible order: the one that ends the race is last."""
    if race.stops and len(race.home) == 2:
        return who_was_first(hand, race)
    last = race.home[0] if len(race.home) == 1 else hand.table.sides[1]
    return [Take(side, race.haul[side]) for side in (last.opponents, last)]


def who_was_first(hand: Hand, race: Race) -> list[Take]:
    """Asks who got home first and what fell before; the order cannot be worked out."""
    target = race.target
    hand.tell(say.both_could(target=target))
    unknown = option("unknown", label="Nobody knows", refusal=say.order_needed(), set_apart=True)
    first = hand.ask(Choice[object](
        "first", say.who_reached(target=target), options=[*hand.table.sides, unknown],
    ))  # fmt: skip
    assert isinstance(first, Side)
    second, cards = first.opponents, race.haul[first]
    before = {first: cards}
    least = min(race.pitch.worth([card]) for card in cards)
    if race.total(first, cards) - least >= target:  # some of its counters were not needed
        before[first] = hand.ask(up_to(race, first, just_home(race, first)))
    before[second] = hand.ask(up_to(race, second, not_home(race, second)))
    return [Take(side, before[side]) for side in (second, first)]


def up_to(race: Race, side: Side, check: Check) -> Cards:
    """The counters of a side that were captured before play stopped."""
    cards = race.haul[side]
    return Cards(
        f"before {side.code}", say.captured_before(side=side), "", Pack(cards), 0, len(cards),
        none="none", hint=say.counts_in_full(), check=check,
    )  # fmt: skip


def just_home(race: Race, side: Side) -> Check:
    """The winner's counters must reach the target, and only the last trick may pass it."""

    def check(cards: tuple[Card, ...]) -> None:
        total = race.total(side, cards)
        if total < race.target:
            raise Refused(say.not_home_yet(total=total, side=side, target=race.target))
        race.not_too_late(side, cards)

    return check


def not_home(race: Race, side: Side) -> Check:
    """The other side cannot have got home before."""

    def check(cards: tuple[Card, ...]) -> None:
        total, target = race.total(side, cards), race.target
        if total >= target:
            others = side.opponents
            raise Refused(
                say.play_already_over__first(total=total, side=side, others=others, target=target)
            )

    return check

"""One trick of Nine-Card Don: who won it, and which counters were in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.games.nine_card_don.counters import Pitch, Take, Tricks, scores_nothing
from companion.games.nine_card_don.house import Hand, House
from companion.questions import Cards, Choice, Option, Refused, option
from companion.seating import Seat, Side
from companion.words import counted, listed

REST = "rest"


def trick(hand: Hand, tricks: Tricks) -> Take | None:
    """The next trick with counters; None when there is none any more."""
    number = len(tricks.takes) + 1
    winners = Winners(hand.rules, hand.table.seats, hand.table.sides, tricks)
    winner, cards = hand.ask(
        Choice[object](
            f"trick {number}",
            "Who won it?",
            "DON-P-TRICK",
            winners.options,
            accept=winners.accept,
            hint="Skip tricks without counters.",
        ),
        Cards(
            f"counters {number}",
            "Which counters were in it?",
            "DON-P-VALUE",
            tricks.pitch.pack,
            0,
            len(tricks.pitch.counters),
            none="none",
            gone=dict(tricks.gone),
            code="card_captured_twice",
            outside=outside(tricks.pitch),
            check=fits(tricks),
            unless=(f"trick {number}", REST),
        ),
        title=f"Counters {number}: who took them?",
    )
    if not isinstance(winner, (Seat, Side)):
        return None
    return Take(winner, cards)


@dataclass(frozen=True, slots=True)
class Winners:
    """Who can win a trick: a player, or a side if nobody minds who; or no more counters fall."""

    rules: House
    seats: Sequence[Seat]
    sides: Sequence[Side]
    tricks: Tricks

    @property
    def league(self) -> bool:
        """True if the table asks for revokes after the tricks."""
        return bool(self.rules.revoke_penalty == "league")

    @property
    def unfinished(self) -> bool:
        """True if counters must still fall."""
        return not self.tricks.pitch.asleep and not self.league

    def accept(self, text: str) -> object | None:
        """An answer written as a record keeps it."""
        if text == REST:
            return None if self.unfinished else REST
        everybody: list[Seat | Side] = [*self.seats, *self.sides]
        for who in everybody:
            if text in (who.code, who.name):
                return who
        return None

    def options(self) -> list[Option[object]]:
        """Everybody at the table, the sides, and the rest."""
        no = ""
        if self.unfinished:
            names = listed(self.tricks.left, "and")
            no = f"With 13 cards each nothing is asleep: {names} must still be captured."
        words = "No more counters, or a revoke" if self.league else "No more counters"
        code = "counter_missing"
        found: list[Option[object]] = []
        found += [option(seat) for seat in self.seats]
        found += [option(side, "either of them") for side in self.sides]
        found.append(
            option(REST, "on to the count", label=words, refusal=no, code=code, set_apart=True)
        )
        return found


def outside(pitch: Pitch) -> Callable[[Card], Refused]:
    """Refuses a card that is no counter in this hand."""

    def refusal(card: Card) -> Refused:
        words = scores_nothing(card, pitch.trump)
        return Refused(words, "DON-P-VALUE", "card_does_not_score")

    return refusal


def fits(tricks: Tricks) -> Callable[[tuple[Card, ...]], None]:
    """Refuses more than four cards in a trick; with nothing asleep, too few for the tricks left."""
    later = tricks.pitch.cards_each - len(tricks.takes) - 1

    def check(cards: tuple[Card, ...]) -> None:
        if len(cards) > 4:
            words = f"That is {len(cards)} cards: four cards make a trick."
            raise Refused(words, "DON-P-TRICK", "too_many_cards_in_a_trick")
        if not tricks.pitch.asleep and len(tricks.left) - len(cards) > 4 * later:
            missing = listed((card for card in tricks.left if card not in cards), "and")
            words = f"With {counted(later, 'trick')} to come, {missing} cannot all"
            words = f"{words} still be out; with 13 cards each nothing is asleep."
            raise Refused(words, "DON-R7", "counter_missing")

    return check

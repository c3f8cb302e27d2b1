"""The pitch of Nine-Card Don: the first card led makes trumps."""

from __future__ import annotations

from companion.cards import Suit
from companion.games.nine_card_don import show
from companion.games.nine_card_don.counters import Pitch, counters
from companion.games.nine_card_don.house import Hand, House
from companion.questions import Choice, option
from companion.seating import Seat

TRUMPS = (
    *Suit,
    option(
        "none",
        refusal="The first card led always makes a trump suit: say which suit it was.",
        code="trump_missing",
        hidden=True,
    ),
)


def trump_question(pitcher: Seat) -> Choice[object]:
    """The suit of the first card led."""
    prompt = f"{pitcher} pitches: which suit is trump?"
    return Choice("trump", prompt, "DON-P-TRUMP", TRUMPS, short="Trump", columns=4)


def pitch_of(trump: Suit, rules: House) -> Pitch:
    """What a hand with this trump is played for."""
    return Pitch(trump, counters(trump, rules), rules.cards_each)


def pitched(hand: Hand) -> Pitch:
    """The trump, made by the first card led."""
    trump = hand.ask(trump_question(hand.dealer.left))
    assert isinstance(trump, Suit)
    show.pitched(hand, trump)
    return pitch_of(trump, hand.rules)

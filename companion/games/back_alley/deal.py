"""The deal of Back Alley: how many cards, in which order, and what the turn-up makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.cards import Pack, Suit
from companion.games.back_alley.bids import most_bid
from companion.panels import Meter
from companion.questions import Choice, Option, option
from companion.rules import Options
from companion.seating import Seat
from companion.table import Hand

PACK = Pack.of(extra=("BB", "LB"))
BLOOPERS = {"BB": "big blooper", "LB": "little blooper"}
BIG = {
    "coloured": "the coloured joker",
    "plain": "the plain joker",
    "dragon": "the dragon",
    "marked": "the joker marked by hand",
}
DOWN, UP = tuple(range(13, 0, -1)), tuple(range(1, 14))
SCHEDULES = {
    "down_up_26": DOWN + UP,
    "down_up_25": DOWN + UP[1:],
    "up_down_26": UP + DOWN,
    "every_other_14": DOWN[::2] + UP[::2],
    "seven_14": DOWN[6:] + UP[:7],
    "family_13": (12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13),
}
"""Cards to each player, hand by hand (BAL-R13)."""
EXTRA = 13
"""Cards of an extra hand, where the table breaks a tie with one (BAL-R10)."""
AHEAD = "To come"


def schedule(rules: Options) -> tuple[int, ...]:
    """The hand sizes of a whole game."""
    return SCHEDULES[rules.deal_schedule]


def turn(dealer: Seat, rules: Options) -> list[Seat]:
    """Everybody as they bid and play: the one after the dealer first, the dealer last."""
    if rules.direction == "clockwise":
        return [*dealer.round[1:], dealer]
    return [*dealer.round[:0:-1], dealer]


def opening(
    hand: Hand, order: Sequence[Seat], number: int, ahead: tuple[int, ...], extra: int
) -> None:
    """Which hand it is, who deals how many, who speaks, and what is still to come.

    `ahead` are the sizes of this hand and those after it; `extra` counts hands beyond the last.
    """
    rules, cards = hand.rules, ahead[0]
    last = number + len(ahead) - 1
    if extra:
        hand.title = f"extra hand {extra}, {cards} cards"
        hand.tell("Level after the last hand: one more hand decides.", "BAL-R10")
    else:
        hand.title = f"hand {number} of {last}, {cards} card{'s' * (cards != 1)}"
    hand.facts |= {"dealer": hand.dealer.code, "cards": str(cards), "hand": str(number)}
    hand.cell("cards", cards)
    hand.cell("dealer", hand.dealer)
    turns = "" if rules.trump_source == "spades" else " and turns the next card"
    words = f"{hand.dealer} deals {cards} each{turns}. {order[0]} speaks first."
    hand.tell(words, "BAL-DEAL")
    if number == 1:
        hand.tell(f"The big blooper is {BIG[rules.big_blooper]}.", "BAL-R25")
        if rules.direction == "counterclockwise":
            hand.tell("Everything goes round counterclockwise.", "BAL-R18")
    if number == last:
        hand.tell("The last hand: the higher total after it wins.", "BAL-END")
    most = still_to_win(ahead, rules.max_plain_bid, rules.trick_value, rules.overtrick_value)
    amounts = (("hands", str(len(ahead))), ("plain bids at most", f"+{most}"))
    hand.show(Meter(AHEAD, amounts))


@lru_cache(maxsize=1024)
def still_to_win(
    ahead: tuple[int, ...], max_plain_bid: str, trick_value: int, overtrick_value: int
) -> int:
    """The most a side can win without a board in hands of these sizes."""
    rules = Options({"max_plain_bid": max_plain_bid})
    most = 0
    for cards in ahead:
        bid = min(cards, 2 * most_bid(cards, rules))
        most += bid * trick_value + (cards - bid) * overtrick_value
    return most


def turn_up(hand: Hand) -> None:
    """The card turned, which makes trumps, or no trumps if it is a blooper."""
    rules = hand.rules
    if rules.trump_source == "spades":
        hand.cell("turn-up", Suit.SPADES)
        hand.facts["trump"] = Suit.SPADES.value
        hand.tell("Spades are trumps in every hand.", "BAL-R17", keep=True)
        return
    card = hand.ask(turn_up_question(rules.joker_upcard))
    hand.cell("turn-up", card)
    hand.facts["turned"] = card if isinstance(card, str) else card.value
    if isinstance(card, Suit):
        hand.facts["trump"] = card.value
        hand.tell(f"Trumps are {card}, and both bloopers.", "BAL-TURN", keep=True)
        return
    hand.facts["trump"] = "none"
    no_trumps(hand, card)


@lru_cache(maxsize=8)
def turn_up_question(joker_upcard: str) -> Choice[Suit | str]:
    """Which card was turned; a joker is turned again at some tables."""
    no = ""
    if joker_upcard == "turn_again":
        no = "A joker is not left up here: turn the next card and say its suit."
    jokers = [
        Option[Suit | str](code, code, name, no=no, rule="BAL-R9", code="turn_again")
        for code, name in BLOOPERS.items()
    ]
    suits: list[Option[Suit | str]] = [option(suit) for suit in Suit]
    return Choice("turn-up", "Which card was turned up?", "BAL-TURN", [*suits, *jokers])


def no_trumps(hand: Hand, turned: str) -> None:
    """What becomes of the other blooper when one is turned up."""
    other = "LB" if turned == "BB" else "BB"
    if hand.rules.joker_upcard == "jokers_stay_trump":
        words = f"No trump suit; the {BLOOPERS[other]}, if held, is the only trump."
        hand.tell(words, "BAL-R9", keep=True)
        return
    nobody = option("nobody", "it lies undealt", loud=True)
    holder = hand.ask(
        Choice[object](
            "holder", f"Who holds the {BLOOPERS[other]}?", "BAL-TURN", [*hand.table.seats, nobody]
        )
    )
    hand.tell("No trumps this hand.", "BAL-TURN", keep=True)
    hand.facts["holder"] = holder.code if isinstance(holder, Seat) else "nobody"
    if isinstance(holder, Seat):
        words = f"{holder} discards the {BLOOPERS[other]} and takes the next face-down card."
        hand.tell(words, "BAL-TURN")

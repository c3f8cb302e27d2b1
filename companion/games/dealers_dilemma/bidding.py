"""The cards turned up and the bids of Dealer's Dilemma, card by card."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards import Card
from companion.games.dealers_dilemma import show
from companion.games.dealers_dilemma.facts import (
    DIFFERENCE,
    EASY,
    PACK,
    TOP,
    Bid,
    Running,
    of_cards,
    trump_and_lead,
)
from companion.games.dealers_dilemma.house import Hand, House
from companion.questions import Cards, Choice, Question, Refused, option
from companion.seating import Seat


def face_up(hand: Hand) -> Running:
    """The two cards before the dealer: one is taken and makes trumps, the other is led."""
    dealer = hand.dealer
    up = hand.ask(
        Cards("up", "The two face-up cards", "DD-TRUMP", PACK, 2, 2),
        title=f"{dealer} turns two cards face up",
    )
    hand.facts["up"] = " ".join(card.code for card in up)
    taken = hand.ask(Choice("taken", f"{dealer}: which card is taken?", "DD-TRUMP", up))
    hand.facts["taken"] = taken.code
    wish = True
    if up[0].suit is up[1].suit:
        options = [option(taken.suit), option("none", label="no-trump")]
        prompt = f"{dealer}: trumps or no-trump?"
        wish = hand.ask(Choice[object]("trump", prompt, "DD-TRUMP", options)) != "none"
    trump, lead = trump_and_lead(up, taken, wish)
    found = Running(dealer, lead, taken, trump)
    found.lying[lead] = f"The {lead} is {dealer}’s forced lead and cannot be bid."
    show.face_up(hand, found)
    return found


def bidding(hand: Hand, found: Running) -> None:
    """Everybody's bid, the dealer's first."""
    show.how_to_say(hand)
    for seat in hand.dealer.round:
        found.bids[seat] = bid(hand, seat, found)
        show.bids(hand, found, {})


def bid(hand: Hand, seat: Seat, found: Running) -> Bid:
    """The kind of a bid, then its cards."""
    prompt = f"{seat}: which kind of bid?"
    kind = hand.ask(
        Choice[str](f"bid {seat.code}", prompt, "DD-BIDS", show.kinds(hints=True), columns=1)
    )
    cards = hand.ask(
        *bid_cards(seat, kind, found),
        title=f"{seat}’s bid",
        check=bid_check(hand.rules, kind, seat),
    )
    flat = [
        card for answer in (cards if isinstance(cards[0], tuple) else (cards,)) for card in answer
    ]
    for card in flat:
        found.lying[card] = f"The {card} is already {seat}’s bid."
    return of_cards(kind, flat)


def bid_cards(seat: Seat, kind: str, found: Running) -> list[Question[tuple[Card, ...]]]:
    """What is asked of a bid of this kind."""

    def some(key: str, prompt: str, least: int = 1, most: int = 1, secret: str = "") -> Cards:
        gone = found.gone(seat)
        key = f"{key} {seat.code}"
        return Cards(key, prompt, "DD-BIDOUT", PACK, least, most, gone=gone, secret=secret)

    if kind == EASY:
        prompt = "The hidden card: now, under cover, or after the tenth trick"
        return [some("shown", "The face-up card"), some("hidden", prompt, 0, 1, str(seat))]
    if kind == TOP:
        return [some("top", "The card on top: the bid"), some("under", "The card underneath")]
    return [some("pair", "The two cards", 2, 2)]


def bid_check(rules: House, kind: str, seat: Seat) -> Callable[..., None]:
    """No card twice in a bid; a difference of zero is no Difference bid (DD-R1)."""
    last = {EASY: "hidden", TOP: "under"}.get(kind, "pair")

    def check(*answers: tuple[Card, ...]) -> None:
        cards = [card for answer in answers for card in answer]
        if len(set(cards)) < len(cards):
            message = f"The {cards[0]} cannot lie in both places; a bid takes two cards."
            raise Refused(message, "DD-BIDOUT", "card_gone", f"{last} {seat.code}")
        equal = kind == DIFFERENCE and cards[0].rank == cards[1].rank
        if equal and rules.equal_difference == "refuse":
            raise Refused(show.EQUAL_CARDS, "DD-R1", "equal_difference", f"pair {seat.code}")

    return check


def reveal(hand: Hand, found: Running) -> None:
    """The hidden cards of Easy bids that nobody named before, after the tenth trick."""
    for seat, made in found.bids.items():
        if made.kind != EASY or made.second is not None:
            continue
        prompt, gone = f"Turn over {seat}’s hidden card", found.gone(seat)
        if hand.mode == "cards" and seat is found.dealer and found.taken not in found.lying:
            only = show.not_turned(found)
            gone = {card: only for card in PACK if card != found.taken} | gone
        (card,) = hand.ask(Cards(f"reveal {seat.code}", prompt, "DD-SECRET", PACK, gone=gone))
        found.lying[card] = f"The {card} is already {seat}’s bid."
        found.bids[seat] = Bid(EASY, made.first, int(card.rank))

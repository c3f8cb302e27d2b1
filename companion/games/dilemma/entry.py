"""The four ways of entering a deal of Dilemma: cards, winners, score cards, or two totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from companion.cards import RANKS, Card, Pack, Suit
from companion.games.dilemma import score, show
from companion.games.dilemma.facts import Deal, Forfeit, Pile, Running
from companion.games.dilemma.house import Hand
from companion.games.dilemma.trick import (
    PACK,
    TRICKS,
    VALUES,
    bounds,
    judge,
    missing,
    second_plays_third,
    value,
)
from companion.questions import Cards, Choice, Option, Refused, Shares, option
from companion.seating import Seat

RANK_PACK = Pack(tuple(Card(rank, None) for rank in RANKS), copies=4)
"""Score cards by rank alone, for piles counted at the end of a deal."""
TITLE = "Just the result"
WORDS = {"K": "kings", "Q": "queens", "J": "jacks", "A": "aces"}


# -- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(hand: Hand) -> Deal | None:
    """Thirteen tricks, by their cards or by their winner and last card; None: thrown in."""
    deal = Running(hand.dealer.left, kept={seat: [] for seat in hand.table.seats})
    asked = False
    for number in range(1, TRICKS + 1):
        show.so_far(hand, deal, number)
        by_cards = hand.mode == "guided"
        found = cards_of(hand, deal, number) if by_cards else winner_of(hand, deal, number)
        if found is None:
            return None
        winner, last = found
        deal.kept[winner].append(value(last))
        deal.leader = winner
        if hand.rules.end_when == "at_once" and reached(hand, deal):
            if not asked:
                asked, deal.forfeit = True, forfeit(hand, deal.piles)
            if reached(hand, deal):
                return Deal(deal.piles, deal.forfeit, number < TRICKS)
    moved = deal.forfeit if asked else forfeit(hand, deal.piles)
    return Deal(deal.piles, moved)


def reached(hand: Hand, deal: Running) -> bool:
    """True if somebody is at the target by what the deal has brought so far."""
    before = hand.table.ledger.totals
    return score.there(Deal(deal.piles, deal.forfeit), before, hand.rules) is not None


def cards_of(hand: Hand, deal: Running, number: int) -> tuple[Seat, Card] | None:
    """The four cards of a trick in turn; who plays third and who wins follows from them."""
    leader, other = deal.leader, deal.leader.left
    cards: list[Card] = []
    turn = [leader, other]
    for place in range(1, 5):
        show.on_the_table(hand, number, cards)
        card = card_of(hand, deal, number, place, turn[place - 1], cards)
        if card is None:
            return None
        cards.append(card)
        deal.played[card] = f"The {card} went in trick {number}."
        if place == 2:
            higher = second_plays_third(*cards)
            turn += [other, leader] if higher else [leader, other]
            show.third(hand, cards[1], higher, turn[2])
    judged = judge(cards, (str(leader), str(other)))
    winner = leader if judged.leader_wins else other
    show.trick_taken(hand, number, leader, winner, judged, cards)
    return winner, cards[3]


def card_of(
    hand: Hand, deal: Running, number: int, place: int, who: Seat, cards: Sequence[Card]
) -> Card | None:
    """One card of a trick, or the exchange of a player who has none to play."""
    gone = dict(deal.played)
    for held in cards:
        assert held.suit is not None
        why = f"Each trick takes one card of each suit; {held.suit.word} is already there."
        gone |= {card: why for card in PACK if card.suit is held.suit and card not in gone}
    answer = hand.ask(
        Cards(
            f"trick {number} card {place}",
            f"Trick {number}, card {place}: {who} plays",
            "DIL-SUITS",
            PACK,
            0 if place > 1 and number < TRICKS else 1,  # the last four cards are of four suits
            1,
            gone=gone,
            hint=show.HINTS[place],
            none="Can’t play",
        ),
    )
    return answer[0] if answer else exchange(hand, deal, number, place, who, cards)


def exchange(
    hand: Hand, deal: Running, number: int, place: int, who: Seat, cards: Sequence[Card]
) -> Card | None:
    """A player without a playable card gets one for another, and plays the card received."""
    show.exchange(hand, number, who)
    sources: list[Option[str]] = [option("hand", label=f"from {who.left}")]
    if number <= 7 and hand.rules.suit_nowhere == "stock_swap":
        sources.append(option("stock", label="from the stock: nobody has one"))
    elif number <= 7:
        sources.append(option("redeal", label="nobody has one: thrown in"))
    needed = missing(cards)
    gone = dict(deal.played) | {card: f"The {card} is in the trick." for card in cards}
    wrong = {
        card: f"{card.suit} is already in the trick." for card in PACK if card.suit not in needed
    }
    key = f"trick {number} from {place}"
    unless = (key, "redeal")
    source, got, _ = hand.ask(
        Choice[str](key, "Where did it come from?", "DIL-SWAP", sources),
        Cards(
            f"trick {number} got {place}",
            f"The card {who} got, and plays",
            "DIL-SWAP",
            PACK,
            gone=wrong | gone,
            unless=unless,
        ),
        Cards(
            f"trick {number} back {place}",
            f"The card {who} gave back",
            "DIL-SWAP",
            PACK,
            gone=gone,
            unless=unless,
        ),
        title=f"{who} cannot play",
        check=partial(given_back, f"trick {number} back {place}", who, needed),
    )
    return None if source == "redeal" else got[0]


def given_back(
    key: str,
    who: Seat,
    needed: Sequence[Suit],
    source: str,
    got: tuple[Card, ...],
    back: tuple[Card, ...],
) -> None:
    """The card given back is none that could have been played (DIL-REVOKE)."""
    if source == "redeal":
        return
    if source == "hand" and back[0].suit is got[0].suit:
        message = f"{who.left} must ask for another suit than {got[0].suit} in return."
        raise Refused(message, "DIL-R8", "same_suit_back", key)
    if back[0].suit in needed:
        raise Refused(show.not_missing(back[0]), "DIL-REVOKE", "was_playable", key)


def winner_of(hand: Hand, deal: Running, number: int) -> tuple[Seat, Card]:
    """The winner of a trick and its last card, nothing more."""
    winner, last = hand.ask(
        Choice(f"winner {number}", f"Who won trick {number}?", "DIL-SUM", hand.table.seats),
        Cards(f"last {number}", "The last card", "DIL-LAST", PACK, gone=deal.played),
        title=f"Trick {number}: {deal.leader} leads",
    )
    deal.played[last[0]] = f"The {last[0]} was kept from trick {number}."
    show.kept(hand, winner, last[0])
    return winner, last[0]


# -- the deal at once ----------------------------------------------------------------------------


def score_cards(hand: Hand) -> Deal:
    """The score cards each player kept, by rank."""
    one, two = hand.table.seats

    def piles(*cards: tuple[Card, ...]) -> dict[Seat, Pile]:
        kept = ([VALUES[card.rank] for card in each] for each in cards)
        return dict(zip((one, two), map(Pile.of, kept), strict=True))

    def check(first: tuple[Card, ...], second: tuple[Card, ...]) -> None:
        both, key = [*first, *second], f"cards {two.code}"
        for rank in RANKS:
            if sum(card.rank == rank for card in both) > 4:
                message = f"There are only four {WORDS.get(rank, rank + 's')}."
                raise Refused(message, "DIL-LAST", "too_many_copies", key)
        if len(both) > TRICKS or (len(both) < TRICKS and not may_stop(hand, piles(first, second))):
            message = f"{len(first)} + {len(second)} makes {len(both)} score cards; there are 13."
            raise Refused(message, "DIL-LAST", "wrong_total", key)
        stops(hand, piles(first, second), key)

    page = [
        Cards(
            f"cards {seat.code}", f"{seat}’s score cards", "DIL-LAST", RANK_PACK, 0, TRICKS,
            worth=worth, short=f"Score cards {seat} kept",
        )
        for seat in (one, two)
    ]  # fmt: skip
    first, second = hand.ask_together(lambda given: page, title=TITLE, check=check)
    return Deal(piles(first, second), stopped=len(first) + len(second) < TRICKS)


def worth(cards: Sequence[Card]) -> str:
    """What score cards come to."""
    return str(sum(VALUES[card.rank] for card in cards))


def totals(hand: Hand) -> Deal:
    """Tricks and points of both, held against what so many cards can be worth."""
    seats = hand.table.seats

    def piles(tricks: Mapping[Seat, int], points: Mapping[Seat, int]) -> dict[Seat, Pile]:
        return {seat: Pile(tricks[seat], points[seat]) for seat in seats}

    def check(tricks: dict[Seat, int], points: dict[Seat, int]) -> None:
        number = sum(tricks.values())
        found = piles(tricks, points)
        if number > TRICKS or (number < TRICKS and not may_stop(hand, found)):
            message = f"Together that is {number}; there are {TRICKS} tricks."
            raise Refused(message, "DIL-LAST", "wrong_total", "tricks")
        for seat in seats:
            low, high = bounds(tricks[seat])
            if not low <= points[seat] <= high:
                words = f"{tricks[seat]} trick{'s' * (tricks[seat] != 1)}"
                message = f"{words} can be worth {low} to {high} points, not {points[seat]}."
                raise Refused(message, "DIL-R13", "points_impossible", "points")
        low, high = bounds(number)
        if not low <= sum(points.values()) <= high:
            made = sum(points.values())
            message = f"Together that is {made}; a deal holds {low} to {high} points."
            raise Refused(message, "DIL-R13", "points_impossible", "points")
        stops(hand, found, "points")

    total = None if hand.rules.end_when == "at_once" else TRICKS
    page = [
        Shares("tricks", "Tricks won", "DIL-LAST", seats, 0, TRICKS, total=total, unit="tricks"),
        Shares("points", "Points of the score cards", "DIL-DEAL", seats, 0, 167),
    ]
    tricks, points = hand.ask_together(lambda given: page, title="The totals", check=check)
    return Deal(piles(tricks, points), stopped=sum(tricks.values()) < TRICKS)


def may_stop(hand: Hand, piles: Mapping[Seat, Pile]) -> bool:
    """True if a deal may have ended early: at once, by somebody at the target (DIL-R2)."""
    if hand.rules.end_when != "at_once":
        return False
    return score.there(Deal(dict(piles)), hand.table.ledger.totals, hand.rules) is not None


def stops(hand: Hand, piles: Mapping[Seat, Pile], key: str) -> None:
    """Where the first at the target ends the game, one player is there, by the last trick."""
    if hand.rules.end_when != "at_once":
        return
    target, before = hand.rules.target, hand.table.ledger.totals
    after = {seat: before[seat.side] + pile.points for seat, pile in piles.items()}
    over = [seat for seat in after if after[seat] >= target]
    if len(over) > 1:
        raise Refused(show.both_there(over, target), "DIL-R2", "both_at_target", key)
    for seat in over:
        pile = piles[seat]
        most = max(pile.kept) if pile.kept else max(VALUES.values())
        if after[seat] - most >= target:
            words = show.beyond(seat, after[seat], target)
            raise Refused(words, "DIL-R2", "beyond_target", key)


# -- a forfeit -----------------------------------------------------------------------------------


def forfeit(hand: Hand, piles: Mapping[Seat, Pile]) -> Forfeit | None:
    """Where the house takes a misplayed trick away: who loses which score card."""
    if hand.rules.misplay != "forfeit_trick":
        return None
    nobody: Option[object] = option("nobody", set_apart=True)

    def check(who: object, rank: str | None) -> None:
        if isinstance(who, Seat) and rank and not piles[who].may_hold(VALUES[rank]):
            words = f"{who} has no {rank} to give: {show.pile(piles[who])}."
            raise Refused(words, "DIL-R12", "no_such_card", "card")

    who, rank = hand.ask(
        Choice[object]("forfeit", "Who forfeits a trick?", "DIL-R12", [*hand.table.seats, nobody]),
        Choice(
            "card",
            "Which score card goes over?",
            "DIL-R12",
            RANKS,
            columns=4,
            unless=("forfeit", "nobody"),
        ),
        title="A wrong suit found too late?",
        check=check,
    )
    return Forfeit(who, rank) if isinstance(who, Seat) else None

"""Dilemma, for two players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.cards import RANKS, Card, Pack, Suit
from companion.facts import fact
from companion.game import Replay
from companion.games.dilemma.trick import (
    PACK,
    TRICKS,
    VALUES,
    bounds,
    judge,
    second_plays_third,
    value,
)
from companion.ledger import Line
from companion.panels import Grid
from companion.questions import Cards, Choice, Option, Refused, Shares, listed, option
from companion.seating import Seat
from companion.table import Hand, Table

RANK_PACK = Pack(tuple(Card(rank, None) for rank in RANKS), copies=4)
"""Score cards by rank alone, for piles counted at the end of a deal."""
WORDS = {"K": "kings", "Q": "queens", "J": "jacks", "A": "aces"}


@dataclass
class Deal:
    """What is known of a running deal: whose lead, what has been played, who keeps which values."""

    leader: Seat
    played: dict[Card, str] = field(default_factory=dict)
    kept: dict[Seat, list[int]] = field(default_factory=dict)


@fact
class Pile:
    """What a player kept in a deal: how many score cards and their worth."""

    tricks: int
    points: int
    words: str


def play(table: Table) -> None:
    """Whole deals until somebody stands at the target; the higher total wins."""
    dealer = table.first_dealer
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        opening(hand)
        first = None
        mode = hand.entry("guided", "tricks", "scores", "quick")
        if mode in ("guided", "tricks"):
            piles, first = trick_by_trick(hand, table)
        elif mode == "scores":
            piles = score_cards(hand)
        else:
            piles = totals(hand)
        moved = forfeit(hand, piles)
        hand.panels.clear()
        hand.title = f"Deal {hand.number}"
        hand.post(score(hand, piles, moved))
        finish(table, first)
        dealer = next_dealer(hand)


def opening(hand: Hand) -> None:
    """Who deals, who leads, how cards are drawn."""
    leader = hand.dealer.left
    hand.facts |= {"dealer": hand.dealer.code, "leader": leader.code}
    hand.cell("dealer", hand.dealer)
    hand.tell(f"{hand.dealer} deals twelve each; a stock of 28 is left.", "DIL-DEALING")
    hand.tell(f"{leader} leads.", "DIL-ANYLEAD")
    order = (
        "winner first, two at a time"
        if hand.rules.draw_order == "winner_first"
        else ("one card in turn, winner first")
    )
    hand.tell(f"After tricks 1 to 7 both draw two: {order}.", "DIL-DRAW")


def next_dealer(hand: Hand) -> Seat:
    """Who deals the next deal."""
    if hand.rules.next_dealer == "alternate":
        return hand.dealer.left
    points = {seat: sum(x.points for x in hand.lines if x.to is seat) for seat in hand.table.seats}
    low = min(points.values())
    losers = [seat for seat, each in points.items() if each == low]
    return losers[0] if len(losers) == 1 else hand.dealer.left


# -- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(hand: Hand, table: Table) -> tuple[dict[Seat, Pile], Seat | None]:
    """Thirteen tricks, card by card or by their winner and last card."""
    deal = Deal(hand.dealer.left, kept={seat: [] for seat in table.seats})
    for number in range(1, TRICKS + 1):
        show(hand, deal, number)
        hand.facts["leader"] = deal.leader.code
        if hand.mode == "guided":
            winner, last = cards_of(hand, deal, number)
        else:
            winner, last = winner_of(hand, deal, number)
        deal.kept[winner].append(value(last))
        deal.leader = winner
        reached = table.ledger.total(winner) + sum(deal.kept[winner]) >= hand.rules.target
        if reached and hand.rules.end_when == "at_once":
            return piles_of(deal), winner
    return piles_of(deal), None


def piles_of(deal: Deal) -> dict[Seat, Pile]:
    """The piles of a deal, summed."""
    return {seat: pile(kept) for seat, kept in deal.kept.items()}


def pile(kept: list[int]) -> Pile:
    """A pile with its sum in words."""
    words = " + ".join(map(str, kept)) or "no score card"
    return Pile(len(kept), sum(kept), f"{words} = {sum(kept)}" if len(kept) > 1 else words)


def show(hand: Hand, deal: Deal, number: int) -> None:
    """Which trick it is, and the score cards so far."""
    names = {n: rank for rank, n in VALUES.items()}
    rows = [
        (str(seat), " ".join(names[n] for n in kept) or "–", str(sum(kept)))
        for seat, kept in deal.kept.items()
    ]
    hand.title = f"Deal {hand.number}" + (f", trick {number} of {TRICKS}" if number > 1 else "")
    hand.show(Grid("Score cards", ("", "Kept", "Worth"), rows))


def cards_of(hand: Hand, deal: Deal, number: int) -> tuple[Seat, Card]:
    """The four cards of a trick in turn; the app says who plays third and who wins."""
    leader, other = deal.leader, deal.leader.left
    cards: list[Card] = []
    turn = [leader, other]
    for place in range(1, 5):
        cards.append(card_of(hand, deal, number, place, turn[place - 1], cards))
        deal.played[cards[-1]] = f"The {cards[-1]} went in trick {number}."
        if place == 2:
            third = second_plays_third(*cards)
            turn += [other, leader] if third else [leader, other]
            higher = "is higher" if third else "is not higher"
            hand.tell(f"The {cards[1]} {higher}: {turn[2]} plays third.", "DIL-THIRD")
    judged = judge(cards, (str(leader), str(other)))
    winner = leader if judged.leader_wins else other
    hand.tell(f"{winner} wins trick {number}: {judged.why}.", judged.rule)
    drawn = " Draw two each." if number <= 7 else ""
    hand.tell(f"{winner} keeps the {cards[3]}: {value(cards[3])}.{drawn}", "DIL-LAST")
    return winner, cards[3]


def card_of(hand: Hand, deal: Deal, number: int, place: int, who: Seat, cards: list[Card]) -> Card:
    """One card of a trick, or the exchange of a player who has none to play."""
    gone = dict(deal.played)
    for held in cards:
        why = f"Each trick takes one card of each suit; {held.suit.word} is already there."  # type: ignore[union-attr]
        gone |= {card: why for card in PACK if card.suit is held.suit and card not in gone}
    hint = {
        1: "Any card may be led.",
        2: "Higher than the lead and you also play third; equal or lower and the leader does.",
        3: "The card after this one is what the trick is worth.",
        4: "Whoever wins scores this card.",
    }[place]
    answer = hand.ask(
        Cards(
            f"trick {number} card {place}",
            f"Trick {number}: {who}’s card",
            "DIL-SUITS",
            PACK,
            0 if place > 1 and number < TRICKS else 1,  # the last four cards are of four suits
            1,
            gone=gone,
            hint=hint,
            none="Can’t play",
        ),
        title=f"Trick {number}, card {place}: {who} plays",
    )
    return answer[0] if answer else exchange(hand, deal, number, place, who, cards)


def exchange(hand: Hand, deal: Deal, number: int, place: int, who: Seat, cards: list[Card]) -> Card:
    """A player without a playable card gets one for another; the card received is played."""
    missing = [suit for suit in Suit if suit not in [card.suit for card in cards]]
    rules, other = hand.rules, who.left
    picks = "the giver picks the card" if rules.swap_pick == "giver" else "the receiver picks"
    hand.tell(f"{who} asks for a missing suit, {other} for another in return; {picks}.", "DIL-SWAP")
    sources: list[Option[str]] = [option("hand", label=f"from {other}")]
    if number <= 7 and rules.suit_nowhere == "stock_swap":
        sources.append(option("stock", label="from the stock: nobody has one"))

    def check(source: str, got: tuple[Card, ...], back: tuple[Card, ...]) -> None:
        if source == "hand" and back[0].suit is got[0].suit:
            message = f"{other} must ask for another suit than {got[0].suit} in return."
            raise Refused(message, "DIL-R8", "same_suit_back", f"trick {number} back {place}")

    gone = dict(deal.played) | {card: f"The {card} is in the trick." for card in cards}
    wrong = {
        card: f"{card.suit} is already in the trick." for card in PACK if card.suit not in missing
    }
    _, got, _ = hand.ask(
        Choice[str](f"trick {number} from {place}", "Where did it come from?", "DIL-SWAP", sources),
        Cards(
            f"trick {number} got {place}",
            f"The card {who} got, and plays",
            "DIL-SWAP",
            PACK,
            gone=wrong | gone,
        ),
        Cards(
            f"trick {number} back {place}", f"The card {who} gave back", "DIL-SWAP", PACK, gone=gone
        ),
        title=f"{who} cannot play",
        check=check,
    )
    return got[0]


def winner_of(hand: Hand, deal: Deal, number: int) -> tuple[Seat, Card]:
    """The winner of a trick and its last card, nothing more."""
    winner, last = hand.ask(
        Choice(f"winner {number}", f"Who won trick {number}?", "DIL-SUM", hand.table.seats),
        Cards(f"last {number}", "The last card", "DIL-LAST", PACK, gone=deal.played),
        title=f"Trick {number}: {deal.leader} leads",
    )
    deal.played[last[0]] = f"The {last[0]} was kept from trick {number}."
    hand.tell(f"{winner} keeps the {last[0]}: {value(last[0])}.", "DIL-LAST")
    return winner, last[0]


# -- the deal at once ----------------------------------------------------------------------------


def score_cards(hand: Hand) -> dict[Seat, Pile]:
    """The score cards each player kept, by rank."""
    one, two = hand.table.seats

    def check(first: tuple[Card, ...], second: tuple[Card, ...]) -> None:
        both = [*first, *second]
        for rank in RANKS:
            if sum(card.rank == rank for card in both) > 4:
                message = f"There are only four {WORDS.get(rank, rank + 's')}."
                raise Refused(message, "DIL-LAST", "too_many_copies", f"cards {two.code}")
        if len(both) != TRICKS:
            message = f"{len(first)} + {len(second)} makes {len(both)} score cards; there are 13."
            raise Refused(message, "DIL-LAST", "wrong_total", f"cards {two.code}")

    first, second = hand.ask(
        *(
            Cards(f"cards {seat.code}", f"{seat}’s score cards", "DIL-LAST", RANK_PACK, 0, TRICKS)
            for seat in (one, two)
        ),
        title="The score cards of the deal",
        check=check,
    )
    kept = {one: first, two: second}
    return {seat: pile([VALUES[card.rank] for card in cards]) for seat, cards in kept.items()}


def totals(hand: Hand) -> dict[Seat, Pile]:
    """Tricks and points of both, held against what so many cards can be worth."""
    seats = hand.table.seats

    def check(tricks: dict[Seat, int], points: dict[Seat, int]) -> None:
        for seat in seats:
            low, high = bounds(tricks[seat])
            if not low <= points[seat] <= high:
                number = f"{tricks[seat]} trick{'s' * (tricks[seat] != 1)}"
                message = f"{number} can be worth {low} to {high} points, not {points[seat]}."
                raise Refused(message, "DIL-R13", "points_impossible", "points")
        low, high = bounds(TRICKS)
        if not low <= sum(points.values()) <= high:
            message = f"Together that is {sum(points.values())}; a deal lies from {low} to {high}."
            raise Refused(message, "DIL-R13", "points_impossible", "points")

    tricks, points = hand.ask(
        Shares("tricks", "Tricks won", "DIL-LAST", seats, 0, TRICKS, total=TRICKS, unit="tricks"),
        Shares("points", "Points of the score cards", "DIL-DEAL", seats, 0, 167),
        title="The deal",
        check=check,
    )
    return {
        seat: Pile(tricks[seat], points[seat], f"{tricks[seat]} score cards worth {points[seat]}")
        for seat in seats
    }


def forfeit(hand: Hand, piles: dict[Seat, Pile]) -> tuple[Seat, int] | None:
    """Where the house takes a misplayed trick away: who loses which card."""
    if hand.rules.misplay != "forfeit_trick":
        return None
    nobody: Option[object] = option("nobody", loud=True)

    def check(who: object, card: str | None) -> None:
        if isinstance(who, Seat) and card and VALUES[card] > piles[who].points:
            message = (
                f"{who}’s score cards come to {piles[who].points}; there is no {card} to give."
            )
            raise Refused(message, "DIL-R12", "no_such_card", "card")

    who, card = hand.ask(
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
    return (who, VALUES[card]) if isinstance(who, Seat) else None


def score(hand: Hand, piles: dict[Seat, Pile], moved: tuple[Seat, int] | None) -> Iterator[Line]:
    """One line a player for the deal, and what a forfeited trick moves."""
    for seat, kept in piles.items():
        hand.cell("tricks", kept.tricks, seat)
        hand.cell("cards", kept.words, seat)
        yield Line(seat, kept.points, "DIL-DEAL", kept.words, also=("DIL-LAST", "DIL-CARRY"))
    best = max(piles, key=lambda seat: piles[seat].points)
    low = min(each.points for each in piles.values())
    hand.summary = f"{best} takes the deal, {piles[best].points} to {low}"
    if moved:
        who, points = moved
        yield Line(who, -points, "DIL-R12", "a trick forfeited for a wrong suit")
        yield Line(who.left, points, "DIL-R12", f"{who}’s forfeited trick")


def finish(table: Table, first: Seat | None) -> None:
    """Ends the game when the target is reached and the totals differ."""
    rules, totals = table.rules, table.ledger.totals
    hand = table.hands[-1]
    over = [side for side in table.sides if totals[side] >= rules.target]
    if first:
        words = f"{first} is the first to reach {rules.target}"
        table.end([first], "DIL-R2", words)
    elif over:
        hand.tell(f"{listed(over, 'and')} reached {rules.target}.", "DIL-TARGET")
        best = table.ledger.leaders()
        if len(best) == 1:
            low, high = sorted(totals.values())
            table.end(best, "DIL-WINNER", f"{listed(best)} is higher, {high} to {low}")
        elif rules.tie_at_target == "shared":
            table.end(best, "DIL-TIE", f"level on {table.ledger.high}: the win is shared here")
        else:
            hand.tell(f"Level on {table.ledger.high}: another deal.", "DIL-TIE")


def holds(replay: Replay) -> Iterator[str]:
    """Thirteen tricks a deal, unless it stopped at once; both deals within their bounds."""
    for hand in replay.hands:
        tricks = [int(text) for key, text in hand.cells.items() if key.startswith("tricks ")]
        if tricks and sum(tricks) != TRICKS and hand.rules.end_when != "at_once":
            yield f"deal {hand.number}: {sum(tricks)} tricks"

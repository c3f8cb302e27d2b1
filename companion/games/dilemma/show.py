"""How a deal of Dilemma looks and sounds: guidance, panels, the sheet, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card
from companion.games.dilemma.facts import Deal, Forfeit, Pile, Running
from companion.games.dilemma.house import Hand, House
from companion.games.dilemma.trick import TRICKS, VALUES, Judged, value
from companion.panels import Grid, Tray
from companion.seating import Seat, Side
from companion.words import counted, does, listed, with_minus

# -- the deal under way --------------------------------------------------------------------------


def opening(hand: Hand) -> None:
    """Who deals, who leads, how cards are drawn."""
    leader = hand.dealer.left
    hand.facts |= {"dealer": hand.dealer.code, "leader": leader.code}
    hand.cell("dealer", hand.dealer)
    hand.tell(f"{hand.dealer} deals twelve each; a stock of 28 is left.", "DIL-DEALING")
    hand.tell(f"{leader} leads.", "DIL-ANYLEAD")
    first = hand.rules.draw_order == "winner_first"
    order = "winner first, two at a time" if first else "one card in turn, winner first"
    hand.tell(f"After tricks 1 to 7 both draw two: {order}.", "DIL-DRAW")


def so_far(hand: Hand, deal: Running, number: int) -> None:
    """Which trick it is, and the score cards so far."""
    names = {n: rank for rank, n in VALUES.items()}
    rows = [
        (str(seat), " ".join(names[n] for n in kept) or "–", str(sum(kept)))
        for seat, kept in deal.kept.items()
    ]
    hand.title = f"Deal {hand.number}" + (f", trick {number} of {TRICKS}" if number > 1 else "")
    hand.facts["leader"] = deal.leader.code
    hand.show(Grid("Score cards", ("", "Kept", "Worth"), rows))


def on_the_table(hand: Hand, number: int, cards: Sequence[Card]) -> None:
    """The cards of the trick so far."""
    hand.show(Tray("On the table", [(f"Trick {number}", list(cards))], lying=True))
    hand.facts["legal.played"] = " ".join(card.code for card in cards) or "none"
    for key, card in zip(("third.first", "third.second"), cards, strict=False):
        hand.facts[key] = card.code


HINTS = {
    1: "Any card may be led.",
    2: "Higher than the lead and you also play third; equal or lower and the leader does.",
    3: "The card after this one is what the trick is worth.",
    4: "The winner of the trick scores this card.",
}


def third(hand: Hand, second: Card, higher: bool, who: Seat) -> None:
    """Who plays the third card."""
    words = "is higher" if higher else "is not higher"
    hand.tell(f"The {second} {words}: {who} plays third.", "DIL-THIRD")


def trick_taken(
    hand: Hand, number: int, leader: Seat, winner: Seat, judged: Judged, cards: Sequence[Card]
) -> None:
    """Who won a trick and what it is worth."""
    last = cards[3]
    hand.facts |= {"trick.leader": leader.code, "draw.trick": str(number)}
    hand.facts["trick.cards"] = " ".join(card.code for card in cards)
    for key in ("third.first", "third.second"):
        del hand.facts[key]
    hand.tell(f"{winner} wins trick {number}: {judged.why}.", judged.rule)
    drawn = " Draw two each." if number <= 7 else ""
    hand.tell(f"{winner} keeps the {last}: {value(last)}.{drawn}", "DIL-LAST")


def kept(hand: Hand, winner: Seat, last: Card) -> None:
    """A trick of which only winner and last card were entered."""
    hand.tell(f"{winner} keeps the {last}: {value(last)}.", "DIL-LAST")


def exchange(hand: Hand, number: int, who: Seat) -> None:
    """How a player who cannot play gets a card."""
    rules, other = hand.rules, who.left
    picks = "the giver picks the card" if rules.swap_pick == "giver" else "the receiver picks"
    words = f"{who} asks for a suit the trick still needs; {other} must give one, if there is one, "
    hand.tell(f"{words}and names another suit for the card that goes back; {picks}.", "DIL-SWAP")
    if number <= 7:
        redeal = rules.suit_nowhere == "redeal"
        if_none = "the deal is thrown in here" if redeal else "it comes from the stock"
        hand.tell(f"If neither has that suit, {if_none}.", "DIL-R6")


def redealt(hand: Hand) -> None:
    """A deal thrown in because nobody has the missing suit."""
    hand.panels.clear()
    hand.summary = "Nobody has the missing suit: thrown in"
    hand.tell("The deal is thrown in; the same dealer deals again.", "DIL-R6")


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, deal: Deal) -> None:
    """The deal on the sheet, and who took it."""
    hand.panels.clear()
    hand.title = f"Deal {hand.number}"
    for seat, each in deal.piles.items():
        hand.cell("tricks", each.tricks, seat)
        hand.cell("cards", values(each), seat)
    points = {seat: deal.points(seat) for seat in deal.piles}
    low, high = sorted(points.values())
    best = max(points, key=lambda seat: points[seat])
    level = f"Level: {high} each"
    hand.summary = level if low == high else f"{best} takes the deal, {high} to {with_minus(low)}"


def values(found: Pile) -> str:
    """The values of a player's score cards, as they stand on the sheet beside their sum."""
    if found.kept is None:
        return counted(found.tricks, "score card")
    return " ".join(map(str, found.kept)) or "–"


def pile(found: Pile) -> str:
    """The score cards of a player, added up."""
    if found.kept is None:
        return f"{counted(found.tricks, 'score card')} worth {found.points}"
    words = " + ".join(map(str, found.kept)) or "no score card"
    return f"{words} = {found.points}" if len(found.kept) > 1 else words


def forfeited(moved: Forfeit) -> str:
    """What the offender loses."""
    return f"the trick of the {moved.rank}, forfeited for a wrong suit"


def gained(moved: Forfeit) -> str:
    """What the other player gets."""
    return f"{moved.who}’s forfeited trick of the {moved.rank}"


# -- the end -------------------------------------------------------------------------------------


def target_reached(hand: Hand, sides: Sequence[Side], rules: House) -> None:
    """Who stands at the target after the deal."""
    hand.tell(f"{does(sides, 'have')} reached {rules.target}.", "DIL-TARGET")


def level(hand: Hand, total: int) -> None:
    """The game goes on though the target is reached."""
    hand.tell(f"Level on {total}: another deal.", "DIL-TIE")


def first(side: Side, target: int) -> str:
    """A winner who stopped the game."""
    return f"{side} is the first to reach {target}"


def higher(side: Side, totals: Mapping[Side, int]) -> str:
    """A winner by the higher total."""
    low, high = sorted(totals.values())
    return f"{side} is higher, {with_minus(high)} to {with_minus(low)}"


def shared(total: int) -> str:
    """A win that both have."""
    return f"level on {total}: the win is shared here"


# -- refusals ------------------------------------------------------------------------------------


def not_missing(back: Card) -> str:
    """A card given back that could have been played instead."""
    return f"The {back} could have been played: the trick still needs {back.suit}. No exchange."


def both_there(names: Sequence[Seat], target: int) -> str:
    """Two players at the target where the first to get there ends the game."""
    who = f"{listed(names, 'and')} cannot both have reached {target}"
    return f"{who}: here the game stops as soon as one of them does."


def beyond(who: Seat, total: int, target: int) -> str:
    """A total that no last trick can have reached from below the target."""
    return f"{who} would have {total}; the trick that reaches {target} is worth 14 at most."

"""How a deal of Très looks and sounds: guidance, panels, the sheet, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import Card
from companion.games.tres.facts import CELLS, Deal, Tally
from companion.games.tres.house import Hand
from companion.games.tres.tricks import KEYS, TRUMP, Revoke, Trick, reply_wins, taker, worth
from companion.panels import Grid, Tray
from companion.seating import Seat, Side
from companion.words import counted, with_minus

NAMES = {
    "TRES-KEY0": "no key card",
    "TRES-KEY1": "one key card",
    "TRES-KEY2": "two key cards",
    "TRES-KEY3": "three key cards of two suits",
    "TRES-RUN16": "three key cards of one suit",
    "TRES-RAINBOW16": "three key cards of three suits",
    "TRES-VALUE": "three key cards of one suit or of three",
}


# -- the deal under way --------------------------------------------------------------------------


def opening(hand: Hand, number: int, deals: int) -> None:
    """Which deal of how many (0: of no fixed number), who gets how many cards, who leads."""
    other = hand.dealer.left
    hand.title = f"Deal {number} of {deals}" if deals else f"Deal {number}"
    hand.cell("dealer", hand.dealer)
    hand.facts |= {"dealer": hand.dealer.code, "trump": TRUMP.value}
    hand.tell(f"Take out the 5♥. {other} gets 26, {hand.dealer} gets 25.", "TRES-DEALING")
    hand.tell(f"Hearts are trumps. {other} leads.", "TRES-ALTLEAD")


def so_far(hand: Hand, tally: Tally) -> None:
    """What each has won so far, and the key cards still out."""
    rows = [
        (str(seat), str(sum(kinds.values())), str(tally.points(seat)))
        for seat, kinds in tally.won.items()
    ]
    hand.show(Grid("This deal", ("", "Tricks", "Points"), rows))
    out = [card for card in KEYS if card not in tally.gone]
    hand.show(Tray(f"Key cards still out: {len(out)}", [("", out)]))


def on_the_table(hand: Hand, number: int, cards: list[Card]) -> None:
    """The cards of the trick so far."""
    hand.show(Tray("On the table", [(f"Trick {number}", list(cards))], lying=True))


def third_card(lead: Card, reply: Card) -> str:
    """What binds the leader's second card."""
    assert lead.suit is not None
    if reply_wins(lead, reply):
        return f"must follow {lead.suit} if able"
    return "any card: renege allowed"


def replied(hand: Hand, leader: Seat, lead: Card, reply: Card) -> None:
    """How the reply stands, and what that means for the third card."""
    wins = reply_wins(lead, reply)
    words = f"The {reply} {'is winning' if wins else 'is losing'}: {leader}’s second card "
    rule = "TRES-MUSTFOLLOW" if wins else "TRES-RENEGE"
    hand.tell(f"{words}{third_card(lead, reply)}.", rule)


def trick_taken(hand: Hand, trick: Trick) -> None:
    """Who won a trick of cards, and what it is worth."""
    made, winning = worth(trick.cards), trick.cards[taker(trick.cards)]
    words = f"{trick.winner} wins trick {trick.number} with the {winning}: {made.points}, "
    hand.tell(f"{words}{made.why}.", "TRES-WINTRICK")


def keys_taken(hand: Hand, who: Seat, number: int, keys: tuple[Card, ...]) -> None:
    """Who won a trick of which only the key cards were entered."""
    made = worth(keys)
    hand.tell(f"{who} wins trick {number}: {made.points}, {made.why}.", made.rule)


def revoked(found: Revoke) -> str:
    """A revoke and its proof."""
    still = f"{found.who} still had {found.suit.word} at trick {found.trick.number}"
    return f"{still} and had to follow: the {found.shown} went in trick {found.later}."


# -- the result ----------------------------------------------------------------------------------


def void(hand: Hand) -> None:
    """A deal that a revoke made void."""
    hand.panels.clear()
    hand.summary = "A revoke: the deal is void"
    hand.tell("The deal is void; the same dealer deals again.", "TRES-R7")


def result(hand: Hand, deal: Deal, points: Mapping[Seat, int]) -> None:
    """The tallies on the sheet, and who took the deal by `points`, forfeits included."""
    for seat in deal.points if deal.tally else ():
        for value, column in CELLS.items():
            assert deal.tally is not None
            hand.cell(column, deal.tally.tricks_of(seat, value), seat)
    low, high = sorted(points.values())
    best = max(points, key=lambda seat: points[seat])
    level = f"Level: {high} each"
    hand.summary = level if low == high else f"{best} takes the deal, {high} to {with_minus(low)}"
    hand.panels.clear()


def tricks_of_a_kind(points: int, number: int, rule: str) -> str:
    """A player's tricks of one kind."""
    return f"{counted(number, 'trick')} of {points}: {NAMES[rule]}"


def counted_by_players(points: int) -> str:
    """A total that the players counted themselves."""
    return f"{points} points, as the players counted"


def forfeited(trick: Trick) -> str:
    """A trick that goes over, with the card that was no right one."""
    return f"trick {trick.number} forfeited for a revoke"


def drawn(total: int) -> str:
    """A game that nobody won."""
    return f"level on {with_minus(total)}: a drawn game"


def won(winner: Side, totals: Mapping[Side, int]) -> str:
    """The winner and both totals."""
    low, high = sorted(totals.values())
    return f"{winner} has the higher total, {with_minus(high)} to {with_minus(low)}"

"""How a hand of Carousel looks and sounds: guidance, the sheet, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card
from companion.games.carousel.facts import Result
from companion.games.carousel.house import Hand
from companion.games.carousel.melds import JOKER, joker_count
from companion.panels import Grid
from companion.seating import Seat, Side
from companion.words import counted, does, listed, verb

WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


def opening(hand: Hand, won: Mapping[Side, int]) -> None:
    """Who deals, who begins, which pack; who has won how many hands."""
    table, rules = hand.table, hand.rules
    players = len(table.seats)
    jokers = joker_count(players, rules.jokers)
    packs = "one pack" if players == 2 else "two packs"
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    hand.tell(f"{hand.dealer} deals ten each; {hand.dealer.left} begins.", "CAR-DEAL")
    hand.tell(f"Use {packs} and {counted(jokers, 'joker')}.", "CAR-PACK")
    drawing = "until you meld or have drawn three"
    if rules.draws == "optional":
        drawing = "once, and then as often as you like up to three"
    hand.tell(f"Draw {drawing}; melding ends the turn.", "CAR-TURN")
    if rules.first_meld != "none":
        hand.tell(f"A player’s first meld must be worth {rules.first_meld}.", "CAR-R11")
    if rules.empty_ends == "yes":
        hand.tell("A player with no card left has knocked: the hand ends at once.", "CAR-R4")
    rows = [
        (str(side), str(total), str(max(0, rules.target - total)), str(won.get(side, 0)))
        for side, total in table.ledger.totals.items()
    ]
    hand.show(Grid("So far", ("", "Total", f"For {rules.target}", "Won"), rows))


def knocked(hand: Hand, knocker: Seat) -> None:
    """Who knocked, and with how much at most."""
    hand.cell("knocker", knocker)
    words = f"{knocker} knocked with {hand.rules.knock_limit} or less; nobody melds any more."
    hand.tell(words, "CAR-OUT")


def has_left(hand: Hand, seat: Seat, number: int) -> None:
    """What one player’s cards count."""
    hand.tell(f"{seat} has {number} left.", "CAR-VALUES")


def void(hand: Hand) -> None:
    """The stock ran out."""
    hand.panels.clear()
    hand.cell("knocker", "–")
    hand.summary = "The stock ran out: no score"
    hand.tell("Nobody knocked: no score, the same dealer deals again.", "CAR-VOID")


def result(hand: Hand, found: Result) -> None:
    """The hand on the sheet, and who won it."""
    hand.panels.clear()
    for seat, number in found.left.items():
        mark = "U" if found.undercut and seat in found.winners else ""
        mark += "E" if seat in found.empty and seat in found.winners else ""
        hand.cell("left", f"{number} {mark}".strip(), seat)
    for seat in found.winners:
        hand.cell("won", "✓", seat)
    hand.summary = outcome(found)
    if not found.winners:
        hand.tell(f"All are level on {found.low}: nobody scores.", "CAR-R5")


def outcome(found: Result) -> str:
    """The hand in one sentence."""
    if not found.winners:
        return "Nobody wins the hand"
    if found.undercut and found.knocker not in found.winners:
        return f"{does(found.winners, 'undercut')} {found.knocker}"
    return f"{does(found.winners, 'win')} the hand"


def undercut(found: Result) -> str:
    """A winner who beat the knocker."""
    assert found.knocker is not None
    return f"undercut {found.knocker}’s {found.left[found.knocker]}"


def was_undercut(found: Result) -> str:
    """A knocker who was beaten."""
    assert found.knocker is not None
    return f"knocked with {found.left[found.knocker]} and was undercut"


NO_CARD = "no card left"


def difference(seat: Seat, found: Result, points: int) -> str:
    """What everybody else has more, added up."""
    own, beaten = found.left[seat], [s for s in found.left if s not in found.winners]
    if not beaten:
        return "nobody has more"
    return " + ".join(f"({found.left[s]} − {own})" for s in beaten) + f" = {points}"


# -- the end -------------------------------------------------------------------------------------


def game(target: int) -> str:
    """The bonus for the game."""
    return f"the game, {target} reached"


SHUTOUT = "a shutout: the game bonus again"


def boxes(number: int, each: int) -> str:
    """The bonus for hands won."""
    return f"{counted(number, 'hand')} won × {each}"


def by_total(total: int) -> str:
    """A win by the final total."""
    return f"the highest total with all bonuses, {total}"


def most_before(champions: Sequence[Side], high: int) -> str:
    """A win where several reached the target."""
    return f"{listed(champions, 'and')} had most before the bonuses, {high}"


def reached(side: Side, target: int, total: int) -> str:
    """A win by reaching the target."""
    return f"{side} reached {target} with {total}"


# -- refusals ------------------------------------------------------------------------------------


def too_high(knocker: Seat, number: int, limit: int) -> str:
    """A knock with too much."""
    return f"{knocker} has {number}; a knock needs {limit} or less."


def not_in_pack(card: Card, number: int, most: int) -> str:
    """More of a card than are in play."""
    if card == JOKER:
        return f"That makes {counted(number, 'joker')}; there {verb('be', most)} {most}."
    assert card.suit is not None
    name = f"{WORDS.get(card.rank, card.rank)} of {card.suit.word}"
    has = "A single pack has only one" if most == 1 else "Two packs have only two of the"
    return f"{has} {name}."


def has_knocked(seat: Seat) -> str:
    """A player without a card beside another knocker."""
    return f"{seat} has no card left: that ended the hand at once, so {seat} knocked."


def more_than_all(total: int, most: int) -> str:
    """More deadwood than the cards in play count."""
    return f"Together that is {total}; all the cards in play count {most}."

"""Why something cannot be done at a Pan table, and what can: the words of every refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.cards import Card, Suit
from companion.games.panguingue.facts import ALL, RANKS, Condition, Deck, Meld, ranks_of, said
from companion.games.panguingue.show import NUMBERS, in_numbers
from companion.questions import Refused
from companion.seating import Side
from companion.words import counted, listed, verb

# -- melds ---------------------------------------------------------------------------------------


def no_meld(cards: Sequence[Card]) -> Refused:
    """Why the cards make no meld, and what would."""
    if len(cards) < 3:
        words = f"That is {in_numbers(len(cards))}; a meld has at least three."
        return Refused(words, "PAN-SPREAD", "too_few")
    ranks, suits = Counter(card.rank for card in cards), Counter(card.suit for card in cards)
    if len(ranks) == 1:
        counts = [f"{NUMBERS[n]} {_suit_word(suit, n)}" for suit, n in suits.most_common()]
        row = "-".join(card.rank for card in cards)
        words = (
            f"{row} with {listed(counts, 'and')} is not a spread; only aces and kings ignore suits."
            " A spread is of one suit, or of three suits at least."
        )
        return Refused(words, "PAN-SPREAD", "not_a_spread")
    if len(suits) == 1:
        rank, most = ranks.most_common(1)[0]
        why = f"it has the {rank} more than once" if most > 1 else "it is not in unbroken order"
        order = f"The order is {' '.join(RANKS)}; the ace is only low."
        return Refused(f"{ranks_of(cards)} is not a rope: {why}. {order}", "PAN-ROPE", "not_a_rope")
    words = f"{said(cards)} is neither a spread (one rank) nor a rope (one suit, in order)."
    return Refused(words, "PAN-SPREAD", "not_a_meld")


def _suit_word(suit: Suit | None, number: int) -> str:
    assert suit is not None
    return suit.word if number > 1 else suit.word[:-1]


def not_there(base: Meld, taken: Sequence[Card]) -> str:
    """Borrowed cards that the meld does not have."""
    return f"{said(taken)} is more than {base} has."


def leaves(base: Meld, taken: Sequence[Card], left: Sequence[Card]) -> str:
    """A loan after which no meld remains."""
    rope = base.kind == "rope"
    gone, row = (
        "-".join(card.rank for card in cards) if rope else said(cards) for cards in (taken, left)
    )
    what = f"leaves {row}, which is not a meld" if left else "leaves nothing of the meld"
    return f"Taking the {gone} {what}."


# -- what players do -------------------------------------------------------------------------------

UNDER_WAY = "The hand is under way; nobody can drop now."
NO_SPLIT = "This table plays for the pot; it does not split it."
TOO_LATE_TO_SPLIT = "The hand is under way; the pot is played for now."
GONE = {
    "dropped": "{} dropped and can neither pay nor collect.",
    "out": "{} is out of this hand with a foul hand and can neither pay nor collect.",
}
"""Why a player who is not in takes no part, by how that came."""


def too_many(side: Side | str, have: int, fresh: int) -> str:
    """Cards that would make twelve."""
    return (
        f"{side} has {in_numbers(have)} melded; with {fresh} more that makes {have + fresh}. "
        f"Eleven is all: meld {ALL - have} of them at most."
    )


def more_than_melded(total: int, most: int) -> str:
    """More cards than a player can have melded now."""
    if most == ALL:
        return f"{total} cards are melded; eleven is all."
    return f"That is {total} cards; a player who has not gone out has ten melded at most."


def no_more_copies(card: Card, deck: Deck, lying: int) -> str:
    """More of a card than the packs hold."""
    number = NUMBERS[deck.copies(card)]
    short = ", with one set of spades taken out," if deck.copies(card) < deck.packs else ""
    there = f", and {NUMBERS[lying]} {verb('lie', lying)} on the table already" if lying else ""
    return f"{NUMBERS[deck.packs].capitalize()} packs{short} have {number} {card}{there}."


def eleven(side: Side) -> str:
    """Nobody else does anything."""
    return f"{side} has eleven cards melded and goes out."


def twelve(side: Side, have: int) -> str:
    """No room for another meld."""
    return f"{side} has {in_numbers(have)} melded; a new meld would make twelve or more."


def nothing_fits(side: Side, held: Sequence[Meld]) -> str:
    if held:
        return f"No card is left in the packs that fits a meld of {side}."
    return f"Nothing on the table yet: {side} has no meld to add to."


def nothing_to_borrow(side: Side, held: Sequence[Meld]) -> str:
    """No meld can lend."""
    if held:
        return f"{side} has no meld to borrow from: every meld that remains needs three cards."
    return f"Nothing on the table yet: {side} has no meld to borrow from."


def no_force(side: Side) -> str:
    """No upcard could fit."""
    return f"{side} has no meld on the table that an upcard could fit."


def no_room(side: Side) -> str:
    """No room for three cards from the hand."""
    return f"{side} cannot meld three cards more."


def not_eleven(have: int) -> str:
    """Too few cards for going out."""
    only = f"Only {in_numbers(have)} {verb('be', have)} melded" if have else "No card is melded yet"
    return f"{only}; eleven are needed."


def does_not_fit(cards: Sequence[Card], side: Side, would: Sequence[str]) -> str:
    """Cards that no meld of the player takes."""
    fits = "fits" if len(cards) == 1 else "fit"
    return f"{said(cards)} {fits} no meld of {side}: {'; '.join(would)}."


def cannot_force(cards: Sequence[Card], side: Side, would: Sequence[str]) -> str:
    """An upcard that fits nothing on the table."""
    return f"Nobody can force {said(cards)} on {side}: {'; '.join(would)}."


def no_card_to_spare(base: Meld) -> str:
    """A meld that can lend nothing."""
    return f"{base} has no card to spare."


def would_need(taken: Sequence[Card], need: int, side: Side, free: int) -> str:
    """A loan that cannot become a meld within eleven cards."""
    return (
        f"{said(taken)} would need {in_numbers(need)} more, and {side} can meld only {free} more."
    )


# -- remembered afterwards -----------------------------------------------------------------------


def too_long(one: Condition, further_cards: int, most: int) -> str:
    """More cards than any meld with this condition has."""
    return (
        f"3 + {further_cards} cards cannot be one {one}: here it has {most} cards at most, so say "
        f"0 to {most - 3}."
    )


def too_many_held(conditions: int, cards: int) -> str:
    """More conditions than eleven cards can hold."""
    return (
        f"{counted(conditions, 'condition')} {verb('need', conditions)} {cards} cards at least; a "
        "player goes out with exactly eleven. Leave out what was borrowed away."
    )


def had_eleven(side: Side) -> str:
    """Somebody else must have gone out."""
    return f"{side} had eleven cards melded, so {side} went out."

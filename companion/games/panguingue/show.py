"""How Panguingue sounds: the words of every line, refusal and piece of guidance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card
from companion.games.panguingue.facts import (
    ALL,
    Collected,
    Condition,
    Meld,
    ranks_of,
    said,
)
from companion.seating import Seat, Side
from companion.words import counted, does, listed, verb, with_minus

NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
)  # fmt: skip


def in_numbers(cards: int) -> str:
    """So many cards in words: "ten cards", "one card"."""
    return f"{NUMBERS[cards]} card{'s' * (cards != 1)}"


def each_of(sides: Sequence[Side]) -> str:
    """Who pays: "each of 3", or the name of a single opponent."""
    return f"each of {len(sides)}" if len(sides) != 1 else str(sides[0])


def times(number: int, rate: int) -> str:
    """A factor, where there is one to show: ", 3 × 2"."""
    return f", {number} × {rate}" if number > 1 and rate else ""


# -- melds ---------------------------------------------------------------------------------------

KINDS = {
    "several": "spread of several suits",
    "single": "spread of one suit",
    "rope": "rope",
}


def takes(base: Meld, cards: Sequence[Card]) -> str:
    """What a meld takes: "4-5-6♦ takes 3♦ or 7♦". `cards` are those that fit by themselves."""
    if base.kind == "rope":
        return f"{ranks_of(base.cards)} takes {listed(cards) or 'nothing more'}"
    if len(cards) == 1:
        return f"{base}, of one suit, takes only another {cards[0]}"
    return f"{base} takes any {cards[0].rank}"


# -- payments ------------------------------------------------------------------------------------

NO_MORE = "now of several suits, no longer a condition"
OUT_ONE = "goes out with eleven cards"


def without_condition(base: Meld) -> str:
    """Why a meld pays nothing."""
    if base.kind == "rope":
        return "a rope without A-2-3 or J-Q-K, no condition"
    return "a spread of several suits, no condition"


def pays_nothing(new: Meld) -> str:
    """A meld without a condition."""
    return f"{new}: {without_condition(new)}"


def paid_once(new: Meld, number: int) -> str:
    """A long meld at a table that pays it once."""
    return f"{new}, {counted(number, 'further card')}, paid once here, however long"


def further(what: Meld | Condition, number: int, rate: int) -> str:
    """The cards beyond the condition: "2 further cards, 2 × 4"."""
    paid = times(number, rate) if rate else ", not paid here"
    return f"{what}, {counted(number, 'further card')}{paid}"


def besides(number: int, rate: int) -> str:
    """Cards added with those that complete a rope."""
    paid = times(number, rate) if rate else ", not paid here"
    return f"{counted(number, 'card')} besides the condition{paid}"


def adds(cards: Sequence[Card], base: Meld) -> str:
    """What was added, and to what."""
    return f"adds {said(cards)} to {base}"


def borrowed_from(source: Meld) -> str:
    """Where the cards of a new meld came from."""
    return f"borrowed from {source}"


def borrowed_for_nothing(new: Meld, source: Meld, moved: Meld | None) -> str:
    """A borrowed meld that pays nothing, and why."""
    only = f"the {moved.condition} only moves" if moved else without_condition(new)
    return f"{new}, {borrowed_from(source)}: {only}"


def once_more(condition: Condition) -> str:
    """A condition held at the end."""
    return f"{condition}, once more"


def not_asked_for(why: str, each: int) -> str:
    """A payment lost because nobody asked for it."""
    return f"{why}: not asked for before the discard, {each} from each lost"


def collected(one: Collected) -> str:
    """A condition as the sheet says it: "valle of spades + 2 cards"."""
    more = f" + {counted(one.further, 'card')}" if one.further else ""
    return f"{one.condition}{more}"


# -- the pot and the chips -----------------------------------------------------------------------


def ante(chips: int) -> str:
    """What everybody puts in."""
    return f"ante of {chips} to the pot"


def drops(fee: int, ante: int) -> str:
    """What dropping costs."""
    if fee:
        return f"drops: {fee} to the pot"
    return f"drops: {'only the ante is lost' if ante else 'nothing is lost'} here"


def takes_pot(pot: int) -> str:
    """What going out brings first."""
    return f"takes the pot of {pot}"


def last_takes(pot: int) -> str:
    """Everybody else has dropped."""
    return f"all others are gone: takes the pot of {pot}"


def splits(share: int, pot: int) -> str:
    """The pot shared without playing."""
    return f"the pot of {pot} is split: {share} each"


def refunded(chips: int) -> str:
    """An ante that goes back."""
    return f"unfinished hand: the ante of {chips} goes back"


def buys(chips: int, together: int) -> str:
    """A buy-in, and all chips of the table after it."""
    return f"buys {counted(chips, 'chip')}: {together} at the table now"


def leads(leaders: Sequence[Side], high: int) -> str:
    """Who has done best."""
    return with_minus(f"{does(leaders, 'have')} the most chips: {high}")


def gap(chips: int) -> str:
    """Chips that an adjustment gave to one player and took from none, or the other way."""
    more = "more than were bought" if chips > 0 else "missing"
    words = f"{counted(abs(chips), 'chip')} {verb('be', abs(chips))} {more}"
    return f"{words}: what one player gives by agreement another must get"


# -- the course of a hand ------------------------------------------------------------------------


def deal(dealer: Seat, first: Side, packets: int, pot: int) -> str:
    """Who deals and who plays first."""
    number = "five" if packets == 5 else "two"
    return (
        f"{dealer} deals ten cards each, {number} at a time, anticlockwise; {first} plays first; "
        f"pot {pot}."
    )


def carried(chips: int) -> str:
    """What an unfinished hand left in the pot."""
    return f"{counted(chips, 'chip')} of the pot {verb('come', chips)} from an unfinished hand."


def stock(left: int, cards: int) -> str:
    """The stock after the deal."""
    return f"{left} of {cards} cards are left for the stock."


def stay_or_drop(first: Side, fee: int) -> str:
    """The first question of a hand."""
    return f"{first} first: stay, or {f'pay {fee} and drop' if fee else 'drop'}."


def last_in(side: Side) -> str:
    """Everybody else has dropped, in a few words."""
    return f"{side} is the last one in"


def split(sides: Sequence[Side], share: int) -> str:
    """The tops split, in a few words."""
    return f"{listed(sides, 'and')} split the pot, {share} each"


def abandoned(left: int) -> str:
    """A hand that was not finished."""
    return f"Abandoned: {left} {verb('stay', left)} in the pot"


def goes_out(side: Side) -> str:
    """The hand in a few words."""
    return f"{side} goes out"


def room(cards: int) -> str:
    """How many more cards make eleven, once that is a limit."""
    return f"{cards} more {verb('make', cards)} eleven." if cards < ALL - 3 else ""


def foul(played: bool, way: str) -> str:
    """A wrong number of cards, and what follows."""
    if not played:
        return "foul hand before the first play: ten new cards"
    if way == "redeal":
        return "foul hand: dealt again, and plays on here"
    return "foul hand: out of the hand, what is melded counts no more"


ASK_FOR_IT = "Ask for it before you discard; otherwise it is lost here."


def may_drop(fee: int, ante: int) -> str:
    """Dropping before the first play, and what it costs."""
    lost = f"on top of the ante of {ante}" if ante else "and there is no ante here"
    if fee:
        return f"Yes, for {fee} to the pot, {lost}."
    return f"Yes. Only the ante of {ante} is lost." if ante else "Yes. It costs nothing."


def may_hold(side: Side, after: Side) -> str:
    """The next player waits for one card."""
    return f"{side} may keep a drawn card that would put {after} out, and discard another."


def facts_of(held: Sequence[Meld], active: int, pot: int) -> Mapping[str, str]:
    """What an enquiry can take over from the player in turn."""
    found = {"active": str(active), "pot": str(pot)}
    if held:
        melds = [" ".join(card.code for card in each.cards) for each in held]
        found |= {"meld": melds[-1], "melds": " / ".join(melds)}
    return found

"""How a Back Alley hand looks and sounds: guidance, cells of the sheet, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Suit
from companion.games.back_alley.deck import BLOOPERS
from companion.games.back_alley.facts import LEVELS, Bid, Call, Contract, Result, Turn
from companion.games.back_alley.house import Hand
from companion.panels import Calls, Meter
from companion.seating import Seat, Side
from companion.words import counted, does, listed, with_minus

BIG = {
    "coloured": "the coloured joker",
    "plain": "the plain joker",
    "dragon": "the dragon",
    "marked": "the joker marked by hand",
}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The columns of the bids, in order."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve", "thirteen")  # fmt: skip
AHEAD = "Still to come"
PROMISED = "Promised so far"

# -- the deal ------------------------------------------------------------------------------------


def opening(hand: Hand, order: Sequence[Seat], number: int, sizes: tuple[int, ...]) -> None:
    """Which hand it is, who deals how many, who bids first. `sizes`: this hand and all after it."""
    rules, cards = hand.rules, sizes[0]
    last = number + len(sizes) - 1
    hand.title = f"hand {number} of {last}, {counted(cards, 'card')}"
    hand.facts |= {"dealer": hand.dealer.code, "cards": str(cards), "hand": str(number)}
    hand.cell("cards", cards)
    hand.cell("dealer", hand.dealer)
    turns = "" if rules.trump_source == "spades" else " and turns the next card up"
    words = f"{hand.dealer} deals {cards} each{turns}. {order[0]} bids first."
    hand.tell(words, "BAL-DEAL")
    if number == 1:
        if rules.bloopers == "two":
            hand.tell(f"The big blooper is {BIG[rules.big_blooper]}.", "BAL-R25")
        if rules.direction == "counterclockwise":
            hand.tell("Everything goes round anticlockwise.", "BAL-R18")
    if number == last:
        hand.tell("The last hand: the higher total after it wins.", "BAL-END")


def extra(hand: Hand, number: int, cards: int) -> None:
    """A hand beyond the last one."""
    hand.title = f"extra hand {number}, {counted(cards, 'card')}"
    hand.tell("Level after the last hand: one more hand decides.", "BAL-R10")


def still_to_come(hand: Hand, hands: int, most: int) -> None:
    """What can still change."""
    hand.show(Meter(AHEAD, (("hands", str(hands)), ("at most, without boards", f"+{most}"))))


def trump_known(hand: Hand, trump: Suit) -> None:
    """The suit turned up."""
    hand.facts["trump"] = trump.value
    bloopers = ", and both bloopers" if hand.rules.bloopers == "two" else ""
    hand.tell(f"Trumps are {trump}{bloopers}.", "BAL-TURN", keep=True)


def always_spades(hand: Hand) -> None:
    """No card is turned up."""
    hand.cell("turn-up", Suit.SPADES)
    hand.facts["trump"] = Suit.SPADES.value
    hand.tell("Spades are trumps in every hand.", "BAL-R17", keep=True)


def only_trump(hand: Hand, other: str) -> None:
    """A blooper was turned up where the other one stays a trump."""
    words = f"No trump suit; the {BLOOPERS[other]}, if held, is the only trump."
    hand.tell(words, "BAL-R9", keep=True)


def no_trumps(hand: Hand, other: str, holder: Seat | None) -> None:
    """A blooper was turned up, and the other one goes out of the hand."""
    hand.tell("No trumps this hand.", "BAL-TURN", keep=True)
    hand.facts["holder"] = holder.code if holder else "nobody"
    if holder:
        words = f"{holder} discards the {BLOOPERS[other]} and takes the next face-down card."
        hand.tell(words, "BAL-TURN")


# -- the bidding ---------------------------------------------------------------------------------


def bids(hand: Hand, order: Sequence[Seat], calls: Sequence[Call], stands: Turn) -> None:
    """Who has bid what, what each side has promised, and what a board would win or lose now."""
    said = {seat: str(bid) for seat, bid in calls}
    hand.show(Calls([(seat, said.get(seat)) for seat in order]))
    amounts: list[tuple[str, str]] = []
    for side in hand.table.sides:
        made = [bid for seat, bid in calls if seat in side.seats]
        amounts.append((str(side), str(Contract.of(*made)) if made else "–"))
    amounts.append(("tricks", str(stands.cards)))
    if stands.next_level:
        now = stands.worth[stands.level] * stands.cards
        amounts.append((f"{stands.next_level} now", f"±{now}"))
    hand.show(Meter(PROMISED, amounts))


def bid_made(hand: Hand, place: int, bid: Bid) -> None:
    """A bid on the sheet."""
    hand.cell(PLACES[place], bid.mark)


def thrown_in(hand: Hand, dealer: Seat) -> None:
    """Everybody passed."""
    many = NUMBERS[len(hand.table.seats)]
    hand.summary = f"All {many} pass: thrown in"
    words = f"{many.capitalize()} passes: nobody scores. {dealer} deals the same number again."
    hand.tell(words, "BAL-ALLPASS")


def promised(hand: Hand, contracts: Mapping[Side, Contract], cards: int) -> None:
    """What each side needs, how far the promises fit the hand, and the hopeless ones."""
    total = sum(contract.needs(cards) for contract in contracts.values())
    over, under = f"{total - cards} too many", f"{cards - total} too few"
    fit = "exactly" if total == cards else over if total > cards else under
    needs = ", ".join(f"{does(side, 'need')} {c.needs(cards)}" for side, c in contracts.items())
    tricks = counted(cards, "trick")
    hand.tell(f"{needs}: {total} bid for {tricks}, {fit}.", "BAL-SUM")
    for side, contract in contracts.items():
        need = contract.needs(cards)
        hand.cell("contract", contract.mark, side)
        hand.status[side] = (
            f"{contract}: all {cards}" if contract.level else f"needs {need} of {cards}"
        )
        if not need:
            hand.status[side] = "cannot be set"
        if need > cards:
            words = f"{does(side, 'have')} bid {need} for {tricks} and cannot make it."
            hand.tell(words, "BAL-R11", keep=True)


def leads(hand: Hand, first: Seat) -> None:
    """Who leads."""
    hand.facts["leader"] = first.code
    hand.tell(f"{first} leads: the highest bid, or the first of equals.", "BAL-P-LEAD", keep=True)


def reminders(hand: Hand, contracts: Mapping[Side, Contract]) -> None:
    """What is forgotten in play: leading trumps, and the bloopers led."""
    rules = hand.rules
    if hand.facts["trump"] == "none" and rules.joker_upcard != "jokers_stay_trump":
        return
    hand.tell(
        "Nobody leads a trump until one has been thrown on another suit.", "BAL-P-BREAK", keep=True
    )
    if rules.board_may_lead_trump == "yes" and any(c.level for c in contracts.values()):
        hand.tell("A player who bid board may lead trumps at any time.", "BAL-R6", keep=True)
    if hand.facts["trump"] == "none" or rules.bloopers == "none":
        return
    hand.tell("Big blooper led: everyone plays the highest trump held.", "BAL-P-BB", keep=True)
    paired = len(hand.table.sides) < len(hand.table.seats)
    if paired and rules.big_blooper_partner != "must_play_highest":
        words = f"The leader’s partner {PARTNER[rules.big_blooper_partner]}."
        hand.tell(words, "BAL-R16", keep=True)
    if rules.little_blooper == "forces":
        hand.tell("Little blooper led: everyone plays the lowest.", "BAL-P-LB", keep=True)


PARTNER = {
    "may_play_lowest": "may play the lowest instead",
    "may_play_any": "may play any trump held",
}


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, found: Result) -> None:
    """The hand on the sheet, and in one sentence."""
    hand.facts["tricks"] = str(next(iter(found.tricks.values())))
    parts: list[str] = []
    for side, contract in found.contracts.items():
        mark = contract.mark
        hand.cell("tricks", found.tricks[side], side)
        hand.cell("contract", mark if found.made(side) else f"({mark})", side)
        parts.append(outcome(side, found))
    hand.summary = "; ".join(parts)
    hand.status.clear()


def outcome(side: Side, found: Result) -> str:
    """How one side came out: "Nell & Pia make 4"."""
    contract = found.contracts[side]
    if not contract.promised:
        return f"{side} passed" if len(side.seats) == 1 else f"{side} both passed"
    if found.made(side):
        return f"{does(side, 'make')} {contract}"
    return f"{does(side, 'go')} down on {contract}"


def bid(contract: Contract) -> str:
    """What was bid: "contract 4 + 3 = 7" where both partners bid, else "bid 7"."""
    numbers = [each for each in contract.bids if each.tricks]
    if len(numbers) > 1:
        return f"contract {' + '.join(map(str, numbers))} = {contract.tricks}"
    return f"bid {contract.tricks}" if contract.tricks else "passed"


NOTHING_TAKEN = "nothing bid, no trick taken"


def made(contract: Contract, tricks: int, each: int) -> str:
    """A contract that was made."""
    return f"{bid(contract)}, took {tricks}: made, {each} × {contract.tricks}"


def set_(contract: Contract, tricks: int, each: int) -> str:
    """A contract that was set."""
    return f"{bid(contract)}, took {tricks}: set, {each} × {contract.tricks} lost"


def revoked(contract: Contract, tricks: int, each: int) -> str:
    """A contract that counts as set for a revoke."""
    words = f"{bid(contract)}, took {tricks}, but revoked: scored as set"
    return f"{words}, {each} × {contract.tricks} lost"


def over(contract: Contract, tricks: int, each: int) -> str:
    """Tricks above the contract."""
    number = counted(tricks - contract.tricks, "trick")
    worth = f"at {each} a trick" if each else "worth nothing here"
    if contract.tricks:
        return f"{number} above {contract.tricks}, {worth}"
    return f"nothing bid, so it cannot be set: {number} {worth}"


def board(side: Side, found: Result, each: int) -> str:
    """A board level, won or lost."""
    contract, tricks, cards = found.contracts[side], found.tricks[side], found.cards
    held = f"took all {cards}" if tricks == cards else f"took {tricks} of {cards}"
    if tricks == cards and side in found.revoked:
        held += ", but revoked"
    won = "won" if found.made(side) else "lost"
    words = f"{LEVELS[contract.level]}, {held}: {each} × {cards} {won}"
    if contract.tricks:
        return f"{words}; the {contract.tricks} bid beside it does not count"
    if sum(1 for each in contract.bids if each.level) > 1:
        return f"{words}; only the side’s highest level counts"
    return words


def rainbow(seat: Seat) -> str:
    """A rainbow."""
    return f"{seat} was dealt one card of each suit"


# -- the end -------------------------------------------------------------------------------------


def wins(winner: Side, totals: Mapping[Side, int]) -> str:
    """The winner's total, and the others'."""
    others = listed([f"{side} on {total}" for side, total in totals.items() if side is not winner],
                    "and")  # fmt: skip
    return with_minus(f"{does(winner, 'end')} on {totals[winner]}, {others}")


def shared(winners: Sequence[Side], totals: Mapping[Side, int]) -> str:
    """Level totals."""
    words = f"{listed(winners, 'and')} end level on {totals[winners[0]]}: the game is shared"
    return with_minus(words)

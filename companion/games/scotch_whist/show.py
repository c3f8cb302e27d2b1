"""How a hand of Scotch Whist looks and sounds: guidance, sheet, race, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card, Suit
from companion.games.scotch_whist.deck import (
    HONOURS,
    NUMBERS,
    POINTS,
    WORDS,
    cards_in_play,
    left_out,
    named,
    quota,
)
from companion.games.scotch_whist.facts import Haul, Step
from companion.games.scotch_whist.house import Hand
from companion.panels import Grid
from companion.seating import Seat, Side
from companion.words import counted, does, listed, told_apart, verb

# -- the hand under way --------------------------------------------------------------------------


def opening(hand: Hand, target: int) -> None:
    """Who deals what, who leads, which cards are out, and what everybody needs."""
    table, rules, dealer = hand.table, hand.rules, hand.dealer
    players = len(table.seats)
    hand.facts |= {"dealer": dealer.code, "leader": dealer.left.code, "number": str(players)}
    hand.facts["start"] = " ".join(str(total) for total in table.ledger.totals.values())
    hand.cell("dealer", dealer)
    each = quota(players)
    packets = rules.packets == "yes" and players < 4
    how = f" in {NUMBERS[each // 6]} packets of six, played one after another" if packets else ""
    hand.tell(f"{dealer} deals {each} cards each{how}; the last is turned up.", "SCW-DEAL")
    if out := left_out(players, rules):
        hand.tell(f"Leave out the {listed(out, 'and')}: {cards_in_play(players)} cards.", "SCW-R7")
    hand.tell(f"{dealer.left} leads.", "SCW-LEAD")
    for side, total in table.ledger.totals.items():
        hand.status[side] = f"{max(0, target - total)} to go"


def dead_heat(hand: Hand) -> None:
    """A hand that decides between those who were level."""
    words = (
        "The winners of the last hand were level: play this one out; the highest total then wins."
    )
    hand.tell(words, "SCW-R2")


def turned_up(hand: Hand, card: Card) -> None:
    """Whose the turned card is, and the trump it makes."""
    hand.tell(f"The {card} belongs to {hand.dealer}’s own cards.", "SCW-TURNUP")
    assert card.suit is not None
    trump_known(hand, card.suit)


def trump_known(hand: Hand, trump: Suit) -> None:
    """The trump, and how it ranks."""
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    hand.tell(f"Trumps are {trump}: J A K Q 10 9 8 7 6.", "SCW-RANK-TRUMP", keep=True)


def tricks_left(number: int) -> str:
    """How many tricks are left, in words."""
    return f"{counted(number, 'trick')} left."


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, haul: Haul, claimant: Side | None) -> None:
    """What the scoresheet says of the hand, and the hand in one sentence."""
    hand.status.clear()
    took = {rank: side.code for rank, side in haul.honours.items()}
    hand.facts |= took | {"race.cards": " ".join(map(str, haul.cards.values()))}
    short = initials(hand.table.sides)
    for rank in HONOURS:
        if side := haul.honours.get(rank):
            hand.cell(f"h{rank.lower()}", short[side])
    for side, number in haul.cards.items():
        hand.cell("cards", number, side)
    gained = dict.fromkeys(hand.table.sides, 0)
    for line in hand.lines:
        if line.rule != "SCW-ADJ":
            gained[line.side] += line.points
    most = max(gained.values())
    ahead = [side for side, number in gained.items() if number == most]
    each = " each" if len(ahead) > 1 else ""
    trump = f", {haul.trump} trumps" if haul.trump else ""
    claim = f"; {does(claimant, 'claim')}" if claimant else ""
    hand.summary = f"{does(ahead, 'score')} most, {most}{each}{trump}{claim}"


def initials(sides: Sequence[Side]) -> dict[Side, str]:
    """How the scoresheet's small boxes name a side: its letter, or those of a name."""
    letters = told_apart([side.name for side in sides])
    if any(len(side.seats) > 1 for side in sides) or not all(letters):
        return {side: side.code for side in sides}
    return dict(zip(sides, letters, strict=True))


def honour(rank: str, trump: Suit | None) -> str:
    """An honour captured."""
    return f"{named(rank, trump)}: {POINTS[rank]}"


def over_quota(cards: int, dealt: int) -> str:
    """Cards captured beyond those dealt."""
    return f"{cards} cards captured − {dealt} dealt = {cards - dealt}"


def makes(words: str, total: int) -> str:
    """A line with the total it makes, so that the lines alone tell the race."""
    return f"{words}, makes {total}"


# -- the race ------------------------------------------------------------------------------------


def race(hand: Hand, steps: Sequence[Step], decisive: Step | None) -> None:
    """The totals step by step in counting order, the decisive step marked."""
    rows = [[step.words, *(str(total) for total in step.totals.values())] for step in steps]
    marked = [list(steps).index(decisive)] if decisive else []
    sides = [str(side) for side in hand.table.sides]
    hand.show(Grid("In counting order", ["", *sides], rows, marked=marked))


def decided(hand: Hand, step: str) -> None:
    """The step that decided the race, on the sheet."""
    hand.cell("race", step)


def alone(winner: Side, need: int, step: Step, total: int) -> str:
    """A winner whom nobody else has reached the target with."""
    return f"{does(winner, 'reach')} {need} with {step.words}, and {verb('end', winner)} on {total}"


def in_order(winner: Side, need: int, step: Step, later: Mapping[Side, Step]) -> str:
    """A winner by the counting order."""
    words = f"{does(winner, 'reach')} {need} first, with {step.words}"
    slower = listed((f"{side} only with {each.words}" for side, each in later.items()), "and")
    return f"{words}; {slower}"


def together(level: Sequence[Side], need: int, step: Step) -> str:
    """Several who reach the target on the same step."""
    return f"{listed(level, 'and')} reach {need} together, with {step.words}"


def nearest(words: str, side: Side) -> str:
    """Level players, decided by the seat."""
    return f"{words}; {does(side, 'sit')} nearest the dealer’s left"


def higher(words: str, side: Side, where: str, total: int) -> str:
    """Level players, decided by a total."""
    return f"{words}; {does(side, 'stand')} higher {where}, at {total}"


def level_to_the_end(words: str) -> str:
    """Level players whom nothing parts."""
    return f"{words}, level to the end: the win is shared"


def highest(side: Side, total: int) -> str:
    """A winner by the higher total alone."""
    return f"{does(side, 'stand')} highest, at {total}"


def level_draw(total: int) -> str:
    """Two on the same highest total, where that is a draw."""
    return f"level at {total}: a draw here"


def after_dead_heat(side: Side, total: int) -> str:
    """The end of a game that was played on."""
    return f"level before, and now {highest(side, total)}"


def claims(side: Side, need: int) -> str:
    """A winner in mid-hand."""
    return f"{does(side, 'claim')} {need} in mid-hand"


def revoked(hand: Hand, offender: Side) -> str:
    """A game lost by a revoke."""
    hand.summary = f"{offender} revoked"
    return f"{offender} revoked, which loses the game here"


# -- refusals ------------------------------------------------------------------------------------


def not_in_play(card: Card, players: int) -> str:
    """A six that is left out."""
    return f"The {card} is not in play with {NUMBERS[players]} players."


def small(card: Card) -> str:
    """A card below the six."""
    return f"The {card} is not in the pack: it runs from the six to the ace."


def no_trick(side: Side, rank: str) -> str:
    """A side without a trick that is said to have an honour."""
    safe = " The jack always wins its trick." if rank == "J" else ""
    return f"{side} took no trick, so the {WORDS[rank]} cannot be there.{safe}"


def jack_of(dealer: Seat, card: Card) -> str:
    """The trump jack, turned up, with somebody else."""
    words = f"The {card} was turned up, so it is {dealer}’s own card, and it wins its trick"
    return f"{words}: {dealer.side} captured it."

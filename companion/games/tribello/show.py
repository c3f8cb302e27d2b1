"""How a hand of Tribello looks and sounds: guidance, cells, the words of every line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Suit
from companion.games.tribello.facts import (
    CARDS,
    HANDS,
    Phase,
    Result,
    may_draw,
    names_late,
    offices,
    phase_of,
    quotas,
)
from companion.games.tribello.house import Hand, House
from companion.seating import Seat, Side
from companion.words import counted, does, listed, signed, with_minus


def note(phase: Phase) -> str:
    """The aim and the trumps in a few words."""
    made = {"cut": "the cut shows trumps", "named": "the dealer names trumps", "": "no trumps"}
    return f"{made[phase.trump]}, {'avoid' if phase.nullo else 'take'} tricks"


# -- before and during the hand ------------------------------------------------------------------


def opening(hand: Hand, phase: Phase, number: int) -> None:
    """Which hand of which phase, who cuts and deals, what changes now, and the quotas."""
    last = max(number, hand.rules.game_length)
    hand.title = f"phase {phase.number}, hand {number} of {last}"
    hand.facts |= {"dealer": hand.dealer.code, "leader": hand.dealer.code, "hand": str(number)}
    hand.facts |= {"phase": str(phase.number)}
    hand.cell("dealer", hand.dealer)
    shows = "cuts and shows the card" if phase.trump == "cut" else "cuts; the card names nothing"
    words = f"{hand.dealer.left} {shows}. {hand.dealer} deals 13 each and 13 to the widow."
    hand.tell(words, "TRI-P-CUT")
    turning_point(hand, phase, number)
    if number == last:
        hand.tell("The last hand: the highest total after it wins.", "TRI-END")
    quota = quotas(phase, hand.dealer)
    for seat, office in offices(hand.dealer).items():
        hand.status[seat.side] = f"{office}, {'at most' if phase.nullo else 'needs'} {quota[seat]}"
        hand.cell("quota", quota[seat], seat)
    adrift(hand)


def turning_point(hand: Hand, phase: Phase, number: int) -> None:
    """What is new in the first hand of a phase, and the warning in the last one before nullo."""
    if number % HANDS == 1 and number > 1:
        if phase.nullo:
            words = (
                "Nullo: everything turns over. No trumps, and every trick above the quota costs a "
                "point, every trick below it gains one. Quotas: dealer 3, left 4, right 6."
            )
            hand.tell(words, "TRI-NULLO")
        else:
            hand.tell(f"Phase {phase.number} begins: {note(phase)}.", "TRI-PHASES")
    if phase_of(number + 1).nullo and not phase.nullo:
        words = "The last hand of this phase; after it comes nullo, and everything turns over."
        hand.tell(words, "TRI-NULLO")


def adrift(hand: Hand) -> None:
    """Says so when adjustments have left totals that do not add up to zero."""
    total = sum(hand.table.ledger.totals.values())
    if total:
        words = f"The totals add up to {signed(total)}, not 0: share out the points you agreed on."
        hand.tell(words, "TRI-ADJ", keep=True)


def trump_known(hand: Hand, trump: Suit | str) -> None:
    """What follows from the trumps."""
    suit = trump if isinstance(trump, Suit) else None
    hand.facts["trump"] = suit.value if suit else "none"
    hand.cell("trump", suit or "–")
    hand.tell(f"Trumps are {suit}." if suit else "No trumps.", "TRI-PHASES", keep=True)


def drawing(hand: Hand, phase: Phase) -> None:
    """How to draw, or that nobody does."""
    if may_draw(phase, hand.rules):
        hand.tell("Discard first, then draw as many: you keep 13 cards.", "TRI-P-DRAW")
        if names_late(phase, hand.rules):
            hand.tell(f"{hand.dealer} draws before naming trumps.", "TRI-R3")
    else:
        hand.tell("Nobody draws in nullo here.", "TRI-R18")


def widow_empty(hand: Hand, seat: Seat) -> None:
    """Nothing is left for this player."""
    hand.tell(f"The widow is empty: {seat} plays the cards dealt.", "TRI-R8")


def play_begins(hand: Hand, phase: Phase) -> None:
    """Who leads, what everybody needs, and what becomes of the widow."""
    hand.tell(f"{hand.dealer} leads.", "TRI-P-LEAD", keep=True)
    quota = quotas(phase, hand.dealer)
    names = listed((f"{seat} {tricks}" for seat, tricks in quota.items()), "and")
    if phase.nullo:
        words = f"Nullo: at most {names}; every trick fewer is a point."
        hand.tell(words, "TRI-NULLO", keep=True)
    else:
        hand.tell(f"Needed: {names}.", "TRI-QUOTA", keep=True)
    if hand.rules.widow_after == "face_down":
        hand.tell("Discards and what is left of the widow stay face down.", "TRI-R5")
    else:
        hand.tell("After the hand the discards and the widow may be looked at.", "TRI-R5")


# -- questions and refusals ----------------------------------------------------------------------


def trump_missing(phase: Phase) -> str:
    """Why “none” will not do."""
    return f"Phase {phase.number} needs a trump suit: ♣, ♦, ♥ or ♠."


NO_TRUMPS = "Phases 3 and 4 have no trumps: say none."


def too_few_left(left: int) -> str:
    """Why more cards cannot be drawn than the widow holds."""
    are = "is" if left == 1 else "are"
    return f"Only {counted(left, 'card')} {are} left in the widow: draw 0 to {left}."


def no_such_draw(number: int, left: int) -> str:
    """Why a number cannot be drawn at all."""
    return f"{with_minus(number)} cards cannot be drawn from a widow of 13: draw 0 to {left}."


def who_gets(rest: int) -> str:
    """The question for the other end of points agreed on."""
    points = counted(abs(rest), "point")
    verb = "gets" if rest > 0 else "gives"
    return f"The points agreed on do not add up to 0. Who {verb} the other {points}?"


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, found: Result) -> None:
    """The hand on the sheet, and in one sentence."""
    hand.status.clear()
    for seat, taken in found.tricks.items():
        hand.cell("tricks", taken, seat)
    sums = {sum(found.tricks.values()), sum(found.quotas.values())}
    hand.cell("zero", "✓" if sums == {CARDS} else "✗")
    hand.summary = outcome(found)


def outcome(found: Result) -> str:
    """The hand in one sentence: "Sol gains most, +1; tricks: Ruth 6, Sol 5, Tess 2"."""
    gains = {seat: found.tricks[seat] - quota for seat, quota in found.quotas.items()}
    if found.phase.nullo:
        gains = {seat: -gain for seat, gain in gains.items()}
    tricks = ", ".join(f"{seat} {taken}" for seat, taken in found.tricks.items())
    most = max(gains.values())
    ahead = [seat for seat in found.tricks if gains[seat] == most]
    if len(ahead) == len(gains):
        return f"Everybody takes the quota exactly; tricks: {tricks}"
    each = " each" if len(ahead) > 1 else ""
    return f"{does(ahead, 'gain')} most, {signed(most)}{each}; tricks: {tricks}"


def change(found: Result, seat: Seat) -> str:
    """A player's line: "left, quota 4, took 6: 2 above"."""
    own, taken = found.quotas[seat], found.tricks[seat]
    words = f"{offices(found.dealer)[seat]}, quota {own}, took {taken}: "
    if taken == own:
        return words + "exactly"
    nullo = found.phase.nullo
    if taken > own:
        return words + f"{taken - own} above" + (", lost in nullo" if nullo else "")
    return words + f"{own - taken} below" + (", won in nullo" if nullo else "")


REST = "so that all add up to 0"

# -- the end -------------------------------------------------------------------------------------

NOT_SHARED = "in the middle of a phase the seats are not shared equally"


def highest(winner: Side, high: int) -> str:
    """A single winner."""
    return f"{winner} ends highest, on {with_minus(high)}"


def level(winners: Sequence[Side], high: int) -> str:
    """Equal highest totals."""
    return f"{does(winners, 'end')} level on {with_minus(high)}"


def nullo_decides(gained: Mapping[Side, int]) -> str:
    """What those who are level gained in nullo."""
    figures = listed((f"{side} {signed(points)}" for side, points in gained.items()), "and")
    return f"; in nullo {figures}"


def settlement(totals: Mapping[Side, int], rules: House) -> str:
    """What everybody pays or receives, where the table plays for a stake (TRI-R17)."""
    if rules.stake == "none":
        return ""
    parts = [paid(side, total * rules.stake) for side, total in totals.items()]
    return f"; at {rules.stake} a point {listed(parts, 'and')}"


def paid(side: Side, amount: int) -> str:
    """What one player pays or receives."""
    if not amount:
        return f"{side} is even"
    return f"{side} {'receives' if amount > 0 else 'pays'} {abs(amount)}"

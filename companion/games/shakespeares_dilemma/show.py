"""How a hand of Shakespeare's Dilemma looks and sounds: guidance, panels, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card
from companion.games.shakespeares_dilemma.deck import Deal
from companion.games.shakespeares_dilemma.facts import Result, Running
from companion.games.shakespeares_dilemma.house import Hand, House
from companion.ledger import Line
from companion.panels import Grid, Won
from companion.seating import Seat, Side
from companion.words import counted, does, listed

# -- the hand under way --------------------------------------------------------------------------


def opening(hand: Hand, dealt: Deal) -> None:
    """Who deals how many of which pack."""
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    rest = "; the last 15 are the widow" if dealt.players == 3 else ""
    words = f"{hand.dealer} deals {dealt.each} each from {len(dealt.pack)} cards{rest}."
    hand.tell(words, "SHK-DEAL")


def before_the_auction(hand: Hand) -> None:
    """When the widow is bid for."""
    before = hand.rules.widow_timing == "before_pass"
    timing = "before the pass" if before else "after the pass"
    hand.tell(f"You bid for the widow {timing}.", "SHK-R4")


def widow_stands(high: int, holder: Seat | None, rules: House) -> str:
    """What the bidding for the widow has come to."""
    return f"The bid stands at {high}" if holder else f"The lowest bid is {rules.widow_min}"


def widow_taken(hand: Hand, holder: Seat | None, price: int) -> None:
    """Who has the widow."""
    if holder:
        words = f"{holder} pays {price}, lays the dealt hand aside unseen and takes the widow."
        hand.tell(words, "SHK-WIDOW")
    else:
        hand.tell("All three pass: the widow stays aside and nobody pays.", "SHK-R7")


def passing(hand: Hand, dealt: Deal) -> None:
    """What everybody passes on."""
    hand.tell(f"Pass {dealt.passing}, before you look at what arrives.", "SHK-PASS")
    hand.tell("Mix the cards so that nobody can tell who sent which.")


def leads_anything(hand: Hand, rule: str) -> None:
    """The first lead where no Venus card decides it."""
    hand.tell(f"{hand.dealer.left}, left of the dealer, leads any card.", rule)


SO_FAR = "Tricks so far"


def so_far(hand: Hand, found: Running, left: int) -> None:
    """Tricks and doublers so far; who is still at nothing."""
    rows = [
        (
            str(seat),
            str(count) if count else "no trick yet",
            ", ".join(name for name, who in found.doublers.items() if who is seat),
        )
        for seat, count in found.tricks.items()
    ]
    hand.show(Grid("Tricks", ("", "Tricks", "Doublers"), rows, ("Left", str(left), "")))
    hand.show(Won(SO_FAR, list(found.won), list(found.doubled)))
    for seat, count in found.tricks.items():
        twice = ", ×" + str(2 ** len(found.galaxies(seat))) if found.galaxies(seat) else ""
        hand.status[seat.side] = tricks(count) + twice if count else f"none: {found.dealt.tricks}"


def trick_taken(hand: Hand, who: Seat, number: int, card: Card) -> None:
    """Who won a trick of cards."""
    hand.tell(f"{who} wins trick {number} with the {card}.", "SHK-WINTRICK")


def still_out(hand: Hand, names: Sequence[str]) -> None:
    """Doublers that nobody has tapped."""
    hand.panels.pop(SO_FAR, None)
    what = listed([f"Galaxy {name}" for name in names], "and")
    if len(hand.table.seats) == 3:
        may = "it may lie aside" if len(names) == 1 else "either may lie aside"
        hand.tell(f"Nobody has taken {what} yet; {may}.", "SHK-DEADHAND")
    else:
        hand.tell(f"Every card is dealt: somebody won {what}.", "SHK-DEADHAND")


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, found: Result, lines: Sequence[Line]) -> None:
    """The hand on the sheet, and who scored most."""
    hand.panels.clear()
    hand.status.clear()
    for seat, count in found.tricks.items():
        letters = " ".join(name[0] for name in found.galaxies(seat))
        hand.cell("tricks", count, seat)
        hand.cell("doubler", letters or "–", seat)
        if seat is found.widow:
            hand.cell("widow", f"{seat} −{found.price}")
    if found.offender:
        hand.tell(f"{found.offender} revoked and scores nothing for the hand.", "SHK-R13")
    points = {seat: sum(line.points for line in lines if line.to is seat) for seat in found.tricks}
    most = max(points.values())
    ahead = [seat for seat, number in points.items() if number == most]
    with_tricks = f" with {tricks(found.tricks[ahead[0]])}" if len(ahead) == 1 else " each"
    hand.summary = f"{does(ahead, 'score')} most, {most}{with_tricks}"


def tricks(number: int) -> str:
    """So many tricks."""
    return counted(number, "trick")


def no_trick(dealt: Deal) -> str:
    """The award for no trick."""
    return f"no trick: as much as all {dealt.tricks}"


def doubled(galaxy: str, number: int) -> str:
    """One doubler."""
    return f"Galaxy {galaxy} doubles: {number} × 2"


def quadrupled(number: int) -> str:
    """Both doublers."""
    return f"both Galaxies: {number} × 4"


def widow(price: int) -> str:
    """The price of the widow."""
    return f"the widow, bought for {price}"


def nothing_for_a_revoke(number: int) -> str:
    """A player who scores nothing."""
    return f"{counted(number, 'trick')}: nothing, for a revoke"


# -- the end -------------------------------------------------------------------------------------


def target_reached(hand: Hand, totals: Mapping[Side, int]) -> None:
    """Who stands at the target, and whether it goes on."""
    high = max(totals.values())
    best = [side for side in totals if totals[side] == high]
    hand.tell(f"{does(best, 'have')} reached {hand.rules.target}.", "SHK-TARGET")
    if len(best) > 1 and hand.rules.tie_at_target == "play_on":
        hand.tell(f"Level on {high}: another hand.", "SHK-TIE")


def won(side: Side, total: int) -> str:
    """A winner alone."""
    return f"{does(side, 'have')} the highest total, {total}"


def shared(total: int) -> str:
    """A win that several have."""
    return f"level on {total}: the win is shared here"


# -- refusals ------------------------------------------------------------------------------------


def all_dealt(name: str) -> str:
    """A doubler that cannot lie aside."""
    return f"Every card is dealt: somebody won Galaxy {name}."


def without_a_trick(who: Seat, name: str) -> str:
    """A doubler with somebody who took nothing."""
    return f"{who} took no trick, so cannot hold Galaxy {name}."

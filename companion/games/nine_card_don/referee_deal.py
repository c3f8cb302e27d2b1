"""What is asked about the deal and the pitch of Nine-Card Don, and about looking at cards."""

from __future__ import annotations

from companion.game import Ruling
from companion.games.nine_card_don.counters import PACK, RANK
from companion.games.nine_card_don.house import Desk
from companion.questions import Cards, Choice, Count, option
from companion.words import does, listed


def pitch(desk: Desk) -> Ruling:
    """Who pitches, who does not look, and who deals next."""
    dealer = desk.ask(
        Choice("dealer", "Who deals?", "DON-P-PITCH", desk.seats), title="Who pitches, who waits?"
    )
    pitcher = dealer.left
    waits = [pitcher.partner]
    if desk.rules.face_down_rule == "all_but_pitcher":
        waits = [seat for seat in pitcher.round if seat is not pitcher]
    names = listed(waits, "and")
    verb = "leaves the hand" if len(waits) == 1 else "leave their hands"
    steps = (
        f"{pitcher} sits on the dealer’s left.",
        f"{pitcher.partner} sits on the dealer’s right: the pitcher’s partner.",
        f"The deal passes left, so {pitcher} deals the next hand.",
        "If somebody looks too early, the other side may call a misdeal."
        if desk.rules.face_down_breach == "misdeal"
        else "Looking too early costs a warning, no more.",
    )
    words = f"{pitcher} pitches; {names} {verb} face down until the first card has been led"
    rules = ("DON-P-PITCH", "DON-P-BLIND", "DON-ROTATE", "DON-R10")
    return Ruling(f"{words}. {pitcher} deals next.", rules, steps)


def looked(desk: Desk) -> Ruling:
    """What follows when somebody looks before the pitch."""
    dealer, who, led = desk.ask(
        Choice("dealer", "Who deals?", "DON-P-PITCH", desk.seats),
        Choice("who", "Who looked at the hand dealt?", "DON-P-BLIND", desk.seats),
        Choice("led", "Had the first card been led?", "DON-P-BLIND", ["no", "yes"]),
        title="Somebody looked too early",
    )
    pitcher = dealer.left
    rules = ("DON-P-BLIND", "DON-R10")
    if led == "yes":
        return Ruling("No fault: once the first card is led everybody may look.", rules)
    everybody = desk.rules.face_down_rule == "all_but_pitcher"
    if who is pitcher or (who is not pitcher.partner and not everybody):
        who_waits = "everybody but the pitcher waits" if everybody else "only the partner waits"
        return Ruling(f"No fault: {who} may look before the pitch.", rules, (f"Here {who_waits}.",))
    if desk.rules.face_down_breach == "misdeal":
        words = f"A fault: {who.side.opponents} may call a misdeal"
        steps = ("A misdeal is dealt again by the same dealer, with the same pitcher.",)
        return Ruling(f"{words}.", (*rules, "DON-R16"), steps)
    return Ruling(f"A fault, but only a warning for {who}: play on.", rules)


def suit(desk: Desk) -> Ruling:
    """Which suit the first card led makes trump."""
    (card,), number = desk.ask(
        Cards("card", "Which card was led?", "DON-P-TRUMP", PACK, 1, 1),
        Count("number", "To which trick?", "DON-P-TRUMP", 1, 13),
        title="Does this lead make trump?",
    )
    if number == 1:
        words = f"Yes: the {card} is the pitch, so {card.suit} is trump for the hand."
        step = "Any card may be pitched, of any suit, even one that is worth nothing."
        return Ruling(words, ("DON-P-TRUMP", "DON-R14"), (step,))
    return Ruling("No: only the first card of the hand makes trump.", ("DON-P-TRUMP",))


def draw(desk: Desk) -> Ruling:
    """Who chooses the first pitcher."""
    if desk.rules.first_pitch == "two_of_diamonds":
        words = "Nobody: the player with the 2♦ pitches first."
        return Ruling(words, ("DON-P-DRAW", "DON-R13"))
    one, two = desk.sides
    (first,), (second,) = desk.ask(
        Cards(f"drawn {one.code}", f"Drawn by {one}", "DON-P-DRAW", PACK, 1, 1),
        Cards(f"drawn {two.code}", f"Drawn by {two}", "DON-P-DRAW", PACK, 1, 1),
        title="Who chooses the first pitcher?",
    )
    if first.rank == second.rank:
        words = f"Equal: the {first} and the {second} are of one rank, so both draw again."
        return Ruling(words, ("DON-P-DRAW", "DON-R13"))
    side, card = (one, first) if RANK(first) > RANK(second) else (two, second)
    steps = ("The ace is high. The player on the pitcher’s right deals.",)
    return Ruling(
        f"{does(side, 'choose')} who pitches first: the {card} is higher.", ("DON-P-DRAW",), steps
    )


def misdeal(desk: Desk) -> Ruling:
    """Whether the cards are dealt again."""
    each: int = desk.rules.cards_each
    what = desk.ask(
        Choice[str](
            "what",
            "What went wrong?",
            "DON-R16",
            [
                option("number", label=f"somebody has not {each} cards"),
                option("exposed", label="a card was exposed in the deal"),
                option("poor", label="a holding without counters"),
            ],
            columns=1,
        ),
        title="Is it a misdeal?",
    )
    if what == "poor":
        return Ruling("No: every holding is played.", ("DON-R16", "DON-R15"))
    words = "Yes: the same dealer deals again, and the same player pitches."
    steps = (f"Everybody should have {each} cards.",) if what == "number" else ()
    return Ruling(words, ("DON-R16", "DON-DEAL"), steps)


def look_back(desk: Desk) -> Ruling:
    """Whether a trick already turned may be looked at."""
    which, claimed = desk.ask(
        Choice[str](
            "which",
            "Which trick?",
            "DON-R12",
            [
                option("last", label="the last one, next not led"),
                option("last led", label="the last one, next led"),
                option("first", label="the first one, second not started"),
                option("older", label="an older one"),
            ],
        ),
        Choice("claimed", "Is a revoke claimed?", "DON-R12", ["no", "yes"]),
        title="May I look at a trick again?",
    )
    if claimed == "yes":
        return Ruling("Yes: once a revoke is claimed every trick may be checked.", ("DON-R12",))
    if which in ("last", "first"):
        return Ruling("Yes: the last trick, until the next one is led.", ("DON-R12",))
    return Ruling("No: only the last trick, and only until the next one is led.", ("DON-R12",))

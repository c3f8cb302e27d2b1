"""What a table of Shakespeare's Dilemma asks its referee. The rules are in rules.md."""

from __future__ import annotations

from companion.game import Desk, Enquiry, Ruling
from companion.games.shakespeares_dilemma.deck import (
    DEALS,
    PACK,
    SATURN,
    SUITS,
    VENUS,
    suit_of,
    winner,
)
from companion.questions import Cards, Choice

ORDER = "Earth > Jupiter > Mars > Neptune > Saturn > Venus; then Galaxy, Sun, Moon, 7 to 1."


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and who gets the doublers in it."""
    leader, cards = desk.ask(
        Choice("leader", "Who led?", "SHK-LEADNEXT", desk.seats),
        Cards("cards", "The cards in the order played", "SHK-WINTRICK", PACK, 3, 6, order=True),
        title="Who wins this trick?",
    )
    if len(cards) != len(desk.seats):
        step = f"{len(desk.seats)} play, so a trick has {len(desk.seats)} cards."
        return Ruling(f"Not a whole trick: {len(cards)} cards.", ("SHK-WINTRICK",), (step,))
    above = desk.rules.galaxy_rank == "above_all"
    place = winner(cards, above)
    who = leader.round[place]
    steps = [ORDER, f"The highest is the {cards[place]}, whatever was led."]
    if above:
        steps[0] = "Here a Galaxy beats every other card."
    got = [str(card) for card in cards if card in (VENUS, SATURN)]
    if got:
        steps.append(f"{who} gets {' and '.join(got)}, whoever played it.")
    steps.append(f"{who} leads to the next trick.")
    rules = ("SHK-WINTRICK", "SHK-GALAXYRANK", "SHK-DOUBLERS", "SHK-LEADNEXT", "SHK-R10")
    return Ruling(f"{who} wins with the {cards[place]}.", rules, tuple(steps))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead."""
    led, holding = desk.ask(
        Choice("led", "Which suit was led?", "SHK-FOLLOW", SUITS),
        Cards("holding", "The cards still held", "SHK-FOLLOW", PACK, 1, 15),
        title="Which cards may I play?",
    )
    same = [card for card in holding if suit_of(card) == led]
    step = f"The holding has {led}: follow suit." if same else f"No {led}: any card will do."
    legal = " ".join(map(str, same or holding))
    return Ruling(f"Legal: {legal}.", ("SHK-FOLLOW",), (step,))


def lead(desk: Desk) -> Ruling:
    """Who leads the first trick."""
    dealer, holder = desk.ask(
        Choice("dealer", "Who dealt?", "SHK-FIRSTLEAD", desk.seats),
        Choice[object](
            "holder", "Who has the 1 of Venus?", "SHK-FIRSTLEAD", [*desk.seats, "nobody"]
        ),
        title="Who leads first?",
    )
    if holder != "nobody":
        step = "Whoever holds the 1 of Venus after the pass leads it."
        return Ruling(f"{holder} leads the 1 of Venus.", ("SHK-FIRSTLEAD",), (step,))
    if len(desk.seats) != 3:
        step = "Every card is dealt, so somebody has it."
        return Ruling("Somebody must hold the 1 of Venus.", ("SHK-FIRSTLEAD",), (step,))
    if desk.rules.no_one_venus == "left_of_dealer":
        return Ruling(f"{dealer.left} leads any card.", ("SHK-R8",))
    step = "With three players it may lie aside; without any Venus card the dealer’s left leads."
    return Ruling("The holder of the lowest Venus card leads it.", ("SHK-R8", "SHK-R9"), (step,))


def passing(desk: Desk) -> Ruling:
    """How many cards are passed, and to whom."""
    number = desk.ask(
        Choice("count", "How many are playing?", "SHK-PASS", ["3", "4", "5", "6"], columns=4),
        title="How do we pass?",
    )
    deal = DEALS[int(number)]
    steps = (
        f"{deal.each} cards each from {len(deal.pack)}; {deal.tricks} tricks.",
        "Everybody passes before looking; mix the cards so that nobody knows who sent which.",
    )
    return Ruling(f"Each passes {deal.passing}.", ("SHK-PASS", "SHK-DEAL"), steps)


def dead(desk: Desk) -> Ruling:
    """Whether a doubler can be out of play."""
    number = desk.ask(
        Choice("count", "How many are playing?", "SHK-DEADHAND", ["3", "4", "5", "6"], columns=4),
        title="Can a doubler be out of play?",
    )
    if number == "3":
        step = "It may lie in the hand set aside or in a widow nobody took."
        return Ruling("Yes, with three players.", ("SHK-DEADHAND",), (step,))
    return Ruling("No: every card is dealt.", ("SHK-DEADHAND",), ("Somebody won each Galaxy.",))


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick,
            ("SHK-WINTRICK", "SHK-GALAXYRANK", "SHK-DOUBLERS", "SHK-LEADNEXT")),
    Enquiry("follow", "Which cards may I play?", follow, ("SHK-FOLLOW",)),
    Enquiry("lead", "Who leads first?", lead, ("SHK-FIRSTLEAD",)),
    Enquiry("pass", "How do we pass?", passing, ("SHK-PASS",)),
    Enquiry("dead", "Can a doubler be out of play?", dead, ("SHK-DEADHAND",)),
)  # fmt: skip

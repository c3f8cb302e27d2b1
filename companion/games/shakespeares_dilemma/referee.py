"""What a table of Shakespeare's Dilemma asks its referee. The rules are in rules.md."""

from __future__ import annotations

from companion.game import SCORED, Enquiry, Ruling
from companion.games.shakespeares_dilemma.deck import (
    DEALS,
    PACK,
    SATURN,
    SUITS,
    VENUS,
    rank_of,
    suit_of,
    winner,
)
from companion.games.shakespeares_dilemma.facts import DOUBLERS, MOST, least_price
from companion.games.shakespeares_dilemma.house import Desk
from companion.games.shakespeares_dilemma.score import score
from companion.questions import Cards, Choice, Count, Points, Several, option
from companion.words import signed

ORDER = "Earth > Jupiter > Mars > Neptune > Saturn > Venus; then Galaxy, Sun, Moon, 7 to 1."


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and who gets the doublers in it."""
    leader, cards = desk.ask(
        Choice("leader", "Who led?", "SHK-LEADNEXT", desk.seats),
        Cards(
            "cards",
            "The cards in the order played",
            "SHK-WINTRICK",
            DEALS[len(desk.seats)].pack,
            len(desk.seats),
            len(desk.seats),
            order=True,
        ),
        title="Who wins this trick?",
    )
    above = desk.rules.galaxy_rank == "above_all"
    place = winner(cards, above)
    who = leader.round[place]
    steps = [ORDER, f"The highest is the {cards[place]}, no matter what was led."]
    if above:
        steps[0] = "Here a Galaxy beats every other card."
    got = [str(card) for card in cards if card in (VENUS, SATURN)]
    if got:
        steps.append(f"{who} gets {' and '.join(got)}, no matter who played it.")
    steps.append(f"{who} leads to the next trick.")
    rules = ["SHK-WINTRICK", "SHK-LEADNEXT"]
    if any(rank_of(card) == "Galaxy" for card in cards):
        rules.append("SHK-R10" if above else "SHK-GALAXYRANK")
    if got:
        rules.append("SHK-DOUBLERS")
    return Ruling(f"{who} wins with the {cards[place]}.", tuple(rules), tuple(steps))


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
    return Ruling(f"You may play: {legal}.", ("SHK-FOLLOW",), (step,))


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
        step = "The player who holds the 1 of Venus after the pass leads it."
        return Ruling(f"{holder} leads the 1 of Venus.", ("SHK-FIRSTLEAD",), (step,))
    if len(desk.seats) != 3:
        step = "Every card is dealt, so somebody has it."
        return Ruling("Somebody must hold the 1 of Venus.", ("SHK-FIRSTLEAD",), (step,))
    if desk.rules.no_one_venus == "left_of_dealer":
        return Ruling(f"{dealer.left} leads any card.", ("SHK-R8",))
    step = "With three players it may lie aside; without any Venus card the dealer’s left leads."
    return Ruling("The holder of the lowest Venus card leads it.", ("SHK-R8", "SHK-R9"), (step,))


def players_question(rule: str) -> Choice[str]:
    return Choice("count", "How many are playing?", rule, list(map(str, DEALS)), columns=4)


def passing(desk: Desk) -> Ruling:
    """How many cards are passed, and to whom."""
    number = desk.ask(
        players_question("SHK-PASS"),
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
        players_question("SHK-DEADHAND"),
        title="Can a doubler be out of play?",
    )
    if number == "3":
        step = "It may lie in the hand set aside or in a widow nobody took."
        return Ruling("Yes, with three players.", ("SHK-DEADHAND",), (step,))
    return Ruling("No: every card is dealt.", ("SHK-DEADHAND",), ("Somebody won each Galaxy.",))


def price(desk: Desk) -> Ruling:
    """Was that bid for the widow legal?"""
    number = desk.ask(players_question("SHK-WIDOW"), title="Was that bid legal?")
    if number != "3":
        words = "No: only the three-player game has a widow."
        return Ruling(words, ("SHK-WIDOW",))
    high, call = desk.ask(
        Points("high", "The highest bid before it; 0 for none", "SHK-R5", 0, MOST),
        Points("call", "The bid in question", "SHK-R6", 0, MOST),
        title="Was that bid legal?",
    )
    least = least_price(high, desk.rules.widow_min)
    rule = "SHK-R5" if high else "SHK-R6"
    if call < least:
        return Ruling(f"No: say {least} or more, or pass.", (rule,))
    once = desk.rules.widow_auction == "one_round"
    step = "Everybody bids or passes once." if once else "The auction goes round until one is left."
    return Ruling(f"Yes: {least} or more will do.", (rule,), (step,) if high else ())


def worth(desk: Desk) -> Ruling:
    """What a player's tricks and doublers score."""
    dealt = DEALS[len(desk.seats)]
    tricks, doublers = desk.ask(
        Count("tricks", "Tricks taken", "SHK-TRICK", 0, dealt.tricks),
        Several(
            "doublers",
            "Which doublers were in them?",
            "SHK-DOUBLERS",
            [option(name, label=f"Galaxy {name}") for name in DOUBLERS],
        ),
        title="What does this hand score?",
    )
    if doublers and not tricks:
        return Ruling("No: without a trick nobody holds a Galaxy.", ("SHK-DOUBLERS",))
    anybody, *_ = desk.seats
    lines = list(score(anybody, tricks, doublers, dealt))
    steps = tuple(f"{signed(line.points)}: {line.why}." for line in lines)
    total = sum(line.points for line in lines)
    return Ruling(f"It scores {signed(total)}.", tuple(line.rule for line in lines), steps)


ENQUIRIES = (
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("SHK-WINTRICK", "SHK-GALAXYRANK", "SHK-DOUBLERS", "SHK-LEADNEXT"),
        at={"trick *": "", "won *": ""},
    ),
    Enquiry(
        "follow",
        "Which cards may I play?",
        follow,
        ("SHK-FOLLOW",),
        at={
            "trick *": "",
            "revoke": "",
        },
    ),
    Enquiry(
        "lead",
        "Who leads first?",
        lead,
        ("SHK-FIRSTLEAD",),
        at={"one of Venus": "", "lowest Venus": ""},
    ),
    Enquiry(
        "pass", "How do we pass?", passing, ("SHK-PASS",), at={"widow *": "", "one of Venus": ""}
    ),
    Enquiry(
        "dead",
        "Can a doubler be out of play?",
        dead,
        ("SHK-DEADHAND",),
        at={"Galaxy *": "", "trick *": ""},
    ),
    Enquiry(
        "price", "Was that bid for the widow legal?", price, ("SHK-WIDOW",), at={"widow *": ""}
    ),
    Enquiry(
        "worth",
        "What does this hand score?",
        worth,
        ("SHK-TRICK", "SHK-GALAXY", "SHK-BOTH", "SHK-NONE"),
        at={"tricks": "", SCORED: ""},
    ),
)

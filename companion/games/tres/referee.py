"""What a table of Très asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.game import Enquiry, Ruling
from companion.games.tres.house import Desk, House
from companion.games.tres.score import forfeit
from companion.games.tres.tricks import PACK, TRUMP, Trick, off_suit, reply_wins, taker, worth
from companion.questions import Cards, Choice
from companion.seating import Seat
from companion.words import counted


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and what it is worth."""
    leader, cards = desk.ask(
        Choice("leader", "Who led?", "TRES-TWICE", desk.seats),
        Cards(
            "cards", "The three cards in the order played", "TRES-WINTRICK", PACK, 3, 3, order=True
        ),
        title="Who wins this trick?",
    )
    place = taker(cards)
    who = leader.left if place == 1 else leader
    made = worth(cards)
    trumps = any(card.suit is TRUMP for card in cards)
    high = "the highest heart" if trumps else "the highest card of the suit led"
    winning = reply_wins(cards[0], cards[1])
    led = cards[0].suit
    duty = f"had to follow {led} if able" if winning else "was free to play any card"
    steps = (
        f"The reply was {'winning' if winning else 'losing'}, so {leader}’s second card {duty}.",
        f"The {cards[place]} is {high}.",
        f"{made.why[:1].upper()}{made.why[1:]}: {made.points}.",
    )
    rules = ("TRES-WINTRICK", made.rule)
    return Ruling(f"{who} wins and scores {made.points}.", rules, steps)


def legal(desk: Desk) -> Ruling:
    """Which cards may be played second or third."""
    played, holding = desk.ask(
        Cards("played", "The cards already in the trick", "TRES-REPLY", PACK, 0, 2, order=True),
        Cards("holding", "The cards still held", "TRES-REPLY", PACK, 1, 26),
        title="Which cards may I play?",
    )
    if not played:
        rules = ("TRES-NODUTY", "TRES-ALTLEAD")
        return Ruling("Any card may be led.", rules)
    led = played[0].suit
    assert led is not None
    same = [card for card in holding if card.suit is led]
    losing = len(played) == 2 and not reply_wins(played[0], played[1])
    if losing:
        step = (
            f"The {played[1]} is losing, so the leader’s second card is free: the planned renege."
        )
        return Ruling("You may play: any card.", ("TRES-RENEGE", "TRES-WINNING"), (step,))
    rule = "TRES-REPLY" if len(played) == 1 else "TRES-MUSTFOLLOW"
    words = " ".join(map(str, same)) if same else "any card"
    has = f"The holding has {led}" if same else f"There is no {led}"
    steps = (f"{has}.", "You need not trump, over-trump or beat a card.")
    return Ruling(f"You may play: {words}.", (rule, "TRES-NODUTY"), steps)


def lead(desk: Desk) -> Ruling:
    dealer, number = desk.ask(
        Choice("dealer", "Who dealt?", "TRES-ALTLEAD", desk.seats),
        Choice("number", "Which trick?", "TRES-ALTLEAD", [str(n) for n in range(1, 18)], columns=5),
        title="Who leads this trick?",
    )
    who = dealer.left if int(number) % 2 else dealer
    steps = [
        "The non-dealer leads odd tricks, the dealer even ones, no matter who wins.",
        f"{who} plays the first and the third card.",
    ]
    if number == "17":
        steps.append(
            "In the last trick the third card is all that is left; it must still follow if it can."
        )
    rules = ("TRES-ALTLEAD", "TRES-TWICE", *(("TRES-LAST",) if number == "17" else ()))
    return Ruling(f"{who} leads trick {number}.", rules, tuple(steps))


def price(trick: Trick, who: Seat, rules: House) -> str:
    """What a revoke costs at this table."""
    if rules.revoke == "note":
        return "Note it: the score stands."
    if rules.revoke == "void_deal":
        return "The deal is void, and the same dealer deals again."
    if trick.winner is not who:
        return f"{who} did not win the trick: no points change hands."
    gain = sum(line.points for line in forfeit(trick) if line.to is who.left)
    return f"{who.left} gets the {counted(gain, 'point')} of the trick."


def renege(desk: Desk) -> Ruling:
    """Was a card off suit an offence? Both the reply and the third card are looked at."""
    leader, cards = desk.ask(
        Choice("leader", "Who led?", "TRES-TWICE", desk.seats),
        Cards("cards", "The three cards in the order played", "TRES-AUDIT", PACK, 3, 3, order=True),
        title="Was that a revoke?",
    )
    trick = Trick(leader, cards)
    led = cards[0].suit
    assert led is not None
    free = f"The reply was losing, so {leader} could play any card: that is called a renege."
    steps: list[str] = []
    for place in off_suit(trick):
        who = trick.player[place]
        prompt = f"Did {who} play {led.word} in a later trick?"
        if desk.ask(Choice(f"later {place + 1}", prompt, "TRES-AUDIT", ["yes", "no"])) == "yes":
            words = f"Yes: {who} revoked with the {cards[place]}."
            steps.append(f"{who} had to follow {led}, and still had one.")
            steps.append(price(trick, who, desk.rules))
            return Ruling(words, ("TRES-AUDIT", DUTY[place], "TRES-R7"), tuple(steps))
        steps.append(f"Nothing shows that {who} still had {led}.")
    if steps:
        return Ruling("No: nothing proves a revoke.", ("TRES-AUDIT",), tuple(steps))
    if cards[2].suit is not led:
        return Ruling(f"No: {leader} was free.", ("TRES-RENEGE", "TRES-R8"), (free,))
    return Ruling("No: both cards followed suit.", ("TRES-AUDIT",))


DUTY = {1: "TRES-REPLY", 2: "TRES-MUSTFOLLOW"}
"""The rule by which the second and the third card of a trick have to follow suit."""


ENQUIRIES = (
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("TRES-WINTRICK", "TRES-VALUE", "TRES-WINNING"),
        at={
            "trick * card *": "",
            "trick * void *": "",
            "ones": "",
            "winner *": "",
            "points": "",
        },
    ),
    Enquiry(
        "legal",
        "Which cards may I play?",
        legal,
        ("TRES-REPLY", "TRES-MUSTFOLLOW", "TRES-RENEGE", "TRES-NODUTY", "TRES-WINNING"),
        at={"trick * card *": ""},
    ),
    Enquiry(
        "lead",
        "Who leads this trick?",
        lead,
        ("TRES-ALTLEAD", "TRES-TWICE", "TRES-LAST"),
        at={"trick * card *": ""},
    ),
    Enquiry(
        "renege",
        "Was that a revoke?",
        renege,
        ("TRES-AUDIT", "TRES-RENEGE"),
        at={"trick * void *": "", "trick * card *": ""},
    ),
)

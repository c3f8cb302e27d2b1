"""What a table of Dealer's Dilemma asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Suit
from companion.game import Desk, Enquiry, Ruling
from companion.games.dealers_dilemma.play import PACK, RANK
from companion.games.dealers_dilemma.score import DIFFERENCE, EASY, KINDS, Bid, score
from companion.questions import Cards, Choice, Count, option
from companion.tricks import follow_suit, winner


def trump(desk: Desk) -> Ruling:
    """The trump and the forced lead that follow from the two face-up cards."""
    up, taken, wish = desk.ask(
        Cards("up", "The two face-up cards", "DD-TRUMP", PACK, 2, 2),
        Cards("taken", "The card taken", "DD-TRUMP", PACK, 1, 1),
        Choice("wish", "Does the dealer want trumps?", "DD-TRUMP", ["trump", "no trump"]),
        title="What is trump, what is led?",
    )
    if taken[0] not in up:
        return Ruling(f"The {taken[0]} was not one of the two.", ("DD-TRUMP",))
    (lead,) = (card for card in up if card != taken[0])
    same = up[0].suit is up[1].suit
    if wish == "no trump" and not same:
        step = "No trump is only possible when the two face-up cards share a suit."
        answer = f"{taken[0].suit} is trump and the {lead} is led."
        return Ruling(answer, ("DD-TRUMP", "DD-FORCEDLEAD"), (step,))
    words = "There is no trump" if wish == "no trump" else f"{taken[0].suit} is trump"
    step = "Both cards show one suit, so the dealer may choose." if same else "The suits differ."
    return Ruling(f"{words} and the {lead} is led.", ("DD-TRUMP", "DD-FORCEDLEAD"), (step,))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead."""
    led, holding = desk.ask(
        Choice("led", "Which suit was led?", "DD-FOLLOW", list(Suit), columns=4),
        Cards("holding", "The cards still held", "DD-FOLLOW", PACK, 1, 12),
        title="Which cards may I play?",
    )
    legal, why = follow_suit(holding, led)
    return Ruling(f"Legal: {' '.join(map(str, legal))}.", ("DD-FOLLOW",), (why,))


def trick(desk: Desk) -> Ruling:
    """Who wins a trick."""
    suit, leader, cards = desk.ask(
        Choice[object](
            "trump", "Trump?", "DD-TRUMP", [*Suit, option("none", label="no trump")], columns=5
        ),
        Choice("leader", "Who led?", "DD-LEADNEXT", desk.seats, columns=3),
        Cards("cards", "The three cards in the order played", "DD-TRICK", PACK, 3, 3, order=True),
        title="Who wins this trick?",
    )
    place = winner(cards, suit if isinstance(suit, Suit) else None, RANK)
    seat = leader.round[place]
    trumped = isinstance(suit, Suit) and cards[place].suit is suit
    step = (
        "the highest trump" if trumped else "the highest card of the suit led; no trump was played"
    )
    steps = (f"The {cards[place]} is {step}.", f"{seat} leads to the next trick.")
    return Ruling(f"{seat} wins with the {cards[place]}.", ("DD-TRICK", "DD-LEADNEXT"), steps)


def order(desk: Desk) -> Ruling:
    """Who bids and leads when."""
    dealer = desk.ask(
        Choice("dealer", "Who deals?", "DD-BIDORDER", desk.seats, columns=3),
        title="Who bids first, who leads?",
    )
    names = ", then ".join(map(str, dealer.round))
    steps = (
        f"Bids: {names}; later bidders see the face-up cards of earlier ones.",
        f"{dealer} leads the face-up card not taken; the winner of a trick leads the next.",
        "Cards used to bid are out of play, and every round has ten tricks.",
        "The hidden card of an Easy bid is turned over after the tenth trick.",
    )
    rules = (
        "DD-BIDORDER",
        "DD-FORCEDLEAD",
        "DD-LEADNEXT",
        "DD-BIDOUT",
        "DD-TENTRICKS",
        "DD-SECRET",
    )
    return Ruling(f"{dealer}, the dealer, bids first and leads to trick 1.", rules, steps)


def worth(desk: Desk) -> Ruling:
    """What a bid scores for a number of tricks."""
    kind, first, second, tricks = desk.ask(
        Choice[str](
            "kind",
            "Which kind of bid?",
            "DD-BIDS",
            [option(kind, label=kind.capitalize()) for kind in KINDS],
            columns=4,
        ),
        Count(
            "first", "The shown, top or larger number", "DD-BIDS", 2, 10, unless=("kind", "zero")
        ),
        Count(
            "second",
            "The hidden, covered or smaller number",
            "DD-BIDS",
            2,
            10,
            unless=("kind", "zero"),
        ),
        Count("tricks", "Tricks won", "DD-TENTRICKS", 0, 10),
        title="What does this bid score?",
    )
    if kind == DIFFERENCE and first == second and desk.rules.equal_difference == "refuse":
        step = "To aim for no tricks, make a Zero bid (6 points)."
        return Ruling("Not a bid: equal cards make a difference of 0.", ("DD-R1",), (step,))
    low, high = sorted((first or 0, second or 0))
    made = Bid(kind, first, second) if kind == EASY else Bid(kind, first or 0, second)
    if kind == DIFFERENCE:
        made = Bid(kind, high, low)
    lines = list(score(desk.seats[0], made, tricks, desk.rules))
    points = sum(line.points for line in lines)
    rules = tuple(dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also)))
    answer = f"It scores {points:+d}.".replace("-", "−").replace("+0", "0")
    return Ruling(answer, rules, tuple(line.why[:1].upper() + line.why[1:] + "." for line in lines))


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick, ("DD-TRICK", "DD-LEADNEXT")),
    Enquiry("follow", "Which cards may I play?", follow, ("DD-FOLLOW",)),
    Enquiry("trump", "What is trump, what is led?", trump, ("DD-TRUMP", "DD-FORCEDLEAD")),
    Enquiry("worth", "What does this bid score?", worth, ("DD-BIDS",)),
    Enquiry(
        "order",
        "Who bids first, who leads?",
        order,
        ("DD-BIDORDER", "DD-FORCEDLEAD", "DD-LEADNEXT", "DD-BIDOUT", "DD-TENTRICKS", "DD-SECRET"),
    ),
)

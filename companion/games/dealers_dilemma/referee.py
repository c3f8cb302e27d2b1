"""What a table of Dealer's Dilemma asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion import referee
from companion.game import SCORED, Enquiry, Ruling
from companion.games.dealers_dilemma import show
from companion.games.dealers_dilemma.facts import (
    DIFFERENCE,
    PACK,
    RANK,
    ZERO,
    of_numbers,
    trump_and_lead,
)
from companion.games.dealers_dilemma.house import Desk
from companion.games.dealers_dilemma.score import score
from companion.questions import Cards, Choice, Count
from companion.words import signed

CITED = referee.Cited(trump="DD-TRUMP", lead="DD-LEADNEXT", trick="DD-TRICK")


def trump(desk: Desk) -> Ruling:
    """The trump and the forced lead that follow from the two face-up cards."""
    up, (taken,), wish = desk.ask(
        Cards("up", "The two face-up cards", "DD-TRUMP", PACK, 2, 2),
        Cards("taken", "The card taken", "DD-TRUMP", PACK, 1, 1),
        Choice("wish", "Does the dealer want trumps?", "DD-TRUMP", ["trump", "no trump"]),
        title="What is trump, what is led?",
    )
    if taken not in up:
        return Ruling(f"The {taken} was not one of the two.", ("DD-TRUMP",))
    suit, lead = trump_and_lead(up, taken, wish == "trump")
    same = up[0].suit is up[1].suit
    words = f"Trumps are {suit}" if suit else "There are no trumps"
    step = "Both cards show one suit, so the dealer may choose." if same else "The suits differ."
    if wish == "no trump" and not same:
        step = "No-trump is only possible when the two face-up cards share a suit."
        words = f"No: trumps are {suit}"
    return Ruling(f"{words}, and the {lead} is led.", ("DD-TRUMP", "DD-FORCEDLEAD"), (step,))


def trick(desk: Desk) -> Ruling:
    found = referee.trick(desk, PACK, RANK, CITED)
    steps = (*found.steps, f"{found.winner} leads to the next trick.")
    words = f"{found.winner} wins with the {found.card}."
    return Ruling(words, ("DD-TRICK", "DD-LEADNEXT"), steps)


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
            show.kinds(),
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
        return Ruling(
            "No bid: equal cards make a difference of 0.", ("DD-R1",), (show.EQUAL_CARDS,)
        )
    bid = of_numbers(kind, [] if kind == ZERO else [first, second])
    anybody, *_ = desk.seats
    lines = list(score(anybody, bid, tricks, desk.rules))
    points = sum(line.points for line in lines)
    rules = tuple(dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also)))
    answer = f"It scores {signed(points)}."
    return Ruling(answer, rules, tuple(line.why[:1].upper() + line.why[1:] + "." for line in lines))


ENQUIRIES = (
    Enquiry(
        "trick", "Who wins this trick?", trick, ("DD-TRICK", "DD-LEADNEXT"), at={"trick *": ""}
    ),
    Enquiry(
        "follow",
        "Which cards may I play?",
        referee.follow(PACK, 12, "DD-FOLLOW"),
        ("DD-FOLLOW",),
        at={"trick *": "", "revoke": ""},
    ),
    Enquiry(
        "trump",
        "What is trump, what is led?",
        trump,
        ("DD-TRUMP", "DD-FORCEDLEAD"),
        at={"up": "up", "taken": "taken", "trump": ""},
    ),
    Enquiry(
        "worth",
        "What does this bid score?",
        worth,
        ("DD-BIDS",),
        at={
            "bid *": "",
            "kind *": "",
            "top *": "",
            "pair *": "",
            "difference *": "",
            "shown *": "",
            "reveal *": "",
            SCORED: "",
        },
    ),
    Enquiry(
        "order",
        "Who bids first, who leads?",
        order,
        ("DD-BIDORDER", "DD-FORCEDLEAD", "DD-LEADNEXT", "DD-BIDOUT", "DD-TENTRICKS", "DD-SECRET"),
        at={"bid *": "", "up": ""},
    ),
)

"""What a Tribello table asks its referee; each enquiry calls the functions the play itself uses."""

from __future__ import annotations

from companion import referee
from companion.game import SCORED, Enquiry, Ruling
from companion.games.tribello import score, show
from companion.games.tribello.facts import (
    CARDS,
    PACK,
    PHASES,
    Phase,
    Result,
    dealer_of,
    may_draw,
    names_late,
    offices,
    phase_of,
    quotas,
)
from companion.games.tribello.house import Desk
from companion.questions import Cards, Choice, Count, Option, Refused
from companion.seating import Seat
from companion.tricks import ranking
from companion.words import listed, signed

RANK = ranking()
CITED = referee.Cited(trump="TRI-PHASES", lead="TRI-P-LEAD", trick="TRI-P-TRICK")


def phase_question() -> Choice[Phase]:
    """One of the four phases."""
    options = [
        Option(phase, str(phase.number), f"{phase.number} {phase.title}") for phase in PHASES
    ]
    return Choice("phase", "Which phase?", "TRI-PHASES", options)


def dealer_question(desk: Desk, rule: str = "TRI-P-DEALER") -> Choice[Seat]:
    return Choice("dealer", "Who deals?", rule, desk.seats, columns=3)


def numbered(desk: Desk) -> Ruling:
    """Who deals a hand, which phase is it, and what are the quotas?"""
    number, first = desk.ask(
        Count("hand", "Which hand?", "TRI-P-DEALER", 1, desk.rules.game_length),
        Choice("first", "Who dealt hand 1?", "TRI-P-DEALER", desk.seats, columns=3),
        title="Who deals, and what are the quotas?",
    )
    dealer, phase = dealer_of(number, first), phase_of(number)
    own = listed((f"{seat} {tricks}" for seat, tricks in quotas(phase, dealer).items()), "and")
    steps = (
        f"Phase {phase.number}, {phase.title}: {show.note(phase)}.",
        "The deal passes to the left; everybody deals once in every phase.",
    )
    answer = f"{dealer} deals hand {number}, in phase {phase.number}; quotas {own}."
    return Ruling(answer, ("TRI-P-DEALER", "TRI-QUOTA"), steps)


def trump(desk: Desk) -> Ruling:
    """What makes trumps, and who cuts?"""
    phase, dealer, cards = desk.ask(
        phase_question(),
        dealer_question(desk),
        Cards("card", "The bottom card of the upper packet", "TRI-P-CUT", PACK, 1, 1),
        title="What is trump?",
    )
    (card,) = cards
    cut = f"{dealer.left}, left of the dealer, cuts before every deal."
    if phase.trump == "cut":
        stays = "The card goes back into the pack; only its suit matters."
        words = f"{card.suit} is trump: the cut shows the {card}."
        return Ruling(words, ("TRI-P-CUT", "TRI-R4"), (cut, stays))
    if phase.trump == "named":
        late = names_late(phase, desk.rules)
        when = "after the dealer’s own draw" if late else "before anybody draws"
        words = f"{dealer} names a suit {when}; the card cut names nothing."
        return Ruling(words, ("TRI-P-NAME", "TRI-R3"), (cut,))
    words = f"Nothing: phase {phase.number} has no trumps, and the card cut names none."
    return Ruling(words, ("TRI-P-CUT", "TRI-R2"), (cut,))


def draw(desk: Desk) -> Ruling:
    """How many cards may a player draw?"""
    phase, dealer, who, drawn = desk.ask(
        phase_question(),
        dealer_question(desk),
        Choice("who", "Whose turn is it to draw?", "TRI-P-DRAW", desk.seats, columns=3),
        Count("drawn", "Cards the others have drawn already", "TRI-P-DRAW", 0, CARDS,
              code="draw_exceeds_widow"),
        title="How many may I draw?",
        check=first_draws_first,
    )  # fmt: skip
    if not may_draw(phase, desk.rules):
        return Ruling("None: here nobody draws in nullo.", ("TRI-P-DRAW", "TRI-R18"))
    left = CARDS - drawn
    order = listed((f"{seat} ({office})" for seat, office in offices(dealer).items()), "and")
    steps = (
        f"The order of drawing: {order}.",
        "Discard first, face down, then take the same number: no second thoughts.",
    )
    also = ("TRI-R18",) if phase.nullo else ()
    if not left:
        words = f"None: the widow is empty, and {who} plays the cards dealt."
        return Ruling(words, ("TRI-P-DRAW", "TRI-R8", *also), steps)
    words = f"{who} may draw 0 to {left} cards, as many as are discarded."
    return Ruling(words, ("TRI-P-DRAW", "TRI-R6", *also), steps)


def first_draws_first(phase: Phase, dealer: Seat, who: Seat, drawn: int) -> None:
    if who is dealer and drawn:
        message = f"{dealer} deals and draws first, so nobody can have drawn {drawn} before: say 0."
        raise Refused(message, "TRI-P-DRAW", "draw_out_of_range", "drawn")


def lead(desk: Desk) -> Ruling:
    phase, dealer = desk.ask(
        phase_question(), dealer_question(desk, "TRI-P-LEAD"), title="Who leads first?"
    )
    step = "The winner of a trick leads to the next."
    rules = ("TRI-P-LEAD", "TRI-R9") if phase.nullo else ("TRI-P-LEAD",)
    more = ("Nullo makes no exception.",) if phase.nullo else ()
    return Ruling(f"{dealer}, the dealer, leads the first trick.", rules, (*more, step))


def trick(desk: Desk) -> Ruling:
    found = referee.trick(desk, PACK, RANK, CITED)
    answer = f"{found.winner} wins with the {found.card}, and leads next."
    return Ruling(answer, ("TRI-P-TRICK", "TRI-P-LEAD"), found.steps)


def worth(desk: Desk) -> Ruling:
    """What do so many tricks change?"""
    phase, dealer, who, tricks = desk.ask(
        phase_question(),
        dealer_question(desk, "TRI-QUOTA"),
        Choice("who", "Whose tricks?", "TRI-QUOTA", desk.seats, columns=3),
        Count("tricks", "Tricks taken", "TRI-OVER", 0, CARDS, code="tricks_out_of_range"),
        title="What do these tricks score?",
    )
    found = Result(phase, dealer, dict.fromkeys(desk.seats, tricks))
    line = next(line for line in score.lines(found) if line.to is who)
    steps = (
        f"{line.why[:1].upper()}{line.why[1:]}.",
        "Phases 1 to 3: tricks − quota. Phase 4: quota − tricks.",
    )
    words = f"{signed(line.points)} for {who} in phase {phase.number}."
    return Ruling(words, (line.rule, "TRI-QUOTA"), steps)


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick, ("TRI-P-TRICK",), at={"tricks": ""}),
    Enquiry(
        "follow",
        "Which cards may I play?",
        referee.follow(PACK, CARDS, "TRI-P-FOLLOW"),
        ("TRI-P-FOLLOW",),
        at={"tricks": ""},
    ),
    Enquiry(
        "lead", "Who leads first?", lead, ("TRI-P-LEAD", "TRI-R9"), at={"draw *": "", "tricks": ""}
    ),
    Enquiry(
        "trump",
        "What is trump?",
        trump,
        ("TRI-P-CUT", "TRI-P-NAME", "TRI-R2", "TRI-R3"),
        at={"trump": ""},
    ),
    Enquiry(
        "draw",
        "How many may I draw?",
        draw,
        ("TRI-P-DRAW", "TRI-R6", "TRI-R8", "TRI-R18"),
        at={"draw *": ""},
    ),
    Enquiry(
        "hand", "Who deals, and what are the quotas?", numbered, ("TRI-P-DEALER",), at={"trump": ""}
    ),
    Enquiry(
        "worth",
        "What do these tricks score?",
        worth,
        ("TRI-OVER", "TRI-UNDER", "TRI-NULLO"),
        at={"tricks": "", SCORED: ""},
    ),
)

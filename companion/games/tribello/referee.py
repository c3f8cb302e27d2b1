"""What a Tribello table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Card, Pack, Suit
from companion.game import Desk, Enquiry, Ruling
from companion.games.tribello.phases import CARDS, OFFICES, PHASES, Phase, phase_of, quotas
from companion.games.tribello.play import score
from companion.ledger import signed
from companion.questions import Cards, Choice, Count, Option, Refused, listed, option
from companion.seating import Seat
from companion.tricks import follow_suit, ranking, winner

PACK = Pack.of()
RANK = ranking()


def phase_question() -> Choice[Phase]:
    """One of the four phases."""
    options = [
        Option(phase, str(phase.number), f"{phase.number} {phase.title}") for phase in PHASES
    ]
    return Choice("phase", "Which phase?", "TRI-P-DEALER", options)


def numbered(desk: Desk) -> Ruling:
    """Who deals a hand, its phase, and everybody's quota."""
    last = desk.rules.game_length
    number, first = desk.ask(
        Count("hand", "Which hand?", "TRI-P-DEALER", 1, last),
        Choice("first", "Who dealt hand 1?", "TRI-P-DEALER", desk.seats),
        title="Who deals, and what are the quotas?",
    )
    dealer: Seat = first.round[(number - 1) % 3]
    phase = phase_of(number)
    own = listed((f"{seat} {tricks}" for seat, tricks in quotas(phase, dealer).items()), "and")
    steps = (
        f"Phase {phase.number}, {phase.title}: {phase.note()}.",
        "The deal goes round clockwise; everybody deals once in every phase.",
    )
    answer = f"{dealer} deals hand {number}, in phase {phase.number}; quotas {own}."
    return Ruling(answer, ("TRI-P-DEALER", "TRI-QUOTA"), steps)


def trump(desk: Desk) -> Ruling:
    """What makes trump, and who cuts."""
    phase, dealer, cards = desk.ask(
        phase_question(),
        Choice("dealer", "Who deals?", "TRI-P-DEALER", desk.seats),
        Cards("card", "The bottom card of the upper packet", "TRI-P-CUT", PACK, 1, 1),
        title="What is trump?",
    )
    card: Card = cards[0]
    cut = f"{dealer.left}, left of the dealer, cuts before every deal."
    if phase.trump == "cut":
        stays = "The card goes back into the pack; only its suit matters."
        words = f"{card.suit} is trump: the cut shows {card}."
        return Ruling(words, ("TRI-P-CUT", "TRI-R4"), (cut, stays))
    if phase.trump == "named":
        when = "before anybody draws"
        if desk.rules.phase2_trump_time == "after_dealer_draw":
            when = "after the dealer’s own draw"
        words = f"{dealer} names a suit {when}; the card cut names nothing."
        return Ruling(words, ("TRI-P-NAME", "TRI-P-CUT", "TRI-R2", "TRI-R3"), (cut,))
    words = f"Nothing: phase {phase.number} has no trumps, and the card cut names none."
    return Ruling(words, ("TRI-P-CUT", "TRI-R2"), (cut,))


def draw(desk: Desk) -> Ruling:
    """How many cards a player may draw."""

    def check(phase: Phase, who: str, drawn: int) -> None:
        if who == "dealer" and drawn:
            message = f"The dealer draws first, so nobody can have drawn {drawn} before: say 0."
            raise Refused(message, "TRI-P-DRAW", "draw_out_of_range", "drawn")

    phase, who, drawn = desk.ask(
        phase_question(),
        Choice("who", "Whose turn is it to draw?", "TRI-P-DRAW", list(OFFICES), columns=3),
        Count("drawn", "Cards the others have drawn already", "TRI-P-DRAW", 0, CARDS,
              code="draw_exceeds_widow"),
        title="How many may I draw?",
        check=check,
    )  # fmt: skip
    if phase.nullo and desk.rules.nullo_draw == "no":
        return Ruling("None: here nobody draws in nullo.", ("TRI-P-DRAW", "TRI-R18"))
    left = CARDS - drawn
    steps = (
        "The dealer draws first, then left, then right.",
        "Discard first, face down, then take the same number: no second thoughts.",
    )
    if not left:
        words = f"None: the widow is empty, {who} plays the dealt hand."
        return Ruling(words, ("TRI-P-DRAW", "TRI-R8"), steps)
    rules = ("TRI-P-DRAW", "TRI-R6", "TRI-R7")
    return Ruling(f"0 to {left} cards, as many as are discarded.", rules, steps)


def lead(desk: Desk) -> Ruling:
    """Who leads first."""
    phase, dealer = desk.ask(
        phase_question(),
        Choice("dealer", "Who dealt?", "TRI-P-LEAD", desk.seats),
        title="Who leads first?",
    )
    step = "The winner of a trick leads to the next."
    rules = ("TRI-P-LEAD", "TRI-R9") if phase.nullo else ("TRI-P-LEAD",)
    more = ("Nullo makes no exception.",) if phase.nullo else ()
    return Ruling(f"{dealer}, the dealer, leads the first trick.", rules, (*more, step))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead."""
    led, holding = desk.ask(
        Choice("led", "Which suit was led?", "TRI-P-FOLLOW", list(Suit), columns=4),
        Cards("holding", "The cards still held", "TRI-P-FOLLOW", PACK, 1, CARDS),
        title="Which cards may I play?",
    )
    legal, why = follow_suit(holding, led)
    more = "In nullo there is no duty to lose either."
    return Ruling(f"Legal: {' '.join(map(str, legal))}.", ("TRI-P-FOLLOW",), (why, more))


def trick(desk: Desk) -> Ruling:
    """Who wins a trick."""
    suits: list[Option[Suit | str]] = [option(suit) for suit in Suit]
    made, first, cards = desk.ask(
        Choice("trump", "Trump?", "TRI-P-TRICK", [*suits, Option("none", "none", "no trump")]),
        Choice("leader", "Who led?", "TRI-P-LEAD", desk.seats, columns=3),
        Cards("cards", "The three cards in the order played", "TRI-P-TRICK", PACK, 3, 3,
              order=True),
        title="Who wins this trick?",
    )  # fmt: skip
    suit = made if isinstance(made, Suit) else None
    place = winner(cards, suit, RANK)
    seat = first.round[place]
    steps = [f"{each} played {card}." for each, card in zip(first.round, cards, strict=True)]
    if suit and cards[place].suit is suit:
        steps.append(f"{cards[place]} is the highest trump.")
    else:
        steps.append(f"No trump fell: {cards[place]} is the highest card of the suit led.")
    answer = f"{seat} wins with {cards[place]}, and leads next."
    return Ruling(answer, ("TRI-P-TRICK", "TRI-P-LEAD"), tuple(steps))


def worth(desk: Desk) -> Ruling:
    """What so many tricks change."""
    phase, who, tricks = desk.ask(
        phase_question(),
        Choice("who", "Which seat?", "TRI-QUOTA", list(OFFICES), columns=3),
        Count("tricks", "Tricks taken", "TRI-OVER", 0, CARDS, code="tricks_out_of_range"),
        title="What do these tricks score?",
    )
    place = OFFICES.index(who)
    seats = desk.seats
    own = quotas(phase, seats[0])
    taken = dict.fromkeys(seats, 0) | {seats[place]: tricks}
    line = next(line for line in score(phase, own, taken) if line.to is seats[place])
    steps = (
        f"{line.why[0].upper()}{line.why[1:]}.",
        "Phases 1 to 3: tricks − quota. Phase 4: quota − tricks.",
    )
    return Ruling(
        f"{signed(line.points)} in phase {phase.number}.", (line.rule, "TRI-QUOTA"), steps
    )


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick, ("TRI-P-TRICK",)),
    Enquiry("follow", "Which cards may I play?", follow, ("TRI-P-FOLLOW",)),
    Enquiry("lead", "Who leads first?", lead, ("TRI-P-LEAD", "TRI-R9")),
    Enquiry("trump", "What is trump?", trump, ("TRI-P-CUT", "TRI-P-NAME", "TRI-R2", "TRI-R3")),
    Enquiry("draw", "How many may I draw?", draw, ("TRI-P-DRAW", "TRI-R6", "TRI-R8", "TRI-R18")),
    Enquiry("hand", "Who deals, and what are the quotas?", numbered, ("TRI-P-DEALER",)),
    Enquiry("worth", "What do these tricks score?", worth, ("TRI-OVER", "TRI-UNDER", "TRI-NULLO")),
)

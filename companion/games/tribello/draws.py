"""Before the play of Tribello: the trumps, and what each player draws from the widow."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Suit
from companion.games.tribello import show
from companion.games.tribello.facts import CARDS, Phase, offices
from companion.games.tribello.house import Hand
from companion.questions import Choice, Option, option
from companion.seating import Seat

NOT_NOTED, NO_TRUMP = "not noted", "none"


def name_trump(hand: Hand, phase: Phase) -> None:
    """The trumps of the hand. Without any nothing is asked, unless the record names some."""
    if phase.trump or "trump" in hand.answers:
        show.trump_known(hand, hand.ask(trump_question(phase, hand.dealer)))
    else:
        show.trump_known(hand, NO_TRUMP)


def trump_question(phase: Phase, dealer: Seat) -> Choice[Suit | str]:
    """The suit of the phase; where there is none, only "none" can be said."""
    no = "" if phase.trump else show.NO_TRUMPS
    suits: list[Option[Suit | str]] = [
        option(suit, refusal=no, code="no_trump_in_this_phase") for suit in Suit
    ]
    needs = show.trump_missing(phase) if phase.trump else ""
    none: Option[Suit | str] = Option(
        NO_TRUMP, NO_TRUMP, "no trumps", refusal=needs, code="trump_missing", hidden=bool(needs)
    )
    prompt, rule = "Which suit did the cut show?", "TRI-P-CUT"
    if phase.trump == "named":
        prompt, rule = f"{dealer}, dealer: name trumps", "TRI-P-NAME"
    elif not phase.trump:
        prompt = "No trumps in this phase"
    return Choice(
        "trump", prompt, rule, [*suits, none],
        columns=4 if phase.trump else 5, short=prompt, follows=not phase.trump,
    )  # fmt: skip


def draws(hand: Hand, seats: Sequence[Seat], left: int | None) -> int | None:
    """What each player draws, in order; what is left of the widow, None if it was not noted."""
    for seat in seats:
        if not left:
            if left == 0:
                show.widow_empty(hand, seat)
            return left
        hand.facts |= {"draw.who": seat.code, "draw.drawn": str(CARDS - left)}
        drawn = hand.ask(draw_question(seat, offices(hand.dealer)[seat], left))
        hand.cell("drawn", drawn, seat)
        left = left - drawn if isinstance(drawn, int) else None
    return left


def draw_question(seat: Seat, office: str, left: int) -> Choice[int | str]:
    """How many cards a player exchanges, of those that are left."""
    options: list[Option[int | str]] = []
    for number in range(CARDS + 1):
        no = show.too_few_left(left) if number > left else ""
        options.append(option(number, refusal=no, code="draw_exceeds_widow", hidden=bool(no)))
    options.append(option(NOT_NOTED, label="skip draws", set_apart=True))
    for number in [*range(-CARDS, 0), *range(CARDS + 1, 53)]:
        no = show.no_such_draw(number, left)
        options.append(option(number, refusal=no, code="draw_out_of_range", hidden=True))
    prompt, hint = f"{seat}, {office}: how many cards drawn?", f"{left} in the widow"
    return Choice(f"draw {seat.code}", prompt, "TRI-P-DRAW", options, columns=5, hint=hint)

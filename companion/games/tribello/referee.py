"""The referee questions of Tribello. Each enquiry calls the functions of the play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.tribello import facts, score
from companion.games.tribello.facts import CARDS, PACK, PHASES, Phase, Result, say
from companion.games.tribello.house import Desk
from companion.games.tribello.play import owed
from companion.questions import Cards, Choice, Count, Question, Refused, option
from companion.seating import Seat
from companion.tricks import ranking
from companion.words import capital, listed

RANK = ranking()
CITED = referee.Cited(trump="TRI-PHASES", lead="TRI-P-LEAD", trick="TRI-P-TRICK")


def phase_question() -> Choice[Phase]:
    options = [
        option(each, text=str(each.number), label=f"{each.number} {each.title}") for each in PHASES
    ]
    return Choice("phase", say.which_phase(), options=options)


def dealer_question(desk: Desk, rule: str = "") -> Choice[Seat]:
    return Choice("dealer", say.who_deals(), rule, desk.seats, columns=3)


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """The quotas go by phase and dealer."""
    return phase_question(), referee.who_dealt(desk, "TRI-P-DEALER")


@enquiry("hand", "Who deals, and what are the quotas?", "TRI-P-DEALER", "trump")
def numbered(desk: Desk) -> Ruling:
    number, first = desk.ask(
        Count("hand", say.which_hand(), "", 1, desk.rules.game_length),
        Choice("first", say.who_dealt_first(), options=desk.seats, columns=3),
    )
    dealer, phase = first.round[(number - 1) % facts.HANDS], facts.phase_of(number)
    answer = say.deals(dealer=dealer, number=number, phase=phase, names=owed(phase, dealer))
    return ruled(answer, "TRI-QUOTA", steps=[say.phase_is(phase=phase), say.once_in_every()])


@enquiry("trump", "What is trump?", "TRI-P-CUT TRI-P-NAME TRI-R2 TRI-R3", "trump")
def trump(desk: Desk) -> Ruling:
    phase, dealer, (card,) = desk.ask(
        phase_question(), dealer_question(desk), Cards("card", say.bottom_card(), "", PACK, 1, 1),
    )  # fmt: skip
    cut = say.always_cuts(cutter=dealer.left)
    if phase.trump == "cut":
        return ruled(say.cut_shows(card=card), "TRI-R4", steps=[cut, say.goes_back()])
    if phase.trump == "named":
        late = facts.names_late(phase, desk.rules)
        return ruled(say.dealer_names(dealer=dealer, late=late), "TRI-R3", steps=[cut])
    return ruled(say.names_none(phase=phase), "TRI-R2", steps=[cut])


@enquiry("draw", "How many may I draw?", "TRI-P-DRAW TRI-R6 TRI-R8 TRI-R18", "draw_*")
def draw(desk: Desk) -> Ruling:
    phase, dealer, who, drawn = desk.ask(
        phase_question(),
        dealer_question(desk),
        Choice("who", say.whose_draw(), options=desk.seats, columns=3),
        Count("drawn", say.drawn_already(), "", 0, CARDS, code="draw_exceeds_widow"),
        check=first_draws_first,
    )
    if not facts.may_draw(phase, desk.rules):
        return ruled(say.none_in_nullo(), "TRI-R18")
    left = CARDS - drawn
    order = listed((f"{seat} ({office})" for seat, office in facts.offices(dealer).items()), "and")
    steps, also = [say.order(names=order), say.no_second_thoughts()], ["TRI-R18"] * phase.nullo
    if not left:
        return ruled(say.none_left(who=who), "TRI-R8", *also, steps=steps)
    return ruled(say.may_draw(who=who, left=left), "TRI-R6", *also, steps=steps)


def first_draws_first(phase: Phase, dealer: Seat, who: Seat, drawn: int) -> None:
    if who is dealer and drawn:
        raise Refused(say.draw_out_of_range__dealer(dealer=dealer, drawn=drawn), key="drawn")


@enquiry("lead", "Who leads first?", "TRI-P-LEAD TRI-R9", "draw_* tricks")
def lead(desk: Desk) -> Ruling:
    asked = phase_question(), dealer_question(desk, "TRI-P-LEAD")
    phase, dealer = desk.ask(*asked)
    nullo = [say.no_exception()] if phase.nullo else []
    steps = [*nullo, say.winner_leads()]
    return ruled(say.leads_first(dealer=dealer), *(each.rule for each in nullo), steps=steps)


@enquiry("trick", "Who wins this trick?", "TRI-P-TRICK", "tricks")
def trick(desk: Desk) -> Ruling:
    trick = referee.trick(desk, PACK, RANK, CITED)
    answer = say.wins(who=trick.winner, card=trick.card)
    return ruled(answer, "TRI-P-LEAD", steps=trick.steps, value=(trick.winner, trick.card))


@enquiry("tricks", "What do these tricks score?",
         "TRI-OVER TRI-UNDER TRI-NULLO", "tricks @scored")  # fmt: skip
def worth(desk: Desk) -> Ruling:
    phase, dealer, who, tricks = desk.ask(
        phase_question(),
        dealer_question(desk, "TRI-QUOTA"),
        Choice("who", say.whose_tricks(), options=desk.seats, columns=3),
        Count("tricks", say.tricks_taken(), "", 0, CARDS, code="tricks_out_of_range"),
    )
    result = Result(phase, dealer, dict.fromkeys(desk.seats, tricks))
    line = next(line for line in score.lines(result) if line.to is who)
    words = say.scores(points=line.points, who=who, phase=phase)
    why = f"{capital(line.why)}."
    return Ruling(str(words), (line.rule, words.rule), (why, str(say.sums())))


FOLLOW = referee.follow(PACK, CARDS, "TRI-P-FOLLOW", "tricks")
ENQUIRIES = (trick, FOLLOW, lead, trump, draw, numbered, worth)

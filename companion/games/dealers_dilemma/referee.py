"""The referee questions of Dealer's Dilemma. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.dealers_dilemma import facts
from companion.games.dealers_dilemma.facts import DIFFERENCE, PACK, RANK, ZERO, say
from companion.games.dealers_dilemma.house import Desk
from companion.games.dealers_dilemma.play import NAMED
from companion.games.dealers_dilemma.score import score
from companion.questions import Cards, Choice, Count, Question
from companion.said import Text
from companion.words import capital

CITED = referee.Cited(trump="DD-TRUMP", lead="DD-LEADNEXT", trick="DD-TRICK")


@enquiry("trump", "What is trump, what is led?",
         "DD-TRUMP DD-FORCEDLEAD", "up=up taken=taken trump")  # fmt: skip
def trump(desk: Desk) -> Ruling:
    up, (taken,), wanted = desk.ask(
        Cards("up", say.two_cards(), "", PACK, 2, 2),
        Cards("taken", say.card_taken(), "", PACK, 1, 1),
        Choice("wish", say.wants_trumps(), options=["trump", "no trump"]),
    )
    if taken not in up:
        return ruled(say.neither(card=taken))
    suit, lead = facts.trump_and_lead(up, taken, wanted == "trump")
    same = up[0].suit is up[1].suit
    no = wanted == "no trump" and not same
    step = say.needs_one_suit() if no else say.suits(same=same)
    return ruled(say.trump_is(suit=suit, lead=lead, no=no), "DD-FORCEDLEAD", steps=[step])


@enquiry("trick", "Who wins this trick?", "DD-TRICK DD-LEADNEXT", "trick_*")
def trick(desk: Desk) -> Ruling:
    trick = referee.trick(desk, PACK, RANK, CITED)
    steps: list[Text] = [*trick.steps, say.leads_next(who=trick.winner)]
    answer = say.wins(who=trick.winner, card=trick.card)
    return ruled(answer, "DD-LEADNEXT", steps=steps, value=(trick.winner, trick.card))


@enquiry("order", "Who bids first, who leads?",
         "DD-BIDORDER DD-FORCEDLEAD DD-LEADNEXT DD-BIDOUT DD-TENTRICKS DD-SECRET",
         "bid_* up")  # fmt: skip
def order(desk: Desk) -> Ruling:
    dealer = desk.ask(Choice("dealer", say.who_deals(), options=desk.seats, columns=3))
    steps = (
        say.bids_in_turn(names=", then ".join(map(str, dealer.round))),
        say.dealer_leads(dealer=dealer),
        say.out_of_play(),
        say.turned_over(),
    )
    cited = ("DD-FORCEDLEAD", "DD-LEADNEXT", "DD-BIDOUT", "DD-TENTRICKS", "DD-SECRET")
    return ruled(say.dealer_begins(dealer=dealer), *cited, steps=steps)


def bid_page(given: Mapping[str, str]) -> Sequence[Question[Any]]:
    kind = Choice[str]("kind", say.which_kind_of_bid(), options=NAMED, columns=4)
    off = "a Zero bid has no number" if kind.read_in(given) == ZERO else ""
    return (
        kind,
        Count("first", say.first_number(), "", 2, 10, off=off),
        Count("second", say.second_number(), "", 2, 10, off=off),
        Count("tricks", say.tricks_won(), "", 0, 10),
    )


@enquiry("bid", "What does this bid score?",
         "DD-BIDS", "bid_* kind_* top_* pair_* difference_* shown_* reveal_* @scored")  # fmt: skip
def bid(desk: Desk) -> Ruling:
    answers = desk.ask_whole(bid_page)
    kind, first, second = answers["kind"], answers["first"], answers["second"]
    if kind == DIFFERENCE and first == second and desk.rules.equal_difference == "refuse":
        return ruled(say.no_bid(), steps=[say.equal_difference()])
    bid = facts.of_numbers(kind, [] if kind == ZERO else [first, second])
    anybody, *_ = desk.seats
    lines = list(score(anybody, bid, answers["tricks"], desk.rules))
    rules = dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also))
    steps = tuple(capital(line.why) + "." for line in lines)
    total = sum(line.points for line in lines)
    return Ruling(str(say.scores(points=total)), tuple(rules), steps)


FOLLOW = referee.follow(PACK, 12, "DD-FOLLOW", "trick_* revoke")
ENQUIRIES = (trick, FOLLOW, trump, bid, order)

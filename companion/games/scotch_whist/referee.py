"""The referee questions of Scotch Whist. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Pack
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.scotch_whist import facts
from companion.games.scotch_whist.facts import HONOURS, PACK, POINTS, RULES, WORDS, Haul, say
from companion.games.scotch_whist.house import Desk, House
from companion.games.scotch_whist.piles import honours_check
from companion.games.scotch_whist.score import Race, for_cards, score, steps
from companion.questions import (
    Cards,
    Choice,
    Count,
    Question,
    Refused,
    Several,
    Shares,
    option,
    yes_no,
)
from companion.said import Sentence, Text
from companion.seating import Side, from_left
from companion.words import listed

CITED = referee.Cited(trump="SCW-TURNUP", lead="SCW-LEAD", trick="SCW-WINTRICK")


def in_play(desk: Desk) -> Pack:
    out = facts.left_out(len(desk.seats), desk.rules)
    return Pack(tuple(card for card in PACK if card not in out), about=PACK.about)


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """Every line names the total it makes, and nobody claims in a hand that decides a dead heat."""
    rules = desk.rules
    questions: list[Question[Any]] = [referee.totals(desk, "SCW-ORDER")]
    if rules.stop_when_reached == "yes" and rules.order_tie == "play_on":
        questions.append(yes_no("dead heat", say.was_level(), default="no"))
    return questions


@enquiry("trick", "Who wins this trick?",
         "SCW-WINTRICK SCW-RANK-TRUMP SCW-RANK-PLAIN", "cards trick_*")  # fmt: skip
def trick(desk: Desk) -> Ruling:
    trick = referee.trick(
        desk, in_play(desk), facts.PLAIN, CITED, trumps=facts.TRUMPS, no_trump=False
    )
    steps: list[Text] = list(trick.steps)
    rank = "SCW-RANK-PLAIN"
    if trick.card.suit is trick.trump:
        rank = "SCW-RANK-TRUMP"
        steps.append(say.trumps_rank())
    caught = [card for card in trick.cards if card.suit is trick.trump and card.rank in POINTS]
    for card in caught:
        steps.append(say.catches(winner=trick.winner, card=card, points=POINTS[card.rank]))
    words = say.wins_trick(winner=trick.winner, card=trick.card)
    return ruled(words, rank, "SCW-LEAD", steps=steps, value=(trick.winner, trick.card))


@enquiry("turn-up", "The card turned up", "SCW-TURNUP", "turn-up=card 10")
def turn_up(desk: Desk) -> Ruling:
    dealer, (card,) = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Cards("card", say.turned_up__ruling(), "", in_play(desk)),
    )
    if desk.rules.packets == "yes" and len(desk.seats) < 4:
        return ruled(say.own_card__packet(dealer=dealer, trump=card.suit), "SCW-R6")
    return ruled(say.own_card(dealer=dealer, trump=card.suit))


@enquiry("misdeal", "Is it a misdeal?", "SCW-MISDEAL", "turn-up")
def misdeal(desk: Desk) -> Ruling:
    dealer, what = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice[str](
            "what", say.went_wrong(), columns=1,
            options=[
                option("number", label="somebody has the wrong number of cards"),
                option("pack", label="a card that should be out was dealt"),
                option("poor", label="a holding without a trump"),
            ],
        ),
    )  # fmt: skip
    if what == "poor":
        return ruled(say.every_holding())
    players = len(desk.seats)
    step = say.should_have(each=facts.quota(players), total=facts.cards_in_play(players))
    return ruled(say.deals_again(dealer=dealer), "SCW-DEAL", steps=[step])


def players_question() -> Count:
    return Count("number", say.how_many(), low=2, high=8, unit="players")


@enquiry("deal", "How many cards each?", "SCW-DEAL SCW-LEAD", "turn-up")
def deal(desk: Desk) -> Ruling:
    players, dealer = desk.ask(
        players_question(), Choice("dealer", say.who_deals(), options=desk.seats)
    )
    rules, each, leader = desk.rules, facts.quota(players), dealer.left
    if players == 8 and rules.eight_players == "no":
        return ruled(say.no_eight())
    try:
        facts.sides(players, rules)
    except Refused as refusal:
        return Ruling(f"No. {refusal.message}", (refusal.rule,))
    out = facts.left_out(players, rules)
    words = say.dealt(
        each=each, total=facts.cards_in_play(players), out=listed(out, "and"), leader=leader
    )
    steps = (
        say.trick_holds(players=players, tricks=each),
        cards_score(players, rules),
        say.turns_up(dealer=dealer, leader=leader),
    )
    partners = ["SCW-R9"] * (rules.partners != "solo")
    return ruled(words, "SCW-LEAD", *["SCW-R7"] * bool(out), *partners, steps=steps)


def cards_score(players: int, rules: House) -> Sentence:
    """The points of a card captured beyond the quota, by the house rules."""
    who = "a player" if rules.partners == "solo" else "a side"
    nothing = rules.card_points == "none"
    return say.cards_score(nothing=nothing, dealt=facts.dealt(players, rules), who=who)


@enquiry("pile", "What do these tricks score?",
         "SCW-CARDS", "cards 10 tricks_played claim_* rest A K Q J")  # fmt: skip
def pile(desk: Desk) -> Ruling:
    players, cards, ranks = desk.ask(
        players_question(),
        Count("captured", say.cards__pile(), high=36, unit="cards"),
        Several(
            "honours", say.trump_honours(), columns=5,
            options=[
                option(rank, f"counts {POINTS[rank]}", label=WORDS[rank]) for rank in HONOURS
            ],
        ),
        check=lambda players, cards, ranks: pile_check(desk.rules, players, cards, ranks),
    )  # fmt: skip
    quota_, rules = facts.dealt(players, desk.rules), desk.rules
    over = for_cards(cards, quota_, rules)
    steps = [say.the_honour(name=WORDS[rank], points=POINTS[rank]) for rank in ranks]
    if rules.card_points == "none":
        steps.append(cards_score(players, rules))
    else:
        steps.append(say.for_cards(cards=cards, dealt=quota_, over=over))
        if cards <= quota_:
            steps.append(say.up_to_quota())
    partners = ["SCW-R9"] * (rules.partners != "solo")
    words = say.points(total=over + sum(POINTS[rank] for rank in ranks))
    return ruled(words, *(RULES[rank] for rank in ranks), *partners, steps=steps)


def pile_check(rules: House, players: int, cards: int, ranks: tuple[str, ...]) -> None:
    """Refuses half tricks, honours that do not fit, and sides that cannot be made."""
    try:
        facts.sides(players, rules)
    except Refused as refusal:
        raise refusal.about("number") from None
    if cards % players:
        raise Refused(say.wrong_step(players=players, cards=cards), key="captured")
    if len(ranks) > cards:
        no = say.too_many_honours__pile(cards=cards, honours=len(ranks))
        raise Refused(no, key="honours")


@enquiry("race", "Who was first to the target?",
         "SCW-ORDER SCW-ORDER-TIE SCW-R13",
         "10 @scored ended tricks_played claim_* rest")  # fmt: skip
def race(desk: Desk) -> Ruling:
    players = len(desk.seats)
    total = facts.cards_in_play(players)
    page: list[Any] = [
        Shares("start", say.before(), "", desk.sides, 0, 400),
        Shares(
            "cards", say.cards(rest=False), "", desk.sides, 0, total, total=total, step=players,
            lot="trick", unit="cards",
        ),
        *(
            Choice(rank, say.who_captured(what=facts.briefly(rank, None)), RULES[rank], desk.sides)
            for rank in HONOURS
        ),
        Choice("dealer", say.who_dealt(), options=desk.seats),
    ]  # fmt: skip
    start, cards, *owners, dealer = desk.ask(
        *page, check=lambda start, cards, *rest: honours_check(HONOURS, {}, cards)(*rest[:-1])
    )
    haul = Haul(cards, dict(zip(HONOURS, owners, strict=True)), None, players)
    run = Race(
        steps(start, score(haul, start, desk.rules)), facts.needed(desk.rules), desk.rules,
        list(from_left(dealer)),
    )  # fmt: skip
    return race_ruling(run)


def race_ruling(run: Race) -> Ruling:
    """The race step by step."""
    steps = [say.at_step(step=step, totals=said(step.totals)) for step in run.steps]
    outcome = run.outcome()
    if not run.over:
        return ruled(say.nobody_yet(need=run.need), "SCW-R1", steps=steps)
    if outcome is None:
        step, level = run.decided()
        return ruled(say.level(sides=listed(level, "and"), step=step), "SCW-R2", steps=steps)
    cited = dict.fromkeys((outcome.rule, "SCW-TARGET"))
    return Ruling(str(say.wins(outcome=outcome)), tuple(cited), tuple(map(str, steps)))


def said(totals: Mapping[Side, int]) -> str:
    """Totals in a row: "Ann 30, Bob 35"."""
    return ", ".join(f"{side} {total}" for side, total in totals.items())


@enquiry("revoke", "Somebody did not follow suit", "SCW-R4", "cards trick_*")
def revoke(desk: Desk) -> Ruling:
    offender, stage = desk.ask(
        Choice[Side]("offender", say.who_revoked(), options=desk.sides),
        Choice[str](
            "found", say.when_seen(),
            options=[option("open", label="trick still open"), option("later", label="later")],
        ),
    )  # fmt: skip
    if stage == "open":
        return ruled(say.put_right(), "SCW-FOLLOW")
    if desk.rules.revoke == "lose_game":
        return ruled(say.loses(side=offender))
    return ruled(say.void(), steps=[say.old_books()])


FOLLOW = referee.follow(PACK, 18, "SCW-FOLLOW", "cards trick_*")
ENQUIRIES = (trick, FOLLOW, race, pile, deal, turn_up, misdeal, revoke)

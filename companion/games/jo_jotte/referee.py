"""The referee questions of Jo-Jotte. Each enquiry calls the functions of the play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Suit
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.engine.referee import trump_question
from companion.games.jo_jotte import pack
from companion.games.jo_jotte.facts import Contract, may_bid_slam, next_dealer
from companion.games.jo_jotte.house import Desk
from companion.games.jo_jotte.pack import NATURAL, PACK, PLAIN_ORDER, TRICKS, TRUMP_ORDER, say
from companion.games.jo_jotte.referee_melds import MELDS
from companion.games.jo_jotte.score import GAME
from companion.questions import Cards, Choice, Points, Question, Refused, yes_no
from companion.said import Text

CITED = referee.Cited(trump="JOJ-BID", lead="JOJ-LEAD", trick="JOJ-WINTRICK")

# -- tricks ----------------------------------------------------------------------------------------


MOST = 99_999
"""Most points written or set aside in an evening."""


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """Ties leave an amount aside; the hand may close a game, and the rubber, which adds 300."""

    def each(key: str, asks: Text, name: str, most: int) -> Question[Any]:
        return referee.numbers(key, asks, name, desk, most)

    return (
        Points("aside", say.how_much_aside(), "", 0, MOST, default="0"),
        each("below", say.below_before(), "points below the line", GAME - 1),
        each("won", say.games_before(), "games won", 1),
        each("written", say.written_before(), "points written", MOST),
    )


@enquiry("rank", "Which card ranks higher?",
         "JOJ-RANK-TRUMP JOJ-RANK-PLAIN JOJ-RANK-RUN",
         "turned first_* second_* run_* runs_*")  # fmt: skip
def rank(desk: Desk) -> Ruling:
    where, trump, pair = desk.ask(
        Choice("where", say.trick_or_run(), options=["trick", "run"]),
        trump_question("JOJ-RANK-TRUMP"),
        Cards("cards", say.two_of_a_suit(), "", PACK, 2, 2),
    )
    one, other = pair
    if one.suit is not other.suit:
        return ruled(say.neither())
    if where == "run":
        high = min(pair, key=lambda card: NATURAL.index(card.rank))
        return ruled(say.higher_in_run(card=high), steps=[say.runs_go(order=" ".join(NATURAL))])
    high = one if pack.ranks_higher(one, other, trump) else other
    if one.suit is trump:
        step = say.trumps_rank(order=" ".join(TRUMP_ORDER))
        return ruled(say.higher_trump(card=high), steps=[step])
    step = say.plain_suits_rank(order=" ".join(PLAIN_ORDER))
    return ruled(say.higher_plain(card=high), steps=[step])


@enquiry("follow", "Which cards may I play?",
         "JOJ-FOLLOW JOJ-MUSTRUFF JOJ-OVERTRUMP", "tricks_* points_*")  # fmt: skip
def follow(desk: Desk) -> Ruling:
    trump, (led,), holding = desk.ask(
        trump_question("JOJ-BID"), Cards("led", say.which_led(), "", PACK, 1, 1),
        Cards("holding", say.still_held(), "", PACK, 1, TRICKS), check=apart,
    )  # fmt: skip
    legal = pack.legal_cards(holding, led, trump)
    if any(card.suit is led.suit for card in holding):
        step = say.must_follow(suit=led.suit)
        if led.suit is trump:
            above = pack.ranks_higher(legal[0], led, trump)
            step = say.must_go_higher() if above else say.nothing_beats(card=led)
    elif trump and legal[0].suit is trump:
        step = say.must_trump(suit=led.suit)
    else:
        step = say.any_card(suit=led.suit, trump=trump)
    words = say.may_play(cards=" ".join(map(str, legal)))
    return Ruling(str(words), (step.rule,), (str(step),), value=legal)


def apart(trump: object, led: tuple[Card, ...], holding: tuple[Card, ...]) -> None:
    """The card led is not in the other player’s holding."""
    (card,) = led
    if card in holding:
        raise Refused(say.card_twice__led(card=card), key="holding")


@enquiry("trick", "Who wins this trick?", "JOJ-WINTRICK JOJ-LEAD", "tricks_* points_* took_*")
def trick(desk: Desk) -> Ruling:
    trick = referee.trick(desk, PACK, pack.PLAIN, CITED, trumps=pack.IN_TRUMPS)
    worth = pack.pile_value(trick.cards, trick.trump, desk.rules)
    more = say.trick_counts(worth=worth), say.leads_next(who=trick.winner)
    words = say.wins_with(who=trick.winner, card=trick.card)
    won = trick.winner, trick.card
    return ruled(words, "JOJ-LEAD", "JOJ-CARDS", steps=[*trick.steps, *more], value=won)


@enquiry("lead", "Who leads first?", "JOJ-LEAD", "declarer stub nullo slam")
def lead(desk: Desk) -> Ruling:
    dealer, declarer = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice("declarer", say.who_chose(), options=desk.seats),
    )
    usual = desk.rules.first_lead == "non_dealer"
    more = ("JOJ-R5",) if dealer is declarer.left or not usual else ()
    steps = say.non_dealer_leads() if usual else say.defender_leads(), say.winner_leads()
    leader = pack.first_leader(desk.rules, dealer, declarer)
    return ruled(say.leads_first(who=leader), *more, steps=steps)


@enquiry("pile", "Count a pile", "JOJ-CARDS JOJ-LAST10", "points_* pile_* top_*")
def pile(desk: Desk) -> Ruling:
    trump, cards, last = desk.ask(
        trump_question("JOJ-BID"),
        Cards("cards", say.the_captured(), "", PACK, 0, 2 * TRICKS),
        yes_no("last", say.last_among()),
    )
    each = ", ".join(f"{card} {pack.value(card, trump, desk.rules)}" for card in cards)
    total = pack.pile_value(cards, trump, desk.rules) + pack.LAST * last
    steps = [each or say.no_card(), *[say.last_adds()] * last]
    steps += [say.half_a_trick()] * (len(cards) % 2)
    disputed = any(card.rank in ("K", "10", "J") and card.suit is not trump for card in cards)
    more = *["JOJ-LAST10"] * last, *["JOJ-R3"] * disputed
    return ruled(say.pile_counts(total=total), *more, steps=steps, value=total)


@enquiry("possible", "Can these trick points be right?", "JOJ-R2", "points_*")
def possible(desk: Desk) -> Ruling:
    numbers = [*map(str, range(TRICKS + 1)), "unknown"]
    trump, one, other, tricks, out = desk.ask(
        trump_question("JOJ-BID"),
        Points("points", say.points_of_one(), "", 0, 999),
        Points("others", say.points_of_other(), "", 0, 999),
        Choice("tricks", say.tricks_of_one(), options=numbers, columns=3),
        Cards("out", say.out_if_known(), "", PACK, 0, 2),
    )
    rules, total = desk.rules, one + other
    low, high = pack.span(trump, rules, out)
    bounds = say.bounds(low=low, high=high)
    for points in (one, other):
        if points % 5:
            return ruled(say.no_multiple(points=points), "JOJ-CARDS")
    more = ["JOJ-R1"] if trump and total > 160 else []
    if total > high:
        return ruled(say.too_high(total=total, high=high), *more, steps=[bounds])
    if total < low:
        return ruled(say.too_low(total=total, low=low), *more, steps=[bounds])
    known = [] if tricks == "unknown" else [(one, int(tricks)), (other, TRICKS - int(tricks))]
    for points, count in known:
        most = pack.most_in(count, trump, rules, out)
        if points > most and not count:
            return ruled(say.without_trick(points=points), *more)
        if points > most:
            steps = say.tricks_hold(tricks=count, most=most), bounds
            return ruled(say.too_much(points=points, tricks=count), *more, steps=steps)
    return ruled(say.sum_possible(total=total), *more, steps=[bounds])


@enquiry("double", "May I double?", "JOJ-DOUBLE JOJ-REDOUBLE", "double redouble")
def double(desk: Desk) -> Ruling:
    declarer, by, call, before = desk.ask(
        Choice("declarer", say.who_chose(), options=desk.seats),
        Choice("who", say.who_wants(), options=desk.seats),
        Choice("call", say.which_double(), options=["double", "redouble"]),
        yes_no("doubled", say.is_doubled()),
    )
    if call == "double":
        if by is declarer:
            return ruled(say.only_other(who=declarer.left))
        if before:
            return ruled(say.already())
        return ruled(say.may_double(who=by), steps=[say.times_over(times=2)])
    if not before:
        return ruled(say.none_to_redouble())
    if by is not declarer:
        return ruled(say.only_declarer(who=declarer))
    return ruled(say.may_redouble(who=by), steps=[say.times_over(times=4)])


@enquiry("special", "May nullo or slam be bid?", "JOJ-NULLO JOJ-SLAM", "nullo slam")
def special(desk: Desk) -> Ruling:
    declarer, by, call, nullo = desk.ask(
        Choice("declarer", say.who_chose(), options=desk.seats),
        Choice("who", say.who_bids(), options=desk.seats),
        Choice("call", say.which_special(), options=["nullo", "slam"]),
        yes_no("nullo", say.was_nullo_bid()),
    )
    if call == "nullo":
        if by is declarer:
            return ruled(say.only_defender(who=declarer.left))
        steps = say.instead_of_melds(), say.at_no_trump()
        return ruled(say.may_bid_nullo(who=by), "JOJ-NOMELD", steps=steps)
    if by is not declarer:
        return ruled(say.only_declarer_slams(who=declarer))
    if not may_bid_slam(nullo, desk.rules):
        return ruled(say.over_nullo_only(), "JOJ-R11")
    trump = Contract(declarer, Suit.HEARTS, nullo=nullo, slam=True).trump(desk.rules)
    steps = say.played_in(trump=trump), say.no_meld_counts()
    more = "JOJ-NOMELD", "JOJ-R12" if nullo else "JOJ-R11"
    return ruled(say.may_bid_slam(who=by), *more, steps=steps)


@enquiry("dealer", "Who deals next?", "JOJ-DEAL JOJ-PASSOUT", "upcard turned @scored")
def dealer(desk: Desk) -> Ruling:
    last, what = desk.ask(
        Choice("dealer", say.who_dealt_last(), options=desk.seats),
        Choice("what", say.how_ended(), options=["played", "passed out", "misdealt"], columns=3),
    )
    if what == "misdealt":
        return ruled(say.deals_again(who=last), steps=[say.misdealt()])
    if what == "played":
        who = next_dealer(last, False, desk.rules)
        return ruled(say.deals_next(who=who), steps=[say.alternates()])
    who = next_dealer(last, True, desk.rules)
    return ruled(say.deals_then(who=who, again=who is last), "JOJ-R4")


@enquiry("revoke", "A revoke: what now?", "JOJ-R23", "points_* tricks_*")
def revoke(desk: Desk) -> Ruling:
    who, later = desk.ask(
        Choice("who", say.who_revoked(), options=desk.seats), yes_no("later", say.next_begun())
    )
    if later and desk.rules.revoke == "opponent_takes_all":
        steps = say.as_if_beaten(who=who), say.decided_against(who=who)
        return ruled(say.scores_both(who=who.left), "JOJ-BEATEN", steps=steps)
    why = [say.only_put_right(), say.play_on()] if later else [say.not_begun()]
    return ruled(say.takes_back(who=who), steps=why)


ENQUIRIES = (follow, trick, rank, lead, pile, possible, *MELDS, double, special, dealer, revoke)

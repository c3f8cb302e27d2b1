"""The referee questions of Shakespeare's Dilemma. The rules are in rules.md."""

from __future__ import annotations

from companion.engine.game import Ruling, enquiry, ruled
from companion.games.shakespeares_dilemma import facts
from companion.games.shakespeares_dilemma.facts import DEALS, MOST, NOBODY, SUITS, VENUS, say
from companion.games.shakespeares_dilemma.house import Desk
from companion.questions import Cards, Choice, Points
from companion.said import Text


@enquiry("trick", "Who wins this trick?",
         "SHK-WINTRICK SHK-GALAXYRANK SHK-DOUBLERS SHK-LEADNEXT", "trick_* won_*")  # fmt: skip
def trick(desk: Desk) -> Ruling:
    number = len(desk.seats)
    leader, cards = desk.ask(
        Choice("leader", say.who_led(), options=desk.seats),
        Cards("cards", say.cards_in_order(), "", DEALS[number].pack, number, number, order=True),
    )
    above = desk.rules.galaxy_rank == "above_all"
    place = facts.winner(cards, above)
    who = leader.round[place]
    got = [str(card) for card in cards if card in (VENUS, facts.SATURN)]
    steps = [say.beats_all() if above else say.order(), say.highest(card=cards[place])]
    if got:
        steps.append(say.gets(who=who, cards=" and ".join(got)))
    steps.append(say.leads_next(who=who))
    rules = ["SHK-LEADNEXT"]
    if any(facts.rank_of(card) == "Galaxy" for card in cards):
        rules.append("SHK-R10" if above else "SHK-GALAXYRANK")
    rules += ["SHK-DOUBLERS"] * bool(got)
    answer = say.wins(who=who, card=cards[place])
    return ruled(answer, *rules, steps=steps, value=(who, cards[place]))


@enquiry("follow", "Which cards may I play?", "SHK-FOLLOW", "trick_* revoke")
def follow(desk: Desk) -> Ruling:
    led, holding = desk.ask(
        Choice("led", say.suit_led(), options=SUITS),
        Cards("holding", say.still_held(), "", facts.PACK, 1, 15),
    )
    same = [card for card in holding if facts.suit_of(card) == led]
    legal = same or holding
    steps = [say.holds(suit=led, some=bool(same))]
    return ruled(say.may_play(cards=" ".join(map(str, legal))), steps=steps, value=legal)


@enquiry("lead", "Who leads first?", "SHK-FIRSTLEAD", "one_of_Venus lowest_Venus")
def lead(desk: Desk) -> Ruling:
    dealer, holder = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice[object]("holder", say.who_has_one(), options=[*desk.seats, NOBODY]),
    )
    if holder != NOBODY:
        return ruled(say.leads_one(who=holder), steps=[say.holder_leads()])
    if len(desk.seats) != 3:
        return ruled(say.somebody_has_it(), steps=[say.every_card_dealt()])
    if desk.rules.no_one_venus == "left_of_dealer":
        return ruled(say.leads_any(who=dealer.left))
    return ruled(say.lowest_leads(), "SHK-R9", steps=[say.without_venus()])


@enquiry("pass", "How do we pass?", "SHK-PASS", "widow_* one_of_Venus")
def passing(desk: Desk) -> Ruling:
    deal = DEALS[len(desk.seats)]
    steps = [say.cards_each(deal=deal, cards=len(deal.pack)), say.before_looking()]
    return ruled(say.each_passes(deal=deal), "SHK-DEAL", steps=steps)


@enquiry("dead", "Can a doubler be out of play?", "SHK-DEADHAND", "Galaxy_* trick_*")
def dead(desk: Desk) -> Ruling:
    if len(desk.seats) == 3:
        return ruled(say.with_three(), steps=[say.where_it_lies()])
    return ruled(say.cannot_be_out(), steps=[say.won_each()])


@enquiry("price", "Was that bid for the widow legal?", "SHK-WIDOW", "widow_*")
def price(desk: Desk) -> Ruling:
    if len(desk.seats) != 3:
        return ruled(say.only_three())
    high, call = desk.ask(
        Points("high", say.bid_before(), "SHK-R5", 0, MOST),
        Points("call", say.bid_in_question(), "SHK-R6", 0, MOST),
        title="Was that bid legal?",
    )
    least = facts.least_price(high, desk.rules.widow_min)
    once = desk.rules.widow_auction == "one_round"
    answer = say.say_more(least=least) if call < least else say.will_do(least=least)
    steps: list[Text] = [say.how_long(once=once)] if high and call >= least else []
    return Ruling(str(answer), ("SHK-R5" if high else "SHK-R6",), tuple(map(str, steps)))


ENQUIRIES = (trick, follow, lead, passing, dead, price)

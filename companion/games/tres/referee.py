"""The referee questions of Très. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.engine.game import Ruling, enquiry, ruled
from companion.games.tres.facts import PACK, TRUMP, Trick, off_suit, reply_wins, say, taker, worth
from companion.games.tres.house import Desk, House
from companion.games.tres.score import forfeit
from companion.questions import Cards, Choice
from companion.said import Sentence
from companion.seating import Seat
from companion.words import capital


@enquiry("trick", "Who wins this trick?",
         "TRES-WINTRICK TRES-VALUE TRES-WINNING",
         "trick_*_card_* trick_*_void_* ones winner_* points")  # fmt: skip
def trick(desk: Desk) -> Ruling:
    leader, cards = desk.ask(
        Choice("leader", say.who_led(), options=desk.seats),
        Cards("cards", say.three_cards(), "", PACK, 3, 3, order=True),
    )
    place = taker(cards)
    who = leader.left if place == 1 else leader
    trick_worth = worth(cards)
    trumps = any(card.suit is TRUMP for card in cards)
    wins, why = reply_wins(cards[0], cards[1]), str(trick_worth.why)
    steps = (
        say.reply_was(wins=wins, leader=leader, suit=cards[0].suit),
        say.is_highest(card=cards[place], trumps=trumps),
        f"{capital(why)}: {trick_worth.points}.",
    )
    answer = say.wins_and_scores(who=who, points=trick_worth.points)
    return ruled(answer, trick_worth.rule, steps=steps, value=(who, None))


@enquiry("legal", "Which cards may I play?",
         "TRES-REPLY TRES-MUSTFOLLOW TRES-RENEGE TRES-NODUTY TRES-WINNING",
         "trick_*_card_*")  # fmt: skip
def legal(desk: Desk) -> Ruling:
    played, holding = desk.ask(
        Cards("played", say.already_played(), "", PACK, 0, 2, order=True),
        Cards("holding", say.still_held(), "", PACK, 1, 26),
    )
    if not played:
        return ruled(say.lead_any(), "TRES-ALTLEAD", value=holding)
    suit = played[0].suit
    follows = [card for card in holding if card.suit is suit]
    same = " ".join(map(str, follows))
    if len(played) == 2 and not reply_wins(played[0], played[1]):
        planned = say.planned(reply=played[1])
        return ruled(say.play_any(), "TRES-WINNING", steps=[planned], value=holding)
    words = say.play_second(same=same) if len(played) == 1 else say.play_third(same=same)
    steps = [say.holds(suit=suit, same=same), say.need_not()]
    return ruled(words, "TRES-NODUTY", steps=steps, value=follows or holding)


@enquiry("lead", "Who leads this trick?", "TRES-ALTLEAD TRES-TWICE TRES-LAST", "trick_*_card_*")
def lead(desk: Desk) -> Ruling:
    numbers = [str(number) for number in range(1, 18)]
    dealer, number = desk.ask(
        Choice("dealer", say.who_dealt(), options=desk.seats),
        Choice("number", say.which_trick(), options=numbers, columns=5),
    )
    who = dealer.left if int(number) % 2 else dealer
    last = [say.last_card()] if number == "17" else []
    steps = [say.in_turn(), say.first_and_third(who=who), *last]
    return ruled(
        say.leads(who=who, number=number), "TRES-TWICE", *(each.rule for each in last), steps=steps
    )


def price(trick: Trick, who: Seat, rules: House) -> Sentence:
    if rules.revoke == "note":
        return say.score_stands()
    if rules.revoke == "void_deal":
        return say.deal_void()
    if trick.winner is not who:
        return say.nothing_gained(who=who)
    gain = sum(line.points for line in forfeit(trick) if line.to is who.left)
    return say.gets_points(who=who.left, points=gain)


@enquiry("renege", "Was that a revoke?", "TRES-AUDIT TRES-RENEGE", "trick_*_void_* trick_*_card_*")
def renege(desk: Desk) -> Ruling:
    leader, cards = desk.ask(
        Choice("leader", say.who_led(), options=desk.seats),
        Cards("cards", say.three_cards(), "TRES-AUDIT", PACK, 3, 3, order=True),
    )
    trick, suit = Trick(leader, cards), cards[0].suit
    steps: list[Sentence] = []
    for place in off_suit(trick):
        who = trick.player[place]
        later = say.played_later(who=who, suit=suit)
        if desk.ask(Choice(f"later {place + 1}", later, options=["yes", "no"])) == "yes":
            steps += [say.still_had(who=who, suit=suit), price(trick, who, desk.rules)]
            answer = say.yes_revoked(who=who, card=cards[place])
            return ruled(answer, DUTY[place], "TRES-R7", steps=steps)
        steps.append(say.nothing_shows(who=who, suit=suit))
    if steps:
        return ruled(say.not_proved(), steps=steps)
    if cards[2].suit is not suit:
        return ruled(say.was_free(who=leader), "TRES-R8", steps=[say.called_renege(who=leader)])
    return ruled(say.both_followed())


DUTY = {1: "TRES-REPLY", 2: "TRES-MUSTFOLLOW"}
"""The rule by which the second and the third card of a trick have to follow suit."""
ENQUIRIES = (trick, legal, lead, renege)

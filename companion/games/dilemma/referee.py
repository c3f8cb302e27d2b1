"""The referee questions of Dilemma. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.dilemma.facts import PACK, judge, missing, say, second_plays_third, value
from companion.games.dilemma.house import Desk
from companion.questions import Cards, Choice, Question
from companion.words import capital, listed


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """A deal may end early if the first at the target ends the game."""
    if desk.rules.end_when != "at_once":
        return ()
    return (referee.totals(desk, "DIL-R2"),)


@enquiry("trick", "Who wins this trick?",
         "DIL-SUM DIL-PRODUCT DIL-FIRSTHIGH DIL-LEADNEXT DIL-LAST",
         "trick_*_card_* trick_*_from_* tricks winner_* cards_*")  # fmt: skip
def trick(desk: Desk) -> Ruling:
    leader, cards = desk.ask(
        Choice("leader", say.who_led(), "DIL-LEADNEXT", desk.seats),
        Cards("cards", say.four_cards(), "", PACK, 4, 4, order=True),
    )
    suits = [card.suit for card in cards]
    twice = next((card for n, card in enumerate(cards) if card.suit in suits[:n]), None)
    if twice:
        return ruled(say.no_trick(card=twice), steps=[say.one_of_each()])
    other, last = leader.left, cards[3]
    higher = second_plays_third(cards[0], cards[1])
    judged = judge(cards, (str(leader), str(other)))
    winner, why = leader if judged.leader_wins else other, str(judged.why)
    steps = (
        say.is_it_higher(cards=cards, higher=higher, who=other if higher else leader),
        f"{capital(why)}.",
        say.last_is(card=last, worth=value(last), who=winner),
    )
    answer = say.wins_and_scores(who=winner, worth=value(last), card=last)
    return Ruling(
        str(answer), (judged.why.rule, "DIL-THIRD", answer.rule, "DIL-LEADNEXT"),
        tuple(map(str, steps)), value=(winner, None),
    )  # fmt: skip


@enquiry("third", "Who plays third?", "DIL-THIRD DIL-FOURTH", "trick_*_card_*")
def third(desk: Desk) -> Ruling:
    leader, (first,), (second,) = desk.ask(
        Choice("leader", say.who_led(), options=desk.seats),
        Cards("first", say.card_led(), "", PACK),
        Cards("second", say.second_card(), "", PACK),
    )
    if first.suit is second.suit:
        return ruled(say.may_not_follow(card=second))
    higher = second_plays_third(first, second)
    who, last = (leader.left, leader) if higher else (leader, leader.left)
    against = say.against(second=value(second), first=value(first))
    answer = say.third_and_fourth(who=who, last=last)
    return ruled(answer, "DIL-FOURTH", steps=[against, say.plays_fourth(who=last)], value=who)


@enquiry("legal", "Which cards may I play?",
         "DIL-SUITS DIL-ANYLEAD DIL-SWAP DIL-REVOKE",
         "trick_*_card_* trick_*_from_* trick_*_back_* forfeit")  # fmt: skip
def legal(desk: Desk) -> Ruling:
    played, holding = desk.ask(
        Cards("played", say.already_played(), "", PACK, 0, 3),
        Cards("holding", say.still_held(), "", PACK, 1, 14),
    )
    needed = missing(played)
    playable = [card for card in holding if card.suit in needed]
    if playable:
        steps = [say.no_suit_followed(), say.no_exchange()]
        words = say.may_play(cards=" ".join(map(str, playable)))
        return ruled(words, "DIL-REVOKE", steps=steps, value=playable)
    steps = [say.ask_for(suits=listed(needed)), say.names_another()]
    if desk.rules.suit_nowhere == "redeal":
        steps.append(say.thrown_in())
    return ruled(say.nothing_to_play(), "DIL-REVOKE", steps=steps)


@enquiry("draw", "Do we draw?", "DIL-DRAW", "trick_*_card_* winner_*")
def draw(desk: Desk) -> Ruling:
    numbers = [str(n) for n in range(1, 14)]
    number = int(desk.ask(Choice("trick", say.after_which(), options=numbers, columns=5)))
    if number > 7:
        return ruled(say.ran_out())
    first = desk.rules.draw_order == "winner_first"
    return ruled(say.two_each(first=first), "DIL-R4", steps=[say.left(cards=28 - 4 * number)])


ENQUIRIES = (trick, third, legal, draw)

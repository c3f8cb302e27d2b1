"""The referee questions of Back Alley about cards: tricks, leads, trumps, rainbows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.cards import Card, Pack, Suit
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.back_alley import facts
from companion.games.back_alley.facts import BIG_BLOOPER, BLOOPERS, PACK, Playable, Trump, say
from companion.games.back_alley.house import Desk, House
from companion.questions import Cards, Choice, Refused, option
from companion.said import Text
from companion.words import listed


def pack(rules: House) -> Pack:
    return PACK if rules.bloopers == "two" else Pack.of()


def trump_question(rules: House) -> Choice[Trump]:
    """The question for the trump suit, or none if a joker can be turned up for that."""

    def why_not(trump: Trump) -> Text:
        if rules.trump_source == "spades":
            if trump == "none":
                return say.no_trump__spades()
            return say.spades_are_trumps() if trump is not Suit.SPADES else ""
        if trump != "none":
            return ""
        if rules.bloopers == "none":
            return say.no_trump__none()
        return say.no_trump() if rules.joker_upcard == "turn_again" else ""

    none = option("none", label="no trump")
    return Choice("trump", say.trump(), options=[*Suit, none], why_not=why_not, columns=5)


def asked(desk: Desk, *questions: Any, key: str = "holding") -> tuple[Any, ...]:
    """Trump and cards; refuses bloopers that cannot be in play when one was turned up."""

    def check(trump: Trump, *answers: Any) -> None:
        cards = [card for each in answers if isinstance(each, tuple) for card in each]
        jokers = [card for card in cards if card.suit is None]
        if not isinstance(trump, Suit) and jokers:
            if desk.rules.joker_upcard != "jokers_stay_trump":
                blooper = BLOOPERS[jokers[0].rank]
                raise Refused(say.blooper_out_of_play(blooper=blooper), key=key)
            if len(jokers) > 1:
                raise Refused(say.blooper_out_of_play__both(), key=key)
        if questions[0].key == "led" and cards[0] in cards[1:]:
            raise Refused(say.card_gone(card=name(cards[0])), key=key)

    return desk.ask(trump_question(desk.rules), *questions, check=check)


def name(card: Card) -> str:
    """A card as it is called: "9♥", "big blooper"."""
    return BLOOPERS.get(card.rank, str(card))


def named(cards: Iterable[Card]) -> str:
    """Cards in a row: "9♥ 8♥ and the big blooper"."""
    every = list(cards)
    plain = " ".join(str(card) for card in every if card.suit)
    bloopers = [article(card) for card in every if card.suit is None]
    return listed([*([plain] if plain else []), *bloopers], "and")


def article(card: Card) -> str:
    """A card in a sentence: "9♥", "the big blooper"."""
    return name(card) if card.suit else f"the {name(card)}"


@enquiry("trick", "Who wins this trick?", "BAL-P-TRICK BAL-P-NEXT", "tricks")
def trick(desk: Desk) -> Ruling:
    number = len(desk.seats)
    prompt = say.cards_played(players=number)
    trump, first, cards = asked(
        desk,
        Choice("leader", say.who_led(), options=desk.seats),
        Cards("cards", prompt, "", pack(desk.rules), number, number, order=True),
        key="cards",
    )  # fmt: skip
    place = facts.winning(cards, trump)
    seats = [first, *facts.turn(first, desk.rules)[:-1]]
    best = cards[place]
    highest = say.highest(card=name(best), trump=facts.is_trump(best, trump))
    steps: list[Text] = [*referee.plays_in_words(seats, list(map(name, cards))), highest]
    if not isinstance(trump, Suit):
        steps.append(say.no_trump_suit())
    elif facts.LITTLE_BLOOPER in cards or BIG_BLOOPER in cards:
        steps.append(say.bloopers_first())
    answer = say.wins_trick(seat=seats[place], card=name(best))
    return ruled(answer, "BAL-P-NEXT", steps=steps, value=(seats[place], best))


@enquiry("follow", "Which cards may I play?",
         "BAL-P-FOLLOW BAL-P-BB BAL-P-LB BAL-P-FORCE BAL-R16 BAL-R29", "tricks revoke")  # fmt: skip
def follow(desk: Desk) -> Ruling:
    rules = desk.rules
    trump, (card,), holding = asked(
        desk,
        Cards("led", say.which_led(), "", pack(rules), 1, 1),
        Cards("holding", say.still_held(), "", pack(rules), 1, 13),
    )  # fmt: skip
    free, partner = rules.big_blooper_partner != "must_play_highest", False
    if card == BIG_BLOOPER and free and len(desk.sides) < len(desk.seats):
        who = ["an opponent", "the leader’s partner"]
        partner = desk.ask(Choice("who", say.whose_holding(), options=who)) == who[1]
    plays = facts.playable(card, holding, trump, rules, partner)
    forced = card.suit is None and plays.why != "follow"
    ruling = commanded(card, plays, rules) if forced else ordinary(card, plays, holding, trump)
    return replace(ruling, value=plays.cards)


def commanded(led: Card, plays: Playable, rules: House) -> Ruling:
    """The cards that a blooper forces out when it is led."""
    big, blooper = led == BIG_BLOOPER, BLOOPERS[led.rank]
    rule = "BAL-P-BB" if big else "BAL-P-LB"
    if plays.why == "any":
        rule = rule if big or rules.little_blooper == "forces" else "BAL-P-FOLLOW"
        answer, steps = say.may_play(cards=named(plays.cards)), [say.asks_nothing(blooper=blooper)]
        return Ruling(str(answer), (rule,), tuple(map(str, steps)))
    steps = [say.commands(blooper=blooper, big=big)]
    if plays.why == "partner":
        free = rules.big_blooper_partner == "may_play_any"
        steps.append(say.partner_may__ruling(any=free))
        answer = say.may_play(cards=listed(map(article, plays.cards)))
        return Ruling(str(answer), (rule, "BAL-R16"), tuple(map(str, steps)))
    (forced,) = plays.cards
    if not big and forced == BIG_BLOOPER:
        steps.append(say.big_falls())
    return Ruling(str(say.nothing_else(card=named([forced]))), (rule,), tuple(map(str, steps)))


def ordinary(led: Card, plays: Playable, holding: Iterable[Card], trump: Trump) -> Ruling:
    """Following suit, bloopers counted as trumps."""
    more: list[str] = []
    trumps = led.suit is trump or led.suit is None
    suit = "trumps" if trumps or led.suit is None else led.suit.word
    if led.suit is None:
        more.append("BAL-R29")
        steps = [say.forces_none_here(blooper=BLOOPERS[led.rank])]
    else:
        steps = [say.follows(suit=suit) if plays.why == "follow" else say.cannot_follow(suit=suit)]
    bloopers = [card for card in holding if card.rank in BLOOPERS]
    if not trumps and bloopers and plays.why == "follow":
        steps.append(say.blooper_is_trump())
    elif bloopers and led.suit is not None:
        more.append("BAL-P-FORCE")
        steps.append(say.forces_nobody())
    return ruled(say.may_play(cards=named(plays.cards)), *more, steps=steps)


@enquiry("break", "Which cards may I lead?", "BAL-P-BREAK BAL-R6 BAL-R7", "tricks")
def lead_trump(desk: Desk) -> Ruling:
    rules = desk.rules
    trump, holding, broken = asked(
        desk,
        Cards("holding", say.leaders_cards(), "", pack(rules), 1, 13),
        Choice("broken", say.broken_yet(), options=["no", "yes"]),
    )  # fmt: skip
    plain = [card for card in holding if not facts.is_trump(card, trump)]
    if len(plain) == len(holding):
        return ruled(say.any_lead(trumps=False), steps=[say.no_trump_held()])
    if broken == "yes":
        return ruled(say.any_lead(trumps=True), steps=[say.broken()])
    board = False
    if plain and rules.board_may_lead_trump == "yes":
        board = desk.ask(Choice("board", say.did_bid_board(), options=["no", "yes"])) == "yes"
    legal = facts.may_lead(holding, trump, rules, broken=False, board=board)
    if board:
        return ruled(say.any_lead(trumps=True), "BAL-R6", steps=[say.board_leads_here()])
    if not plain:
        return ruled(say.any_lead(trumps=False), "BAL-R6", steps=[say.only_trumps()])
    joker = any(card.suit is None for card in holding)
    steps = [say.none_thrown(), *[say.blooper_too()] * joker]
    return ruled(say.may_lead(cards=named(legal)), *["BAL-R7"] * joker, steps=steps)


@enquiry("broken", "Have trumps been broken?", "BAL-P-BREAK BAL-R7", "tricks")
def broken(desk: Desk) -> Ruling:
    number = len(desk.seats)
    played = Cards("cards", say.tricks_so_far(), "", pack(desk.rules), 1, 52, order=True)
    trump, cards = asked(desk, played, key="cards")
    place = facts.breaker(cards, number, trump)
    if place is None:
        return ruled(say.not_broken(), steps=[say.nobody_threw()])
    card, led = cards[place], cards[place - place % number]
    more = ["BAL-R7"] * (card.suit is None)
    step = say.thrown_on(led=name(led), trick=place // number + 1, card=name(card))
    return ruled(say.broke(card=name(card)), *more, steps=[step])


@enquiry("rainbow", "Is this a rainbow?", "BAL-R15", "tricks rainbow")
def is_rainbow(desk: Desk) -> Ruling:
    points = desk.rules.rainbow
    if not points:
        return ruled(say.no_bonus(), steps=[say.not_in_source()])
    dealt = Cards("holding", say.four_dealt(), "", pack(desk.rules), 4, 4)
    trump, holding = asked(desk, dealt)
    joker = any(card.suit is None for card in holding)
    steps = [say.joker_counts(counts=points == 10)] * joker
    suits = facts.rainbow(holding, trump, desk.rules)
    missing = [suit for suit in Suit if suit not in suits]
    if not missing:
        return ruled(say.is_rainbow(points=points), steps=steps)
    words = say.suits_missing(suits=listed(missing, "and"), several=len(missing) > 1)
    return ruled(words, steps=steps)

"""What a Back Alley table asks its referee about cards: tricks, leads, trumps, rainbows."""

from __future__ import annotations

from collections.abc import Iterable

from companion import referee
from companion.cards import Card, Pack, Suit
from companion.game import Ruling
from companion.games.back_alley.deck import (
    BIG_BLOOPER,
    BLOOPERS,
    LITTLE_BLOOPER,
    PACK,
    Playable,
    Trump,
    breaker,
    in_pack,
    is_trump,
    may_lead,
    playable,
    rainbow,
    turn,
    winning,
)
from companion.games.back_alley.house import Desk, House
from companion.games.back_alley.show import NUMBERS
from companion.questions import Cards, Choice, Option, Refused, option
from companion.seating import Seat
from companion.words import listed


def pack(rules: House) -> Pack:
    """The cards of this table: without bloopers where there are none."""
    return PACK if rules.bloopers == "two" else Pack.of()


def trump_question(rules: House) -> Choice[Trump]:
    """The trump suit of the hand, or none where a joker can be turned up for that."""
    no, rule = "", "BAL-R9"
    if rules.trump_source == "spades":
        no, rule = "Spades are trumps in every hand here.", "BAL-R17"
    elif in_pack(rules) == 52:
        no, rule = "Without jokers every hand has a trump suit.", "BAL-R27"
    elif rules.joker_upcard == "turn_again":
        no = "A joker is turned again here, so every hand has a trump suit."
    other = "Spades are trumps in every hand here."
    wrong = other if rules.trump_source == "spades" else ""
    trumps: list[Option[Trump]] = [
        option(suit, refusal="" if suit is Suit.SPADES else wrong, rule="BAL-R17" if wrong else "",
               code="spades_are_trumps")
        for suit in Suit
    ]  # fmt: skip
    trumps.append(Option("none", "none", "no trump", refusal=no, rule=rule, code="no_trump"))
    return Choice("trump", "Trump?", "BAL-TURN", trumps, columns=5)


def in_play(rules: House, trump: Trump, cards: Iterable[Card], key: str) -> None:
    """Refuses bloopers that cannot be in play when one was turned up."""
    jokers = [card for card in cards if card.suit is None]
    if isinstance(trump, Suit) or not jokers:
        return
    if rules.joker_upcard != "jokers_stay_trump":
        message = (
            f"The {BLOOPERS[jokers[0].rank]} is not in play in a no-trump hand: "
            "one was turned up, and the other was discarded or never dealt."
        )
        raise Refused(message, "BAL-TURN", "blooper_out_of_play", key)
    if len(jokers) > 1:
        message = "One blooper was turned up, so only the other can be in play."
        raise Refused(message, "BAL-R9", "blooper_out_of_play", key)


def named(cards: Iterable[Card]) -> str:
    """Cards in a row: "9♥ BB"."""
    return " ".join(map(str, cards))


def trick(desk: Desk) -> Ruling:
    number = len(desk.seats)

    def check(trump: Trump, leader: Seat, cards: tuple[Card, ...]) -> None:
        in_play(desk.rules, trump, cards, "cards")

    prompt = f"The {NUMBERS[number]} cards in the order played"
    trump, first, cards = desk.ask(
        trump_question(desk.rules),
        Choice("leader", "Who led?", "BAL-P-LEAD", desk.seats),
        Cards("cards", prompt, "BAL-P-TRICK", pack(desk.rules), number, number, order=True),
        title="Who wins this trick?",
        check=check,
    )
    place = winning(cards, trump)
    seats = [first, *turn(first, desk.rules)[:-1]]
    steps = referee.told(seats, cards)
    best = cards[place]
    if is_trump(best, trump):
        steps.append(f"The {best} is the highest trump in it.")
    else:
        steps.append(f"Nobody played a trump: the {best} is the highest card of the suit led.")
    if not isinstance(trump, Suit):
        steps.append("There is no trump suit this hand.")
    elif LITTLE_BLOOPER in cards or BIG_BLOOPER in cards:
        steps.append("BB > LB > A > K … 2: both bloopers are trumps.")
    answer = f"{seats[place]} wins with the {best}, and leads next."
    return Ruling(answer, ("BAL-P-TRICK", "BAL-P-NEXT"), tuple(steps))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead, the bloopers' commands included."""
    rules = desk.rules

    def check(trump: Trump, led: tuple[Card, ...], holding: tuple[Card, ...]) -> None:
        in_play(rules, trump, [*led, *holding], "holding")
        (card,) = led
        if card in holding:
            message = f"The {card} was led, so it is not in the holding any more."
            raise Refused(message, "BAL-P-FOLLOW", "card_gone", "holding")

    trump, led, holding = desk.ask(
        trump_question(rules),
        Cards("led", "Which card was led?", "BAL-P-FOLLOW", pack(rules), 1, 1),
        Cards("holding", "The cards still held", "BAL-P-FOLLOW", pack(rules), 1, 13),
        title="Which cards may I play?",
        check=check,
    )
    (card,) = led
    partner = False
    if card == BIG_BLOOPER and has_partners(desk) and rules.big_blooper_partner != MUST:
        who = ["an opponent", "the leader’s partner"]
        said = desk.ask(Choice("who", "Whose holding is it?", "BAL-R16", who))
        partner = said == "the leader’s partner"
    found = playable(card, holding, trump, rules, partner)
    if card.suit is None and found.why != "follow":
        return commanded(card, found, rules)
    return ordinary(card, found, holding, trump, rules)


MUST = "must_play_highest"


def has_partners(desk: Desk) -> bool:
    return len(desk.sides) < len(desk.seats)


def commanded(led: Card, found: Playable, rules: House) -> Ruling:
    """What a blooper that was led forces out."""
    big = led == BIG_BLOOPER
    rule, name = ("BAL-P-BB" if big else "BAL-P-LB"), BLOOPERS[led.rank]
    if found.why == "any":
        steps = [f"You hold no trump, so the {name} asks for nothing: any card."]
        cited = (rule,) if big or rules.little_blooper == "forces" else ("BAL-P-FOLLOW",)
        return Ruling(f"You may play: {named(found.cards)}.", cited, tuple(steps))
    which = "highest" if big else "lowest"
    steps = [f"The {name} was led: everybody plays the {which} trump held."]
    if found.why == "partner":
        may = "any trump" if rules.big_blooper_partner == "may_play_any" else "the lowest instead"
        steps.append(f"The leader’s partner may play {may}.")
        words = f"You may play: {listed(found.cards)}."
        return Ruling(words, (rule, "BAL-R16"), tuple(steps))
    (forced,) = found.cards
    if not big and forced == BIG_BLOOPER:
        steps.append("The only trump is the big blooper, so it must fall, and it wins.")
    return Ruling(f"You may play: {forced} and nothing else.", (rule,), tuple(steps))


def ordinary(
    led: Card, found: Playable, holding: Iterable[Card], trump: Trump, rules: House
) -> Ruling:
    """Following suit, bloopers counted as trumps."""
    cited = ["BAL-P-FOLLOW"]
    trumps = led.suit is trump or led.suit is None
    suit = "trumps" if trumps or led.suit is None else led.suit.word
    if led.suit is None:
        cited.append("BAL-R29")
        steps = [f"The {BLOOPERS[led.rank]} forces nobody here: any trump follows it."]
    elif found.why == "follow":
        steps = [f"You hold {suit}, so you must follow suit; nothing obliges you to win."]
    else:
        steps = [f"You hold no {suit}: any card will do, a trump or not."]
    bloopers = [card for card in holding if card.rank in BLOOPERS]
    if not trumps and bloopers and found.why == "follow":
        steps.append(
            "A blooper is a trump: you may not play one while you can follow a plain suit."
        )
    elif bloopers and led.suit is not None:
        cited.append("BAL-P-FORCE")
        steps.append("A blooper played later in a trick forces nobody.")
    return Ruling(f"You may play: {named(found.cards)}.", tuple(cited), tuple(steps))


def lead_trump(desk: Desk) -> Ruling:
    """Which cards may be led."""
    rules = desk.rules

    def check(trump: Trump, holding: tuple[Card, ...], broken: str) -> None:
        in_play(rules, trump, holding, "holding")

    trump, holding, broken = desk.ask(
        trump_question(rules),
        Cards("holding", "The cards of the one to lead", "BAL-P-BREAK", pack(rules), 1, 13),
        Choice("broken", "Has a trump been thrown on another suit yet?", "BAL-P-BREAK",
               ["no", "yes"]),
        title="Which cards may I lead?",
        check=check,
    )  # fmt: skip
    plain = [card for card in holding if not is_trump(card, trump)]
    if len(plain) == len(holding):
        return Ruling("You may lead: any card.", ("BAL-P-BREAK",), ("You hold no trump.",))
    if broken == "yes":
        step = "Trumps have been broken."
        return Ruling("You may lead: any card, trumps included.", ("BAL-P-BREAK",), (step,))
    board = False
    if plain and rules.board_may_lead_trump == "yes":
        prompt = "Did this player bid board?"
        board = desk.ask(Choice("board", prompt, "BAL-R6", ["no", "yes"])) == "yes"
    legal = may_lead(holding, trump, rules, broken=False, board=board)
    if board:
        step = "At this table a player who bid board may lead trumps at any time."
        return Ruling(
            "You may lead: any card, trumps included.", ("BAL-P-BREAK", "BAL-R6"), (step,)
        )
    if not plain:
        step = "You hold nothing but trumps, so you may lead one although none is broken."
        return Ruling("You may lead: any card.", ("BAL-P-BREAK", "BAL-R6"), (step,))
    steps = ["Nobody has thrown a trump on another suit yet."]
    cited = ["BAL-P-BREAK"]
    if any(card.suit is None for card in holding):
        cited.append("BAL-R7")
        steps.append("A blooper is a trump too.")
    return Ruling(f"You may lead: {named(legal)}.", tuple(cited), tuple(steps))


def broken(desk: Desk) -> Ruling:
    """True or not: a trump has been thrown on another suit."""
    number, rules = len(desk.seats), desk.rules

    def check(trump: Trump, cards: tuple[Card, ...]) -> None:
        in_play(rules, trump, cards, "cards")

    trump, cards = desk.ask(
        trump_question(rules),
        Cards("cards", "The tricks so far, card by card as they were played", "BAL-P-BREAK",
              pack(rules), 1, 52, order=True),
        title="Have trumps been broken?",
        check=check,
    )  # fmt: skip
    place = breaker(cards, number, trump)
    if place is None:
        step = "Nobody has thrown a trump on the lead of another suit."
        return Ruling("No: trumps are not broken.", ("BAL-P-BREAK",), (step,))
    led = cards[place - place % number]
    step = f"The {led} was led to trick {place // number + 1}; the {cards[place]} was thrown on it."
    cited = ("BAL-P-BREAK", "BAL-R7") if cards[place].suit is None else ("BAL-P-BREAK",)
    return Ruling(f"Yes: the {cards[place]} broke trumps.", cited, (step,))


def is_rainbow(desk: Desk) -> Ruling:
    """True or not: four cards are a rainbow."""
    rules = desk.rules
    if not rules.rainbow:
        words = "This table pays no bonus for a rainbow."
        return Ruling(words, ("BAL-R15",), ("The source does not know it.",))

    def check(trump: Trump, holding: tuple[Card, ...]) -> None:
        in_play(rules, trump, holding, "holding")

    trump, holding = desk.ask(
        trump_question(rules),
        Cards("holding", "The four cards dealt", "BAL-R15", pack(rules), 4, 4),
        title="Is this a rainbow?",
        check=check,
    )
    steps: tuple[str, ...] = ()
    if any(card.suit is None for card in holding):
        joker = "counts as the trump suit" if rules.rainbow == 10 else "has no suit"
        steps = (f"A joker {joker} here.",)
    suits = rainbow(holding, trump, rules)
    if len(suits) == 4:
        return Ruling(f"Yes: one card of each suit, +{rules.rainbow}.", ("BAL-R15",), steps)
    missing = [suit for suit in Suit if suit not in suits]
    be = "is" if len(missing) == 1 else "are"
    return Ruling(f"No: {listed(missing, 'and')} {be} missing.", ("BAL-R15",), steps)

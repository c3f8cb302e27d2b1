"""What a Back Alley table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.cards import RANKS, Card, Suit
from companion.game import Desk, Enquiry, Ruling
from companion.games.back_alley.bids import (
    BIDS,
    HIGHEST,
    LEVELS,
    MARKS,
    Bid,
    Contract,
    Turn,
    factors,
    leader,
    most_bid,
)
from companion.games.back_alley.deal import BIG, BLOOPERS, PACK, schedule, turn
from companion.games.back_alley.score import side_lines
from companion.ledger import signed
from companion.questions import Cards, Choice, Count, Option, Refused, listed, option
from companion.rules import Options
from companion.seating import Seat
from companion.tricks import following, ranking, winner

RANK = ranking(("BB", "LB", *RANKS))
BIG_BLOOPER, LITTLE_BLOOPER = Card("BB", None), Card("LB", None)
Trump = Suit | str


# -- trumps ----------------------------------------------------------------------------------------


def trump_question(rules: Options) -> Choice[Trump]:
    """The trump suit of the hand, or none where a joker can be turned up for that."""
    no = ""
    if rules.trump_source == "spades":
        no = "Spades are trumps in every hand here."
    elif rules.joker_upcard == "turn_again":
        no = "A joker is turned again here, so every hand has a trump suit."
    trumps: list[Option[Trump]] = [option(suit) for suit in Suit]
    trumps.append(Option("none", "none", "no trump", no=no, rule="BAL-R9", code="no_trump"))
    return Choice("trump", "Trump?", "BAL-TURN", trumps, columns=5)


def suited(card: Card, trump: Trump) -> Card:
    """The card with a blooper counted to the trump suit."""
    return Card(card.rank, trump) if card.suit is None and isinstance(trump, Suit) else card


def is_trump(card: Card, trump: Trump) -> bool:
    """Whether a card is a trump: of the suit, or a blooper."""
    return card.suit is None or card.suit is trump


def in_play(rules: Options, trump: Trump, cards: Iterable[Card], key: str) -> None:
    """Refuses bloopers that cannot be in play when one was turned up."""
    jokers = [card for card in cards if card.suit is None]
    if isinstance(trump, Suit) or not jokers:
        return
    if rules.joker_upcard != "jokers_stay_trump":
        message = (
            f"The {BLOOPERS[jokers[0].rank]} is not in play in a no-trump hand: "
            "one was turned up, and the other was discarded or lies undealt."
        )
        raise Refused(message, "BAL-TURN", "blooper_out_of_play", key)
    if len(jokers) > 1:
        message = "One blooper was turned up, so only the other can be in play."
        raise Refused(message, "BAL-R9", "blooper_out_of_play", key)


def named(cards: Iterable[Card]) -> str:
    """Cards in a row: "9♥ BB"."""
    return " ".join(map(str, cards))


# -- tricks ----------------------------------------------------------------------------------------


def trick(desk: Desk) -> Ruling:
    """Who wins a trick."""

    def check(trump: Trump, leader: Seat, cards: tuple[Card, ...]) -> None:
        in_play(desk.rules, trump, cards, "cards")

    trump, first, cards = desk.ask(
        trump_question(desk.rules),
        Choice("leader", "Who led?", "BAL-P-LEAD", desk.seats),
        Cards("cards", "The four cards in the order played", "BAL-P-TRICK", PACK, 4, 4, order=True),
        title="Who wins this trick?",
        check=check,
    )
    place = winning(cards, trump)
    seats = [first, *turn(first, desk.rules)[:-1]]
    steps = [f"{seat} played {card}." for seat, card in zip(seats, cards, strict=True)]
    best = cards[place]
    if is_trump(best, trump):
        steps.append(f"Trumps were played: {best} is the highest of them.")
    else:
        steps.append(f"No trump fell: {best} is the highest card of the suit led.")
    if not isinstance(trump, Suit):
        steps.append("There is no trump suit this hand.")
    elif LITTLE_BLOOPER in cards or BIG_BLOOPER in cards:
        steps.append("BB > LB > A > K … 2: both bloopers are trumps.")
    answer = f"{seats[place]} wins with {best}, and leads next."
    return Ruling(answer, ("BAL-P-TRICK", "BAL-P-NEXT"), tuple(steps))


def winning(cards: Sequence[Card], trump: Trump) -> int:
    """The place of the winning card; where a blooper is the only trump, it wins."""
    if not isinstance(trump, Suit):
        jokers = [place for place, card in enumerate(cards) if card.suit is None]
        return jokers[0] if jokers else winner(cards, None, RANK)
    return winner([suited(card, trump) for card in cards], trump, RANK)


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead, the bloopers' commands included."""
    rules = desk.rules

    def check(trump: Trump, led: tuple[Card, ...], holding: tuple[Card, ...], *_: object) -> None:
        in_play(rules, trump, [*led, *holding], "holding")
        if led[0] in holding:
            message = f"{led[0]} was led, so it is not in the holding any more."
            raise Refused(message, "BAL-P-FOLLOW", "card_gone", "holding")

    page: list[Any] = [
        trump_question(rules),
        Cards("led", "Which card was led?", "BAL-P-FOLLOW", PACK, 1, 1),
        Cards("holding", "The cards still held", "BAL-P-FOLLOW", PACK, 1, 13),
    ]
    if rules.big_blooper_partner == "may_play_lowest":
        who = ["an opponent", "the leader’s partner"]
        page.append(Choice("who", "Whose holding is it?", "BAL-R16", who))
    trump, led, holding, *rest = desk.ask(*page, title="Which cards may I play?", check=check)
    trumps = sorted(
        (card for card in holding if is_trump(card, trump)), key=lambda c: RANK(suited(c, trump))
    )
    if led[0].suit is None and trumps:
        return commanded(led[0], trumps, bool(rest) and rest[0] == "the leader’s partner")
    return ordinary(suited(led[0], trump), holding, trump)


def commanded(led: Card, trumps: Sequence[Card], partner: bool) -> Ruling:
    """What a blooper that was led forces out; trumps from the lowest up."""
    if led == LITTLE_BLOOPER:
        steps = ["The little blooper was led: everybody plays the lowest trump held."]
        if trumps[0] == BIG_BLOOPER:
            steps.append("The only trump is the big blooper, so it must fall, and it wins.")
        return Ruling(f"Legal: {trumps[0]} and nothing else.", ("BAL-P-LB",), tuple(steps))
    step = "The big blooper was led: everybody plays the highest trump held."
    if partner and len(trumps) > 1:
        more = "The leader’s partner may play the lowest instead."
        words = f"Legal: {trumps[-1]} or {trumps[0]}."
        return Ruling(words, ("BAL-P-BB", "BAL-R16"), (step, more))
    return Ruling(f"Legal: {trumps[-1]} and nothing else.", ("BAL-P-BB",), (step,))


def ordinary(led: Card, holding: Sequence[Card], trump: Trump) -> Ruling:
    """Following suit, bloopers counted as trumps."""
    legal = following([suited(card, trump) for card in holding], led.suit)
    words = named(Card(c.rank, None) if c.rank in BLOOPERS else c for c in legal)
    rules = ["BAL-P-FOLLOW"]
    suit = led.suit.word if led.suit else "trumps"
    if led.rank in BLOOPERS:
        rules.append("BAL-P-BB" if led.rank == "BB" else "BAL-P-LB")
        steps = [f"No trump is held, so the {BLOOPERS[led.rank]} asks for nothing: any card."]
    elif legal[0].suit is led.suit and led.suit is not None:
        steps = [f"The holding can follow {suit}, so it must; nothing obliges it to win."]
    else:
        steps = [f"The holding has no {suit}: any card will do, a trump included."]
    if led.rank not in BLOOPERS:
        rules.append("BAL-P-FORCE")
        steps.append("A blooper thrown in later in the trick forces nobody.")
    if led.suit is not trump and any(card.rank in BLOOPERS for card in holding):
        steps.append("A blooper is a trump: not to be thrown on a plain suit one holds.")
    return Ruling(f"Legal: {words}.", tuple(rules), tuple(steps))


def lead_trump(desk: Desk) -> Ruling:
    """Which cards may be led."""
    rules = desk.rules

    def check(trump: Trump, holding: tuple[Card, ...], *_: object) -> None:
        in_play(rules, trump, holding, "holding")

    page: list[Any] = [
        trump_question(rules),
        Cards("holding", "The cards of the one to lead", "BAL-P-BREAK", PACK, 1, 13),
        Choice("broken", "Has a trump been thrown on another suit yet?", "BAL-P-BREAK",
               ["no", "yes"]),
    ]  # fmt: skip
    if rules.board_may_lead_trump == "yes":
        prompt = "Did this player bid board?"
        page.append(Choice("board", prompt, "BAL-R6", ["no", "yes"]))
    trump, holding, broken, *rest = desk.ask(*page, title="Which cards may I lead?", check=check)
    plain = [card for card in holding if not is_trump(card, trump)]
    if len(plain) == len(holding):
        return Ruling("Legal: any card.", ("BAL-P-BREAK",), ("The holding has no trump.",))
    if broken == "yes":
        step = "Trumps have been broken."
        return Ruling("Legal: any card, trumps included.", ("BAL-P-BREAK",), (step,))
    if rest and rest[0] == "yes":
        step = "At this table whoever bid board may lead trumps at any time."
        return Ruling("Legal: any card, trumps included.", ("BAL-P-BREAK", "BAL-R6"), (step,))
    if not plain:
        step = "Nothing but trumps is held, so one of them may be led although none is broken."
        return Ruling("Legal: any card.", ("BAL-P-BREAK", "BAL-R6"), (step,))
    steps = ("No trump has been thrown on another suit yet.", "The bloopers are trumps too.")
    return Ruling(f"Legal: {named(plain)}.", ("BAL-P-BREAK", "BAL-R7"), steps)


# -- the deal and the bids -------------------------------------------------------------------------


def turned(desk: Desk) -> Ruling:
    """What the card turned up means."""
    rules = desk.rules
    cards: list[Option[Any]] = [option(suit) for suit in Suit]
    cards += [Option(code, code, name) for code, name in BLOOPERS.items()]
    nobody = option("nobody", "it lies undealt", loud=True)
    card, holder = desk.ask(
        Choice[Any]("turned", "Which card was turned up?", "BAL-TURN", cards),
        Choice[Any]("holder", "Who holds the other blooper?", "BAL-TURN", [*desk.seats, nobody]),
        title="What does the turn-up mean?",
    )
    if rules.trump_source == "spades":
        step = "Here the turn-up decides nothing."
        return Ruling("Spades are trumps.", ("BAL-TURN", "BAL-R17"), (step,))
    if isinstance(card, Suit):
        step = "The suit of the turn-up is trump; both bloopers belong to it."
        return Ruling(f"Trumps are {card}.", ("BAL-TURN",), (step,))
    return joker_turned(rules, card, holder)


def joker_turned(rules: Options, card: str, holder: object) -> Ruling:
    """What a blooper turned up means at this table."""
    big = f"The big blooper is {BIG[rules.big_blooper]}."
    if rules.joker_upcard == "turn_again":
        words = "Turn the next card: its suit is trump."
        return Ruling(words, ("BAL-TURN", "BAL-R9"), ("Here a joker is not left up.", big))
    other = BLOOPERS["LB" if card == "BB" else "BB"]
    if rules.joker_upcard == "jokers_stay_trump":
        words = f"No trump suit; the {other} is the only trump if somebody holds it."
        return Ruling(words, ("BAL-TURN", "BAL-R9"), ("It is not exchanged here.", big))
    if not isinstance(holder, Seat):
        words = f"No trumps; the {other} lies undealt, so nothing more happens."
        return Ruling(words, ("BAL-TURN",), (big,))
    words = f"No trumps; {holder} discards the {other} and takes the next face-down card."
    steps = ("The exchange comes before the bidding.", big)
    return Ruling(words, ("BAL-TURN", "BAL-R9"), steps)


def lead(desk: Desk) -> Ruling:
    """Who leads first."""
    bids: list[Option[Bid]] = [option(bid) for bid in BIDS.values()]
    dealer, *given = desk.ask(
        Choice("dealer", "Who dealt?", "BAL-P-LEAD", desk.seats),
        *(
            Choice[Bid](f"bid {seat.code}", f"{seat}’s bid", "BAL-P-LEAD", bids, columns=5)
            for seat in desk.seats
        ),
        title="Who leads first?",
    )
    said = dict(zip(desk.seats, given, strict=True))
    calls = [(seat, said[seat]) for seat in turn(dealer, desk.rules)]
    order = ", ".join(f"{seat} {bid}" for seat, bid in calls)
    first = leader(calls)
    if not said[first].rank[0] and not said[first].tricks:
        words = "Nobody: four passes, the deal is thrown in."
        return Ruling(words, ("BAL-P-LEAD", "BAL-ALLPASS"), (order,))
    equal = [seat for seat, bid in calls if bid == said[first]]
    steps = [f"In order: {order}.", "Boards are above all numbers, by level."]
    if len(equal) > 1:
        steps.append(f"{listed(equal, 'and')} are equal: the first to bid leads.")
    return Ruling(f"{first} leads.", ("BAL-P-LEAD",), tuple(steps))


def bid(desk: Desk) -> Ruling:
    """Whether a bid was legal."""
    calls: list[Option[Bid]] = [option(each) for each in BIDS.values()]
    calls.insert(HIGHEST + 1, option(Bid(HIGHEST + 1)))
    cards, before, call = desk.ask(
        Count("cards", "How many cards were dealt to each?", "BAL-DEAL", 1, 13),
        Choice("before", "The highest board called before it", "BAL-P-BID",
               ["none", *LEVELS[1:4]]),
        Choice[Bid]("call", "The bid in question", "BAL-P-BID", calls, columns=4),
        title="Was that bid legal?",
    )  # fmt: skip
    level = LEVELS.index(before) if before in LEVELS else 0
    stands = Turn(cards, most_bid(cards, desk.rules), level, factors(desk.rules))
    refusal = stands.refusal(call)
    if refusal:
        return Ruling(f"Not legal: {refusal}", ("BAL-P-BID", "BAL-R2"))
    steps = ["A number need not beat the bids before it, an opponent’s or the partner’s."]
    if call.level:
        steps = ["Each level is called once, in order, over either side’s."]
    return Ruling(
        f"Legal: {call} on {cards} card{'s' * (cards != 1)}.",
        ("BAL-P-BID", "BAL-R12"),
        tuple(steps),
    )


def size(desk: Desk) -> Ruling:
    """How many cards a hand has and who deals it."""
    sizes = schedule(desk.rules)
    number, first = desk.ask(
        Count("hand", "Which hand?", "BAL-DEAL", 1, len(sizes)),
        Choice("first", "Who dealt hand 1?", "BAL-DEAL", desk.seats),
        title="How many cards, and who deals?",
    )
    cards = sizes[number - 1]
    dealer = [first, *turn(first, desk.rules)[:-1]][(number - 1) % 4]
    left = 53 - 4 * cards
    steps = (
        f"{len(sizes)} hands, {sum(sizes)} tricks in all; thrown-in deals do not count.",
        f"One card is turned and {left} stay{'s' * (left == 1)} face down under it.",
    )
    plural = "s" * (cards != 1)
    return Ruling(f"{dealer} deals {cards} card{plural} each.", ("BAL-DEAL", "BAL-R13"), steps)


# -- the score -------------------------------------------------------------------------------------


def worth(desk: Desk) -> Ruling:
    """What a contract scores with so many tricks."""
    rules = desk.rules
    options = [Option(Contract(n), str(n), str(n)) for n in range(25)]
    options += [
        Option(Contract(0, level), LEVELS[level], MARKS[level], LEVELS[level])
        for level in range(1, 5)
    ]

    def check(cards: int, contract: Contract, tricks: int) -> None:
        if tricks > cards:
            message = f"{tricks} tricks of {cards} cannot be: say 0 to {cards}."
            raise Refused(message, "BAL-R21", "tricks_out_of_range", "tricks")

    cards, contract, tricks = desk.ask(
        Count("cards", "How many cards were dealt to each?", "BAL-DEAL", 1, 13),
        Choice[Contract]("contract", "The side’s two bids together", "BAL-SUM", options, columns=5),
        Count("tricks", "Its tricks", "BAL-MADE", 0, 13, code="tricks_out_of_range"),
        title="What does this contract score?",
        check=check,
    )
    lines = list(side_lines(desk.sides[0], contract, tricks, cards, rules))
    total = signed(sum(line.points for line in lines))
    cited = dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also))
    steps = tuple(f"{signed(line.points)}: {line.why}." for line in lines)
    return Ruling(f"{total} for {contract} with {tricks} of {cards}.", tuple(cited), steps)


def rainbow(desk: Desk) -> Ruling:
    """Whether four cards are a rainbow."""
    rules = desk.rules

    def check(trump: Trump, holding: tuple[Card, ...]) -> None:
        in_play(rules, trump, holding, "holding")

    trump, holding = desk.ask(
        trump_question(rules),
        Cards("holding", "The four cards dealt", "BAL-R15", PACK, 4, 4),
        title="Is this a rainbow?",
        check=check,
    )
    if not rules.rainbow:
        words = "This table pays no bonus for a rainbow."
        return Ruling(words, ("BAL-R15",), ("The source does not know it.",))
    counted = [suited(card, trump) if rules.rainbow == 10 else card for card in holding]
    suits = {card.suit for card in counted} - {None}
    steps = ["A joker counts as the trump suit." if rules.rainbow == 10 else "A joker has no suit."]
    if len(suits) == 4:
        return Ruling(f"Yes: one card of each suit, +{rules.rainbow}.", ("BAL-R15",), tuple(steps))
    missing = listed((suit for suit in Suit if suit not in suits), "and")
    return Ruling(f"No: {missing} is missing.", ("BAL-R15",), tuple(steps))


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick, ("BAL-P-TRICK", "BAL-P-NEXT")),
    Enquiry(
        "follow",
        "Which cards may I play?",
        follow,
        ("BAL-P-FOLLOW", "BAL-P-BB", "BAL-P-LB", "BAL-P-FORCE", "BAL-R16"),
    ),
    Enquiry("break", "Which cards may I lead?", lead_trump, ("BAL-P-BREAK", "BAL-R6", "BAL-R7")),
    Enquiry("lead", "Who leads first?", lead, ("BAL-P-LEAD",)),
    Enquiry("turned", "What does the turn-up mean?", turned, ("BAL-TURN", "BAL-R9", "BAL-R17")),
    Enquiry("bid", "Was that bid legal?", bid, ("BAL-P-BID", "BAL-R2", "BAL-R12")),
    Enquiry("size", "How many cards, and who deals?", size, ("BAL-DEAL", "BAL-R13")),
    Enquiry("worth", "What does this contract score?", worth, ("BAL-SUM", "BAL-MADE", "BAL-SET")),
    Enquiry("rainbow", "Is this a rainbow?", rainbow, ("BAL-R15",)),
)

"""What a Kaiser table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Card, Suit
from companion.game import Desk, Enquiry, Ruling
from companion.games.kaiser.play import PACK, PASS, Bid, ladder
from companion.questions import Cards, Choice, option
from companion.tricks import follow_suit, ranking
from companion.tricks import winner as winning_place

RANK = ranking(("A", "K", "Q", "J", "10", "9", "8", "7", "5", "3"))


def trump_question() -> Choice[object]:
    """The trump suit, or none."""
    return Choice(
        "trump", "Trump?", "KAI-P-TRUMP", [*Suit, option("none", label="no trump")], columns=5
    )


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and what it is worth."""
    trump, leader, cards = desk.ask(
        trump_question(),
        Choice("leader", "Who led?", "KAI-P-LEAD", desk.seats),
        Cards("cards", "The four cards in the order played", "KAI-P-TRICK", PACK, 4, 4, order=True),
        title="Who wins this trick?",
    )
    suit = trump if isinstance(trump, Suit) else None
    place = winning_place(cards, suit, RANK)
    seat = leader.round[place]
    worth = 1 + 5 * (Card("5", Suit.HEARTS) in cards) - 3 * (Card("3", Suit.SPADES) in cards)
    steps = [f"{each} played the {card}." for each, card in zip(leader.round, cards, strict=True)]
    trumps = [card for card in cards if card.suit is suit]
    if suit and trumps:
        steps.append(f"Trumps were played: the {cards[place]} is the highest of them.")
    else:
        steps.append(f"No trump fell: the {cards[place]} is the highest card of the suit led.")
    steps.append(f"The trick counts 1, the 5♥ +5, the 3♠ −3: {worth}.".replace("-", "−"))
    return Ruling(
        f"{seat} wins with the {cards[place]}; the trick is worth {worth}".replace("-", "−") + ".",
        ("KAI-P-TRICK", "KAI-P-NEXT", "KAI-PILE"),
        tuple(steps),
    )


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead."""
    led, holding = desk.ask(
        Choice("led", "Which suit was led?", "KAI-P-FOLLOW", list(Suit), columns=4),
        Cards("holding", "The cards still held", "KAI-P-FOLLOW", PACK, 1, 8),
        title="Which cards may I play?",
    )
    legal, why = follow_suit(holding, led)
    return Ruling(f"Legal: {' '.join(map(str, legal))}.", ("KAI-P-FOLLOW",), (why,))


def lead(desk: Desk) -> Ruling:
    """Who leads the first trick."""
    dealer, declarer = desk.ask(
        Choice("dealer", "Who dealt?", "KAI-P-LEAD", desk.seats),
        Choice("declarer", "Who won the bidding?", "KAI-P-DECL", desk.seats),
        title="Who leads first?",
    )
    left = desk.rules.first_lead == "dealer_left"
    leader = dealer.left if left else declarer
    step = "Here the player left of the dealer leads." if left else "Here the bidder leads."
    steps = (step, "Any card may be led: trumps, the 5♥ and the 3♠ too.")
    return Ruling(f"{leader} leads the first trick.", ("KAI-P-LEAD", "KAI-R11"), steps)


def bid(desk: Desk) -> Ruling:
    """Whether a bid was legal over the bids before it."""
    rungs = ladder(desk.rules)
    high, call, who = desk.ask(
        Choice[object](
            "high",
            "The highest bid before it",
            "KAI-P-BID",
            [option("none", label="no bid yet", loud=True), *rungs],
        ),
        Choice[object](
            "call", "The bid in question", "KAI-P-BID", [*rungs, option(PASS, loud=True)]
        ),
        Choice("who", "Who made it?", "KAI-P-BID", ["the dealer", "another player"]),
        title="Was that bid legal?",
    )
    dealer = who == "the dealer"
    if call == PASS:
        forced = dealer and high == "none" and desk.rules.all_pass == "dealer_must_bid"
        answer = "Not legal: the dealer must bid when nobody has." if forced else "Legal: a pass."
        return Ruling(answer, ("KAI-P-BID", "KAI-R1"))
    assert isinstance(call, Bid)
    if not isinstance(high, Bid) or call.rung > high.rung:
        return Ruling(f"Legal: {call} is higher than what stood.", ("KAI-P-BID",))
    if call == high and dealer and desk.rules.dealer_equal == "yes":
        step = "The dealer may equal the high bid, an opponent’s or the partner’s."
        words = f"Legal: the dealer takes {call} by equalling it."
        return Ruling(words, ("KAI-P-BID", "KAI-R12"), (step,))
    steps = ("6 < 6 no < 7 < 7 no < … < 12 no.", "Only the dealer may equal the high bid.")
    return Ruling(f"Not legal: {call} does not beat {high}.", ("KAI-P-BID",), steps)


def misdeal(desk: Desk) -> Ruling:
    """Whether a holding may be thrown in."""
    if desk.rules.misdeal == "off":
        return Ruling("No: this table plays every holding.", ("KAI-R15",))
    holding, bid_made = desk.ask(
        Cards("holding", "The eight cards", "KAI-P-MISDEAL", PACK, 8, 8),
        Choice("bid", "Has that player bid or passed yet?", "KAI-R15", ["no", "yes"]),
        title="May this holding be thrown in?",
    )
    high = [c for c in holding if c.rank in ("A", "K", "Q", "J") or c.code in ("5H", "3S")]
    if high:
        return Ruling(f"No: it holds the {high[0]}, so it must be played.", ("KAI-P-MISDEAL",))
    if bid_made == "yes":
        return Ruling(
            "No: the claim comes before the player’s own call.", ("KAI-P-MISDEAL", "KAI-R15")
        )
    duty = "must" if desk.rules.misdeal == "compulsory" else "may"
    steps = (
        "No ace, king, queen, jack, 5♥ or 3♠ is among the eight.",
        "The same dealer deals again.",
    )
    return Ruling(f"Yes: the player {duty} claim a misdeal.", ("KAI-P-MISDEAL", "KAI-R15"), steps)


def in_pack(desk: Desk) -> Ruling:
    """Whether a card belongs to the pack."""
    text = desk.ask(
        Choice(
            "card",
            "Which card?",
            "KAI-P-PACK",
            [
                f"{rank}{suit}"
                for suit in Suit
                for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
            ],
            columns=4,
        ),
        title="Is this card in the pack?",
    )
    try:
        card = PACK.parse(text)
    except ValueError:
        steps = ("A K Q J 10 9 8 7 of each suit, but 5♥ for 7♥ and 3♠ for 7♠: 32 cards.",)
        return Ruling(f"No: the {text} is not in the Kaiser pack.", ("KAI-P-PACK",), steps)
    return Ruling(f"Yes: the {card} is one of the 32 cards.", ("KAI-P-PACK",))


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick, ("KAI-P-TRICK", "KAI-P-NEXT")),
    Enquiry("follow", "Which cards may I play?", follow, ("KAI-P-FOLLOW",)),
    Enquiry("bid", "Was that bid legal?", bid, ("KAI-P-BID", "KAI-P-DECL")),
    Enquiry("lead", "Who leads first?", lead, ("KAI-P-LEAD",)),
    Enquiry("misdeal", "May this holding be thrown in?", misdeal, ("KAI-P-MISDEAL",)),
    Enquiry("pack", "Is this card in the pack?", in_pack, ("KAI-P-PACK",)),
)

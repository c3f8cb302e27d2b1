"""What a Back Alley table asks its referee; each enquiry calls the functions the play uses."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.cards import Suit
from companion.game import SCORED, Enquiry, Ruling
from companion.games.back_alley import refusals
from companion.games.back_alley.bidding import contracts_of, turn_up_question
from companion.games.back_alley.deck import BLOOPERS, in_pack, schedule, turn, undealt
from companion.games.back_alley.facts import (
    BIDS,
    HIGHEST,
    LEVELS,
    Bid,
    Call,
    Contract,
    Result,
    Turn,
    factors,
    leader,
)
from companion.games.back_alley.house import Desk, House
from companion.games.back_alley.referee_cards import (
    broken,
    follow,
    is_rainbow,
    lead_trump,
    trick,
)
from companion.games.back_alley.score import side_lines
from companion.games.back_alley.show import BIG, NUMBERS
from companion.questions import Choice, Count, Option, Refused, option
from companion.seating import Seat
from companion.words import counted, listed, signed


def turned(desk: Desk) -> Ruling:
    """What the card turned up means."""
    rules = desk.rules
    if rules.trump_source == "spades":
        step = "No card is turned up here."
        return Ruling("Spades are trumps in every hand.", ("BAL-TURN", "BAL-R17"), (step,))
    cards: list[Option[Any]] = [option(suit) for suit in Suit]
    if in_pack(rules) == 54:
        cards += [Option(code, code, name) for code, name in BLOOPERS.items()]
    else:
        cards = list(turn_up_question(rules).answers)
    card = desk.ask(
        Choice[Any]("turned", "Which card was turned up?", "BAL-TURN", cards),
        title="What does the turn-up mean?",
    )
    if isinstance(card, Suit):
        both = ("Both bloopers belong to it.",) if in_pack(rules) == 54 else ()
        return Ruling(f"Trumps are {card}.", ("BAL-TURN",), both)
    return joker_turned(desk, card)


def joker_turned(desk: Desk, card: str) -> Ruling:
    """What a blooper turned up means at this table."""
    rules, big = desk.rules, f"The big blooper is {BIG[desk.rules.big_blooper]}."
    if rules.joker_upcard == "turn_again":
        words = "Turn the next card: its suit is trump."
        return Ruling(words, ("BAL-TURN", "BAL-R9"), ("Here a joker is not left up.", big))
    other = BLOOPERS["LB" if card == "BB" else "BB"]
    if rules.joker_upcard == "jokers_stay_trump":
        words = f"No trump suit; the {other} is the only trump if somebody holds it."
        return Ruling(words, ("BAL-TURN", "BAL-R9"), ("It is not exchanged here.", big))
    nobody = option("nobody", "nobody was dealt it", set_apart=True)
    holder = desk.ask(
        Choice[Any]("holder", "Who holds the other blooper?", "BAL-TURN", [*desk.seats, nobody])
    )
    if not isinstance(holder, Seat):
        words = f"No trumps; nobody was dealt the {other}, so just play on."
        return Ruling(words, ("BAL-TURN",), (big,))
    words = f"No trumps; {holder} discards the {other} and takes the next face-down card."
    steps = ("The exchange comes before the bidding.", big)
    return Ruling(words, ("BAL-TURN", "BAL-R9"), steps)


def every_bid() -> list[Option[Bid]]:
    """Every bid of any table, and a 0 for a pass (BAL-R23)."""
    found: list[Option[Bid]] = [option(each) for each in BIDS.values()]
    return [*found, option(BIDS["pass"], text="0", label="0", hidden=True)]


def lead(desk: Desk) -> Ruling:
    dealer, *given = desk.ask(
        Choice("dealer", "Who dealt?", "BAL-P-LEAD", desk.seats),
        *(
            Choice[Bid](f"bid {seat.code}", f"{seat}’s bid", "BAL-P-LEAD", every_bid(), columns=5)
            for seat in desk.seats
        ),
        title="Who leads first?",
        check=partial(in_order, desk),
    )
    calls = called(desk, dealer, *given)
    order = ", ".join(f"{seat} {bid}" for seat, bid in calls)
    first = leader(calls)
    best = dict(calls)[first]
    if best.rank == (0, 0):
        words = f"Nobody: {NUMBERS[len(calls)]} passes, the deal is thrown in."
        return Ruling(words, ("BAL-ALLPASS",), (f"In order: {order}.",))
    equal = [seat for seat, bid in calls if bid == best]
    steps = [f"In order: {order}."]
    if best.level:
        steps.append("A board outranks any number, and a double board a plain one.")
    if len(equal) > 1:
        steps.append(f"{listed(equal, 'and')} bid the same: the first of them leads.")
    return Ruling(f"{first} leads.", ("BAL-P-LEAD",), tuple(steps))


def called(desk: Desk, dealer: Seat, *bids: Bid) -> list[Call]:
    """Who bid what, in order."""
    said = dict(zip(desk.seats, bids, strict=True))
    return [(seat, said[seat]) for seat in turn(dealer, desk.rules)]


def in_order(desk: Desk, dealer: Seat, *bids: Bid) -> None:
    """Refuses board levels that nobody could call at that turn (BAL-P-BID)."""
    level = 0
    for seat, bid in called(desk, dealer, *bids):
        stands = Turn(HIGHEST, HIGHEST, level, factors(desk.rules))
        if no := refusals.refusal(stands, bid):
            code = "board_level_already_bid" if bid.level <= level else "board_level_skipped"
            raise Refused(f"{seat}: {no}", "BAL-P-BID", code, f"bid {seat.code}")
        level = max(level, bid.level)


def bid(desk: Desk) -> Ruling:
    """True or not: that bid was legal."""
    calls = every_bid()
    calls.insert(HIGHEST + 1, option(Bid(HIGHEST + 1)))
    cards, before, call = desk.ask(
        Count("cards", "How many cards were dealt to each?", "BAL-DEAL", 1, 13),
        Choice("before", "The highest board called before it", "BAL-P-BID",
               ["none", *LEVELS[1 : len(factors(desk.rules)) + 1]]),
        Choice[Bid]("call", "The bid in question", "BAL-P-BID", calls, columns=4),
        title="Was that bid legal?",
    )  # fmt: skip
    level = LEVELS.index(before) if before in LEVELS else 0
    no = refusals.refusal(Turn.of(cards, level, desk.rules), call)
    if no:
        more = () if call.level else ("BAL-R2",)
        absent = ("BAL-R28",) if call.level > len(factors(desk.rules)) else ()
        return Ruling(f"No. {no}", ("BAL-P-BID", *more, *absent))
    words = f"Yes: {call} on {counted(cards, 'card')}."
    if call.level:
        step = "Each level is called once, in order, over any player’s."
        return Ruling(words, ("BAL-P-BID",), (step,))
    if not call.tricks:
        return Ruling("Yes: anyone may pass.", ("BAL-P-BID",))
    step = "A number need not beat the bids before it, and nothing ties the sum to the cards."
    return Ruling(words, ("BAL-P-BID", "BAL-R12"), (step,))


def size(desk: Desk) -> Ruling:
    """How many cards a hand has and who deals it."""
    rules, players = desk.rules, len(desk.seats)
    sizes = schedule(rules, players)
    number, first = desk.ask(
        Count("hand", "Which hand?", "BAL-DEAL", 1, len(sizes)),
        Choice("first", "Who dealt hand 1?", "BAL-DEAL", desk.seats),
        title="How many cards, and who deals?",
    )
    cards = sizes[number - 1]
    dealer = [first, *turn(first, rules)[:-1]][(number - 1) % players]
    steps = (
        f"{len(sizes)} hands, {sum(sizes)} tricks in all; thrown-in deals do not count.",
        rest(undealt(cards, players, rules), rules),
    )
    words = f"{dealer} deals {counted(cards, 'card')} each."
    return Ruling(words, ("BAL-DEAL", "BAL-R13"), steps)


def rest(left: int, rules: House) -> str:
    """What becomes of the cards left over from the deal."""
    if not left:
        return "Every card is dealt."
    if rules.trump_source == "spades":
        return f"No card is turned up; {counted(left, 'card')} stay over."
    under = "stays" if left == 2 else "stay"
    return f"One card is turned up, and {left - 1} {under} face down under it."


def worth(desk: Desk) -> Ruling:
    """What a contract scores with so many tricks."""
    rules, (side, *_) = desk.rules, desk.sides
    cards = desk.ask(
        Count("cards", "How many cards were dealt to each?", "BAL-DEAL", 1, 13),
        title="What does this contract score?",
    )
    prompt = "What the side’s two bids make" if len(side.seats) > 1 else "The bid"
    contract, tricks = desk.ask(
        Choice[Any]("contract", prompt, "BAL-SUM", contracts_of(side, False, cards, rules),
                    columns=5),
        Count("tricks", "Its tricks", "BAL-R21", 0, cards, code="tricks_out_of_range"),
        title="What does this contract score?",
    )  # fmt: skip
    assert isinstance(contract, Contract)
    found = Result(cards, {side: contract}, {side: tricks})
    lines = list(side_lines(side, found, rules))
    total = signed(sum(line.points for line in lines))
    cited = dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also))
    steps = tuple(f"{signed(line.points)}: {line.why}." for line in lines)
    return Ruling(f"{total} for {contract} with {tricks} of {cards}.", tuple(cited), steps)


ENQUIRIES = (
    Enquiry(
        "trick", "Who wins this trick?", trick, ("BAL-P-TRICK", "BAL-P-NEXT"), at={"tricks": ""}
    ),
    Enquiry(
        "follow",
        "Which cards may I play?",
        follow,
        ("BAL-P-FOLLOW", "BAL-P-BB", "BAL-P-LB", "BAL-P-FORCE", "BAL-R16", "BAL-R29"),
        at={"tricks": "", "revoke": ""},
    ),
    Enquiry(
        "break",
        "Which cards may I lead?",
        lead_trump,
        ("BAL-P-BREAK", "BAL-R6", "BAL-R7"),
        at={"tricks": ""},
    ),
    Enquiry(
        "broken", "Have trumps been broken?", broken, ("BAL-P-BREAK", "BAL-R7"), at={"tricks": ""}
    ),
    Enquiry("lead", "Who leads first?", lead, ("BAL-P-LEAD", "BAL-ALLPASS"), at={"tricks": ""}),
    Enquiry(
        "turned",
        "What does the turn-up mean?",
        turned,
        ("BAL-TURN", "BAL-R9", "BAL-R17"),
        at={"turn-up": "turned", "holder": "", "bid *": ""},
    ),
    Enquiry(
        "bid",
        "Was that bid legal?",
        bid,
        ("BAL-P-BID", "BAL-R2", "BAL-R12", "BAL-R28"),
        at={"bid *": "call"},
    ),
    Enquiry(
        "size", "How many cards, and who deals?", size, ("BAL-DEAL", "BAL-R13"), at={"turn-up": ""}
    ),
    Enquiry(
        "worth",
        "What does this contract score?",
        worth,
        ("BAL-SUM", "BAL-MADE", "BAL-SET"),
        at={"tricks": "tricks", SCORED: ""},
    ),
    Enquiry(
        "rainbow",
        "Is this a rainbow?",
        is_rainbow,
        ("BAL-R15",),
        at={
            "tricks": "",
            "rainbow": "",
        },
    ),
)

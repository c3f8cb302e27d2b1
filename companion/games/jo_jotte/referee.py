"""What a Jo-Jotte table asks its referee; each enquiry calls the functions the play itself uses."""

from __future__ import annotations

from companion import referee
from companion.cards import Card
from companion.game import SCORED, Enquiry, Ruling
from companion.games.jo_jotte.facts import Contract, may_bid_slam, next_dealer
from companion.games.jo_jotte.house import Desk
from companion.games.jo_jotte.pack import (
    IN_TRUMPS,
    LAST,
    NATURAL,
    PACK,
    PLAIN,
    PLAIN_ORDER,
    TRICKS,
    TRUMP_ORDER,
    first_leader,
    legal_cards,
    most_in,
    pile_value,
    ranks_higher,
    span,
    value,
)
from companion.games.jo_jotte.referee_melds import MELDS, suit_of, who
from companion.questions import Cards, Choice, Points, Refused, yes_no
from companion.referee import trump_question
from companion.words import counted

CITED = referee.Cited(trump="JOJ-BID", lead="JOJ-LEAD", trick="JOJ-WINTRICK")

# -- tricks ----------------------------------------------------------------------------------------


def rank(desk: Desk) -> Ruling:
    """Which of two cards ranks higher, in a trick or in a run?"""
    where, trump, pair = desk.ask(
        Choice("where", "In a trick or in a run?", "JOJ-RANK-TRUMP", ["trick", "run"]),
        trump_question("JOJ-RANK-TRUMP"),
        Cards("cards", "Two cards of one suit", "JOJ-RANK-PLAIN", PACK, 2, 2),
        title="Which card ranks higher?",
    )
    one, other = pair
    suit = suit_of(trump)
    if one.suit is not other.suit:
        words = "Neither: cards of two suits are compared only as a trick, by lead and trumps."
        return Ruling(words, ("JOJ-WINTRICK",))
    if where == "run":
        high = min(pair, key=lambda card: NATURAL.index(card.rank))
        step = f"Runs go {' '.join(NATURAL)} in every suit, trumps too; the ace is high only."
        return Ruling(f"The {high}, in a run.", ("JOJ-RANK-RUN",), (step,))
    high = one if ranks_higher(one, other, suit) else other
    if one.suit is suit:
        step = f"Trumps rank {' '.join(TRUMP_ORDER)}."
        return Ruling(f"The {high}, in trumps.", ("JOJ-RANK-TRUMP",), (step,))
    step = f"Plain suits rank {' '.join(PLAIN_ORDER)}; at no-trump every suit is plain."
    return Ruling(f"The {high}, in a plain suit.", ("JOJ-RANK-PLAIN",), (step,))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead?"""
    trump, (lead_,), holding = desk.ask(
        trump_question("JOJ-BID"),
        Cards("led", "Which card was led?", "JOJ-FOLLOW", PACK, 1, 1),
        Cards("holding", "The cards still held", "JOJ-FOLLOW", PACK, 1, TRICKS),
        title="Which cards may I play?",
        check=apart,
    )
    suit = suit_of(trump)
    legal = legal_cards(holding, lead_, suit)
    one, *_ = legal
    words = f"You may play: {' '.join(map(str, legal))}."
    has = any(card.suit is lead_.suit for card in holding)
    if has and lead_.suit is suit:
        step = "Trumps were led: play a higher one if you can."
        if not ranks_higher(one, lead_, suit):
            step = f"Trumps were led, and nothing here beats the {lead_}: play any trump."
        return Ruling(words, ("JOJ-OVERTRUMP",), (step,))
    if has:
        step = f"You hold {lead_.suit}, so you must follow; you need not win."
        return Ruling(words, ("JOJ-FOLLOW",), (step,))
    if suit and one.suit is suit:
        step = f"You hold no {lead_.suit}: play a trump, any trump."
    else:
        no = (
            f"no {lead_.suit} and no trump" if suit else f"no {lead_.suit}, and there are no trumps"
        )
        step = f"You hold {no}: play any card."
    return Ruling(words, ("JOJ-MUSTRUFF",), (step,))


def apart(trump: object, led: tuple[Card, ...], holding: tuple[Card, ...]) -> None:
    """The card led is not in the other player’s holding."""
    (card,) = led
    if card in holding:
        message = f"The {card} was led: it cannot be held as well."
        raise Refused(message, "JOJ-FOLLOW", "card_twice", "holding")


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, what does it count, and who leads next?"""
    found = referee.trick(desk, PACK, PLAIN, CITED, trumps=IN_TRUMPS)
    worth = pile_value(found.cards, found.trump, desk.rules)
    counts = f"It counts {worth}; {LAST} more if it is the last trick."
    steps = (*found.steps, counts, f"{found.winner} leads to the next trick.")
    words = f"{found.winner} wins with the {found.card}."
    return Ruling(words, ("JOJ-WINTRICK", "JOJ-LEAD", "JOJ-CARDS"), steps)


def lead(desk: Desk) -> Ruling:
    """Who leads the first trick?"""
    dealer, declarer = desk.ask(
        who(desk, "dealer", "Who dealt?", "JOJ-LEAD"),
        who(desk, "declarer", "Who chose trumps?", "JOJ-BID"),
        title="Who leads first?",
    )
    leader = first_leader(desk.rules, dealer, declarer)
    usual = desk.rules.first_lead == "non_dealer"
    step = "The non-dealer leads, no matter who is declarer."
    if not usual:
        step = "Here the defender leads, no matter who dealt."
    rules = ("JOJ-LEAD", *(("JOJ-R5",) if dealer is declarer.left or not usual else ()))
    steps = (step, "Then the winner of each trick leads to the next.")
    return Ruling(f"{leader} leads the first trick.", rules, steps)


# -- counting --------------------------------------------------------------------------------------


def pile(desk: Desk) -> Ruling:
    """What does a pile of captured cards count?"""
    trump, cards, last = desk.ask(
        trump_question("JOJ-BID"),
        Cards("cards", "The captured cards", "JOJ-CARDS", PACK, 0, 2 * TRICKS),
        yes_no("last", "Was the last trick among them?", "JOJ-LAST10"),
        title="Count a pile",
    )
    suit = suit_of(trump)
    each = [f"{card} {value(card, suit, desk.rules)}" for card in cards]
    total = pile_value(cards, suit, desk.rules) + LAST * last
    steps = [", ".join(each)] if each else ["No card."]
    if last:
        steps.append(f"The last trick adds {LAST}.")
    if len(cards) % 2:
        steps.append("An odd number of cards: a trick is missing half of itself.")
    disputed = any(card.rank in ("K", "10", "J") and card.suit is not suit for card in cards)
    more = (*(("JOJ-LAST10",) if last else ()), *(("JOJ-R3",) if disputed else ()))
    return Ruling(f"The pile counts {total}.", ("JOJ-CARDS", *more), tuple(steps))


def possible(desk: Desk) -> Ruling:
    """Can two trick scores be right?"""
    numbers = [*map(str, range(TRICKS + 1)), "unknown"]
    trump, one, other, tricks, out = desk.ask(
        trump_question("JOJ-BID"),
        Points("points", "Trick points of one player", "JOJ-R2", 0, 999),
        Points("others", "Trick points of the other", "JOJ-R2", 0, 999),
        Choice("tricks", "Tricks of the first, if known", "JOJ-R2", numbers, columns=4),
        Cards("out", "Upcard and exposed bottom card, if known", "JOJ-STUB", PACK, 0, 2),
        title="Can these trick points be right?",
    )
    suit, rules = suit_of(trump), desk.rules
    low, high = span(suit, rules, out)
    bounds = f"Both together hold {low} to {high}, the last trick included."
    for points in (one, other):
        if points % 5:
            return Ruling(f"No: {points} is not a multiple of 5.", ("JOJ-R2", "JOJ-CARDS"))
    total = one + other
    ids = ("JOJ-R2", *(("JOJ-R1",) if suit and total > 160 else ()))
    if total > high:
        return Ruling(f"No: together {total}; the most is {high}.", ids, (bounds,))
    if total < low:
        return Ruling(f"No: together {total}; the least is {low}.", ids, (bounds,))
    if tricks != "unknown":
        for points, count in ((one, int(tricks)), (other, TRICKS - int(tricks))):
            most = most_in(count, suit, rules, out)
            if points > most:
                if not count:
                    return Ruling(f"No: {points} without a trick.", ids)
                step = f"{counted(count, 'trick')} can hold {most} at most.", bounds
                words = f"No: {points} is too much for {counted(count, 'trick')}."
                return Ruling(words, ids, step)
    return Ruling(f"Yes: together {total} is possible.", ids, (bounds,))


# -- bids and the deal -----------------------------------------------------------------------------


def double(desk: Desk) -> Ruling:
    """Who may double and redouble?"""
    bidder, speaker, call, before = desk.ask(
        who(desk, "declarer", "Who chose trumps?", "JOJ-BID"),
        who(desk, "who", "Who wants to bid?", "JOJ-DOUBLE"),
        Choice("call", "Double or redouble?", "JOJ-DOUBLE", ["double", "redouble"]),
        yes_no("doubled", "Has the bid been doubled?", "JOJ-REDOUBLE"),
        title="May I double?",
    )
    times, rule = (2, "JOJ-DOUBLE") if call == "double" else (4, "JOJ-REDOUBLE")
    step = f"Scores below the line count {times} times, no matter who scores them."
    if call == "double":
        if speaker is bidder:
            return Ruling(f"No: only {bidder.left}, the other player, may double.", (rule,))
        if before:
            return Ruling("No: it is doubled already.", (rule,))
        return Ruling(f"Yes: {speaker} may double.", (rule,), (step,))
    if not before:
        return Ruling("No: there is no double to redouble.", (rule,))
    if speaker is not bidder:
        return Ruling(f"No: only {bidder}, who chose trumps, may redouble.", (rule,))
    return Ruling(f"Yes: {speaker} may redouble.", (rule,), (step,))


def special(desk: Desk) -> Ruling:
    """Who may bid nullo or slam, and what is it played in?"""
    declarer, by, call, nullo = desk.ask(
        who(desk, "declarer", "Who chose trumps?", "JOJ-BID"),
        who(desk, "who", "Who wants to bid?", "JOJ-NULLO"),
        Choice("call", "Nullo or slam?", "JOJ-NULLO", ["nullo", "slam"]),
        yes_no("nullo", "Has nullo been bid?", "JOJ-SLAM"),
        title="May nullo or slam be bid?",
    )
    if call == "nullo":
        if by is declarer:
            words = f"No: only the defender, {declarer.left}, may bid nullo."
            return Ruling(words, ("JOJ-NULLO",))
        steps = ("It is bid instead of declaring melds.", "The hand is played at no-trump.")
        return Ruling(
            f"Yes: {by}, the defender, may bid nullo.", ("JOJ-NULLO", "JOJ-NOMELD"), steps
        )
    if by is not declarer:
        return Ruling(f"No: only the declarer, {declarer}, may bid slam.", ("JOJ-SLAM",))
    if not may_bid_slam(nullo, desk.rules):
        words = "No: here a slam may only be bid over a nullo."
        return Ruling(words, ("JOJ-SLAM", "JOJ-R11"))
    hearts = Card.parse("AH").suit
    plays = Contract(declarer, hearts, nullo=nullo, slam=True).trump(desk.rules)
    steps = (
        "The trumps that were chosen stand." if plays else "It is played at no-trump.",
        "No meld counts.",
    )
    more = ("JOJ-R12",) if nullo else ("JOJ-R11",)
    words = f"Yes: {by}, the declarer, may bid slam."
    return Ruling(words, ("JOJ-SLAM", "JOJ-NOMELD", *more), steps)


def dealer(desk: Desk) -> Ruling:
    """Who deals the next hand?"""
    last, what = desk.ask(
        who(desk, "dealer", "Who dealt last?", "JOJ-DEAL"),
        Choice("what", "How did that hand end?", "JOJ-DEAL",
               ["played", "passed out", "misdealt"], columns=3),
        title="Who deals next?",
    )  # fmt: skip
    if what == "misdealt":
        words = "A wrong count or an exposed card: the same dealer deals again."
        return Ruling(f"{last} deals again.", ("JOJ-R24",), (words,))
    if what == "played":
        words = "The deal alternates after every hand that is played."
        following = next_dealer(last, False, desk.rules)
        return Ruling(f"{following} deals.", ("JOJ-DEAL",), (words,))
    following = next_dealer(last, True, desk.rules)
    again = " again" if following is last else ""
    return Ruling(f"{following} deals{again}.", ("JOJ-PASSOUT", "JOJ-R4"))


def revoke(desk: Desk) -> Ruling:
    """What follows a card that should not have been played?"""
    offender, later = desk.ask(
        who(desk, "who", "Who revoked?", "JOJ-R23"),
        yes_no("later", "Has the next trick begun?", "JOJ-R23"),
        title="A revoke: what now?",
    )
    if later and desk.rules.revoke == "opponent_takes_all":
        words = f"{offender.left} scores both players’ trick points below the line."
        steps = (
            f"It is scored as if {offender} had been beaten, with the stakes of the hand.",
            f"A nullo or a slam is decided against {offender}.",
        )
        return Ruling(words, ("JOJ-R23", "JOJ-BEATEN"), steps)
    words = f"{offender} takes the card back and plays a legal one."
    if not later:
        return Ruling(words, ("JOJ-R23",), ("The next trick has not begun.",))
    steps = ("Here you only put a revoke right.", "If that is no longer possible, play on.")
    return Ruling(words, ("JOJ-R23",), steps)


ENQUIRIES = (
    Enquiry(
        "follow",
        "Which cards may I play?",
        follow,
        ("JOJ-FOLLOW", "JOJ-MUSTRUFF", "JOJ-OVERTRUMP"),
        at={"tricks *": "", "points *": ""},
    ),
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("JOJ-WINTRICK", "JOJ-LEAD"),
        at={"tricks *": "", "points *": "", "took *": ""},
    ),
    Enquiry(
        "rank",
        "Which card ranks higher?",
        rank,
        ("JOJ-RANK-TRUMP", "JOJ-RANK-PLAIN", "JOJ-RANK-RUN"),
        at={"turned": "", "first *": "", "second *": "", "run *": "", "runs *": ""},
    ),
    Enquiry(
        "lead",
        "Who leads first?",
        lead,
        ("JOJ-LEAD",),
        at={"declarer": "", "stub": "", "nullo": "", "slam": ""},
    ),
    Enquiry(
        "pile",
        "Count a pile",
        pile,
        ("JOJ-CARDS", "JOJ-LAST10"),
        at={
            "points *": "",
            "pile *": "",
            "top *": "",
        },
    ),
    Enquiry(
        "possible", "Can these trick points be right?", possible, ("JOJ-R2",), at={"points *": ""}
    ),
    *MELDS,
    Enquiry(
        "double",
        "May I double?",
        double,
        ("JOJ-DOUBLE", "JOJ-REDOUBLE"),
        at={"double": "", "redouble": ""},
    ),
    Enquiry(
        "special",
        "May nullo or slam be bid?",
        special,
        ("JOJ-NULLO", "JOJ-SLAM"),
        at={"nullo": "", "slam": ""},
    ),
    Enquiry(
        "dealer",
        "Who deals next?",
        dealer,
        ("JOJ-DEAL", "JOJ-PASSOUT"),
        at={"upcard": "", "turned": "", SCORED: ""},
    ),
    Enquiry(
        "revoke", "A revoke: what now?", revoke, ("JOJ-R23",), at={"points *": "", "tricks *": ""}
    ),
)

"""What a Jo-Jotte table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Card
from companion.game import Desk, Enquiry, Ruling
from companion.games.jo_jotte.bidding import leads
from companion.games.jo_jotte.pack import (
    LAST,
    NATURAL,
    PACK,
    PLAIN_ORDER,
    TRICKS,
    TRUMP_ORDER,
    legal_cards,
    most_in,
    pile_value,
    ranks_higher,
    span,
    trick_winner,
    value,
)
from companion.games.jo_jotte.referee_melds import fours, jotte, runs, show, split, stub
from companion.games.jo_jotte.words import in_words, suit_of, trump_question, who
from companion.questions import Cards, Choice, Points, Refused, yes_no

# -- tricks ----------------------------------------------------------------------------------------


def rank(desk: Desk) -> Ruling:
    """Which of two cards ranks higher, in a trick or in a run."""
    where, trump, pair = desk.ask(
        Choice("where", "In a trick or in a run?", "JOJ-RANK-TRUMP", ["trick", "run"]),
        trump_question("JOJ-RANK-TRUMP"),
        Cards("cards", "Two cards of one suit", "JOJ-RANK-PLAIN", PACK, 2, 2),
        title="Which card ranks higher?",
    )
    one, other = pair
    suit = suit_of(trump)
    if one.suit is not other.suit:
        words = "Neither: cards of two suits are compared only as a trick, by lead and trump."
        return Ruling(words, ("JOJ-WINTRICK",))
    if where == "run":
        high = min(pair, key=lambda card: NATURAL.index(card.rank))
        step = f"Runs go {' '.join(NATURAL)} in every suit, trumps too; the ace is high only."
        return Ruling(f"The {high}, in a run.", ("JOJ-RANK-RUN",), (step,))
    high = one if ranks_higher(one, other, suit) else other
    if one.suit is suit:
        step = f"Trumps rank {' '.join(TRUMP_ORDER)}."
        return Ruling(f"The {high}, in trumps.", ("JOJ-RANK-TRUMP",), (step,))
    step = f"Plain suits rank {' '.join(PLAIN_ORDER)}; at no trump every suit is plain."
    return Ruling(f"The {high}, in a plain suit.", ("JOJ-RANK-PLAIN",), (step,))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead."""
    trump, led, holding = desk.ask(
        trump_question("JOJ-FOLLOW"),
        Cards("led", "Which card was led?", "JOJ-FOLLOW", PACK, 1, 1),
        Cards("holding", "The cards still held", "JOJ-FOLLOW", PACK, 1, TRICKS),
        title="Which cards may I play?",
        check=apart,
    )
    suit, lead_ = suit_of(trump), led[0]
    legal = legal_cards(holding, lead_, suit)
    words = f"Legal: {in_words(legal)}."
    has = any(card.suit is lead_.suit for card in holding)
    if has and lead_.suit is suit:
        over = ranks_higher(legal[0], lead_, suit)
        step = "A trump was led: a higher one must be played."
        if not over:
            step = f"A trump was led, and nothing here beats the {lead_}: any trump will do."
        return Ruling(words, ("JOJ-FOLLOW", "JOJ-OVERTRUMP"), (step,))
    if has:
        step = f"The holding has {lead_.suit}, so it must follow; nothing obliges it to win."
        return Ruling(words, ("JOJ-FOLLOW", "JOJ-OVERTRUMP"), (step,))
    if suit and legal[0].suit is suit:
        step = f"No {lead_.suit}: a trump must be played, any trump."
    else:
        no = f"No {lead_.suit} and no trump" if suit else f"No {lead_.suit}, and no trump suit"
        step = f"{no}: any card will do."
    return Ruling(words, ("JOJ-FOLLOW", "JOJ-MUSTRUFF"), (step,))


def apart(trump: object, led: tuple[Card, ...], holding: tuple[Card, ...]) -> None:
    """The card led is not in the other player’s holding."""
    if led[0] in holding:
        message = f"The {led[0]} was led: it cannot be held as well."
        raise Refused(message, "JOJ-FOLLOW", "card_twice", "holding")


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, what it counts, who leads next."""
    trump, leader, cards = desk.ask(
        trump_question("JOJ-WINTRICK"),
        who(desk, "leader", "Who led?", "JOJ-LEAD"),
        Cards("cards", "Both cards, the lead first", "JOJ-WINTRICK", PACK, 2, 2, order=True),
        title="Who wins this trick?",
    )
    suit = suit_of(trump)
    lead_, reply = cards
    place = trick_winner(lead_, reply, suit)
    winner, best = (leader, lead_) if place == "lead" else (leader.left, reply)
    trumps = [card for card in cards if card.suit is suit]
    if trumps:
        step = f"The {best} is the only trump." if len(trumps) == 1 else f"The {best} is higher."
    elif reply.suit is lead_.suit:
        step = f"No trump fell: the {best} is the higher of the suit led."
    else:
        step = f"The {reply} is neither of the suit led nor a trump: it cannot win."
    worth = pile_value(cards, suit, desk.rules)
    counts = f"It counts {worth} ({LAST} more if it is the last trick)."
    steps = (step, counts, f"{winner} leads to the next trick.")
    return Ruling(
        f"{winner} wins with the {best}.", ("JOJ-WINTRICK", "JOJ-LEAD", "JOJ-CARDS"), steps
    )


def lead(desk: Desk) -> Ruling:
    """Who leads the first trick."""
    dealer, declarer = desk.ask(
        who(desk, "dealer", "Who dealt?", "JOJ-LEAD"),
        who(desk, "declarer", "Who fixed the trump?", "JOJ-BID"),
        title="Who leads first?",
    )
    leader = leads(desk.rules, dealer, declarer)
    usual = desk.rules.first_lead == "non_dealer"
    step = (
        "The non-dealer leads, whoever is declarer."
        if usual
        else "At this table the defender leads, whoever dealt."
    )
    steps = (step, "Afterwards the winner of each trick leads to the next.")
    return Ruling(f"{leader} leads the first trick.", ("JOJ-LEAD", "JOJ-R5"), steps)


# -- counting --------------------------------------------------------------------------------------


def pile(desk: Desk) -> Ruling:
    """What a pile of captured cards counts."""
    trump, cards, last = desk.ask(
        trump_question("JOJ-CARDS"),
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
    rules = ("JOJ-CARDS", *(("JOJ-LAST10",) if last else ()), "JOJ-R3")
    return Ruling(f"The pile counts {total}.", rules, tuple(steps))


def possible(desk: Desk) -> Ruling:
    """Whether two trick scores can be right."""
    trump, one, other, tricks, out = desk.ask(
        trump_question("JOJ-R2"),
        Points("points", "Trick points of one player", "JOJ-R2", 0, 999),
        Points("others", "Trick points of the other", "JOJ-R2", 0, 999),
        Choice(
            "tricks",
            "Tricks of the first, if known",
            "JOJ-R2",
            [*map(str, range(TRICKS + 1)), "unknown"],
            columns=4,
        ),
        Cards("out", "Upcard and exposed stub card, if known", "JOJ-STUB", PACK, 0, 2),
        title="Can these trick points be right?",
    )
    suit, rules = suit_of(trump), desk.rules
    low, high = span(suit, rules, out)
    ids = ("JOJ-R1", "JOJ-R2", "JOJ-CARDS")
    bounds = f"Both together hold {low} to {high}, the last trick included."
    for points in (one, other):
        if points % 5:
            return Ruling(f"No: {points} is no multiple of 5.", ids, (bounds,))
    total = one + other
    if not low <= total <= high:
        word = "more than" if total > high else "less than"
        edge = high if total > high else low
        return Ruling(f"No: together {total}, {word} the {edge} possible.", ids, (bounds,))
    if tricks != "unknown":
        for points, count in ((one, int(tricks)), (other, TRICKS - int(tricks))):
            most = most_in(count, suit, rules, out)
            if points > most:
                step = f"{count} tricks can hold {most} at most."
                return Ruling(f"No: {points} is too much for {count} tricks.", ids, (step, bounds))
    return Ruling(f"Yes: together {total} is possible.", ids, (bounds,))


# -- bids and the deal -----------------------------------------------------------------------------


def double(desk: Desk) -> Ruling:
    """Who may double and redouble."""
    bidder, speaker, call, before = desk.ask(
        who(desk, "declarer", "Who fixed the trump?", "JOJ-BID"),
        who(desk, "who", "Who wants to speak?", "JOJ-DOUBLE"),
        Choice("call", "To say what?", "JOJ-DOUBLE", ["double", "redouble"]),
        yes_no("doubled", "Has the bid been doubled?", "JOJ-REDOUBLE"),
        title="May I double?",
    )
    if call == "double":
        if speaker is bidder:
            return Ruling("No: only the bidder’s opponent may double.", ("JOJ-DOUBLE",))
        if before:
            return Ruling("No: it is doubled already.", ("JOJ-DOUBLE",))
        step = "It multiplies by 2 what is written below the line, whoever writes it."
        return Ruling(f"Yes: {speaker} may double.", ("JOJ-DOUBLE",), (step,))
    if not before:
        return Ruling("No: there is no double to redouble.", ("JOJ-REDOUBLE",))
    if speaker is not bidder:
        return Ruling("No: only the bidder may redouble.", ("JOJ-REDOUBLE",))
    step = "It multiplies by 4 what is written below the line, whoever writes it."
    return Ruling(f"Yes: {speaker} may redouble.", ("JOJ-REDOUBLE",), (step,))


def special(desk: Desk) -> Ruling:
    """Who may bid nullo or slam, and what it is played in."""
    call, by, nullo = desk.ask(
        Choice("call", "Which bid?", "JOJ-NULLO", ["nullo", "slam"]),
        Choice("by", "By whom?", "JOJ-NULLO", ["the defender", "the declarer"]),
        yes_no("nullo", "Has nullo been bid?", "JOJ-SLAM"),
        title="May nullo or slam be bid?",
    )
    if call == "nullo":
        if by == "the declarer":
            return Ruling("No: nullo is the defender’s bid.", ("JOJ-NULLO",))
        steps = ("It is bid instead of declaring melds.", "The hand is played at no trump.")
        return Ruling("Yes: the defender may bid nullo.", ("JOJ-NULLO", "JOJ-NOMELD"), steps)
    if by == "the defender":
        return Ruling("No: slam is the declarer’s bid.", ("JOJ-SLAM",))
    if not nullo and desk.rules.slam_needs_nullo == "yes":
        words = "No: here a slam may only be bid over a nullo."
        return Ruling(words, ("JOJ-SLAM", "JOJ-R11"))
    plays = "the contract’s own trump"
    if nullo and desk.rules.slam_trump == "no_trump":
        plays = "no trump"
    steps = (f"It is played in {plays}.", "No meld counts.")
    more = ("JOJ-R12",) if nullo else ("JOJ-R11",)
    return Ruling("Yes: the declarer may bid slam.", ("JOJ-SLAM", "JOJ-NOMELD", *more), steps)


def dealer(desk: Desk) -> Ruling:
    """Who deals the next hand."""
    last, what = desk.ask(
        who(desk, "dealer", "Who dealt last?", "JOJ-DEAL"),
        Choice("what", "What became of the hand?", "JOJ-DEAL",
               ["played", "passed out", "misdealt"], columns=3),
        title="Who deals next?",
    )  # fmt: skip
    if what == "played":
        words = "The deal alternates after every hand that is played."
        return Ruling(f"{last.left} deals.", ("JOJ-DEAL",), (words,))
    if what == "misdealt":
        words = "A wrong count or an exposed card: the same dealer deals again."
        return Ruling(f"{last} deals again.", ("JOJ-DEAL", "JOJ-R24"), (words,))
    next_ = last if desk.rules.passout_dealer == "same" else last.left
    again = " again" if next_ is last else ""
    return Ruling(f"{next_} deals{again}.", ("JOJ-PASSOUT", "JOJ-R4"))


def revoke(desk: Desk) -> Ruling:
    """What follows a card that should not have been played."""
    offender, later = desk.ask(
        who(desk, "who", "Who revoked?", "JOJ-R23"),
        yes_no("later", "Has the next trick begun?", "JOJ-R23"),
        title="A revoke: what now?",
    )
    if later and desk.rules.revoke == "opponent_takes_all":
        words = f"{offender.left} writes both players’ trick points below the line."
        steps = (
            "It is scored as if the offender had been beaten, with the stakes of the hand.",
            "On a nullo or a slam the offender has lost the bid at issue.",
        )
        return Ruling(words, ("JOJ-R23", "JOJ-BEATEN"), steps)
    words = "The card is taken back and a legal one played."
    step = "The next trick has not begun." if not later else "Here a revoke is only put right."
    return Ruling(words, ("JOJ-R23",), (step, "What cannot be put right is left as it fell."))


ENQUIRIES = (
    Enquiry("follow", "Which cards may I play?", follow,
            ("JOJ-FOLLOW", "JOJ-MUSTRUFF", "JOJ-OVERTRUMP")),
    Enquiry("trick", "Who wins this trick?", trick, ("JOJ-WINTRICK", "JOJ-LEAD")),
    Enquiry("rank", "Which card ranks higher?", rank,
            ("JOJ-RANK-TRUMP", "JOJ-RANK-PLAIN", "JOJ-RANK-RUN")),
    Enquiry("lead", "Who leads first?", lead, ("JOJ-LEAD",)),
    Enquiry("pile", "Count a pile", pile, ("JOJ-CARDS", "JOJ-LAST10")),
    Enquiry("possible", "Can these trick points be right?", possible, ("JOJ-R2",)),
    Enquiry("fours", "Whose four of a kind is good?", fours, ("JOJ-MELD-FOURS",)),
    Enquiry("runs", "Whose run is good?", runs, ("JOJ-MELD-RUNS",)),
    Enquiry("split", "Who scores which melds?", split, ("JOJ-MELD-SPLIT",)),
    Enquiry("show", "Must a meld be shown?", show, ("JOJ-SHOW",)),
    Enquiry("jotte", "Does Jo-Jotte count?", jotte, ("JOJ-JOTTE-ORDER",)),
    Enquiry("stub", "Can that be held?", stub, ("JOJ-STUB",)),
    Enquiry("double", "May I double?", double, ("JOJ-DOUBLE", "JOJ-REDOUBLE")),
    Enquiry("special", "May nullo or slam be bid?", special, ("JOJ-NULLO", "JOJ-SLAM")),
    Enquiry("dealer", "Who deals next?", dealer, ("JOJ-DEAL", "JOJ-PASSOUT")),
    Enquiry("revoke", "A revoke: what now?", revoke, ("JOJ-R23",)),
)  # fmt: skip

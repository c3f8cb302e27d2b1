"""What a table of Nine-Card Don asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion import referee
from companion.cards import Suit
from companion.game import SCORED, Enquiry, Ruling
from companion.games.nine_card_don.count import COUNTING
from companion.games.nine_card_don.counters import (
    HONOURS,
    PACK,
    RANK,
    WHOLE_COUNT,
    Counter,
    Take,
    count_of,
    counters,
    game_value,
)
from companion.games.nine_card_don.house import Desk
from companion.games.nine_card_don.reading import read_tricks, tricks_check
from companion.games.nine_card_don.referee_deal import (
    draw,
    look_back,
    looked,
    misdeal,
    pitch,
    suit,
)
from companion.questions import Cards, Choice, Points, Words, option
from companion.seating import Side
from companion.tricks import follow_suit
from companion.words import counted, does, listed, verb

CITED = referee.Cited(trump="DON-P-TRUMP", lead="DON-P-PITCH", trick="DON-P-TRICK")


def trump_question() -> Choice[Suit]:
    return Choice("trump", "Trump?", "DON-P-TRUMP", list(Suit), columns=4)


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, what it scores at once, and what it counts for game."""
    it = referee.trick(desk, PACK, RANK, CITED, no_trump=False)
    assert it.trump is not None
    found = [each for card, each in counters(it.trump, desk.rules).items() if card in it.cards]
    steps = [*it.steps, *([f"The {each} at once." for each in found] or ["No counter was in it."])]
    at_once = sum(each.points for each in found)
    words = (
        f"{it.winner} wins with the {it.card}: {does(it.winner.side, 'score')} {at_once} at once"
    )
    if desk.rules.game_points:
        values = " + ".join(str(game_value(card)) for card in it.cards)
        steps.append(f"For game it counts {values} = {count_of(it.cards)}.")
        words += f"; the trick counts {count_of(it.cards)} for game"
    return Ruling(f"{words}.", ("DON-P-TRICK", "DON-P-VALUE", *rules_of(found)), tuple(steps))


def rules_of(found: list[Counter]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for each in found for rule in each.rules))


def follow(desk: Desk) -> Ruling:
    """Which cards may be played to a lead."""
    trump, led, holding = desk.ask(
        trump_question(),
        Choice("led", "Which suit was led?", "DON-P-FOLLOW", list(Suit), columns=4),
        Cards("holding", "The cards still held", "DON-P-FOLLOW", PACK, 1, 13),
        title="Which cards may I play?",
    )
    legal, step = follow_suit(holding, led)
    rules: tuple[str, ...] = ("DON-P-FOLLOW",)
    if any(card.suit is led for card in legal) and desk.rules.follow_rule == "follow_or_trump":
        legal = [card for card in holding if card.suit in (led, trump)]
        step = f"The holding has {led}: at this table it follows suit or trumps, as it likes."
        rules = ("DON-P-FOLLOW", "DON-R9")
    return Ruling(f"You may play: {' '.join(map(str, legal))}.", rules, (step,))


def value(desk: Desk) -> Ruling:
    """What a card is worth to the side that captures it."""
    trump, (card,) = desk.ask(
        trump_question(),
        Cards("card", "Which card?", "DON-P-VALUE", PACK, 1, 1),
        title="What is this card worth?",
    )
    counter = counters(trump, desk.rules).get(card)
    later = game_value(card)
    steps = [f"It is {counter.words}." if counter else "It is no counter with this trump."]
    if counter and card.rank in HONOURS:
        steps.append("A trump honour scores twice over: at once, and again in the count for game.")
    points = counter.points if counter else 0
    words = f"The {card} scores {points} at once"
    words += f" and counts {later} for game." if desk.rules.game_points else "."
    twice = ("DON-R5",) if counter and card.rank in HONOURS else ()
    rules = ("DON-P-VALUE", *twice, *(counter.rules if counter else ()))
    return Ruling(words, rules, tuple(steps))


def first(desk: Desk) -> Ruling:
    """Which side stands on the target first, trick by trick."""
    one, two = desk.sides
    start_one, start_two, trump, takes = desk.ask(
        Points(f"start {one.code}", f"{one} before the hand", "DON-121", 0, 400),
        Points(f"start {two.code}", f"{two} before the hand", "DON-121", 0, 400),
        trump_question(),
        Words(
            "tricks",
            "The tricks with counters, in order",
            "DON-P-FIRST",
            hint="“A 5C / B 9C / A 5D JC”: the side, then its counters.",
            read=lambda text: read_tricks(text, desk.seating, desk.rules.cards_each),
            samples=(f"{one.code} 5C / {two.code} 5H 5D", f"{two.code} 5S"),
            show_as=lambda read: " / ".join(
                f"{t.side.code} {' '.join(c.code for c in t.cards)}" for t in read
            ),
        ),
        title="Who reached the target first?",
        check=lambda a, b, trump, takes: tricks_check(trump, desk.rules, takes),
    )
    return arrival(desk, {one: start_one, two: start_two}, trump, takes)


def arrival(desk: Desk, totals: dict[Side, int], trump: Suit, takes: tuple[Take, ...]) -> Ruling:
    """The race, one trick at a time."""
    target, at_once = desk.rules.target, desk.rules.finish == "immediate"
    values = counters(trump, desk.rules)
    steps: list[str] = []
    for number, take in enumerate(takes, 1):
        points = [values[card].points for card in take.cards]
        before = totals[take.side]
        totals[take.side] += sum(points)
        sums = " + ".join(map(str, [before, *points]))
        steps.append(f"{take.side}: {sums} = {totals[take.side]}.")
        if totals[take.side] >= target and at_once:
            if void := len(takes) - number:
                later = "trick does" if void == 1 else "tricks do"
                steps.append(f"Play stops: the later {later} not count.")
            words = f"{does(take.side, 'have')} {totals[take.side]} first, with trick {number}"
            return Ruling(
                f"{words} of these.", ("DON-P-FIRST", "DON-121", "DON-STOP"), tuple(steps)
            )
    if max(totals.values()) >= target:
        steps.append("The points for game are still to be counted.")
        words = (
            "Nobody is first here: the hand is played out and counted, then the higher total wins"
        )
        scores = " and ".join(f"{does(side, 'have')} {total}" for side, total in totals.items())
        return Ruling(f"{words}. So far {scores}.", ("DON-R1",), tuple(steps))
    need = " and ".join(
        f"{does(side, 'need')} {target - total} more" for side, total in totals.items()
    )
    rules: tuple[str, ...] = ("DON-P-FIRST",)
    if desk.rules.game_points:
        steps.append("The points for game come last of all.")
        rules = ("DON-P-FIRST", "DON-GAME")
    else:
        steps.append("Nothing is counted for game here.")
        rules = ("DON-P-FIRST", "DON-R7")
    return Ruling(f"Nobody yet: {need}.", rules, tuple(steps))


def count(desk: Desk) -> Ruling:
    """Adds up both piles for game."""
    one, two = desk.sides
    if not desk.rules.game_points:
        return Ruling("Nobody: nothing is counted for game at this table.", ("DON-R7",))
    first, second = desk.ask(
        tens(one),
        tens(two),
        title="Who has the points for game?",
    )
    twice = set(first) & set(second)
    if twice:
        both = listed((str(card) for card in COUNTING if card in twice), "and")
        words = f"That cannot be: the {both} {verb('be', len(twice))} in both piles."
        return Ruling(words, ("DON-COUNT", "DON-R17"))
    counts = {one: count_of(first), two: count_of(second)}
    steps = [
        f"{side}: {' + '.join(str(game_value(c)) for c in cards) or '0'} = {counts[side]}."
        for side, cards in ((one, first), (two, second))
    ]
    asleep = WHOLE_COUNT - sum(counts.values())
    sleeping = len(PACK.cards) - len(desk.seats) * desk.rules.cards_each
    missing = len(COUNTING.cards) - len(first) - len(second)
    if sleeping and missing > sleeping:
        words = f"That cannot be: {missing} of the twenty cards that count are in neither pile, and"
        words += f" only {sleeping} cards are asleep."
        return Ruling(words, ("DON-COUNT", "DON-R17"), tuple(steps))
    if asleep and not sleeping:
        words = "That cannot be: with 13 cards each nothing is asleep, so both counts make 80"
        return Ruling(
            f"{words}, not {WHOLE_COUNT - asleep}.", ("DON-COUNT", "DON-R17"), tuple(steps)
        )
    steps.append(f"Together {80 - asleep}; the honours and tens asleep are worth {asleep}.")
    if counts[one] == counts[two]:
        carried = desk.rules.level_count == "carried"
        then = (
            f"the {desk.rules.game_points} go to the next hand"
            if carried
            else "nobody scores for game"
        )
        rules = ("DON-COUNT", "DON-LEVEL", *(("DON-R4",) if carried else ()))
        return Ruling(f"Level at {counts[one]}: {then}.", rules, tuple(steps))
    high = max(counts, key=lambda side: counts[side])
    words = f"{does(high, 'score')} {desk.rules.game_points} for game, {counts[high]} to"
    rules = ("DON-COUNT", "DON-GAME", "DON-R17")
    return Ruling(f"{words} {counts[high.opponents]}.", rules, tuple(steps))


def tens(side: Side) -> Cards:
    """The cards of a pile that count for game."""
    words = f"Aces, kings, queens, jacks and tens with {side}"
    return Cards(f"pile {side.code}", words, "DON-COUNT", COUNTING, 0, len(COUNTING), none="none")


def revoke(desk: Desk) -> Ruling:
    """What a revoke, or a card played out of turn, costs."""
    dealer, offender, found, lost = desk.ask(
        Choice("dealer", "Who dealt?", "DON-P-PITCH", desk.seats),
        Choice("offender", "Which side is at fault?", "DON-R11", desk.sides),
        Choice[str](
            "found",
            "When was it seen?",
            "DON-R11",
            [option("open", label="trick still open"), option("later", label="later")],
        ),
        Points("scored", "What has that side scored in this hand?", "DON-R11", 0, 120),
        title="A revoke, or a card out of turn",
    )
    if found == "open":
        words = "Put it right: take the card back and play a legal one."
        return Ruling(words, ("DON-R11", "DON-P-FOLLOW"))
    if desk.rules.revoke_penalty == "league":
        own = dealer.left.side is offender
        more = f" and {does(offender.opponents, 'get')} 20" if own else ""
        steps = (
            f"{offender.opponents} keep what they have scored.",
            "It was the offenders’ own pitch." if own else "It was not the offenders’ own pitch.",
            "The hand is over: the next dealer deals.",
        )
        words = f"{does(offender, 'lose')} the {counted(lost, 'point')} of this hand{more}."
        return Ruling(words, ("DON-R11",), steps)
    steps = (
        "Usual: throw the hand in and deal again.",
        "Or agree on a penalty that both sides accept.",
        "League tables take away the points of the hand: a house rule.",
    )
    words = "The sources name no penalty: the table agrees on one."
    return Ruling(words, ("DON-R11", "DON-ADJ"), steps, undecided=True)


ENQUIRIES = (
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("DON-P-TRICK", "DON-P-VALUE"),
        at={"trick *": "", "counters *": ""},
    ),
    Enquiry("follow", "Which cards may I play?", follow, ("DON-P-FOLLOW",), at={"trick *": ""}),
    Enquiry(
        "pitch", "Who pitches, who waits?", pitch, ("DON-P-PITCH", "DON-P-BLIND"), at={"trump": ""}
    ),
    Enquiry("trump", "Does this lead make trump?", suit, ("DON-P-TRUMP",), at={"trump": ""}),
    Enquiry("looked", "Somebody looked too early", looked, ("DON-P-BLIND",), at={"trump": ""}),
    Enquiry(
        "value",
        "What is this card worth?",
        value,
        ("DON-P-VALUE",),
        at={"trick *": "", "counters *": ""},
    ),
    Enquiry(
        "first",
        "Who reached the target first?",
        first,
        ("DON-P-FIRST",),
        at={"trick *": "", "first": "", "before*": "", SCORED: ""},
    ),
    Enquiry(
        "count",
        "Who has the points for game?",
        count,
        ("DON-COUNT", "DON-GAME"),
        at={"counting": "", "pile *": "", "count *": ""},
    ),
    Enquiry(
        "revoke",
        "A revoke, or a card out of turn",
        revoke,
        ("DON-R11",),
        at={"trick *": "", "revoke": ""},
    ),
    Enquiry(
        "look-back", "May I look at a trick again?", look_back, ("DON-R12",), at={"trick *": ""}
    ),
    Enquiry("draw", "Who chooses the first pitcher?", draw, ("DON-P-DRAW",), at={"pitcher": ""}),
    Enquiry("misdeal", "Is it a misdeal?", misdeal, ("DON-R16",), at={"trump": "", "pitcher": ""}),
)

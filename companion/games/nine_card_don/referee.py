"""What a table of Nine-Card Don asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Suit
from companion.game import Desk, Enquiry, Ruling
from companion.games.nine_card_don.count import COUNTING
from companion.games.nine_card_don.counters import (
    HONOURS,
    PACK,
    Counter,
    Take,
    count_of,
    counters,
    game_value,
)
from companion.games.nine_card_don.reading import read_tricks, tricks_check
from companion.questions import Cards, Choice, Count, Points, Words, listed, option
from companion.seating import Side
from companion.tricks import follow_suit, ranking
from companion.tricks import winner as winning_place

RANK = ranking()


def trump_question() -> Choice[Suit]:
    """The trump suit of the hand."""
    return Choice("trump", "Trump?", "DON-P-TRUMP", list(Suit), columns=4)


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, what it scores at once, and what it counts for game."""
    trump, leader, cards = desk.ask(
        trump_question(),
        Choice("leader", "Who led?", "DON-P-PITCH", desk.seats),
        Cards("cards", "The four cards in the order played", "DON-P-TRICK", PACK, 4, 4, order=True),
        title="Who wins this trick?",
    )
    place = winning_place(cards, trump, RANK)
    seat = leader.round[place]
    steps = [f"{each} played the {card}." for each, card in zip(leader.round, cards, strict=True)]
    if cards[place].suit is trump:
        steps.append(f"Trumps were played: the {cards[place]} is the highest of them.")
    else:
        steps.append(f"No trump fell: the {cards[place]} is the highest card of the suit led.")
    found = [each for card, each in counters(trump, desk.rules).items() if card in cards]
    steps += [f"The {each} at once." for each in found] or ["No counter was in it."]
    values = " + ".join(str(game_value(card)) for card in cards)
    steps.append(f"For game it counts {values} = {count_of(cards)}.")
    at_once = sum(each.points for each in found)
    words = f"{seat} wins with the {cards[place]}: {seat.side} score {at_once} at once"
    rules = ("DON-P-TRICK", "DON-P-VALUE", *rules_of(found))
    return Ruling(f"{words}; the trick counts {count_of(cards)} for game.", rules, tuple(steps))


def rules_of(found: list[Counter]) -> tuple[str, ...]:
    """The rules by which counters score."""
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
    if legal[0].suit is led and desk.rules.follow_rule == "follow_or_trump":
        legal = [card for card in holding if card.suit in (led, trump)]
        step = f"The holding has {led}: at this table it follows suit or trumps, as it likes."
        rules = ("DON-P-FOLLOW", "DON-R9")
    return Ruling(f"Legal: {' '.join(map(str, legal))}.", rules, (step,))


def pitch(desk: Desk) -> Ruling:
    """Who pitches, who does not look, and who deals next."""
    dealer = desk.ask(
        Choice("dealer", "Who deals?", "DON-P-PITCH", desk.seats), title="Who pitches, who waits?"
    )
    pitcher = dealer.left
    waits = [pitcher.partner]
    if desk.rules.face_down_rule == "all_but_pitcher":
        waits = [seat for seat in pitcher.round if seat is not pitcher]
    names = listed(waits, "and")
    verb = "leaves the hand" if len(waits) == 1 else "leave their hands"
    steps = (
        f"{pitcher} sits on the dealer’s left.",
        f"{pitcher.partner} sits on the dealer’s right: the pitcher’s partner.",
        f"The deal passes left, so {pitcher} deals the next hand.",
    )
    words = f"{pitcher} pitches; {names} {verb} face down until the first card has been led"
    rules = ("DON-P-PITCH", "DON-P-BLIND", "DON-ROTATE", "DON-R10")
    return Ruling(f"{words}. {pitcher} deals next.", rules, steps)


def looked(desk: Desk) -> Ruling:
    """What follows when somebody looks before the pitch."""
    dealer, who, led = desk.ask(
        Choice("dealer", "Who deals?", "DON-P-PITCH", desk.seats),
        Choice("who", "Who looked at the hand dealt?", "DON-P-BLIND", desk.seats),
        Choice("led", "Had the first card been led?", "DON-P-BLIND", ["no", "yes"]),
        title="Somebody looked too early",
    )
    pitcher = dealer.left
    rules = ("DON-P-BLIND", "DON-R10")
    if led == "yes":
        return Ruling("No fault: once the first card is led everybody may look.", rules)
    everybody = desk.rules.face_down_rule == "all_but_pitcher"
    if who is pitcher or (who is not pitcher.partner and not everybody):
        who_waits = "everybody but the pitcher waits" if everybody else "only the partner waits"
        return Ruling(f"No fault: {who} may look before the pitch.", rules, (f"Here {who_waits}.",))
    if desk.rules.face_down_breach == "misdeal":
        words = f"A fault: {who.side.opponents} may call a misdeal"
        steps = ("A misdeal is dealt again by the same dealer, with the same pitcher.",)
        return Ruling(f"{words}.", (*rules, "DON-R16"), steps)
    return Ruling(f"A fault, but only a warning for {who}: play on.", rules)


def suit(desk: Desk) -> Ruling:
    """Which suit the first card led makes trump."""
    card, number = desk.ask(
        Cards("card", "Which card was led?", "DON-P-TRUMP", PACK, 1, 1),
        Count("number", "To which trick?", "DON-P-TRUMP", 1, 13),
        title="Does this lead make trump?",
    )
    if number == 1:
        words = f"Yes: the {card[0]} is the pitch, so {card[0].suit} is trump for the hand."
        step = "Any card may be pitched, of any suit, even one that is worth nothing."
        return Ruling(words, ("DON-P-TRUMP", "DON-R14"), (step,))
    return Ruling("No: only the first card of the hand makes trump.", ("DON-P-TRUMP",))


def value(desk: Desk) -> Ruling:
    """What a card is worth to the side that captures it."""
    trump, card = desk.ask(
        trump_question(),
        Cards("card", "Which card?", "DON-P-VALUE", PACK, 1, 1),
        title="What is this card worth?",
    )
    counter = counters(trump, desk.rules).get(card[0])
    later = game_value(card[0])
    steps = [f"It is {counter.words}." if counter else "It is no counter with this trump."]
    if counter and card[0].rank in HONOURS:
        steps.append("A trump honour scores twice over: at once, and again in the count for game.")
    points = counter.points if counter else 0
    words = f"The {card[0]} scores {points} at once and counts {later} for game."
    rules = ("DON-P-VALUE", "DON-R5", *(counter.rules if counter else ()))
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
            examples=(f"{one.code} 5C / {two.code} 5H 5D", f"{two.code} 5S"),
            show_as=lambda read: " / ".join(
                f"{t.side.code} {' '.join(c.code for c in t.cards)}" for t in read
            ),
        ),
        title="Who stood on the target first?",
        check=lambda a, b, trump, takes: tricks_check(trump, desk.rules, takes),
    )
    return arrival(desk, {one: start_one, two: start_two}, trump, takes)


def arrival(desk: Desk, totals: dict[Side, int], trump: Suit, takes: tuple[Take, ...]) -> Ruling:
    """The race, one trick at a time."""
    target: int = desk.rules.target
    values = counters(trump, desk.rules)
    steps: list[str] = []
    for number, take in enumerate(takes, 1):
        points = [values[card].points for card in take.cards]
        before = totals[take.side]
        totals[take.side] += sum(points)
        sums = " + ".join(map(str, [before, *points]))
        steps.append(f"{take.side}: {sums} = {totals[take.side]}.")
        if totals[take.side] >= target:
            void = len(takes) - number
            if void:
                steps.append(f"Play stops: the {void} later trick{'s' * (void > 1)} do not count.")
            words = f"{take.side} stand on {totals[take.side]} first, with trick {number} of these."
            return Ruling(words, ("DON-P-FIRST", "DON-121", "DON-STOP"), tuple(steps))
    need = " and ".join(f"{side} need {target - total} more" for side, total in totals.items())
    steps.append("The points for game come last of all.")
    return Ruling(f"Nobody yet: {need}.", ("DON-P-FIRST", "DON-GAME"), tuple(steps))


def count(desk: Desk) -> Ruling:
    """Adds up both piles for game."""
    one, two = desk.sides
    first, second = desk.ask(
        tens(one),
        tens(two),
        title="Who has the points for game?",
    )
    twice = set(first) & set(second)
    if twice:
        words = f"That cannot be: the {listed(sorted(map(str, twice)), 'and')} is in both piles."
        return Ruling(words, ("DON-COUNT", "DON-R17"))
    counts = {one: count_of(first), two: count_of(second)}
    steps = [
        f"{side}: {' + '.join(str(game_value(c)) for c in cards) or '0'} = {counts[side]}."
        for side, cards in ((one, first), (two, second))
    ]
    asleep = 80 - sum(counts.values())
    steps.append(f"Together {80 - asleep}; the honours and tens asleep are worth {asleep}.")
    if counts[one] == counts[two]:
        words = f"Level at {counts[one]}: nobody scores for game."
        return Ruling(words, ("DON-COUNT", "DON-LEVEL", "DON-R4"), tuple(steps))
    high = max(counts, key=lambda side: counts[side])
    words = f"{high} score {desk.rules.game_points} for game, {counts[high]} to"
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
    if desk.rules.revoke_penalty == "league":
        own = dealer.left.side is offender
        more = f" and {offender.opponents} get 20" if own else ""
        steps = (
            f"{offender.opponents} keep what they have scored.",
            "It was the offenders’ own pitch." if own else "It was not the offenders’ own pitch.",
            "The hand is over: the next dealer deals.",
        )
        words = f"{offender} lose the {lost} points of this hand{more}."
        return Ruling(words, ("DON-R11",), steps)
    if found == "open":
        words = "It is put right: the card is taken back and a legal one played."
        return Ruling(words, ("DON-R11", "DON-P-FOLLOW"))
    steps = (
        "Usual: throw the hand in and deal again.",
        "Or write an adjustment that both sides accept.",
        "League tables take away the points of the hand: a house rule.",
    )
    words = "The sources name no penalty: the table agrees on an adjustment."
    return Ruling(words, ("DON-R11", "DON-ADJ"), steps, undecided=True)


def look_back(desk: Desk) -> Ruling:
    """Whether a trick already turned may be looked at."""
    which, claimed = desk.ask(
        Choice[str](
            "which",
            "Which trick?",
            "DON-R12",
            [
                option("last", label="the last one, next not led"),
                option("last led", label="the last one, next led"),
                option("first", label="the first one, second not started"),
                option("older", label="an older one"),
            ],
        ),
        Choice("claimed", "Is a revoke claimed?", "DON-R12", ["no", "yes"]),
        title="May I look at a trick again?",
    )
    if claimed == "yes":
        return Ruling("Yes: once a revoke is claimed every trick may be checked.", ("DON-R12",))
    if which in ("last", "first"):
        return Ruling("Yes: the last trick, until the next one is led.", ("DON-R12",))
    return Ruling("No: only the last trick, and only until the next one is led.", ("DON-R12",))


def draw(desk: Desk) -> Ruling:
    """Who chooses the first pitcher."""
    one, two = desk.sides
    cards = desk.ask(
        Cards(f"drawn {one.code}", f"Drawn by {one}", "DON-P-DRAW", PACK, 1, 1),
        Cards(f"drawn {two.code}", f"Drawn by {two}", "DON-P-DRAW", PACK, 1, 1),
        title="Who chooses the first pitcher?",
    )
    first, second = (group[0] for group in cards)
    if first.rank == second.rank:
        words = f"Equal: the {first} and the {second} are of one rank, so both draw again."
        return Ruling(words, ("DON-P-DRAW", "DON-R13"))
    side, card = (one, first) if RANK(first) > RANK(second) else (two, second)
    steps = ("The ace is high. The player on the pitcher’s right deals.",)
    return Ruling(f"{side} choose who pitches first: the {card} is higher.", ("DON-P-DRAW",), steps)


def misdeal(desk: Desk) -> Ruling:
    """Whether the cards are dealt again."""
    each: int = desk.rules.cards_each
    what = desk.ask(
        Choice[str](
            "what",
            "What went wrong?",
            "DON-R16",
            [
                option("number", label=f"somebody has not {each} cards"),
                option("exposed", label="a card was exposed in the deal"),
                option("poor", label="a holding without counters"),
            ],
            columns=1,
        ),
        title="Is it a misdeal?",
    )
    if what == "poor":
        return Ruling("No: every holding is played.", ("DON-R16", "DON-R15"))
    words = "Yes: the same dealer deals again, and the same player pitches."
    return Ruling(words, ("DON-R16", "DON-DEAL"))


ENQUIRIES = (
    Enquiry("trick", "Who wins this trick?", trick, ("DON-P-TRICK", "DON-P-VALUE")),
    Enquiry("follow", "Which cards may I play?", follow, ("DON-P-FOLLOW",)),
    Enquiry("pitch", "Who pitches, who waits?", pitch, ("DON-P-PITCH", "DON-P-BLIND")),
    Enquiry("trump", "Does this lead make trump?", suit, ("DON-P-TRUMP",)),
    Enquiry("looked", "Somebody looked too early", looked, ("DON-P-BLIND",)),
    Enquiry("value", "What is this card worth?", value, ("DON-P-VALUE",)),
    Enquiry("first", "Who stood on the target first?", first, ("DON-P-FIRST",)),
    Enquiry("count", "Who has the points for game?", count, ("DON-COUNT", "DON-GAME")),
    Enquiry("revoke", "A revoke, or a card out of turn", revoke, ("DON-R11",)),
    Enquiry("look-back", "May I look at a trick again?", look_back, ("DON-R12",)),
    Enquiry("draw", "Who chooses the first pitcher?", draw, ("DON-P-DRAW",)),
    Enquiry("misdeal", "Is it a misdeal?", misdeal, ("DON-R16",)),
)

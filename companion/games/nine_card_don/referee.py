"""The referee questions of Nine-Card Don about tricks, counters and the race home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Suit
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.nine_card_don import facts, referee_deal
from companion.games.nine_card_don.facts import HONOURS, PACK, RANK, WHOLE_COUNT, Take, say
from companion.games.nine_card_don.house import Desk, House
from companion.games.nine_card_don.page import COUNTING
from companion.questions import Cards, Choice, Points, Question, Refused, Words, fold
from companion.said import Text
from companion.seating import Seating, Side
from companion.tricks import follow_suit
from companion.words import does, listed

CITED = referee.Cited(trump="DON-P-TRUMP", lead="DON-P-PITCH", trick="DON-P-TRICK")


def trump_question() -> Choice[Suit]:
    return Choice("trump", say.trump__plain(), options=list(Suit), columns=4)


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """Play stops at the target, and points for game may be carried over."""
    rules = desk.rules
    most = rules.target - 1 if rules.finish == "immediate" else 9_999
    questions: list[Question[Any]] = [referee.totals(desk, "DON-STOP", most=most)]
    if rules.game_points and rules.level_count == "carried":
        questions.append(Points("carried", say.how_many_carried(), "", 0, 999, default="0"))
    return questions


@enquiry("trick", "Who wins this trick?", "DON-P-TRICK DON-P-VALUE", "trick_* counters_*")
def trick(desk: Desk) -> Ruling:
    it = referee.trick(desk, PACK, RANK, CITED, no_trump=False)
    assert it.trump is not None
    counters = [
        each for card, each in facts.counters(it.trump, desk.rules).items() if card in it.cards
    ]
    at_once = [say.at_once(counter=each) for each in counters]
    steps: list[Text] = [*it.steps, *(at_once or [say.no_counter()])]
    total = facts.count_of(it.cards) if desk.rules.game_points else None
    if total is not None:
        values = " + ".join(str(facts.game_value(card)) for card in it.cards)
        steps.append(say.game_value(values=values, total=total))
    points = sum(each.points for each in counters)
    words = say.wins_trick(winner=it.winner, card=it.card, points=points, for_game=total)
    more = dict.fromkeys(rule for each in counters for rule in each.rules)
    return ruled(words, "DON-P-VALUE", *more, steps=steps, value=(it.winner, it.card))


@enquiry("follow", "Which cards may I play?", "DON-P-FOLLOW", "trick_*")
def follow(desk: Desk) -> Ruling:
    trump, led, holding = desk.ask(
        trump_question(),
        Choice("led", say.suit_led(), options=list(Suit), columns=4),
        Cards("holding", say.still_held(), "", PACK, 1, 13),
    )
    legal, why = follow_suit(holding, led)
    if any(card.suit is led for card in legal) and desk.rules.follow_rule == "follow_or_trump":
        legal = [card for card in holding if card.suit in (led, trump)]
        answer = say.may_play(cards=" ".join(map(str, legal)))
        return ruled(answer, "DON-R9", steps=[say.follows_or_trumps(led=led)], value=legal)
    return ruled(say.may_play(cards=" ".join(map(str, legal))), steps=[why], value=legal)


@enquiry("value", "What is this card worth?", "DON-P-VALUE", "trick_* counters_*")
def value(desk: Desk) -> Ruling:
    trump, (card,) = desk.ask(trump_question(), Cards("card", say.which_card(), "", PACK, 1, 1))
    counter = facts.counters(trump, desk.rules).get(card)
    twice = counter and card.rank in HONOURS
    steps = [say.it_is(words=counter.words if counter else "")]
    if twice:
        steps.append(say.scores_twice())
    for_game = facts.game_value(card) if desk.rules.game_points else None
    words = say.card_scores(card=card, points=counter.points if counter else 0, for_game=for_game)
    more = ["DON-R5"] * bool(twice) + list(counter.rules if counter else ())
    return ruled(words, *more, steps=steps)


# -- the race ------------------------------------------------------------------------------------


@enquiry("first", "Who reached the target first?", "DON-P-FIRST", "trick_* first before* @scored")
def first(desk: Desk) -> Ruling:
    one, two = desk.sides
    start_one, start_two, trump, takes = desk.ask(
        Points(f"start {one.code}", say.before(side=one), low=0, high=400),
        Points(f"start {two.code}", say.before(side=two), low=0, high=400),
        trump_question(),
        Words(
            "tricks",
            say.in_order(),
            hint=say.how_written(),
            read=lambda text: read_tricks(text, desk.seating, desk.rules.cards_each),
            samples=(f"{one.code} 5C / {two.code} 5H 5D", f"{two.code} 5S"),
            show_as=lambda read: " / ".join(
                f"{t.side.code} {' '.join(c.code for c in t.cards)}" for t in read
            ),
        ),
        check=lambda a, b, trump, takes: tricks_check(trump, desk.rules, takes),
    )
    return arrival(desk.rules, {one: start_one, two: start_two}, trump, takes)


def arrival(rules: House, totals: dict[Side, int], trump: Suit, takes: tuple[Take, ...]) -> Ruling:
    """The race, one trick at a time."""
    target, values = rules.target, facts.counters(trump, rules)
    steps: list[Text] = []
    for number, take in enumerate(takes, 1):
        points, side = [values[card].points for card in take.cards], take.side
        sums = " + ".join(map(str, [totals[side], *points]))
        totals[side] += sum(points)
        steps.append(say.pegs(side=side, sums=sums, total=totals[side]))
        if totals[side] >= target and rules.finish == "immediate":
            if void := len(takes) - number:
                steps.append(say.stops(void=void))
            words = say.is_first(side=side, total=totals[side], number=number)
            return ruled(words, "DON-121", "DON-STOP", steps=steps)
    if max(totals.values()) >= target:
        scores = " and ".join(f"{does(side, 'have')} {total}" for side, total in totals.items())
        return ruled(say.nobody_first(scores=scores), steps=[*steps, say.still_to_count()])
    each = (f"{does(side, 'need')} {target - total} more" for side, total in totals.items())
    last = say.comes_last() if rules.game_points else say.no_game_count()
    return ruled(say.nobody_yet(need=" and ".join(each)), last.rule, steps=[*steps, last])


def read_tricks(text: str, seating: Seating, most: int) -> tuple[Take, ...]:
    """The tricks meant by the text; Refused when one cannot have been."""
    takes: list[Take] = []
    seen: dict[Card, str] = {}
    for part in filter(None, map(str.strip, text.split("/"))):
        side, rest = who_of(part, seating)
        cards = tuple(card_of(word) for word in rest.replace(",", " ").split())
        if len(cards) > 4:
            number = len(cards)
            raise Refused(say.too_many_cards_in_a_trick__written(part=part, number=number))
        for card in cards:
            if card in seen:
                raise Refused(say.card_captured_twice__written(card=card, part=seen[card]))
            seen[card] = part
        takes.append(Take(side, cards))
    if len(takes) > most:
        raise Refused(say.too_many_tricks(takes=len(takes), most=most))
    return tuple(takes)


def who_of(part: str, seating: Seating) -> tuple[Side, str]:
    """The winner of the trick, by code or name, and the rest of the text."""
    known: dict[str, Side] = {str(seat): seat.side for seat in seating.seats}
    for side in seating.sides:
        known |= {str(side): side, side.code: side}
    for name in sorted(known, key=len, reverse=True):
        if fold(part + " ").startswith(fold(name) + " ") or fold(part) == fold(name):
            return known[name], part[len(name) :]
    raise Refused(say.unknown_side(part=part))


def card_of(word: str) -> Card:
    try:
        return Card.parse(word)
    except ValueError:
        raise Refused(say.unknown_card(word=word)) from None


def tricks_check(trump: Suit, rules: House, takes: tuple[Take, ...]) -> None:
    """Refuses a card that does not score when this suit is trump."""
    values = facts.counters(trump, rules)
    for card in (card for take in takes for card in take.cards):
        if card not in values:
            raise Refused(facts.scores_nothing(card, trump), key="tricks")


# -- the points for game -------------------------------------------------------------------------


@enquiry("count", "Who has the points for game?", "DON-COUNT DON-GAME", "counting pile_* count_*")
def count(desk: Desk) -> Ruling:
    one, two = desk.sides
    if not desk.rules.game_points:
        return ruled(say.nobody_counts())
    piles = desk.ask(tens(one), tens(two))
    if twice := set(piles[0]) & set(piles[1]):
        both = listed((str(card) for card in COUNTING if card in twice), "and")
        return ruled(say.cannot_be__both(cards=both, several=len(twice) > 1), "DON-R17")
    counts = {side: facts.count_of(cards) for side, cards in zip((one, two), piles, strict=True)}
    steps = [
        say.adds_up(
            side=side, values=" + ".join(str(facts.game_value(c)) for c in cards), total=total
        )
        for (side, total), cards in zip(counts.items(), piles, strict=True)
    ]
    total, sleeping = sum(counts.values()), len(PACK.cards) - 4 * desk.rules.cards_each
    missing = len(COUNTING.cards) - sum(map(len, piles))
    if sleeping and missing > sleeping:
        words = say.cannot_be__missing(missing=missing, asleep=sleeping)
        return ruled(words, "DON-R17", steps=steps)
    if total != WHOLE_COUNT and not sleeping:
        return ruled(say.cannot_be__eighty(total=total), "DON-R17", steps=steps)
    steps.append(say.together(total=total, asleep=WHOLE_COUNT - total))
    points = desk.rules.game_points
    if counts[one] == counts[two]:
        carried = desk.rules.level_count == "carried"
        words = say.level__ruling(count=counts[one], carried=carried, points=points)
        return ruled(words, "DON-LEVEL", *["DON-R4"] * carried, steps=steps)
    high = max(counts, key=lambda side: counts[side])
    mine, theirs = counts[high], counts[high.opponents]
    words = say.wins_count(side=high, points=points, mine=mine, theirs=theirs)
    return ruled(words, "DON-GAME", "DON-R17", steps=steps)


def tens(side: Side) -> Cards:
    return Cards(
        f"pile {side.code}", say.pile(side=side), "", COUNTING, 0, len(COUNTING), none="none"
    )


ENQUIRIES = (
    trick, follow, referee_deal.pitch, referee_deal.suit, referee_deal.looked, value, first, count,
    referee_deal.revoke, referee_deal.look_back, referee_deal.draw, referee_deal.misdeal,
)  # fmt: skip

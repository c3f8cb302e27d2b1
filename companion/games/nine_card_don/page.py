"""The questions of a hand of Nine-Card Don: pitch, tricks, counters of both sides, game count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card, Pack, Suit
from companion.games.nine_card_don import facts
from companion.games.nine_card_don.facts import Bounds, Pitch, Tricks, say
from companion.games.nine_card_don.house import Hand
from companion.games.nine_card_don.race import Check, Race
from companion.questions import Cards, Choice, Points, Question, Refused, option
from companion.said import Text
from companion.seating import Seat, Side
from companion.words import listed

COUNTING = Pack(tuple(card for card in facts.PACK if facts.game_value(card)))
"""The twenty cards that count for game."""
REST = "rest"
TOTALS, CARDS, LEVEL = "totals", "cards", "level"
"""Both counts are typed here, or their cards tapped; the counts are level."""
NO_TRUMP = option("none", refusal=say.trump_missing(), hidden=True)
NO_COUNT = option("none", refusal=say.game_count_missing(), hidden=True)

NO_MORE = [option(REST, label=f"No more counters{or_revoke}", set_apart=True)
           for or_revoke in ("", ", or a revoke")]  # fmt: skip

# -- the pitch and the tricks --------------------------------------------------------------------


def first_pitcher(hand: Hand) -> Choice[Seat]:
    """The question for the first pitcher. The player on the pitcher's right then deals."""
    drawn, left = hand.rules.first_pitch == "draw", hand.dealer.left
    return Choice(
        "pitcher", say.who_first() if drawn else say.who_has_it(), options=hand.table.seats,
        hints=lambda seat: f"{seat.right} deals", best=left if drawn else None, columns=4,
        default=left.code,
    )  # fmt: skip


def trump(pitcher: Seat) -> Choice[object]:
    """The suit of the first card led."""
    return Choice(
        "trump", say.trump(pitcher=pitcher), options=[*Suit, NO_TRUMP], short="Trump", columns=4,
        about="trump", sends=True,
    )  # fmt: skip


def winner(hand: Hand, tricks: Tricks, cards: Sequence[Card] = ()) -> Choice[object]:
    """The question for the winner of a trick's counters, or none left. The side is enough."""
    number, league = len(tricks.takes) + 1, hand.rules.revoke_penalty == "league"
    totals = hand.table.ledger.totals

    def why_not(who: object) -> Text:
        if who == REST and cards:
            return say.counters_fell(cards=listed(cards, "and"))
        if who != REST or league or tricks.pitch.asleep:
            return ""
        return say.counter_missing__rest(cards=listed(tricks.left, "and"))

    def pegs(who: object) -> str:
        pegged = tricks.pitch.worth(cards)
        if not pegged or not isinstance(who, Seat | Side):
            return ""
        total = totals[who.side]
        return f"{total} + {pegged} = {total + pegged}"

    sides = [option(side, rare=True) for side in hand.table.sides]
    return Choice(
        f"trick {number}", say.who_won(number=number), why_not=why_not, hints=pegs, sends=True,
        options=[*hand.table.seats, *sides, NO_MORE[league]],
    )  # fmt: skip


def trick_page(hand: Hand, tricks: Tricks, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """The counters of a trick unless no more fall, and who wins them: that tap saves both."""
    who = f"trick {len(tricks.takes) + 1}"
    fell = in_trick(tricks)
    cards = fell.read_in(given) or ()
    if given.get(who) == REST and not cards:
        fell = replace(fell, off=f"because of “{who}: {REST}”")
    return fell, winner(hand, tricks, cards)


def in_trick(tricks: Tricks) -> Cards:
    """The counters of a trick."""
    number, pitch = len(tricks.takes) + 1, tricks.pitch
    return Cards(
        f"counters {number}", say.in_it(number=number), "", pitch.pack, 0, len(pitch.counters),
        none="none", gone=dict(tricks.gone), outside=outside(pitch), check=fits(tricks),
        laid=tuple(pitch.counters),
    )  # fmt: skip


def outside(pitch: Pitch) -> Callable[[Card], Refused]:
    return lambda card: Refused(facts.scores_nothing(card, pitch.trump))


def fits(tricks: Tricks) -> Check:
    """Refuses more than four cards in a trick; with nothing asleep, too few for the tricks left."""
    later = tricks.pitch.cards_each - len(tricks.takes) - 1

    def check(cards: tuple[Card, ...]) -> None:
        if len(cards) > 4:
            raise Refused(say.too_many_cards_in_a_trick(number=len(cards)))
        if not tricks.pitch.asleep and len(tricks.left) - len(cards) > 4 * later:
            missing = listed((card for card in tricks.left if card not in cards), "and")
            raise Refused(say.counter_missing__late(later=later, cards=missing))

    return check


# -- all there is to know of a hand --------------------------------------------------------------


def page(
    hand: Hand, pitcher: Question[Any] | None, given: Mapping[str, str]
) -> list[Question[Any]]:
    """Questions: trump, the counters of both sides and the higher game count. The first hand also
    asks for the pitcher. Step by step, the tricks answer them."""
    rules, (one, two), totals = hand.rules, hand.table.sides, hand.table.ledger.totals
    who = pitcher.read_in(given) if pitcher else None
    trumps = trump(who or hand.dealer.left)
    suit = trumps.read_in(given)
    pitch = Pitch.of(suit if isinstance(suit, Suit) else Suit.SPADES, rules)
    off = "" if suit else "the trump is open"
    mine = captured(pitch, one, {}, off).read_in(given) or ()
    theirs = captured(pitch, two, {}, off).read_in(given) or ()
    counts = rules.game_points and rules.revoke_penalty != "league"
    # Until the rest of the page is answered, the scorer is still tapping.
    both = all(f"counters {side.code}" in given for side in (one, two))
    complete = both and ("counting" in given or not counts)

    def first(cards: tuple[Card, ...]) -> None:
        if both:
            Race(rules, totals, pitch, {one: cards, two: theirs}).check(one)

    def second(cards: tuple[Card, ...]) -> None:
        Race(rules, totals, pitch, {one: mine, two: cards}).check(two, last=complete)

    with_two = {card: with_side(card, two) for card in theirs if card not in mine}
    questions: list[Question[Any]] = [
        *([pitcher] if pitcher else []),
        trumps,
        captured(pitch, one, with_two, off, first),
        captured(pitch, two, {card: with_side(card, one) for card in mine}, off, second),
    ]
    if counts:
        race = Race(rules, totals, pitch, {one: mine, two: theirs})
        home = race.stops and race.home
        questions.append(most(hand, off="play stopped before the count" if home else ""))
    return questions


def with_side(card: Card, side: Side) -> Text:
    return say.card_captured_twice__sides(card=card, side=side)


def captured(
    pitch: Pitch, side: Side, gone: Mapping[Card, Text], off: str, check: Check | None = None
) -> Cards:
    """The counters of one side."""
    return Cards(
        f"counters {side.code}", say.captured_by(side=side), "", pitch.pack, 0,
        len(pitch.counters), laid=pitch.laid, none="none", gone=gone, outside=outside(pitch),
        check=check, off=off, short=f"Counters {side} took",
    )  # fmt: skip


def most(hand: Hand, off: str = "") -> Choice[object]:
    """The side with most points for game: entered at once, or counted here."""
    points = hand.rules.game_points
    here = [option(TOTALS, label="Count", rare=True), option(CARDS, label="Tap cards", rare=True)]
    return Choice(
        "counting", say.who_has_most(points=points),
        options=[*hand.table.sides, LEVEL, *here, NO_COUNT], columns=3, off=off,
        short=f"Most for game, {points} points",
    )  # fmt: skip


# -- the game count ------------------------------------------------------------------------------


def typed(hand: Hand, bounds: Bounds) -> dict[Side, int]:
    """Both counts from the keypad; with nothing asleep the second is the rest of eighty."""
    one, two = hand.table.sides
    if not bounds.pitch.asleep:
        key = f"count {one.code}"
        first = hand.ask(
            points(one, other=str(two)),
            title=say.one_count(side=one),
            check=lambda mine: bounds.check({one: mine, two: 80 - mine}, {one: key, two: key}),
        )
        return {one: first, two: 80 - first}
    keys = {side: f"count {side.code}" for side in (one, two)}
    first, second = hand.ask(
        points(one),
        points(two, second=True),
        title=say.both_counts(),
        check=lambda mine, theirs: bounds.check({one: mine, two: theirs}, keys),
    )
    return {one: first, two: second}


def points(side: Side, other: str = "", *, second: bool = False) -> Points:
    """The count of one pile; the `second` of a page needs no hint."""
    return Points(
        f"count {side.code}", say.game_count(side=side), low=0, high=80, complement_of=other,
        unit="for game", code="game_count_out_of_range",
        split_code="game_count_must_be_80" if other else "wrong_total",
        hint="" if second else say.sums(),
    )  # fmt: skip


def tapped(hand: Hand, bounds: Bounds) -> dict[Side, int]:
    """Both counts added up from the cards; the trump honours are known already."""
    one, two = hand.table.sides
    gone = known(bounds)
    first = hand.ask(pile(one, gone), title=say.tap(side=one))

    def counts(cards: Sequence[Card]) -> dict[Side, int]:
        return {
            one: bounds.least(one) + sum(map(facts.game_value, first)),
            two: bounds.least(two) + sum(map(facts.game_value, cards)),
        }

    if not bounds.pitch.asleep:
        return counts([card for card in COUNTING if card not in gone and card not in first])
    with_one = {card: say.card_captured_twice__pile(card=card, side=one) for card in first}
    keys = dict.fromkeys((one, two), f"pile {two.code}")
    second = hand.ask(
        pile(two, gone | with_one),
        title=say.tap(side=two),
        check=lambda cards: bounds.check(counts(cards), keys),
    )
    return counts(second)


def known(bounds: Bounds) -> dict[Card, Text]:
    """The trump honours, whose owners are known from the play."""
    owner = {card: side for side, cards in bounds.held.items() for card in cards}
    return {
        card: say.card_captured_twice__counted(card=card, side=owner[card])
        if card in owner
        else say.card_captured_twice__nobody(card=card)
        for card in bounds.pitch.counters
        if facts.game_value(card)
    }


def pile(side: Side, gone: Mapping[Card, Text]) -> Cards:
    """The cards of one pile that count for game."""
    return Cards(
        f"pile {side.code}", say.pile(side=side), "", COUNTING, 0, len(COUNTING), none="none",
        gone=gone, hint=say.honours_counted(),
    )  # fmt: skip


def revoker(hand: Hand, tricks: Tricks) -> Choice[object]:
    """The question for the side that revoked, under the league penalty."""
    left = [] if tricks.pitch.asleep else tricks.left
    no = say.counter_missing__revoke(card=left[0]) if left else ""
    nobody = option("nobody", refusal=no, set_apart=True)
    return Choice(
        "revoke", say.anybody(), options=[*hand.table.sides, nobody],
    )  # fmt: skip

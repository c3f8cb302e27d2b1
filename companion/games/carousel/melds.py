"""Carousel's melds: valid melds, the deadwood of a holding, and how to rearrange a table.

The search for a rearrangement is exact: sets of three or four and runs of three, four or five are
enough, because longer runs split into those (CAR-TABLE).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.cards import RANKS, Card, Pack, Suit
from companion.exact import Model
from companion.said import Sentence, Sentences

say = Sentences(__file__)
NATURAL = Pack.of(RANKS)
JOKER = Card("Joker", None)
LOW = ("A", *reversed(RANKS[1:]))
"""A 2 3 … Q K, the ace low."""
PLACES = {rank: place for place, rank in enumerate(LOW, 1)}
VALUES = {rank: min(place, 10) for rank, place in PLACES.items()}
JOKER_VALUE = 25


def pack(players: int, jokers: int | str) -> Pack:
    """The cards in play: one pack for two players, two packs for more; jokers come with them."""
    return Pack(
        (*NATURAL.cards, JOKER), copies=max(1 if players == 2 else 2, joker_count(players, jokers))
    )


def joker_count(players: int, jokers: int | str) -> int:
    """The number of jokers in play: by the house rule, else one with two players, two with more."""
    return int(jokers) if jokers != "auto" else 1 if players == 2 else 2


def deadwood(cards: Iterable[Card]) -> int:
    """Points of cards left in hand: joker 25, K Q J 10, ace 1, others face value (CAR-VALUES)."""
    return sum(value(card) for card in cards)


def value(card: Card) -> int:
    return JOKER_VALUE if card.suit is None else VALUES[card.rank]


@dataclass(frozen=True, slots=True)
class Judged:
    """True if cards are a meld; of what kind, or why not."""

    valid: bool
    words: Sentence

    @property
    def rule(self) -> str:
        return self.words.rule


def judge(cards: Sequence[Card]) -> Judged:
    """Judge cards as a set or a run. Jokers count as the cards they represent."""
    if len(cards) < 3:
        return Judged(False, say.too_few(number=len(cards)))
    ranks = Counter(card.rank for card in cards)
    suits = [card.suit for card in cards]
    if len(ranks) == 1:
        if len(set(suits)) < len(suits):
            return Judged(False, say.suit_twice(suit=next(s for s in suits if suits.count(s) > 1)))
        return Judged(True, say.a_set(number=len(cards)))
    if len(set(suits)) > 1:
        return Judged(False, say.neither())
    if _consecutive(ranks, len(cards)):
        return Judged(True, say.a_run(number=len(cards)))
    if "A" in ranks and "K" in ranks and "2" in ranks:
        return Judged(False, say.ace_inside())
    return Judged(False, say.not_consecutive())


def _consecutive(ranks: Mapping[str, int], number: int) -> bool:
    places = sorted(PLACES[rank] for rank in ranks)
    if number == 14 and len(ranks) == 13:
        return ranks["A"] == 2  # an ace at both ends, of two packs (CAR-R13)
    if len(ranks) < number:
        return False
    high = sorted(14 if place == 1 else place for place in places)
    return places[-1] - places[0] == number - 1 or high[-1] - high[0] == number - 1


@cache
def candidates() -> tuple[tuple[Card, ...], ...]:
    """Every set of three or four and every run of three, four or five."""
    melds: list[tuple[Card, ...]] = []
    suits = list(Suit)
    for rank in LOW:
        whole = tuple(Card(rank, suit) for suit in suits)
        melds.append(whole)
        melds += [tuple(card for card in whole if card.suit is not left) for left in suits]
    circle = (*LOW, "A")
    for suit in suits:
        for length in (3, 4, 5):
            for start in range(len(circle) - length + 1):
                melds.append(tuple(Card(rank, suit) for rank in circle[start : start + length]))
    return tuple(melds)


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table. A joker is stored as the card it represents."""

    card: Card
    joker: bool = False

    def __str__(self) -> str:
        return f"Joker({self.card})" if self.joker else str(self.card)


Table = Sequence[Sequence[Laid]]


def names(table: Table) -> Counter[Card]:
    """The cards that the jokers of a table replace."""
    return Counter(each.card for meld in table for each in meld if each.joker)


def laid_worth(before: Table, after: Table, played: Sequence[Card]) -> int:
    """The points of the cards played between two tables, a joker as the card it replaces (CAR-R11).
    If a joker of the table was moved too, the highest new names count as those played."""
    jokers = sum(card == JOKER for card in played)
    new = sorted(map(value, (names(after) - names(before)).elements()), reverse=True)
    return sum(value(card) for card in played if card != JOKER) + sum(new[:jokers])


@dataclass(frozen=True, slots=True)
class Arranged:
    """A legal table after a turn, and the cards that went down from the hand."""

    melds: tuple[tuple[Laid, ...], ...]
    played: tuple[Card, ...]

    def __str__(self) -> str:
        return ", ".join(" ".join(map(str, meld)) for meld in self.melds)


def arrange(
    table: Table, holding: Sequence[Card], *, all_of_it: bool, high_jokers: bool = False
) -> Arranged | None:
    """The table with as much deadwood played from the holding as can be, or with all of it.

    Keeps as many melds as they lie as it can; with `high_jokers` it first names jokers as the
    highest cards it can. None when that cannot be done (with `all_of_it`), or when no table is
    possible at all. Undecided when the solver runs out of time.
    """
    laid = [each for meld in table for each in meld]
    natural = Counter(each.card for each in laid if not each.joker)
    named = Counter(each.card for each in laid if each.joker)
    held = Counter(holding)
    model = Model()
    melds = [model.whole(0, 4) for _ in candidates()]
    played = {
        card: model.whole(number if all_of_it else 0, number, 1000 * value(card))
        for card, number in held.items()
    }
    jokers = sum(named.values())
    most = jokers + held[JOKER]
    gain = 20 if high_jokers else 0  # all jokers together gain less than a point of deadwood
    names = {card: model.whole(0, most, gain * value(card)) for card in NATURAL} if most else {}
    if names:
        counted = dict.fromkeys(names.values(), 1)
        if JOKER in played:
            counted[played[JOKER]] = -1
        model.equal(counted, jokers)
    for card in NATURAL:
        terms = {m: 1 for m, meld in zip(melds, candidates(), strict=True) if card in meld}
        terms |= {
            variable: -1 for variable in (played.get(card), names.get(card)) if variable is not None
        }
        model.equal(terms, natural[card])
        if named[card]:
            # A joker may give up its name only if a natural card of it is on the table afterwards.
            free = {
                variable: 1
                for variable in (played.get(card), names.get(card))
                if variable is not None
            }
            model.between(named[card] - natural[card], free, 99)
    _keep(model, melds, table, 1 if high_jokers else 10)
    values = model.solve()
    if values is None:
        return None
    down = tuple(c for c, variable in played.items() for _ in range(values[variable]))
    chosen = [meld for m, meld in zip(melds, candidates(), strict=True) for _ in range(values[m])]
    wild = Counter({card: values[variable] for card, variable in names.items()})
    return Arranged(_dressed(_joined(chosen), wild), down)


def _keep(model: Model, melds: list[int], table: Table, gain: int) -> None:
    """A little gain for each meld that stays as it lies, for a rearrangement easy to see."""
    lying = Counter(frozenset(each.card for each in meld) for meld in table)
    for variable, meld in zip(melds, candidates(), strict=True):
        if number := lying.get(frozenset(meld)):
            kept = model.whole(0, number, gain)
            model.between(0, {variable: 1, kept: -1}, 99)


def _joined(melds: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Runs that continue one another, put together again."""
    runs = [m for m in melds if m[0].rank != m[1].rank]
    runs.sort(key=lambda run: (str(run[0].suit), PLACES[run[0].rank]))
    joined = [m for m in melds if m[0].rank == m[1].rank]
    while runs:
        run = runs.pop(0)
        following = next(
            (r for r in runs if r[0].suit is run[0].suit and _after(run) == r[0]), None
        )
        if following:
            runs.remove(following)
            runs.insert(0, run + following)
        else:
            joined.append(run)
    return joined


def _after(run: tuple[Card, ...]) -> Card | None:
    place = PLACES[run[-1].rank]
    if run[-1].rank == "A" and len(run) > 1:
        return None
    return Card((*LOW, "A")[place], run[-1].suit)


def _dressed(melds: list[tuple[Card, ...]], wild: Counter[Card]) -> tuple[tuple[Laid, ...], ...]:
    """Says which cards of the melds are jokers."""
    result: list[tuple[Laid, ...]] = []
    for meld in melds:
        row: list[Laid] = []
        for card in meld:
            joker = wild[card] > 0
            wild[card] -= joker
            row.append(Laid(card, joker))
        result.append(tuple(row))
    return tuple(result)

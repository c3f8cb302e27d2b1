"""The facts of a Pan table: the packs, melds and their conditions, and the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from companion.cards import Card, Pack, Suit
from companion.games.panguingue.house import House
from companion.said import Sentences, word
from companion.seating import Side
from companion.words import counted

say = Sentences(__file__)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
"""The order of a rope: the 7 and the jack are neighbours, the ace is low."""
PLACE = {rank: place for place, rank in enumerate(RANKS)}
VALLE = ("3", "5", "7")
FREE = ("A", "K")
"""The ranks whose spreads ignore suits."""
ALL = 11
"""Cards melded by a player who goes out."""
NEW, ANOTHER = "a new group", "another meld"
"""The targets of borrowed cards."""
MOST_CHIPS = 10_000
"""The most that is bought in at once, beyond what is owed."""

# -- cards ---------------------------------------------------------------------------------------


@cache
def pack(copies: int) -> Pack:
    return Pack.of(RANKS, copies=copies, about="a Pan pack has no 8, 9 or 10")


CARDS = pack(1)


def ordered(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=CARDS.places.__getitem__))


def said(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def in_numbers(cards: int) -> str:
    return f"{word(cards) if cards else 'no'} card{'s' * (cards != 1)}"


def ranks_of(cards: Sequence[Card]) -> str:
    """Cards by rank, with the suit if all have one suit: "2-3-5♠"."""
    suits = {card.suit for card in cards}
    ranks = "-".join(card.rank for card in cards)
    if len(suits) > 1:
        return ranks
    (suit,) = suits
    return f"{ranks}{suit}"


@dataclass(frozen=True, slots=True)
class Deck:
    """The packs a table plays with; one set of spades may have been taken out (PAN-R26)."""

    packs: int
    spades_out: bool

    def copies(self, card: Card) -> int:
        return self.packs - (self.spades_out and card.suit is Suit.SPADES)

    @property
    def size(self) -> int:
        return len(CARDS) * self.packs - len(RANKS) * self.spades_out

    def stock_left(self, players: int) -> int:
        return self.size - 10 * players - 1

    def missing(self, cards: Iterable[Card], lying: Mapping[Card, int]) -> Card | None:
        """The first card that has too few copies beside those on the table, or None."""
        for card, number in Counter(cards).items():
            if number + lying.get(card, 0) > self.copies(card):
                return card
        return None


def deck(rules: House) -> Deck:
    return Deck(rules.packs, rules.spades_out == "yes")


def mixes(rules: House) -> bool:
    """True if an ace or king of another suit may join a spread of one suit (PAN-R9)."""
    return rules.ak_mixed_layoff == "yes"


@dataclass(frozen=True, slots=True)
class Condition:
    """A reason for a payment: its rule, and the chips from each active opponent."""

    code: str
    rule: str
    rate: int
    words: str

    def __str__(self) -> str:
        return self.words

    def most(self, cards: Deck) -> int:
        """The most cards of one meld with this condition, at most those that put a player out."""
        if self.rule in ("PAN-ROPE-LOW", "PAN-ROPE-HIGH"):
            return len(RANKS)
        if self.rule == "PAN-VALLE":
            return ALL
        spades = self.rule in ("PAN-VALLE-SPADES", "PAN-SUIT-SPADES")
        return min(ALL, cards.packs - (spades and cards.spades_out))


CONDITIONS = {
    each.code: each
    for each in (
        Condition("valle", "PAN-VALLE", 1, "valle of several suits"),
        Condition("valle suit", "PAN-VALLE-SUIT", 2, "valle of one suit"),
        Condition("valle spades", "PAN-VALLE-SPADES", 4, "valle of spades"),
        Condition("suit", "PAN-SUIT", 1, "spread of one suit"),
        Condition("suit spades", "PAN-SUIT-SPADES", 2, "spread of spades"),
        Condition("low", "PAN-ROPE-LOW", 1, "rope with A-2-3"),
        Condition("low spades", "PAN-ROPE-LOW", 2, "spade rope with A-2-3"),
        Condition("high", "PAN-ROPE-HIGH", 1, "rope with J-Q-K"),
        Condition("high spades", "PAN-ROPE-HIGH", 2, "spade rope with J-Q-K"),
    )
}
"""The nine rates, by the short text of a record."""
TRIPLES = (("low", RANKS[:3]), ("high", RANKS[-3:]))
"""The ranks that a rope needs for either of its conditions."""


@dataclass(frozen=True, eq=False)
class Meld:
    """Cards that lie together, in the order of the pack: "several" suits, a "single" one, a "rope".

    Made once for its cards and then shared, so that melds can be compared by identity.
    """

    cards: tuple[Card, ...]
    kind: str
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return ranks_of(self.cards) if self.kind == "rope" else said(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def condition(self) -> Condition:
        """The condition it pays for. A rope with both conditions pays the same for either."""
        first, *_ = self.conditions
        return first

    @property
    def further(self) -> int:
        """The cards beside three for each of its conditions."""
        return len(self.cards) - 3 * len(self.conditions)

    def triple(self, condition: Condition) -> tuple[Card, ...]:
        """The three cards of a rope that make the condition."""
        ranks = next(ranks for code, ranks in TRIPLES if condition.code.startswith(code))
        return tuple(card for card in self.cards if card.rank in ranks)


@cache
def meld_of(cards: tuple[Card, ...]) -> Meld | None:
    """The meld these cards make, in the order of the pack, if they make one."""
    kind = _kind(cards)
    return Meld(cards, kind, tuple(_conditions(cards, kind))) if kind else None


def is_meld(cards: tuple[Card, ...]) -> bool:
    return meld_of(cards) is not None


def _kind(cards: Sequence[Card]) -> str:
    if len(cards) < 3:
        return ""
    first, *_ = cards
    if all(card.rank == first.rank for card in cards):
        suits = len({card.suit for card in cards})
        return "single" if suits == 1 else "several" if suits > 2 or first.rank in FREE else ""
    in_order = all(PLACE[b.rank] - PLACE[a.rank] == 1 for a, b in pairwise(cards))
    return "rope" if in_order and all(card.suit is first.suit for card in cards) else ""


def _conditions(cards: Sequence[Card], kind: str) -> Iterator[Condition]:
    first, *_ = cards
    spades = " spades" if first.suit is Suit.SPADES else ""
    if kind == "rope":
        ranks = {card.rank for card in cards}
        for code, triple in TRIPLES:
            if ranks.issuperset(triple):
                yield CONDITIONS[code + spades]
    elif first.rank in VALLE:
        yield CONDITIONS["valle" + (spades or " suit") * (kind == "single")]
    elif kind == "single":
        yield CONDITIONS["suit" + spades]


@dataclass(frozen=True, slots=True)
class Collected:
    """A condition somebody was paid for, and the cards paid for beside its first three."""

    number: int
    side: Side
    condition: Condition
    further: int

    @property
    def cards(self) -> int:
        return 3 + self.further

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (self.condition,)

    def __str__(self) -> str:
        """As the sheet says it: "valle of spades + 2 cards"."""
        more = f" + {counted(self.further, 'card')}" if self.further else ""
        return f"{self.condition}{more}"


def least_cards(conditions: Sequence[Collected], extend: bool) -> int:
    """The fewest cards with which a player can hold these at once, collected in any order.

    A further card may have been borrowed for another of them and was then paid for twice; but each
    keeps its three, and some one of them lent nothing. `extend`: cards may go to any own meld, so
    even that one can have lent.
    """
    further = [each.further for each in conditions]
    if not further:
        return 0
    return max(3 * len(further) + (0 if extend else min(further)), 3 + max(further))


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The state after an event, other than its cells: the number of cards melded by the player who
    acted (None if not entered), and the players no longer in."""

    melded: int | None
    gone: frozenset[Side]

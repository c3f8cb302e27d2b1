"""Panguingue’s melds: what a spread or a rope is, what conditions it holds, how it grows, parts.

Cards are tuples in the order of the pack. A Meld is made once for its cards and then shared, so
that melds can be compared and looked up by identity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

from companion.cards import Card, Pack, Suit
from companion.questions import Refused, listed

RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
"""The order of a rope: the 7 and the jack are neighbours, the ace is low."""
PLACE = {rank: place for place, rank in enumerate(RANKS)}
VALLE = ("3", "5", "7")
FREE = ("A", "K")
"""The ranks whose spreads ignore suits."""
ALL = 11
"""Cards melded by a player who goes out."""
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
)  # fmt: skip


@cache
def pack(copies: int) -> Pack:
    """So many packs of forty cards."""
    return Pack.of(RANKS, copies=copies, about="a Pan pack has no 8, 9 or 10")


CARDS = pack(1)


def ordered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of the pack."""
    return tuple(sorted(cards, key=CARDS.places.__getitem__))


def said(cards: Iterable[Card]) -> str:
    """Cards in a row: "3♦ 3♥ 3♠"."""
    return " ".join(map(str, cards))


def counted(number: int, what: str) -> str:
    """So many of something: "1 further card", "2 further cards"."""
    return f"{number} {what}{'s' * (number != 1)}"


def in_numbers(cards: int) -> str:
    """So many cards in words: "ten cards", "one card"."""
    return f"{NUMBERS[cards]} card{'s' * (cards != 1)}"


@dataclass(frozen=True, slots=True)
class Condition:
    """What makes a meld pay: its rule, and the chips from each active opponent."""

    code: str
    rule: str
    rate: int
    words: str

    def __str__(self) -> str:
        return self.words


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
"""What a rope must hold for either of its conditions."""


@dataclass(frozen=True, eq=False)
class Meld:
    """Cards that lie together. `kind` is "several" (suits), "single" (suit) or "rope"."""

    cards: tuple[Card, ...]
    kind: str
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return ranks_of(self.cards) if self.kind == "rope" else said(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def name(self) -> str:
        """What kind of meld it is, in words."""
        return {
            "several": "spread of several suits",
            "single": "spread of one suit",
            "rope": "rope",
        }[self.kind]

    @property
    def condition(self) -> Condition:
        """What it pays for; a rope with both its conditions pays the same for either."""
        first, *_ = self.conditions
        return first

    def triple(self, condition: Condition) -> tuple[Card, ...]:
        """The three cards of a rope that make the condition."""
        ranks = next(ranks for code, ranks in TRIPLES if condition.code.startswith(code))
        return tuple(card for card in self.cards if card.rank in ranks)


@cache
def meld(cards: tuple[Card, ...]) -> Meld:
    """The meld these cards make, in the order of the pack; Refused says why they make none."""
    kind = _kind(cards)
    if not kind:
        raise no_meld(cards)
    return Meld(cards, kind, tuple(_conditions(cards, kind)))


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


def is_meld(cards: tuple[Card, ...]) -> bool:
    """Whether the cards, in the order of the pack, make a meld."""
    return bool(_kind(cards))


def judge(cards: tuple[Card, ...]) -> None:
    """Refused when the cards make no meld."""
    meld(cards)


# -- why not -------------------------------------------------------------------------------------


def ranks_of(cards: Sequence[Card]) -> str:
    """Cards by rank, with the suit where it is one: "2-3-5♠"."""
    suits = {card.suit for card in cards}
    return "-".join(card.rank for card in cards) + (str(cards[0].suit) if len(suits) == 1 else "")


def no_meld(cards: Sequence[Card]) -> Refused:
    """Why the cards make no meld, and what would."""
    if len(cards) < 3:
        words = f"That is {in_numbers(len(cards))}; a meld has at least three."
        return Refused(words, "PAN-SPREAD", "too_few")
    ranks, suits = Counter(card.rank for card in cards), Counter(card.suit for card in cards)
    if len(ranks) == 1:
        counts = [f"{NUMBERS[n]} {_suit_word(suit, n)}" for suit, n in suits.most_common()]
        row = "-".join(card.rank for card in cards)
        words = (
            f"{row} with {listed(counts, 'and')} is not a spread; only aces and kings ignore suits."
            " A spread is of one suit, or of three suits at least."
        )
        return Refused(words, "PAN-SPREAD", "not_a_spread")
    if len(suits) == 1:
        rank, most = ranks.most_common(1)[0]
        why = f"it has the {rank} more than once" if most > 1 else "it is not in unbroken order"
        order = f"The order is {' '.join(RANKS)}; the ace is only low."
        return Refused(f"{ranks_of(cards)} is not a rope: {why}. {order}", "PAN-ROPE", "not_a_rope")
    words = f"{said(cards)} is neither a spread (one rank) nor a rope (one suit, in order)."
    return Refused(words, "PAN-SPREAD", "not_a_meld")


def _suit_word(suit: Suit | None, number: int) -> str:
    assert suit is not None
    return suit.word if number > 1 else suit.word[:-1]


# -- growing -------------------------------------------------------------------------------------


def grown(base: Meld, cards: Iterable[Card], mixed: bool = False) -> Meld | None:
    """The meld with these cards added, or None where they do not fit.

    `mixed`: an ace or king of another suit may join a spread of one suit.
    """
    added = tuple(cards)
    whole = ordered((*base.cards, *added))
    first, *_ = base.cards
    if base.kind == "rope":
        return meld(whole) if is_meld(whole) else None
    fits = all(card.rank == first.rank for card in added)
    if base.kind == "single" and not (mixed and first.rank in FREE):
        fits = fits and all(card.suit is first.suit for card in added)
    return meld(whole) if fits else None


@cache
def welcome(base: Meld, mixed: bool = False) -> tuple[Card, ...]:
    """Every card that may come to a meld, alone or behind another: in the order of the pack."""
    rank, suit = base.cards[0].rank, base.cards[0].suit
    if base.kind == "rope":
        return tuple(c for c in CARDS if c.suit is suit and c not in base.cards)
    if base.kind == "single" and not (mixed and rank in FREE):
        return base.cards[:1]
    return tuple(card for card in CARDS if card.rank == rank)


@cache
def next_cards(base: Meld, mixed: bool = False) -> tuple[Card, ...]:
    """Every card that fits by itself."""
    return tuple(card for card in welcome(base, mixed) if grown(base, (card,), mixed))


def takes(base: Meld, mixed: bool = False) -> str:
    """What a meld takes, in words: "4-5-6♦ takes 3♦ or 7♦"."""
    cards = next_cards(base, mixed)
    if base.kind == "rope":
        return f"{ranks_of(base.cards)} takes {listed(cards) or 'nothing more'}"
    if len(cards) == 1:
        return f"{base}, of one suit, takes only another {cards[0]}"
    return f"{base} takes any {cards[0].rank}"


# -- parting -------------------------------------------------------------------------------------


@cache
def parts(cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    """What remains of a meld, as one meld or two; none where some of it is no meld."""
    if is_meld(cards):
        return (meld(cards),)
    groups: list[list[Card]] = []
    for card in cards:
        last = groups[-1][-1] if groups else None
        if last and last.suit is card.suit and PLACE[card.rank] - PLACE[last.rank] < 2:
            groups[-1].append(card)
        else:
            groups.append([card])
    found = [tuple(group) for group in groups]
    if len(found) == 2 and all(is_meld(group) for group in found):
        return tuple(meld(group) for group in found)
    return ()


def without(base: Meld, taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a meld without some; ValueError where it does not have them."""
    left = list(base.cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def part(base: Meld, taken: tuple[Card, ...]) -> tuple[Meld, ...]:
    """What remains when cards are borrowed; Refused where that is no meld."""
    try:
        left = without(base, taken)
    except ValueError:
        words = f"{said(taken)} is more than {base} has."
        raise Refused(words, "PAN-BORROW-RULE", "not_in_the_meld") from None
    rest = parts(left)
    if not rest:
        if base.kind == "rope":
            gone, row = "-".join(c.rank for c in taken), "-".join(c.rank for c in left)
        else:
            gone, row = said(taken), said(left)
        what = f"leaves {row}, which is not a meld" if left else "leaves nothing of the meld"
        words = f"Taking the {gone} {what}."
        raise Refused(words, "PAN-BORROW-RULE", "leaves_no_meld")
    return rest


@cache
def loans(base: Meld, room: int) -> tuple[tuple[Card, ...], ...]:
    """Every handful that can be borrowed, where `room` more cards can come from the hand."""
    picks = {tuple(pick) for n in range(1, len(base) - 2) for pick in combinations(base.cards, n)}
    return tuple(
        pick
        for pick in sorted(picks, key=lambda cards: (len(cards), said(cards)))
        if parts(without(base, pick)) and missing(pick) <= room
    )


@cache
def moves(base: Meld, other: Meld, mixed: bool = False) -> tuple[tuple[Card, ...], ...]:
    """Every handful that can be borrowed from one meld to go to another (R12)."""
    return tuple(pick for pick in loans(base, ALL) if grown(other, pick, mixed))


def missing(cards: tuple[Card, ...]) -> int:
    """How many more cards, at least, make a meld of cards that lay in one."""
    if len({card.rank for card in cards}) > 1:
        places = [PLACE[card.rank] for card in cards]
        span = max(places) - min(places) + 1
        return max(span, 3) - len(cards)
    if len(cards) < 3:
        return 3 - len(cards)
    return 0 if is_meld(cards) else 1


@cache
def completions(cards: tuple[Card, ...], room: int) -> tuple[tuple[Card, ...], ...]:
    """Handfuls of up to `room` cards, and not many, that make a meld of these."""
    least = missing(cards)
    found: list[tuple[Card, ...]] = []
    for number in range(least, min(room, max(least, 2)) + 1):
        near = [c for c in CARDS if c.suit is cards[0].suit or c.rank == cards[0].rank]
        for more in combinations_with_replacement(near, number):
            if is_meld(ordered((*cards, *more))):
                found.append(more)
    return tuple(found)


@cache
def some_melds(most: int) -> tuple[str, ...]:
    """Melds of three to five cards, as a record writes them."""
    found: list[tuple[Card, ...]] = []
    for suit in Suit:
        for length in (3, 4, 5):
            for start in range(len(RANKS) - length + 1):
                found.append(tuple(Card(rank, suit) for rank in RANKS[start : start + length]))
    for rank in RANKS:
        found += [
            cards
            for length in (3, 4)
            for cards in combinations_with_replacement([Card(rank, suit) for suit in Suit], length)
            if is_meld(cards)
        ]
    return tuple(" ".join(c.code for c in cards) for cards in found if len(cards) <= most)

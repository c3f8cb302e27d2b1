"""Panguingue’s melds: how they are made, how they grow, and how they part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from companion.cards import Card, Suit
from companion.games.panguingue import facts
from companion.games.panguingue.facts import ALL, CARDS, FREE, PLACE, RANKS, Deck, Meld, say
from companion.questions import Refused
from companion.said import Sentence, word
from companion.words import listed


def meld(cards: tuple[Card, ...]) -> Meld:
    """The meld these cards make, in the order of the pack; Refused says why they make none."""
    meld = facts.meld_of(cards)
    if meld is None:
        raise Refused(no_meld(cards))
    return meld


def judge(cards: tuple[Card, ...]) -> None:
    meld(cards)


def no_meld(cards: Sequence[Card]) -> Sentence:
    """Why the cards make no meld, and what would."""
    if len(cards) < 3:
        return say.too_few(cards=facts.in_numbers(len(cards)))
    ranks, suits = Counter(card.rank for card in cards), Counter(card.suit for card in cards)
    if len(ranks) == 1:
        row = "-".join(card.rank for card in cards)
        counts = [f"{word(n)} {_suit(suit, n)}" for suit, n in suits.most_common()]
        return say.not_a_spread(row=row, suits=listed(counts, "and"))
    if len(suits) == 1:
        rank, most = ranks.most_common(1)[0]
        return say.not_a_rope(row=facts.ranks_of(cards), twice=rank if most > 1 else "")
    return say.not_a_meld(cards=facts.said(cards))


def _suit(suit: Suit | None, number: int) -> str:
    assert suit is not None
    return suit.word if number > 1 else suit.word[:-1]


def grown(base: Meld, cards: Iterable[Card], mixed: bool = False) -> Meld | None:
    """The meld with these cards added, or None if they do not fit.

    `mixed`: an ace or king of another suit may join a spread of one suit.
    """
    added = tuple(cards)
    whole = facts.ordered((*base.cards, *added))
    first, *_ = base.cards
    if base.kind == "rope":
        return facts.meld_of(whole)
    fits = all(card.rank == first.rank for card in added)
    if base.kind == "single" and not (mixed and first.rank in FREE):
        fits = fits and all(card.suit is first.suit for card in added)
    return meld(whole) if fits else None


def welcome(base: Meld, mixed: bool = False) -> tuple[Card, ...]:
    """Every card that can be added to a meld, alone or behind another, in the order of the pack."""
    one, *_ = base.cards
    rank, suit = one.rank, one.suit
    if base.kind == "rope":
        return tuple(c for c in CARDS if c.suit is suit and c not in base.cards)
    if base.kind == "single" and not (mixed and rank in FREE):
        return base.cards[:1]
    return tuple(card for card in CARDS if card.rank == rank)


def next_cards(base: Meld, mixed: bool = False) -> tuple[Card, ...]:
    return tuple(card for card in welcome(base, mixed) if grown(base, (card,), mixed))


def takes(base: Meld, mixed: bool = False) -> Sentence:
    return say.takes(base=base, fits=next_cards(base, mixed))


def parts(cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    """The rest of a meld, as one meld or two. Empty if a part of it is no meld."""
    if whole := facts.meld_of(cards):
        return (whole,)
    groups: list[list[Card]] = []
    for card in cards:
        last = groups[-1][-1] if groups else None
        if last and last.suit is card.suit and PLACE[card.rank] - PLACE[last.rank] < 2:
            groups[-1].append(card)
        else:
            groups.append([card])
    pieces = [facts.meld_of(tuple(group)) for group in groups]
    melds = tuple(each for each in pieces if each)
    return melds if len(pieces) == 2 and len(melds) == 2 else ()


def without(base: Meld, taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a meld without some. Raise ValueError if it does not have them."""
    left = list(base.cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def part(base: Meld, taken: tuple[Card, ...]) -> tuple[Meld, ...]:
    """The rest of a meld after a loan. Raise Refused if it is no meld."""
    try:
        left = without(base, taken)
    except ValueError:
        raise Refused(say.not_in_the_meld__more(cards=facts.said(taken), base=base)) from None
    rest = parts(left)
    if not rest:
        raise Refused(leaves(base, taken, left))
    return rest


def leaves(base: Meld, taken: Sequence[Card], left: Sequence[Card]) -> Sentence:
    """Why what a loan leaves is no meld."""
    gone, row = (
        "-".join(card.rank for card in cards) if base.kind == "rope" else facts.said(cards)
        for cards in (taken, left)
    )
    return say.leaves_no_meld(taken=gone, left=row)


@cache
def loans(base: Meld, free: int) -> tuple[tuple[Card, ...], ...]:
    """Every group of cards that can be borrowed, if `free` more cards can come from the hand."""
    picks = {tuple(pick) for n in range(1, len(base) - 2) for pick in combinations(base.cards, n)}
    return tuple(
        pick
        for pick in sorted(picks, key=lambda cards: (len(cards), facts.said(cards)))
        if parts(without(base, pick)) and missing(pick) <= free
    )


def moves(base: Meld, other: Meld, mixed: bool = False) -> tuple[tuple[Card, ...], ...]:
    return tuple(pick for pick in loans(base, ALL) if grown(other, pick, mixed))


def missing(cards: tuple[Card, ...]) -> int:
    """The least number of further cards that make a meld of cards that were in one."""
    if len({card.rank for card in cards}) > 1:
        places = [PLACE[card.rank] for card in cards]
        span = max(places) - min(places) + 1
        return max(span - len(cards), 3 - len(cards), 0)
    if len(cards) < 3:
        return 3 - len(cards)
    return 0 if facts.is_meld(cards) else 1


@cache
def completions(cards: tuple[Card, ...], free: int) -> tuple[tuple[Card, ...], ...]:
    """Handfuls of up to `free` cards, and not many, that make a meld of these."""
    least = missing(cards)
    handfuls: list[tuple[Card, ...]] = []
    for number in range(least, min(free, max(least, 2)) + 1):
        near = [c for c in CARDS if c.suit is cards[0].suit or c.rank == cards[0].rank]
        for more in combinations_with_replacement(near, number):
            if facts.is_meld(facts.ordered((*cards, *more))):
                handfuls.append(more)
    return tuple(handfuls)


def fitting(cards: Sequence[Card]) -> frozenset[Card]:
    """The cards that make a meld of these, or lengthen the one they are."""
    chosen = facts.ordered(cards)
    if facts.is_meld(chosen):
        return frozenset(next_cards(meld(chosen)))
    return frozenset(card for more in completions(chosen, 2) for card in more)


def some_melds(most: int) -> tuple[str, ...]:
    """Melds of three to five cards, as a record writes them."""
    melds: list[tuple[Card, ...]] = []
    for suit in Suit:
        for length in (3, 4, 5):
            for start in range(len(RANKS) - length + 1):
                melds.append(tuple(Card(rank, suit) for rank in RANKS[start : start + length]))
    for rank in RANKS:
        melds += [
            cards
            for length in (3, 4)
            for cards in combinations_with_replacement([Card(rank, suit) for suit in Suit], length)
            if facts.is_meld(cards)
        ]
    return tuple(" ".join(c.code for c in cards) for cards in melds if len(cards) <= most)


@dataclass(frozen=True, slots=True)
class Packs:
    """The number of copies of each card, and of those melded."""

    lying: Mapping[Card, int]
    deck: Deck

    def finishes(self, taken: tuple[Card, ...], free: int) -> bool:
        return any(not self.deck.missing(more, self.lying) for more in completions(taken, free))

    def can_lend(self, base: Meld, free: int) -> bool:
        return len(base) > 3 and any(self.finishes(taken, free) for taken in loans(base, free))

    def fitting(self, held: Iterable[Meld], mixed: bool) -> Iterator[Card]:
        """Every card that fits some meld by itself, if there is one more of it."""
        for each in held:
            for card in next_cards(each, mixed):
                if not self.deck.missing((card,), self.lying):
                    yield card


def lenders(packs: Packs, held: Sequence[Meld], free: int, extend: bool, mixed: bool) -> list[int]:
    """The melds that can lend, by place: to a new meld, or where PAN-R12 allows it to another."""
    return [
        place
        for place, each in enumerate(held)
        if packs.can_lend(each, free)
        or (extend and any(moves(each, other, mixed) for other in held if other is not each))
    ]

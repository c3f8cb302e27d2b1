"""Cards: the pack to tap, and the tray in which tapped cards lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.questions import Cards, Melds
from companion.said import rule_of
from companion.web.questions.asking import Field, Reasons, chosen, id_of, reasons

SUIT = 7
"""The most cards in a row, each as wide as a thumb. A longer suit has two rows."""


@dataclass(frozen=True)
class PackCard:
    """A card of the pack as a key."""

    card: Card
    way: str
    """Effect of a tap: "send" the form, "add" to a list, "pick" one, "tick" one of several; "no":
    disabled."""
    why: str
    on: bool
    small: str
    """The number of times it is chosen, or its position in the list."""
    full: bool
    """All its copies are chosen."""
    unfit: bool = False
    """It does not go with the cards chosen."""


@dataclass(frozen=True)
class Tapped:
    """A chosen card in the tray; a tap removes it."""

    card: Card
    place: int


@dataclass(frozen=True)
class PackKeys:
    """The pack, and the chosen cards."""

    way: str
    """"one" tap, a "set" to tick, or a "list" that grows."""
    grid: str
    cells: Sequence[PackCard | None]
    """Row by row; None is an empty place."""
    reasons: Reasons
    groups: Sequence[Sequence[Tapped]]
    """The cards chosen so far, group by group."""
    listed: str
    """The same in the notation of a record, without cards that cannot be chosen any more: no tap
    could remove them."""
    sum: str
    """Preview of the points of the chosen cards, if the game package has one."""
    ordered: bool
    none: str
    """The key for choosing no card: "send", "pick", or "" if that is no answer."""
    none_on: bool


def present(q: Cards | Melds, a: Field) -> PackKeys:
    """The pack of a question about cards or melds."""
    groups = groups_of(q, a.text)
    cards = [card for group in groups for card in group]
    gone = q.impossible if isinstance(q, Cards) else {}
    whys = reasons(a.id, [(str(why), rule_of(why) or q.rule) for why in gone.values()])
    wide, low, laid = laid_out(q, a)
    counts, ordered = Counter(cards), isinstance(q, Cards) and q.order
    full = isinstance(q, Cards) and len(cards) >= q.most
    fit = q.fits(cards) if isinstance(q, Cards) and q.fits and cards else None
    pick = {"list": "add", "set": "tick", "one": "send" if a.at_once else "pick"}[q.way]

    def key(card: Card) -> PackCard:
        why = id_of(whys, str(gone.get(card, "")))
        count, copies = counts[card], q.pack.copies
        small = (
            f"×{count}" if copies > 1 else str(cards.index(card) + 1) if ordered and count else ""
        )
        unfit = fit is not None and card not in fit and not count
        way, all_chosen = "no" if why else pick, full or count >= copies
        return PackCard(card, way, why, count > 0, small, all_chosen, unfit)

    places = iter(range(len(cards)))
    none = q.optional and q.way == "one"
    worth = q.worth if isinstance(q, Cards) else None
    return PackKeys(
        q.way,
        f"r{wide}{' low' if low else ''}",
        [key(card) if card else None for card in laid],
        whys,
        [[Tapped(card, next(places)) for card in group] for group in groups],
        " / ".join(" ".join(card.code for card in group) for group in groups),
        worth(cards) if worth else "",
        isinstance(q, Cards) and q.order,
        ("send" if a.at_once else "pick") if none else "",
        none and chosen(q, a.text) == "none",
    )


def groups_of(q: Cards | Melds, text: str) -> list[list[Card]]:
    """The chosen cards, group by group; unreadable ones are left out."""
    groups: list[list[Card]] = []
    for part in text.split("/"):
        groups.append([])
        for word in re.split(r"[,\s]+", part.strip()):
            try:
                groups[-1].append(q.pack.parse(word))
            except ValueError:
                continue
    return groups


# -- how the pack lies ---------------------------------------------------------------------------


def suit_of(card: Card) -> object:
    """The suit of a card; in packs with suits of their own, what follows the dash: "Moon-E"."""
    return card.suit or (card.rank.rpartition("-")[2] if "-" in card.rank else None)


def rank(card: Card) -> str:
    """The rank alone."""
    return card.rank.rpartition("-")[0] if "-" in card.rank else card.rank


def laid_out(q: Cards | Melds, a: Field) -> tuple[int, bool, list[Card | None]]:
    """The number of columns, whether rows are low, and the cards row by row.

    A row for each suit, and two for a suit that is too long for one.
    """
    suits: dict[object, list[Card]] = {}
    for card in q.pack:
        suits.setdefault(suit_of(card), []).append(card)
    loose = suits.pop(None, [])
    longest = max(map(len, suits.values()), default=0)
    if isinstance(q, Cards) and q.laid:
        wide = len(q.laid) if a.abreast and len(q.laid) <= SUIT + 2 else (len(q.laid) + 1) // 2
        return wide, longest > 8, padded([], q.laid, wide)
    many = sum(map(len, suits.values()))
    if many <= 8 or longest <= 2:
        # So few cards that one row holds them.
        lines = -(-len(q.pack.cards) // (SUIT if suits or a.abreast else SUIT - 1)) or 1
        wide = max(2, -(-len(q.pack.cards) // lines))
        return wide, False, padded([], _by_suit(q), wide)
    if longest <= SUIT:
        single = [row[0] for row in suits.values() if len(row) == 1]
        rows: list[list[Card | None]] = [list(row) for row in suits.values() if len(row) > 1]
        if len(single) == 1:
            rows = [list(row) for row in suits.values()]
            single = []
        return longest, False, padded(rows, [*single, *loose], longest)
    wide, rows = _by_rank(suits)
    if len(rows[-1]) + len(loose) <= wide:  # a joker needs no row of its own
        rows[-1], loose = [*rows[-1], *loose], []
    return wide, True, padded(rows, loose, wide)


def _by_suit(q: Cards | Melds) -> list[Card]:
    """The pack as one sequence, suits in the order of their first cards."""
    order = list(dict.fromkeys(map(suit_of, q.pack)))
    return sorted(q.pack, key=lambda card: order.index(suit_of(card)))


def _by_rank(suits: dict[object, list[Card]]) -> tuple[int, list[list[Card | None]]]:
    """Two rows for each of four suits, ranks below each other. More suits are columns."""
    there = {(suit, rank(card)): card for suit, row in suits.items() for card in row}
    ranks = list(dict.fromkeys(rank for _, rank in there))
    if len(suits) > 4:
        return len(suits), [[there.get((suit, r)) for suit in suits] for r in ranks]
    wide = (len(ranks) + 1) // 2
    halves = (ranks[:wide], ranks[wide:])
    return wide, [[there.get((suit, r)) for r in half] for suit in suits for half in halves]


def padded(
    rows: Sequence[Sequence[Card | None]], loose: Sequence[Card], wide: int
) -> list[Card | None]:
    """The rows padded to full width, then the cards of no suit."""
    cells = [card for row in rows for card in [*row, *[None] * (wide - len(row))]]
    return [*cells, *loose, *[None] * (-len(loose) % wide)]

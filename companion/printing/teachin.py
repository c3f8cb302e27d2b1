"""The teach-in: one deal to lay out and play card by card, from a game package's teach.txt.

The file has the cards and their texts, then a line `record` and the record of the deal.
A test checks it (`companion.testing.lessons`). The engine computes the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.cards import RANKS, Card, Suit
from companion.engine.ledger import Line
from companion.engine.sheets import CrossSheet
from companion.engine.table import Hand
from companion.printing.lesson import Lesson
from companion.printing.people import Party
from companion.printing.text import inline
from companion.words import signed


def leaves_alone(lesson: Lesson, party: Party) -> bool:
    """True if the deal is dealt, bid, played and scored under these house rules as everywhere."""
    sections = party.text.running
    last = next((n for n, each in enumerate(sections) if each.id == "scoring"), len(sections))
    rules = [rule for each in sections[:last] for rule in each.rules if rule.paper]
    if any(rule.here for rule in rules) or any(each.body.here for each in sections[:last]):
        return False
    replay, standard = lesson.under(dict(party.rules)), lesson.replay
    return not replay.refused and [*map(_scored, replay.hands[:1])] == [
        *map(_scored, standard.hands[:1])
    ]


def _scored(hand: Hand) -> list[tuple[str, int, str]]:
    return [(str(line.to), line.points, str(line.why)) for line in hand.lines]


def view(lesson: Lesson) -> dict[str, object]:
    """Everything the page draws."""
    hand = lesson.replay.hands[0]
    return {
        "lesson": lesson,
        "suits": {name: by_suit(lesson, cards) for name, cards in lesson.deals.items()},
        "steps": [inline(step) for step in lesson.steps],
        "scores": scores(hand.lines, isinstance(lesson.game.sheet, CrossSheet)),
        "totals": totals(hand),
        "signed": signed,
        "size": "small" if _letters(lesson) > LONG else "",
        "doubled": any(len(set(t.players)) < len(t.players) for t in lesson.tricks),
        "wide": any(len(str(card)) > 4 for trick in lesson.tricks for card in trick.cards),
    }


LONG = 1580
"""With more letters than this a teach-in is set small."""


def _letters(lesson: Lesson) -> int:
    texts = [lesson.pitch, lesson.after, *lesson.say, *lesson.steps]
    texts += [trick.words for trick in lesson.tricks]
    texts += [turn.does + turn.words for turn in lesson.turns]
    return sum(map(len, texts))


def totals(hand: Hand) -> list[tuple[str, int]]:
    """The total of every player after the hand, if others paid for a player's points."""
    if not any(line.by for line in hand.lines):
        return []
    return [(side.name, total) for side, total in hand.totals.items()]


@dataclass
class TeachSum:
    """The points of one side in one column, and their lines."""

    to: str
    points: int
    lines: list[Line]


def scores(lines: Sequence[Line], apart: bool = False) -> list[TeachSum]:
    """The lines of a hand by their owner. With `apart`, also by above or below the line.

    A line of 0 points is left out if the same player scored in another line.
    """
    sums: dict[tuple[str, str], TeachSum] = {}
    scored = {str(line.to) for line in lines if line.points}
    for line in lines:
        if not line.points and str(line.to) in scored:
            continue
        key = str(line.to), line.column if apart else ""
        each = sums.setdefault(key, TeachSum(str(line.to), 0, []))
        each.points += line.points
        each.lines.append(line)
    return list(sums.values())


def by_suit(lesson: Lesson, cards: Iterable[Card]) -> list[tuple[str, str]]:
    """A holding as it is sorted in the hand, high to low: spades, hearts, diamonds, clubs; cards
    of a pack with other suits by those, jokers by themselves."""
    cards = list(cards)
    held = []
    for suit in (Suit("S"), Suit("H"), Suit("D"), Suit("C")):
        order = lesson.order.get(suit.value) or lesson.order.get("") or RANKS
        own = sorted((c.rank for c in cards if c.suit is suit), key=order.index)
        held.append((suit.symbol, " ".join(own) or "–"))
    others = [card for card in lesson.game.pack.cards if card.suit is None and card in cards]
    if not others:
        return held
    groups: dict[str, list[str]] = {}
    for card in others:
        rank, _, suit_letter = card.rank.partition("-")
        groups.setdefault(suit_letter, []).append(rank)
    own_suits = [(letter, " ".join(ranks)) for letter, ranks in groups.items()]
    return own_suits if "" not in groups else [*held, ("", " ".join(groups[""]))]

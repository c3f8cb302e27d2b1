"""The score of a hand of Scotch Whist in counting order. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.scotch_whist import show
from companion.games.scotch_whist.deck import HONOURS, POINTS, RULES, dealt
from companion.games.scotch_whist.facts import Haul
from companion.games.scotch_whist.house import House
from companion.ledger import Line
from companion.seating import Side


def score(haul: Haul, before: Mapping[Side, int], rules: House) -> Iterator[Line]:
    """The lines in counting order: the ten, the cards, then ace, king, queen, jack.

    Every line says what total it makes, so that the lines alone tell the race.
    """
    totals = dict(before)
    for line in in_order(haul, rules):
        totals[line.side] += line.points
        yield replace(line, why=show.makes(line.why, totals[line.side]))


def in_order(haul: Haul, rules: House) -> Iterator[Line]:
    """The lines of a hand by themselves."""
    yield from honour_line(haul, "10")
    for side, cards in haul.cards.items():
        if points := for_cards(cards, dealt(haul.players, rules), rules):
            words = show.over_quota(cards, dealt(haul.players, rules))
            yield Line(side, points, "SCW-CARDS", words)
    for rank in HONOURS[1:]:
        yield from honour_line(haul, rank)


def honour_line(haul: Haul, rank: str) -> Iterator[Line]:
    """The line of one honour, if it was captured."""
    if side := haul.honours.get(rank):
        yield Line(side, POINTS[rank], RULES[rank], show.honour(rank, haul.trump))


def for_cards(cards: int, quota: int, rules: House) -> int:
    """What cards captured score: 1 for each beyond those dealt, where the house counts them."""
    return max(0, cards - quota) if rules.card_points == "over_quota" else 0

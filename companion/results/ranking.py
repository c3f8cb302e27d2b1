"""The order of people in lists of games won."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeVar

from companion.questions import fold
from companion.results.tally import Tally

T = TypeVar("T", bound=Tally)


def in_share(tally: Tally, name: str) -> tuple[float, int, str]:
    """Sort key: the largest share of games won first, then the most games, then the name."""
    return -tally.won / (tally.played or 1), -tally.played, fold(name)


def by_share(tallies: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Ordered by the share of games won, the largest first. Tallies without a win are last."""
    return sorted(tallies, key=lambda each: in_share(each, name(each)))


def ties(tallies: Iterable[T], name: Callable[[T], str]) -> list[list[str]]:
    """The names of those who tie: the same share of the same number of games, with a win."""
    won = [each for each in by_share(tallies, name) if each.won]
    groups = groupby(won, key=lambda each: (each.won, each.played))
    names = [[name(each) for each in group] for _, group in groups]
    return [group for group in names if len(group) > 1]

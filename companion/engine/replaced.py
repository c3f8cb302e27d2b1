"""Players who were replaced: the entries "earlier SEAT HAND" in the head of a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

EARLIER = "earlier "
"""Prefix of a head key: "earlier 2 4" names who sat in seat 2 until the end of hand 4."""
_EARLIER = re.compile(EARLIER + r"(\d+) (\d+)")


def earlier(head: Mapping[str, str]) -> dict[int, list[tuple[int, str]]]:
    """The earlier players of each seat, as (last hand, name) in order."""
    players: dict[int, list[tuple[int, str]]] = {}
    for key, name in head.items():
        if parts := _EARLIER.fullmatch(key):
            players.setdefault(int(parts[1]), []).append((int(parts[2]), name))
    return {seat: sorted(names) for seat, names in players.items()}


def companies(head: Mapping[str, str], players: Sequence[str]) -> list[tuple[int, list[str]]]:
    """(last hand, names in turn order) of those who played before each replacement, in order.
    `players` are those of now."""
    before = {seat: names for seat, names in earlier(head).items() if seat <= len(players)}
    lasts = sorted({last for names in before.values() for last, _ in names})

    def until(hand: int, seat: int, now: str) -> str:
        return next((name for last, name in before.get(seat, ()) if hand <= last), now)

    return [(hand, [until(hand, seat, now) for seat, now in enumerate(players, 1)])
            for hand in lasts]  # fmt: skip


def renumbered(head: Mapping[str, str], moved: Callable[[int], int]) -> dict[str, str]:
    """The head with the hands of these entries renumbered by `moved`; those that come to hand 0 are
    dropped."""
    entries: dict[str, str] = {}
    for key, text in head.items():
        if parts := _EARLIER.fullmatch(key):
            if last := moved(int(parts[2])):
                entries.setdefault(f"{EARLIER}{parts[1]} {last}", text)
        else:
            entries[key] = text
    return entries

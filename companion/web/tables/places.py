"""Seats of a new table: drawn by lot, moved, swapped, filled."""

from __future__ import annotations

import secrets
from collections.abc import MutableSequence

LOTS = secrets.SystemRandom()


def shift(names: MutableSequence[str], do: str) -> str:
    """Does what a button's value says: "draw", "up 3", "down 1", "move 3 1", "put Nell", "clear".

    Returns a sentence on what happened; "" for an invalid value.
    """
    act, _, rest = do.partition(" ")
    if act == "draw":
        LOTS.shuffle(names)
        return "Seats drawn by lot"
    if act == "clear":
        names[:] = [""] * len(names)
        return "All chairs empty"
    if act == "put":
        return put(names, rest)
    numbers = [int(part) for part in rest.split() if part.isdecimal() and len(part) < 3]
    if not numbers or not all(0 < number <= len(names) for number in numbers):
        return ""
    if act == "move" and len(numbers) == 2:
        return move(names, *numbers)
    if act in ("up", "down"):
        there = numbers[0] + (1 if act == "down" else -1)
        there = (there - 1) % len(names) + 1
        names[numbers[0] - 1], names[there - 1] = names[there - 1], names[numbers[0] - 1]
        return f"Seats {min(numbers[0], there)} and {max(numbers[0], there)} swapped"
    return ""


def move(names: MutableSequence[str], start: int, end: int) -> str:
    """Moves a player to another seat; those between shift by one."""
    names.insert(end - 1, names.pop(start - 1))
    return f"Seat {start} moved to seat {end}"


def put(names: MutableSequence[str], name: str) -> str:
    """Puts a name on the first empty seat, or removes it from its seat."""
    taken = [place for place, other in enumerate(names) if other.casefold() == name.casefold()]
    if taken:
        names[taken[0]] = ""
        return f"{name} gets up"
    free = next((place for place, other in enumerate(names) if not other), None)
    if free is None or not name:
        return ""
    names[free] = name
    return f"{name} on seat {free + 1}"

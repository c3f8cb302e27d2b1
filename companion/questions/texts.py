"""Texts of answers as people write them: compared, read as numbers, cards taken out."""

from __future__ import annotations

import re


def fold(text: str) -> str:
    """Text normalised for comparison: casefolded, single spaces, one minus and apostrophe."""
    if not text.isascii():
        text = text.replace("\ufe0e", "").replace("\ufe0f", "").replace("−", "-").replace("’", "'")
    return " ".join(text.casefold().split())


_SUM = re.compile(r"[+-]?\s*\d{1,6}(\s*\+\s*\d{1,6}){0,40}")


def number(text: str) -> int:
    """Parses a whole number with an optional sign, or a sum: "12+7".

    ValueError for anything else; "9 -1" is refused because it may be two numbers.
    """
    if text.isdecimal() and len(text) < 7:
        return int(text)
    folded = text.replace("−", "-").replace("–", "-").strip()
    if not _SUM.fullmatch(folded):
        raise ValueError(text)
    return sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]?\s*\d+", folded))


def without(text: str, place: int) -> str:
    """A list of cards in "/"-separated groups without card number `place`; empty groups go."""
    groups: list[list[str]] = []
    count = 0
    for part in text.split("/"):
        groups.append([])
        for word in part.split():
            if count != place:
                groups[-1].append(word)
            count += 1
    return " / ".join(" ".join(group) for group in groups if group)

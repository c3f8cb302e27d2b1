"""Marks text changed by house rules: the word "here" before it, a class on its row or paragraph.

Through Markdown the mark is one private-use character, which no rule sheet contains.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

HERE = "\uf8ff"
"""Inserted before the first changed clause of a paragraph, table row or list item."""
GONE = "\uf8fe"
"""The same where words were only taken away: the part is barred, nothing in it is called new."""
_OPENS = re.compile(r"\s*(?:[-*+]\s+|#+\s+|\d+\.\s+|\|\s*)?[*_“(]*")
_STARTS = re.compile(r"\s*(?:[-*+]\s|\||#|\d+\.\s|```)")
_CLAUSE = re.compile(r"[.;:,!?–…][*_”’)]*\s+|(?<!\])\(|\|\s*")
_RULED = re.compile(r"[|:\s-]+")


def marked(text: str, standard: str) -> str:
    """The text with `HERE` before the first clause of each part that differs from `standard`."""
    if text == standard:
        return text
    new, old = units(text), units(standard)
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind in ("replace", "insert"):
            for place in range(c, d):
                was = old[a + place - c] if a + place - c < b else ""
                new[place] = _marked(new[place], was)
    return "\n".join(new)


def units(text: str) -> list[str]:
    """Splits a text into paragraphs, list items, table rows and blank lines."""
    units: list[str] = []
    for line in text.split("\n"):
        last = units[-1].strip() if units else ""
        if last and line.strip() and not last.startswith("|") and not _STARTS.match(line):
            units[-1] += "\n" + line
        else:
            units.append(line)
    return units


def _marked(unit: str, was: str) -> str:
    if not unit.strip() or _RULED.fullmatch(unit):
        return unit
    new, old = re.findall(r"\s+|\S+", unit), re.findall(r"\s+|\S+", was)
    same = 0
    while same < min(len(new), len(old)) and new[same] == old[same]:
        same += 1
    at = len("".join(new[:same]))
    # After the last bar of a table row the mark would be a cell more than the row has.
    end = len(unit.rstrip(" |")) if unit.startswith("|") else len(unit)
    starts = [match.end() for match in _CLAUSE.finditer(unit) if match.end() <= min(at, end)]
    opening = _OPENS.match(unit)
    at = max([opening.end() if opening else 0, *starts])
    while unit[at : at + 1] in tuple(" \n|*_"):
        at += 1
    kept, left = re.findall(r"\w+", unit), re.findall(r"\w+", was)
    rest = iter(left)
    shorter = len(kept) < len(left) and all(word in rest for word in kept)
    shorter = shorter or same == len(new)
    return unit[:at] + (GONE if shorter else HERE) + unit[at:]


def classes(tokens: Sequence[Token]) -> None:
    """Adds the class "here" to each paragraph, row or list item that contains a mark."""
    opened: list[Token] = []
    for token in tokens:
        if token.type in ("paragraph_open", "tr_open", "list_item_open", "heading_open"):
            opened.append(token)
        elif token.type in ("paragraph_close", "tr_close", "list_item_close", "heading_close"):
            opened.pop()
        elif token.type == "inline" and {HERE, GONE} & {*token.content} and opened:
            # A paragraph of a list item marks the item.
            outer = [each for each in opened if each.type == "list_item_open"]
            holder = outer[-1] if outer else opened[-1]
            holder.attrJoin("class", "here")


def words(html: str) -> str:
    """Replaces the marks in HTML by the word "here"."""
    return html.replace(HERE, '<b class="here">here</b> ').replace(GONE, "")


def bracketed(text: str) -> str:
    """Replaces the marks by "[here]", for a terminal."""
    return text.replace(HERE, "[here] ").replace(GONE, "")


def without(text: str) -> str:
    return text.replace(HERE, "").replace(GONE, "")

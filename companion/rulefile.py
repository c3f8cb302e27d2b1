"""Splits a rules.md or an examples.md into its parts; see docs/adding-a-game/.

`companion.rules.reader` makes a rule sheet of them, `companion.said` the sentences of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_ID = r"\{#([\w-]+)\}\s*$"
_HEADING = re.compile(rf"(##?|###(?=.*{_ID}))\s+(.*?)\s*(?:{_ID}|$)")
_HEAD_LINE = re.compile(r"([^:]*):(.*)")
_NOTE = re.compile(r"(source|see|words|head|row|dispute|paper|(?:says|told) \w+):(.*)")
Row = tuple[int, str]
"""The number of a line in the file, and the line."""


class FilePart(NamedTuple):
    """A heading, note, block or line of a file."""

    kind: str
    """ "#", "##" or "###" for a heading, "note", "block" or "line"."""
    number: int
    """Its line in the file."""
    words: str
    """The title, the words of the note, what follows the name of the block, or the line."""
    name: str = ""
    """The id of a heading; the name of a note ("says made") or block."""
    lines: Sequence[Row] = ()
    """The lines of a block."""


def parts(text: str, where: str) -> Iterator[FilePart]:
    """Yield the parts of a file in order; ValueError names a block that is not closed.

    A note is a line "name: words" of the head or of a rule, with the indented lines below it.
    A heading "###" without an id is a line of its rule, one level lower.
    """
    notes: re.Pattern[str] | None = _HEAD_LINE
    note: FilePart | None = None
    rest = iter(enumerate(text.splitlines(), 1))
    for number, line in rest:
        if note and line.startswith("  ") and line.strip():
            note = note._replace(words=f"{note.words} {line.strip()}")
            continue
        if note:
            yield note
            note = None
        if line.startswith("```"):
            name, _, words = line[3:].strip().partition(" ")
            yield FilePart("block", number, words.strip(), name, [*_block(rest, where, number)])
        elif heading := _HEADING.match(line):
            notes = {"#": notes, "##": None, "###": _NOTE}[heading[1]]
            yield FilePart(heading[1], number, heading[3], heading[4] or "")
        elif notes and (match := notes.match(line)):
            note = FilePart("note", number, match[2].strip(), match[1].strip())
        else:
            yield FilePart("line", number, f"#{line}" if line.startswith("### ") else line)
    if note:
        yield note


def _block(rest: Iterator[Row], where: str, start: int) -> Iterator[Row]:
    for number, line in rest:
        if line.startswith("```"):
            return
        yield number, line
    raise ValueError(f"{where}, line {start}: the block is not closed")

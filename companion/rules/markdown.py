"""The Markdown of the rule sheets as HTML, the same for the page and for paper.

Columns and rows of a table say to a screen reader what heads them; raw HTML is shown, never obeyed.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from companion.rules import marks


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


def html(text: str) -> str:
    """Blocks of Markdown. A column's side is a class: r for the right, m for the middle."""
    reader = _reader()
    tokens = reader.parse(text)
    _unheaded(tokens)
    _head_tables(tokens)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h4"
    marks.classes(tokens)
    return marks.words(reader.renderer.render(tokens, reader.options, {}))


def inline(text: str) -> str:
    """One line of Markdown, without a paragraph around it."""
    return marks.words(_reader().renderInline(text))


def stripped(text: str) -> str:
    """The words alone, on one line: for an excerpt."""
    text = re.sub(r"^\|[-| :]+\|$", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"[*`#|]+", " ", text).split())


def _unheaded(tokens: list[Token]) -> None:
    """Leaves out the row of heads where none of them says anything."""
    places = [n for n, token in enumerate(tokens) if token.type in ("thead_open", "thead_close")]
    for first, last in reversed(list(zip(places[::2], places[1::2], strict=True))):
        if not any(token.content for token in tokens[first:last]):
            del tokens[first : last + 1]


def _head_tables(tokens: list[Token]) -> None:
    """Rows are headed by their first cell, columns by theirs."""
    section, first = "", False
    for place, token in enumerate(tokens):
        if token.type in ("thead_open", "tbody_open"):
            section = token.tag
        elif token.type == "tr_open":
            first = section == "tbody"
        elif token.type in ("th_open", "td_open"):
            _cell(token, tokens[place + 1].content, "row" if first else "col")
            tokens[place + 2].tag = token.tag
            first = False


def _cell(token: Token, words: str, scope: str) -> None:
    style = str(token.attrs.pop("style", ""))
    if token.type == "th_open" and not words:
        token.tag = "td"  # an empty corner is no head of anything
    elif token.type == "th_open" or scope == "row":
        token.tag = "th"
        token.attrs["scope"] = scope
    for side, name in (("right", "r"), ("center", "m")):
        if side in style:
            token.attrs["class"] = name

"""Renders the Markdown of rule sheets as HTML, for pages and paper.

Table headings get `scope` for screen readers; raw HTML is escaped.
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
    """Markdown blocks as HTML. Aligned table cells get the class r (right) or m (middle)."""
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
    """One line of Markdown as HTML, without a paragraph."""
    return marks.words(_reader().renderInline(text))


def stripped(text: str) -> str:
    """The plain text on one line, for an excerpt."""
    text = re.sub(r"^\|[-| :]+\|$", "", text, flags=re.MULTILINE)
    return " ".join(re.sub("[*`]", "", re.sub("[#|]", " ", text)).split())


def _unheaded(tokens: list[Token]) -> None:
    """Removes table heads whose cells are all empty."""
    places = [n for n, token in enumerate(tokens) if token.type in ("thead_open", "thead_close")]
    for first, last in reversed(list(zip(places[::2], places[1::2], strict=True))):
        if not any(token.content for token in tokens[first:last]):
            del tokens[first : last + 1]


def _head_tables(tokens: list[Token]) -> None:
    """Makes the first cell of each row and column a heading."""
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
        token.tag = "td"  # an empty corner is not a heading
    elif token.type == "th_open" or scope == "row":
        token.tag = "th"
        token.attrs["scope"] = scope
    for side, name in (("right", "r"), ("center", "m")):
        if side in style:
            token.attrs["class"] = name

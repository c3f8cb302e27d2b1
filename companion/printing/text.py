"""Words for paper: Markdown to HTML, suit signs wrapped, a figure's minus a true minus."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

_OTHER = re.compile(r"(<svg.*?</svg>|<title>.*?</title>|<[^>]*>)", re.DOTALL)
_SIGN = re.compile("[♣♦♥♠✓✗❄✂○●★☆□■☐][\ufe0e\ufe0f]?")
_LETTER = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def suits(html: str) -> str:
    """Wraps every suit and sign in running text; tags, titles and drawings are left alone.

    The symbol face has no space: a sign that is not wrapped would draw its neighbours with it.
    """

    def mark(found: re.Match[str]) -> str:
        sign = found[0][0].replace("☐", "□")
        kind = f"suit {_LETTER[sign]}" if sign in _LETTER else "sym"
        return f'<span class="{kind}">{sign}</span>'

    parts = _OTHER.split(html)
    return "".join(part if part.startswith("<") else _SIGN.sub(mark, part) for part in parts)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"typographer": False}).enable("table")


def markdown(text: str) -> Markup:
    """Blocks of Markdown as HTML. Raw HTML in it is shown, never obeyed."""
    tokens = _markdown().parse(text)
    section = ""
    row_head = False
    for token in tokens:
        # Rows are headed by their first cell, columns by theirs; both say so to a screen reader.
        if token.type in ("thead_open", "tbody_open"):
            section = token.tag
        elif token.type == "tr_open":
            row_head = section == "tbody"
        elif token.type == "th_open":
            token.attrs = {"scope": "col"}
        elif token.type == "td_open":
            token.attrs = {}
            if row_head:
                token.tag = "th"
                token.attrs = {"scope": "row"}
        elif token.type == "td_close" and row_head:
            token.tag, row_head = "th", False
        elif token.type in ("heading_open", "heading_close"):
            token.tag = "h4"
    html = _markdown().renderer.render(tokens, _markdown().options, {})
    html = html.replace("<table>", '<table class="grid">')
    # An empty corner is no head of anything.
    return Markup(html.replace('<th scope="col"></th>', "<td></td>"))


def inline(text: str) -> Markup:
    """One line of Markdown as HTML, without a paragraph around it."""
    return Markup(_markdown().renderInline(text))


def sentence(text: str) -> str:
    """The text beginning with a capital, ended with a full stop."""
    text = text.strip()
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…:" else text + "."


def first_sentences(text: str, letters: int) -> str:
    """As many whole sentences of the first paragraph as fit, at least one."""
    paragraph = " ".join(text.split("\n\n", 1)[0].split())
    parts = re.split(r"(?<=[.!?])\s+(?=[A-Z“])", paragraph)
    said = parts[0]
    for part in parts[1:]:
        if len(said) + 1 + len(part) > letters:
            break
        said += " " + part
    return said


def minus(text: object) -> str:
    """A figure with a true minus sign: "−3"."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", str(text))


def initials(names: list[str]) -> list[str]:
    """The shortest beginnings that tell the names apart: one letter, or two or three."""
    for length in (1, 2, 3):
        short = [name.strip()[:length].strip() for name in names]
        if len({each.casefold() for each in short}) == len(names):
            return short
    return [str(place) for place in range(1, len(names) + 1)]


def file_name(*parts: str) -> str:
    """A file name of these words: lower case, hyphens, nothing a file system refuses."""
    text = "-".join(part for part in parts if part)
    text = re.sub(r"[’'`]", "", text.casefold())
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


__all__ = [
    "escape",
    "file_name",
    "first_sentences",
    "initials",
    "inline",
    "markdown",
    "minus",
    "sentence",
    "suits",
]

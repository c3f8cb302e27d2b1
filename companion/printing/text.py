"""Words for paper: rule texts, suit signs wrapped, names shortened; its two inks, and letters that
no typeface on this machine can draw."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.paths import PRINTABLES
from companion.rules import markdown
from companion.words import told_apart

RED = "#93191d"
"""The second ink. In a document without red, black replaces it."""
BLACK = "#161616"


def templates(folder: str) -> Environment:
    """The Jinja environment of a folder of printables; undefined names are errors."""
    return Environment(
        loader=FileSystemLoader(PRINTABLES / folder), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined,
    )  # fmt: skip


_OTHER = re.compile(r"(<svg.*?</svg>|<title>.*?</title>|<[^>]*>)", re.DOTALL)
_SIGN = re.compile("[♣♦♥♠✓✗❄✂○●★☆■][\ufe0e\ufe0f]?")
_LETTER = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def suits(html: str) -> str:
    """Wraps every suit and sign in running text; tags, titles and drawings are left alone.

    The symbol face has no space: a sign that is not wrapped would draw its neighbours with it.
    """

    def mark(match: re.Match[str]) -> str:
        sign = match[0][0]
        kind = f"suit {_LETTER[sign]}" if sign in _LETTER else "sym"
        return f'<span class="{kind}">{sign}</span>'

    parts = _OTHER.split(html.replace("☐", "□"))  # the one our face has
    return "".join(part if part.startswith("<") else _SIGN.sub(mark, bound(part)) for part in parts)


_SUM = re.compile(r"(?<=[\w♣♦♥♠)]) ([+−×=]) (?=[\w−(])")
_GAIN = re.compile(r"(?<![\w♣♦♥♠) ]) ([+−×]) (?=\d)")
_ROW = re.compile(r"(?<=\d) · (?=\d)")
_VALUE = re.compile(r"\b([AKQJ]) (?=\d)")
_RANK = "(?:10|[2-9AKQJ])"
_ORDER = re.compile(rf"\b{_RANK}(?: {_RANK}){{3,}}\b")


def bound(text: str) -> str:
    """The text with sums, ranks in order and the values of cards kept on one line: 8 + 5 − 3,
    A K Q J, K 13.
    """
    text = _ORDER.sub(lambda match: match[0].replace(" ", "\u00a0"), text)
    text = _GAIN.sub(" \\1\u00a0", _ROW.sub("\u00a0·\u00a0", text))
    return _VALUE.sub("\\1\u00a0", _SUM.sub("\u00a0\\1\u00a0", text))


def rule_text(text: str) -> Markup:
    """Blocks of Markdown as HTML; the grid is the stylesheet's."""
    return Markup(markdown.html(text).replace("<table>", '<table class="grid">'))


def inline(text: str) -> Markup:
    """One line of Markdown as HTML, without a paragraph around it."""
    return Markup(markdown.inline(text))


LONG = {
    "heading": 15,
    "card": 13,
    "figure": 8,
    "field": 8,
    "winner": 45,
    "result": 36,
    "note": 70,
    "word": 24,
    "person": 20,
    "side": 30,
}
"""Letters up to which a text, or its longest word, has its own size; a longer one is smaller."""


def length_of(text: str, place: str) -> str:
    """The addition to a text's class for its length: " long" or nothing."""
    part = max(text.split(), key=len, default="") if place == "word" else text
    return " long" if len(part) > LONG[place] else ""


def sized(text: str, place: str) -> Markup:
    """The class of a text without another class, if its length needs one."""
    return Markup(' class="long"') if length_of(text, place) else Markup()


def without(id: str, prefix: str) -> str:
    """Return a rule's id without the prefix of its game, unless a mere figure is left."""
    rest = id.removeprefix(f"{prefix}-")
    return id if rest.isdecimal() else rest


_ADDRESS = re.compile(
    r"(?<![\w/.-])(?:[a-z0-9-]+\.)+(?:com|org|net|uk|fr|at|de|ca)\b(?:/[\w./-]*\w)?"
)


def linked(html: Markup) -> Markup:
    """Return the text with its web addresses as links. Links that it has are kept."""
    return Markup(_ADDRESS.sub(r'<a href="https://\g<0>">\g<0></a>', str(html)))


_CARD = re.compile("(?<![\\w])((?:10|[2-9AKQJ])[♣♦♥♠])(?![\\w])")


def cards(html: Markup) -> Markup:
    """Every card in a text as a small box: K♠."""
    return Markup(_CARD.sub(r'<span class="pc">\1</span>', str(html)))


def sentence(text: str) -> str:
    """The text beginning with a capital, ended with a full stop."""
    text = text.strip()
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…:" else text + "."


def initials(names: list[str], mm: float) -> list[str]:
    """Letters that tell the names apart and stand side by side in so many mm, or numbers."""
    short = told_apart(names)
    if all(short) and sum(map(len, short)) * LETTER + (len(short) - 1) * GAP <= mm:
        return short
    return [str(place) for place in range(1, len(names) + 1)]


LETTER, GAP = 1.9, 1.2
"""Widths of a wide letter and of a space between two forms, in mm."""


def file_name(*parts: str) -> str:
    """A file name of these words: lower case, without accents, hyphens for all other signs."""
    text = unicodedata.normalize("NFD", "-".join(part for part in parts if part).casefold())
    text = "".join(sign for sign in text if not unicodedata.combining(sign) and sign not in "’'`")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


PLAIN = 0x0530
"""Below this stand the Latin, Greek and Cyrillic letters, which our own faces or DejaVu have."""
FOLDERS = (
    PRINTABLES / "fonts",
    *(
        root / folder
        for root in (Path("/"), PRINTABLES.parent / ".pango")
        for folder in ("usr/share/fonts/truetype/dejavu", "usr/share/fonts/truetype/droid")
    ),
    Path("/usr/share/fonts/opentype/noto"),
)
"""The folder of the typefaces in printables/fonts/fonts.conf."""


def unspelt(names: Iterable[str]) -> str:
    """The letters of these names that a PDF would leave out, each once."""
    wanted = dict.fromkeys(letter for name in names for letter in name if ord(letter) >= PLAIN)
    if not wanted:
        return ""
    known = _known(FOLDERS)
    return "".join(letter for letter in wanted if ord(letter) not in known)


@cache
def _known(folders: tuple[Path, ...]) -> frozenset[int]:
    """The code points that some face has. fontTools comes with WeasyPrint."""
    from fontTools.ttLib import TTCollection, TTFont

    code_points: set[int] = set()
    for folder in folders:
        for file in sorted(folder.glob("*.tt[fc]")):
            faces = TTCollection(file).fonts if file.suffix == ".ttc" else [TTFont(file)]
            for face in faces[:1]:
                code_points |= set(face.getBestCmap())
    return frozenset(code_points)

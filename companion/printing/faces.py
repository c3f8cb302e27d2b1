"""How wide words are in our own faces: a picture has no browser that would break its lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.paths import PRINTABLES

UNKNOWN = 1.0
"""Width of a letter that the face lacks, in ems: another draws it, never wider than this."""


@dataclass(frozen=True)
class Face:
    """A typeface of printables/fonts, as SVG names it."""

    family: str
    weight: int
    file: str

    @property
    def attributes(self) -> str:
        """The attributes of a text in it. A card's sign comes from the symbol face."""
        return f'font-family="{self.family}, Noto Sans Symbols2" font-weight="{self.weight}"'


TITLE = Face("Vollkorn Lining", 600, "VollkornLining-SemiBold.ttf")
FIGURE = Face("Vollkorn Lining", 900, "VollkornLining-Black.ttf")
TEXT = Face("Fira Sans Condensed", 400, "FiraSansCondensed-Regular.ttf")
STRONG = Face("Fira Sans Condensed", 600, "FiraSansCondensed-SemiBold.ttf")


def width(text: str, face: Face, size: float) -> float:
    """The width of a line at a size; kerning, which makes it a little narrower, is left out."""
    advances, scale = _advances(face.file)
    ems = sum(advances.get(ord(letter), UNKNOWN * scale) for letter in text)
    return ems * size / scale


def fitted(text: str, face: Face, size: float, room: float, least: float = 0.5) -> float:
    """The size at which a line has room, no smaller than `least` of the wanted one."""
    wide = width(text, face, size)
    return size if wide <= room else max(least * size, size * room / wide)


def cut(text: str, face: Face, size: float, room: float) -> str:
    """The line, or as much of it as has room, with dots."""
    if width(text, face, size) <= room:
        return text
    while text and width(f"{text}…", face, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def lines(text: str, face: Face, size: float, room: float, most: int) -> list[str]:
    """The text in lines of at most that width; the last of `most` is cut."""
    found: list[str] = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and len(found) < most and width(longer, face, size) > room:
            found.append(word)
        else:
            found[-1] = longer
    return [cut(line, face, size, room) for line in found]


@cache
def _advances(file: str) -> tuple[dict[int, float], float]:
    """Advance widths by code point, and the units of an em. fontTools comes with WeasyPrint."""
    from fontTools.ttLib import TTFont

    font: Any
    with TTFont(PRINTABLES / "fonts" / file, lazy=True) as font:
        table = font["hmtx"]
        found = {code: float(table[name][0]) for code, name in font.getBestCmap().items()}
        return found, float(font["head"].unitsPerEm)

"""Letters that no typeface on this machine can draw: they are left out of a PDF."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from companion.paths import PRINTABLES

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
"""Where the faces are that printables/fonts/fonts.conf knows."""


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

    found: set[int] = set()
    for folder in folders:
        for file in sorted(folder.glob("*.tt[fc]")):
            faces = TTCollection(file).fonts if file.suffix == ".ttc" else [TTFont(file)]
            for face in faces[:1]:
                found |= set(face.getBestCmap())
    return frozenset(found)

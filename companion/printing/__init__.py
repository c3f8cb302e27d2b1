"""Paper: rule sheets, scoresheets, pocket cards and booklets of any game, as PDF or as HTML.

    document = build("sheet", game, wish=Wish(paper="letter"), players=["Nell", "Omar"])
    PRESS.print(document.sheets).pdf    # or document.embedded(), a page for a browser

Everything is drawn from the game's own sheet and rules. PDFs come from one process of their own
(`companion.printing.press`); WeasyPrint is imported there and nowhere else.
"""

from __future__ import annotations

from companion.printing.documents import (
    KINDS,
    PAPERS,
    SUITS,
    Document,
    Wish,
    build,
    kinds_of,
)
from companion.printing.people import Journalled
from companion.printing.press import (
    PRESS,
    Busy,
    Failed,
    Press,
    can_paint,
    can_print,
    fingerprint,
)
from companion.printing.worker import Drawing, NoPango, NoPictures, Painted, Printed

__all__ = [
    "KINDS",
    "PAPERS",
    "PRESS",
    "SUITS",
    "Busy",
    "Document",
    "Drawing",
    "Failed",
    "Journalled",
    "NoPango",
    "NoPictures",
    "Painted",
    "Press",
    "Printed",
    "Wish",
    "build",
    "can_paint",
    "can_print",
    "fingerprint",
    "kinds_of",
]

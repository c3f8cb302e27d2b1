"""Paper: rule sheets, scoresheets and pocket cards of any game, as PDF or as HTML.

    document = build("sheet", game, settings=PrintSettings(paper="letter"), players=["Nell"])
    QUEUE.print(document.sheets).body   # or document.embedded(), a page for a browser

Everything is drawn from the game's own sheet and rules. PDFs come from processes of their own
(`companion.printing.print_queue`); WeasyPrint is imported there and nowhere else.
"""

from __future__ import annotations

from companion.printing.documents import KINDS, Document, build, kinds_of
from companion.printing.fingerprints import can_paint, can_print, tag
from companion.printing.people import Journalled
from companion.printing.print_queue import QUEUE, Job, NotYet, PrintFailed, Printing, PrintQueue
from companion.printing.print_settings import PAPERS, SUITS, PrintSettings
from companion.printing.worker import Drawing, NoPango, NoPictures, PrintedFile

__all__ = [
    "KINDS", "PAPERS", "QUEUE", "SUITS", "Document", "Drawing", "Job", "Journalled", "NoPango",
    "NoPictures", "NotYet", "PrintFailed", "PrintQueue", "PrintSettings", "PrintedFile", "Printing",
    "build", "can_paint", "can_print", "kinds_of", "tag",
]  # fmt: skip

"""The printing process: it builds documents, prints them with WeasyPrint and paints pictures.

WeasyPrint is imported here and nowhere else, on the first page; without Pango that import fails,
and the page is refused with `NoPango`.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Protocol

from companion.paths import PRINTABLES
from companion.printing.lines import whole_lines
from companion.printing.text import FOLDERS

GARBAGE = 100_000
"""Objects until the process searches for garbage. Python's own 700 cost a tenth of a document."""


class NoPictures(RuntimeError):
    """resvg is not installed, so there are no pictures on this machine."""


class NoPango(RuntimeError):
    """Pango cannot be loaded, so there is no PDF on this machine; `make pango` brings it."""


@dataclass(frozen=True)
class Sheets:
    """The parts of a document that the worker needs: its text and its stylesheets."""

    html: str
    styles: tuple[str, ...]
    """Names of files in printables/css, in order."""
    more: tuple[Sheets, ...] = ()
    """Documents whose pages follow in the same file."""
    copies: int = 1
    """How often the pages are in the file. Those of a first copy are laid out and painted once."""


@dataclass(frozen=True)
class Drawing:
    """A picture to be made: an SVG, and whether names in it want letters that our faces lack."""

    svg: str
    foreign: bool = False


@dataclass(frozen=True)
class PrintedFile:
    """A finished document, or a picture, and the warnings of the renderer."""

    body: bytes
    pages: int
    warnings: tuple[str, ...]


class Printable(Protocol):
    """A document that was built."""

    @property
    def sheets(self) -> Sheets: ...


Wanted = Sheets | Drawing | Callable[[], Printable]
"""The order of a process. A function builds the document there, and must be picklable."""


def begin(seconds: int, long: bool) -> None:
    """Prepares the process: our fonts alone, a low rank, and an end when the parent ends. Short
    documents come before long ones on a machine with one core."""
    os.environ["FONTCONFIG_FILE"] = str(PRINTABLES / "fonts" / "fonts.conf")
    _limit.append(seconds)
    if hasattr(os, "nice"):
        os.nice(10 if long else 5)
    # The terminal's Ctrl-C is the parent's to answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


_limit: list[int] = []


def _outlive_nobody() -> None:
    import multiprocessing.connection

    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)


class _Warnings(logging.Handler):
    """Keeps what WeasyPrint complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@cache
def _weasyprint() -> tuple[Any, Any, _Warnings]:
    try:
        import weasyprint
        from weasyprint.layout import inline
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        raise NoPango(str(error)) from None
    inline.split_first_line = whole_lines(inline.split_first_line)
    heard = _Warnings()
    for name in ("weasyprint", "fontTools"):
        logger = logging.getLogger(name)
        logger.handlers = [heard]
        logger.propagate = False
    gc.freeze()  # what was imported is no garbage, and is not searched again
    gc.set_threshold(GARBAGE)
    return weasyprint, FontConfiguration(), heard


@cache
def _style(name: str) -> Any:
    weasyprint, fonts, _ = _weasyprint()
    return weasyprint.CSS(filename=PRINTABLES / "css" / name, font_config=fonts)


def made(wanted: Wanted, job: Callable[[Sheets], PrintedFile]) -> PrintedFile:
    """The PDF of a document, or a picture. What takes too long ends this process.

    The limit is processor time; on a busy machine it may take three times as long by the clock.
    """
    _watch(_limit[0] if _limit else 0)
    try:
        if isinstance(wanted, Drawing):
            return paint(wanted)
        return job(wanted if isinstance(wanted, Sheets) else wanted().sheets)
    finally:
        _watch(0)


def paint(drawing: Drawing) -> PrintedFile:
    """The PNG of a drawing, in our faces and, for names they cannot spell, those beside them."""
    try:
        import resvg_py
    except ImportError as error:
        raise NoPictures(str(error)) from None
    folders = [PRINTABLES / "fonts", *(FOLDERS if drawing.foreign else ())]
    png = resvg_py.svg_to_bytes(
        svg_string=drawing.svg,
        skip_system_fonts=True,
        font_dirs=[str(folder) for folder in dict.fromkeys(folders) if folder.is_dir()],
        font_family="Fira Sans Condensed",
    )
    return PrintedFile(bytes(png), 1, ())


EMPTY = """<!doctype html><html lang="en"><head><title>.</title>
<style>@page { @bottom-right { content: none !important } }</style></head><body></body></html>"""


def work(sheets: Sheets) -> PrintedFile:
    """The PDF of a document."""
    _, _, heard = _weasyprint()
    heard.said.clear()
    document = laid_out(sheets)
    if sheets.more:
        # Each document begins on a front page, because sheets on a wall show only their front.
        empty = laid_out(Sheets(EMPTY, sheets.styles)).pages
        page_lists = [document.pages, *(laid_out(each).pages for each in sheets.more)]
        sides = [page for each in page_lists for page in (*each, *empty[: len(each) % 2])]
        document = document.copy(sides)
    finisher = partial(_finished, copies=sheets.copies)
    pdf = document.write_pdf(pdf_variant="pdf/ua-1", finisher=finisher)
    pages = sheets.copies * len(document.pages)
    return PrintedFile(pdf, pages, tuple(dict.fromkeys(heard.said)))


def laid_out(sheets: Sheets) -> Any:
    """The pages of a document, as WeasyPrint has them."""
    weasyprint, fonts, _ = _weasyprint()
    page = weasyprint.HTML(string=sheets.html, base_url=str(PRINTABLES))
    styles = [_style(name) for name in sheets.styles]
    return page.render(stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1", pdf_tags=True)


def _watch(seconds: int) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, 3 * seconds)


def _repeat_card(drawn: Any, page: Any, pdf: Any) -> None:
    """Draws the card of a sheet of nine that are alike in its other eight places. It is laid out
    and read aloud once."""
    import pydyf

    boxes = [*drawn._page_box.descendants(placeholders=True)]
    card = next((each for each in boxes if _is_first_of_nine(each)), None)
    if card is None:
        return
    objects = {each.reference: each for each in pdf.objects}
    painted, resources = objects[page["Contents"]], objects[page["Resources"]]
    left, top = 0.75 * card.position_x, 0.75 * (drawn.height - card.position_y)
    wide, high = 0.75 * card.margin_width(), 0.75 * card.margin_height()
    # Everything outside a card is painted before it.
    outside = sum(map(_is_text, boxes)) - sum(map(_is_text, card.descendants(placeholders=True)))
    form = pydyf.Stream(_unmarked(painted.stream, outside), pydyf.Dictionary({
        "Type": "/XObject", "Subtype": "/Form", "Resources": page["Resources"],
        "BBox": pydyf.Array([left, top - high, left + wide, top]),
    }), compress=True)  # fmt: skip
    pdf.add_object(form)
    name = f"card{form.number}"
    resources["XObject"][name] = form.reference
    copies = pydyf.Stream()
    copies.begin_marked_content("Artifact")
    for place in range(1, 9):
        copies.push_state()
        copies.set_matrix(1, 0, 0, 1, place % 3 * wide, -(place // 3) * high)
        copies.draw_x_object(name)
        copies.pop_state()
    copies.end_marked_content()
    # Before the page, whose own matrix would apply.
    painted.stream[:0] = copies.stream


def _is_first_of_nine(box: Any) -> bool:
    element = getattr(box, "element", None)
    return element is not None and element.get("data-nine") is not None


def _is_text(box: Any) -> bool:
    return hasattr(box, "text")


def _unmarked(stream: Sequence[Any], without: int) -> list[Any]:
    """The painting steps of a page, without the marks of its structure and its first texts."""
    steps: list[Any] = []
    begun: list[int] = []
    for step in stream:
        if step in (b"BDC", b"BMC"):
            del steps[-2 if step == b"BDC" else -1 :]  # its tag and properties
            begun.append(len(steps) if step == b"BDC" else -1)
        elif step == b"EMC":
            place = begun.pop()
            if place >= 0 and without > 0:
                del steps[place:]
                without -= 1
        else:
            steps.append(step)
    return steps


def _finished(document: Any, pdf: Any, copies: int) -> None:
    """Says of every table head whether it heads a column or a row, which WeasyPrint leaves out;
    asks the printer for both sides of a sheet, turned over as a book is; and adds further copies,
    pages that share their content with the first ones."""
    pages = [each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Page"]
    for drawn, page in zip(document.pages, pages, strict=True):
        _repeat_card(drawn, page, pdf)
    for page in pages * (copies - 1):
        pdf.add_page(type(page)(page))
    if len(document.pages) > 1:
        lying = document.pages[0].width > document.pages[0].height
        edge = "Short" if lying else "Long"
        pdf.catalog.setdefault("ViewerPreferences", {})["Duplex"] = f"/DuplexFlip{edge}Edge"
    by_reference: dict[Any, Any] = {
        element.reference: element
        for element in pdf.objects
        if hasattr(element, "get") and "S" in element
    }

    def in_head(element: Any) -> bool:
        while element is not None and element.get("S") != "/Table":
            if element.get("S") == "/THead":
                return True
            element = by_reference.get(element.get("P"))
        return False

    for element in by_reference.values():
        if element["S"] == "/TH" and "A" in element:
            element["A"]["Scope"] = "/Column" if in_head(element) else "/Row"
        if element["S"] == "/TD" and not element["A"].get("Headers", True):
            del element["A"]["Headers"]

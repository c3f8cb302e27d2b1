"""What runs in the printing process: WeasyPrint, our own fonts and nothing of the web.

WeasyPrint is imported here and nowhere else, on the first page; without Pango that import fails,
and the page is refused with `NoPango`.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from typing import Any

from companion.paths import PRINTABLES
from companion.printing.letters import FOLDERS


class NoPictures(RuntimeError):
    """resvg is not installed, so there are no pictures on this machine."""


class NoPango(RuntimeError):
    """Pango cannot be loaded, so there is no PDF on this machine; `make pango` brings it."""


MANY = 1000


@dataclass(frozen=True)
class Sheets:
    """What the worker needs of a document: its text, its stylesheets, and how it may be fitted."""

    html: str
    styles: tuple[str, ...]
    """Names of files in printables/css, in order."""
    fits: tuple[str, ...] = ("",)
    """Further rules to try one after the other, the most generous first."""
    pages: int = 0
    """How many pages are wanted; the first fit with no more is taken. 0: whatever comes."""
    seconds: int = 0
    """How long it may take, if longer than others: a whole book."""
    trial: str = ""
    """A smaller text to try the fits on: one card, where the document holds nine."""
    even: bool = False
    """True if that fit is taken which leaves least of its pages empty."""
    parts: tuple[Sheets, ...] = ()
    """What is bound behind it. In all of them `<i data-page="ID"></i>` becomes the page of the id
    where that page is known: in this one of every id, in a part of those bound before it."""


@dataclass(frozen=True)
class Drawing:
    """A picture to be made: an SVG, and whether names in it want letters that our faces lack."""

    svg: str
    foreign: bool = False


@dataclass(frozen=True)
class Printed:
    """A finished document and what the printing said of it."""

    pdf: bytes
    pages: int
    warnings: tuple[str, ...]

    @property
    def body(self) -> bytes:
        return self.pdf


@dataclass(frozen=True)
class Painted:
    """A finished picture, a PNG."""

    body: bytes


def begin(seconds: int) -> None:
    """Prepares the process: our fonts alone, a low rank, and an end when the parent ends."""
    os.environ["FONTCONFIG_FILE"] = str(PRINTABLES / "fonts" / "fonts.conf")
    _limit.append(seconds)
    if hasattr(os, "nice"):
        os.nice(5)
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
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        raise NoPango(str(error)) from None
    heard = _Warnings()
    for name in ("weasyprint", "fontTools"):
        logger = logging.getLogger(name)
        logger.handlers = [heard]
        logger.propagate = False
    return weasyprint, FontConfiguration(), heard


@cache
def _style(name: str) -> Any:
    weasyprint, fonts, _ = _weasyprint()
    return weasyprint.CSS(filename=PRINTABLES / "css" / name, font_config=fonts)


@cache
def _rules(text: str) -> Any:
    weasyprint, fonts, _ = _weasyprint()
    return weasyprint.CSS(string=text, font_config=fonts)


def work(sheets: Sheets) -> Printed:
    """The PDF of a document. A page that takes too long ends this process.

    What counts is the work done; on a machine with much else to do a page may take three times as
    long by the clock.
    """
    _watch(max(_limit[0], sheets.seconds) if _limit else 0)
    try:
        return _printed(sheets)
    finally:
        _watch(0)


def paint(drawing: Drawing) -> Painted:
    """The PNG of a drawing, in our faces and, for names they cannot spell, those beside them."""
    try:
        import resvg_py
    except ImportError as error:
        raise NoPictures(str(error)) from None
    _watch(_limit[0] if _limit else 0)
    try:
        folders = [PRINTABLES / "fonts", *(FOLDERS if drawing.foreign else ())]
        png = resvg_py.svg_to_bytes(
            svg_string=drawing.svg,
            skip_system_fonts=True,
            font_dirs=[str(folder) for folder in dict.fromkeys(folders) if folder.is_dir()],
            font_family="Fira Sans Condensed",
        )
    finally:
        _watch(0)
    return Painted(bytes(png))


def _printed(sheets: Sheets) -> Printed:
    _, _, heard = _weasyprint()
    heard.said.clear()
    document = _bound(sheets) if sheets.parts else _fitted(sheets)
    pdf = document.write_pdf(pdf_variant="pdf/ua-1", finisher=_finished)
    return Printed(pdf, len(document.pages), tuple(dict.fromkeys(heard.said)))


def _watch(seconds: int) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, 3 * seconds)


def _bound(sheets: Sheets) -> Any:
    """One document of a front and its parts, with page numbers from the first page to the last."""
    front = replace(sheets, parts=())
    pages = list(_fitted(_named(front, {})).pages)
    before, places = len(pages), dict[str, int]()
    for part in sheets.parts:
        pages += _fitted(_numbered(_named(part, places), len(pages))).pages
        for number, page in enumerate(pages, 1):
            for id in page.anchors:
                places.setdefault(id, number)
    document = _fitted(_named(front, places))
    return document.copy([*document.pages, *pages[before:]])


def _named(sheets: Sheets, places: dict[str, int]) -> Sheets:
    """With the pages of the places it names; unknown ones take as much room."""
    html = re.sub(
        r'<i data-page="([^"]+)"></i>', lambda id: f"<i>{places.get(id[1], 99)}</i>", sheets.html
    )
    return replace(sheets, html=html)


def _numbered(sheets: Sheets, before: int) -> Sheets:
    """Its pages counted on from those before; they alternate as left and right."""
    side = "left" if before % 2 else "right"
    css = (
        f"html {{ break-before: {side} }} @page :first {{ counter-reset: page {before + 1} }}"
        " @page { @bottom-right { content: counter(page) } }"
    )
    return replace(sheets, fits=tuple(f"{fit} {css}" for fit in sheets.fits))


def _fitted(sheets: Sheets) -> Any:
    """The most generous fit on the wanted number of pages, or else the last one."""
    if len(sheets.fits) == 1:
        return _laid_out(sheets, sheets.fits[0])
    if sheets.even:
        return _evenest(sheets)
    place, document = _tried(replace(sheets, html=sheets.trial or sheets.html))
    return _laid_out(sheets, sheets.fits[place]) if sheets.trial else document


def _tried(sheets: Sheets) -> tuple[int, Any]:
    """The first fit that does, found by halving: they go from generous to tight."""
    wanted = sheets.pages or MANY - 1
    generous = _laid_out(sheets, sheets.fits[0])
    if _pages(generous) <= wanted:
        return 0, generous
    low, high = 1, len(sheets.fits) - 1
    best: tuple[int, Any] | None = None
    while low < high:
        middle = (low + high) // 2
        document = _laid_out(sheets, sheets.fits[middle])
        if _pages(document) <= wanted:
            high, best = middle, (middle, document)
        else:
            low = middle + 1
    if best and best[0] == high:
        return best
    document = _laid_out(sheets, sheets.fits[high])
    if wanted < _pages(document) == _pages(generous) < MANY:
        return 0, generous  # what goes saves no page
    if _pages(document) == MANY:
        logging.getLogger("weasyprint").warning("A box is too small for what it holds")
    return high, document


ENOUGH, LAST = 0.8, 0.4
"""How full a page should be, and how full the last one."""


def _evenest(sheets: Sheets) -> Any:
    """The first fit whose pages are full enough, or else the one that leaves least empty."""
    best: tuple[float, Any] | None = None
    for fit in sheets.fits:
        document = _laid_out(sheets, fit)
        wasted = _wasted(document)
        if best is None or wasted < best[0]:
            best = wasted, document
        if wasted < 0.01:
            break
    assert best
    return best[1]


def _wasted(document: Any) -> float:
    """How much of its pages is missing to be full enough, in pages."""
    *others, last = (_full(page) for page in document.pages)
    wasted = sum(max(0.0, ENOUGH - each) for each in others)
    return wasted + (max(0.0, LAST - last) if others else 0.0)


def _full(page: Any) -> float:
    """How far down a page is written on, from 0 to 1."""
    box = page._page_box
    leaves = (each for each in _flowing(box.children[0]) if not getattr(each, "children", ()))
    low = max((_own(e, "position_y") + _own(e, "height") for e in leaves), default=0.0)
    return float((low - _top(box)) / box.height)


def _pages(document: Any) -> int:
    return MANY if _overflows(document) else len(document.pages)


def _laid_out(sheets: Sheets, fit: str) -> Any:
    weasyprint, fonts, _ = _weasyprint()
    styles = [_style(name) for name in sheets.styles]
    if fit:
        styles.append(_rules(fit))
    page = weasyprint.HTML(string=sheets.html, base_url=str(PRINTABLES))
    return page.render(stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1", pdf_tags=True)


def _overflows(document: Any) -> bool:
    """Whether a box of the class "fit" holds more than its height."""
    for page in document.pages:
        for box in page._page_box.descendants(placeholders=True):
            element = getattr(box, "element", None)
            if element is None or "fit" not in (element.get("class") or "").split():
                continue
            low = box.position_y + box.margin_height() - _own(box, "padding_bottom")
            low = min(low, _top(box) + _given(box, "height", box.height))
            right = box.position_x + box.margin_width() - _own(box, "padding_right")
            for each in _flowing(box):
                if _own(each, "position_y") + _own(each, "height") > low + 1:
                    return True
                if _own(each, "position_x") + _own(each, "width") > right + 1:
                    return True
    return False


def _own(box: Any, name: str) -> float:
    value = getattr(box, name, 0)
    return value if isinstance(value, int | float) else 0


def _top(box: Any) -> float:
    """Where the content of a box begins."""
    return float(box.position_y + box.margin_top + box.border_top_width + box.padding_top)


def _given(box: Any, name: str, otherwise: float) -> float:
    """A length as the stylesheet gives it: a box broken over the page has grown to its end."""
    return getattr(box.style[name], "value", otherwise)


def _flowing(box: Any) -> Any:
    """Everything in a box but what is placed absolutely."""
    for child in getattr(box, "children", ()):
        if hasattr(child, "_box") or child.style["position"] == "absolute":
            continue
        yield child
        yield from _flowing(child)


def _finished(document: Any, pdf: Any) -> None:
    """What WeasyPrint leaves to do: scopes of table heads, and a lighter tree of tags."""
    by_reference: dict[Any, Any] = {
        element.reference: element
        for element in pdf.objects
        if hasattr(element, "get") and "S" in element
    }
    _scopes(by_reference)
    _lighter(pdf, by_reference)
    for each in pdf.objects:
        if "Length1" in getattr(each, "extra", ()):
            each.stream = [_bare(b"".join(each.stream))]
            each.extra["Length1"] = len(each.stream[0])


def _scopes(by_reference: dict[Any, Any]) -> None:
    """Says of every table head whether it heads a column or a row."""

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


def _lighter(pdf: Any, by_reference: dict[Any, Any]) -> None:
    """Gives marked text to the element it stands in, instead of a Span of its own for each piece.

    A sheet of many small boxes is a sixth lighter so, and a reader hears the same.
    """
    moved: dict[Any, Any] = {}
    # Children are added after their parents: from the end, what a Span held has moved already.
    for element in reversed(list(by_reference.values())):
        parent = by_reference.get(element.get("P"))
        if element["S"] not in ("/Span", "/NonStruct") or parent is None or set(element) != PLAIN:
            continue
        kids, reference = parent["K"], element.reference
        if parent.get("Pg") != element["Pg"] or reference not in kids:
            continue
        place = kids.index(reference)
        kids[place : place + 1] = element["K"]
        for kid in element["K"]:
            if kid in by_reference:
                by_reference[kid]["P"] = parent.reference
        moved[reference] = parent.reference
        element.clear()
    for tree in (each for each in pdf.objects if hasattr(each, "get") and "Nums" in each):
        for nums in tree["Nums"][1::2]:
            if isinstance(nums, list):
                nums[:] = [_last(moved, each) for each in nums]


def _bare(font: bytes) -> bytes:
    """A face without the tables that nobody reads in a PDF, which has widths and letters itself."""
    from fontTools.ttLib import TTFont

    # The hour of printing has no place in it: the same page is the same file.
    opened, written = TTFont(BytesIO(font), lazy=True, recalcTimestamp=False), BytesIO()
    for name in ("name", "GDEF", "cmap", "gasp", "post", "OS/2"):
        if name in opened:
            del opened[name]
    opened.save(written, reorderTables=None)
    return written.getvalue()


PLAIN = {"Type", "S", "K", "Pg", "P"}
"""The keys of an element that says nothing but what stands in it."""


def _last(moved: dict[Any, Any], reference: Any) -> Any:
    while reference in moved:
        reference = moved[reference]
    return reference

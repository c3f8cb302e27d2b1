"""What runs in the printing process: WeasyPrint, our own fonts and nothing of the web.

WeasyPrint is imported here and nowhere else, on the first page; without Pango that import fails,
and the page is refused with `NoPango`.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any

from companion.paths import PRINTABLES


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
    polish: str = ""
    """Rules that are kept where they cost no page more."""


@dataclass(frozen=True)
class Printed:
    """A finished document and what the printing said of it."""

    pdf: bytes
    pages: int
    warnings: tuple[str, ...]


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
        # A book makes so much garbage that it has to be looked for on the way.
        with _collected() if not sheets.seconds else nullcontext():
            return _roomy(lambda: _printed(sheets))
    finally:
        _watch(0)


def _roomy(call: Callable[[], Printed]) -> Printed:
    return call()


# CPython keeps the frames of functions in chunks of 16 KB, and fetches one from the system whenever
# a call goes over the end of the last, to give it back when the call is over. The recursion that
# lays a page out goes to and fro over such an end 8,000 times, which took a quarter of the page's
# time. A frame that claims half a megabyte opens one chunk for all that are called from it.
_roomy.__code__ = _roomy.__code__.replace(co_stacksize=70_000)


def _printed(sheets: Sheets) -> Printed:
    _, _, heard = _weasyprint()
    heard.said.clear()
    document = _fitted(sheets)
    pdf = document.write_pdf(pdf_variant="pdf/ua-1", finisher=_scopes)
    return Printed(pdf, len(document.pages), tuple(dict.fromkeys(heard.said)))


@contextmanager
def _collected() -> Iterator[None]:
    """Looks for garbage once, after the page: while one is made, a third of the time goes into it.

    What stays for the next page, modules, fonts and stylesheets, is set aside and never looked
    through again.
    """
    read = _style.cache_info().misses
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        if _style.cache_info().misses > read:
            gc.freeze()
        gc.enable()


def _watch(seconds: int) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, 3 * seconds)


def _fitted(sheets: Sheets) -> Any:
    """The most generous fit on the wanted number of pages, or else on as few as the last one has.

    Both papers have the same live area: what fits on one fits on the other and is not tried again.
    """
    if len(sheets.fits) == 1:
        return _laid_out(sheets, sheets.fits[0])
    text = sheets.trial or sheets.html
    styles = tuple(name for name in sheets.styles if not name.startswith("paper-"))
    wish = (text, styles, sheets.fits, sheets.pages, sheets.polish)
    key = sha256(repr(wish).encode()).digest()
    if key in _known:
        return _laid_out(sheets, _known[key])
    fit, document = _polished(replace(sheets, html=text))
    if len(_known) > MANY:
        _known.clear()
    _known[key] = fit
    return _laid_out(sheets, fit) if sheets.trial else document


_known: dict[bytes, str] = {}
"""Which fit a text was given."""


def _polished(sheets: Sheets) -> tuple[str, Any]:
    """The fit that was found, with what makes it better if that costs no page."""
    place, document = _tried(sheets)
    fit = sheets.fits[place]
    if sheets.polish:
        better = _laid_out(sheets, fit + sheets.polish)
        if len(better.pages) <= len(document.pages) and not _overflows(better):
            return fit + sheets.polish, better
    return fit, document


def _tried(sheets: Sheets) -> tuple[int, Any]:
    """The fits go from generous to tight, so that halving finds the place."""
    laid: dict[int, Any] = {}

    def pages(place: int) -> int:
        if place not in laid:
            laid[place] = _laid_out(sheets, sheets.fits[place])
        return MANY if _overflows(laid[place]) else len(laid[place].pages)

    low, high = 0, len(sheets.fits) - 1
    # A document that may stay as it is mostly can.
    if not sheets.fits[0] and pages(0) <= (sheets.pages or MANY - 1):
        return 0, laid[0]
    wanted = max(sheets.pages or MANY - 1, pages(high))
    if wanted == MANY:
        logging.getLogger("weasyprint").warning("A box is too small for what it holds")
        return high, laid[high]
    while low < high:
        middle = (low + high) // 2
        if pages(middle) <= wanted:
            high = middle
        else:
            low = middle + 1
    pages(low)
    return low, laid[low]


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


def _flowing(box: Any) -> Any:
    """Everything in a box but what is placed absolutely."""
    for child in getattr(box, "children", ()):
        if hasattr(child, "_box") or child.style["position"] == "absolute":
            continue
        yield child
        yield from _flowing(child)


def _scopes(document: Any, pdf: Any) -> None:
    """Says of every table head whether it heads a column or a row, which WeasyPrint leaves out."""
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

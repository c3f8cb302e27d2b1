"""Find text that does not fit on a page, and blocks that are split between two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from companion.printing.worker import PrintedFile, Sheets, laid_out
from companion.words import listed


def looked_over(sheets: Sheets) -> PrintedFile:
    """Lays a document out and makes no PDF; the warnings are what has no room or is divided."""
    document = laid_out(sheets)
    return PrintedFile(b"", len(document.pages), tuple(faults(document)))


def faults(document: Any) -> list[str]:
    """Return the texts without room on a page, the divided blocks, and the lines that end early."""
    checks = (overflowing, overlapping, divided, alone, totals, low, short_lines, cut_lines)
    return [fault for check in checks for fault in check(document)]


WHOLE = {"scores", "rule", "rulings", "example", "credits"}
"""Classes of blocks that are read on one page. A row of a table is read on one page, too."""


def divided(document: Any) -> list[str]:
    """Return the blocks and rows that are on two pages although one page has room for them."""
    parts: dict[Any, list[float]] = {}
    repeated: set[Any] = set()
    for page in document.pages:
        seen: dict[Any, float] = {}
        for box in _boxes(page):
            element = box.element
            if element.tag == "thead":
                repeated |= set(element)
            if element.tag == "tr" or WHOLE & set((element.get("class") or "").split()):
                seen[element] = max(seen.get(element, 0), _own(box, "height"))
        for element, high in seen.items():
            parts.setdefault(element, []).append(high)
    high = min(page._page_box.height for page in document.pages)
    return [
        "divided: " + " ".join(" ".join(element.itertext()).split())[:40]
        for element, heights in parts.items()
        if len(heights) > 1 and sum(heights) < high and element not in repeated
    ]


def alone(document: Any) -> list[str]:
    """Return the pages of a rule sheet that have nothing but its credits or examples."""
    return [
        f"only {listed(sorted(classes), 'and')} on page {number}"
        for number, page in enumerate(document.pages, 1)
        if (classes := _classes(page)) and classes <= {"credits", "example", "examples"}
    ]


def totals(document: Any) -> list[str]:
    """Return the pages with totals of a score, but fewer than two of its rows; and those with its
    notes, but no row."""
    faults = []
    for number, page in enumerate(document.pages, 1):
        rows = [each for each in _boxes(page) if each.element.tag == "tr"]
        kinds = [set((each.element.get("class") or "").split()) for each in rows]
        # The rows of its head have no class; in other tables, as of player cards, no row has one.
        own = sum(bool(kind) and not kind & {"sum", "phase"} for kind in kinds)
        scored = any("score" in (each.element.get("class") or "").split() for each in _boxes(page))
        if scored and own < 2 and any("sum" in kind for kind in kinds):
            faults.append(f"only totals on page {number}")
        notes = any("nut" in (each.element.get("class") or "").split() for each in _boxes(page))
        if notes and not rows:
            faults.append(f"only notes on page {number}")
    return faults


def cut_lines(document: Any) -> list[str]:
    """Return the lines that a box shows in part, because it hides the rest."""
    faults = []
    for page in document.pages:
        for box in _boxes(page):
            if "clip" in (box.element.get("class") or "").split():
                end = box.content_box_y() + _own(box, "height")
                for line in filter(_is_line, getattr(box, "children", ())):
                    if line.position_y + 1 < end < line.position_y + line.height - 2:
                        faults.append(f"half a line: {' '.join(t.text for t in _texts(line))}")
    return faults


EDGE = 10
"""Pixels at the foot of a page where nothing is printed."""


def low(document: Any) -> list[str]:
    """Return the last words that are at the lower edge of a page or below it."""
    faults = []
    for page in document.pages:
        texts = [box for box in page._page_box.descendants() if getattr(box, "text", "")]
        lowest = max(texts, key=_end, default=None)
        if lowest is not None and _end(lowest) > page.height - EDGE:
            faults.append(f"at the lower edge: {lowest.text[-40:]}")
    return faults


def _end(box: Any) -> float:
    return float(box.position_y + box.height)


SPACE = 12
"""Pixels that a space takes at most, with the error in the width of a word."""


def short_lines(document: Any) -> list[str]:
    """Return the lines that end with the first word of a text although the next has room."""
    faults = []
    for page in document.pages:
        for box in page._page_box.descendants():
            lines = [_texts(line) for line in getattr(box, "children", ()) if _is_line(line)]
            for (*_, last), (first, *_) in pairwise(filter(None, lines)):
                word = first.text.partition(" ")[0]
                wide = first.width * len(word) / len(first.text)
                free = box.content_box_x() + box.width - last.position_x - last.width
                # The two are of one text, which has no break of its own.
                one = last.style is first.style and last.element.find("br") is None
                if one and " " not in last.text and free > wide + SPACE:
                    faults.append(f"a line ends early: {last.text} / {word}")
    return faults


def _is_line(box: Any) -> bool:
    return hasattr(box, "block_ellipsis")


def _texts(box: Any) -> list[Any]:
    """The texts of a line."""
    inner = [each for each in getattr(box, "children", ()) if not hasattr(each, "_box")]
    return [text for each in inner for text in ([each] if hasattr(each, "text") else _texts(each))]


def _boxes(page: Any) -> Iterator[Any]:
    """The boxes of the elements on a page, without those of text put before or after them."""
    for box in page._page_box.descendants(placeholders=True):
        if getattr(box, "element", None) is not None and box.element_tag == box.element.tag:
            yield box


def _classes(page: Any) -> set[str]:
    """The classes of the sections and examples on a page, "text" for one without a class."""
    elements = (box.element for box in _boxes(page))
    kinds = [(each.tag, each.get("class") or "text") for each in elements]
    return {kind for tag, kind in kinds if tag == "section" or kind == "example"}


def overflowing(document: Any) -> list[str]:
    """The texts of boxes of the class "fit" that exceed the height or width of their box."""
    texts = []
    for page in document.pages:
        for box in _boxes(page):
            element = box.element
            if "fit" in (element.get("class") or "").split():
                low = box.position_y + box.margin_height() - _own(box, "padding_bottom")
                # A box broken over the page has grown to its end: its style says how high it is.
                top = box.position_y + box.margin_top + box.border_top_width + box.padding_top
                low = min(low, top + getattr(box.style["height"], "value", box.height))
                right = box.position_x + box.margin_width() - _own(box, "padding_right")
                for each in _flowing(box):
                    deep = _own(each, "position_y") + _own(each, "height") > low + 1
                    if deep or _own(each, "position_x") + _own(each, "width") > right + 1:
                        texts.append(" ".join(element.itertext())[:40])
                        break
    return texts


def overlapping(document: Any) -> list[str]:
    """Return the last words of blocks that reach below the top of the block after them."""
    faults = []
    for page in document.pages:
        for box in page._page_box.descendants():
            blocks = [each for each in getattr(box, "children", ()) if _is_block(each)]
            for one, two in pairwise(blocks):
                below = two.position_y + _own(two, "margin_top") + 1
                lines = [each for each in _flowing(one, floats=False) if _is_line(each)]
                last = max(lines, key=_end, default=None)
                beside = two.position_x + two.margin_width() <= one.position_x + 1 or (
                    one.position_x + one.margin_width() <= two.position_x + 1
                )
                if last is not None and _end(last) > below and not beside:
                    words = "".join(each.text for each in _texts(last))
                    faults.append(f"over the next block: {words[-40:]}")
    return faults


def _is_block(box: Any) -> bool:
    """True for a block in the normal flow."""
    from weasyprint.formatting_structure.boxes import BlockLevelBox

    return isinstance(box, BlockLevelBox) and box.is_in_normal_flow()


def _own(box: Any, name: str) -> float:
    value = getattr(box, name, 0)
    return value if isinstance(value, int | float) else 0


def _flowing(box: Any, floats: bool = True) -> Iterator[Any]:
    """Everything in a box but what is placed absolutely."""
    for child in getattr(box, "children", ()):
        if hasattr(child, "_box") or child.style["position"] == "absolute":
            continue
        if floats or child.style["float"] == "none":
            yield child
            yield from _flowing(child, floats)

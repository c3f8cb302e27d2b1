"""What the printing process does beside the page: garbage once, and no memory fetched in vain."""

from __future__ import annotations

import gc
import resource
import sys

import pytest

from companion.games import shelf
from companion.printing import Press, build
from companion.printing.worker import Printed, Sheets, work


def deep(depth: int, sheets: Sheets) -> Printed:
    """Prints a page from so many calls further down: where frames lie decides what they cost."""
    return deep(depth - 1, sheets) if depth else work(sheets)


def watched(sheets: Sheets) -> Printed:
    """Prints a page again and again and tells of it: the most pages of memory one fetched, what is
    left for the collector, whether it is on, and how many kinds of pages came."""
    pages, fetched = [work(sheets).pdf, work(sheets).pdf], []
    for depth in range(0, 120, 20):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        pages.append(deep(depth, sheets).pdf)
        fetched.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
    told = (max(fetched), gc.collect(), gc.isenabled(), len(set(pages)))
    return Printed(b"", 1, tuple(map(str, told)))


@pytest.mark.needs("pango")
@pytest.mark.skipif(sys.implementation.name != "cpython", reason="it is about CPython's frames")
def test_a_page_like_the_last_fetches_no_memory_and_leaves_no_garbage():
    press = Press(job=watched)
    try:
        told = press.print(build("sheet", next(iter(shelf().values()))).sheets).warnings
    finally:
        press.close()
    fetched, garbage, on, kinds = told
    assert int(fetched) < 3000
    assert int(garbage) < 100
    assert (on, kinds) == ("True", "1")

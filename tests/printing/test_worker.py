"""What the printing process does beside the page: garbage once, and no memory fetched in vain."""

from __future__ import annotations

import gc
import resource
import sys

import pytest

from companion.games import shelf
from companion.printing import Press, build
from companion.printing.worker import Printed, Sheets, work


def watched(sheets: Sheets) -> Printed:
    """Prints a page three times and tells of the third: pages of memory fetched, what is left for
    the collector, whether it is on, and whether all three were alike."""
    pages = [work(sheets).pdf for _ in range(2)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    pages.append(work(sheets).pdf)
    fetched = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    told = (fetched, gc.collect(), gc.isenabled(), len(set(pages)))
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

"""Speed and memory of printing, as ratios to WeasyPrint's own fresh render of the same page."""

import resource
import statistics
import time

import pytest

from companion.games import shelf
from companion.paths import PRINTABLES
from companion.printing import Press, build
from companion.printing.worker import Printed, work

pytestmark = [pytest.mark.bench, pytest.mark.needs("pango")]
GAME = next(iter(shelf().values()))
SHEET = build("sheet", GAME).sheets


def fresh(sheets):
    """WeasyPrint as it comes: fonts and stylesheets read anew for every page."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    styles = [CSS(filename=PRINTABLES / "css" / name, font_config=fonts) for name in sheets.styles]
    page = HTML(string=sheets.html, base_url=str(PRINTABLES))
    return page.write_pdf(stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1")


def timed(sheets):
    """Seconds of both ways in turn, in the printing process."""
    times = {"ours": [], "fresh": []}
    work(sheets)
    for _ in range(7):
        for name, way in (("ours", work), ("fresh", fresh)):
            start = time.perf_counter()
            way(sheets)
            times[name].append(time.perf_counter() - start)
    ours, theirs = (statistics.median(times[name]) for name in ("ours", "fresh"))
    return Printed(b"", 1, (str(ours), str(theirs)))


def grown(sheets):
    """What the process holds after 50 pages and after 150, in KB."""
    found = []
    for number in range(1, 151):
        work(sheets)
        if number in (50, 150):
            found.append(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
    return Printed(b"", 1, tuple(found))


@pytest.fixture
def measured():
    """Runs a measure in a printing process of its own."""
    presses = []

    def run(job):
        presses.append(Press(job=job, seconds=600))
        return [float(each) for each in presses[-1].print(SHEET).warnings]

    yield run
    for press in presses:
        press.close()


def test_a_warm_page_costs_no_more_than_a_fresh_render(measured):
    ratios = []
    for _ in range(3):
        ours, theirs = measured(timed)
        ratios.append(ours / theirs)
        if ratios[-1] <= 1:
            break
    print(f"warm / fresh: {min(ratios):.2f}")
    assert min(ratios) <= 1


def test_a_page_printed_before_costs_next_to_nothing():
    press = Press()
    start = time.perf_counter()
    press.print(SHEET)
    press.close()
    printing = time.perf_counter() - start
    times = []
    for _ in range(200):
        start = time.perf_counter()
        press.print(SHEET)
        times.append(time.perf_counter() - start)
    print(f"cached / printed: 1/{printing / statistics.median(times):.0f}")
    assert statistics.median(times) <= printing / 100


def test_memory_stays_flat_over_150_pages(measured):
    after_50, after_150 = measured(grown)
    print(f"memory after 150 / after 50: {after_150 / after_50:.2f} ({after_150 / 1024:.0f} MB)")
    assert after_150 <= 1.25 * after_50


def test_documents_stay_small():
    press = Press()
    sizes = {kind: len(press.print(build(kind, GAME).sheets).pdf) for kind in ("rules", "sheet")}
    press.close()
    print(sizes)
    assert max(sizes.values()) <= 100 * 1024

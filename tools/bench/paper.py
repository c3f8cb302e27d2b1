"""Rows 9, 10, 11 and 13: the cost of printing, and its effect on other requests."""

from __future__ import annotations

import gc
import resource
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from companion import games
from companion.games import all_games
from companion.paths import PRINTABLES
from companion.printing import KINDS, PrintQueue, build
from companion.printing.worker import PrintedFile, Sheets, work
from tests.hosting.serving import Client
from tools.bench.crowd import server
from tools.bench.frame import Figure, Scale, percentile, row, took


def fresh(sheets: Sheets) -> None:
    """Plain WeasyPrint: fonts and stylesheets are read again for every page."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    styles = [CSS(filename=PRINTABLES / "css" / name, font_config=fonts) for name in sheets.styles]
    page = HTML(string=sheets.html, base_url=str(PRINTABLES))
    page.write_pdf(stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1")


def in_turn(sheets: Sheets) -> PrintedFile:
    """Seconds of both ways, alternating, in the printing process."""
    work(sheets)
    pairs = [(tidily(lambda: work(sheets)), tidily(lambda: fresh(sheets))) for _ in range(7)]
    return PrintedFile(b"", 1, tuple(str(median(each)) for each in zip(*pairs, strict=True)))


def tidily(call: Callable[[], object]) -> float:
    """Seconds of a call, after a garbage collection."""
    gc.collect()
    return took(call)


def grown(sheets: Sheets, times: int) -> PrintedFile:
    """Peak memory in KB after a third of the pages and after all."""
    peaks = []
    for number in range(1, times + 1):
        work(sheets)
        if number in (times // 3, times):
            peaks.append(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
    return PrintedFile(b"", 1, tuple(peaks))


def measured(job: Callable[[Sheets], PrintedFile], sheets: Sheets) -> Sequence[float]:
    """Runs a measurement in a new printing process."""
    print_queue = PrintQueue(job=job, seconds=600)
    try:
        return [float(each) for each in print_queue.print(sheets).warnings]
    finally:
        print_queue.close()


def sheet() -> Sheets:
    """A blank scoresheet, the document printed most."""
    return build("sheet", next(iter(all_games().values()))).sheets


@row(
    9,
    "PDF",
    Figure(
        "warm", "warm to WeasyPrint’s own fresh render", 0.7, bound=1.0,
        why="fonts come from a file of ours for both, and laying out costs both the same; only "
        "the reading of stylesheets is saved",
    ),
    Figure("cached", "printed before, to the same", 0.001),
    needs="pango",
)  # fmt: skip
def pdf(scale: Scale) -> dict[str, float]:
    page = sheet()
    warm, anew = measured(in_turn, page)
    print_queue = PrintQueue()
    try:
        print_queue.print(page)
        cached = median(took(lambda: print_queue.print(page)) for _ in range(200))
    finally:
        print_queue.close()
    return {"warm": warm / anew, "cached": cached / anew}


def first(sheets: Sheets) -> PrintedFile:
    """Seconds until a new printing process has made its first page."""
    return PrintedFile(b"", 1, (str(took(lambda: work(sheets))),))


def first_by_weasyprint(sheets: Sheets) -> PrintedFile:
    """The same with plain WeasyPrint."""
    return PrintedFile(b"", 1, (str(took(lambda: fresh(sheets))),))


@row(
    13,
    "First print of each kind of document, to WeasyPrint’s own",
    Figure("worst", "the dearest kind", 2.5, bound=8.0,
           why="a kind that is fitted to its page is laid out more than once"),
    tries=1,
    needs="pango",
)  # fmt: skip
def first_prints(scale: Scale) -> dict[str, float]:
    game, ratios = games.find("kaiser"), list[float]()
    for kind in list(KINDS)[: scale.of(len(KINDS), 2)]:
        sheets = build(kind, game).sheets
        (ours,), (theirs,) = measured(first, sheets), measured(first_by_weasyprint, sheets)
        ratios.append(ours / theirs)
    return {"worst": max(ratios)}


@row(
    10,
    "Hello in a flood of PDFs, to peace",
    Figure("p50", "middle", 1.5),
    Figure(
        "p99", "slowest hundredth", 10.0, bound=25.0,
        why="the hundredth of a few seconds is one or two requests",
    ),
    needs="pango",
)  # fmt: skip
def flood(scale: Scale) -> dict[str, float]:
    seconds = scale.of(8, 3)
    with server() as ours:
        idle = hellos(ours.port, seconds)
        stop = threading.Event()
        printers = [threading.Thread(target=printing, args=(ours.port, n, stop)) for n in range(8)]
        for printer in printers:
            printer.start()
        time.sleep(1.5)
        busy = hellos(ours.port, seconds)
        stop.set()
        for printer in printers:
            printer.join()
    return {name: percentile(busy, share) / percentile(idle, share)
            for name, share in (("p50", 0.5), ("p99", 0.99))}  # fmt: skip


def hellos(port: int, seconds: float) -> list[float]:
    """Latencies of requests sent a few dozen times a second."""
    latencies, until = [], time.monotonic() + seconds
    with Client(port) as client:
        client.ask("GET", "/health")
        while time.monotonic() < until:
            latencies.append(took(lambda: client.ask("GET", "/health")))
            time.sleep(0.01)
    return latencies


def printing(port: int, number: int, stop: threading.Event) -> None:
    """Requests different sheets one after another; waits when the server says so."""
    with Client(port, timeout=120) as client:
        asked = 0
        while not stop.is_set():
            asked += 1
            path = f"/print/kaiser/sheet.pdf?players=A{number},B{asked},C,D"
            status = client.ask("GET", path).status
            assert status in (200, 202, 429, 503), status
            if status != 200:
                time.sleep(0.1)


@row(11, "Printing process’s memory, 150 pages to 50", Figure("memory", "", 1.1), tries=1,
     needs="pango")  # fmt: skip
def memory(scale: Scale) -> dict[str, float]:
    third, all_of_them = measured(partial(grown, times=scale.of(150, 45)), sheet())
    return {"memory": all_of_them / third}

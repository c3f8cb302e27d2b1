"""A phone four times slower: time to open the offline version, cold and from its image.

    scripts/with-pango .venv/bin/python -m tools.bench.slowed [TRIES]      (after `make pocket`)

Chromium's renderers, in which Python runs, too, are stopped for three quarters of the time. Each
figure is told slowed and as it is, the calmest of the tries, with the load of the machine: compare
the ratios, the seconds follow the machine. `work` are the processor seconds of the renderers, which
other work on the machine changes least: slowed four times, an opening takes about four times that.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, sync_playwright

from tests.pocket.conftest import PATIENT, Host, Phone
from tests.pocket.test_opened import demo
from tools.bench.pocket import BUILT

TIMES, PERIOD = 4, 0.04
KEPT = 4000
"""Milliseconds after which the page of a table is kept, slowed."""
PLACE = """() => {
  const frame = document.getElementById("app"), inside = frame?.contentDocument;
  const key = inside?.querySelector(".ask-form button[name^='a.']:not([aria-disabled=true])");
  if (!key || inside.readyState !== "complete" || !performance.getEntriesByName("seen").length) return null;
  window.asked = inside.querySelector("main [name=at]")?.value + inside.querySelector("h1").textContent;
  key.scrollIntoView({ block: "center" });
  const over = frame.getBoundingClientRect(), box = key.getBoundingClientRect();
  return [over.x + box.x + box.width / 2, over.y + box.y + box.height / 2];
}"""  # noqa: E501
"""Position of the first answer on a painted page: before its styles are loaded it is
elsewhere."""
ANSWERED = """() => {
  const inside = document.getElementById("app")?.contentDocument;
  const now = inside?.querySelector("h1")?.textContent;
  const at = inside?.querySelector("main [name=at]")?.value;
  return now && at + now !== window.asked ? performance.now() : 0;
}"""
SEEN = """if (window !== top) new PerformanceObserver((list, observer) => {
  if (!list.getEntriesByName("first-contentful-paint").length) return;
  observer.disconnect();
  if (!top.performance.getEntriesByName("seen").length) top.performance.mark("seen");
}).observe({ type: "paint", buffered: true });"""
"""Marks when the first page of the app was painted."""
MARKS = """() => Object.fromEntries(
  performance.getEntriesByType("mark").map(each => [each.name, each.startTime]))"""


class Slowed(threading.Thread):
    """Stops the renderers of a browser for most of the time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.mine, self.ended = str(folder).encode(), threading.Event()

    def renderers(self) -> list[int]:
        """Only the command line of the browser has the folder: renderers are found by parent."""
        lines, parents = dict[int, bytes](), dict[int, int]()
        for entry in filter(str.isdecimal, os.listdir("/proc")):
            with suppress(OSError):
                lines[int(entry)] = Path("/proc", entry, "cmdline").read_bytes()
                stat = Path("/proc", entry, "stat").read_text()
                parents[int(entry)] = int(stat.rpartition(")")[2].split()[1])
        pids = []
        for pid, line in lines.items():
            above = pid
            while above in lines and self.mine not in lines[above]:
                above = parents[above]
            if above in lines and b"--type=renderer" in line:
                pids.append(pid)
        return pids

    def run(self) -> None:
        turn, pids = 0, list[int]()
        while not self.ended.is_set():
            if turn % 10 == 0:
                pids = self.renderers()
            turn += 1
            sent(pids, signal.SIGSTOP)
            time.sleep(PERIOD * (TIMES - 1) / TIMES)
            sent(pids, signal.SIGCONT)
            time.sleep(PERIOD / TIMES)

    def stop(self) -> None:
        self.ended.set()
        self.join()


def sent(pids: list[int], sign: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, sign)


def spent(pids: list[int]) -> float:
    """Processor seconds of these."""
    sum_, tick = 0.0, os.sysconf("SC_CLK_TCK")
    for pid in pids:
        with suppress(OSError):
            parts = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
            sum_ += (int(parts[11]) + int(parts[12])) / tick
    return sum_


def opened(one: Phone, place: str = "") -> dict[str, float]:
    """The marks of one opening, at a table with when the first tap was answered, in seconds."""
    family = Slowed(one.folder)
    before = spent(family.renderers())
    page: Any = one.context.new_page()
    one.page = page
    page.goto(one.url + place, wait_until="commit")
    tapped = answered = 0.0
    if place:
        x, y = page.wait_for_function(PLACE, timeout=PATIENT).json_value()
        tapped = page.evaluate("() => performance.now()")
        page.touchscreen.tap(x, y)
        answered = page.wait_for_function(ANSWERED, timeout=PATIENT).json_value()
    one.ready()
    work = spent(family.renderers()) - before
    marks = {name: at / 1000 for name, at in page.evaluate(MARKS).items()}
    marks["work"] = work
    if place:
        marks |= {"tapped": tapped / 1000, "answered": answered / 1000}
    return marks


def visits(kind: BrowserType, url: str, folder: Path, slow: bool) -> dict[str, dict[str, float]]:
    """A first visit, the home page and a table opened again without an image, a table from it."""
    one = Phone(kind, folder, url)
    one.cold = True
    one.context.add_init_script(SEEN)
    slowing = Slowed(folder)
    if slow:
        slowing.start()
    try:
        openings = {"first visit": opened(one)}
        code = demo(one)
        one.page.wait_for_timeout(KEPT)
        one.close()
        openings["home, cold"] = opened(one)
        one.close()
        openings["table, cold"] = opened(one, f"#/t/{code}")
        one.page.evaluate("() => dispatchEvent(new Event('companion:quiet'))")
        one.page.wait_for_function("() => window.companion.imaged !== undefined", timeout=PATIENT)
        one.page.wait_for_timeout(KEPT)
        one.close()
        openings["table, from the image"] = opened(one, f"#/t/{code}")
        assert one.told["restored"]
    finally:
        if slow:
            slowing.stop()
        one.stop()
    return openings


def main(tries: int) -> None:
    host = Host(BUILT)
    best: dict[tuple[str, str, bool], float] = defaultdict(lambda: float("inf"))
    try:
        with sync_playwright() as playwright:
            for number in range(tries):
                for slow in (False, True):
                    with tempfile.TemporaryDirectory() as folder:
                        phone = Path(folder, f"phone{number}")
                        seen = visits(playwright.chromium, str(host.url), phone, slow)
                    for visit, marks in seen.items():
                        for name, at in marks.items():
                            place = (visit, name, slow)
                            best[place] = min(best[place], at)
                print(f"try {number + 1}: load {os.getloadavg()[0]:.1f}", flush=True)
    finally:
        host.stop()
    for visit, name, slow in sorted(best):
        if not slow:
            plain, slowed = best[visit, name, False], best[visit, name, True]
            print(f"{visit:22} {name:10} {plain:6.2f} s  slowed {slowed:6.2f} s"
                  f"  x{slowed / plain:.1f}")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

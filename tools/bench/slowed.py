"""A phone four times slower: how long the pocket edition takes to open, cold and from its image.

    scripts/with-pango .venv/bin/python -m tools.bench.slowed [TRIES]      (after `make pocket`)

Chromium's renderers, in which Python runs, too, are stopped for three quarters of the time. Each
figure is told slowed and as it is, the calmest of the tries, with the load of the machine: compare
the ratios, the seconds follow the machine.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, sync_playwright

from tests.pocket.conftest import PATIENT, Host, Phone
from tests.pocket.test_opened import demo
from tools.bench.pocket import BUILT

TIMES, PERIOD = 4, 0.04
TAP = """() => {
  const inside = document.getElementById("app")?.contentDocument;
  const key = inside?.querySelector(".ask-form button[name^='a.']:not([aria-disabled=true])");
  if (!key) return false;
  const at = inside.querySelector("main [name=at]")?.value;
  window.asked = at + inside.querySelector("h1").textContent;
  key.click();
  return true;
}"""
ANSWERED = """() => {
  const inside = document.getElementById("app")?.contentDocument;
  const now = inside?.querySelector("h1")?.textContent;
  const at = inside?.querySelector("main [name=at]")?.value;
  return now && at + now !== window.asked ? performance.now() : 0;
}"""
MARKS = """() => Object.fromEntries(
  performance.getEntriesByType("mark").map(each => [each.name, each.startTime]))"""


class Slowed(threading.Thread):
    """Stops the renderers of a browser for most of the time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.mine, self.ended = str(folder).encode(), threading.Event()

    def renderers(self) -> list[int]:
        found = []
        for entry in filter(str.isdecimal, os.listdir("/proc")):
            try:
                line = Path("/proc", entry, "cmdline").read_bytes()
            except OSError:
                continue
            if b"--type=renderer" in line and self.mine in line:
                found.append(int(entry))
        return found

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
        try:
            os.kill(pid, sign)
        except ProcessLookupError:
            continue


def opened(one: Phone, code: str = "") -> dict[str, float]:
    """The marks of one opening, at a table with when the first tap was answered, in seconds."""
    page: Any = one.context.new_page()
    one.page = page
    page.goto(f"{one.url}#/t/{code}" if code else one.url, wait_until="commit")
    if code:
        page.wait_for_function(TAP, timeout=PATIENT)
        tapped = page.evaluate("() => performance.now()")
        answered = page.wait_for_function(ANSWERED, timeout=PATIENT).json_value()
    one.ready()
    found = {name: at / 1000 for name, at in page.evaluate(MARKS).items()}
    if code:
        found |= {"tapped": tapped / 1000, "answered": answered / 1000}
    return found


def visits(kind: BrowserType, url: str, folder: Path, slow: bool) -> dict[str, dict[str, float]]:
    """A first visit, one opened again without an image, and one from it."""
    one = Phone(kind, folder, url)
    one.cold = True
    slowing = Slowed(folder)
    if slow:
        slowing.start()
    try:
        found = {"first visit": opened(one)}
        code = demo(one)
        page: Any = one.page
        page.wait_for_timeout(1500)  # the page of the table is kept
        one.close()
        found["again, cold"] = opened(one, code)
        one.page.evaluate("() => dispatchEvent(new Event('companion:quiet'))")
        one.page.wait_for_function("() => window.companion.imaged !== undefined", timeout=PATIENT)
        one.page.wait_for_timeout(1500)
        one.close()
        found["again, from the image"] = opened(one, code)
        assert one.told["restored"]
    finally:
        if slow:
            slowing.stop()
        one.stop()
    return found


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

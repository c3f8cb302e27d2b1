"""Row 17: start of the offline version, relative to the bare runtime in the same browser."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Page, sync_playwright

from companion.pocket import runtime
from tests.browser.driver import golden
from tests.chromium import ARGS, executable
from tests.pocket.conftest import PATIENT, Host, Pocketed, chosen
from tools.bench.frame import Figure, Scale, row

BUILT = Path(__file__).resolve().parents[2] / "build" / "pocket"
ALONE = """import { loadPyodide } from "./pyodide.mjs";
await loadPyodide({ indexURL: new URL("./", import.meta.url).href, packageBaseUrl: "./",
  lockFileContents: JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "",
    python: "", version: "" }, packages: {} }) });
postMessage("ready");
"""
ASK = """() => new Promise((done) => { new Worker("alone.js", { type: "module" })
  .onmessage = () => done(performance.now()) })"""
TAPS = """let tapped = 0;
document.addEventListener("click", (event) => { tapped = event.timeStamp; }, true);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.request?.action?.endsWith("/answer")) return;
  const taps = JSON.parse(sessionStorage.getItem("measured") || "[]");
  sessionStorage.setItem("measured", JSON.stringify([...taps, performance.now() - tapped]));
});"""


def built() -> bool:
    """True if the edition, its runtime and a browser are available."""
    there = (BUILT / "edition.json").is_file() and runtime.there() is not None
    return there and executable() is not None


@row(
    17,
    "Pocket edition",
    Figure(
        "start",
        "a next opening, to Pyodide alone",
        1.5,
        bound=2.0,
        why="three pairs of seconds each, while the machine has other work, are not many",
    ),
    Figure(
        "tap",
        "an answer saved and shown",
        50.0,
        "ms",
        bound=250.0,
        why="milliseconds follow the machine, and what else it has to do",
    ),
    Figure("home", "until the first page is drawn", None, "ms"),
    Figure("memory", "what Python holds", None, "MB"),
    Figure("sent", "a first opening", None, "MB"),
    tries=1,
    needs="pocket",
)
def pocket(scale: Scale) -> dict[str, float]:
    ours, theirs, home = list[float](), list[float](), list[float]()
    with (
        tempfile.TemporaryDirectory() as temporary,
        sync_playwright() as playwright,
        ExitStack() as stack,
    ):
        plain = Path(temporary, "plain")
        plain.mkdir()
        for name in runtime.WANTED:
            shutil.copy(runtime.cache() / name, plain)
        (plain / "alone.js").write_text(ALONE)
        (plain / "alone.html").write_text("<!doctype html><title>alone</title>")
        hosts = [Host(folder) for folder in (BUILT, plain)]
        for host in hosts:
            stack.callback(host.stop)
        site, other = (str(host.url) for host in hosts)
        context = playwright.chromium.launch_persistent_context(
            str(Path(temporary, "phone")), executable_path=executable(),
            args=ARGS, viewport={"width": 390, "height": 844}, has_touch=True,
            is_mobile=True,
        )  # fmt: skip
        context.set_default_timeout(PATIENT)
        context.add_init_script(TAPS)
        pairs = scale.of(7, 3)
        for place in range(pairs + 1):
            page = context.new_page()
            page.goto(f"{other}alone.html")
            alone = page.evaluate(ASK)
            page.close()
            page = context.new_page()
            marks = opened(page, site)
            if place < pairs:
                page.close()
            if place:  # first visit: both are downloaded and compiled
                theirs.append(alone)
                ours.append(marks["ready"])
                home.append(marks["home"])
        heap = page.evaluate("() => window.companion.heap") / 1e6
        taps = tapping(page, site, scale.of(3, 1))
        context.close()
    sent = sum(pack["size"] for pack in json.loads((BUILT / "edition.json").read_text())["packs"])
    return {"start": median(ours) / median(theirs), "tap": median(taps), "home": median(home),
            "memory": heap, "sent": sent / 1e6}  # fmt: skip


def opened(page: Page, url: str) -> dict[str, float]:
    """Opens the edition; returns the milliseconds of its performance marks. A first visit has no
    `home`."""
    page.goto(url)
    page.wait_for_function("() => window.companion", timeout=PATIENT)
    chosen(page)
    page.wait_for_function(
        "() => document.getElementById('app').contentDocument?.querySelector('.tile')"
    )
    page.wait_for_timeout(500)  # waits until the home page is cached for the next start
    marks: dict[str, float] = page.evaluate(
        "() => Object.fromEntries(performance.getEntriesByType('mark')"
        ".map(each => [each.name, each.startTime]))"
    )
    return marks


def tapping(page: Page, url: str, hands: int) -> list[float]:
    """Milliseconds of every answer of some hands of Kaiser."""
    frame: Any = next(each for each in page.frames if each.parent_frame)
    scorer = Pocketed(SimpleNamespace(frame=frame, url=url))
    record = golden("kaiser")
    scorer.begin(record)
    scorer.play(record, 1, hands)
    taps: list[float] = json.loads(frame.evaluate("() => sessionStorage.getItem('measured')"))
    return taps

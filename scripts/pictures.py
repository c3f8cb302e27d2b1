"""Takes the README's screenshots: `python scripts/pictures.py`, after `make pocket`.

It serves a database of its own. `scripts/papers.py` makes the picture of the papers.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, Playwright, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import PHONE, Server  # noqa: E402
from tests.browser.driver import Scorer, golden, rested, written  # noqa: E402
from tests.chromium import ARGS, executable  # noqa: E402
from tests.pocket.conftest import Host, Phone, Pocketed  # noqa: E402

GAME = "kaiser"
COLORS = 128
"""Colours of a picture's palette."""
TRICK = "a.trump=H&a.leader=2&a.cards=AS+3S+5H+KS"


def smaller(file: Path) -> None:
    """Saves a picture again, with a palette."""
    with Image.open(file) as image:
        reduced = image.convert("RGB").quantize(
            COLORS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
        )
    reduced.save(file, optimize=True)


def table(page: Page, url: str, out: Path) -> None:
    """An auction with impossible bids, a scored hand, and a ruling about the next hand."""
    record = golden(GAME)
    scorer = Scorer(page, url)
    scorer.up_to(record, 4, 2)
    scorer.plays(record, 4, 2)
    rested(page)
    page.screenshot(path=out / "auction.png")
    last = len(written(record)[6]) - 1
    scorer.up_to(record, 7, last)
    scorer.plays(record, 7, last)
    rested(page)
    page.screenshot(path=out / "scored.png")
    page.goto(f"{url}/referee/{GAME}/trick?{TRICK}&table={scorer.code}")
    page.screenshot(path=out / "referee.png")


def offline(phone: Phone, out: Path) -> None:
    """The storage page of the offline version after some evenings."""
    session = phone.context.new_cdp_session(phone.context.pages[0])
    session.send("Browser.grantPermissions", {"permissions": ["durableStorage"]})
    scorer = Pocketed(phone.open())
    for key in ("tadmur", "jo-jotte", GAME):
        record = golden(key)
        scorer.sit(record, -1 if key == "jo-jotte" else None)  # one game stays unfinished
    for _ in range(2):  # twice: the first time offers to save a copy
        scorer.page.goto(f"{scorer.url}/saved")
        scorer.page.evaluate("async at => { await (await fetch(at)).text() }", "export.json")
    phone.page.screenshot(path=out / "pocket.png")


def sheet(out: Path) -> None:
    """A completed scoresheet."""
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "sheet.pdf"
        evening = ROOT / "companion" / "games" / GAME / "evening.txt"
        command = [sys.executable, "-m", "companion", "print", GAME, "sheet"]
        subprocess.run([*command, "--record", evening, "-o", pdf], check=True)
        command = ["pdftoppm", "-r", "72", "-png", "-singlefile"]
        subprocess.run([*command, pdf, out / "sheet"], check=True)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            yield server.url
        finally:
            server.stop()


def taken(playwright: Playwright, out: Path) -> None:
    """Takes all screenshots."""
    browser = playwright.chromium.launch(executable_path=executable(), args=ARGS)
    size = ViewportSize(width=PHONE["width"], height=PHONE["height"])
    phone = browser.new_context(
        viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    with served() as url:
        table(phone.new_page(), url, out)
    browser.close()
    with tempfile.TemporaryDirectory() as folder:
        host = Host(ROOT / "build" / "pocket")
        one = Phone(playwright.chromium, Path(folder), host.url)
        offline(one, out)
        one.stop()
        host.stop()


def main() -> None:
    """Writes the screenshots into docs/."""
    out = ROOT / "docs"
    with sync_playwright() as playwright:
        taken(playwright, out)
    sheet(out)
    for name in ("auction", "scored", "referee", "pocket", "sheet"):
        file = out / f"{name}.png"
        smaller(file)
        print(f"{file.name}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()

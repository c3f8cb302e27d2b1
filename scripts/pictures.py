"""Takes the README's screenshots of a running server: `python scripts/pictures.py URL`, after `make
pocket`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

from driver import Scorer, golden, written  # noqa: E402

from tests.chromium import ARGS, executable  # noqa: E402
from tests.pocket.conftest import Host, Phone  # noqa: E402


def main(url: str) -> None:
    """Plays part of a Kaiser evening and takes screenshots on the way."""
    out = ROOT / "docs"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGS)
        phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        page = browser.new_context(**phone, device_scale_factor=1).new_page()
        record = golden("kaiser")
        scorer = Scorer(page, url)
        scorer.begin(record)
        scorer.play(record, 1, 6)
        scorer.deal()
        for answers in written(record)[6][:3]:
            scorer.answer(7, answers)
        page.screenshot(path=out / "auction.png")
        for answers in written(record)[6][3:]:
            scorer.answer(7, answers)
        page.screenshot(path=out / "scored.png")
        page.goto(
            f"{url}/referee/kaiser/trick?a.trump=H&a.leader=2&a.cards=AS+3S+5H+KS&table={scorer.code}"
        )
        page.screenshot(path=out / "referee.png")
        browser.close()
        with tempfile.TemporaryDirectory() as folder:
            pocket(playwright, Path(folder), out / "pocket.png")
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "sheet.pdf"
        evening = ROOT / "companion" / "games" / "kaiser" / "evening.txt"
        companion = shutil.which("companion") or str(ROOT / ".venv" / "bin" / "companion")
        subprocess.run(
            [companion, "print", "kaiser", "sheet", "--record", evening, "-o", pdf], check=True
        )
        subprocess.run(
            ["pdftoppm", "-r", "72", "-png", "-singlefile", pdf, out / "sheet"], check=True
        )


def pocket(playwright: Playwright, folder: Path, picture: Path) -> None:
    """Screenshot of the offline version's storage page after some evenings (`make pocket`)."""
    host = Host(ROOT / "build" / "pocket")
    phone = Phone(playwright.chromium, folder, host.url)
    session = phone.context.new_cdp_session(phone.context.pages[0])
    session.send("Browser.grantPermissions", {"permissions": ["durableStorage"]})
    page = phone.open().frame
    for key in ("tadmur", "jo-jotte", "kaiser"):
        record = golden(key)
        if key == "jo-jotte":
            del record.hands[-1]  # leaves one game unfinished
        page.goto(f"{host.url}app/import")
        page.locator("details summary").tap()
        page.get_by_label("Record as text").fill(record.text())
        page.get_by_role("button", name="Import").tap()
        page.locator(".list a").first.tap()
    for _ in range(2):  # twice: the first time offers to save a copy
        page.goto(f"{host.url}app/saved")
        page.evaluate("async at => { await (await fetch(at)).text() }", "export.json")
    phone.page.screenshot(path=picture)
    phone.stop()
    host.stop()


if __name__ == "__main__":
    main(sys.argv[1])

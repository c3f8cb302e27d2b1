"""Takes the pictures of the README from a running server: `python scripts/pictures.py URL`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

from driver import Scorer, golden, written  # noqa: E402


def main(url: str) -> None:
    """Plays into a Kaiser evening and takes the pictures on the way."""
    out = ROOT / "docs"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
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
        pdf = Path(folder) / "sheet.pdf"
        evening = ROOT / "companion" / "games" / "kaiser" / "evening.txt"
        companion = shutil.which("companion") or str(ROOT / ".venv" / "bin" / "companion")
        subprocess.run(
            [companion, "print", "kaiser", "sheet", "--record", evening, "-o", pdf], check=True
        )
        subprocess.run(
            ["pdftoppm", "-r", "72", "-png", "-singlefile", pdf, out / "sheet"], check=True
        )


if __name__ == "__main__":
    main(sys.argv[1])

"""Paper from a hand in play: at most three taps, and the PDF opens in other browsers."""

import pytest

from tests.browser.driver import golden
from tests.browser.engines import in_engines, until
from tests.browser.test_engines import Walk

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.needs("pango")]

TAPS = {
    "rules": (".sc", "main a[href$='/print/rules.pdf']"),
    "sheet": (".sc", "a.btn[href$='/print']", "#made a.go[href*='/sheet.pdf']"),
}
SHOWN = """return document.contentType === "application/pdf"
  && Boolean(document.querySelector("iframe[src*=pdf], .page"));"""
"""JavaScript: true if the viewer of the browser shows a PDF."""


@pytest.mark.long
@in_engines
def test_paper_is_three_taps_from_a_hand(engine, served, store, tmp_path):
    record = golden("kaiser")
    del record.hands[3:]
    stored, browser = store.begin(record), engine(tmp_path)
    try:
        walk = Walk(browser, served.url)
        for kind, (*ways, last) in TAPS.items():
            walk.goto(f"/t/{stored.code}/score/{stored.key}")
            for css in ways:
                walk.tap(css, new=True)
            # The third tap shows the PDF here, or in a new tab.
            tabs = browser.tabs()
            walk.tap(last)
            opened = until(f"{kind}", lambda: browser.tabs() - tabs or browser.js(SHOWN), 180)  # noqa: B023
            first = browser.turn(*opened) if opened is not True else ""
            until(f"the PDF of {kind}", lambda: browser.js(SHOWN), 180)
            if first:
                browser.turn(first)
        assert walk.faults == []
    finally:
        browser.close()

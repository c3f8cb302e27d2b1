"""Whole evenings in the offline version of WebKit and Firefox, tap by tap, without a host."""

import json
from contextlib import closing

import pytest

from companion.engine.transcript import Transcript
from tests.browser.driver import golden, tapped
from tests.browser.engines import in_engines, until
from tests.browser.test_engine_evenings import Evening
from tests.browser.test_evenings import ledger
from tests.pocket.test_elsewhere import BRING, Pocket
from tests.texts import CHOOSE_A_GAME

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]

GAMES = ["tadmur", "kaiser", "jo-jotte", "panguingue"]
"""By words, keys, numbers and cards."""
WITHIN = """const frame = window.document.getElementById("app");
return await (async (window, document, location) => {{{}
}})(frame.contentWindow, frame.contentDocument, frame.contentWindow.location);"""


class Inside:
    """The page in the frame of the offline version, with the methods of a browser."""

    def __init__(self, browser):
        self.browser = browser

    def js(self, body):
        return self.browser.js(WITHIN.format(body))

    def goto(self, url):
        self.js(f"document.body.id = 'left'; window.location.assign({json.dumps(url)})")
        until("another page", lambda: self.js("return Boolean(document.body?.id !== 'left')"))

    def press(self, x, y):
        self.browser.press(x, y)


@in_engines
def test_offline_evenings_are_entered_in_another_engine(engine, host, tmp_path):
    """All games share one start: these engines take long to start Python."""
    (tmp_path / "browser").mkdir()
    with closing(engine(tmp_path / "browser")) as browser:
        one = Pocket(browser, host.url)
        assert one.open()["problem"] == ""
        one.key(CHOOSE_A_GAME)
        host.stop()
        faults = []
        for key in GAMES:
            record = tapped(golden(key))
            places: list[str] = []

            def table(hands, record=record, places=places):
                part = record.copy()
                part.hands = part.hands[:hands]
                places.append(browser.js(BRING % json.dumps(Transcript(part).text())))
                return places[-1]

            evening = Evening(Inside(browser), one.url)
            evening.play(record, table)
            evening.look("the end")
            text = browser.js(f"return (await fetch('{places[-1]}/record.txt')).text()")
            assert ledger(Transcript.read(text).record) == ledger(record)
            faults += [(key, fault) for fault in evening.faults]
        assert faults == []
        host.start()  # its fixture stops it

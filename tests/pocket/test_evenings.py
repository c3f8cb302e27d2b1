"""Evenings in the pocket: played by tapping, with no network, closed and opened in between."""

import os

import pytest

from companion import games
from tests.browser.driver import golden, tapped
from tests.browser.test_evenings import ledger

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FEW = ("kaiser",)
"""In every run; numbers, squares, sums and cards are in those of test_ways, and in a browser."""
SHORTER = {"kaiser": ("target", "28", 4)}
"""A house rule by which an evening ends after so many of its hands."""


def plays(pocketed, key):
    """Plays the golden evening of a room; in its middle the window is closed and opened again."""
    record, phone = tapped(golden(key)), pocketed.phone
    if key in SHORTER:
        record.head[f"rule {SHORTER[key][0]}"], last = SHORTER[key][1:]
        del record.hands[last:]
        assert games.find(key).replay(record).outcome
    middle = len(record.hands) // 2
    pocketed.begin(record)
    pocketed.play(record, 1, middle)
    phone.close()
    phone.open()
    pocketed.back()
    pocketed.page.goto(f"{pocketed.url}/t/{pocketed.code}")
    pocketed.play(record, middle + 1)
    assert ledger(pocketed.exported()) == ledger(record)


@pytest.mark.parametrize("key", FEW)
def test_an_evening_with_no_network_comes_to_what_a_server_makes_of_it(phone, scorer, host, key):
    one = phone().open()
    one.flight()
    host.stop()
    plays(scorer(one), key)
    assert one.told["problem"] == ""


@pytest.mark.skipif("COMPANION_TEST_LONG" not in os.environ, reason="set COMPANION_TEST_LONG")
@pytest.mark.parametrize("key", sorted(set(games.shelf()) - set(FEW)))
def test_an_evening_of_every_other_room_does_too(phone, scorer, key):
    one = phone().open()
    one.flight()
    plays(scorer(one), key)

"""Evenings in the offline version: tapped, with no network, closed and opened in between."""

import pytest

from companion import games
from tests.browser.driver import golden, tapped
from tests.browser.test_evenings import ledger
from tests.pocket.conftest import Pocketed

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]


@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_offline_evening_scores_like_the_server(phone, host, key):
    """In every run: pages from an image of the memory (`test_kept.py`), and a hand by each kind of
    question (`test_ways.py`)."""
    one = phone().open()
    one.flight()
    host.stop()
    record, played = tapped(golden(key)), Pocketed(one)
    middle = len(record.hands) // 2
    played.begin(record)
    played.play(record, 1, middle)
    one.close()
    one.open()
    played.back()
    played.page.goto(f"{played.url}/t/{played.code}")
    played.play(record, middle + 1)
    assert ledger(played.exported()) == ledger(record)
    assert one.told["problem"] == ""

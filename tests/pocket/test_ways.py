"""Every entry mode of every game in the offline version: a hand by tapping, with no network."""

import pytest

from companion import games
from tests.browser.driver import tapped
from tests.browser.test_evenings import ledger
from tests.games.single import single, ways
from tests.pocket.conftest import Pocketed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FEW = {
    ("leopard", "values"),
    ("tres", "totals"),
}
"""In every run: sums and totals. The others when asked for."""
EVERY = [
    pytest.param(*each, marks=() if each in FEW else pytest.mark.long, id="-".join(each))
    for each in ways()
]


@pytest.mark.parametrize(("key", "way"), EVERY)
def test_hand_by_each_way_scores_like_server(flying, key, way):
    record = tapped(single(key, way))
    assert games.find(key).replay(record).hands[0].mode == way
    one = Pocketed(flying)
    one.sit(record, 0)
    one.play(record)
    exported = one.exported()
    assert ledger(exported) == ledger(record)
    assert games.find(key).replay(exported).hands[0].mode == way
    assert flying.told["problem"] == ""

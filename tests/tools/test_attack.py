"""The standing attack in its short form, and some random requests."""

from __future__ import annotations

import pytest

from tests.daily import LONG
from tests.hosting.serving import percentile
from tools.attack import chance
from tools.attack.__main__ import ONE
from tools.attack.rounds import Attack
from tools.attack.target import target

pytestmark = [pytest.mark.slow, pytest.mark.needs("pango")]

SECONDS, TIMES, MEMORY = 5.0, 60, 512
"""Most seconds of an entry on a busy machine, or so many times the usual one; most MB of the
serving process."""


@pytest.mark.long
def test_attack_on_every_route_delays_no_entry():
    """The largest input of every route, twelve at once, from one address."""
    with target() as found:
        attack = Attack(found)
        with attack.entering():
            attack.mixed(ONE)
        assert found.faults == []
        assert {*found.routes} <= found.asked
        usual = percentile(attack.scorer.tally.seconds, 0.5)
        slowest = max(each.slowest for each in attack.results)
        print(
            f"\nATTACK slowest entry {slowest:.2f} s, usual {usual:.2f} s, {found.memory:.0f} MB, "
            f"with its print processes {found.whole:.0f} MB"
        )
        assert attack.scorer.tally.odd == []
        assert slowest < max(SECONDS, TIMES * usual)
        assert found.memory < MEMORY


def test_random_requests_get_no_server_error():
    with target(limits=False) as found:
        print(f"\n{chance.run(found, 400 if LONG else 150)}")
        assert found.faults == []

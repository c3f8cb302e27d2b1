"""The counts of the rate limits: exact for many threads, and dropped after their time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from limits import parse

from companion.hosting.limits import EXTENSION, init_app
from companion.settings import Settings


@pytest.fixture
def now(monkeypatch):
    """The time, which a test moves on; the clock shows 5000 seconds more."""
    found = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: found[0])
    monkeypatch.setattr(time, "time", lambda: found[0] + 5000)
    return found


@pytest.fixture
def limiter():
    app = Flask(__name__)
    init_app(app, Settings.counts)
    return app.extensions[EXTENSION].limiter


def test_many_threads_get_exactly_what_the_limit_allows(limiter, monkeypatch):
    """No count needs a thread of its own, which a busy machine may not grant."""

    def refused(_):
        raise RuntimeError("can't start new thread")

    item = parse("300 per hour")
    with ThreadPoolExecutor(8) as pool:
        monkeypatch.setattr(threading.Timer, "start", refused)
        found = list(pool.map(lambda _: limiter.hit(item, "203.0.113.9"), range(800)))
    assert found.count(True) == 300
    assert limiter.get_window_stats(item, "203.0.113.9").remaining == 0


def test_limit_window_slides_and_reports_its_reset(now, limiter):
    item = parse("3 per minute")
    assert limiter.hit(item, "a", cost=2)
    assert not limiter.hit(item, "a", cost=2)
    now[0] += 30
    assert limiter.hit(item, "a")
    assert not limiter.hit(item, "a")
    assert limiter.get_window_stats(item, "a") == (6060.0, 0)
    now[0] += 31
    assert limiter.hit(item, "a", cost=2)
    limiter.clear(item, "a")
    assert limiter.get_window_stats(item, "a").remaining == 3


DAY = 24 * 60 * 60


@pytest.mark.parametrize("jump", [-DAY, 366 * DAY, -366 * DAY])
def test_limits_recover_after_the_clock_jumps(now, limiter, monkeypatch, jump):
    item = parse("3 per minute")
    assert limiter.hit(item, "a", cost=3)
    now[0] += 30
    monkeypatch.setattr(time, "time", lambda: now[0] + jump)
    assert not limiter.hit(item, "a")
    assert limiter.get_window_stats(item, "a").reset_time - time.time() == 30
    now[0] += 31
    assert limiter.hit(item, "a")


def test_addresses_are_dropped_when_their_window_is_over(now, limiter):
    item = parse("3 per minute")
    for number in range(500):
        assert limiter.hit(item, str(number))
    now[0] += 61
    assert limiter.hit(item, "last")
    assert limiter.storage.reset() == 1

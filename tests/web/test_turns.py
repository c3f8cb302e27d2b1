"""Entries come before pages, and a page comes all the same."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from companion.web import play, turns

pytestmark = pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_DATABASE") == "postgres", reason="the store of one app is slowed"
)


@pytest.fixture
def order(monkeypatch):
    """What happened, in order: "entered" and "drawn"."""
    found: list[str] = []
    drawn = play._drawn

    def noted(*given):
        found.append("drawn")
        return drawn(*given)

    monkeypatch.setattr(play, "_drawn", noted)
    return found


@contextmanager
def entering(played, store, monkeypatch, order):
    """An entry is under way, in a thread of its own; yields what lets it end, and its answer."""
    under_way, until, act = threading.Event(), threading.Event(), store.act

    def slowly(*given, **more):
        order.clear()
        under_way.set()
        until.wait(5)
        order.append("entered")
        return act(*given, **more)

    monkeypatch.setattr(store, "act", slowly)
    with ThreadPoolExecutor() as hands:
        entry = hands.submit(played.answer, played.code, {"bid 1": "7"})
        assert under_way.wait(5)
        yield until, entry


def test_a_page_is_drawn_when_the_entry_under_way_is_stored(
    played, phone, store, monkeypatch, order
):
    monkeypatch.setattr(turns, "PATIENCE", 5)
    watcher = phone()
    with entering(played, store, monkeypatch, order) as (until, entry):
        threading.Timer(0.1, until.set).start()
        assert watcher.get(f"/t/{played.code}").status_code == 200
        assert entry.result().status_code == 200
    # Both pages: the watcher's, and the one the entry led to.
    assert order == ["entered", "drawn", "drawn"]
    assert turns._under_way == 0


def test_a_page_waits_for_no_entry_that_takes_long(played, phone, store, monkeypatch, order):
    watcher = phone()
    with entering(played, store, monkeypatch, order) as (until, entry):
        assert watcher.get(f"/t/{played.code}").status_code == 200
        until.set()
        assert entry.result().status_code == 200
    assert order == ["drawn", "entered", "drawn"]


def test_an_entry_that_is_refused_holds_nobody_up(played):
    assert played.answer(played.code, {"bid 1": "nonsense"}).status_code == 422
    assert turns._under_way == 0

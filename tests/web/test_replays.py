"""A replay is kept as long as it is true, and no longer."""

from __future__ import annotations

import os

import pytest

from companion import games
from companion.game import Game
from companion.record import Act
from companion.store import Store
from companion.store.keeping import erase_name
from companion.web import replays


@pytest.fixture
def replayed(monkeypatch):
    """The records that were replayed."""
    replays.clear()
    found = []
    replay = Game.replay

    def noted(self, record):
        found.append(record.copy())
        return replay(self, record)

    monkeypatch.setattr(Game, "replay", noted)
    return found


@pytest.fixture
def here(app, store):
    """Asks for the replay of a table inside the app."""

    def ask(code: str):
        with app.test_request_context():
            return replays.replay_of(store.table(code))

    return ask


def test_looking_twice_replays_once(played, here, replayed):
    assert here(played.code) is here(played.code)
    assert len(replayed) == 1


def test_what_was_entered_is_seen(played, here, store, replayed):
    before = here(played.code)
    store.act(played.code, Act("answer", 4, {"bid 1": "7"}), seen=store.seq(played.code),
              submission="s")  # fmt: skip
    assert "bid 1" in here(played.code).record.hands[3]
    store.act(played.code, Act("undo"), seen=store.seq(played.code), submission="t")
    assert here(played.code).record == before.record
    assert len(replayed) == 3


def test_what_another_process_entered_is_seen(played, here, store):
    here(played.code)
    other = Store(store.url)
    other.act(played.code, Act("answer", 4, {"bid 1": "7"}), seen=other.seq(played.code),
              submission="s")  # fmt: skip
    other.close()
    assert "bid 1" in here(played.code).record.hands[3]


def test_a_name_that_was_erased_is_gone(played, here, store):
    name = store.table(played.code).record.players[0]
    assert name in here(played.code).table.seats[0].name
    assert erase_name(store, played.code, name, "somebody")
    assert here(played.code).table.seats[0].name == "somebody"


def test_a_record_that_something_was_tried_on_is_replayed_for_itself(app, played, store, replayed):
    with app.test_request_context():
        kept = replays.replay_of(store.table(played.code))
        stored = store.table(played.code)
        stored.record.hands.pop()
        assert len(replays.replay_of(stored).record.hands) == len(kept.record.hands) - 1
        assert replays.replay_of(store.table(played.code)) is kept


@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_DATABASE") == "postgres", reason="two apps, two memories"
)
def test_an_entry_is_replayed_once_when_its_page_was_looked_at(played, replayed):
    played.get(f"/t/{played.code}")
    replayed.clear()
    played.answer(played.code, {"bid 1": "7"})
    # Tried with the answer; what was tried is what was stored, and what the next page shows.
    assert [record.hands[3:] for record in replayed] == [[{"bid 1": "7"}]]


def test_what_the_totals_come_to_is_kept_by_the_entry_that_ends_a_hand(played, store, monkeypatch):
    def mark(*_):
        raise AssertionError("written a second time")

    monkeypatch.setattr(store, "mark", mark)

    def marks():
        return store.table(played.code).marks

    while marks() is None or len(marks().hands) < 4:
        pending = games.find("kaiser").replay(store.table(played.code).record).pending
        answered = played.answer(played.code, pending.sample(lambda _: 0))
        assert answered.status_code < 400
    assert marks().seq == store.seq(played.code)


def test_a_glance_from_the_first_page_keeps_nothing(played, phone, store, replayed):
    phone().get("/")
    assert len(replayed) == 1
    assert replays._kept == {}


def test_what_is_kept_has_its_limit(app, store, played, monkeypatch, replayed):
    more = store.begin(store.table(played.code).record.copy())
    monkeypatch.setattr(replays, "ANSWERS", replays.weight(more.record))
    with app.test_request_context():
        first = store.table(played.code)
        replays.replay_of(first)
        replays.replay_of(more)
        assert len(replays._kept) == 1
        replays.replay_of(first)
    assert len(replayed) == 3

"""Everything that can be done at a table, without a browser and without a terminal."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Semaphore
from typing import Any

import pytest

from companion.engine.record import Act, Record
from companion.questions import Refused
from companion.store import Store
from companion.store.erasing import erase_name
from companion.tables import Sent, Tables
from companion.tables.changes import adjusting
from companion.tables.proposal import answering
from companion.tables.snapshot import AT_LEAST

HAND = {"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass", "trump": "D",
        "tricks": "5", "5H": "B", "3S": "A"}  # fmt: skip


def played(tables, code, *hands):
    """The table after these hands."""
    table = tables.get(code)
    for hand in hands:
        number = len(table.record.hands) + 1
        table = tables.do(table, [Act("answer", number, hand)], Sent.now(table))
    return table


# -- looking -------------------------------------------------------------------------------------


def test_looking_twice_replays_once(store, begun, replayed):
    tables = Tables(store)
    assert tables.get(begun.code) is tables.get(begun.code)
    assert tables.get(begun.code).replay is tables.get(begun.code).replay
    assert len(replayed) == 1


def test_requests_at_once_see_the_same_replay(store, begun, monkeypatch):
    """The program finds the running hand by identity."""
    table, both = Tables(store).get(begun.code), Barrier(2)
    replay = type(table.game).replay

    def together(*args, **more):
        both.wait(60)
        return replay(*args, **more)

    monkeypatch.setattr(type(table.game), "replay", together)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: table.replay, range(2))
    assert one is other is table.replay


def test_snapshot_does_not_change_after_an_entry(tables, begun):
    before = tables.get(begun.code)
    after = played(tables, begun.code, {"bid 2": "7"})
    assert (before.seq, before.record.hands) == (0, [])
    assert (after.seq, after.record.hands) == (1, [{"bid 2": "7"}])
    assert before.identity != after.identity


def test_what_another_process_entered_is_seen(tables, begun, store):
    tables.get(begun.code)
    other = Tables(Store(store.url))
    other.do(
        other.get(begun.code), [Act("answer", 1, {"bid 2": "7"})], Sent.now(other.get(begun.code))
    )
    other.store.close()
    assert tables.get(begun.code).record.hands == [{"bid 2": "7"}]


def test_a_name_that_was_erased_is_gone(tables, begun, store):
    assert tables.get(begun.code).replay.table.seats[0].name == "Nell"
    assert erase_name(store, begun.code, "Nell", "somebody")
    assert tables.get(begun.code).replay.table.seats[0].name == "somebody"


def test_a_table_nobody_plays_at_is_not_kept(tables, begun, replayed):
    fresh = Tables(tables.store)
    for _ in range(2):
        assert fresh.get(begun.code, keep=False).replay.pending
    assert len(replayed) == 2


def test_what_is_kept_has_its_limit(store, begun, replayed):
    tables = Tables(store, answers=AT_LEAST)
    other = tables.begin(Record.begin("kaiser", "ABCD"), 1, Sent(0, "other"))
    for code in (begun.code, other.code, begun.code):
        assert tables.get(code).replay.pending
    # The other one is replayed as it begins, too, for its summary.
    assert len(replayed) == 4


# -- entering ------------------------------------------------------------------------------------


def test_previewed_entry_is_not_replayed_again(tables, begun, replayed):
    table = tables.get(begun.code)
    made = answering(table, {"bid 2": "7"})
    replayed.clear()
    after = tables.enter(made, Sent.now(table))
    assert after.pending.title.startswith("Pia")
    assert replayed == []


def test_act_failing_replay_is_not_entered(tables, begun):
    with pytest.raises(Refused):
        tables.do(begun, [Act("answer", 1, {"@dealer": "nobody"})], Sent.now(begun))
    assert tables.store.seq(begun.code) == 0


def test_acts_are_entered_all_or_none(tables, begun):
    good, bad = Act("answer", 1, HAND), Act("answer", 2, {"@dealer": "nobody"})
    with pytest.raises(Refused):
        tables.do(begun, [good, bad], Sent.now(begun))
    assert tables.store.seq(begun.code) == 0
    assert tables.do(begun, [good, Act("answer", 2, {"bid 3": "7"})],
                             Sent.now(begun)).seq == 2  # fmt: skip


def test_agreed_points_belong_to_their_hand(tables, begun):
    table = played(tables, begun.code, HAND)
    for points in ("5", "-3"):
        table = tables.enter(adjusting(table, 1, f"A {points} agreed"), Sent.now(table))
    answers = {k: v for k, v in table.record.hands[0].items() if k.startswith("@adjust")}
    assert answers == {"@adjust 1": "A 5 agreed", "@adjust 2": "A -3 agreed"}


# -- keeping -------------------------------------------------------------------------------------


def test_watcher_page_is_rendered_once_for_all(tables, begun):
    drawn = []

    def draw():
        drawn.append(1)
        return b"page"

    assert [begun.cached_page("key", draw) for _ in range(3)] == [b"page"] * 3
    assert tables.get(begun.code).cached_page("key", draw) == b"page"
    assert drawn == [1]


def test_page_requested_while_rendering_is_not_rendered_again(begun, monkeypatch):
    looked, drawn = Semaphore(0), []

    class Pages(dict[Any, bytes]):
        def __contains__(self, key):
            looked.release()
            return super().__contains__(key)

    def draw():
        drawn.append(1)
        for _ in range(3):  # twice for this page, once for the other that waits for it
            assert looked.acquire(timeout=20)
        return b"page"

    monkeypatch.setitem(vars(begun), "_pages", Pages())
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(begun.cached_page, "key", draw) for _ in range(2)]
        assert [each.result(30) for each in asked] == [b"page"] * 2
    assert drawn == [1]

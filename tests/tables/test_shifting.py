"""A forgotten hand is inserted, a double one removed; the preview names every later hand."""

from __future__ import annotations

import pytest

from companion.engine.record import Act, BadRecord
from companion.questions import Refused
from companion.tables import Sent
from companion.tables.changes import inserting, removing

FIRST = {"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass", "trump": "D",
         "tricks": "5", "5H": "B", "3S": "A"}  # fmt: skip
SECOND = {"bid 3": "7", "bid 4": "7 no", "bid 1": "8 no", "bid 2": "pass",
          "tricks": "5", "5H": "A", "3S": "B"}  # fmt: skip


@pytest.fixture
def two(tables, begun):
    """A table after two hands."""
    acts = [Act("answer", 1, FIRST), Act("answer", 2, SECOND)]
    return tables.do(begun, acts, Sent.now(begun))


def test_inserted_hand_is_asked_and_later_answers_stay(tables, two):
    made = inserting(two, 2)
    assert made.open_page
    assert not made.ready
    after = tables.enter(made, Sent.now(two))
    assert after.pending.hand == 2
    assert after.record.hands[2] == two.record.hands[1]
    assert tables.undo(two.code, Sent.now(after)).record == two.record


def test_missing_hand_cannot_be_inserted_or_removed(tables, two):
    for change in (inserting, removing):
        with pytest.raises(BadRecord, match="is the last"):
            change(two, 7)
    assert tables.store.seq(two.code) == two.seq


def test_confirmed_hand_is_removed_only_with_reason(tables, two):
    table = tables.do(two, [Act("answer", 1, {"@ok": "yes"})], Sent.now(two))
    with pytest.raises(Refused, match="Enter a reason"):
        tables.enter(removing(table, 1), Sent.now(table))
    after = tables.enter(removing(table, 1), Sent.now(table, why="twice"))
    assert len(after.record.hands) == 1

"""A demo evening: opened with a tap, played, deleted, and in no statistics."""

from datetime import UTC, datetime, timedelta

import pytest

from companion import games
from companion.store import NotFound
from companion.store.listing import Listing, Scope
from companion.store.portions import import_tables
from companion.store.saved import Saved
from companion.web.tables import demo
from tests.web.phones import NAMES


def demos(store):
    return Listing(store).listed(Scope(demo=True))


def opened(one, key="kaiser"):
    """Opens a demo from the page More; the phone."""
    reply = one.fill("/demo", on="/more", follow=False, game=key)
    assert reply.status_code == 303
    one.go(reply)
    return one


@pytest.mark.parametrize("key", games.all_games())
def test_every_demo_is_one_hand_from_end(key, phone):
    one = opened(phone(), key)
    assert "A demo evening" in one.words("")
    assert one.last.status_code == 200
    replay = one.replay
    assert not any((replay.over, replay.refused, replay.half_amended, replay.unused))
    assert [hand for hand in replay.hands if hand.over]
    assert one.get("sheet").status_code == 200


def test_demo_can_be_tried_undone_and_deleted(phone):
    one = opened(phone())
    seq = one.seq
    one.fill("undo", on="")
    assert one.seq == seq + 1
    assert "<form" in one.get("").text
    assert "Companion" in one.send("forget").text
    with pytest.raises(NotFound):
        assert one.stored
    assert one.code not in one.get("/").text


def test_demo_is_private_and_counts_nowhere(phone):
    one, other = opened(phone()), phone()
    assert one.code in one.get("/").text
    assert one.code not in other.get("/").text
    for path in ("/history", "/people", "/export.json"):
        text = one.get(path).text
        assert one.code not in text
        assert "Nell" not in text
    text = one.get("/new/kaiser").text
    assert "As last time" not in text
    assert 'value="Nell"' not in text


def test_second_demo_replaces_the_first(phone, store):
    one = opened(phone())
    first = one.code
    opened(one, "tres")
    assert first != one.code
    assert [demo.code for demo in demos(store)] == [one.code]


def test_the_same_form_sent_twice_opens_one_demo(phone, store):
    one = phone()
    one.get("/more")
    form = one.form("/demo") | {"game": "kaiser"}
    assert len({one.post("/demo", form).headers["Location"] for _ in range(2)}) == 1
    assert len(demos(store)) == 1


def test_old_demos_are_deleted_but_tables_stay(phone, store):
    start, _ = demo.evening(games.find("kaiser"))
    stale = Saved.beginning(start, 1, at=datetime.now(UTC) - timedelta(days=2))
    (left,) = import_tables(store, [stale])
    one = phone()
    real = one.begin(**NAMES)
    opened(one)
    with pytest.raises(NotFound):
        store.table(left.code)
    assert store.table(real)


def test_only_whoever_opened_it_throws_a_demo_away(phone):
    one = opened(phone())
    assert phone(one.code).post("forget", {}).status_code == 403
    assert one.stored


def test_only_newcomers_see_the_introduction(phone):
    one = phone()
    words = one.words("/")
    assert "Keep score while you play with real cards." in words
    assert "Choose a game." in words
    one.begin()
    assert "Keep score while you play" not in one.words("/")

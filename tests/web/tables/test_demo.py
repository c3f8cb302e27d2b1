"""A demo evening: opened with a tap, tried out, thrown away, and counted nowhere."""

from datetime import UTC, datetime, timedelta

import pytest

from companion import games
from companion.store import NotFound
from companion.store.exchange import Saved
from companion.store.keeping import heads
from companion.web.tables import demo
from tests.web.phones import NAMES, plain


def opened(phone, key="kaiser"):
    """A demo that was opened from the page More; its code."""
    phone.get("/more")
    reply = phone.send("/demo", follow=False, game=key)
    assert reply.status_code == 303
    return reply.headers["Location"].rsplit("/", 1)[1]


@pytest.mark.parametrize("key", games.shelf())
def test_a_demo_of_every_game_stands_a_hand_before_its_end(key, phone, store):
    one = phone()
    code = opened(one, key)
    page = one.get(f"/t/{code}")
    assert page.status_code == 200
    assert "A demo evening" in plain(page.text)
    replay = games.find(key).replay(store.table(code).record)
    assert not replay.over
    assert not replay.refused
    assert not replay.half_amended
    assert replay.strays == []
    assert [hand for hand in replay.hands if hand.over]
    assert one.get(f"/t/{code}/sheet").status_code == 200


def test_a_demo_can_be_tried_and_undone(phone, store):
    one = phone()
    code = opened(one)
    seq = store.seq(code)
    one.get(f"/t/{code}")
    one.send(f"/t/{code}/undo")
    assert store.seq(code) == seq + 1
    assert "<form" in one.get(f"/t/{code}").text


def test_a_demo_is_thrown_away_for_good(phone, store):
    one = phone()
    code = opened(one)
    one.get(f"/t/{code}")
    reply = one.send(f"/t/{code}/forget")
    assert "Companion" in reply.text
    with pytest.raises(NotFound):
        store.table(code)
    assert code not in one.get("/").text


def test_a_demo_counts_nowhere_and_others_do_not_see_it(phone):
    one, other = phone(), phone()
    code = opened(one)
    assert code in one.get("/").text
    assert code not in other.get("/").text
    for path in ("/history", "/people", "/export.json"):
        text = one.get(path).text
        assert code not in text
        assert "Nell" not in text


def test_a_demo_is_no_pattern_for_the_next_table_and_leaves_no_names(phone):
    one = phone()
    opened(one)
    text = one.get("/new/kaiser").text
    assert "As last time" not in text
    assert 'value="Nell"' not in text


def test_a_second_demo_takes_the_place_of_the_first(phone, store):
    one = phone()
    first, second = opened(one), opened(one, "tres")
    assert first != second
    assert [head.code for head in heads(store, demo=True)] == [second]


def test_the_same_form_sent_twice_opens_one_demo(phone, store):
    one = phone()
    one.get("/more")
    form = one.form("/demo") | {"game": "kaiser"}
    codes = {one.post("/demo", form).headers["Location"] for _ in range(2)}
    assert len(codes) == 1
    assert len(heads(store, demo=True)) == 1


def test_old_demos_are_tidied_away_and_real_tables_are_not(phone, store):
    game = games.find("kaiser")
    start, _ = demo.evening(game)
    old = datetime.now(UTC) - timedelta(days=2)
    stale = Saved.beginning(start, 1, at=old)
    (left,) = store.restore([stale])
    one = phone()
    real = one.begin(**NAMES)
    opened(one)
    with pytest.raises(NotFound):
        store.table(left.code)
    assert store.table(real)


def test_only_whoever_opened_it_throws_a_demo_away(phone, store):
    code = opened(phone())
    other = phone()
    assert other.post(f"/t/{code}/forget", {}).status_code == 403
    assert store.table(code)


def test_a_newcomer_is_told_what_this_is_and_others_are_not(phone):
    one = phone()
    words = plain(one.get("/").text)
    assert "Real cards on the table; this keeps the score" in words
    assert "Tap a game" in words
    one.begin()
    assert "Real cards on the table" not in plain(one.get("/").text)

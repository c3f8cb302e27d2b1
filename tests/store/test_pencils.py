"""The right to score at a table: invitations, admitted phones, and the scorer's phone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion import clock as app_clock
from companion.engine.record import Act, Record
from companion.store import pencils
from companion.store.pencils import TRIES
from companion.store.portions import import_tables
from companion.store.rows import digest

WRONG = "12345"
"""Five digits are never right."""


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test moves on: `clock.pass_(minutes=3)`."""

    class Clock:
        now = datetime.now(UTC)

        def pass_(self, **spans):
            self.now += timedelta(**spans)

    found = Clock()
    monkeypatch.setattr(app_clock, "now", lambda: found.now)
    return found


@pytest.fixture
def table(store, record, clock):
    """A table that Nell's phone has begun."""
    stored = store.begin(record)
    pencils.begun(store, stored.code, "nell", "phone nell")
    return store.table(stored.code)


def holder(store, table):
    return store.table(table.code).row.pencil


def test_a_phone_that_was_let_in_takes_the_pencil_and_the_other_takes_it_back(store, table):
    door = pencils.door(store, table.code)
    assert pencils.let_in(store, table.code, "omar", door.code, "2", "phone omar")
    assert holder(store, table) == digest("nell")
    assert pencils.take(store, table.code, "omar", who="phone omar") == table.key
    assert pencils.take(store, table.code, "omar") == table.key  # sent again
    assert holder(store, table) == digest("omar")
    assert pencils.take(store, table.code, "nell")
    assert holder(store, table) == digest("nell")
    told = [(row.kind, dict(row.answers), row.who) for row in store.journal(table.code)]
    assert told == [
        ("link", {"seat": "2"}, "phone omar"),
        ("pencil", {"how": "taken", "seat": "2", "from": ""}, "phone omar"),
        ("pencil", {"how": "taken", "seat": "", "from": "2"}, ""),
    ]
    assert store.table(table.code).touched == table.touched
    last = pencils.moved(store, table.code)
    assert last
    assert last.seq == 3


def test_whoever_was_not_let_in_takes_nothing(store, table):
    for phone, key in (("omar", ""), ("omar", "guess"), ("", ""), ("omar", "ключ")):
        assert pencils.take(store, table.code, phone, key) == ""
    assert [each.phone for each in pencils.phones(store, table.code)] == [digest("nell")]
    assert holder(store, table) == digest("nell")
    assert store.journal(table.code) == []


def test_digits_and_picture_let_in_once(store, table, monkeypatch):
    monkeypatch.setattr(pencils, "MOST", 4)
    door = pencils.door(store, table.code)
    assert pencils.let_in(store, table.code, "omar", door.digits)
    assert not pencils.let_in(store, table.code, "pia", door.digits)
    fresh = pencils.door(store, table.code)
    assert not pencils.let_in(store, table.code, "pia", door.code)
    assert pencils.let_in(store, table.code, "pia", fresh.code)
    assert not pencils.let_in(store, table.code, "quin", fresh.digits)
    assert pencils.let_in(store, table.code, "quin", pencils.door(store, table.code).code)
    last = pencils.door(store, table.code)  # no more phones than that are let in
    assert not pencils.let_in(store, table.code, "ruth", last.code)
    assert len(pencils.phones(store, table.code)) == 4


def test_digits_cannot_be_tried_out(store, table):
    door = pencils.door(store, table.code)
    for _ in range(TRIES):
        assert not pencils.let_in(store, table.code, "guesser", WRONG)
    assert not pencils.let_in(store, table.code, "guesser", door.digits)
    # The open page shows no new digits by itself; the QR code is still valid.
    assert pencils.worn(pencils.door(store, table.code))
    assert pencils.let_in(store, table.code, "omar", door.code)
    for _ in range(TRIES):
        pencils.let_in(store, table.code, "guesser", WRONG)
    assert not pencils.worn(pencils.door(store, table.code, anew=True))


def test_the_door_is_open_only_while_it_is_shown(store, table, clock, monkeypatch):
    said = pencils.door(store, table.code)
    assert not pencils.let_in(store, store.begin(table.record).code, "omar", said.code)
    pencils.shut(store, table.code)
    assert not pencils.let_in(store, table.code, "omar", said.code)
    assert not pencils.let_in(store, table.code, "omar", said.digits)
    said = pencils.door(store, table.code)
    clock.pass_(seconds=50)
    with monkeypatch.context() as patch:  # a page that stays open writes seldom
        patch.setattr(store, "changing", None)
        pencils.door(store, table.code)
    clock.pass_(seconds=50)
    assert pencils.door(store, table.code).code == said.code  # the page asks, and keeps it open
    clock.pass_(seconds=100)
    assert pencils.let_in(store, table.code, "omar", said.code)
    clock.pass_(seconds=30)
    assert not pencils.let_in(store, table.code, "pia", said.code)
    assert pencils.door(store, table.code).code != said.code


def test_door_closes_when_the_clock_is_set_back(store, table, clock):
    said = pencils.door(store, table.code)
    clock.pass_(days=-1)
    assert not pencils.let_in(store, table.code, "omar", said.code)
    fresh = pencils.door(store, table.code)
    assert fresh.code != said.code
    assert pencils.let_in(store, table.code, "omar", fresh.code)
    clock.pass_(days=366)
    assert not pencils.let_in(store, table.code, "pia", fresh.code)
    assert pencils.door(store, table.code).code != fresh.code


def test_another_key_puts_every_other_phone_out(store, table):
    pencils.let_in(store, table.code, "omar", pencils.door(store, table.code).code)
    said = pencils.door(store, table.code).code
    key = pencils.rekey(store, table.code, "nell")
    assert key != table.key
    assert holder(store, table) == digest("nell")
    assert pencils.take(store, table.code, "omar") == ""
    assert pencils.take(store, table.code, "pia", table.key) == ""
    assert not pencils.let_in(store, table.code, "quin", said)
    assert pencils.take(store, table.code, "pia", key) == key
    # By the operator of the server: the table has no scorer until the link is opened.
    pencils.rekey(store, table.code)
    assert holder(store, table) is None
    assert pencils.phones(store, table.code) == []


def test_a_name_goes_along_to_a_new_phone_but_not_that_of_the_one_that_writes(store, table):
    pencils.named(store, table.code, "nell", "1", "")
    for phone, seat in (("old", "2"), ("new", "2"), ("other", "1")):
        pencils.let_in(store, table.code, phone, pencils.door(store, table.code).code, seat)
    seats = {row.phone: row.seat for row in pencils.phones(store, table.code)}
    assert seats == {digest("nell"): "1", digest("old"): "", digest("new"): "2",
                     digest("other"): ""}  # fmt: skip
    assert pencils.take(store, table.code, "old")  # it is still admitted


def test_who_was_let_in_is_so_at_the_table_that_follows(store, clock):
    before = store.begin(Record.begin("some-game", ["Nell", "Omar", "Pia"]))
    pencils.begun(store, before.code, "nell", "")
    for phone, seat in (("omar", "2"), ("pia", "3")):
        pencils.let_in(store, before.code, phone, pencils.door(store, before.code).code, seat)
    after = store.begin(Record.begin("some-game", ["Pia", "Nell", "Quin"]))
    pencils.begun(store, after.code, "pia", "", before)
    seats = {row.phone: row.seat for row in pencils.phones(store, after.code)}
    assert seats == {digest("nell"): "", digest("omar"): "", digest("pia"): "1"}
    assert holder(store, after) == digest("pia")
    assert pencils.take(store, after.code, "omar") == after.key
    # The same form sent again, late, takes scoring from no phone.
    pencils.begun(store, after.code, "pia", "")
    assert holder(store, after) == digest("omar")


def test_an_entry_leaves_pencil_and_door_where_they_are_and_an_export_has_neither(store, table):
    """Each entry writes the row of its table, but not columns that another phone changed."""
    known = store.table(table.code)
    pencils.let_in(store, table.code, "omar", pencils.door(store, table.code).code)
    seq = store.seq(table.code)
    store.act(table.code, Act("answer", 1, {"a": "1"}), seen=seq, submission="s", known=known)
    assert store.table(table.code).row.door is not None
    assert holder(store, table) == digest("nell")
    saved = store.saved(table.code)
    assert not {"pencil", "door", "key"} & set(saved.json())
    (again,) = import_tables(store, [saved])
    assert (again.row.pencil, again.row.door) == (None, None)
    assert again.key != table.key

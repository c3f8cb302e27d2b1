"""The right to score at a table: the invitation, the admitted phones, and the scorer's phone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion import clock as app_clock
from companion.engine.record import Act, Record
from companion.store import write_access
from companion.store.portions import import_tables
from companion.store.rows import digest
from companion.store.write_access import TRIES

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
    write_access.begun(store, stored.code, "nell", "phone nell")
    return store.table(stored.code)


def holder(store, table):
    return store.table(table.code).row.scorer


def test_write_access_moves_between_invited_phones(store, table):
    invitation = write_access.invitation(store, table.code)
    assert write_access.let_in(store, table.code, "omar", invitation.code, "2", "phone omar")
    assert holder(store, table) == digest("nell")
    assert write_access.take(store, table.code, "omar", who="phone omar") == table.key
    assert write_access.take(store, table.code, "omar") == table.key  # sent again
    assert holder(store, table) == digest("omar")
    assert write_access.take(store, table.code, "nell")
    assert holder(store, table) == digest("nell")
    told = [(row.kind, dict(row.answers), row.who) for row in store.journal(table.code)]
    assert told == [
        ("link", {"seat": "2"}, "phone omar"),
        ("pencil", {"how": "taken", "seat": "2", "from": ""}, "phone omar"),
        ("pencil", {"how": "taken", "seat": "", "from": "2"}, ""),
    ]
    assert store.table(table.code).touched == table.touched
    last = write_access.moved(store, table.code)
    assert last
    assert last.seq == 3


def test_whoever_was_not_let_in_takes_nothing(store, table):
    for phone, key in (("omar", ""), ("omar", "guess"), ("", ""), ("omar", "ключ")):
        assert write_access.take(store, table.code, phone, key) == ""
    assert [each.phone for each in write_access.phones(store, table.code)] == [digest("nell")]
    assert holder(store, table) == digest("nell")
    assert store.journal(table.code) == []


def test_digits_and_picture_let_in_once(store, table, monkeypatch):
    monkeypatch.setattr(write_access, "MOST", 4)
    invitation = write_access.invitation(store, table.code)
    assert write_access.let_in(store, table.code, "omar", invitation.digits)
    assert not write_access.let_in(store, table.code, "pia", invitation.digits)
    fresh = write_access.invitation(store, table.code)
    assert not write_access.let_in(store, table.code, "pia", invitation.code)
    assert write_access.let_in(store, table.code, "pia", fresh.code)
    assert not write_access.let_in(store, table.code, "quin", fresh.digits)
    assert write_access.let_in(
        store, table.code, "quin", write_access.invitation(store, table.code).code
    )
    last = write_access.invitation(store, table.code)  # no more phones than that are let in
    assert not write_access.let_in(store, table.code, "ruth", last.code)
    assert len(write_access.phones(store, table.code)) == 4


def test_digits_cannot_be_tried_out(store, table):
    invitation = write_access.invitation(store, table.code)
    for _ in range(TRIES):
        assert not write_access.let_in(store, table.code, "guesser", WRONG)
    assert not write_access.let_in(store, table.code, "guesser", invitation.digits)
    # The page that is open shows no others by itself; the picture is as good as before.
    assert write_access.exhausted(write_access.invitation(store, table.code))
    assert write_access.let_in(store, table.code, "omar", invitation.code)
    for _ in range(TRIES):
        write_access.let_in(store, table.code, "guesser", WRONG)
    assert not write_access.exhausted(write_access.invitation(store, table.code, fresh=True))


def test_invitation_is_open_only_while_shown(store, table, clock, monkeypatch):
    said = write_access.invitation(store, table.code)
    assert not write_access.let_in(store, store.begin(table.record).code, "omar", said.code)
    write_access.shut(store, table.code)
    assert not write_access.let_in(store, table.code, "omar", said.code)
    assert not write_access.let_in(store, table.code, "omar", said.digits)
    said = write_access.invitation(store, table.code)
    clock.pass_(seconds=50)
    with monkeypatch.context() as patch:  # a page that stays open writes seldom
        patch.setattr(store, "changing", None)
        write_access.invitation(store, table.code)
    clock.pass_(seconds=50)
    assert (
        write_access.invitation(store, table.code).code == said.code
    )  # the page asks, and keeps it open
    clock.pass_(seconds=100)
    assert write_access.let_in(store, table.code, "omar", said.code)
    clock.pass_(seconds=30)
    assert not write_access.let_in(store, table.code, "pia", said.code)
    assert write_access.invitation(store, table.code).code != said.code


def test_invitation_ends_when_clock_is_set_back(store, table, clock):
    said = write_access.invitation(store, table.code)
    clock.pass_(days=-1)
    assert not write_access.let_in(store, table.code, "omar", said.code)
    fresh = write_access.invitation(store, table.code)
    assert fresh.code != said.code
    assert write_access.let_in(store, table.code, "omar", fresh.code)
    clock.pass_(days=366)
    assert not write_access.let_in(store, table.code, "pia", fresh.code)
    assert write_access.invitation(store, table.code).code != fresh.code


def test_another_key_puts_every_other_phone_out(store, table):
    write_access.let_in(store, table.code, "omar", write_access.invitation(store, table.code).code)
    said = write_access.invitation(store, table.code).code
    key = write_access.rekey(store, table.code, "nell")
    assert key != table.key
    assert holder(store, table) == digest("nell")
    assert write_access.take(store, table.code, "omar") == ""
    assert write_access.take(store, table.code, "pia", table.key) == ""
    assert not write_access.let_in(store, table.code, "quin", said)
    assert write_access.take(store, table.code, "pia", key) == key
    # The command `key --new`: no phone scores until one opens the link.
    write_access.rekey(store, table.code)
    assert holder(store, table) is None
    assert write_access.phones(store, table.code) == []


def test_name_moves_to_new_phone_except_scorers(store, table):
    write_access.named(store, table.code, "nell", "1", "")
    for phone, seat in (("old", "2"), ("new", "2"), ("other", "1")):
        write_access.let_in(
            store, table.code, phone, write_access.invitation(store, table.code).code, seat
        )
    seats = {row.phone: row.seat for row in write_access.phones(store, table.code)}
    assert seats == {digest("nell"): "1", digest("old"): "", digest("new"): "2",
                     digest("other"): ""}  # fmt: skip
    assert write_access.take(store, table.code, "old")  # it is in still


def test_invited_phones_stay_invited_at_next_table(store, clock):
    before = store.begin(Record.begin("some-game", ["Nell", "Omar", "Pia"]))
    write_access.begun(store, before.code, "nell", "")
    for phone, seat in (("omar", "2"), ("pia", "3")):
        write_access.let_in(
            store, before.code, phone, write_access.invitation(store, before.code).code, seat
        )
    after = store.begin(Record.begin("some-game", ["Pia", "Nell", "Quin"]))
    write_access.begun(store, after.code, "pia", "", before)
    seats = {row.phone: row.seat for row in write_access.phones(store, after.code)}
    assert seats == {digest("nell"): "", digest("omar"): "", digest("pia"): "1"}
    assert holder(store, after) == digest("pia")
    assert write_access.take(store, after.code, "omar") == after.key
    # A late repetition of the same form does not change the scorer.
    write_access.begun(store, after.code, "pia", "")
    assert holder(store, after) == digest("omar")


def test_entry_keeps_write_access_and_export_omits_it(store, table):
    """The row of a table is written with each entry: not what another phone changed in it."""
    known = store.table(table.code)
    write_access.let_in(store, table.code, "omar", write_access.invitation(store, table.code).code)
    seq = store.seq(table.code)
    store.act(table.code, Act("answer", 1, {"a": "1"}), seen=seq, submission="s", known=known)
    assert store.table(table.code).row.invitation is not None
    assert holder(store, table) == digest("nell")
    saved = store.saved(table.code)
    assert not {"pencil", "door", "key"} & set(saved.json())
    (again,) = import_tables(store, [saved])
    assert (again.row.scorer, again.row.invitation) == (None, None)
    assert again.key != table.key

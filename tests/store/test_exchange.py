"""An export has everything, and reads back to the same; a damaged one is refused whole."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest

from companion.engine.record import Act, BadRecord, Record
from companion.store import Store
from companion.store.exchange import dump, read
from companion.store.portions import import_tables
from companion.store.saved import EVENING
from tests.databases import prepared
from tests.store.conftest import PLAYERS


def entered(store, code):
    """The journal of a table, without what is its own: its number, and ids of forms."""
    return [row.model_dump(exclude={"table_id", "submission"}) for row in store.journal(code)]


def export(store) -> Any:
    """Of a finished, corrected table and of one just begun."""
    first, second = (
        store.begin(Record.begin("some-game", PLAYERS), edition=2, who="Nell").code
        for _ in range(2)
    )
    acts = [
        Act("answer", 1, {"bid 2": "7 no"}),
        Act("amend", 1, {"bid 2": "8 ♥", "trump": None}),
        Act("amend", 0, {"player 3": "Petra"}),
        Act("undo"),
        Act("redo"),
        Act("undo"),
    ]
    for number, act in enumerate(acts):
        store.act(first, act, seen=number, submission=str(number), who="Omar", why=f"w{number}")
    store.settle(first, {"A": 9, "B": 1}, ["A"])
    return json.loads(json.dumps(dump(map(store.saved, [first, second]))))


@pytest.fixture
def exported(store):
    return export(store)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A read-only export, as text."""
    file = tmp_path_factory.mktemp("sample") / "club.db"
    with closing(Store(prepared(f"sqlite:///{file}"))) as store:
        return json.dumps(export(store))


def test_what_is_read_back_is_what_was_stored(store, exported):
    old = [store.table(table["code"]) for table in exported["tables"]]
    new = import_tables(store, read(exported))
    for one, two in zip(old, new, strict=True):
        assert (two.code, two.key) != (one.code, one.key)
        assert two.record.json() == one.record.json()
        for name in ("game", "edition", "seq", "status", "begun", "touched", "totals", "winners",
                     "undoable", "redoable"):  # fmt: skip
            assert getattr(two, name) == getattr(one, name), name
        assert entered(store, two.code) == entered(store, one.code)
    again = dump(map(store.saved, [stored.code for stored in new]))
    assert again["tables"][0]["journal"] == exported["tables"][0]["journal"]
    later = store.act(new[0].code, Act("redo"), seen=new[0].seq, submission="again")
    assert later.record.players[2] == "Petra"


def test_inserted_and_removed_hands_survive_export(store, record):
    code = store.begin(record).code
    acts = [Act("answer", 1, {"a": "1"}), Act("insert", 1, {"a": "new"}), Act("remove", 2)]
    for number, act in enumerate(acts):
        store.act(code, act, seen=number, submission=str(number))
    (stored,) = import_tables(store, read(json.loads(json.dumps(dump([store.saved(code)])))))
    assert stored.record.hands == [{"a": "new"}]
    assert entered(store, stored.code) == entered(store, code)
    back = store.act(stored.code, Act("undo"), seen=stored.seq, submission="again")
    assert back.record.hands == [{"a": "new"}, {"a": "1"}]


def test_acts_sent_together_stay_together_in_file(store, record):
    code = store.begin(record).code
    acts = [Act("answer", number, {"a": "1"}) for number in (1, 2, 3)]
    store.act(code, acts[0], seen=0, submission="one")
    store.act(code, *acts[1:], seen=1, submission="two")
    data = json.loads(json.dumps(dump([store.saved(code)])))
    assert [row.get("form") for row in data["tables"][0]["journal"]] == [None, None, 2]
    (stored,) = import_tables(store, read(data))
    assert stored.undoable == acts[1:]
    data["tables"][0]["journal"][2]["form"] = 4
    with pytest.raises(BadRecord):
        read(data)


def test_export_names_format_and_includes_record(sample):
    exported = json.loads(sample)
    assert (exported["format"], exported["version"]) == ("companion-export", 1)
    first = exported["tables"][0]
    assert first["record"]["hands"] == [{"bid 2": "8 ♥"}]
    assert first["record"]["head"]["player 3"] == "Pia"
    assert "key" not in first


def test_import_derives_replaced_values_itself(store, exported):
    exported["tables"][0]["journal"][1]["replaced"] = {"bid 2": "a lie"}
    stored = import_tables(store, read(exported))[0]
    assert store.journal(stored.code)[1].replaced == {"bid 2": "7 no"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "other"),
        ("version", 2),
        ("tables", {}),
        ("tables 1", None),
        ("tables 1 start", KeyError),
        ("tables 1 start head", []),
        ("tables 1 game", "another"),
        ("tables 1 status", "lost"),
        ("tables 1 begun", "yesterday"),
        ("tables 1 edition", None),
        ("tables 0 journal", "no"),
        ("tables 0 journal 2 seq", 2),
        ("tables 0 journal 2 kind", "drop table"),
        ("tables 0 journal 2 hand", 7),
        ("tables 0 journal 2 hand", -1),
        ("tables 0 journal 2 hand", 10**9),
        ("tables 0 journal 2 answers", {"a": 1}),
        ("tables 0 journal 2 answers", {"": "1"}),
        ("tables 0 journal 2 answers", ["a"]),
        ("tables 0 journal 2 answers", {"player 1": None}),
        ("tables 0 journal 2 at", KeyError),
        ("tables 0 came_to", {"totals": {"A": "many"}, "winners": []}),
    ],
)
def test_a_damaged_export_is_refused(sample, path, value):
    *way, last = [int(part) if part.isdecimal() else part for part in path.split()]
    exported = json.loads(sample)
    data: Any = exported
    for part in way:
        data = data[part]
    if value is KeyError:
        del data[last]
    else:
        data[last] = value
    with pytest.raises(BadRecord):
        read(exported)


@pytest.mark.parametrize("data", [None, 3, "text", [], {}])
def test_something_else_is_no_export(data):
    with pytest.raises(BadRecord, match="is not an export"):
        read(data)


def test_journal_whose_rows_replace_much_is_refused(store, record):
    """Each of these rows is short, but replaces a long one."""
    code = store.begin(record).code
    acts = [Act("answer", 1, {f"k {number}": "x" * 500 for number in range(100)})]
    acts += [Act(("remove", "undo")[number % 2], 1) for number in range(60)]
    store.act(code, *acts, seen=0, submission="x", apart=True)
    data = dump([store.saved(code)])
    assert read(data)
    with pytest.raises(BadRecord, match="its texts are too long"):
        read(data, EVENING)

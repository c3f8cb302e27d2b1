"""Tables are found without a replay, deleted with an undo, and people are forgotten."""

from __future__ import annotations

import json

import pytest

from companion.engine.record import Act, Record
from companion.store import NotFound
from companion.store.erasing import erase_name
from companion.store.exchange import dump, read
from companion.store.keeping import bring_back, discard
from companion.store.listing import Listing, Scope
from companion.store.portions import import_tables


def begun(store, *players: str, **head: str) -> str:
    record = Record.begin("some-game", players)
    record.head |= head
    return store.begin(record).code


def codes(store, **scope) -> list[str]:
    return [each.code for each in Listing(store).listed(Scope(unplayed=True, **scope))]


def test_deleted_table_leaves_lists_and_returns_unchanged(store):
    code = begun(store, "Nell", "Omar")
    assert bring_back(store, code).seq == 0
    store.act(code, Act("answer", 1, {"a": "1"}), seen=0, submission="a")
    before = store.settle(code, {"1": 5, "2": 3}, ["1"])
    assert discard(store, code).status == "deleted"
    assert discard(store, code).seq == before.seq + 1
    assert codes(store) == []
    assert codes(store, deleted=True) == [code]
    after = bring_back(store, code)
    assert (after.status, after.totals, after.winners) == ("finished", {"1": 5, "2": 3}, ("1",))
    assert after.record.json() == before.record.json()
    assert codes(store) == [code]
    data = json.loads(json.dumps(dump([store.saved(code)])))
    assert import_tables(store, read(data))[0].seq == after.seq


def test_name_is_erased_everywhere_except_inside_other_names(store):
    code = begun(store, "Nell", "Nellie", **{"team A": "Nell’s"})
    acts = [
        Act("amend", 0, {"player 1": "Petra"}),
        Act("amend", 0, {"player 1": "NELL"}),
        Act("answer", 1, {"@adjust 1": "Nell -10 Nell revoked", "what": "pass"}),
    ]
    for seen, act in enumerate(acts):
        store.act(code, act, seen=seen, submission=str(seen), why="Nell said so")
    assert erase_name(store, code, "nell") is True
    stored = store.table(code)
    assert stored.record.players == ["Player 1", "Nellie"]
    assert stored.record.hands == [{"@adjust 1": "Player 1 -10 Player 1 revoked", "what": "pass"}]
    text = json.dumps(dump([store.saved(code)])).casefold()
    assert text.count("nell") == text.count("nellie")
    assert "petra" in text
    assert erase_name(store, code, "nell") is False
    assert [row.kind for row in store.journal(code)] == ["amend", "amend", "answer", "erase"]
    with pytest.raises(NotFound):
        erase_name(store, "BBBBBB", "Nell")

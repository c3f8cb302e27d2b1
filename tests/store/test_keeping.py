"""Tables are found without being derived, deleted so that they come back, and people forgotten."""

from __future__ import annotations

import json

import pytest

from companion.engine.record import Act, Record
from companion.store import NotFound
from companion.store.exchange import dump, read
from companion.store.keeping import bring_back, discard, erase_name, heads


def named(*players: str, game: str = "some-game", **head: str) -> Record:
    record = Record.begin(game, players)
    record.head |= head
    return record


def test_heads_know_everybody_who_was_ever_named(store):
    code = store.begin(named("Nell", "Omar")).code
    act = Act("amend", 0, {"player 2": "Rosa", "earlier 2 3": "Omar"})
    store.act(code, act, seen=0, submission="a")
    (head,) = heads(store)
    assert (head.code, head.seq, head.names) == (code, 1, ("Nell", "Omar", "Rosa"))


def test_heads_are_of_the_codes_asked_for_and_newest_first(store):
    first, second, third = (store.begin(named("Nell", "Omar")).code for _ in range(3))
    assert [head.code for head in heads(store)] == [third, second, first]
    assert [head.code for head in heads(store, [first, third])] == [third, first]
    assert heads(store, []) == []


def test_demos_are_kept_apart(store):
    demo = store.begin(named("Nell", "Omar", demo="yes")).code
    assert heads(store) == []
    assert [head.code for head in heads(store, demo=True)] == [demo]


def test_a_deleted_table_leaves_the_lists_and_comes_back_as_it_was(store):
    code = store.begin(named("Nell", "Omar")).code
    store.act(code, Act("answer", 1, {"a": "1"}), seen=0, submission="a")
    before = store.settle(code, {"1": 5, "2": 3}, ["1"])
    assert discard(store, code).status == "deleted"
    assert heads(store) == []
    assert [head.code for head in heads(store, deleted=True)] == [code]
    after = bring_back(store, code)
    assert (after.status, after.totals, after.winners) == ("finished", {"1": 5, "2": 3}, ("1",))
    assert after.record.json() == before.record.json()
    assert [head.code for head in heads(store)] == [code]


def test_deleting_and_bringing_back_twice_changes_nothing_more(store):
    code = store.begin(named("Nell", "Omar")).code
    assert bring_back(store, code).seq == 0
    discard(store, code)
    assert discard(store, code).seq == 1
    assert bring_back(store, code).status == "playing"


def test_a_table_that_was_deleted_and_brought_back_survives_an_export(store):
    code = store.begin(named("Nell", "Omar")).code
    discard(store, code)
    bring_back(store, code)
    data = json.loads(json.dumps(dump([store.saved(code)])))
    assert store.restore(read(data))[0].seq == 2


def test_a_name_is_erased_wherever_it_was_entered(store):
    code = store.begin(named("Nell", "Omar", **{"team A": "Nell’s"})).code
    acts = [
        Act("amend", 0, {"player 1": "Petra"}),
        Act("amend", 0, {"player 1": "NELL"}),
        Act("answer", 1, {"@adjust 1": "Nell -10 Nell revoked", "what": "pass"}),
    ]
    for seen, act in enumerate(acts):
        store.act(code, act, seen=seen, submission=str(seen), why="Nell said so")
    assert erase_name(store, code, "nell") is True
    stored = store.table(code)
    assert stored.record.players == ["Player 1", "Omar"]
    assert stored.record.hands == [{"@adjust 1": "Player 1 -10 Player 1 revoked", "what": "pass"}]
    text = json.dumps(dump([store.saved(code)])).casefold()
    assert "nell" not in text
    assert "petra" in text
    assert erase_name(store, code, "nell") is False
    assert [row.kind for row in store.journal(code)] == ["amend", "amend", "answer", "erase"]


def test_a_name_inside_another_is_left_alone(store):
    code = store.begin(named("Nell", "Nellie")).code
    erase_name(store, code, "Nell")
    assert store.table(code).record.players == ["Player 1", "Nellie"]


def test_nothing_is_erased_where_there_is_no_table(store):
    with pytest.raises(NotFound):
        erase_name(store, "BBBBBB", "Nell")

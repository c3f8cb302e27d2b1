"""Turns at what costs much: before anything is read, one an address, and nobody is passed over."""

from __future__ import annotations

import json
import threading
from functools import partial

import pytest

from companion.engine.record import Act, Record
from companion.store.exchange import EVENING, dump
from companion.web.platform import gate
from tests.club.serving import until


@pytest.fixture
def full(monkeypatch):
    """Every turn is taken, by other addresses, until it is called."""
    monkeypatch.setattr(gate, "PATIENCE", 0.01)
    others = [f"192.0.2.{number}" for number in range(gate.AT_ONCE)]
    assert all(gate.TURNS.take(other, 0) for other in others)

    def ended():
        while others:
            gate.TURNS.give_back(others.pop())

    yield ended
    ended()


def test_what_is_large_or_dear_waits_before_it_is_read(full, scorer, monkeypatch):
    monkeypatch.setattr("companion.web.tables.carry.unpacked", lambda _: 1 / 0)
    monkeypatch.setattr("companion.web.tables.exports.tables_of", lambda *_: 1 / 0)
    large = {"text": "x" * (gate.LARGE + 1)}
    for path, form in (("/take", {"table": "x"}), ("/import", {"text": "x"}),
                       (f"/t/{scorer.code}/answer", large), ("/new/kaiser", large)):  # fmt: skip
        reply = scorer.post(path, form)
        assert (reply.status_code, reply.headers["Retry-After"]) == (503, "3"), path
    scorer.answer({"bid 2": "7"})
    assert scorer.last.status_code == 200


def test_few_pages_of_many_replays_are_made_at_a_time(full, played, phone):
    one = phone(played.code)
    reply = one.get("readings")
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "3")
    assert reply.headers["Refresh"] == "3"
    assert one.get("").status_code == 200
    full()
    assert one.get("readings").status_code == 200


def test_every_turn_is_given_back(scorer):
    for path in ("/take", "/import", "/nowhere", f"/t/{scorer.code}/answer"):
        scorer.post(path, {"text": "x" * (gate.LARGE + 1)})
        scorer.post(path, {"table": "#take=x"}, headers={"Origin": "https://evil.example"})
    assert not gate.TURNS._running
    assert not gate.TURNS._asking


def test_of_one_address_one_is_under_way_and_others_come_first():
    turns, order, go = gate.Turns(at_once=2, waiting=4), list[str](), threading.Event()

    def work(whose, name):
        assert turns.take(whose, 60)
        order.append(name)
        assert go.wait(60)
        turns.give_back(whose)

    threads = []
    for whose, name in (("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1")):
        threads.append(threading.Thread(target=work, args=(whose, name)))
        threads[-1].start()
        until(lambda: len(order) + len(turns._asking) == len(threads))
    assert order == ["a1", "b1"]
    go.set()
    for thread in threads:
        thread.join()
    assert sorted(order) == ["a1", "a2", "b1", "c1"]


def test_where_too_many_wait_the_last_of_whoever_waits_most_is_sent_away():
    turns, answers = gate.Turns(at_once=1, waiting=2), dict[str, bool]()
    assert turns.take("a", 0)

    def seen(many: int) -> bool:
        return len(turns._asking) + len(answers) == many

    def ask(name):
        answers[name] = turns.take(name[0], 60)

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("b1", "b2", "c1")]
    for number, thread in enumerate(threads, 1):
        thread.start()
        until(partial(seen, number))
    until(lambda: answers == {"b2": False})
    turns.give_back("a")
    until(lambda: answers.get("b1"))
    turns.give_back("b")
    until(lambda: answers.get("c1"))
    assert answers == {"b1": True, "b2": False, "c1": True}
    for thread in threads:
        thread.join()


def test_a_journal_comes_by_a_page_only_as_long_as_an_evening(phone, store):
    code = store.begin(Record.begin("kaiser", "ABCD")).code
    store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="x")
    export = dump([store.saved(code)])
    (table,) = export["tables"]
    (row,) = table["journal"]
    table["journal"] = [row | {"seq": seq, "form": seq} for seq in range(1, EVENING + 2)]
    reply = phone().post("/import", {"text": json.dumps(export)})
    assert reply.status_code == 422
    assert f"at most {EVENING} rows" in reply.text

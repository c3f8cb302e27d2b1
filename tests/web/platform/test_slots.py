"""Slots for expensive requests: taken before the work starts, one per address, in turn."""

from __future__ import annotations

import gc
import itertools
import json
import threading
import weakref
from functools import partial
from types import SimpleNamespace

import pytest

from companion import budget
from companion.engine.record import MAX_HANDS, Act, Record
from companion.hosting import admission
from companion.store.exchange import dump
from companion.store.saved import EVENING, Saved
from companion.tables.carrying import packed
from companion.web.paper.orders import TOO_MANY_HANDS
from companion.web.platform.errors import TOO_LONG
from tests.hosting.serving import until
from tests.waited import noted
from tests.web.phones import HTMX, plain


@pytest.fixture
def full(monkeypatch):
    """Every slot is taken, by other addresses, until it is called."""
    monkeypatch.setattr(admission, "PATIENCE", 0.01)
    others = [f"192.0.2.{number}" for number in range(admission.AT_ONCE)]
    assert all(admission.SLOTS.take(other, 0) for other in others)

    def ended():
        while others:
            admission.SLOTS.give_back(others.pop())

    yield ended
    ended()


def record(hands: int) -> Record:
    """A record with this number of thrown-in hands."""
    return Record("kaiser", Record.begin("kaiser", "ABCD").head, [{"@void": "rain"}] * hands)


def busy(reply) -> bool:
    """True for a 503 that says when to try again."""
    assert reply.status_code < 500 or reply.status_code == 503
    return reply.status_code == 503 and reply.headers["Retry-After"] == str(admission.AGAIN)


def test_large_body_needs_slot_before_reading(full, scorer, monkeypatch):
    monkeypatch.setattr("companion.web.tables.carry.unpacked", lambda _: 1 / 0)
    monkeypatch.setattr("companion.web.tables.exports.tables_of", lambda *_: 1 / 0)
    large = {"text": "x" * (admission.LARGE + 1)}
    for path in ("/take", "/import", f"/t/{scorer.code}/answer", "/new/kaiser"):
        assert busy(scorer.post(path, large)), path
    scorer.answer({"bid 2": "7"})
    assert scorer.last.status_code == 200


def test_short_link_with_many_hands_needs_a_slot(full, phone, store):
    form = {"table": f"#take={packed(Saved.beginning(record(MAX_HANDS), 1))}", "do": "write"}
    assert len(form["table"]) < 500
    assert busy(phone().post("/take", form))
    full()
    assert phone().post("/take", form).status_code == 303
    assert len(store.tables()) == 1


def test_pages_of_a_long_table_need_a_slot(phone, full):
    code = phone(record(MAX_HANDS)).code
    one = phone(code)
    for page in ("", "/live", "/sheet", "/print", "/print/sheet.html", ".json", "/readings"):
        reply = one.get(f"/t/{code}{page}")
        assert busy(reply), page
        assert reply.headers["Refresh"] == "3"
    full()
    assert one.get("").status_code == 200


def test_long_table_page_needs_slot_each_time(phone, monkeypatch):
    """Also if its replay is cached: the page has all its rows."""
    monkeypatch.setattr(admission, "PATIENCE", 0.01)
    one = phone(phone(record(MAX_HANDS)).code)
    assert one.get("sheet").status_code == 200
    others = [f"192.0.2.{number}" for number in range(admission.AT_ONCE)]
    assert all(admission.SLOTS.take(other, 0) for other in others)
    try:
        assert busy(one.get("sheet"))
    finally:
        for other in others:
            admission.SLOTS.give_back(other)


def test_many_copies_of_a_sheet_need_no_slot(full, phone):
    """They are laid out once."""
    path, many = "/print/kaiser/sheet.html", "?copies=50&rows=60"
    for page in (path, "/print/kaiser"):
        assert phone().get(page + many).status_code == 200


def test_copies_of_a_long_table_are_refused(phone):
    code, many = phone(record(MAX_HANDS)).code, "?copies=3"
    for page in ("sheet.html", "sheet.pdf"):
        reply = phone(code).get(f"print/{page}{many}")
        assert reply.status_code == 400
        assert TOO_MANY_HANDS in plain(reply.text)
    assert TOO_MANY_HANDS in phone(code).words(f"print{many}")
    assert phone(code).get(f"print/sheet.html{many}&blank=1").status_code == 200


def test_cached_live_page_needs_no_slot(phone, full):
    one = phone(phone(record(MAX_HANDS)).code)
    full()
    assert one.get("live").status_code == 200
    others = [f"192.0.2.{number}" for number in range(admission.AT_ONCE)]
    assert all(admission.SLOTS.take(other, 0) for other in others)
    assert one.get("live").status_code == 200
    assert busy(one.get("sheet"))
    for other in others:
        admission.SLOTS.give_back(other)


def test_no_page_of_an_evening_needs_a_slot(full, played, phone, app):
    """Nor does an entry; only the page that tries every house rule may."""
    for one in (played, phone(played.code)):
        for rule in app.url_map.iter_rules():
            if rule.arguments == {"code"} and "GET" in rule.methods:
                reply = one.get(rule.rule.replace("<code>", played.code))
                assert not busy(reply), rule.rule
        for path in ("hand/1", "why/1/1", "readings/min_bid", "amend/1", "print/sheet.html"):
            assert not busy(one.get(path)), path
    for path in ("/", "/new/kaiser", "/people", "/history", "/export.json", "/rules/kaiser"):
        assert not busy(played.get(path)), path
    played.answer({"bid 1": "7"})
    assert played.last.status_code == 200


def test_every_slot_is_given_back(scorer):
    for path in ("/take", "/import", "/nowhere", f"/t/{scorer.code}/answer"):
        scorer.post(path, {"text": "x" * (admission.LARGE + 1)})
        scorer.post(path, {"table": "#take=x"}, headers={"Origin": "https://evil.example"})
    assert not admission.SLOTS._running
    assert not admission.SLOTS._asking


# -- what is saved is acknowledged ----------------------------------------------------------------


@pytest.mark.parametrize(("limit", "step"), [("ROWS", 20), ("SECONDS", 1)])
def test_nothing_stops_a_request_after_its_entry(played, full, monkeypatch, limit, step):
    """At any stop of a request an entry is saved if and only if it is acknowledged."""
    ticks = itertools.count()
    form, before = played.filled({"bid 1": "7"}), played.stored.seq
    if limit == "SECONDS":
        monkeypatch.setattr(budget, "spent", lambda: next(ticks))
    stopped, status = 0, 0
    for number in range(step, 5000, step):
        monkeypatch.setattr(admission, limit, number)
        status = played.post("answer", form, headers=HTMX).status_code
        if played.stored.seq > before:
            break
        assert status == 503
        stopped += 1
    assert status == 200
    assert stopped


def test_request_without_time_left_ends_in_words(played, phone, app, monkeypatch):
    one = phone(played.code)
    monkeypatch.setattr(admission, "SECONDS", 0.0)
    reply = one.get("sheet")
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "60")
    assert TOO_LONG in plain(reply.text)
    assert "Refresh" not in reply.headers
    monkeypatch.setitem(app.config, "ALONE", True)
    assert one.get("sheet").status_code == 200


def test_form_stays_where_an_entry_finds_no_slot(phone, full):
    one = phone(record(MAX_HANDS - 1))
    reply = one.post("answer", {"seen": "0", "hand": str(MAX_HANDS), "a.bid 2": "7"}, headers=HTMX)
    assert busy(reply)
    assert reply.headers["HX-Reswap"] == "none"


def test_waiting_for_slot_blocks_no_other_table(played, phone, store, full, monkeypatch):
    """Nor does its replay: a waiting request must hold no lock that all tables share."""
    monkeypatch.setattr(admission, "PATIENCE", 60)
    one = phone(store.begin(record(100)).code)  # the replay, not the page alone, needs the slot
    monkeypatch.setattr(admission, "ROWS", 3000)
    waiting = threading.Thread(target=one.get, args=("",))
    waiting.start()
    until(lambda: len(admission.SLOTS._asking) == 1)
    scored = threading.Thread(target=played.answer, args=({"bid 1": "7"},))
    scored.start()
    scored.join(30)
    assert not scored.is_alive()
    assert played.last.status_code == 200
    full()
    waiting.join(60)


# -- whose slot it is ------------------------------------------------------------------------------


def test_each_address_runs_one_request_at_once():
    slots, order, go = admission.Slots(at_once=2, waiting=4), list[str](), threading.Event()

    def work(whose, name):
        assert slots.take(whose, 60)
        order.append(name)
        assert go.wait(60)
        slots.give_back(whose)

    threads = []
    for whose, name in (("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1")):
        threads.append(threading.Thread(target=work, args=(whose, name)))
        threads[-1].start()
        until(lambda: len(order) + len(slots._asking) == len(threads))
    assert order == ["a1", "b1"]
    go.set()
    for thread in threads:
        thread.join()
    assert sorted(order) == ["a1", "a2", "b1", "c1"]


def test_full_queue_drops_last_of_busiest_address():
    slots, answers = admission.Slots(at_once=1, waiting=2), dict[str, bool]()
    assert slots.take("a", 0)

    def seen(many: int) -> bool:
        return len(slots._asking) + len(answers) == many

    def ask(name):
        answers[name] = slots.take(name[0], 60)

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("b1", "b2", "c1")]
    for number, thread in enumerate(threads, 1):
        thread.start()
        until(partial(seen, number))
    until(lambda: answers == {"b2": False})
    slots.give_back("a")
    until(lambda: answers.get("b1"))
    slots.give_back("b")
    until(lambda: answers.get("c1"))
    assert answers == {"b1": True, "b2": False, "c1": True}
    for thread in threads:
        thread.join()


def test_entry_comes_before_pages_that_wait():
    slots, answers = admission.Slots(at_once=1, waiting=2), dict[str, bool]()
    assert slots.take("a", 0)

    def seen(many: int) -> bool:
        return len(slots._asking) + len(answers) == many

    def ask(name):
        answers[name] = slots.take("a", 60, first=name == "entry")

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("one", "two", "entry")]
    for number, thread in enumerate(threads, 1):
        thread.start()
        until(partial(seen, number))
    until(lambda: answers == {"two": False})
    slots.give_back("a")
    until(lambda: answers.get("entry"))
    slots.give_back("a")
    until(lambda: answers.get("one"))
    for thread in threads:
        thread.join()


def test_imported_journal_is_limited_to_an_evening(phone, store):
    code = store.begin(Record.begin("kaiser", "ABCD")).code
    store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="x")
    export = dump([store.saved(code)])
    (table,) = export["tables"]
    (row,) = table["journal"]
    table["journal"] = [row | {"seq": seq, "form": seq} for seq in range(1, EVENING + 2)]
    reply = phone().post("/import", {"text": json.dumps(export)})
    assert reply.status_code == 422
    assert f"at most {EVENING} rows" in reply.text


def test_thread_waiting_for_slot_is_replaced():
    slots = admission.Slots(at_once=1)
    with noted() as found:
        assert slots.take("a", 60)
        assert found == []
        waiter = threading.Thread(target=slots.take, args=("b", 60))
        waiter.start()
        until(lambda: found == ["waits"])
        slots.give_back("a")
        waiter.join()
    assert found == ["waits", "goes on"]


class Cycle:
    """Garbage that only a collection frees."""

    def __init__(self):
        self.itself = self


def test_expensive_request_is_followed_by_a_collection(scorer, monkeypatch):
    collected: list[str] = []
    collector = SimpleNamespace(collect=lambda: collected.append("once"))
    monkeypatch.setattr(admission, "COLLECTOR", collector)
    scorer.get("/watch")
    assert collected == []
    scorer.post("/take", {"text": "x" * (admission.LARGE + 1)})
    assert collected == ["once"]


def test_full_collections_are_apart():
    gc.disable()
    try:
        first, second, collector = Cycle(), Cycle(), admission.Collector(seconds=3600)
        left = [weakref.ref(first), weakref.ref(second)]
        del first
        collector.collect()
        del second
        collector.collect()
        assert [each() is None for each in left] == [True, False]
    finally:
        gc.enable()

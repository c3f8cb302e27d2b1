"""A table's journal: no entry is lost, doubled or overwritten."""

from __future__ import annotations

from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from companion.clubs.club import Club
from companion.engine.record import Act, BadRecord, Record
from companion.store import NotFound, StaleWrite, State, Store, Trouble, write_access
from companion.store.clubs import Clubs, RuleSets
from companion.store.erasing import erase_name
from companion.store.portions import import_tables
from companion.store.rows import LETTERS
from companion.store.rows import enter as enter_row


def answer(hand: int = 1, **answers: str) -> Act:
    return Act("answer", hand, answers)


def enter(store: Store, code: str, *acts: Act) -> None:
    for act in acts:
        seen = store.seq(code)
        store.act(code, act, seen=seen, submission=f"{code} {seen}")


@contextmanager
def statements(store: Store):
    """Every statement the store sends, as it is sent."""
    sent: list[str] = []

    def note(connection, cursor, statement, *rest):
        sent.append(statement if statement.startswith("BEGIN") else statement.split()[0])

    event.listen(store.reader, "before_cursor_execute", note)
    yield sent
    event.remove(store.reader, "before_cursor_execute", note)


@pytest.fixture
def code(store: Store, record: Record) -> str:
    """The code of a table that was just begun."""
    return store.begin(record).code


# -- beginning and looking -----------------------------------------------------------------------


def test_new_table_has_unmistakable_six_letter_code(store, record):
    stored = store.begin(record, edition=3, who="Nell")
    assert stored.record.json() == record.json()
    assert (stored.game, stored.edition, stored.seq) == ("some-game", 3, 0)
    assert (stored.status, stored.undoable, stored.redoable) == ("playing", [], [])
    assert (len(stored.code), len(stored.key) >= 32) == (6, True)
    assert set(stored.code) <= set(LETTERS)
    assert set(LETTERS) & set("AEIOU0L1Q25") == set()
    assert store.table(f" {stored.code[:3].lower()} {stored.code[3:].lower()}") == stored


def test_an_unknown_table_is_not_found(store):
    for look in (store.table, store.seq, store.journal, store.forget, store.saved):
        with pytest.raises(NotFound):
            look("NOSUCH")
    with pytest.raises(NotFound):
        store.act("NOSUCH", answer(a="1"), seen=0, submission="x")


def test_tables_come_newest_first_and_by_status(store, record):
    first, second, third = (store.begin(record).code for _ in range(3))
    enter(store, first, answer(a="1"))
    store.mark_as(second, "abandon", "abandoned")
    assert [s.code for s in store.tables()] == [second, first, third]
    assert [s.code for s in store.tables("playing")] == [first, third]
    assert [s.code for s in store.tables(limit=1)] == [second]


# -- acts ----------------------------------------------------------------------------------------


def test_journal_row_says_who_when_and_why(store, code):
    enter(store, code, Act("undo"), Act("redo"))  # of nothing: nothing is written
    store.act(code, answer(a="1"), seen=0, submission="s1", who="Nell")
    amend = Act("amend", 1, {"a": "2", "b": None})
    stored = store.act(code, amend, seen=1, submission="s2", who="Omar", why="misheard")
    enter(store, code, Act("undo"), Act("amend", 0, {"player 2": "Olaf"}))
    first, second, third, fourth = store.journal(code)
    assert (first.seq, first.who, first.act, first.replaced) == (1, "Nell", answer(a="1"), {})
    assert (second.who, second.why, second.replaced) == ("Omar", "misheard", {"a": "1"})
    assert (second.act, second.at) == (amend, stored.touched)
    assert stored.touched.utcoffset() is not None
    assert (third.act.kind, third.act.hand, third.replaced) == ("undo", 1, {"a": "2"})
    assert fourth.replaced == {"player 2": "Omar"}
    assert store.table(code).record.players == ["Nell", "Olaf", "Pia", "Quin"]


def test_insert_or_remove_row_records_previous_hand(store, code):
    enter(store, code, answer(1, a="1"), answer(2, a="2"), Act("insert", 2, {"a": "new"}),
          Act("remove", 1), Act("undo"), Act("undo"), Act("redo"))  # fmt: skip
    assert store.table(code).record.hands == [{"a": "1"}, {"a": "new"}, {"a": "2"}]
    assert [(r.act.kind, r.act.hand, dict(r.replaced)) for r in store.journal(code)][2:] == [
        ("insert", 2, {}), ("remove", 1, {"a": "1"}), ("undo", 1, {}), ("undo", 2, {"a": "new"}),
        ("redo", 2, {}),
    ]  # fmt: skip


def test_repeated_submission_is_entered_once_per_table(store, record, code):
    first = store.act(code, answer(a="1"), seen=0, submission="tap")
    for seen in (0, 1):
        assert store.act(code, answer(a="1"), seen=seen, submission="tap") == first
    store.act(code, answer(b="1"), seen=1, submission="other")
    again = store.act(code, answer(a="1"), seen=0, submission="tap")
    assert (again.seq, len(store.journal(code))) == (2, 2)
    other = store.begin(record).code
    assert store.act(other, answer(a="1"), seen=0, submission="tap").seq == 1


@pytest.mark.parametrize(
    ("seen", "told"), [(1, [answer(b="2"), answer(c="3")]), (7, [])], ids=["missed two", "ahead"]
)
def test_outdated_act_is_stale_and_lists_newer_rows(store, code, seen, told):
    enter(store, code, answer(a="1"), answer(b="2"), answer(c="3"))
    with pytest.raises(StaleWrite) as stale:
        store.act(code, answer(b="7"), seen=seen, submission="late")
    assert stale.value.stored == store.table(code)
    assert [row.act for row in stale.value.rows] == told
    assert store.seq(code) == 3


def test_invalid_act_is_refused_without_trace(store, record):
    stored = store.begin(record)
    for why, act in {
        "beyond the next hand": Act("answer", 3, {"a": "1"}),
        "no key": Act("answer", 1, {"": "1"}),
        "a long key": Act("answer", 1, {"k" * 61: "1"}),
        "no act on a record": Act("settle", 0, {}),
        "no hand": Act("answer", -1, {"a": "1"}),
        "nobody plays": Act("amend", 0, {"player 1": None}),
        "a long name": Act("amend", 0, {"player 1": "N" * 41}),
        "before the head": Act("insert", 0, {"a": "1"}),
        "before a hand that is not there": Act("insert", 2, {"a": "1"}),
        "a hand that is not there": Act("remove", 1),
    }.items():
        with pytest.raises(BadRecord):
            store.act(stored.code, act, seen=0, submission="s")
        assert store.table(stored.code) == stored, why
        assert store.journal(stored.code) == [], why


def three(store: Store, code: str, *, seen: int = 0, bad: bool = False):
    """Three hands sent at once; with `bad` the last one cannot be entered."""
    acts = [answer(1, tricks="6"), answer(2, tricks="5"), answer(9 if bad else 3, tricks="4")]
    return store.act(code, *acts, seen=seen, submission="form", who="Nell")


def test_acts_sent_together_form_one_undo_group(store, code):
    enter(store, code, answer(1, bid="7"))
    stored = three(store, code, seen=1)
    assert [act.answers["tricks"] for act in stored.undoable] == ["6", "5", "4"]
    assert [(row.form, row.act.hand) for row in store.journal(code)] == [
        (1, 1), (2, 1), (2, 2), (2, 3),
    ]  # fmt: skip
    stored = store.act(code, Act("undo"), seen=4, submission="one")
    assert [hand["tricks"] for hand in stored.record.hands] == ["6", "5"]
    store.act(code, Act("redo"), seen=5, submission="one again")
    stored = store.act(code, *[Act("undo")] * 3, seen=6, submission="undo")
    assert [act.answers["tricks"] for act in stored.redoable] == ["6", "5", "4"]
    assert stored.undoable == store.table(code).undoable == [answer(1, bid="7")]
    stored = store.act(code, *[Act("redo")] * 3, seen=9, submission="redo")
    assert len(stored.undoable) == 3
    assert store.table(code).undoable == stored.undoable
    apart = [answer(4, tricks="1"), answer(4, bid="8")]
    assert store.act(code, *apart, seen=12, submission="apart", apart=True).undoable == apart[1:]


def test_acts_sent_together_all_enter_once_or_none(store, record, code):
    with pytest.raises(BadRecord):
        three(store, code, bad=True)
    with pytest.raises(BadRecord):
        store.act(code, seen=0, submission="empty")
    assert (store.seq(code), store.table(code).record.hands) == (0, [])
    assert three(store, code) == three(store, code) == three(store, code, seen=3)
    assert store.seq(code) == 3
    other = store.begin(record).code
    enter(store, other, answer(1, tricks="8"))
    with pytest.raises(StaleWrite):
        three(store, other)
    assert (store.seq(other), store.table(other).record.hands) == (1, [{"tricks": "8"}])


def test_submission_id_is_bounded_and_long_texts_cut(store, code):
    for submission in ("", "s" * 65):
        with pytest.raises(BadRecord):
            store.act(code, answer(a="1"), seen=0, submission=submission)
    store.act(code, answer(a=" x  y" + "z" * 999), seen=0, submission="s", who="w" * 99)
    row = store.journal(code)[0]
    assert row.act.answers["a"] == store.table(code).record.hands[0]["a"]
    assert (len(row.act.answers["a"]), len(row.who)) == (500, 40)


# -- the end of a game ---------------------------------------------------------------------------


def test_settling_needs_latest_row_and_act_reverses_it(store, code):
    enter(store, code, answer(a="1"))
    with pytest.raises(StaleWrite):
        store.settle(code, {"A": 55}, ["A"], seen=0)
    settled = store.settle(code, {"A": 55, "B": -3}, ["A"], seen=1)
    assert (settled.status, settled.seq) == ("finished", 2)
    assert (settled.totals, settled.winners) == ({"A": 55, "B": -3}, ("A",))
    assert settled == store.table(code) == store.settle(code, {"A": 55, "B": -3}, ["A"])
    assert store.settle(code, {"A": 54}, ["A"]).seq == 3
    assert [row.act.answers["total A"] for row in store.journal(code)[1:]] == ["55", "54"]
    enter(store, code, Act("undo"))
    stored = store.table(code)
    assert (stored.status, stored.totals, stored.winners) == ("playing", None, ())
    assert stored.record.hands == []


def test_a_table_is_abandoned_resumed_settled_and_reopened(store, code):
    enter(store, code, answer(a="1"))
    statuses = [
        store.mark_as(code, "abandon", "abandoned").status,
        store.mark_as(code, "resume", "playing").status,
        store.settle(code, {}, []).status, store.mark_as(code, "reopen", "playing", "").status,
    ]  # fmt: skip
    assert statuses == ["abandoned", "playing", "finished", "playing"]
    kinds = [row.act.kind for row in store.journal(code)]
    assert kinds[1:] == ["abandon", "resume", "settle", "reopen"]
    assert store.table(code).undoable == [answer(a="1")]


def test_forgotten_table_leaves_nothing_in_the_files(store, url, record):
    other = store.begin(record).code
    code = store.begin(record, who="Marchpane").code
    enter(store, code, answer(a="quincunx"), Act("amend", 0, {"player 1": "Zebedee"}))
    store.forget(code)
    with pytest.raises(NotFound):
        store.table(code)
    assert [stored.code for stored in store.tables()] == [other]
    assert store.table(store.begin(record).code).record.hands == []
    if url.startswith("sqlite"):
        file = Path(url.removeprefix("sqlite:///"))
        written = b"".join(path.read_bytes() for path in file.parent.glob("club.db*"))
        assert b"some-game" in written
        assert [word for word in (b"Marchpane", b"quincunx", b"Zebedee") if word in written] == []


# -- several at once -----------------------------------------------------------------------------


@pytest.mark.slow
def test_concurrent_acts_are_neither_lost_nor_doubled(store, another, code):
    stores, stale = [store, another], list[int]()

    def score(thread: int) -> None:
        own = stores[thread % 2]
        for number in range(12):
            act, submission = answer(1, **{f"k {thread} {number}": "1"}), f"{thread} {number}"
            seen = own.seq(code)
            while True:
                try:
                    own.act(code, act, seen=seen, submission=submission)
                    break
                except StaleWrite as late:
                    stale.append(1)
                    seen = late.stored.seq

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(score, range(8)))
    for each in stores:
        assert [row.seq for row in each.journal(code)] == list(range(1, 97))
        assert len(each.table(code).record.hands[0]) == 96
    assert stale != []


# -- what it costs -------------------------------------------------------------------------------


def test_rows_are_durable_and_waits_are_bounded(store):
    with store.reader.connect() as connection:
        if not store._sqlite:
            shown = {
                name: connection.exec_driver_sql(f"show {name}").scalar()
                for name in ("synchronous_commit", "lock_timeout", "statement_timeout")
            }
            assert shown == dict(zip(shown, ("on", "5s", "20s"), strict=True))
            return
        found = {
            name: connection.exec_driver_sql(f"pragma {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    full = 2
    assert found == {
        "journal_mode": "wal", "synchronous": full, "foreign_keys": 1, "secure_delete": 1,
    }  # fmt: skip


def test_asking_and_entering_send_few_statements(store, code):
    enter(store, code, answer(a="1"))
    known = store.table(code)
    with statements(store) as sent:
        store.act(code, answer(b="2"), seen=1, submission="s", known=known)
    begin = ["BEGIN IMMEDIATE"] if store.url.startswith("sqlite") else []
    assert sent == ["SELECT", *begin, "UPDATE", "INSERT", "DELETE", "DELETE"]
    with statements(store) as sent:
        store.seq(code)
    assert sent == ["SELECT"]


def test_known_table_reads_only_newer_entries(store, code):
    enter(store, code, answer(a="1"), answer(b="2"))
    known = store.table(code)
    with statements(store) as sent:
        assert store.table(code, known).state is known.state
    assert sent == ["SELECT"]
    enter(store, code, Act("undo"), answer(1, c="3"), Act("amend", 1, {"a": "7"}))
    store.mark_as(code, "abandon", "abandoned")
    assert store.table(code, known) == store.table(code)
    assert store.table(code, known).record.hands == [{"a": "7", "c": "3"}]


def test_erased_name_is_dropped_from_known_table(store, another, code):
    enter(store, code, Act("amend", 0, {"player 1": "Petra"}), answer(a="1"))
    known = store.table(code)
    erase_name(another, code, "Petra")
    enter(another, code, answer(b="2"))
    assert store.table(code, known) == store.table(code)
    assert store.table(code, known).record.players[0] == "Player 1"


def test_entry_overtaken_while_written_is_stale(store, another, code, monkeypatch):
    writing = store.writing

    @contextmanager
    def overtaken():
        monkeypatch.setattr(store, "writing", writing)
        another.act(code, answer(a="1"), seen=0, submission="quicker")
        with writing() as session:
            yield session

    monkeypatch.setattr(store, "writing", overtaken)
    with pytest.raises(StaleWrite) as stale:
        store.act(code, answer(a="2"), seen=0, submission="slower")
    assert [row.act for row in stale.value.rows] == [answer(a="1")]
    assert store.table(code).record.hands == [{"a": "1"}]


# -- any sequence of acts ------------------------------------------------------------------------

keys = st.sampled_from(["a", "b 1", "@entry"])
texts = st.one_of(st.none(), st.sampled_from(["1", "pass", "7 no", "♥"]))
steps: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["undo", "redo"]),
    st.tuples(
        st.sampled_from(["answer", "amend"]),
        st.integers(0, 5),
        st.dictionaries(keys, texts, min_size=1),
    ),
    st.tuples(st.just("insert"), st.integers(0, 5), st.dictionaries(keys, texts)),
    st.tuples(st.just("remove"), st.integers(0, 5), st.just({})),
)


class Paper:
    """The same evening as whole copies: the current record, the ones before, the undone ones."""

    def __init__(self, record: Record) -> None:
        self.now = record
        self.past: list[Record] = []
        self.future: list[Record] = []

    def act(self, act: Act) -> None:
        if act.kind == "undo" and self.past:
            self.future.append(self.now)
            self.now = self.past.pop()
        elif act.kind == "redo" and self.future:
            self.past.append(self.now)
            self.now = self.future.pop()
        elif act.kind not in ("undo", "redo"):
            self.past.append(self.now)
            self.now = self.now.copy()
            if act.kind == "insert":
                texts = {key: text for key, text in act.answers.items() if text is not None}
                self.now.hands[act.hand - 1 : act.hand - 1] = [texts]
            elif act.kind == "remove":
                del self.now.hands[act.hand - 1]
            else:
                self.now.put(act.hand, act.answers)
            while self.now.hands and not self.now.hands[-1]:
                self.now.hands.pop()
            self.future.clear()


def as_act(step, hands: int) -> Act:
    if isinstance(step, str):
        return Act(step)
    kind, hand, answers = step
    if kind == "insert":
        return Act(kind, 1 + hand % (hands + 1), answers)
    if kind == "remove" and hands:
        return Act(kind, 1 + hand % hands)
    if kind == "remove":
        return Act("undo")
    return Act(kind, hand % (hands + 2), answers)


@settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@pytest.mark.parametrize("kind", ["sqlite"])
@given(given_steps=st.lists(steps, max_size=25))
def test_any_sequence_of_acts_matches_paper(store, url, given_steps):
    record = Record.begin("some-game", ["Nell", "Omar"])
    paper, code = Paper(record), store.begin(record).code
    acts = []
    for number, step in enumerate(given_steps):
        act = as_act(step, len(paper.now.hands))
        paper.act(act)
        acts.append(act)
        stored = store.act(code, act, seen=store.seq(code), submission=str(number))
        assert stored.record.json() == paper.now.json()
        assert (bool(stored.undoable), bool(stored.redoable)) == (
            bool(paper.past), bool(paper.future),
        )  # fmt: skip
    assert State.of(record, acts).record.json() == paper.now.json()
    with closing(Store(url)) as cold:
        assert cold.table(code) == store.table(code)


def test_late_entry_is_refused_while_somebody_writes(store, code):
    first = store.act(code, answer(a="1"), seen=0, submission="first")
    with store._turn if store._sqlite else nullcontext():
        with pytest.raises(StaleWrite) as told:
            store.act(code, answer(a="2"), seen=0, submission="second")
        assert store.act(code, answer(a="1"), seen=0, submission="first") == first
    assert [row.act.answers for row in told.value.rows] == [{"a": "1"}]


def test_change_waits_for_change_by_another_process(store, another, code):
    with ThreadPoolExecutor(1) as pool:
        with store.changing(code) as (session, row):
            waiting = pool.submit(another.mark_as, code, "abandon", "abandoned")
            assert not futures.wait([waiting], 0.5).done
            enter_row(session, row, [(Act("resume", 0), {})])
        assert waiting.result().status == "abandoned"
    assert [row.act.kind for row in store.journal(code)] == ["resume", "abandon"]


@pytest.mark.parametrize("kind", ["sqlite"])
def test_waiting_for_turn_times_out_with_reason(store, code, monkeypatch):
    monkeypatch.setattr("companion.store.store.WAIT", 0.05)
    with ThreadPoolExecutor(1) as pool, store._turn, pytest.raises(Trouble, match="waiting"):
        pool.submit(store.act, code, answer(a="1"), seen=0, submission="first").result(5)
    assert store.act(code, answer(a="1"), seen=0, submission="first").seq == 1


def test_table_read_again_is_up_to_date(store, another, record):
    stored = store.begin(record)
    store.table(stored.code).record.head["player 1"] = "somebody else"  # tried out, not entered
    assert store.table(stored.code).record == record
    enter(store, stored.code, answer(a="1"))
    assert store.table(stored.code).record.hands == [{"a": "1"}]
    another.act(stored.code, answer(b="2"), seen=1, submission="s")
    assert store.seq(stored.code) == 2
    assert store.table(stored.code).record.hands == [{"a": "1", "b": "2"}]
    key = write_access.rekey(another, stored.code)
    assert store.table(stored.code).key == key != stored.key
    another.mark_as(stored.code, "abandon", "abandoned")
    assert store.table(stored.code) == another.table(stored.code)
    assert store.table(stored.code).status == "abandoned"
    another.forget(stored.code)
    with pytest.raises(NotFound):
        store.table(stored.code)


# -- forms that make something -------------------------------------------------------------------


def test_form_makes_one_thing_until_it_is_deleted(store, record):
    table = store.begin(record, submission="a").code
    assert store.begin(record, submission="a").code == store.made("a") == table
    saved = store.saved(table)
    first, second = (import_tables(store, [saved, saved], ["b", "c"]) for _ in range(2))
    assert [each.code for each in first] == [each.code for each in second]
    club = Club("Thursday")
    assert Clubs(store).found(club, "d") == Clubs(store).found(club, "d") == store.made("d")
    kept = RuleSets(store).keep("some-game", "Legion", {}, form="e")
    assert RuleSets(store).keep("some-game", "Legion", {}, form="e") == kept
    counts = [len(each) for each in (store.tables(), Clubs(store).all(), RuleSets(store).all())]
    assert counts == [3, 1, 1]
    store.forget(table)
    Clubs(store).forget(store.made("d"))
    RuleSets(store).forget(kept.id)
    assert [store.made(form) for form in "ade"] == ["", "", ""]
    assert store.begin(record, submission="a").code != table


def test_forms_for_one_purpose_begin_one_running_table(store, record):
    first = store.begin(record, submission="a", instead="rematch").code
    assert store.begin(record, submission="b", instead="rematch").code == first
    store.mark_as(first, "abandon", "abandoned")
    second = store.begin(record, submission="c", instead="rematch").code
    assert second != first
    assert store.begin(record, submission="d", instead="rematch").code == second
    assert store.begin(record, submission="b", instead="rematch").code == first


def test_form_sent_at_once_makes_one_thing(store, another, record):
    saved = store.saved(store.begin(record).code)
    makes = {
        "table": lambda one: one.begin(record, submission="table").code,
        "copy": lambda one: import_tables(one, [saved], ["copy"])[0].code,
        "club": lambda one: Clubs(one).found(Club("Thursday"), "club"),
        "set": lambda one: RuleSets(one).keep("some-game", "Legion", {}, form="set").id,
    }
    with ThreadPoolExecutor(8) as pool:
        for make in makes.values():
            assert len({*pool.map(make, [store, another] * 8)}) == 1

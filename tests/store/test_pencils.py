"""Who gets the pencil, and who does not: the rules, on both databases, by a clock of the tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from companion.record import Act, Record
from companion.store import Store, pencils, upgrade
from companion.store.engine import connect
from companion.store.pencils import NotLetIn, digest

PLAYERS = ["Nell", "Omar", "Pia", "Quin"]


class Clock:
    def __init__(self) -> None:
        self.now = datetime.now(UTC) + timedelta(minutes=1)

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **spans: float) -> None:
        self.now += timedelta(**spans)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pencils, "_now", clock)
    return clock


@pytest.fixture
def table(store, record, clock):
    """A table with Omar's, Pia's and Quin's phones at it; the scorer's is heard of now."""
    stored = store.begin(record)
    for place, name in enumerate(("omar", "pia", "quin"), 1):
        pencils.let_in(store, stored.code, name, place, str(place + 1), f"phone {name}")
    pencils.heard(store, stored.code, "nell", stored.key)
    clock.pass_(seconds=1)
    return stored


def key(store: Store, table) -> str:
    return store.table(table.code).key


def asked(store: Store, table, phone: str = "quin", seat: str = "4"):
    found = pencils.ask(store, table.code, phone, seat)
    assert found
    return found


def test_the_scorers_yes_passes_it_at_once_to_the_phone_that_asks(store, table):
    number = asked(store, table).number
    assert pencils.take(store, table.code, "quin") == ""
    assert pencils.answer(store, table.code, "nell", number, True, table.key)
    assert pencils.take(store, table.code, "pia") == ""
    fresh = pencils.take(store, table.code, "quin")
    assert fresh == key(store, table) != table.key
    row = store.journal(table.code)[-1]
    assert (row.kind, row.answers["how"], row.answers["seat"]) == ("pencil", "scorer", "4")


def test_a_phone_that_only_watches_gets_it_by_the_scorers_yes(store, table, clock):
    number = asked(store, table, "stranger", "").number
    pencils.answer(store, table.code, "nell", number, True, table.key)
    assert pencils.take(store, table.code, "stranger") == key(store, table)


def test_the_scorers_no_ends_it_whatever_the_others_said(store, table, clock):
    number = asked(store, table).number
    for phone in ("omar", "pia"):
        assert pencils.answer(store, table.code, phone, number, True)
    assert pencils.answer(store, table.code, "nell", number, False, table.key)
    clock.pass_(minutes=6)
    assert not pencils.answer(store, table.code, "omar", number, True)
    assert pencils.take(store, table.code, "quin") == ""
    assert key(store, table) == table.key
    assert store.journal(table.code)[-1].kind == "kept"


def test_two_others_are_enough_when_the_scorer_had_time_to_say_no(store, table, clock):
    number = asked(store, table).number
    pencils.answer(store, table.code, "omar", number, True)
    pencils.answer(store, table.code, "pia", number, True)
    clock.pass_(seconds=80)
    pencils.heard(store, table.code, "nell", table.key)
    assert pencils.take(store, table.code, "quin") == ""
    clock.pass_(seconds=11)
    assert pencils.take(store, table.code, "quin") == key(store, table) != table.key
    assert store.journal(table.code)[-1].answers["agreed"] == "2 3"


def test_two_others_are_enough_at_once_when_the_scorers_phone_is_silent(store, table, clock):
    clock.pass_(minutes=4)
    number = asked(store, table).number
    pencils.answer(store, table.code, "omar", number, True)
    assert pencils.take(store, table.code, "quin") == ""
    pencils.answer(store, table.code, "pia", number, True)
    assert pencils.take(store, table.code, "quin")


def test_who_agrees_twice_is_one(store, table, clock):
    clock.pass_(minutes=3, seconds=1)
    number = asked(store, table).number
    for _ in range(3):
        assert pencils.answer(store, table.code, "omar", number, True)
    assert pencils.take(store, table.code, "quin") == ""


def test_who_asks_does_not_agree_with_itself(store, table, clock):
    clock.pass_(minutes=3, seconds=1)
    number = asked(store, table).number
    assert not pencils.answer(store, table.code, "quin", number, True)
    pencils.answer(store, table.code, "omar", number, True)
    assert pencils.take(store, table.code, "quin") == ""


def test_phones_that_were_not_let_in_do_not_count_however_many(store, table, clock):
    clock.pass_(minutes=30)
    number = asked(store, table, "first browser", "").number
    for phone in ("second browser", "third browser", "fourth browser"):
        assert not pencils.answer(store, table.code, phone, number, True)
    clock.pass_(minutes=9)
    assert pencils.take(store, table.code, "first browser") == ""
    assert key(store, table) == table.key


def test_a_phone_let_in_after_the_request_does_not_count(store, table, clock):
    clock.pass_(minutes=4)
    number = asked(store, table).number
    clock.pass_(seconds=1)
    pencils.let_in(store, table.code, "late", 4)
    assert not pencils.answer(store, table.code, "late", number, True)


def test_silence_alone_passes_it_to_a_phone_that_was_let_in(store, table, clock):
    asked(store, table)
    clock.pass_(minutes=3, seconds=80)
    assert pencils.take(store, table.code, "quin") == ""
    clock.pass_(seconds=11)
    assert pencils.take(store, table.code, "quin") == key(store, table) != table.key
    assert store.journal(table.code)[-1].answers["how"] == "silent"


def test_silence_passes_it_to_nobody_who_was_not_let_in(store, table, clock):
    clock.pass_(minutes=10)
    asked(store, table, "stranger", "")
    clock.pass_(minutes=9)
    assert pencils.take(store, table.code, "stranger") == ""


def test_silence_is_not_enough_where_somebody_says_no(store, table, clock):
    number = asked(store, table).number
    pencils.answer(store, table.code, "pia", number, False)
    clock.pass_(minutes=8)
    assert pencils.take(store, table.code, "quin") == ""
    # Whoever thinks better of it may say so.
    pencils.answer(store, table.code, "pia", number, True)
    assert pencils.take(store, table.code, "quin")


def test_a_scorer_who_scores_is_not_silent(store, table, clock):
    asked(store, table)
    clock.pass_(minutes=4)
    pencils.heard(store, table.code, "nell", table.key)
    clock.pass_(minutes=1)
    assert pencils.take(store, table.code, "quin") == ""


def test_an_entry_is_a_sign_of_life(store, table, clock):
    clock.pass_(minutes=20)
    store.act(table.code, Act("answer", 1, {"a": "1"}), seen=0, submission="s")
    with store._writing() as session:
        store._rows(session, store._row(session, table.code))[-1].at = clock.now
    found = asked(store, table)
    assert not found.silent
    assert found.heard == clock.now


def test_nobody_is_heard_of_by_an_old_key(store, table, clock):
    store.rekey(table.code)
    before = asked(store, table).heard
    clock.pass_(minutes=1)
    pencils.heard(store, table.code, "nell", table.key)
    found = pencils.asking(store, table.code)
    assert found
    assert found.heard == before


def test_a_request_lasts_ten_minutes(store, table, clock):
    number = asked(store, table).number
    pencils.answer(store, table.code, "omar", number, True)
    clock.pass_(minutes=10)
    assert not pencils.answer(store, table.code, "pia", number, True)
    assert pencils.take(store, table.code, "quin") == ""
    again = asked(store, table)
    assert (again.number, again.answers(True)) == (number + 1, [])


def test_an_answer_to_an_earlier_request_says_nothing_of_a_later_one(store, table, clock):
    first = asked(store, table).number
    for phone in ("omar", "pia"):
        pencils.answer(store, table.code, phone, first, True)
    pencils.stop(store, table.code, "quin")
    clock.pass_(minutes=5)
    asked(store, table)
    for phone in ("omar", "pia"):
        assert not pencils.answer(store, table.code, phone, first, True)
    assert pencils.take(store, table.code, "quin") == ""


def test_with_two_players_silence_or_the_scorer_decides(store, clock):
    stored = store.begin(Record.begin("some-game", ["Ada", "Bo"]))
    pencils.let_in(store, stored.code, "bo", 1, "2")
    pencils.let_in(store, stored.code, "somebody", 2)
    clock.pass_(minutes=4)
    number = asked(store, stored, "bo", "2").number
    pencils.answer(store, stored.code, "somebody", number, True)
    assert pencils.take(store, stored.code, "bo") == ""
    clock.pass_(seconds=91)
    assert pencils.take(store, stored.code, "bo")


def test_with_three_players_the_third_is_enough(store, clock):
    stored = store.begin(Record.begin("some-game", ["Ada", "Bo", "Cy"]))
    pencils.let_in(store, stored.code, "bo", 1, "2")
    pencils.let_in(store, stored.code, "cy", 2, "3")
    clock.pass_(minutes=4)
    number = asked(store, stored, "bo", "2").number
    pencils.answer(store, stored.code, "cy", number, True)
    assert pencils.take(store, stored.code, "bo")


def test_whoever_was_let_in_need_not_wait_for_strangers(store, table, clock):
    asked(store, table, "stranger", "")
    assert pencils.ask(store, table.code, "another stranger", "") is None
    found = asked(store, table)
    assert found.asker == digest("quin")
    assert pencils.ask(store, table.code, "stranger", "") is None
    assert pencils.ask(store, table.code, "pia", "3") is None


def test_after_a_no_strangers_ask_no_more_for_an_hour(store, table, clock):
    number = asked(store, table, "stranger", "").number
    pencils.answer(store, table.code, "nell", number, False, table.key)
    clock.pass_(minutes=59)
    assert pencils.ask(store, table.code, "another stranger", "") is None
    assert asked(store, table)
    pencils.stop(store, table.code, "quin")
    clock.pass_(minutes=2)
    assert asked(store, table, "stranger", "")


def test_the_key_is_handed_out_again_only_while_it_is_the_tables(store, table, clock):
    number = asked(store, table).number
    pencils.answer(store, table.code, "nell", number, True, table.key)
    fresh = pencils.take(store, table.code, "quin")
    assert pencils.take(store, table.code, "quin") == fresh
    store.rekey(table.code)
    assert pencils.take(store, table.code, "quin") == ""


def test_the_old_phone_is_at_the_table_and_may_ask_it_back(store, table, clock):
    number = asked(store, table).number
    pencils.answer(store, table.code, "nell", number, True, table.key)
    pencils.take(store, table.code, "quin")
    clock.pass_(seconds=1)
    found = asked(store, table, "nell", "1")
    assert found.let_in


def test_a_place_lets_one_phone_in(store, table):
    with pytest.raises(NotLetIn):
        pencils.let_in(store, table.code, "second browser", 3)
    with pytest.raises(NotLetIn):
        pencils.let_in(store, table.code, "second browser", 5)
    pencils.let_in(store, table.code, "second browser", 4)
    # Scanned again, a phone stays where it is.
    pencils.let_in(store, table.code, "second browser", 4)
    assert [each.place for each in pencils.phones(store, table.code)] == [1, 2, 3, 4]


def test_nobody_is_somebody_whose_phone_is_in(store, table):
    pencils.let_in(store, table.code, "second browser", 4, "3")
    assert [each.seat for each in pencils.phones(store, table.code)] == ["2", "3", "4", None]
    assert asked(store, table, "stranger", "3").seat == ""


def test_a_phone_that_was_taken_out_counts_no_more_and_comes_back_by_no_old_code(
    store, table, clock
):
    clock.pass_(minutes=4)
    pencils.take_out(store, table.code, 3)
    number = asked(store, table, "omar", "2").number
    assert not pencils.answer(store, table.code, "quin", number, True)
    with pytest.raises(NotLetIn):
        pencils.let_in(store, table.code, "quin", 3, "4")
    assert [each.phone for each in pencils.phones(store, table.code)] == [
        digest("omar"), digest("pia"),
    ]  # fmt: skip


def test_the_rescue_code_is_good_once_and_kept_as_a_digest(store, table):
    pencils.keep_rescue(store, table.code, "BCDFGHJKMNPR", 1)
    kept, number = pencils.rescue_kept(store, table.code)
    assert (number, "BCDFGHJKMNPR" in kept) == (1, False)
    assert pencils.rescue(store, table.code, "omar", "BCDFGHJKMNPS", "2") == ""
    assert pencils.rescue(store, table.code, "omar", "", "2") == ""
    fresh = pencils.rescue(store, table.code, "omar", "BCDFGHJKMNPR", "2")
    assert fresh == key(store, table) != table.key
    assert pencils.rescue(store, table.code, "pia", "BCDFGHJKMNPR", "3") == ""
    assert store.journal(table.code)[-1].answers["how"] == "rescue"
    # An earlier code is not kept again once there was a later one.
    pencils.keep_rescue(store, table.code, "BCDFGHJKMNPR", 1)
    assert pencils.rescue(store, table.code, "pia", "BCDFGHJKMNPR", "3") == ""


def test_before_there_is_a_rescue_code_none_is_right(store, table):
    assert pencils.rescue(store, table.code, "omar", "", "2") == ""
    assert key(store, table) == table.key


def test_it_passes_once_however_many_ask_at_once(store, table, clock, url):
    number = asked(store, table).number
    pencils.answer(store, table.code, "nell", number, True, table.key)
    others = [Store(url) for _ in range(4)]
    keys, together = [], Barrier(4)

    def take(one: Store) -> None:
        together.wait()
        keys.append(pencils.take(one, table.code, "quin"))

    threads = [Thread(target=take, args=(each,)) for each in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in others:
        each.close()
    assert set(keys) - {""} == {key(store, table)}
    assert [row.kind for row in store.journal(table.code)].count("pencil") == 1


def test_all_of_it_goes_with_the_table(store, table, url):
    asked(store, table)
    store.forget(table.code)
    upgrade(url)
    reader, _ = connect(url)
    with reader.connect() as connection:
        for name in ("phones", "pencils"):
            assert connection.exec_driver_sql(f"select count(*) from {name}").scalar() == 0
    reader.dispose()


def test_what_tells_who_may_write_makes_no_answer_stale(store, table):
    first = store.act(table.code, Act("answer", 1, {"a": "1"}), seen=0, submission="one")
    pencils.opened(store, table.code)
    store.rekey(table.code)
    now = store.table(table.code)
    assert (now.seq, now.touched) == (3, first.touched)
    assert store.caught_up(table.code, 1, 3) == 3
    assert store.caught_up(table.code, 0, 3) == 0
    assert [row.kind for row in store.journal(table.code)] == ["answer", "link", "rekey"]

"""Named sets of house rules in the store: editions are added, codes are short, nothing is lost."""

from __future__ import annotations

import pytest

from companion.store import NoSuchSet, Store

LEGION = {"min_bid": "7"}


@pytest.fixture
def store(url):
    found = Store(url)
    yield found
    found.close()


def test_a_set_is_kept_and_found_by_its_code_however_it_is_typed(store):
    kept = store.sets.keep(
        "some-game", "Legion, min 7", LEGION, source="heard", note="on Fridays", who="phone 1"
    )
    found = store.sets.get(f" {kept.code[:3].lower()} {kept.code[3:]}")
    assert found == kept
    assert (found.edition, len(found.code)) == (1, 5)
    assert (found.source, found.note, found.who) == ("heard", "on Fridays", "phone 1")


def test_a_change_is_a_new_edition_and_the_old_one_stays(store):
    kept = store.sets.keep("some-game", "Legion", LEGION)
    changed = store.sets.change(kept.code, "Legion", {"min_bid": "6"}, seen=1)
    assert (changed.edition, changed.key, changed.rules) == (2, kept.key, {"min_bid": "6"})
    assert store.sets.get(kept.code, 1).rules == LEGION
    assert [each.edition for each in store.sets.editions(kept.code)] == [2, 1]


def test_a_change_by_somebody_who_has_not_seen_the_last_one_is_not_made(store):
    kept = store.sets.keep("some-game", "Legion", LEGION)
    first = store.sets.change(kept.code, "Legion hall", LEGION, seen=1)
    late = store.sets.change(kept.code, "Something else", {}, seen=1)
    assert late == first
    assert store.sets.get(kept.code).name == "Legion hall"


def test_the_same_again_is_no_new_edition(store):
    kept = store.sets.keep("some-game", "Legion", LEGION)
    assert store.sets.change(kept.code, "Legion", LEGION, seen=1) == kept


def test_sets_are_listed_by_game_and_name_in_their_newest_edition(store):
    b = store.sets.keep("b-game", "A", {})
    a = store.sets.keep("a-game", "Z", {})
    newer = store.sets.change(b.code, "B", {}, seen=1)
    assert store.sets.all() == [a, newer]
    assert store.sets.all("b-game") == [newer]


def test_a_forgotten_set_is_gone_with_all_its_editions(store):
    kept = store.sets.keep("some-game", "Legion", LEGION)
    store.sets.change(kept.code, "Legion 2", LEGION, seen=1)
    store.sets.forget(kept.code)
    assert store.sets.all() == []
    with pytest.raises(NoSuchSet, match=kept.code):
        store.sets.get(kept.code)

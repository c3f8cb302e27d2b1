"""A house rule tried out on an evening: nothing is entered, and what is shown is what happens."""

from __future__ import annotations

import pytest

from companion.record import Act, Record, Transcript
from companion.tables import Sent
from companion.tables.trial import contested, sinces, totals, trial
from tests.tables.conftest import GAME

OPTION = GAME.rules.options["failed_contract"]


@pytest.fixture
def evening(tables):
    """A table after five hands; the declarers did not make the last one, in no-trump."""
    record = Transcript.read(GAME.file("evening.txt"), GAME.key).record
    begun = tables.begin(Record(GAME.key, record.head), GAME.edition, Sent(0, "begin", "somebody"))
    acts = [Act("answer", number, each) for number, each in enumerate(record.hands[:5], 1)]
    return tables.enter_many(begun.code, acts, Sent.now(begun))


def test_what_a_trial_shows_is_what_the_decision_comes_to(tables, evening):
    made = trial(evening, OPTION, "bid_amount")
    assert made.ready
    assert made.effect
    assert (made.value, made.since, made.totals) == ("bid_amount", 0, "36 : −6")
    assert [each.hand for each in made.effect.differences] == [5]
    assert totals(evening.replay) == "36 : 10"
    after = tables.decide(evening.code, {OPTION.key: made.value}, made.since, Sent.now(evening))
    assert totals(after.replay) == made.totals
    again = trial(after, OPTION, "bid_amount")
    assert (again.settled, again.ready) == (True, False)


def test_without_a_wish_the_first_value_that_is_not_in_force_is_tried(evening):
    made = trial(evening, OPTION)
    assert made.value != GAME.rules.defaults[OPTION.key]
    assert any(reading.value.key == made.value for reading in made.readings)


def test_a_wish_that_is_no_value_is_a_problem_and_cannot_be_decided(evening):
    option = next(each for each in GAME.rules.options.values() if each.high is not None)
    made = trial(evening, option, f"{option.high}0")
    assert made.problem
    assert (made.comparison, made.effect, made.ready) == (None, None, False)


def test_a_decision_begins_with_a_hand_that_was_asked_for_the_next_deal_or_the_evening(evening):
    assert [each.hand for each in sinces(evening)] == [6, 0]
    assert [each.hand for each in sinces(evening, 2)] == [2, 6, 0]
    assert trial(evening, OPTION, asked=2, since=2).since == 2
    assert trial(evening, OPTION, since=3).since == 0


def test_a_hand_that_is_begun_can_keep_its_rules(tables, evening):
    key = evening.pending.page[0].key
    now = tables.enter(evening.code, Act("answer", 6, {key: "7"}), Sent.now(evening))
    assert [each.words for each in sinces(now)] == [
        "From this hand", "From the next deal", "The whole evening",
    ]  # fmt: skip


def test_a_confirmed_hand_that_is_scored_otherwise_is_named(tables, evening):
    assert trial(evening, OPTION, "bid_amount").confirmed == 0
    act = Act("answer", 5, {"@ok": "A"})
    confirmed = tables.enter(evening.code, act, Sent.now(evening))
    assert trial(confirmed, OPTION, "bid_amount").confirmed == 5


def test_the_list_has_the_rules_that_change_something_and_what_they_come_to(evening):
    found = {group[0].reading.option.key: group for group in contested(evening)}
    said = {each.reading.value.key: (each.total, each.words) for each in found[OPTION.key]}
    assert said["bid_amount"] == ("36 : −6", "1 hand differs")


def test_out_of_time_the_list_is_shorter_and_a_trial_has_fewer_readings(evening):
    assert contested(evening, lambda: False) == []
    assert len(trial(evening, OPTION, in_time=lambda: False).readings) == 1

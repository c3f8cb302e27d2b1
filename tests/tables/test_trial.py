"""A house rule tried on an evening: nothing is entered, and the preview is the real result."""

from __future__ import annotations

import pytest

from companion import budget
from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.questions import Refused
from companion.tables import Sent
from companion.tables.changes import deciding
from companion.tables.names import score_line
from companion.tables.trial import contested, sinces, trial
from tests.spent import spent
from tests.tables.conftest import GAME

OPTION = GAME.rules.options["failed_contract"]


@pytest.fixture
def evening(tables):
    """A table after five hands; the declarers did not make the last one, in no-trump."""
    record = Transcript.read(GAME.file("evening.txt"), GAME.key).record
    begun = tables.begin(Record(GAME.key, record.head), GAME.edition, Sent(0, "begin", "somebody"))
    acts = [Act("answer", number, each) for number, each in enumerate(record.hands[:5], 1)]
    return tables.do(begun, acts, Sent.now(begun))


def test_trial_shows_what_the_decision_gives(tables, evening):
    made = trial(evening, OPTION, "bid_amount")
    assert made.ready
    assert made.reading
    assert (made.value, made.since, made.totals) == ("bid_amount", 0, "36 : −6")
    assert [each.number for each in made.reading.changes if each.sums] == [5]
    assert score_line(evening.replay) == "36 : 10"
    assert made.reading
    after = tables.enter(made.reading.proposal, Sent.now(evening))
    assert score_line(after.replay) == made.totals
    again = trial(after, OPTION, "bid_amount")
    assert (again.already_in_force, again.ready) == (True, False)


def test_value_in_force_is_preselected(evening):
    made = trial(evening, OPTION)
    assert made.value == GAME.rules.defaults[OPTION.key]


def test_decision_starts_at_hand_next_deal_or_evening(evening):
    assert [each.hand for each in sinces(evening, OPTION)] == [6, 0]
    assert [each.hand for each in sinces(evening, OPTION, 2)] == [2, 6, 0]
    assert trial(evening, OPTION, asked=2, since=2).since == 2
    assert trial(evening, OPTION, since=3).since == 0


def test_rescored_confirmed_hand_is_named(tables, evening):
    assert deciding(evening, {OPTION.key: "bid_amount"}).confirmed == 0
    act = Act("answer", 5, {"@ok": "A"})
    confirmed = tables.do(evening, [act], Sent.now(evening))
    made = deciding(confirmed, {OPTION.key: "bid_amount"})
    assert made.confirmed == 5
    with pytest.raises(Refused, match="Enter a reason"):
        tables.enter(made, Sent.now(confirmed))
    assert tables.enter(made, Sent.now(confirmed, why="as agreed")).seq > confirmed.seq


def test_trial_with_other_sides_shows_no_comparison(tables):
    found = []
    for game in all_games().values():
        record = Transcript.read(game.file("evening.txt"), game.key).record
        table = tables.begin(record, game.edition, Sent(0, game.key))
        found += [each for group in contested(table) for each in group]
    other = [each for each in found if each.proposal.effect.other_sides]
    assert all(each.stops.startswith("Other sides") and not each.changes for each in other)
    for each in found:
        if not (each.stops or each.changes_nothing):
            assert each.changes or each.proposal.effect.outcome


def test_long_back_alley_trials_finish_within_second(tables):
    game = all_games()["back-alley"]
    record = Transcript.read(game.file("evening.txt"), game.key).record
    assert len(record.hands) >= 26
    table = tables.begin(record, game.edition, Sent(0, "long"))

    def seconds() -> float:
        with spent() as work:
            assert len(list(contested(table))) >= 5
        return work.seconds

    assert any(seconds() < 1 for _ in range(3))


def test_trial_out_of_time_shows_fewer_readings(evening):
    assert list(contested(evening)) != []
    used = budget.Budget(10.0, 10**6, expensive=lambda: None)
    used.began -= 6  # of its ten seconds
    budget.begin(used)
    try:
        assert list(contested(evening)) == []
        assert len(trial(evening, OPTION).readings) == 1
        used.began -= 5
        with pytest.raises(budget.UsedUp):
            trial(evening, OPTION)
    finally:
        budget.begin(None)

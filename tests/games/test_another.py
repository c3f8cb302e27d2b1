"""Another game: any game whose points the players write, under the name they give it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.games import covers, find
from companion.questions import Refused
from companion.results.game_summary import summary_of
from companion.results.hand_result import Ending
from companion.results.report import report
from companion.rules.rows import RoundLine, read_rows, write_rows
from companion.tables import names
from companion.tables.snapshot import standing
from companion.testing.evenings import positions

GAME = find("another")
FOUR = ("Nell", "Omar", "Pia", "Quin")


def played(rules: str, *rounds: str, players=FOUR):
    text = [f"game: another\nplayers: {', '.join(players)}\nrules: {rules}"]
    text += [f"hand {number}\n{each}" for number, each in enumerate(rounds, 1)]
    return GAME.replay(Transcript.read("\n".join(text), "another").record)


def totals(replay):
    return list(replay.ledger.totals.values())


def test_hearts_lowest_wins_at_the_target():
    replay = played("title=Hearts, best=lowest, adds=26, target=50",
                    "points: 13 0 8 5", "points: 1 25 0 0", "points: 0 3 14 9")  # fmt: skip
    assert (replay.title, replay.outcome) == ("Hearts", None)
    assert [side.name for side in replay.ledger.leaders()] == ["Nell", "Quin"]
    replay = played("title=Hearts, best=lowest, adds=26, target=50",
                    "points: 13 0 8 5", "points: 1 25 0 0", "points: 2 26 -2 0")  # fmt: skip
    assert [side.name for side in replay.outcome.winners] == ["Quin"]
    assert replay.outcome.why == "Quin has the lowest total, 5"


def test_oh_hell_ends_after_rounds_unless_level():
    rounds = ["points: 10 -1 3 0", "points: 0 11 7 10"]
    rules = "title=Oh Hell, ends=rounds, rounds=2"
    shared = played(rules, *rounds)
    assert [side.name for side in shared.outcome.winners] == ["Nell", "Omar", "Pia", "Quin"]
    assert played(f"{rules}, tie=on", *rounds).outcome is None
    longer = played(f"{rules}, tie=on", *rounds, "points: 1 0 0 0")
    assert [side.name for side in longer.outcome.winners] == ["Nell"]
    assert longer.hands[0].title == "round 1 of 2"
    assert longer.hands[2].title == "round 3"


def test_darts_target_is_exact_and_nobody_deals():
    rules = "title=501, target=501, over=bust, deal=none, out=yes"
    rounds = ["460 300", "60 100"]
    replay = played(
        rules, *(f"out: none; points: {each}" for each in rounds), "out: 2; points: 41",
        players=("Nell", "Omar"),
    )  # fmt: skip
    assert totals(replay) == [501, 400]
    assert replay.title == "501"
    assert [line.rule for line in replay.hands[1].lines] == ["ANY-BUST", "ANY-ROUND"]
    assert [side.name for side in replay.outcome.winners] == ["Nell"]
    assert not any(hand.dealt for hand in replay.hands)


def test_game_501_counts_down_to_nothing():
    """A throw below 0 takes nothing off, and the player who reaches 0 has won."""
    rules = "title=501, best=down, deal=none"
    throws = ["60 45", "180 140", "100 85", "81 100", "80 31", "121 131", "80 0"]
    replay = played(rules, *(f"points: {each}" for each in throws), players=("Nell", "Omar"))
    left = [[hand.totals[side] for side in replay.table.sides] for hand in replay.hands]
    # 81 from 161 leaves 80, and the next 80 takes it to 0.
    assert left == [[441, 456], [261, 316], [161, 231], [80, 131], [0, 100]]
    assert [side.name for side in replay.outcome.winners] == ["Nell"]
    assert replay.outcome.why == "Nell is down to 0"
    replay = played(rules, *(f"points: {each}" for each in (*throws[:4], "81 131")),
                    players=("Nell", "Omar"))  # fmt: skip
    assert totals(replay) == [80, 0]
    assert [line.rule for line in replay.hands[-1].lines] == ["ANY-DOWN", "ANY-DOWN"]
    assert "would go below 0 from 80" in replay.hands[-1].lines[0].why
    assert [side.name for side in replay.ledger.leaders()] == ["Omar"]


def test_round_with_wrong_sum_is_refused():
    replay = played("adds=26", "points: 13 0 8 4")
    (refused,) = replay.refused
    assert refused.message == "13 + 0 + 8 + 4 makes 25; there are 26."


@pytest.mark.parametrize("points", ["0 26 26 26", "26 26 0 26", "26 0 0 0", "13 0 8 5"])
def test_house_rule_allows_a_moon(points):
    replay = played("adds=26, moon=yes", f"points: {points}")
    assert replay.refused == []
    assert totals(replay) == [int(each) for each in points.split()]
    assert (replay.hands[0].summary == "Nell shoots the moon") == points.startswith("0 26")
    assert replay.hands[0].caveat == ""


@pytest.mark.parametrize("points", ["26 26 26 26", "0 26 26 25", "0 0 26 26", "0 52 26 26"])
def test_other_sums_are_no_moon(points):
    assert played("adds=26, moon=yes", f"points: {points}").refused


def test_partners_share_total_and_odd_table_is_refused():
    assert totals(played("sides=pairs", "points: 5 -3")) == [5, -3]
    six = Record.begin("another", [*FOUR, "Rosa", "Sam"], rules={"sides": "two"})
    assert [len(side.seats) for side in GAME.replay(six).table.sides] == [3, 3]
    with pytest.raises(Refused, match="Five cannot play in pairs"):
        GAME.replay(Record.begin("another", [*FOUR, "Rosa"], rules={"sides": "pairs"}))


def test_an_open_game_is_decided_when_it_stops():
    replay = played("ends=open, best=lowest", "points: 5 3 9 4", "@close: yes")
    assert [side.name for side in replay.outcome.winners] == ["Omar"]


@pytest.mark.parametrize(
    "title", ["<b>x</b>", "a, b", "x=1", "[a](b)", "*", "x" * 25, " ", "{{ 1 }}"]
)
def test_title_with_special_signs_is_refused(title):
    with pytest.raises(Refused, match="1 to 24 letters"):
        GAME.rules.chosen({"title": title})


@pytest.mark.parametrize("title", ["Rock’n Roll!", "Żółw & Co.", "501", "हार्ट्स"])
def test_a_title_may_have_letters_of_any_script(title):
    assert GAME.called(GAME.rules.chosen({"title": title})) == title


def test_another_game_is_last_and_counted_by_title():
    assert list(covers())[-1] == "another"
    assert summary_of(played("title=Hearts", "points: 1 2 3 4")).game == "another: Hearts"
    assert summary_of(played("best=lowest", "points: 1 2 3 4")).game == "another"


def test_lowest_of_nine_leads_and_undo_names_round():
    nine = [f"P{n}" for n in "abcdefghi"]
    replay = played("title=Golf, best=lowest", "points: 4 5 3 6 7 8 9 5 4", players=nine)
    assert [str(place.side) for place in standing(replay).leaders] == ["Pc"]
    act = Act("answer", 1, {"points": "4 5 3 6 7 8 9 5 4"})
    assert names.act_named(replay, act) == "round 1"


def test_a_bust_is_nobodys_best_round():
    replay = played("title=501, best=down, start=60, deal=none", "points: 55 10", "points: 6 3",
                    players=("Nell", "Omar"))  # fmt: skip
    assert [hand.summary for hand in replay.hands[:2]] == ["Nell best with 55", "Omar best with 3"]


def test_lowest_wins_game_has_no_best_hand():
    """And the leader has the fewest points."""
    rounds = "points: 13 0 8 5", "points: 1 25 0 0", "points: 2 26 -2 0"
    ending = Ending(played("title=Hearts, best=lowest, adds=26, target=50", *rounds))
    assert ending.best is not None
    assert (ending.best.title, ending.best.points) == ("Most in a round", 26)
    assert ending.ahead == "since round 2"
    assert ending.hands == "3 rounds"
    ending = Ending(played("title=Hearts, adds=26, target=50", *rounds))
    assert ending.best is not None
    assert ending.best.title == "Best round"
    for way, best in (("lowest", None), ("highest", 26)):
        summary = summary_of(played(f"title=Hearts, best={way}, adds=26, target=50", *rounds))
        assert (summary.best and summary.best.points) == best


HEARTS = "title=Hearts, best=lowest, adds=26"


def test_confirmed_wrong_sum_is_saved_and_marked():
    """The sheet and its paper mark it, and cite the rule."""
    replay = played(HEARTS, "points: 13 0 8 5", "points: 0 26 26 26; stands: yes")
    assert totals(replay) == [13, 26, 34, 31]
    assert replay.hands[1].summary == "Nell best with 0; does not add up to 26: saved as it is"
    assert replay.notes == [("Round 2", "does not add up to 26: saved as it is")]
    assert {line.also for line in replay.hands[1].lines} == {("ANY-ASIS",)}
    assert GAME.holds
    assert [*GAME.holds(replay)] == []


def test_unconfirmed_wrong_sum_is_refused():
    replay = played(HEARTS, "points: 0 26 26 26")
    (refused,) = replay.refused
    assert (refused.key, refused.code, refused.rule) == ("points", "wrong_total", "ANY-SUM")
    asked = replay.pending.confirming("points", replay.pending.given)
    assert asked
    assert asked.key == "stands"
    assert [each.stands for each in report(replay).refusals] == ["stands: yes"]
    assert played(HEARTS, "points: 0 26 26 26; stands: no").refused
    assert played(HEARTS, "points: 100000 0 0 0; stands: yes").refused


@pytest.mark.parametrize(
    ("rules", "why"), [(HEARTS, "the round adds up"), ("title=Hearts", "any sum is right")]
)
def test_a_round_that_adds_up_needs_no_confirmation(rules, why):
    replay = played(rules, "points: 13 0 8 5; stands: yes")
    assert [(unused.key, unused.why) for unused in replay.unused] == [("stands", why)]
    assert (totals(replay), replay.notes) == ([13, 0, 8, 5], [])


def test_no_other_game_lets_an_impossible_result_stand(game):
    for seed in range(3):
        for replay in positions(game, seed, 10):
            page = replay.pending.page if replay.pending else []
            assert [each.key for each in page if each.confirms] in ([], ["stands"])
            assert game is GAME or not [each for each in page if each.confirms]


PRESETS = {preset.name: dict(preset.rules) for preset in GAME.rules.presets}


def told(rules):
    return ", ".join(f"{key}={value}" for key, value in rules.items())


@pytest.mark.parametrize("name", ["Hand & Foot", "Yahtzee"])
def test_lines_of_a_preset_are_written_as_read(name):
    assert write_rows(read_rows(PRESETS[name]["lines"])) == PRESETS[name]["lines"]


def test_hand_and_foot_is_counted_line_by_line():
    """Each point has its line; red threes without a book are a minus."""
    first = "line 1: 2 1; line 2: 1 3; line 3: 2 -1; line 4: A; line 5: 340 -25"
    replay = played(told(PRESETS["Hand & Foot"]), first)
    assert totals(replay) == [1940, 1275]
    assert [(str(line.side), line.points, line.why) for line in replay.hands[0].lines][5:] == [
        ("Omar & Quin", 500, "Clean books: 1 × 500"),
        ("Omar & Quin", 900, "Dirty books: 3 × 300"),
        ("Omar & Quin", -100, "Red threes: −1 × 100"),
        ("Omar & Quin", -25, "Cards"),
    ]
    assert replay.hands[1].title == "round 2 of 4"
    assert replay.shown(1, "line 3", "2 -1", sentence=True) == (
        "Red threes: Nell & Pia 2, Omar & Quin −1"
    )
    assert replay.shown(1, "line 4", "A", sentence=True) == "Going out: Nell & Pia"


def test_upper_half_ends_when_every_line_is_filled():
    """A line is filled once; with 63 or more the last line adds the bonus."""
    turns = [
        f"line 1: {name}; many 1: 3; line 2: {name}; many 2: {2 if name == 'Ones' else 3}"
        for name in ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
    ]
    replay = played(told(PRESETS["Yahtzee"]), *turns, players=("Nell", "Omar"))
    assert totals(replay) == [63 + 35, 62]
    assert replay.hands[-1].lines[1].why == "Bonus: 63, at least 63"
    assert replay.outcome is not None
    twice = played(told(PRESETS["Yahtzee"]), turns[0], turns[0], players=("Nell", "Omar"))
    assert twice.refused
    assert twice.refused[0].key == "line 1"


ROW = st.builds(RoundLine, st.sampled_from(("Books", "Red threes", "Ten 10", "Going out")),
                st.sampled_from(("each", "once", "counted")), st.integers(1, 900))  # fmt: skip


@given(st.lists(ROW, unique_by=lambda row: row.name, min_size=1), st.data())
def test_points_are_the_sum_of_the_lines(found, data):
    """For any lines, as written in the house rule."""
    words = write_rows(found)
    rows = read_rows(words)
    numbers = st.lists(st.integers(-9, 9), min_size=4, max_size=4)
    answers, expected = [], [0, 0, 0, 0]
    for place, row in enumerate(rows, 1):
        if row.kind == "once":
            who = data.draw(st.integers(1, 4))
            answers.append(f"line {place}: {who}")
            expected[who - 1] += row.points
        else:
            some = data.draw(numbers)
            answers.append(f"line {place}: {' '.join(map(str, some))}")
            value = 1 if row.kind == "counted" else row.points
            expected = [old + value * n for old, n in zip(expected, some, strict=True)]
    replay = played(f"lines={words}", "; ".join(answers))
    assert not replay.refused
    assert totals(replay) == expected
    assert GAME.holds is not None
    assert [*GAME.holds(replay)] == []


def test_sheet_has_a_column_a_line():
    rules = GAME.rules.chosen(PRESETS["Hand & Foot"])
    columns = [column.head for column in GAME.sheet.under(rules, 4).columns]
    assert columns == ["Dealer", "Clean books", "Dirty books", "Red threes", "Going out", "Cards",
                       "Round", "Total"]  # fmt: skip
    eight = [column.head for column in GAME.sheet.under(rules, 8).columns]
    assert eight == ["Dealer", "Round", "Total"]
    card = GAME.sheet.under(GAME.rules.chosen(PRESETS["Yahtzee"]), 3)
    assert [column.head for column in card.columns] == ["Line", "Round", "Total"]
    assert card.rows == 6

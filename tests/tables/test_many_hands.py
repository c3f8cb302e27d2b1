"""Many hands without a page: rows are replayed as hands, in order, in every game."""

from __future__ import annotations

import random

import pytest

from companion import games
from companion.engine.record import MAX_TEXT, Record
from companion.questions import Refused
from companion.tables import Sent
from companion.tables.many_hands import HandRow, many_hands, ways
from companion.testing.evenings import NAMES, answer
from companion.web.questions.asking import one_text

MADE = {"bidder": "2", "contract": "7", "trump": "D", "tricks": "B 5", "5H": "B", "3S": "A"}


def quick_evening(game, seed):
    """A random evening whose hands are entered at once, every hand in it over."""
    chance = random.Random(f"{game.key} {seed}")
    count = chance.choice(list(game.players)[:3])
    record = Record.begin(game.key, NAMES[:count], chance.randint(1, count))
    way = ways(game.replay(record))[0]
    record.head["entry"] = way
    replay = game.replay(record)
    for _ in range(24):
        if replay.pending is None or replay.pending.hand > 5:
            break
        try:
            replay = answer(game, record, replay, chance)
        except LookupError:
            record.put(replay.pending.hand, {"@void": "thrown in"})
            replay = game.replay(record)
    if replay.pending:
        del record.hands[replay.pending.hand - 1 :]
    return record, game.replay(record), way


def row(place, answers, void=False):
    """A row in which these answers are typed."""
    return HandRow(place, lambda question: answers.get(question.key, ""), set(answers), void)


def lines(replay):
    """The ledger: every line with its hand and the total after it."""
    return [(entry.hand, str(entry.line), entry.total) for entry in replay.ledger.entries]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_rows_give_same_ledger_as_single_entries(key, seed, tables):
    game = games.find(key)
    record, expected, way = quick_evening(game, seed)
    played = [hand for hand in expected.hands if hand.over]
    assert played, "the evening has hands"
    start = Record(key, {k: v for k, v in record.head.items() if k != "entry"})
    table = tables.begin(start, game.edition, Sent(0, "begin"))
    rows = [row(n, {asked.question.key: asked.text for asked in hand.asked}, bool(hand.void))
            for n, hand in enumerate(played, 1)]  # fmt: skip
    found = many_hands(table, way, rows)
    assert {each.number: each.problems for each in rows if each.problems} == {}
    assert found.ready
    shown = {then.now.number: then.totals[1] for then in found.proposal.effect.hands if then.now}
    assert set(shown) >= {hand.number for hand in played}
    after = tables.enter(found.proposal, Sent.now(table)).replay
    assert lines(after) == lines(expected)
    assert [hand.void for hand in after.hands] == [hand.void for hand in expected.hands]
    assert all(
        list(hand.totals.values()) == shown[hand.number] for hand in after.hands if hand.over
    )
    assert not after.unused
    assert tables.undo(table.code, Sent.now(tables.get(table.code))).record == start


@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_every_game_asks_something_in_empty_rows(key, tables):
    game = games.find(key)
    record = Record.begin(key, NAMES[: min(game.players)])
    table = tables.begin(record, game.edition, Sent(0, "begin"))
    rows = [row(place, {}) for place in (1, 2)]
    found = many_hands(table, ways(table.replay)[0], rows)
    assert all(each.asked and not each.problems for each in rows)
    assert not found.ready


def test_the_beginning_of_a_name_is_enough(begun):
    found = many_hands(begun, "quick", [row(1, MADE | {"bidder": "om"})])
    assert found.proposal.acts[0].answers["bidder"] == "2"


def test_ticked_boxes_join_into_one_bounded_text():
    assert one_text([" 5H ", "", "3S"]) == "5H 3S"
    with pytest.raises(Refused, match=f"{MAX_TEXT + 1} letters"):
        one_text(["x" * (MAX_TEXT + 1)])

"""Column entry without a page: rows are replayed as hands, in order, in every room."""

from __future__ import annotations

import random

import pytest

from companion import games
from companion.questions import Refused, Several, Shares
from companion.record import MAX_TEXT, Record
from companion.tables.columns import columns, ways
from companion.tables.filling import Entry
from companion.tables.hand_rows import HandRow
from companion.tables.preview import one_text
from tests.games.evenings import NAMES, answer

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


def typed(hand, place):
    """What a player would write in a row for a hand that was entered one answer at a time."""
    found = {}
    for asked in hand.asked:
        name, question = f"a.{asked.question.key}", asked.question
        if isinstance(question, Shares):
            for who in question.among:
                found[f"{name}.{who.code}"] = [str(asked.value[who])]
        elif isinstance(question, Several):
            found[name] = [question.write((each,)) for each in asked.value]
        else:
            found[name] = [asked.text]
    return HandRow(place, found, "void" if hand.void else "")


def lines(replay):
    """The ledger: every line with its hand and the total after it."""
    return [(entry.hand, str(entry.line), entry.total) for entry in replay.ledger.entries]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", sorted(games.shelf()))
def test_rows_come_to_the_same_ledger_as_hands_entered_one_by_one(key, seed):
    game = games.find(key)
    record, expected, way = quick_evening(game, seed)
    assert [hand for hand in expected.hands if hand.over], "the evening has hands"
    start = Record(key, {k: v for k, v in record.head.items() if k != "entry"})
    rows = [typed(hand, place) for place, hand in enumerate(expected.hands, 1) if hand.over]
    entry = Entry(game, start, game.replay(start), way, rows)
    assert {row.number: row.problems for row in entry.rows if row.problems} == {}
    assert entry.ready
    for act in entry.acts:
        start.put(act.hand, act.answers)
    after = game.replay(start)
    assert lines(after) == lines(expected)
    assert [hand.void for hand in after.hands] == [hand.void for hand in expected.hands]
    assert not after.strays


@pytest.mark.parametrize("key", sorted(games.shelf()))
def test_every_room_has_columns_and_a_hand_that_asks_them(key):
    game = games.find(key)
    replay = game.replay(Record.begin(key, NAMES[: min(game.players)]))
    found = columns(game, replay, ways(replay)[0])
    assert any(column.usual for column in found)
    assert len({column.key for column in found}) == len(found)
    assert columns(game, replay, ways(replay)[0]) is found


def test_the_beginning_of_a_name_is_enough():
    game = games.find("kaiser")
    record = Record.begin("kaiser", NAMES[:4])
    typed = {f"a.{key}": [text] for key, text in {**MADE, "bidder": "om"}.items()}
    entry = Entry(game, record, game.replay(record), "quick", [HandRow(1, typed)])
    assert entry.acts[0].answers["bidder"] == "2"


def test_what_is_ticked_in_several_boxes_is_one_text_of_no_more_than_a_record_keeps():
    assert one_text([" 5H ", "", "3S"]) == "5H 3S"
    with pytest.raises(Refused, match=f"{MAX_TEXT + 1} letters"):
        one_text(["x" * (MAX_TEXT + 1)])

"""Labels of entries: in the words of the answer, also for old entries."""

from __future__ import annotations

import re

from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.games import find
from companion.questions import Choice
from companion.tables import names


def test_answer_is_named_in_its_original_words(game):
    replay = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    for hand in replay.hands:
        for each in hand.asked:
            said = names.said(replay, hand.number, each.question.key, each.text)
            assert said == each.sentence, each.question.key


def test_answer_begins_small_in_a_sentence(game):
    """A name or a card may begin it."""
    replay = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    names = "|".join(re.escape(seat.name) for seat in replay.table.seats)
    small = re.compile(rf"[^A-Z]|(?:{names}|Galaxy)\b|[AKQJ][♣♦♥♠]")
    told = {each.sentence for hand in replay.hands for each in hand.asked}
    assert [each for each in told if not small.match(each)] == []


def test_agreed_points_name_sides_and_bids_read_aloud():
    """The text on the key is shorter: 7 NT, 7 or 2 + 5♥."""
    replay = find("kaiser").replay(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
    assert names.own_words(replay, 1, "@adjust 1", "A -10 revoke") == "−10 for Nell & Pia"
    bid = replay.pending and replay.pending.page[0]
    assert isinstance(bid, Choice)
    aloud = {each.text: str(each.aloud) for each in bid.answers}
    assert aloud["7 no"] == "7 no-trump: 7 tricks, or 2 and the 5 of hearts"
    assert (aloud["9"], aloud["pass"]) == ("9: 4 tricks and the 5 of hearts", "")


def test_long_undo_label_leaves_out_the_question():
    """The name is dropped, never the fact; many answers become the first one, or their number."""
    for key, hand, place, told in (
        ("tribello", 4, -1, "tricks: Ruth 7, Sol 3, Tess 3"),
        ("leopard", 3, 0, "3310 / 0000"),
        ("carousel", 2, 0, "hand 2"),
        ("kaiser", 1, 0, "Omar bids 7"),
    ):
        game = find(key)
        replay = game.replay(Transcript.read(game.file("evening.txt"), key).record)
        pages: dict[int, dict[str, str | None]] = {}
        for each in replay.hands[hand - 1].asked:
            pages.setdefault(each.page, {})[each.question.key] = each.text
        act = Act("answer", hand, list(pages.values())[place])
        assert names.act_named(replay, act) == told


def test_undo_names_the_first_of_many_answers():
    """The hand still runs: undo takes answers back, and reopens no hand."""
    record = Record.begin("jo-jotte", ["Ann", "Ben"], entry="guided")
    record.hands = [{"upcard": "9H", "first 2": "accept"}]
    answers: dict[str, str | None] = {
        "nullo": "no", "slam": "no", "stub": "7C", "melds": "declared"
    }  # fmt: skip
    record.hands[0] |= {key: text for key, text in answers.items() if text}
    replay = find("jo-jotte").replay(record)
    assert not replay.hands[0].over
    told = names.undoing(replay, [Act("answer", 1, answers)])
    assert told.endswith(" and 3 more")
    assert "hand 1" not in told

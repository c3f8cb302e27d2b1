"""A whole hand on one page: its questions depend on each other's answers."""

from __future__ import annotations

import random

from companion import games
from companion.engine.record import Record
from companion.engine.table import Pending
from companion.tables.proposal import answering
from companion.web.questions.asking import without_overruled
from companion.web.tables.filling import preview_of
from tests.replays import tabled
from tests.texts import SAVE_AND_DEAL, TRICKS_OF_OMAR_AND_QUIN

KAISER = games.find("kaiser")
NAMES = ["Nell", "Omar", "Pia", "Quin"]
HAND = {"bidder": "2", "contract": "7", "trump": "D", "tricks": "5", "5H": "B", "3S": "A"}


def asked(**rules: str) -> tuple[Record, Pending]:
    record = Record.begin("kaiser", NAMES, 1, rules, "quick")
    pending = KAISER.replay(record).pending
    assert pending is not None
    return record, pending


def tried(given: dict[str, str], **rules: str):
    record, _ = asked(**rules)
    return answering(tabled(KAISER, record, KAISER.replay(record)), given)


def test_the_questions_follow_the_answers_told_so_far():
    _, pending = asked()
    prompts = {q.key: q.prompt for q in pending.page_for({"bidder": "2"})}
    assert prompts["tricks"] == TRICKS_OF_OMAR_AND_QUIN
    assert {q.key: q.prompt for q in pending.page}["tricks"] == "Tricks of the bidder’s side"


def test_ruled_out_question_is_not_asked_or_kept():
    found = tried({"bidder": "nobody", "contract": "7", "tricks": "5"})
    assert found.ready
    assert found.answers == {"bidder": "nobody"}
    record, _ = asked()
    record.put(1, {"bidder": "nobody", "tricks": "B 5"})
    assert [(s.key, s.why) for s in KAISER.replay(record).unused] == [("tricks", "all four passed")]


def test_derived_answers_are_not_asked():
    found = tried({"bidder": "2", "contract": "7 no", "tricks": "0"})
    assert found.ready
    assert found.answers == {"bidder": "2", "contract": "7 no", "tricks": "B 0"}
    takes = found.replay.hands[0].result.takes
    assert [(take.tricks, take.five, take.three) for take in takes.values()] == [
        (8, True, True), (0, False, False),
    ]  # fmt: skip


def test_overruled_answer_gives_way_to_derived_one():
    _, pending = asked()
    stale = {**HAND, "tricks": "0"}  # the 5♥ was tapped for Omar & Quin before
    assert "5H" not in without_overruled(pending, stale)
    assert without_overruled(pending, HAND) == HAND
    assert list(tried(stale).problems) == ["5H"]


def test_page_says_what_is_still_open():
    found = tried({"bidder": "2", "contract": "kaiser"}, kaiser_bid="on")
    assert [question.key for question in found.missing] == ["kaiser"]
    assert tried({"bidder": "2", "contract": "kaiser", "kaiser": "yes"}, kaiser_bid="on").ready


def test_saving_says_what_it_does_besides():
    assert preview_of(tried(HAND)).button == (SAVE_AND_DEAL, "0:10, then Omar deals")
    won = tried({"bidder": "2", "contract": "7 no", "tricks": "8"}, target="20")
    assert preview_of(won).button == ("Save: Omar & Quin win", "0:20")
    pan = games.find("panguingue")  # a meld that pays nothing: no “0 to Omar”
    record = Record.begin("panguingue", NAMES)
    record.hands = [{"drops": "none", "event 1": "2 lay"}]
    for cards, told in (("4H 5H 6H", ""), ("AS 2S 3S", "+6 to Omar")):
        laid = answering(tabled(pan, record, pan.replay(record)), {"cards 1": cards})
        assert preview_of(laid).button[1] == told


def test_page_keys_and_kinds_never_change(game):
    players = NAMES[: 4 if 4 in game.players else min(game.players)]
    chance, seen = random.Random(game.key), 0
    for mode in game.replay(Record.begin(game.key, players)).hands[0].modes:
        pending = game.replay(Record.begin(game.key, players, entry=mode)).pending
        if pending is None or not pending.together:
            continue
        seen += 1
        shape = [(q.key, q.kind) for q in pending.page]
        for _ in range(20):
            drawn = pending.sample(chance.randrange)
            some = {k: text for k, text in drawn.items() if chance.random() < 0.7}
            assert [(q.key, q.kind) for q in pending.page_for(some)] == shape
    assert seen or game.key == "panguingue"

"""The page of a change, in every game: its form sent as it was drawn saves what it showed."""

from __future__ import annotations

import random
import re

import pytest

from companion import games
from companion.engine.record import Act
from companion.tables.carrying import canonical
from companion.testing.evenings import at_once, evening
from tests.daily import LONG
from tests.texts import NOT_SAVED_YET, ONE_MORE_ANSWER
from tests.web.phones import plain

BID = {"bid 2": "pass", "bid 3": "6", "bid 4": "7 no", "bid 1": "pass", "tricks": "B 6",
       "5H": "A", "3S": "B"}  # fmt: skip


def stands(page):
    """The totals that a page promises, with more than three sides only the changed ones; None if it
    promises none."""
    found = re.search(r'<p class="news">.*?New score.*?</p>', page, re.DOTALL)
    new = re.findall(r"<ins><b>(.*?)</b></ins>", found[0]) if found else []
    return [int(n.replace("−", "-")) for each in new for n in each.split(" : ")] if found else None


@pytest.mark.kinds
@pytest.mark.parametrize("seed", range(3 if LONG else 1))
def test_a_page_saves_what_it_shows(game, seed, phone):
    chance = random.Random(f"{game.key} pages {seed}")
    record, _ = evening(game, seed + 20, hands=4, answers=50)
    one, saved = phone(canonical(game, record)), 0
    for _ in range(12):
        hands = [hand for hand in one.replay.hands if hand.asked and hand.over and not hand.void]
        if not hands or saved > 3:
            break
        hand = chance.choice(hands)
        loose = [each for each in hand.asked if not each.question.parts]
        if not loose:
            continue
        asked = chance.choice(loose)
        try:
            text = asked.question.sample(chance.randrange)
        except LookupError:  # with the other answers of the hand hardly another one is possible
            continue
        if asked.question.written(text) == asked.question.written(asked.text):
            continue
        path = f"amend/{hand.number}"
        page = one.fill(path, **{f"a.{asked.question.key}": text, "do": "check"}).text
        if 'value="save"' not in page:
            continue
        half = ONE_MORE_ANSWER in plain(page)
        before = one.totals
        reply = one.send(path, False, do="save")
        if half and reply.status_code == 422:  # what is chosen from the start was not seen to count
            page = reply.text
            reply = one.send(path, False, do="save") if 'value="save"' in page else reply
            if reply.status_code == 422:
                continue
        assert reply.status_code == 303, plain(reply.text)[:900]
        saved += 1
        if promised := stands(page):
            now = one.totals
            changed = [new for old, new in zip(before, now, strict=True) if old != new]
            assert promised == (now if len(now) < 4 else changed)
        assert "amend" in [row.act.kind for row in one.store.journal(one.code)[-2:]]


def test_wrong_bidder_is_corrected_as_page_shows(phone):
    record, _ = evening(games.find("kaiser"), 1, 0, 0)
    record.head = {f"player {n}": name for n, name in enumerate("ABCD", 1)} | {"dealer": "1"}
    record.hands = [BID]
    one = phone(record)
    one.fill("amend/1", **{"a.bid 3": "7 no", "do": "check"})
    words = one.words()
    assert ONE_MORE_ANSWER in words
    assert "0 : 0" not in words, "no totals while an answer is missing"
    assert words.index("C: bid or pass 6 7 NT") < words.index("D: bid or pass"), "under the change"
    assert "New score" not in words
    assert 'value="save"' not in one.last.text
    one.send("amend/1", **{"a.bid 4": "pass", "do": "check"})
    assert stands(one.last.text) == [14, 3]
    one.send("amend/1", do="save")
    assert one.totals == [14, 3]
    act = one.store.journal(one.code)[-1].act
    assert act == Act("amend", 1, {"bid 3": "7 no", "bid 4": "pass"})
    assert "6, not 6" not in one.words("sheet?show=log")


def test_unseen_change_is_shown_before_saving(played):
    seq = played.seq
    played.fill("amend/2", **{"a.5H": "B", "do": "check"})
    played.send("amend/2", **{"a.3S": "A", "do": "save"})
    assert NOT_SAVED_YET in played.words()
    assert played.seq == seq
    shown = stands(played.last.text)
    played.send("amend/2", do="save")
    assert played.totals == shown


def test_acts_that_no_page_shows_are_not_taken(played):
    seq = played.seq
    for acts in ('[["undo",0,{}]]', "no list", '[["amend",99,{"x":"y"}]]', '[["amend","x",{}]]'):
        assert played.fill("amend/2", acts=acts, do="save").status_code == 400
    assert played.seq == seq


def test_undone_hand_is_still_filled_in(played):
    played.play({"bid 1": "7", "bid 2": "pass", "bid 3": "pass", "bid 4": "pass", "trump": "H"})
    result = {"tricks": "6", "5H": "A", "3S": "B"}
    played.answer(result)
    before = played.record.hands[3]
    played.fill("undo", on="")
    page = played.get("").text
    for key, value in result.items():
        assert re.search(rf'name="a.{key}" value="{value}" checked', page), key
    played.send("answer", **{"a.3S": "A"})
    assert played.record.hands[3] == before | {"3S": "A"}


@pytest.mark.kinds
def test_thrown_in_hand_has_previewed_dealer(game, phone):
    record, _ = evening(game, 2, hands=1, answers=30, start=at_once)
    one = phone(canonical(game, record))
    if one.replay.pending is None:
        one.send("undo")
    for seat in one.replay.table.seats[-2:]:
        one.fill("dealer", on="more", seat=seat.code)
        page = plain(one.fill("void", on="more", why="misdeal").text)
        promised = re.search(r"Nothing is saved yet\. (.+?) deals again\.", page)
        assert promised, page[:600]
        one.send("void", do="save")
        assert (one.replay.hand.dealer.name, one.replay.hand.dealer.code) == (
            promised[1],
            seat.code,
        )
        assert one.replay.hands[-2].void == "misdeal"

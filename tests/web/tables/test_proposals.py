"""The page of a change, in every game: its form sent as it was drawn saves what it showed."""

from __future__ import annotations

import random
import re

import pytest
from werkzeug.datastructures import MultiDict

from companion import games
from companion.engine.record import Act
from companion.tables.carrying import canonical
from companion.testing.evenings import evening
from tests.web.phones import plain

BID = {"bid 2": "pass", "bid 3": "6", "bid 4": "7 no", "bid 1": "pass", "tricks": "B 6",
       "5H": "A", "3S": "B"}  # fmt: skip


def stands(page):
    """The totals that a page promises; None where it promises none."""
    found = re.search(r"Then it stands ([−\d :]+),", plain(page))
    return [int(n.replace("−", "-")) for n in found[1].split(" : ")] if found else None


def send(one, path, follow=True, **fields):
    """The form of the page last shown, every box of it as it stands, with these fields set."""
    data = MultiDict(one.page.forms[path])
    for name, text in fields.items():
        data.setlist(name, [text])
    return one.post(path, data, follow_redirects=follow)


@pytest.mark.kinds
@pytest.mark.parametrize("seed", range(3))
def test_a_page_saves_what_it_shows(game, seed, store, phone):
    chance = random.Random(f"{game.key} pages {seed}")
    record, _ = evening(game, seed + 20, hands=4, answers=50)
    stored = store.begin(canonical(game, record), game.edition)
    one, code, saved = phone(), stored.code, 0
    one.get(f"/t/{code}/score/{stored.key}")
    for _ in range(12):
        replay = game.replay(store.table(code).record)
        hands = [hand for hand in replay.hands if hand.asked and hand.over and not hand.void]
        if not hands or saved > 3:
            break
        hand = chance.choice(hands)
        loose = [each for each in hand.asked if not each.question.parts]
        if not loose:
            continue
        asked = chance.choice(loose)
        try:
            text = asked.question.sample(chance.randrange)
        except LookupError:  # beside the other answers of the hand hardly any other can stand
            continue
        if asked.question.written(text) == asked.question.written(asked.text):
            continue
        path = f"/t/{code}/amend/{hand.number}"
        one.get(path)
        page = send(one, path, **{f"a.{asked.question.key}": text, "do": "check"}).text
        if 'value="save"' not in page:
            continue
        half = "One more answer is needed" in plain(page)
        reply = send(one, path, False, do="save")
        if half and reply.status_code == 422:  # what is chosen from the start was not seen to count
            page = reply.text
            reply = send(one, path, False, do="save") if 'value="save"' in page else reply
            if reply.status_code == 422:
                continue
        assert reply.status_code == 303, plain(reply.text)[:900]
        saved += 1
        cold = game.replay(store.table(code).record)
        if promised := stands(page):
            assert promised == list(cold.ledger.totals.values())
        assert "amend" in [row.act.kind for row in store.journal(code)[-2:]]


def test_a_wrong_bidder_is_corrected_to_what_the_page_says(store, phone):
    game = games.find("kaiser")
    record, _ = evening(game, 1, 0, 0)
    record.head = {f"player {n}": name for n, name in enumerate("ABCD", 1)} | {"dealer": "1"}
    record.hands = [BID]
    stored = store.begin(record, game.edition)
    one, code = phone(), stored.code
    one.get(f"/t/{code}/score/{stored.key}")
    path = f"/t/{code}/amend/1"
    one.get(path)
    one.send(path, **{"a.bid 3": "7 no", "do": "check"})
    words = plain(one.last.text)
    assert "One more answer is needed" in words
    assert "0 : 0" not in words, "no totals while an answer is missing"
    assert words.index("C: bid or pass 6 7 no") < words.index("D: bid or pass"), "under the change"
    assert "What will be saved" not in words
    assert 'value="save"' not in one.last.text
    one.send(path, **{"a.bid 4": "pass", "do": "check"})
    assert "Tricks of A & C 2" in plain(one.last.text)
    assert stands(one.last.text) == [14, 3]
    one.send(path, do="save")
    assert list(game.replay(store.table(code).record).ledger.totals.values()) == [14, 3]
    assert store.journal(code)[-1].act == Act("amend", 1, {"bid 3": "7 no", "bid 4": "pass"})
    log = plain(one.get(f"/t/{code}/sheet?show=log").text)
    assert "6, not 6" not in log


def test_what_was_not_looked_at_is_shown_before_it_is_saved(played, store):
    path, seq = f"/t/{played.code}/amend/2", store.seq(played.code)
    played.get(path)
    played.send(path, **{"a.5H": "B", "do": "check"})
    played.send(path, **{"a.3S": "A", "do": "save"})
    assert "Not saved yet" in plain(played.last.text)
    assert store.seq(played.code) == seq
    shown = stands(played.last.text)
    played.send(path, do="save")
    now = games.find("kaiser").replay(store.table(played.code).record)
    assert list(now.ledger.totals.values()) == shown


def test_acts_that_no_page_shows_are_not_taken(played, store):
    path, seq = f"/t/{played.code}/amend/2", store.seq(played.code)
    for acts in ('[["undo",0,{}]]', "no list", '[["amend",99,{"x":"y"}]]', '[["amend","x",{}]]'):
        played.get(path)
        assert played.send(path, acts=acts, do="save").status_code == 400
    assert store.seq(played.code) == seq


def test_a_hand_that_is_taken_back_is_still_filled_in(played, store):
    code = played.code
    for answers in ({"bid 1": "7"}, {"bid 2": "pass"}, {"bid 3": "pass"}, {"bid 4": "pass"},
                    {"trump": "H"}, {"tricks": "6", "5H": "A", "3S": "B"}):  # fmt: skip
        played.answer(code, answers)
    before = store.table(code).record.hands[3]
    played.get(f"/t/{code}")
    played.send(f"/t/{code}/undo")
    page = played.get(f"/t/{code}").text
    for key, value in (("tricks", "6"), ("5H", "A"), ("3S", "B")):
        assert re.search(rf'name="a.{key}" value="{value}" checked', page), key
    played.send(f"/t/{code}/answer", **{"a.3S": "A"})
    after = store.table(code).record.hands[3]
    assert after == before | {"3S": "A"}

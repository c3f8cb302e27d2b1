"""The app shell, the board, handing the pencil over, and hands that the other side confirms."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from companion import clock
from companion.engine.panels import Calls, Meter
from companion.engine.record import Act
from companion.engine.transcript import Transcript
from companion.games import shelf
from companion.web.platform import browser
from tests.finding import match_in
from tests.web.phones import plain


def sheet_marks(page):
    return page.count("not confirmed yet")


def test_the_manifest_and_its_icons_are_served(phone):
    one = phone()
    data = json.loads(one.get("/manifest.webmanifest").text)
    assert data["start_url"] == "/"
    for icon in data["icons"]:
        picture = one.get(icon["src"])
        assert picture.mimetype == "image/png"
        assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"


def test_the_worker_keeps_every_rule_sheet_and_only_pages_that_exist(phone):
    one = phone()
    body = one.get("/sw.js").text
    kept = json.loads(match_in(r"const KEPT = (\[.*?\]);", body)[1])
    assert {f"/rules/{key}" for key in shelf()} <= set(kept)
    assert [path for path in kept if one.get(path).status_code != 200] == []
    assert [path for path in kept if path.startswith("/t/")] == []


def stamp(store, code, name):
    return {"seen": str(store.seq(code)), "submission": name}


def test_a_hand_waits_to_be_confirmed_and_a_confirmed_one_asks_for_a_reason(played, store):
    code = played.code
    assert sheet_marks(played.get(f"/t/{code}/sheet").text) == 0
    played.post(f"/t/{code}/confirming", {"wish": "yes"} | stamp(store, code, "k"))
    assert sheet_marks(played.get(f"/t/{code}/sheet").text) == 3
    assert "is that right?" in played.get(f"/t/{code}/hand/2").text
    played.post(f"/t/{code}/confirm", {"hand": "2"} | stamp(store, code, "o"))
    assert "Confirmed by the other side" in played.get(f"/t/{code}/hand/2").text
    assert sheet_marks(played.get(f"/t/{code}/sheet").text) == 2

    path = f"/t/{code}/amend/2"
    played.get(path)
    played.send(path, **{"do": "check", "a.5H": "B"})
    refused = played.send(path, do="save")
    assert refused.status_code == 422
    assert "say why it is changed" in refused.text
    assert store.table(code).record.hands[1]["5H"] == "A"
    assert played.send(path, False, do="save", why="recount").status_code == 303
    hand = store.table(code).record.hands[1]
    assert (hand["5H"], "@ok" in hand) == ("B", False)
    assert sheet_marks(played.get(f"/t/{code}/sheet").text) == 3


def test_points_are_adjusted_in_a_confirmed_hand_only_with_a_reason(played, store):
    code = played.code
    played.post(f"/t/{code}/confirm", {"hand": "3"} | stamp(store, code, "o"))
    form = {"hand": "3", "side": "A", "points": "-5"}
    path = f"/t/{code}/adjust"
    played.post(path, form | stamp(store, code, "a1"))
    refused = played.send(path, do="save")
    assert refused.status_code == 422
    assert "say why it is changed" in refused.text
    played.post(path, form | {"why": "revoke"} | stamp(store, code, "a2"))
    played.send(path, do="save")
    hand = store.table(code).record.hands[2]
    assert (hand["@adjust 1"], "@ok" in hand) == ("A -5 revoke", False)


def looked_at(one, where):
    """The digest of what the page shows that a decision for the whole evening changes."""
    one.get(f"{where}?value=bid_amount&from=0")
    return {"digest": one.form(where)["digest"]}


def test_a_reading_that_changes_a_confirmed_hand_wants_a_word(played, store):
    code = played.code
    here = f"/t/{code}/readings/failed_contract"
    played.post(f"/t/{code}/confirm", {"hand": "2"} | stamp(store, code, "o"))
    broken = {"bid 1": "9", "bid 2": "pass", "bid 3": "pass", "bid 4": "pass", "trump": "H",
              "tricks": "2", "5H": "B", "3S": "A"}  # fmt: skip
    act = Act("answer", 4, broken)
    store.act(code, act, seen=store.seq(code), submission="h4")
    form = {"value": "bid_amount", "from": "0"}
    unseen = played.post(here, form | stamp(store, code, "d0"))
    assert unseen.status_code == 422
    assert "This is what it changes" in unseen.text
    form |= looked_at(played, here)
    assert played.post(here, form | stamp(store, code, "d1")).status_code == 303
    played.post(f"/t/{code}/undo", stamp(store, code, "u"))
    played.post(f"/t/{code}/confirm", {"hand": "4"} | stamp(store, code, "p"))
    form |= looked_at(played, here)
    refused = played.post(here, form | stamp(store, code, "d2"))
    assert refused.status_code == 422
    assert "has confirmed hand 4" in refused.text
    reply = played.post(here, form | {"word": "agreed"} | stamp(store, code, "d3"))
    assert reply.status_code == 303


def test_a_hand_that_has_begun_keeps_its_way_of_entry(played, store):
    code = played.code
    form = {"hand": "4", "mode": "quick"}
    store.act(code, Act("answer", 4, {"bid 1": "7"}), seen=store.seq(code), submission="b")
    refused = played.post(f"/t/{code}/entry", form | stamp(store, code, "e1"))
    assert refused.status_code == 422
    assert "This hand has begun" in refused.text
    played.post(f"/t/{code}/undo", stamp(store, code, "u"))
    assert played.post(f"/t/{code}/entry", form | stamp(store, code, "e2")).status_code == 303
    assert store.table(code).record.hands[3] == {"@entry": "quick"}


def test_a_hand_goes_by_its_own_name_where_some_were_thrown_in(phone, store):
    """A game that counts its hands itself is not contradicted by how many were dealt."""
    shown = set()
    for game in shelf().values():
        record = Transcript.read(game.file("evening.txt"), game.key).record
        record.hands = [{"@void": "misdeal"}, *record.hands[:1]]
        replay = game.replay(record)
        if not (replay.hands[1].title and replay.hands[1].lines):
            continue
        code = store.begin(record).code
        page = phone().get(f"/t/{code}/hand/2").text
        title = match_in("<title>(.*)</title>", page)[1]
        assert "hand 2 scored" not in title or "hand 2" in replay.hands[1].title
        shown.add(title)
    assert len(shown) > 3


def test_what_a_scored_hand_leaves_lies_on_its_page_one_tap_from_the_end(phone, store):
    drawn = set()
    for game in shelf().values():
        record = Transcript.read(game.file("evening.txt"), game.key).record
        replay = game.replay(record)
        last = [hand for hand in replay.hands if hand.over and not hand.void][-1]
        titles = [t for t, p in last.panels.items() if not isinstance(p, Calls | Meter)]
        if not titles:
            continue
        code = store.begin(record).code
        end, hand = (phone().get(f"/t/{code}{path}") for path in ("", f"/hand/{last.number}"))
        for title in titles:
            assert title in plain(hand.text)
            drawn.add(title)
        if replay.over:
            assert f'href="/t/{code}/hand/{last.number}"' in end.text
    assert {"Cribbage board", "Counters"} <= drawn


def test_a_hand_not_scored_cannot_be_confirmed(played, store):
    answer = played.post(
        f"/t/{played.code}/confirm", {"hand": "9"} | stamp(store, played.code, "o")
    )
    assert answer.status_code == 422


def test_the_standing_is_said_in_words(played):
    page = played.get(f"/t/{played.code}").text
    said = match_in(r'data-say="([^"]+)"', page)[1]
    assert said.startswith("Hand 3: ")
    assert "8 to Nell and Pia." in said
    assert said.endswith("Standing: Nell and Pia 28, Omar and Quin 12.")


def test_a_board_asks_again_for_nothing(phone, played, store):
    board, here = phone(), f"/t/{played.code}/board"
    tag = board.get(here, headers={"HX-Request": "true"}).headers["HX-PTag"]
    asked = {"HX-Request": "true", "HX-PTag": tag}
    assert board.get(here, headers=asked).status_code == 304
    store.act(played.code, Act("answer", 4, {"bid 1": "7"}), seen=int(tag), submission="b")
    assert board.get(here, headers=asked).status_code == 200


def test_an_end_that_is_taken_back_is_followed_too(phone, store):
    record = Transcript.read(shelf()["kaiser"].file("evening.txt"), "kaiser").record
    code = store.begin(record).code
    text = phone().get(f"/t/{code}").text
    assert "win" in plain(text)
    assert f'hx-get="/t/{code}/live"' in text


def test_a_page_made_anew_says_since_when_its_question_is_asked(scorer, monkeypatch):
    """Else a poll would begin the rest in which no tap counts anew."""

    def since():
        return scorer.get(f"/t/{scorer.code}").text.split('name="at" value="')[1].split('"')[0]

    first, later = since(), clock.now() + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert since() == first
    scorer.answer(scorer.code, {"bid 2": "7"})
    assert int(since()) > int(first)


def test_a_page_that_is_overtaken_while_it_is_filled_in_is_not_drawn_over(phone, scorer, store):
    """What it asks by itself is answered with nothing; once it is sent it is told what happened."""
    code, ask = scorer.code, {"HX-Request": "true"}
    scorer.get(f"/t/{code}")
    form = scorer.form(f"/t/{code}/answer")
    assert scorer.post(f"/t/{code}/check?live=1", form, headers=ask).status_code == 200
    phone().take(store.table(code))
    scorer.take(store.table(code))
    assert scorer.post(f"/t/{code}/check?live=1", form, headers=ask).status_code == 200
    scorer.answer(code, {"bid 2": "7"})
    for path in ("check", "many/check"):
        reply = scorer.post(f"/t/{code}/{path}?live=1", form, headers=ask)
        assert (reply.status_code, reply.data) == (204, b"")
        told = scorer.post(f"/t/{code}/{path}", form | {"rows": "1"}, headers=ask)
        assert told.status_code == 409
    scorer.post(f"/t/{code}/rekey", {})
    lost = phone()
    lost.get(f"/t/{code}")
    assert lost.post(f"/t/{code}/check?live=1", form, headers=ask).status_code == 204
    assert lost.post(f"/t/{code}/check", form, headers=ask).status_code == 403


@pytest.mark.parametrize("path", ["check", "many/check"])
def test_a_page_that_asks_by_itself_is_never_answered_by_another_page(
    scorer, store, monkeypatch, path
):
    """Another phone goes on just after the table was read: that is one reading, not two."""
    code, read = scorer.code, browser.table
    scorer.get(f"/t/{code}")
    form = scorer.form(f"/t/{code}/answer") | {"rows": "1"}

    def and_then(code, **more):
        found = read(code, **more)
        store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=store.seq(code), submission="other")
        return found

    monkeypatch.setattr(browser, "table", and_then)
    ask = {"HX-Request": "true"}
    reply = scorer.post(f"/t/{code}/{path}?live=1", form, headers=ask)
    assert reply.status_code == 200
    assert 'id="table"' not in reply.text

"""The app shell, the board, taking over scoring, and hands that the other side confirms."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from companion import clock
from companion.engine.panels import Calls, Meter
from companion.engine.record import Act
from companion.games import all_games
from companion.web.platform import browser
from tests.finding import match_in
from tests.web.phones import HTMX, golden, plain


def sheet_marks(one):
    """Hands that the sheet says are not confirmed."""
    return one.get("sheet").text.count("not confirmed yet")


def form(one, path, **fields):
    """Posts a form that has seen the last row."""
    return one.post(path, fields | {"seen": str(one.seq), "submission": f"{path} {one.seq}"})


def test_the_manifest_and_its_icons_are_served(phone):
    one = phone()
    data = json.loads(one.get("/manifest.webmanifest").text)
    assert data["start_url"] == "/"
    for icon in data["icons"]:
        picture = one.get(icon["src"])
        assert picture.mimetype == "image/png"
        assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"


def test_worker_caches_rule_sheets_and_existing_pages(phone):
    one = phone()
    kept = json.loads(match_in(r"const KEPT = (\[.*?\]);", one.get("/sw.js").text)[1])
    assert {f"/rules/{key}" for key in all_games()} <= set(kept)
    assert [path for path in kept if one.get(path).status_code != 200] == []
    assert [path for path in kept if path.startswith("/t/")] == []


# -- confirming ----------------------------------------------------------------------------------


def test_hand_waits_for_confirmation_then_needs_reason(played):
    assert sheet_marks(played) == 0
    form(played, "confirming", wish="yes")
    assert sheet_marks(played) == 3
    assert "is that right?" in played.get("hand/2").text
    form(played, "confirm", hand="2")
    assert "Confirmed by the other side" in played.get("hand/2").text
    assert sheet_marks(played) == 2

    played.fill("amend/2", **{"do": "check", "a.5H": "B"})
    refused = played.send("amend/2", do="save")
    assert refused.status_code == 422
    assert "Enter a reason for the change" in refused.text
    assert played.record.hands[1]["5H"] == "A"
    assert played.send("amend/2", False, do="save", why="recount").status_code == 303
    hand = played.record.hands[1]
    assert (hand["5H"], "@ok" in hand) == ("B", False)
    assert sheet_marks(played) == 3


def test_confirmed_hand_adjustment_needs_a_reason(played):
    form(played, "confirm", hand="3")
    five = {"hand": "3", "side": "A", "points": "-5"}
    form(played, "adjust", **five)
    refused = played.send("adjust", do="save")
    assert refused.status_code == 422
    assert "Enter a reason for the change" in refused.text
    form(played, "adjust", **five, why="revoke")
    played.send("adjust", do="save")
    hand = played.record.hands[2]
    assert (hand["@adjust 1"], "@ok" in hand) == ("A -5 revoke", False)


def test_reading_that_changes_confirmed_hand_needs_reason(played):
    here, whole = "readings/failed_contract", {"value": "bid_amount", "from": "0"}

    def looked_at():
        """The form with the digest of the changes that the page shows."""
        played.get(f"{here}?value=bid_amount&from=0")
        return whole | {"digest": played.form(here)["digest"]}

    form(played, "confirm", hand="2")
    broken = {"bid 1": "9", "bid 2": "pass", "bid 3": "pass", "bid 4": "pass", "trump": "H",
              "tricks": "2", "5H": "B", "3S": "A"}  # fmt: skip
    played.enter(Act("answer", 4, broken))
    unseen = form(played, here, **whole)
    assert unseen.status_code == 422
    assert "This is what it changes" in unseen.text
    assert form(played, here, **looked_at()).status_code == 303
    form(played, "undo")
    form(played, "confirm", hand="4")
    refused = form(played, here, **looked_at())
    assert refused.status_code == 422
    assert "has confirmed hand 4" in refused.text
    assert form(played, here, **looked_at(), word="agreed").status_code == 303


def test_a_hand_not_scored_cannot_be_confirmed(played):
    assert form(played, "confirm", hand="9").status_code == 422


def test_begun_hand_keeps_its_entry_mode(played):
    played.enter(Act("answer", 4, {"bid 1": "7"}))
    refused = form(played, "entry", hand="4", mode="quick")
    assert refused.status_code == 422
    assert "This hand has begun" in refused.text
    form(played, "undo")
    assert form(played, "entry", hand="4", mode="quick").status_code == 303
    assert played.record.hands[3] == {"@entry": "quick"}


# -- what a hand's page has ----------------------------------------------------------------------


def test_hand_keeps_own_name_after_thrown_in_ones(phone):
    """If a game counts its hands itself, pages do not show the number of deals."""
    shown = set()
    for game in all_games().values():
        record = golden(game.key, 1)
        record.hands.insert(0, {"@void": "misdeal"})
        hand = game.replay(record).hands[1]
        if not (hand.title and hand.lines):
            continue
        title = match_in("<title>(.*)</title>", phone(record).get("hand/2").text)[1]
        assert "hand 2 scored" not in title or "hand 2" in hand.title
        shown.add(title)
    assert len(shown) > 3


def test_scored_hand_panels_are_on_its_page(phone):
    drawn = set()
    for game in all_games().values():
        record = golden(game.key)
        replay = game.replay(record)
        last = [hand for hand in replay.hands if hand.over and not hand.void][-1]
        titles = [t for t, p in last.panels.items() if not isinstance(p, Calls | Meter)]
        if not titles:
            continue
        one, path = phone(record), f"hand/{last.number}"
        words = one.words(path)
        for title in titles:
            assert title in words
            drawn.add(title)
        if replay.over:
            assert f'href="/t/{one.code}/{path}"' in one.get("").text
    assert {"Cribbage board", "Counters"} <= drawn


def test_the_standing_is_said_in_words(played):
    said = match_in(r'data-say="([^"]+)"', played.get("").text)[1]
    assert said.startswith("Hand 3: ")
    assert "8 to Nell and Pia." in said
    assert said.endswith("Standing: Nell and Pia 28, Omar and Quin 12.")


# -- pages that ask by themselves ----------------------------------------------------------------


def test_a_board_asks_again_for_nothing(phone, played):
    board = phone(played.code)
    asked = {**HTMX, "HX-PTag": board.get("board", headers=HTMX).headers["HX-PTag"]}
    assert board.get("board", headers=asked).status_code == 304
    played.enter(Act("answer", 4, {"bid 1": "7"}))
    assert board.get("board", headers=asked).status_code == 200


def test_page_keeps_polling_after_the_end(phone):
    watcher = phone(phone(golden()).code)
    text = watcher.get("").text
    assert "win" in plain(text)
    assert f'hx-get="/t/{watcher.code}/live"' in text


def test_redrawn_page_keeps_time_of_its_question(scorer, monkeypatch):
    """Otherwise a poll would restart the time in which no tap counts."""

    def since():
        return scorer.get("").text.split('name="at" value="')[1].split('"')[0]

    first, later = since(), clock.now() + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert since() == first
    scorer.answer({"bid 2": "7"})
    assert int(since()) > int(first)


def test_overtaken_page_being_filled_is_not_redrawn(phone, scorer):
    """Its own checks get an empty response; a submission gets a message about the change."""
    form = scorer.filled({})
    asks = lambda one: one.post("check?live=1", form, headers=HTMX).status_code  # noqa: E731
    assert asks(scorer) == 200
    phone().take(scorer.stored)
    scorer.take(scorer.stored)
    assert asks(scorer) == 200
    scorer.answer({"bid 2": "7"})
    for path in ("check", "many/check"):
        reply = scorer.post(f"{path}?live=1", form, headers=HTMX)
        assert (reply.status_code, reply.data) == (204, b"")
        told = scorer.post(path, form | {"rows": "1"}, headers=HTMX)
        assert told.status_code == 409
    scorer.post("rekey", {})
    lost = phone(scorer.code)
    lost.get("")
    assert asks(lost) == 204
    assert lost.post("check", form, headers=HTMX).status_code == 403


@pytest.mark.parametrize("path", ["check", "many/check"])
def test_polling_page_is_never_answered_by_another(scorer, monkeypatch, path):
    """Another phone enters just after the table was read: the request reads the table once."""
    read, form = browser.table, scorer.filled({}) | {"rows": "1"}

    def and_then(code, **more):
        found = read(code, **more)
        scorer.enter(Act("answer", 1, {"bid 2": "7"}))
        return found

    monkeypatch.setattr(browser, "table", and_then)
    reply = scorer.post(f"{path}?live=1", form, headers=HTMX)
    assert reply.status_code == 200
    assert 'id="table"' not in reply.text

"""A note on a hand or on the evening: on the sheet, on paper, in every export, and undone."""

import pytest

from companion import games
from companion.engine.transcript import Transcript
from tests.web.phones import plain

HAND, EVENING = "The dog ate a card & we dealt again", "At Nell’s, with cake"


@pytest.mark.parametrize("key", games.covers())
def test_a_note_stands_wherever_the_score_stands(key, store, phone):
    record = Transcript.read(games.find(key).file("evening.txt"), key).record
    stored, one = store.begin(record), phone()
    one.take(stored)
    table = f"/t/{stored.code}"
    for page, hand, words in ((f"{table}/hand/1", "1", HAND), (f"{table}/sheet", "0", EVENING)):
        one.get(page)
        assert one.send(f"{table}/note", note=words, hand=hand).status_code == 200
    assert HAND in plain(one.get(f"{table}/hand/1").text)
    sheet, paper = (
        plain(one.get(f"{table}/{page}").text) for page in ("sheet", "print/sheet.html")
    )
    for words in (HAND, EVENING):
        assert words in sheet
        assert words in paper
        assert words in one.get(f"{table}/record.txt").text
        assert words in one.get(f"{table}/export.json").text
    assert HAND in one.get(f"{table}.json").text
    assert HAND in one.get(f"{table}/ledger.csv").text
    assert HAND in plain(phone().get(f"{table}/hand/1").text)
    one.get(f"{table}/sheet")
    one.post(f"{table}/undo", {"seen": store.seq(stored.code), "submission": "undone-once"})
    assert EVENING not in plain(one.get(f"{table}/sheet").text)
    assert HAND in plain(one.get(f"{table}/sheet").text)


def test_a_note_on_a_confirmed_hand_needs_no_reason(played, store):
    stamp = {"seen": store.seq(played.code), "submission": "confirming"}
    played.post(f"/t/{played.code}/confirming", {"wish": "yes"} | stamp)
    played.get(f"/t/{played.code}/hand/1")
    played.send(f"/t/{played.code}/confirm", hand="1")
    played.get(f"/t/{played.code}/hand/1")
    assert played.send(f"/t/{played.code}/note", note=HAND, hand="1").status_code == 200
    page = plain(played.get(f"/t/{played.code}/hand/1").text)
    assert HAND in page
    assert "✓ Confirmed" in page


def test_a_note_on_no_hand_is_refused(played):
    played.get(f"/t/{played.code}/sheet")
    reply = played.send(f"/t/{played.code}/note", note="x", hand="77")
    assert reply.status_code == 422
    assert "There is no hand 77" in plain(reply.text)

"""A note on a hand or on the evening: on the sheet, on paper, in every export, and undone."""

import pytest

from companion import games
from companion.engine.record import REMARKS
from companion.engine.transcript import Transcript
from tests.web.phones import plain

HAND, EVENING = "The dog ate a card & we dealt again", "At Nell’s, with cake"


@pytest.mark.parametrize("key", games.covers())
def test_a_note_stands_wherever_the_score_stands(key, store, phone):
    record = Transcript.read(games.find(key).file("evening.txt"), key).record
    stored, one = store.begin(record), phone()
    one.take(stored)
    table = f"/t/{stored.code}"
    on_hand, on_evening = (
        [f"{words} ({remark.key})" for remark in REMARKS] for words in (HAND, EVENING)
    )
    for page, hand, texts in (("hand/1", "1", on_hand), ("sheet", "0", on_evening)):
        for remark, text in zip(REMARKS, texts, strict=True):
            one.get(f"{table}/{page}")
            assert one.send(f"{table}/note", hand=hand, **{remark.key: text}).status_code == 200

    def shown(page, who=one):
        return plain(who.get(f"{table}{page}").text)

    for text in on_hand + on_evening:
        assert text in shown("/sheet")
        assert text in shown("/print/sheet.html")
        assert text in shown("/record.txt")
        assert text in shown("/export.json")
    for text in on_hand:
        assert text in shown("/hand/1")
        assert text in shown(".json")
        assert text in shown("/ledger.csv")
        assert text in shown("/hand/1", phone())
    one.get(f"{table}/sheet")
    one.post(f"{table}/undo", {"seen": store.seq(stored.code), "submission": "undone-once"})
    assert on_evening[-1] not in shown("/sheet")
    assert on_hand[0] in shown("/sheet")


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

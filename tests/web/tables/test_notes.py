"""A note on a hand or on the evening: on the sheet, on paper, in every export, and undone."""

import pytest

from companion import games
from companion.engine.record import REMARKS
from companion.store.erasing import erase_name
from tests.web.phones import golden, plain

HAND, EVENING = "The dog ate a card & we dealt again", "At Nell’s, with cake"


@pytest.mark.kinds
@pytest.mark.parametrize("key", games.covers())
def test_a_note_stands_wherever_the_score_stands(key, phone):
    one = phone(golden(key))
    one.take(one.stored)
    on_hand, on_evening = (
        [f"{words} ({remark.key})" for remark in REMARKS] for words in (HAND, EVENING)
    )
    for page, hand, texts in (("hand/1", "1", on_hand), ("sheet", "0", on_evening)):
        for remark, text in zip(REMARKS, texts, strict=True):
            assert one.fill("note", on=page, hand=hand, **{remark.key: text}).status_code == 200
    own = ["hand/1", f"/t/{one.code}.json", "ledger.csv"]
    for path in [*own, "sheet", "print/sheet.html", "record.txt", "export.json"]:
        shown = one.words(path)
        for text in on_hand if path in own else on_hand + on_evening:
            assert text in shown, path
    shown = phone(one.code).words("hand/1")
    assert [text for text in on_hand if text not in shown] == []
    one.post("undo", {"seen": one.seq, "submission": "undone-once"})
    shown = one.words("sheet")
    assert (on_hand[0] in shown, on_evening[-1] in shown) == (True, False)


def test_note_on_confirmed_hand_needs_no_reason(played):
    played.post("confirming", {"wish": "yes", "seen": played.seq, "submission": "confirming"})
    played.fill("confirm", on="hand/1", hand="1")
    assert played.fill("note", on="hand/1", note=HAND, hand="1").status_code == 200
    page = played.words("hand/1")
    assert HAND in page
    assert "✓ Confirmed" in page


def test_a_note_on_no_hand_is_refused(played):
    reply = played.fill("note", on="sheet", note="x", hand="77")
    assert reply.status_code == 422
    assert "There is no hand 77" in plain(reply.text)


@pytest.mark.parametrize("hand", [0, 1])
def test_name_is_erased_from_every_remark(played, store, hand):
    page = f"hand/{hand}" if hand else "sheet"
    for remark in REMARKS:
        played.fill("note", on=page, hand=str(hand), **{remark.key: "Nell and a guest"})
    assert erase_name(store, played.code, "Nell")
    assert "Nell" not in played.words("sheet")
    assert "Player 1 and a guest" in played.words("sheet")

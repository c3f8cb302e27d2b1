"""Adding a forgotten hand and removing a double one, from the sheet."""

from __future__ import annotations

from tests.web.phones import HANDS, plain


def test_the_sheet_leads_to_both_and_shows_what_later_hands_become(played, store):
    code = played.code
    page = played.get(f"/t/{code}/sheet")
    assert "A hand is missing, or was entered twice" in plain(page.text)
    where = played.get(f"/t/{code}/hands?hand=2&do=remove").headers["Location"]
    assert where == f"/t/{code}/remove/2"
    words = plain(played.get(where).text)
    assert "Remove hand 2" in words
    assert "hand 3 hand 2 Pia Omar" in words
    played.send(where, why="entered twice")
    assert [len(hand) for hand in store.table(code).record.hands] == [len(HANDS[0]), len(HANDS[2])]
    said = plain(played.get(f"/t/{code}/sheet").text)
    assert "Hand 2 taken out" in said
    assert "(entered twice)" in said


def test_a_hand_is_added_and_asked_for_next(played, store):
    code = played.code
    where = played.get(f"/t/{code}/hands?hand=1&do=insert").headers["Location"]
    assert where == f"/t/{code}/insert/2"
    assert "hand 2 hand 3" in plain(played.get(where).text)
    played.send(where)
    record = store.table(code).record
    assert (record.hands[1], len(record.hands)) == ({}, 4)
    words = plain(played.get(f"/t/{code}").text)
    assert "The 2 hands after it wait." in words


def test_a_hand_after_the_last_is_the_next_one_anyway(played):
    where = played.get(f"/t/{played.code}/hands?hand=3&do=insert").headers["Location"]
    assert where == f"/t/{played.code}"


def test_watchers_change_nothing(played, phone, store):
    one, seq = phone(), store.seq(played.code)
    for path in ("insert/2", "remove/2", "hands?hand=1"):
        assert one.get(f"/t/{played.code}/{path}").status_code == 403
    for path in ("insert/2", "remove/2"):
        assert one.post(f"/t/{played.code}/{path}", {"seen": seq}).status_code == 403
    assert store.seq(played.code) == seq

"""Adding a forgotten hand and removing a double one, from the sheet."""

from __future__ import annotations

import re

from tests.finding import match_in
from tests.web.phones import HANDS, plain

NEW = {"a.bidder": "2", "a.contract": "6", "a.trump": "C", "a.tricks": "6", "a.5H": "B",
       "a.3S": "A"}  # fmt: skip


def test_sheet_has_two_lines_for_a_hand(played):
    """The result and the dealer; the total and the points of the hand."""
    words = played.words("sheet")
    assert re.search(r"makes 7 in ♦ ?Nell dealt", words), words
    rows = re.findall(r'<td class="sum">\s*(\S+)\s*<small class="under soft"[^>]*>(\S+)<',
                      played.last.text)  # fmt: skip
    first, second = (side.code for side in played.replay.table.sides)
    hand = played.replay.hands[0]
    totals = {side.code: hand.totals[side] for side in hand.table.sides}
    assert [rows[0][0], rows[1][0]] == [str(totals[first]), str(totals[second])]


def test_tapped_hand_offers_correction_removal_and_insertion(played, phone):
    url = f"/t/{played.code}"
    assert "Tap a hand to correct it" in played.words("sheet")
    assert f"{url}/sheet?hand=2#h2" in played.last.text
    tools = {hand: played.get(f"sheet?hand={hand}").text for hand in (1, 2, 3)}
    for hand, text in tools.items():
        assert f"{url}/amend/{hand}" in text
        assert f"{url}/remove/{hand}" in text
        assert (f"{url}/insert/{hand + 1}" in text) is (hand < 3), "the next is asked for anyway"
    assert f"{url}/insert/1" in tools[1]
    assert f"{url}/insert/2" not in tools[2]
    watching = phone(played.code).get("sheet?hand=2").text
    assert "/remove/2" not in watching
    assert f"{url}/hand/2" in watching


def test_removal_previews_later_dealers_and_totals(played):
    words = played.words("remove/2")
    assert "Was hand 2 entered twice?" in words
    assert "New score 28 : 12 8 : 12" in words
    assert "hand 3 hand 2 Pia makes 8 in ♣ Pia 28 : 12 8 : 12" in words
    assert played.seq == 3
    played.send("remove/2", why="entered twice", do="save")
    assert played.totals == [8, 12]
    said = played.words("sheet?show=log")
    assert "Hand 2: taken away (Nell makes 8 no-trump)" in said
    assert "entered twice" in said


def test_deal_moves_on_or_stays_after_removal(played):
    # Hand 3 was bid in the order of its dealer: it keeps the dealer, or its bids are dropped.
    words = played.words("remove/2")
    assert "Who dealt hand 2 then?" in words
    chosen = [each["value"] for each in played.page.inputs
              if each.get("name") == "dealer" and "checked" in each]  # fmt: skip
    assert chosen == ["3"]
    assert "No bid or result is lost" in words
    words = played.words("remove/2?dealer=")
    assert "Pia Omar" in words
    assert "No bid or result is lost" not in words
    for do in ("check", "save"):
        played.send("remove/2", dealer="", do=do)
    assert "@dealer" not in played.record.hands[1]


def test_a_removed_hand_comes_back_by_undo(played):
    played.fill("remove/3", do="save")
    assert len(played.record.hands) == 2
    played.fill("undo", on="")
    assert played.record.hands == HANDS


def test_forgotten_hand_is_previewed_after_its_entry(played):
    assert "Nothing is saved yet" in played.words("insert/2")
    seq = played.seq
    words = plain(played.send("insert/2", **NEW, do="check").text)
    assert "A hand forgotten after hand 1" in words
    assert "later totals change" in words
    assert "hand 2 hand 3" in words
    assert "new: Omar makes 6" in words
    assert played.seq == seq
    shown = match_in(r"New score [−\d]+ : [−\d]+ ([−\d]+ : [−\d]+)", words)[1]
    played.send("insert/2", **NEW, do="save", why="on the paper")
    assert " : ".join(map(str, played.totals)) == shown
    assert len(played.replay.hands) == 5
    assert not played.replay.half_amended
    said = played.words("sheet?show=log")
    assert "Hand 2: added (Omar makes 6 in ♣)" in said
    assert "Corrections 1" in said
    played.fill("undo", on="")
    assert played.totals == [28, 12]
    assert [len(hand.asked) for hand in played.replay.hands] == [8, 7, 8, 0]


def test_impossible_forgotten_hand_is_refused_where_entered(played):
    wrong = NEW | {"a.contract": "13"}
    reply = played.fill("insert/2", **wrong, do="check")
    assert 'class="err"' in reply.text
    assert "Add the hand" not in plain(reply.text)
    assert played.send("insert/2", **wrong, do="save").status_code == 422
    assert len(played.record.hands) == 3


def test_a_hand_can_be_added_before_the_first(played):
    played.fill("insert/1", **NEW, do="check")
    played.send("insert/1", **NEW, do="save")
    hands = played.record.hands
    assert (hands[0]["@entry"], hands[0]["contract"]) == ("quick", "6")
    assert hands[1:] == [HANDS[0] | {"@dealer": "1"}, *HANDS[1:]]

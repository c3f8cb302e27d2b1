"""Adding a forgotten hand and removing a double one, from the sheet."""

from __future__ import annotations

from companion import games
from tests.web.phones import HANDS, plain

NEW = {"bidder": "2", "contract": "6", "trump": "C", "tricks": "6", "5H": "B", "3S": "A"}


def form(answers):
    return {f"a.{key}": text for key, text in answers.items()}


def test_a_tapped_hand_can_be_corrected_or_removed_and_one_added_beside_it(played, phone):
    code = played.code
    page = played.get(f"/t/{code}/sheet")
    assert "Tap a hand to correct it" in plain(page.text)
    assert f"/t/{code}/sheet?hand=2#h2" in page.text
    tools = {hand: played.get(f"/t/{code}/sheet?hand={hand}").text for hand in (1, 2, 3)}
    for hand, text in tools.items():
        assert f"/t/{code}/amend/{hand}" in text
        assert f"/t/{code}/remove/{hand}" in text
        assert (f"/t/{code}/insert/{hand + 1}" in text) is (hand < 3), (
            "the next is asked for anyway"
        )
    assert f"/t/{code}/insert/1" in tools[1]
    assert f"/t/{code}/insert/2" not in tools[2]
    watching = phone().get(f"/t/{code}/sheet?hand=2").text
    assert "/remove/2" not in watching
    assert f"/t/{code}/hand/2" in watching


def test_removing_shows_every_later_dealer_and_total_before_it_is_done(played, store):
    code, where = played.code, f"/t/{played.code}/remove/2"
    words = plain(played.get(where).text)
    assert "Was hand 2 entered twice?" in words
    assert "Then it stands 8 : 12, not 28 : 12." in words
    assert "hand 3 hand 2 Pia makes 8 in ♣ Pia 28 : 12 8 : 12" in words
    assert store.seq(code) == 3
    played.send(where, why="entered twice", do="save")
    replay = games.find("kaiser").replay(store.table(code).record)
    assert list(replay.ledger.totals.values()) == [8, 12]
    said = plain(played.get(f"/t/{code}/sheet?show=log").text)
    assert "Hand 2: taken away (Nell makes 8 no-trump)" in said
    assert "entered twice" in said


def test_the_deal_may_go_round_or_stay_as_it_was(played, store):
    code, where = played.code, f"/t/{played.code}/remove/2"
    # Hand 3 was bid in the order of its dealer: it keeps him, or its bids fall away.
    words = plain(played.get(where).text)
    assert "Who dealt hand 2 then?" in words
    assert played.page.inputs
    chosen = [each["value"] for each in played.page.inputs
              if each.get("name") == "dealer" and "checked" in each]  # fmt: skip
    assert chosen == ["3"]
    round_ = plain(played.get(f"{where}?dealer=").text)
    assert "Pia Omar" in round_
    assert "No bid and no result falls away" not in round_
    assert "No bid and no result falls away" in words
    played.send(where, dealer="", do="check")
    played.send(where, dealer="", do="save")
    assert "@dealer" not in store.table(code).record.hands[1]


def test_a_removed_hand_comes_back_by_undo(played, store):
    code, where = played.code, f"/t/{played.code}/remove/3"
    played.get(where)
    played.send(where, do="save")
    assert len(store.table(code).record.hands) == 2
    played.get(f"/t/{code}")
    played.send(f"/t/{code}/undo")
    assert store.table(code).record.hands == HANDS


def test_a_forgotten_hand_is_entered_first_and_then_seen_what_it_does(played, store):
    code, where = played.code, f"/t/{played.code}/insert/2"
    first = played.get(where)
    assert "Nothing is saved yet" in plain(first.text)
    seq = store.seq(code)
    given = form(NEW)
    reply = played.send(where, **given, do="check")
    words = plain(reply.text)
    assert "A hand forgotten after hand 1" in words
    assert "later totals change" in words
    assert "hand 2 hand 3" in words
    assert "new: Omar makes 6" in words
    assert store.seq(code) == seq
    shown = words.split("Then it stands ")[1].split(",")[0]
    played.send(where, **given, do="save", why="on the paper")
    replay = games.find("kaiser").replay(store.table(code).record)
    assert " : ".join(str(total) for total in replay.ledger.totals.values()) == shown
    assert len(replay.hands) == 5
    assert not replay.half_amended
    said = plain(played.get(f"/t/{code}/sheet?show=log").text)
    assert "Hand 2: added (Omar makes 6 in ♣)" in said
    assert "Corrections 1" in said
    played.get(f"/t/{code}")
    played.send(f"/t/{code}/undo")
    replay = games.find("kaiser").replay(store.table(code).record)
    assert list(replay.ledger.totals.values()) == [28, 12]
    assert [len(hand.asked) for hand in replay.hands] == [8, 7, 8, 0]


def test_a_forgotten_hand_that_cannot_be_is_refused_where_it_is_entered(played, store):
    where = f"/t/{played.code}/insert/2"
    played.get(where)
    wrong = form(NEW | {"contract": "13"})
    reply = played.send(where, **wrong, do="check")
    assert 'class="err"' in reply.text
    assert "Add the hand" not in plain(reply.text)
    assert played.send(where, **wrong, do="save").status_code == 422
    assert len(store.table(played.code).record.hands) == 3


def test_a_hand_can_be_added_before_the_first(played, store):
    where = f"/t/{played.code}/insert/1"
    played.get(where)
    played.send(where, **form(NEW), do="check")
    played.send(where, **form(NEW), do="save")
    record = store.table(played.code).record
    assert len(record.hands) == 4
    assert record.hands[0]["@entry"] == "quick"
    assert record.hands[0]["contract"] == "6"
    assert record.hands[1:] == [HANDS[0] | {"@dealer": "1"}, *HANDS[1:]]

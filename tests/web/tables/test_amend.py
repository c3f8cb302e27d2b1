"""Amendments: every change is shown before saving, and exactly that is saved."""

import re
from datetime import timedelta

import pytest

from companion import clock
from companion.engine.record import Act, Record
from companion.words import with_minus
from tests.texts import ONE_MORE_ANSWER
from tests.web.phones import HANDS, NAMES, golden, plain


def test_every_answer_of_dealt_hand_is_replaceable(played):
    assert played.get("amend/9").status_code == 404
    text = played.get("amend/2").text
    for key, value in HANDS[1].items():
        assert re.search(rf'name="a.{key}" value="{value}" checked', text), key
    # Each of several answers names its question.
    words = played.words("amend/1")
    assert "Omar’s 7: the result Omar & Quin: 5 tricks, Omar & Quin took the 5♥, Nell" in words


def test_amendment_saves_exactly_what_it_shows(played, store):
    seq = played.seq
    played.fill("amend/2", **{"a.5H": "B", "do": "check"})
    assert played.seq == seq
    words = played.words()
    assert "Nell makes 8 no-trump Nell goes down on 8 no-trump" in words
    assert "2 Nell & Pia" in words
    foot = played.last.text.split("<tfoot>")[1]
    totals = re.findall(r"<del>(−?\d+)</del></td><td><ins>(−?\d+)</ins>", foot)
    played.send("amend/2", **{"a.5H": "B", "do": "save", "why": "Recounted the pile"})
    assert [new for _, new in totals] == [with_minus(total) for total in played.totals]
    row = store.journal(played.code)[-1]
    assert (row.act, row.why) == (Act("amend", 2, {"5H": "B"}), "Recounted the pile")
    assert row.replaced == {"5H": "A"}
    words = played.words("sheet?show=log")
    assert "Who took the 5♥? Omar & Quin, not Nell & Pia" in words
    assert "Recounted the pile" in words
    assert not re.search("UTC|phone [0-9a-f]{4}", words)


def test_later_hands_that_change_are_marked(phone):
    one = phone(golden("kaiser", 8))
    page = one.fill("amend/6", **{"a.5H": "B", "do": "check"}).text
    # Hand 6 had put the defenders of hand 8 over the limit. Below it again, they score four.
    changed = page.split('<table class="diff">')[1].split("</table>")[0]
    assert re.search(r'<tr class="changed"><th scope="row">8</th>', changed)


def test_corrected_and_added_hands_are_marked(played):
    def marked():
        page = played.get("sheet").text
        return re.findall(r'id="h(\d+)" class="changed"', page)

    assert marked() == []
    played.fill("amend/2", **{"a.5H": "B", "do": "check"})
    played.send("amend/2", do="save")
    assert marked() == ["2"]
    assert "Omar dealt · corrected" in plain(played.get("sheet").text)
    played.fill("remove/1", do="check")
    played.send("remove/1", do="save")
    assert marked() == ["1"]  # the hand has another number now
    for _ in range(2):
        played.fill("undo", on="")
    assert marked() == []


def test_correction_names_the_totals_it_changed(phone):
    """With more sides than fit in a line."""
    one = phone()
    one.go(one.fill("/new/another", **NAMES, do="begin", follow=False))
    for numbers in ("5 6 7 8", "1 1 1 1"):
        one.answer({f"points.{n}": text for n, text in enumerate(numbers.split())})
    one.fill("amend/1", **{"a.points.1": "16", "do": "check"})
    page = one.send("amend/1", do="save")
    assert "Round 1 corrected: Omar 17 (was 7)." in plain(page.text)


def test_note_of_a_correction_goes_after_ten_seconds(played, monkeypatch):
    played.fill("amend/2", **{"a.5H": "B", "do": "check"})
    played.send("amend/2", do="save")
    assert "Hand 2 corrected:" in played.words("")
    later = clock.now() + timedelta(seconds=11)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert "Hand 2 corrected:" not in played.words("")


def test_unneeded_answer_is_removed_by_amendment(played):
    played.fill("amend/1", **{"a.bid 2": "7 no", "do": "check"})
    words = played.words()
    assert "1 answer falls away. It is no longer needed." in words
    assert "which suit is trump? ♦ falls away" in words
    page = played.send("amend/1", do="save")
    # Then back at the table, which shows the result of the correction.
    assert page.request.path == f"/t/{played.code}"
    assert re.search(r"Hand 1 corrected: −?\d+ : −?\d+\.", plain(page.text))
    assert "trump" not in played.record.hands[0]
    assert played.replay.unused == []
    played.fill("undo", on="")
    assert played.record.hands[0]["trump"] == "D"


def test_half_amended_hand_names_need_and_old_score(played):
    # Seven in a suit instead of eight no-trump: trump must be chosen.
    answers = {"a.bid 3": "7", "a.bid 4": "pass", "a.bid 1": "8"}
    played.fill("amend/2", **answers, do="check")
    words = played.words()
    assert ONE_MORE_ANSWER in words
    assert "needed. 1 later hand must wait" in words
    assert "Nell, 8: which suit is trump?" in words
    played.send("amend/2", do="save")
    words = played.words("")
    assert "Hand 2: one more answer is needed" in words
    assert "Before the correction the score was Nell & Pia 28, Omar & Quin 12." in words
    played.answer({"trump": "H"})
    assert not played.replay.half_amended
    assert len([hand for hand in played.replay.hands if hand.over]) == 3


def test_overruled_answer_falls_away_and_is_shown(played):
    seq = played.seq
    played.fill("amend/2", **{"a.tricks": "0", "a.5H": "A", "do": "check"})
    words = played.words()
    assert "1 answer falls away" in words
    assert "New score 28 : 12 8 : 22" in words
    assert played.seq == seq
    played.send("amend/2", do="save")
    assert played.totals == [8, 22]


def test_an_amendment_of_nothing_is_not_stored(played):
    seq = played.seq
    assert played.fill("amend/2", do="save").status_code == 422
    assert played.seq == seq


def test_dealer_and_throwing_in_can_be_amended(played):
    played.fill("amend/3", void="1", void_reason="nine cards", dealer="", do="check")
    played.send("amend/3", void="1", dealer="", do="save")
    assert played.record.hands[2]["@void"] == "nine cards"
    played.get("amend/3")
    for do in ("check", "save"):
        data = played.form("amend/3") | {"do": do}
        data.pop("void", None)
        played.post("amend/3", data)
    assert "@void" not in played.record.hands[2]


def test_overtaken_amendment_is_shown_again(played):
    played.get("amend/2")
    form = played.form("amend/2") | {"a.5H": "B", "do": "save"}
    played.enter(Act("answer", 4, {"bid 1": "7"}))
    reply = played.post("amend/2", form)
    assert reply.status_code == 409
    assert "The table has changed meanwhile" in plain(reply.text)
    assert re.search(r'name="a.5H" value="B" checked', reply.text)


def test_running_hand_amendment_previews_lost_answers(played):
    for answers in ({"bid 1": "6"}, {"bid 2": "7"}):
        played.answer(answers)
    played.fill("amend/4", **{"a.bid 1": "8", "do": "check"})
    words = played.words()
    assert "Omar: bid or pass: 7 falls away" in words
    assert "1 answer falls away. The next question" in words
    assert "No points change" not in words
    played.send("amend/4", **{"a.bid 1": "8", "do": "save"})
    assert played.record.hands[3] == {"bid 1": "8"}


def test_card_added_to_corrected_meld_is_asked_again(phone):
    hand = {"drops": "none", "event 1": "2 lay", "cards 1": "AS 2S 3S", "event 2": "2 add",
            "cards 2": "4S", "event 3": "next"}  # fmt: skip
    one = phone(Record("panguingue", Record.begin("panguingue", "ABC").head, [hand]))
    one.fill("amend/1", **{"a.cards 1": "2S 3S 4S", "do": "check"})
    assert "Which cards does B add? 4♠ falls away" in one.words()
    one.send("amend/1", **{"a.cards 1": "2S 3S 4S", "do": "save"})
    assert "Which cards does B add?" in one.words("")
    assert one.answer({"cards 2": "5S"}).status_code == 200
    assert one.record.hands[0]["cards 2"] == "5S"


def test_log_describes_events_and_omits_undo(played):
    played.fill("amend/2", **{"a.bid 1": "9 no", "do": "check"})
    played.send("amend/2", do="save")
    played.answer({"bid 1": "6"})
    played.fill("undo", on="")
    words = played.words("sheet?show=log")
    assert "Hand 2: Nell’s 8 NT became 9 NT" in words
    assert "Corrections 1" in words
    assert not re.search(r"undo|taken back|redo|amend|bid 1", words)
    played.fill("undo", on="")
    words = played.words("sheet?show=log")
    assert "undone since" in words
    assert "Corrections 1" not in words


def test_answers_that_stop_counting_are_listed(played):
    # The bid is no longer in a suit, so trump does not apply; imports may have such an answer.
    played.enter(Act("amend", 1, {"bid 2": "7 no"}))
    assert "These answers no longer count Hand 1: Omar, 7: which suit is trump? ♦" in played.words(
        ""
    )


def test_unfinished_meld_is_shown_in_its_own_hand(phone):
    hand = {"drops": "none", "event 1": "2 lay", "cards 1": "AS 2S 3S", "event 2": "next"}
    one = phone(Record("panguingue", Record.begin("panguingue", "ABC").head, [hand]))
    for at, cards in (("1", 1), ("2", 3)):
        one.fill("amend/1", **{"a.cards 1": "AS", "at": at})
        assert one.last.text.count(": take out") == cards
    assert one.record.hands == [hand]


@pytest.mark.kinds
def test_every_button_belongs_to_a_form(game, phone):
    """On the pages of a correction, and on the question of the table."""
    record = golden(game.key)
    one = phone(record)
    hands = [hand.number for hand in one.replay.hands]
    for path in ("", *(f"amend/{number}" for number in hands)):
        text = one.get(path, follow_redirects=True).text
        named, forms = (
            set(re.findall(r' form="([^"]+)"', text)),
            set(re.findall(r' id="([^"]+)"', text)),
        )
        assert named <= forms, path

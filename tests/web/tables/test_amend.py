"""Amendments: every change shown before it is saved, and exactly that saved."""

import re

from companion import games
from companion.engine.record import Act, Record
from tests.web.phones import HANDS, near_the_end, plain


def test_every_answer_of_a_hand_can_be_replaced(played):
    text = played.get(f"/t/{played.code}/amend/2").text
    for key, value in HANDS[1].items():
        assert re.search(rf'name="a.{key}" value="{value}" checked', text), key


def test_what_the_amendment_shows_is_what_is_then_stored(played, store):
    path = f"/t/{played.code}/amend/2"
    played.get(path)
    seq = store.seq(played.code)
    played.send(path, **{"a.5H": "B", "do": "check"})
    assert store.seq(played.code) == seq
    words = plain(played.last.text)
    assert "Nell makes 8 no-trump Nell goes down on 8 no-trump" in words
    assert "2 Nell & Pia" in words
    foot = played.last.text.split("<tfoot>")[1]
    totals = re.findall(r"<del>(−?\d+)</del></td><td><ins>(−?\d+)</ins>", foot)
    played.send(path, **{"a.5H": "B", "do": "save", "why": "Recounted the pile"})
    after = games.find("kaiser").replay(store.table(played.code).record)
    now = [str(total).replace("-", "−") for total in after.ledger.totals.values()]
    assert [new for _, new in totals] == now
    row = store.journal(played.code)[-1]
    assert (row.act, row.why) == (Act("amend", 2, {"5H": "B"}), "Recounted the pile")
    assert row.replaced == {"5H": "A"}
    words = plain(played.get(f"/t/{played.code}/sheet?show=log").text)
    assert "Who took the 5♥? Omar & Quin, not Nell & Pia" in words
    assert "Recounted the pile" in words
    assert not re.search("UTC|phone [0-9a-f]{4}", words)


def test_later_hands_that_change_are_marked(store, phone):
    record = near_the_end()
    stored = store.begin(record)
    one = phone()
    one.get(f"/t/{stored.code}/score/{stored.key}")
    path = f"/t/{stored.code}/amend/6"
    one.get(path)
    one.send(path, **{"a.5H": "B", "do": "check"})
    # Hand 6 had lifted the defenders of hand 8 over the limit; thawed, they add their four.
    changed = one.last.text.split('<table class="diff">')[1].split("</table>")[0]
    assert re.search(r'<tr class="changed"><th scope="row">8</th>', changed)


def test_an_answer_no_longer_asked_is_taken_out_with_the_amendment(played, store):
    path = f"/t/{played.code}/amend/1"
    played.get(path)
    played.send(path, **{"a.bid 2": "7 no", "do": "check"})
    words = plain(played.last.text)
    assert "1 answer falls away. Nothing asks for it any more." in words
    assert "Trump? ♦ falls away" in words
    page = played.send(path, do="save")
    # On with the game: back at the table, which says what became of it.
    assert page.request.path == f"/t/{played.code}"
    assert re.search(r"Hand 1 corrected: −?\d+ : −?\d+\.", plain(page.text))
    record = store.table(played.code).record
    assert "trump" not in record.hands[0]
    assert games.find("kaiser").replay(record).strays == []
    played.get(f"/t/{played.code}/sheet")
    played.get(f"/t/{played.code}")
    played.send(f"/t/{played.code}/undo")
    assert store.table(played.code).record.hands[0]["trump"] == "D"


def test_a_half_amended_hand_says_what_it_needs_and_keeps_the_old_standing_in_sight(played, store):
    path = f"/t/{played.code}/amend/2"
    played.get(path)
    # Seven in a suit instead of eight no: trump has to be named.
    answers = {"a.bid 3": "7", "a.bid 4": "pass", "a.bid 1": "8"}
    played.send(path, **answers, do="check")
    words = plain(played.last.text)
    assert "One more answer is needed" in words
    assert "needed. 1 later hand must wait" in words
    assert "Nell, 8: which suit is trump?" in words
    played.send(path, do="save")
    words = plain(played.get(f"/t/{played.code}").text)
    assert "Hand 2: one more answer is needed" in words
    assert "Before the correction it stood Nell & Pia 28, Omar & Quin 12." in words
    played.answer(played.code, {"trump": "H"})
    replay = games.find("kaiser").replay(store.table(played.code).record)
    assert not replay.half_amended
    assert len([hand for hand in replay.hands if hand.over]) == 3


def test_an_answer_that_an_amendment_rules_out_falls_away_and_is_shown(played, store):
    path = f"/t/{played.code}/amend/2"
    seq = store.seq(played.code)
    played.get(path)
    played.send(path, **{"a.tricks": "0", "a.5H": "A", "do": "check"})
    words = plain(played.last.text)
    assert "1 answer falls away" in words
    assert "Then it stands 8 : 22, not 28 : 12" in words
    assert store.seq(played.code) == seq
    played.send(path, do="save")
    ledger = games.find("kaiser").replay(store.table(played.code).record).ledger
    assert sorted(ledger.totals.values()) == [8, 22]


def test_an_amendment_of_nothing_is_not_stored(played, store):
    path = f"/t/{played.code}/amend/2"
    seq = store.seq(played.code)
    played.get(path)
    assert played.send(path, do="save").status_code == 422
    assert store.seq(played.code) == seq


def test_dealer_and_throwing_in_can_be_amended(played, store):
    path = f"/t/{played.code}/amend/3"
    played.get(path)
    played.send(path, void="1", void_reason="nine cards", dealer="", do="check")
    played.send(path, void="1", dealer="", do="save")
    assert store.table(played.code).record.hands[2]["@void"] == "nine cards"
    played.get(path)
    for do in ("check", "save"):
        data = played.form(path) | {"do": do}
        data.pop("void", None)
        played.post(path, data)
    assert "@void" not in store.table(played.code).record.hands[2]


def test_each_of_several_answers_says_of_what_it_is(played):
    words = plain(played.get(f"/t/{played.code}/amend/1").text)
    assert "Omar’s 7: the result Omar & Quin: 5 tricks, Omar & Quin took the 5♥, Nell" in words


def test_an_amendment_of_an_overtaken_page_is_shown_again(played, phone, store):
    path = f"/t/{played.code}/amend/2"
    played.get(path)
    form = played.form(path) | {"a.5H": "B", "do": "save"}
    other = phone()
    other.take(store.table(played.code))
    other.answer(played.code, {"bid 1": "7"})
    played.take(store.table(played.code))
    reply = played.post(path, form)
    assert reply.status_code == 409
    assert "The table has moved on meanwhile" in plain(reply.text)
    assert re.search(r'name="a.5H" value="B" checked', reply.text)


def test_the_running_hand_can_be_amended_too(played, store):
    played.answer(played.code, {"bid 1": "7"})
    path = f"/t/{played.code}/amend/4"
    played.get(path)
    played.send(path, **{"a.bid 1": "8", "do": "check"})
    played.send(path, do="save")
    assert store.table(played.code).record.hands[3]["bid 1"] == "8"


def test_a_hand_not_dealt_cannot_be_amended(played):
    assert played.get(f"/t/{played.code}/amend/9").status_code == 404


def test_the_preview_of_a_running_hand_says_what_falls_away(played, store):
    played.answer(played.code, {"bid 1": "6"})
    played.answer(played.code, {"bid 2": "7"})
    path = f"/t/{played.code}/amend/4"
    played.get(path)
    played.send(path, **{"a.bid 1": "8", "do": "check"})
    words = plain(played.last.text)
    assert "Omar: bid or pass: 7 asked again" in words
    assert "1 answer falls away. The table asks again" in words
    assert "No point moves by this" not in words
    played.send(path, **{"a.bid 1": "8", "do": "save"})
    assert store.table(played.code).record.hands[3] == {"bid 1": "8"}


def test_a_card_added_to_a_meld_that_was_corrected_is_asked_for_anew(store, phone):
    hand = {"drops": "none", "event 1": "2 lay", "cards 1": "AS 2S 3S", "event 2": "2 add",
            "cards 2": "4S", "event 3": "next"}  # fmt: skip
    game = games.find("panguingue")
    stored = store.begin(Record(game.key, Record.begin(game.key, "ABC").head, [hand]), game.edition)
    one = phone()
    one.code = stored.code
    one.get(f"/t/{stored.code}/score/{stored.key}")
    path = f"/t/{stored.code}/amend/1"
    one.get(path)
    one.send(path, **{"a.cards 1": "2S 3S 4S", "do": "check"})
    assert "Which cards does B add? 4♠ asked again" in plain(one.last.text)
    one.send(path, **{"a.cards 1": "2S 3S 4S", "do": "save"})
    page = one.get(f"/t/{stored.code}").text
    assert "Which cards does B add?" in plain(page)
    assert one.answer(stored.code, {"cards 2": "5S"}).status_code == 200
    assert store.table(stored.code).record.hands[0]["cards 2"] == "5S"


def test_the_log_tells_what_happened_and_counts_no_undo(played, store):
    path = f"/t/{played.code}/amend/2"
    played.get(path)
    played.send(path, **{"a.bid 1": "9 no", "do": "check"})
    played.send(path, do="save")
    played.answer(played.code, {"bid 1": "6"})
    played.get(f"/t/{played.code}")
    played.send(f"/t/{played.code}/undo")
    words = plain(played.get(f"/t/{played.code}/sheet?show=log").text)
    assert "Hand 2: Nell’s 8 no became 9 no" in words
    assert "Corrections 1" in words
    assert not re.search(r"undo|taken back|redo|amend|bid 1", words)
    played.get(f"/t/{played.code}")
    played.send(f"/t/{played.code}/undo")
    words = plain(played.get(f"/t/{played.code}/sheet?show=log").text)
    assert "undone since" in words
    assert "Corrections 1" not in words


def test_answers_that_no_longer_count_are_told_in_words(played, store):
    # Bid in a suit no more, trump was asked for; an import may leave such an answer behind.
    seq = store.seq(played.code)
    store.act(played.code, Act("amend", 1, {"bid 2": "7 no"}), seen=seq, submission="x")
    words = plain(played.get(f"/t/{played.code}").text)
    assert "These answers no longer count Hand 1: Trump? ♦" in words


def test_who_may_write_is_told_beside_the_corrections(played, phone, store):
    stored = store.table(played.code)
    phone().take(stored)
    played.take(stored)
    played.post(f"/t/{played.code}/rekey", {})
    words = plain(played.get(f"/t/{played.code}/sheet?show=log").text)
    assert words.count("A phone took the pencil") == 2
    assert "A new scorer’s link: all other phones only watch" in words
    assert "Corrections 1" not in words

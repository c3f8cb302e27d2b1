"""Answers at a table: saved, refused, checked first, sent twice, sent too late."""

import re
from datetime import timedelta
from html import unescape

import pytest

from companion import clock, games
from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.rules.wording import under
from tests.browser.driver import golden
from tests.browser.test_places import moments
from tests.finding import match_in
from tests.web.conftest import MADE
from tests.web.phones import HANDS, near_the_end, plain

ID = {"kaiser": "KAI", "panguingue": "PAN"}


def test_an_answer_is_saved_and_the_next_one_asked(scorer, store):
    reply = scorer.answer(scorer.code, {"bid 2": "7"})
    assert reply.status_code == 200
    assert "Pia: bid or pass" in plain(reply.text)
    assert store.table(scorer.code).record.hands == [{"bid 2": "7"}]


def test_an_impossible_answer_is_struck_out_and_leads_to_its_reason(scorer):
    scorer.answer(scorer.code, {"bid 2": "7"})
    text = scorer.last.text
    link = match_in(
        r'<a class="k cannot[^"]*" href="#([\w-]+)"><span class="sr">Not possible: 6</span>'
        r'<s aria-hidden="true">6</s><span class="sr">, see why</span></a>', text
    )[1]  # fmt: skip
    assert '<span class="sr">Not possible: 6 no-trump</span>' in text
    reason = match_in(rf'<p id="{link}">(.*?)</p>', text, re.DOTALL)[1]
    assert plain(reason).startswith("6 is not enough. Say 7 no-trump or more, or pass.")
    assert 'href="/rules/kaiser#KAI-P-BID"' in reason


def test_a_refused_answer_keeps_what_was_entered_and_cites_its_rule(scorer, store):
    for key, text in [
        ("bid 2", "7"),
        ("bid 3", "pass"),
        ("bid 4", "pass"),
        ("bid 1", "pass"),
        ("trump", "D"),
    ]:
        scorer.answer(scorer.code, {key: text})
    seq = store.seq(scorer.code)
    reply = scorer.answer(scorer.code, {"tricks": "0", "5H": "B", "3S": "A"})
    assert reply.status_code == 422
    words = plain(reply.text)
    assert "Omar & Quin took no trick, so they cannot have the 5♥." in words
    assert 'href="/rules/kaiser#KAI-PILE"' in reply.text
    assert re.search(r'name="a.tricks" value="0" checked', reply.text)
    assert store.seq(scorer.code) == seq


def test_an_answer_left_out_is_named(scorer):
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    reply = scorer.answer(scorer.code, {"tricks": "5", "3S": "A"})
    assert reply.status_code == 422
    said = plain(reply.text.split('id="msg"')[1].split("</p>")[0])
    assert said.endswith("Still open: Who took the 5♥?")
    assert re.search(r'name="a.tricks" value="5" checked', reply.text)


def test_points_show_before_saving_and_nothing_is_saved(scorer, store):
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    seq = store.seq(scorer.code)
    scorer.get(f"/t/{scorer.code}")
    form = scorer.form(f"/t/{scorer.code}/answer") | {"a.tricks": "5", "a.5H": "B", "a.3S": "A"}
    reply = scorer.post(f"/t/{scorer.code}/check", form)
    words = plain(reply.text)
    shown = plain(reply.text.split("<output")[1].split("</output>")[0])
    for part in ("Omar makes 7", "+10Omar & Quin", "5 tricks + 5 (5♥) = 10; bid 7, made"):
        assert part in shown
    assert "Save hand 1 0 : 10" in words
    assert store.seq(scorer.code) == seq
    live = scorer.post(f"/t/{scorer.code}/check?live=1", form, headers={"HX-Request": "true"})
    assert "<html" not in live.text
    assert 'id="f1-5-preview"' in live.text
    assert 'hx-swap-oob="outerMorph"' in live.text


def test_the_last_answer_of_a_hand_leads_to_its_score(scorer):
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    reply = scorer.answer(scorer.code, {"tricks": "5", "5H": "B", "3S": "A"}, follow=False)
    assert reply.headers["Location"] == f"/t/{scorer.code}/hand/1"
    words = plain(scorer.get(reply.headers["Location"]).text)
    assert "Omar makes 7" in words
    assert "Made Omar makes 7 in ♦ +10 Omar & Quin go from 0 to 10." in words
    assert "+10Omar & Quin 5 tricks + 5 (5♥) = 10; bid 7, made why" in words
    assert "Hand 2. Omar deals, eight cards each. Pia bids first." in words
    assert "Deal hand 2 Omar deals" in words


def test_htmx_gets_the_table_alone_and_the_address_of_the_score(scorer):
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    scorer.get(f"/t/{scorer.code}")
    form = scorer.form(f"/t/{scorer.code}/answer") | {"a.tricks": "5", "a.5H": "B", "a.3S": "A"}
    reply = scorer.post(f"/t/{scorer.code}/answer", form, headers={"HX-Request": "true"})
    assert reply.status_code == 200
    assert "<html" not in reply.text
    assert reply.text.lstrip().startswith("<title>")
    assert reply.headers["HX-Push-Url"] == f"/t/{scorer.code}/hand/1"


def test_the_same_form_sent_twice_is_one_entry(scorer, store):
    scorer.get(f"/t/{scorer.code}")
    form = scorer.form(f"/t/{scorer.code}/answer") | {"a.bid 2": "7"}
    first = scorer.post(f"/t/{scorer.code}/answer", form)
    again = scorer.post(f"/t/{scorer.code}/answer", form)
    assert (first.status_code, again.status_code) == (303, 303)
    assert store.seq(scorer.code) == 1
    assert store.table(scorer.code).record.hands == [{"bid 2": "7"}]


def test_a_form_sent_again_is_answered_as_it_was(scorer, store):
    """Its first answer may have been lost: it leads to the score of the hand, as that did."""
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    scorer.get(f"/t/{scorer.code}")
    form = scorer.form(f"/t/{scorer.code}/answer") | {"a.tricks": "5", "a.5H": "B", "a.3S": "A"}
    places = [scorer.post(f"/t/{scorer.code}/answer", form).headers["Location"] for _ in range(2)]
    assert places == [f"/t/{scorer.code}/hand/1"] * 2
    scorer.answer(scorer.code, {"bid 3": "7"})
    assert scorer.post(f"/t/{scorer.code}/answer", form).headers["Location"] == f"/t/{scorer.code}"


def test_a_stale_answer_is_told_what_happened_and_not_used(scorer, phone, store):
    stored = store.table(scorer.code)
    other = phone()
    other.take(stored)
    other.get(f"/t/{scorer.code}")
    late = other.form(f"/t/{scorer.code}/answer") | {"a.bid 2": "8"}
    scorer.take(stored)
    scorer.answer(scorer.code, {"bid 2": "7 no"})
    other.take(stored)
    reply = other.post(f"/t/{scorer.code}/answer", late)
    assert reply.status_code == 409
    words = plain(reply.text)
    assert "Already entered: Omar bids 7 no" in words
    assert "Your entry (Omar bids 8) was not used." in words
    assert "Pia: bid or pass" in words
    assert store.table(scorer.code).record.hands == [{"bid 2": "7 no"}]


def test_what_was_typed_for_the_same_page_stays_when_it_was_stale(scorer, phone, store):
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    other = phone()
    other.take(store.table(scorer.code))
    other.get(f"/t/{scorer.code}")
    late = other.form(f"/t/{scorer.code}/answer") | {"a.tricks": "5", "a.5H": "B"}
    scorer.take(store.table(scorer.code))
    scorer.get(f"/t/{scorer.code}/more")
    scorer.send(f"/t/{scorer.code}/dealer", seat="1")
    other.take(store.table(scorer.code))
    reply = other.post(f"/t/{scorer.code}/answer", late)
    assert reply.status_code == 409
    assert re.search(r'name="a.tricks" value="5" checked', reply.text)
    assert re.search(r'name="a.5H" value="B" checked', reply.text)


def test_what_was_filled_in_stays_when_it_came_too_soon(scorer, store, monkeypatch):
    now = clock.now().replace(microsecond=0)
    monkeypatch.setattr(clock, "now", lambda: now)
    for key, text in list(HANDS[0].items())[:5]:
        scorer.answer(scorer.code, {key: text})
    for app in MADE.values():
        monkeypatch.setitem(app.config, "REST", 400)
    early = scorer.form(f"/t/{scorer.code}/answer") | {"a.tricks": "5", "a.5H": "B", "a.3S": "A"}
    reply = scorer.post(f"/t/{scorer.code}/answer", early)
    assert reply.status_code == 409
    assert "That tap came before the question could be read." in plain(reply.text)
    for name, value in (("tricks", "5"), ("5H", "B"), ("3S", "A")):
        assert re.search(rf'name="a.{name}" value="{value}" checked', reply.text)
    assert "tricks" not in store.table(scorer.code).record.hands[0]
    now += timedelta(milliseconds=400)
    scorer.post(f"/t/{scorer.code}/answer", early | {"submission": "later"})
    assert store.table(scorer.code).record.hands[0]["tricks"] == "B 5"


def test_undo_names_what_it_takes_back_and_redo_brings_it_back(scorer, store):
    scorer.answer(scorer.code, {"bid 2": "7"})
    assert "Undo Omar bids 7" in plain(scorer.last.text)
    scorer.send(f"/t/{scorer.code}/undo")
    assert "Omar: bid or pass" in plain(scorer.last.text)
    assert "Redo Omar bids 7" in plain(scorer.last.text)
    scorer.send(f"/t/{scorer.code}/redo")
    assert "Pia: bid or pass" in plain(scorer.last.text)
    assert store.table(scorer.code).record.hands == [{"bid 2": "7"}]


def test_an_undo_tapped_twice_takes_back_one_thing(played, store):
    played.get(f"/t/{played.code}")
    form = played.form(f"/t/{played.code}/undo")
    played.post(f"/t/{played.code}/undo", form)
    played.post(f"/t/{played.code}/undo", form)
    assert len(store.table(played.code).record.hands) == 2


def test_the_way_of_entry_changes_on_the_first_page_of_a_hand(scorer, store):
    scorer.get(f"/t/{scorer.code}")
    assert "Just the result" in plain(scorer.last.text)
    scorer.send(f"/t/{scorer.code}/entry", mode="quick")
    words = plain(scorer.last.text)
    assert "Who won the bidding?" in words
    half = {"bidder": "2", "contract": "7", "trump": "D"}
    reply = scorer.answer(scorer.code, half)
    assert reply.status_code == 422
    assert "Tricks of Omar & Quin" in plain(reply.text)  # asked on the same page
    scorer.answer(scorer.code, {**half, "tricks": "8"})  # whoever has all has both cards
    assert store.table(scorer.code).record.hands[0] == {
        "@entry": "quick", **half, "tricks": "B 8"
    }  # fmt: skip


def test_the_end_shows_the_winner_a_chart_and_a_rematch(store, phone):
    record = near_the_end()
    stored = store.begin(record)
    one = phone()
    one.get(f"/t/{stored.code}/score/{stored.key}")
    for answers in (
        {"bid 1": "6"},
        {"bid 2": "pass"},
        {"bid 3": "7"},
        {"bid 4": "pass"},
        {"trump": "H"},
    ):
        one.answer(stored.code, answers)
    reply = one.answer(stored.code, {"tricks": "4", "5H": "A", "3S": "B"})
    words = plain(reply.text)
    assert "Nell & Pia win, 55 to 19" in words
    assert "Nell & Pia have 55; 52 wins. Rule KAI-TARGET" in words
    assert "8 hands, 1 thrown in" in words
    assert '<svg class="chart"' in reply.text
    finished = store.table(stored.code)
    assert finished.status == "finished"
    assert finished.totals == {"A": 55, "B": 19}
    reply = one.send(f"/t/{stored.code}/rematch", follow=False)
    again = store.table(reply.headers["Location"].rsplit("/", 1)[1])
    last = games.find("kaiser").replay(finished.record).hands[-1].dealer
    assert again.record.players == record.players
    assert again.record.dealer == last.left.code
    assert again.record.hands == []


def test_closing_ends_the_evening_and_an_undo_opens_it(played, store):
    played.get(f"/t/{played.code}/pause")
    played.send(f"/t/{played.code}/close")
    assert "The evening is closed" in plain(played.last.text)
    assert store.table(played.code).status == "finished"
    played.send(f"/t/{played.code}/undo")
    assert "Nell: bid or pass" in plain(played.last.text)
    assert store.table(played.code).status == "playing"


def test_a_hand_is_thrown_in_with_its_reason(played, store):
    played.answer(played.code, {"bid 1": "7"})
    played.get(f"/t/{played.code}/more")
    before = store.table(played.code)
    shown = played.send(f"/t/{played.code}/void", why="five cards short")
    words = plain(shown.text)
    assert "Throw hand 4 in?" in words
    assert "thrown in: five cards short" in words
    assert re.search(r"saved yet\. \w+ deals again; the bids stay", words)
    assert store.table(played.code).seq == before.seq
    played.send(f"/t/{played.code}/void", do="save")
    assert store.table(played.code).record.hands[3]["@void"] == "five cards short"
    assert "hand 5" in plain(played.last.text)
    played.get(f"/t/{played.code}/sheet")
    assert "thrown in: five cards short" in plain(played.last.text)


def test_another_dealer_is_set(played):
    played.get(f"/t/{played.code}/more")
    reply = played.send(f"/t/{played.code}/dealer", seat="1")
    assert "Nell deals, eight cards each" in plain(reply.text)
    played.get(f"/t/{played.code}/more")
    reply = played.send(f"/t/{played.code}/dealer", seat="9")
    assert reply.status_code == 422


def test_an_adjustment_is_listed_apart(played, store):
    played.get(f"/t/{played.code}/more")
    shown = played.send(f"/t/{played.code}/adjust", side="A", points="−10", why="revoke")
    assert "Then it stands 18 : 12, not 28 : 12." in plain(shown.text)
    path = f"/t/{played.code}/adjust"
    other = played.form(path) | {"digest": "another", "do": "save"}
    assert played.post(path, other).status_code == 422
    assert list(games.find("kaiser").replay(store.table(played.code).record).ledger.totals.values()
                ) == [28, 12]  # fmt: skip
    played.send(path, do="save")
    words = plain(played.get(f"/t/{played.code}/sheet").text)
    assert "Agreed extra points Hand 3: −10 Nell & Pia, revoke Rule KAI-ADJ" in words
    replay = games.find("kaiser").replay(store.table(played.code).record)
    assert list(replay.ledger.totals.values()) == [18, 12]


def test_an_adjustment_that_is_no_number_keeps_what_was_typed(played, store):
    seq = store.seq(played.code)
    played.get(f"/t/{played.code}/more")
    reply = played.send(f"/t/{played.code}/adjust", side="B", points="ten", why="revoke")
    assert reply.status_code == 422
    assert "“ten” is not a number of points" in plain(reply.text)
    assert 'value="ten"' in reply.text
    assert 'value="revoke"' in reply.text
    assert re.search(r'name="side" value="B" checked', reply.text)
    assert store.seq(played.code) == seq


def test_a_house_rule_is_looked_at_before_it_changes_from_the_present_hand_on(played, store):
    option = games.find("kaiser").rules.options["failed_contract"]
    other = next(value.key for value in option.values if value.key != option.default)
    text = played.get(f"/t/{played.code}/more").text
    assert f'action="/t/{played.code}/readings/{option.key}"' in text
    assert '<input type="hidden" name="from" value="4">' in text
    where = f"/t/{played.code}/readings/{option.key}"
    assert "We play it so from hand 4" in plain(played.get(f"{where}?from=4&value={other}").text)
    played.send(where)
    assert store.table(played.code).record.hands[3]["@rule failed_contract"] == other


def test_a_table_set_aside_can_be_taken_up_again(played, store):
    played.get(f"/t/{played.code}/pause")
    played.send(f"/t/{played.code}/abandon")
    assert store.table(played.code).status == "abandoned"
    played.get(f"/t/{played.code}/pause")
    played.send(f"/t/{played.code}/resume")
    assert store.table(played.code).status == "playing"


def test_strays_are_shown_and_can_be_taken_out(played, store):
    store.act(played.code, Act("answer", 3, {"kaiser": "yes"}), seen=store.seq(played.code),
              submission="stray")  # fmt: skip
    played.get(f"/t/{played.code}")
    assert "These answers no longer count" in plain(played.last.text)
    assert "Hand 3: an answer, yes" in plain(played.last.text)
    played.send(f"/t/{played.code}/stray")
    assert "kaiser" not in store.table(played.code).record.hands[2]
    assert "These answers no longer count" not in played.last.text


def test_no_id_of_a_rule_is_to_be_seen_but_under_why(phone, store):
    """Where cards are played a rule is a link; its id is for whoever listens, and for “why”."""
    for key, seen in (("kaiser", ("/hand/2", "/sheet", "/more")), ("panguingue", ("/seats",))):
        record = Transcript.read(games.find(key).file("evening.txt"), key).record
        over, running = store.begin(record.copy()), record.copy()
        running.hands = [{"drop 1": "none"} if key == "panguingue" else {}]
        code = store.begin(running)
        one = phone()
        one.get(f"/t/{over.code}/score/{over.key}")
        one.get(f"/t/{code.code}/score/{code.key}")
        for path in (f"/t/{over.code}", *(f"/t/{over.code}{each}" for each in seen),
                     f"/t/{code.code}"):  # fmt: skip
            shown = re.sub(r'<span class="sr">[^<]*</span>', "", one.get(path).text)
            assert not re.findall(rf"\b{ID[key]}-[A-Z0-9]+", plain(shown)), path
        assert f"{ID[key]}-" in plain(one.get(f"/t/{over.code}/why/1/1").text)


def test_why_gives_the_sum_the_rule_and_other_readings(played):
    words = plain(played.get(f"/t/{played.code}/why/2/1").text)
    assert "Why +10 for Nell & Pia?" in words
    assert "5 tricks + 5 (5♥) = 10; bid 8 no, made KAI-MADE +10" in words
    assert "Nell & Pia, hand 2 +20" in words
    rule = under(games.find("kaiser").rules).rules["KAI-MADE"]
    assert rule.title in words
    assert "KAI-PILE" in words
    assert played.get(f"/t/{played.code}/why/2/9").status_code == 404
    assert played.get(f"/t/{played.code}/why/9/1").status_code == 404


def test_the_record_as_json_is_the_report(played):
    data = played.get(f"/t/{played.code}.json").json
    assert data["game"]["key"] == "kaiser"
    assert [each["total"] for each in data["standing"]] == [28, 12]


def test_forms_without_a_position_are_told_so(scorer):
    reply = scorer.post(f"/t/{scorer.code}/answer", {"a.bid 2": "7"})
    assert reply.status_code == 400
    assert "seen" in plain(reply.text)


def test_a_card_that_fits_no_more_can_be_replaced_by_any_that_does(store, phone):
    # A meld was amended, and the card added to it later fits no more: it is asked anew.
    record = Record.begin("panguingue", ["Ana", "Ben"], 1)
    record.put(1, {"drops": "none", "event 1": "1 lay", "cards 1": "2S 3S 4S"})
    record.put(1, {"event 2": "1 add", "cards 2": "4S"})
    stored = store.begin(record)
    one = phone()
    one.get(f"/t/{stored.code}/score/{stored.key}")
    action = f"/t/{stored.code}/answer"
    for card in ("AS", "5S"):
        one.get(f"/t/{stored.code}")
        assert "4♠ fits no meld of Ana" in plain(one.last.text)
        assert one.form(action)["a.cards 2"] == ""
        one.send(action, tap=f"add cards 2|{card}")
        assert one.form(action)["a.cards 2"] == card
    one.send(action)
    assert store.table(stored.code).record.hands[0]["cards 2"] == "5S"


def test_cards_borrowed_that_make_a_meld_want_none_of_the_hand(phone, store):
    """Six threes: three of spades leave, and nothing of the hand need be tapped to save it."""
    record = Transcript.read(games.find("panguingue").file("evening.txt"), "panguingue").record
    asked = {"event 17": record.hands[0]["event 17"]}
    told = list(record.hands[0].items())
    record.hands = [dict(told[: told.index(("event 17", asked["event 17"]))]) | asked]
    stored = store.begin(record)
    one = phone()
    one.get(f"/t/{stored.code}/score/{stored.key}")
    for taken, ready in (("3S 3S", False), ("3S 3S 3S", True)):
        one.get(f"/t/{stored.code}")
        form = one.form(f"/t/{stored.code}/answer") | {"a.take 17": taken}
        page = one.post(f"/t/{stored.code}/check?live=1", form, headers={"HX-Request": "true"}).text
        assert (match_in(r'<button class="bt (\S+)" id="f1', page)[1] == "go") is ready
    one.answer(stored.code, {"take 17": "3S 3S 3S"})
    assert store.table(stored.code).record.hands[0]["add 17"] == "none"


def opened(phone, store, key, hand, told):
    """The page of a hand of a golden evening, after so many of its answers."""
    record = Transcript.read(games.find(key).file("evening.txt"), key).record
    asked = games.find(key).replay(record).hands[hand - 1].asked[:told]
    record.hands = [dict(each) for each in record.hands[: hand - 1]]
    record.hands.append({each.question.key: each.text for each in asked})
    stored = store.begin(record)
    one = phone()
    return one.get(f"/t/{stored.code}/score/{stored.key}", follow_redirects=True).text


def test_not_to_play_stands_far_from_the_thumb_and_is_asked_for_twice(phone, store):
    page = opened(phone, store, "tadmur", 1, 8)
    line, answers = page.split('<div class="ask">')[1].split('<div class="ans">')
    folded = match_in('<details class="twice"[^>]*>(.*?)</details>', line, re.DOTALL)[1]
    assert plain(folded) == "Cannot play Cannot play loses the game"
    assert folded.index("</summary>") < folded.index('name="a.move ')
    assert "cannot play" not in answers
    assert 'value="guess"' in answers


def test_the_squares_of_leopard_are_keys_where_a_card_may_go(phone, store):
    page = opened(phone, store, "leopard", 2, 21)
    answers = page.split('<div class="ans">')[1].split('<div class="tail">')[0]
    squares = answers.split('<div class="square edged">')[1:]
    assert len(squares) == 2
    tapped = [re.findall(r'<button class="k cell[^>]*value="([^"]*)"', each) for each in squares]
    assert tapped == [["own 6"], ["other 6"]]
    assert "square" not in page.split('<div class="tail">')[1]
    assert 'value="discard"' in answers


def test_counters_are_tapped_and_who_takes_them_saves_the_page(phone, store):
    page = opened(phone, store, "nine-card-don", 1, 2)
    assert page.index('"a.counters 1"') < page.index('"a.trick 1"')
    sent = re.findall(r'<button[^>]*name="a.trick 1" value="([^"]*)"', page)
    assert sent == ["1", "2", "3", "4", "A", "B", "rest"]


def test_nullo_slam_and_the_bottom_card_share_a_page_that_one_tap_saves(phone, store):
    page = opened(phone, store, "jo-jotte", 1, 4)
    assert re.findall(r'name="a.([^"]*)" value="[^"]*" checked', page) == ["nullo", "slam", "stub"]
    assert '<details class="pack"' in page
    assert 'class="bt go"' in page
    assert page.count("Bottom card of the stub?") == 1


def test_what_cannot_be_marks_its_box_and_may_stand_for_agreed_points(phone):
    one = phone()
    code = one.begin("carousel", players="4", entry="quick")
    one.get(f"/t/{code}")
    left = {f"a.deadwood.{n}": text for n, text in enumerate(["44", "9", "12", "9"])}
    page = one.send(f"/t/{code}/check", **{"a.knocker": "2"}, **left).text
    assert page.count(' bad"') == 2  # the question and the one box
    assert "East: 9" in plain(page)
    stands = match_in(r'href="([^"]*stands=[^"]*)">Let it stand', page)[1]
    assert 'value="9 is too much for East to knock: 4 or less."' in one.get(unescape(stands)).text


def test_the_tricks_of_a_hand_and_the_trick_on_the_table_stand_above_the_answers(phone, store):
    for key, told, lies in (
        ("shakespeares-dilemma", 5, "1Ada 2Ada 3Bo 4?"),
        ("dilemma", 7, "Trick 2 8♣ of clubs Q♦ of diamonds 5♠ of spades"),
        ("tres", 4, "Trick 2 4♦ of diamonds"),
    ):
        page = opened(phone, store, key, 1, told)
        above = match_in('<div class="ctx" id="ctx">(.*?)</div>', page, re.DOTALL)[1]
        assert plain(above) == lies


MADE_AT_ONCE = {
    "bidder": "2", "contract": "7", "trump": "D", "tricks": "5", "5H": "B", "3S": "A",
}  # fmt: skip


def test_the_next_hand_is_entered_as_the_one_before_until_somebody_says_otherwise(scorer, store):
    one, code = scorer, scorer.code

    def said(hand):
        return store.table(code).record.hands[hand - 1].get("@entry")

    one.get(f"/t/{code}")
    one.send(f"/t/{code}/entry", mode="quick")
    one.answer(code, MADE_AT_ONCE)
    assert said(1) == "quick"
    page = one.get(f"/t/{code}").text
    assert "Just the result" in match_in("<h1[^>]*>(.*?)</h1>", page)[1]
    assert len(store.table(code).record.hands) == 1  # only looked at
    one.answer(code, MADE_AT_ONCE)
    assert said(2) == "quick"
    one.get(f"/t/{code}")
    one.send(f"/t/{code}/undo")
    assert len(store.table(code).record.hands) == 1
    assert "Just the result" in one.get(f"/t/{code}").text
    one.send(f"/t/{code}/entry", mode="guided")
    assert ": bid or pass" in plain(one.get(f"/t/{code}").text)
    one.answer(code, {"bid 3": "7"})
    assert said(2) == "guided"


def test_a_key_has_the_number_of_a_name_that_begins_like_another(phone, store):
    """A long name is cut by the key it stands on; the others stay whole."""
    names = ["Maximiliana von Wolfenstein", "Anna", "Bo", "Annika"]
    for last, numbers in (("Annika", "24"), ("Maximiliana von Wolfenburg", "14")):
        table = store.begin(Record.begin("panguingue", [*names[:3], last]))
        page = phone().get(f"/t/{table.code}/score/{table.key}", follow_redirects=True).text
        keys = page[page.index('class="ans"') : page.index('class="tail"')]
        shown = re.findall(
            r'<bdi>(?:<i class="no" aria-hidden="true">(\d)</i>)?([^<]+)</bdi>', keys
        )
        assert sorted(name for _, name in shown) == sorted([*names[:3], last])
        assert "".join(sorted(number for number, _ in shown)) == numbers


def test_a_number_that_follows_from_the_others_is_shown_before_it_is_saved(store, phone):
    """Tricks are tapped, each with its cards; the last player's follow from the others'."""
    record = Record.begin("scotch-whist", ["Ana", "Ben", "Cora", "Eve"], entry="guided")
    record.put(1, {"turn-up": "8H"})
    stored = store.begin(record)
    one = phone()
    one.get(f"/t/{stored.code}/score/{stored.key}")
    words = plain(one.get(f"/t/{stored.code}").text)
    assert "Tricks taken by each" in words
    assert "Tricks; small: cards, 36 in all." in words
    told = one.form(f"/t/{stored.code}/answer")
    told |= {"a.cards.0": "4", "a.cards.1": "0", "a.cards.2": "4"}
    looked = one.post(f"/t/{stored.code}/check?live=1", told, headers={"HX-Request": "true"})
    assert re.search("7 ?28 ?, worked out", plain(looked.text))


def looked(one, code, **told):
    """(message, closing key) while a page is filled in so, in words."""
    one.get(f"/t/{code}")
    told = one.form(f"/t/{code}/answer") | {f"a.{key}": text for key, text in told.items()}
    told["typing"] = told.pop("a.typing", "")
    page = one.post(f"/t/{code}/check?live=1", told, headers={"HX-Request": "true"}).text
    message = page.split('id="msg"')[1].split("</p>")[0].partition(">")[2]
    key = page.split('-save"')[1].split("</button>")[0].partition(">")[2]
    return plain(message), plain(key), page


FILLED_IN = {
    "some have none": ("carousel", {"deadwood.0": "14", "deadwood.1": "4"}, "South, West?"),
    "three have none": ("tribello", {"tricks.0": "5"}, "East, West?"),
    "the next one’s": ("scotch-whist", {"cards.0": "8"}, "East’s tricks?"),
    "of another box": ("carousel", {"deadwood.0": "14", "deadwood.1": "9", "deadwood.2": "2",
        "deadwood.3": "3", "typing": "a.deadwood.3"}, "East: 9 cannot be right"),
    "no digit helps": ("carousel", {"deadwood.0": "14", "deadwood.1": "9", "deadwood.2": "2",
        "deadwood.3": "3", "typing": "a.deadwood.1"}, "East: 9 cannot be right"),
    "a digit helps": ("another", {"points.0": "4", "points.1": "5", "points.2": "5",
        "points.3": "1", "typing": "a.points.3"}, "Another digit?"),
    "none helps": ("another", {"points.0": "4", "points.1": "0", "points.2": "20",
        "points.3": "1", "typing": "a.points.3"}, "Points cannot be right"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILLED_IN)
def test_the_closing_key_names_for_whom_a_number_is_open_and_what_cannot_be_at_once(case, phone):
    """Unless another digit may mend it."""
    one, (game, told, key) = phone(), FILLED_IN[case]
    first = {"tribello": {"trump": "S"}, "scotch-whist": {"trump": "H"}}.get(game, {"knocker": "2"})
    rules = {"rule.adds": "26"} if game == "another" else {}
    code = one.begin(game, entry="quick", **rules)
    message, said, page = looked(one, code, **first, **told)
    assert said == key
    assert ("Let it stand" in page) == ("cannot be" in key) == (' bad"' in page)
    assert ("too much" in message or "makes 25" in message) == ("cannot be" in key)


def test_a_saved_hand_that_was_undone_says_so_and_what_is_changed_of_it(scorer):
    one, code = scorer, scorer.code
    one.answer(code, {"bid 2": "7"})
    assert "Undone: Omar bids 7." in plain(one.send(f"/t/{code}/undo").text)
    one.get(f"/t/{code}")
    one.send(f"/t/{code}/entry", mode="quick")
    one.answer(code, MADE_AT_ONCE)
    one.get(f"/t/{code}")
    page = plain(one.send(f"/t/{code}/undo").text)
    assert "Not saved: 0 : 10 is 0 : 0 again. Change what was wrong." in page
    assert "Omar makes 7 in" in page.partition("Not saved:")[0]
    message, _, page = looked(one, code)
    assert message.startswith("Not saved: 0 : 10")
    message, _, page = looked(one, code, tricks="4")
    assert message == "Not saved. Tricks of Omar & Quin: 4, not 5."
    assert 'class="msg wait changed"' in page  # Redo does not bring that back


@pytest.mark.parametrize("key", games.shelf())
def test_each_kind_of_page_is_checked_while_it_is_filled_in(key, store, phone):
    one = phone()
    for _, kinds, record in moments(golden(key)):
        stored = store.begin(record)
        one.take(stored)
        one.get(f"/t/{stored.code}")
        form = one.form(f"/t/{stored.code}/answer")
        reply = one.client.post(
            f"/t/{stored.code}/check?live=1", data=form, headers={"HX-Request": "true"}
        )
        assert reply.status_code == 200, kinds

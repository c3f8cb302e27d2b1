"""Answers at a table: saved, refused, checked first, sent twice, sent too late."""

import re
from datetime import timedelta
from html import unescape

import pytest

from companion import clock, games
from companion.engine.record import Act, Record
from companion.rules.wording import under
from tests.browser.test_places import moments
from tests.finding import match_in
from tests.texts import (
    GAME_IS_CLOSED,
    JUST_THE_RESULT,
    NELL_BIDS,
    OMAR_BIDS,
    PIA_BIDS,
    SAVE_AS_IT_IS,
    TRICKS_OF_OMAR_AND_QUIN,
)
from tests.web.conftest import MADE
from tests.web.phones import HANDS, HTMX, golden, plain

ID = {"kaiser": "KAI", "panguingue": "PAN"}
RESULT = {"tricks": "5", "5H": "B", "3S": "A"}
AT_ONCE = {"bidder": "2", "contract": "7", "trump": "D", **RESULT}


@pytest.fixture
def bid(scorer):
    """The scorer's table when the result of the first hand is asked."""
    scorer.play(HANDS[0], 5)
    return scorer


def test_answer_is_saved_and_next_asked(scorer):
    reply = scorer.answer({"bid 2": "7"})
    assert reply.status_code == 200
    assert PIA_BIDS in plain(reply.text)
    assert scorer.record.hands == [{"bid 2": "7"}]


def test_impossible_answer_is_struck_and_links_reason(scorer):
    text = scorer.answer({"bid 2": "7"}).text
    link = match_in(
        r'<a class="k cannot[^"]*" href="#([\w-]+)"><span class="sr">Not possible: 6</span>'
        r'<s aria-hidden="true">6</s><span class="sr">, see why</span></a>', text
    )[1]  # fmt: skip
    assert '<span class="sr">Not possible: 6 no-trump</span>' in text
    reason = match_in(rf'<p id="{link}">(.*?)</p>', text, re.DOTALL)[1]
    assert plain(reason).startswith("6 is not enough. Say 7 no-trump or more, or pass.")
    assert 'href="/rules/kaiser#KAI-P-BID"' in reason


def test_refused_answer_stays_and_cites_its_rule(bid):
    seq = bid.seq
    reply = bid.answer({**RESULT, "tricks": "0"})
    assert reply.status_code == 422
    assert "Omar & Quin took no trick, so they cannot have the 5♥." in plain(reply.text)
    assert 'href="/rules/kaiser#KAI-PILE"' in reply.text
    assert re.search(r'name="a.tricks" value="0" checked', reply.text)
    assert bid.seq == seq


def test_an_answer_left_out_is_named(bid):
    reply = bid.answer({"tricks": "5", "3S": "A"})
    assert reply.status_code == 422
    said = plain(reply.text.split('id="msg"')[1].split("</p>")[0])
    assert said.endswith("Still open: Who took the 5♥?")
    assert re.search(r'name="a.tricks" value="5" checked', reply.text)


def test_points_show_before_saving_and_nothing_is_saved(bid):
    seq = bid.seq
    reply = bid.post("check", bid.filled(RESULT))
    shown = plain(reply.text.split("<output")[1].split("</output>")[0])
    for part in ("Omar makes 7", "+10Omar & Quin", "5 tricks + 5 (5♥) = 10; bid 7, made"):
        assert part in shown
    assert "Save hand 1 0 : 10" in plain(reply.text)
    assert bid.seq == seq
    live = bid.look(RESULT)
    assert "<html" not in live.text
    assert 'id="f1-5-preview"' in live.text
    assert 'hx-swap-oob="outerMorph"' in live.text


def test_repeated_last_answer_leads_to_the_score(bid):
    """The first reply may have been lost."""
    form = bid.filled(RESULT)
    for _ in range(2):
        reply = bid.post("answer", form)
        assert reply.headers["Location"] == f"/t/{bid.code}/hand/1"
    words = bid.words("hand/1")
    assert "Made Omar makes 7 in ♦ +10 Omar & Quin go from 0 to 10." in words
    assert "+10 Omar & Quin 5 tricks + 5 (5♥) = 10; bid 7, made why" in words
    assert "Hand 2. Omar deals, eight cards each. Pia bids first." in words
    assert "Deal hand 2 Omar deals" in words
    bid.answer({"bid 3": "7"})
    assert bid.post("answer", form).headers["Location"] == f"/t/{bid.code}"


def test_htmx_gets_table_alone_and_score_address(bid):
    reply = bid.post("answer", bid.filled(RESULT), headers=HTMX)
    assert reply.status_code == 200
    assert "<html" not in reply.text
    assert reply.text.lstrip().startswith("<title>")
    assert reply.headers["HX-Push-Url"] == f"/t/{bid.code}/hand/1"


@pytest.mark.parametrize("base", ["", "/cards/app"])
@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("", "HX-Replace-Url"),
        ("?took=1", "HX-Replace-Url"),
        ("/hand/1", "HX-Replace-Url"),
        ("/amend/1", "HX-Replace-Url"),
        ("/more", "HX-Replace-Url"),
        ("2", "HX-Push-Url"),
    ],
)
def test_answer_replaces_only_its_tables_address(bid, base, page, name):
    headers = HTMX | {"HX-Current-URL": f"http://localhost{base}/t/{bid.code}{page}"}
    root = {"base_url": f"http://localhost{base}"}
    for path, fields, to in (("answer", bid.filled(RESULT), "/hand/1"), ("undo", {}, "")):
        form = fields or {"seen": str(bid.seq), "submission": "undo"}
        reply = bid.post(path, form, headers=headers, **root)
        told = {each: reply.headers.get(each) for each in ("HX-Push-Url", "HX-Replace-Url")}
        assert told == {"HX-Push-Url": None, "HX-Replace-Url": None} | {
            name: f"{base}/t/{bid.code}{to}"
        }


def test_a_poll_leaves_the_address_alone(bid):
    url = f"http://localhost/t/{bid.code}"
    reply = bid.get("live", headers=HTMX | {"HX-Current-URL": url})
    assert reply.status_code == 200
    assert {"HX-Push-Url", "HX-Replace-Url"}.isdisjoint(reply.headers.keys())


def test_the_same_form_sent_twice_is_one_entry(scorer):
    form = scorer.filled({"bid 2": "7"})
    assert [scorer.post("answer", form).status_code for _ in range(2)] == [303, 303]
    assert scorer.seq == 1
    assert scorer.record.hands == [{"bid 2": "7"}]


def test_stale_answer_is_explained_and_not_used(scorer, phone):
    other = phone()
    other.take(scorer.stored)
    late = other.filled({"bid 2": "8"})
    scorer.take(scorer.stored)
    scorer.answer({"bid 2": "7 no"})
    other.take(scorer.stored)
    reply = other.post("answer", late)
    assert reply.status_code == 409
    words = plain(reply.text)
    assert "Already entered: Omar bids 7 NT" in words
    assert "Your entry (Omar bids 8) was not used. Use mine" in words
    assert PIA_BIDS in words
    assert scorer.record.hands == [{"bid 2": "7 no"}]
    mine = unescape(match_in(r'href="([^"]*)">Use mine<', reply.text)[1])
    assert "Omar: bid or pass 7 NT 8" in other.words(mine)
    other.send("amend/1", do="save")
    assert scorer.record.hands == [{"bid 2": "8"}]


def test_stale_answer_keeps_typing_for_same_page(bid, phone):
    other = phone()
    other.take(bid.stored)
    late = other.filled({"tricks": "5", "5H": "B"})
    bid.take(bid.stored)
    bid.fill("dealer", on="more", seat="1")
    other.take(bid.stored)
    reply = other.post("answer", late)
    assert reply.status_code == 409
    assert re.search(r'name="a.tricks" value="5" checked', reply.text)
    assert re.search(r'name="a.5H" value="B" checked', reply.text)


def test_answer_sent_too_soon_stays_filled_in(scorer, monkeypatch):
    now = clock.now().replace(microsecond=0)
    monkeypatch.setattr(clock, "now", lambda: now)
    scorer.play(HANDS[0], 5)
    for app in MADE.values():
        monkeypatch.setitem(app.config, "REST", 400)
    early = scorer.form("answer") | {f"a.{key}": text for key, text in RESULT.items()}
    reply = scorer.post("answer", early)
    assert reply.status_code == 409
    assert "The question changed as you tapped." in plain(reply.text)
    for name, value in RESULT.items():
        assert re.search(rf'name="a.{name}" value="{value}" checked', reply.text)
    assert "tricks" not in scorer.record.hands[0]
    now += timedelta(milliseconds=400)
    scorer.post("answer", early | {"submission": "later"})
    assert scorer.record.hands[0]["tricks"] == "B 5"


def test_undo_and_redo_name_what_they_change(scorer):
    scorer.answer({"bid 2": "7"})
    assert "Undo Omar bids 7" in scorer.words()
    scorer.send("undo")
    assert OMAR_BIDS in scorer.words()
    assert "Redo Omar bids 7" in scorer.words()
    assert "Undone: Omar bids 7." in scorer.words()
    scorer.send("redo")
    assert PIA_BIDS in scorer.words()
    assert scorer.record.hands == [{"bid 2": "7"}]


def test_an_undo_tapped_twice_takes_back_one_thing(played):
    played.get("")
    form = played.form("undo")
    for _ in range(2):
        played.post("undo", form)
    assert len(played.record.hands) == 2


def test_entry_mode_changes_on_a_hands_first_page(scorer):
    assert JUST_THE_RESULT in scorer.words("")
    scorer.send("entry", mode="quick")
    assert "Bidder?" in scorer.words()
    half = {"bidder": "2", "contract": "7", "trump": "D"}
    reply = scorer.answer(half)
    assert reply.status_code == 422
    assert TRICKS_OF_OMAR_AND_QUIN in plain(reply.text)  # asked on the same page
    scorer.answer({**half, "tricks": "8"})  # the winner of all tricks has both cards
    assert scorer.record.hands[0] == {"@entry": "quick", **half, "tricks": "B 8"}
    assert "Undo reopens hand 1" in scorer.words("hand/1")
    assert "Undo reopens hand 1" in scorer.words("")


def test_end_shows_winner_chart_and_rematch(phone):
    one = phone(golden("kaiser", 8))
    one.play({"bid 1": "6", "bid 2": "pass", "bid 3": "7", "bid 4": "pass", "trump": "H"})
    reply = one.answer({"tricks": "4", "5H": "A", "3S": "B"})
    words = plain(reply.text)
    assert "Nell & Pia win, 55 to 19" in words
    assert "Nell & Pia have 55; 52 wins. Rule KAI-TARGET" in words
    assert "8 hands, 1 thrown in" in words
    assert '<svg class="chart"' in reply.text
    finished, last = one.stored, one.replay.hands[-1].dealer
    assert (finished.status, finished.totals) == ("finished", {"A": 55, "B": 19})
    one.go(one.send("rematch", follow=False))
    assert one.record.players == finished.record.players
    assert one.record.dealer == last.left.code
    assert one.record.hands == []


def test_closing_ends_evening_and_undo_reopens(played):
    played.fill("close", on="pause")
    assert GAME_IS_CLOSED in played.words()
    assert played.stored.status == "finished"
    played.send("undo")
    assert NELL_BIDS in played.words()
    assert played.stored.status == "playing"


def test_a_hand_is_thrown_in_with_its_reason(played):
    played.answer({"bid 1": "7"})
    seq = played.seq
    words = plain(played.fill("void", on="more", why="five cards short").text)
    assert "Throw hand 4 in?" in words
    assert "thrown in: five cards short" in words
    assert re.search(r"saved yet\. \w+ deals again\. The answers stay", words)
    assert played.seq == seq
    played.send("void", do="save")
    assert played.record.hands[3]["@void"] == "five cards short"
    assert "hand 5" in played.words()
    assert "thrown in: five cards short" in played.words("sheet")


def test_another_dealer_is_set(played):
    reply = played.fill("dealer", on="more", seat="1")
    assert "Nell deals, eight cards each" in plain(reply.text)
    assert played.fill("dealer", on="more", seat="9").status_code == 422


def test_an_adjustment_is_listed_apart(played):
    shown = played.fill("adjust", on="more", side="A", points="−10", why="revoke")
    assert "New score 28 : 12 18 : 12" in plain(shown.text)
    other = played.form("adjust") | {"digest": "another", "do": "save"}
    assert played.post("adjust", other).status_code == 422
    assert played.totals == [28, 12]
    played.send("adjust", do="save")
    words = played.words("sheet")
    assert "Agreed extra points Hand 3: −10 Nell & Pia, revoke Rule KAI-ADJ" in words
    assert played.totals == [18, 12]


def test_invalid_adjustment_keeps_what_was_typed(played):
    seq = played.seq
    reply = played.fill("adjust", on="more", side="B", points="ten", why="revoke")
    assert reply.status_code == 422
    assert "“ten” is not a number of points" in plain(reply.text)
    assert 'value="ten"' in reply.text
    assert 'value="revoke"' in reply.text
    assert re.search(r'name="side" value="B" checked', reply.text)
    assert played.seq == seq


def test_house_rule_is_previewed_before_it_changes(played):
    text, where = played.get("more").text, "readings/failed_contract"
    assert f'action="/t/{played.code}/{where}"' in text
    assert '<input type="hidden" name="from" value="4">' in text
    page = played.words(f"{where}?from=4&value=bid_amount")
    assert "Use this rule from hand 4" in page
    played.send(where)
    assert played.record.hands[3]["@rule failed_contract"] == "bid_amount"


def test_table_set_aside_can_be_resumed(played):
    for act, status in (("abandon", "abandoned"), ("resume", "playing")):
        played.fill(act, on="pause")
        assert played.stored.status == status


def test_unused_answers_are_shown_and_can_be_removed(played):
    played.enter(Act("answer", 3, {"kaiser": "yes"}))
    assert "These answers no longer count" in played.words("")
    assert "Hand 3: an answer, yes" in played.words()
    played.send("stray")
    assert "kaiser" not in played.record.hands[2]
    assert "These answers no longer count" not in played.words()


def test_rule_ids_show_only_under_why(phone):
    """At the table a rule is a link; its id is only for screen readers, and for “why”."""
    for key, seen in (("kaiser", ("hand/2", "sheet", "more")), ("panguingue", ("seats",))):
        record = golden(key)
        over = phone(record.copy())
        record.hands = [{"drop 1": "none"} if key == "panguingue" else {}]
        running = phone(record)
        for page in (*(over.get(each) for each in ("", *seen)), running.get("")):
            shown = re.sub(r'<span class="sr">[^<]*</span>', "", page.text)
            assert not re.findall(rf"\b{ID[key]}-[A-Z0-9]+", plain(shown)), page.request.path
        assert f"{ID[key]}-" in over.words("why/1/1")


def test_why_shows_sum_rule_and_other_readings(played):
    words = played.words("why/2/1")
    assert "Why +10 for Nell & Pia?" in words
    assert "5 tricks + 5 (5♥) = 10; bid 8 NT, made KAI-MADE +10" in words
    assert "Nell & Pia, hand 2 +20" in words
    assert under(games.find("kaiser").rules).rules["KAI-MADE"].title in words
    assert "KAI-PILE" in words
    for path in ("why/2/9", "why/9/1"):
        assert played.get(path).status_code == 404


def test_the_record_as_json_is_the_report(played):
    data = played.get(f"/t/{played.code}.json").json
    assert data["game"]["key"] == "kaiser"
    assert [each["total"] for each in data["standing"]] == [28, 12]


def test_forms_without_a_position_are_told_so(scorer):
    reply = scorer.post("answer", {"a.bid 2": "7"})
    assert reply.status_code == 400
    assert "seen" in plain(reply.text)


# -- pages of other games ------------------------------------------------------------------------


def test_unfitting_card_can_be_replaced(phone):
    # A meld was amended, and the card added to it later does not fit: it is asked again.
    record = Record.begin("panguingue", ["Ana", "Ben"], 1)
    record.put(1, {"drops": "none", "event 1": "1 lay", "cards 1": "2S 3S 4S"})
    record.put(1, {"event 2": "1 add", "cards 2": "4S"})
    one = phone(record)
    for card in ("AS", "5S"):
        assert "4♠ fits no meld of Ana" in one.words("")
        assert one.form("answer")["a.cards 2"] == ""
        one.send("answer", tap=f"add cards 2|{card}")
        assert one.form("answer")["a.cards 2"] == card
    one.send("answer")
    assert one.record.hands[0]["cards 2"] == "5S"


def test_borrowed_meld_needs_no_card_of_hand(phone):
    """Six threes: three of spades leave, and no card of the hand must be tapped to save it."""
    record = golden("panguingue")
    told = [*record.hands[0].items()]
    many = [key for key, _ in told].index("event 17") + 1
    record.hands = [dict(told[:many])]
    one = phone(record)
    for taken, ready in (("3S 3S", False), ("3S 3S 3S", True)):
        page = one.look({"take 17": taken}).text
        assert (match_in(r'<button class="bt (\S+)" id="f1', page)[1] == "go") is ready
    one.answer({"take 17": "3S 3S 3S"})
    assert one.record.hands[0]["add 17"] == "none"


def opened(phone, key, hand, told):
    """The page of a hand of a golden evening, after so many of its answers."""
    asked = games.find(key).replay(golden(key)).hands[hand - 1].asked[:told]
    record = golden(key, hand - 1)
    record.hands.append({each.question.key: each.text for each in asked})
    return phone(record).get("").text


def test_cannot_play_is_set_apart_and_confirmed(phone):
    page = opened(phone, "tadmur", 1, 8)
    line, answers = page.split('<div class="ask">')[1].split('<div class="ans">')
    folded = match_in('<details class="twice"[^>]*>(.*?)</details>', line, re.DOTALL)[1]
    assert plain(folded) == "Cannot play Cannot play loses the game"
    assert folded.index("</summary>") < folded.index('name="a.move ')
    assert "cannot play" not in answers
    assert 'value="guess"' in answers


def test_open_leopard_squares_are_keys(phone):
    page = opened(phone, "leopard", 2, 21)
    answers = page.split('<div class="ans">')[1].split('<div class="tail">')[0]
    squares = answers.split('<div class="square edged">')[1:]
    tapped = [re.findall(r'<button class="k cell[^>]*value="([^"]*)"', each) for each in squares]
    assert tapped == [["own 6"], ["other 6"]]
    assert "square" not in page.split('<div class="tail">')[1]
    assert 'value="discard"' in answers


def test_counters_are_tapped_and_taker_saves_page(phone):
    page = opened(phone, "nine-card-don", 1, 2)
    assert page.index('"a.counters 1"') < page.index('"a.trick 1"')
    sent = re.findall(r'<button[^>]*name="a.trick 1" value="([^"]*)"', page)
    assert sent == ["1", "2", "3", "4", "A", "B", "rest"]


ROW = re.compile(r'<label class="fld[^>]*>(.*?)</label>', re.DOTALL)
FOUR = {"name.1": "Ana", "name.2": "Ben", "name.3": "Cat", "name.4": "Dan"}
LEFT = {f"deadwood.{place}": text for place, text in enumerate(("7", "12", "2", "18"))}


@pytest.mark.parametrize(
    ("game", "way", "names", "answers", "rows"),
    [
        ("carousel", "quick", FOUR, LEFT | {"knocker": "3"},
         ["AnaD, dealer 0", "Ben 0", "Cat 0 +31", "Dan 0"]),
        ("leopard", "values", dict([*FOUR.items()][:2]), {"value 1": "9", "value 2": "4"},
         ["AnaD, dealer 0", "Ben 0"]),
    ],
    ids=["shares", "points"],
)  # fmt: skip
def test_numbers_are_typed_in_a_row_a_player(phone, game, way, names, answers, rows):
    one = phone()
    one.begin(game, **names, entry=way)
    page = one.look(answers).text
    assert [plain(row) for row in ROW.findall(page)] == rows
    assert '<p class="entry-heads"' in one.get("").text


def test_one_tap_says_who_chose_which_trumps(phone):
    one = phone()
    one.begin("jo-jotte", **{"name.1": "Ada", "name.2": "Ben"}, entry="quick")
    keys = re.findall(r'name="a.declarer\+trump" value="([^"]*)"', one.get("").text)
    suits = ["C", "D", "H", "S", "no trump"]
    assert keys == [*(f"{who} {suit}" for who in "12" for suit in suits), "nobody"]
    half = one.look({"declarer+trump": "2 no trump"}).text
    assert 'value="2 no trump" checked' in half
    one.answer({"declarer+trump": "2 no trump", "points 1": "30", "points 2": "60"})
    hand = one.record.hands[0]
    assert (hand["declarer"], hand["trump"], one.totals) == ("2", "no trump", [0, 60])
    one.answer({"declarer+trump": "nobody"})
    assert one.record.hands[1]["declarer"] == "nobody"
    one.answer({"declarer+trump": "3 X"})
    assert "Who chose" in one.words()
    assert len(one.record.hands) == 2


def test_nullo_slam_and_melds_share_one_page(phone):
    page = opened(phone, "jo-jotte", 1, 4)
    assert re.findall(r'name="a.([^"]*)" value="[^"]*" checked', page) == ["nullo", "slam", "stub"]
    assert '<details class="pack"' in page
    sent = re.findall(r'<button[^>]*name="a.melds" value="([^"]*)"', page)
    assert sent == ["none", "declared"]
    assert page.count("Bottom card?") == 1


@pytest.mark.parametrize(
    ("key", "told", "lies"),
    [
        ("shakespeares-dilemma", 5, "1Ada 2Ada 3Bo 4?"),
        ("dilemma", 7, "Trick 2 8♣ of clubs Q♦ of diamonds 5♠ of spades"),
        ("tres", 4, "Trick 2 4♦ of diamonds"),
    ],
)
def test_tricks_are_shown_above_the_answers(phone, key, told, lies):
    page = opened(phone, key, 1, told)
    above = match_in('<div class="ctx" id="ctx">(.*?)</div>', page, re.DOTALL)[1]
    assert plain(above) == lies


def test_impossible_value_marks_box_and_offers_agreement(phone):
    one = phone()
    one.begin("carousel", players="4", entry="quick")
    left = {f"a.deadwood.{n}": text for n, text in enumerate(["44", "9", "12", "9"])}
    page = one.fill("check", on="", **{"a.knocker": "2"}, **left).text
    assert page.count(' bad"') == 2  # the question and the one box
    assert "East: 9" in plain(page)
    stands = match_in(r'href="([^"]*stands=[^"]*)">Agree on points', page)[1]
    assert 'value="9 is too much for East to knock: 4 or less."' in one.get(unescape(stands)).text


def test_next_hand_keeps_the_last_entry_mode(scorer):
    said = lambda hand: scorer.record.hands[hand - 1].get("@entry")  # noqa: E731
    scorer.fill("entry", on="", mode="quick")
    scorer.answer(AT_ONCE)
    assert said(1) == "quick"
    page = scorer.get("").text
    assert JUST_THE_RESULT in match_in("<h1[^>]*>(.*?)</h1>", page)[1]
    assert len(scorer.record.hands) == 1  # only looked at
    scorer.answer(AT_ONCE)
    assert said(2) == "quick"
    scorer.fill("undo", on="")
    assert len(scorer.record.hands) == 1
    assert JUST_THE_RESULT in scorer.get("").text
    scorer.send("entry", mode="guided")
    assert ": bid or pass" in scorer.words("")
    scorer.answer({"bid 3": "7"})
    assert said(2) == "guided"


def test_key_has_number_for_similar_names(phone):
    """A long name is cut by its key; the others stay whole."""
    names = ["Maximiliana von Wolfenstein", "Anna", "Bo"]
    number = r'<bdi>(?:<i class="no" aria-hidden="true">(\d)</i>)?([^<]+)</bdi>'
    for last, numbers in (("Annika", "24"), ("Maximiliana von Wolfenburg", "14")):
        page = phone(Record.begin("panguingue", [*names, last])).get("").text
        shown = re.findall(number, page[page.index('class="ans"') : page.index('class="tail"')])
        assert sorted(name for _, name in shown) == sorted([*names, last])
        assert "".join(sorted(number for number, _ in shown)) == numbers


def test_derived_number_is_shown_before_saving(phone):
    """Tricks are tapped, each with its cards; the last player's are computed from the others'."""
    record = Record.begin("scotch-whist", ["Ana", "Ben", "Cora", "Eve"], entry="guided")
    record.put(1, {"turn-up": "8H"})
    one = phone(record)
    words = one.words("")
    assert "Tricks taken by each" in words
    assert "Tricks; small: cards, 36 in all." in words
    looked = one.look({"cards.0": "4", "cards.1": "0", "cards.2": "4"})
    assert re.search("7 ?28 ?, worked out", plain(looked.text))


def message(page):
    return plain(page.split('id="msg"')[1].split("</p>")[0].partition(">")[2])


FILLED_IN = {
    "some have none": ("carousel", {"deadwood.0": "14", "deadwood.1": "4"}, "South, West?"),
    "three have none": ("tribello", {"tricks.0": "5"}, "East, West?"),
    "the next one’s": ("scotch-whist", {"cards.0": "8"}, "East’s tricks?"),
    "of another box": ("carousel", {"deadwood.0": "14", "deadwood.1": "9", "deadwood.2": "2",
        "deadwood.3": "3", "typing": "a.deadwood.3"}, "East: 9 cannot be right"),
    "no digit helps": ("carousel", {"deadwood.0": "14", "deadwood.1": "9", "deadwood.2": "2",
        "deadwood.3": "3", "typing": "a.deadwood.1"}, "East: 9 cannot be right"),
    "a digit helps": ("another", {"points.0": "4", "points.1": "5", "points.2": "5",
        "points.3": "1", "typing": "a.points.3"}, "Enter the number"),
    "none helps": ("another", {"points.0": "4", "points.1": "0", "points.2": "20",
        "points.3": "1", "typing": "a.points.3"}, "Points cannot be right"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILLED_IN)
def test_save_key_names_open_or_impossible_numbers(case, phone):
    """Unless another digit may correct it."""
    one, (game, told, key) = phone(), FILLED_IN[case]
    first = {"tribello": {"trump": "S"}, "scotch-whist": {"trump": "H"}}.get(game, {"knocker": "2"})
    one.begin(game, entry="quick", **({"rule.adds": "26"} if game == "another" else {}))
    typed = {name: text for name, text in told.items() if name != "typing"}
    page = one.look(first | typed, typing=told.get("typing", "")).text
    assert plain(page.split('-save"')[1].split("</button>")[0].partition(">")[2]) == key
    wrong = "cannot be" in key
    assert ("as it is</button>" in page or "Agree on points" in page) == wrong == (' bad"' in page)
    assert ("too much" in message(page) or "makes 25" in message(page)) == wrong


def test_undone_hand_says_what_is_changed(scorer):
    scorer.fill("entry", on="", mode="quick")
    scorer.answer(AT_ONCE)
    page = plain(scorer.fill("undo", on="").text)
    assert "Not saved: 0 : 10 is 0 : 0 again. Change what was wrong." in page
    assert "Omar makes 7 in" in page.partition("Not saved:")[0]
    assert message(scorer.look({}).text).startswith("Not saved: 0 : 10")
    page = scorer.look({"tricks": "4"}).text
    assert message(page) == "Not saved. Tricks of Omar & Quin: 4, not 5."
    assert 'class="msg wait changed"' in page  # Redo does not restore that


@pytest.mark.kinds
@pytest.mark.slow
@pytest.mark.parametrize("key", games.all_games())
def test_an_answer_in_the_bar_saves_no_hand(phone, key):
    """A key of the bar with a name only answers: it takes taps sooner than one that saves."""
    for _, kinds, record in moments(golden(key)):
        one = phone(record)
        bar = one.get("").text.partition('<footer class="bar">')[2]
        if found := re.search(r'<button class="bt go"[^>]*name="a\.([^"]*)" value="([^"]*)"', bar):
            reply = one.answer({found[1]: found[2]}, follow=False)
            assert reply.headers["Location"] == f"/t/{one.code}", kinds


def boxes_of(question, page):
    """(name, a number too high) of each box of a question that a page draws."""
    names = [f"{question.key}.{n}" for n in range(len(question.parts))] or [question.key]
    most = "9" * (len(str(getattr(question, "high", 0))) + 1)
    drawn = {name for tag in re.findall(r"<input [^>]*data-keys[^>]*>", page)
             for name in re.findall(r'name="a\.([^"]*)"', tag)}  # fmt: skip
    return [(name, most) for name in names if name in drawn]


def with_keypads(key):
    """Tables of a game at which numbers are typed: a fresh one by each way, and of its evening."""
    game = games.find(key)
    names = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"][
        : 4 if 4 in game.players else min(game.players)
    ]
    for way in {"guided", game.opens, *game.way_texts, *game.ways}:
        yield Record.begin(key, names, entry=way)
    yield from (record for *_, record in moments(golden(key)))


@pytest.mark.kinds
@pytest.mark.slow
@pytest.mark.parametrize("key", games.all_games())
def test_impossible_number_is_refused_while_others_open(phone, key):
    """Its box is marked, the message says why, and no number is left below nought."""
    for record in with_keypads(key):
        one = phone(record)
        page, pending = one.get("").text, one.replay.pending
        for question in pending.page if pending else ():
            for name, most in boxes_of(question, page):
                looked = one.look({name: most}, typing=f"a.{name}").text
                said = question.key, name, message(looked)
                assert " no" in match_in(r'<p class="msg([^"]*)"', looked)[1], said
                assert "left of" not in message(looked)
                box = match_in(rf'<label class="fld[^"]*"[^>]*>(?:(?!</label>).)*name="a\.{name}"',
                               looked.replace("\n", " "))[0]  # fmt: skip
                assert " bad" in box.split('"')[1], said
                assert "cannot be right" in looked.partition("-save")[2]


TOO_MUCH = {
    "typed": ("shakespeares-dilemma", {}, {"tricks.0": "8", "tricks.2": "9"}, "8 + 9 makes 17"),
    "tapped": ("scotch-whist", {"trump": "H"}, {"cards.0": "20", "cards.1": "20"},
               "20 + 20 makes 40"),
}  # fmt: skip


@pytest.mark.parametrize("case", TOO_MUCH)
def test_excessive_numbers_are_refused_before_the_last(phone, case):
    one, (game, first, told, words) = phone(), TOO_MUCH[case]
    one.begin(game, entry="quick")
    page = one.look(first | told).text
    assert words in message(page)
    assert "left of" not in message(page)
    assert page.count('aria-invalid="true"') == (2 if case == "typed" else 0)
    assert SAVE_AS_IT_IS not in page

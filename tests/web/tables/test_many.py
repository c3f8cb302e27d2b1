"""Many hands from paper: on one page, replayed in order, saved together or not at all."""

from __future__ import annotations

import re

from companion.engine.record import Act
from companion.testing.evenings import NAMES
from tests.finding import match_in
from tests.web.phones import plain

MADE = {"bidder": "2", "contract": "7", "trump": "D", "tricks": "B 5", "5H": "B", "3S": "A"}
BROKEN = {"bidder": "3", "contract": "8 no", "trump": "none", "tricks": "A 5", "5H": "A", "3S": "B"}
PASSED = {"bidder": "nobody"}


def fields(*rows, **more):
    """Rows of answers as the page's boxes have them."""
    boxes = {f"r{n}.a.{key}": text for n, row in enumerate(rows, 1) for key, text in row.items()}
    return boxes | {name.replace("__", "."): text for name, text in more.items()}


def sent(one, rows, what="", follow=True, **more):
    """The page with these rows, sent to be saved ("/check": looked at)."""
    page = one.get(f"/t/{one.code}/many")
    assert page.status_code == 200
    form = one.form(f"/t/{one.code}/many") | fields(*rows) | more
    if what:
        return one.post(f"/t/{one.code}/many{what}", form)
    return one.post(f"/t/{one.code}/many", looked_at(one, form), follow_redirects=follow)


def looked_at(one, form):
    """The form as the page has it once it was looked at."""
    one.post(f"/t/{one.code}/many/check", form)
    return form | {"digest": one.form(f"/t/{one.code}/many")["digest"]}


def box(html, name):
    return match_in(rf'<(?:input|select)[^>]*name="{re.escape(name)}"[^>]*>', html)[0]


# -- saving --------------------------------------------------------------------------------------


def test_rows_are_saved_as_hands_and_the_table_goes_on(scorer, store):
    reply = sent(scorer, [MADE, PASSED, BROKEN])
    assert reply.status_code == 200
    assert "Just the result" in plain(reply.text)
    record = store.table(scorer.code).record
    assert [hand["@entry"] for hand in record.hands] == ["quick"] * 3
    assert record.hands[0] == {"@entry": "quick", **MADE}
    assert [row.act.hand for row in store.journal(scorer.code)] == [1, 2, 3]


def test_nothing_is_saved_where_one_row_is_refused(scorer, store):
    reply = sent(scorer, [MADE, {**BROKEN, "tricks": "9"}, PASSED])
    assert reply.status_code == 422
    assert store.seq(scorer.code) == 0
    text = reply.text
    assert 'aria-invalid="true"' in box(text, "r2.a.tricks")
    assert 'aria-invalid="true"' not in box(text, "r1.a.tricks")
    assert "9 cannot be right: say 0 to 8." in plain(text)
    assert 'value="9"' in box(text, "r2.a.tricks")
    assert 'value="B 5"' in box(text, "r1.a.tricks")
    again = scorer.form(f"/t/{scorer.code}/many")
    assert again["r2.a.tricks"] == "9"


def test_every_wrong_cell_of_a_page_has_its_own_reason(scorer):
    text = sent(scorer, [{**MADE, "5H": "A", "3S": "A", "tricks": "8"}]).text
    assert 'aria-invalid="true"' in box(text, "r1.a.5H")
    assert "Nell & Pia took no trick, so they cannot have the 5♥." in plain(text)
    assert "KAI-PILE" in text


def test_what_is_still_open_is_said_at_its_cell(scorer, store):
    row = {key: text for key, text in MADE.items() if key != "tricks"}
    reply = sent(scorer, [row], what="/check")
    assert "Still open: a number from 0 to 8." in plain(reply.text)
    assert "aria-invalid" not in reply.text
    assert store.seq(scorer.code) == 0


def test_an_answer_nobody_asked_for_is_not_dropped_silently(scorer, store):
    reply = sent(scorer, [{**PASSED, "tricks": "5"}])
    assert reply.status_code == 422
    assert 'aria-invalid="true"' in box(reply.text, "r1.a.tricks")
    assert "It is not asked for here: clear it." in plain(reply.text)


def test_a_row_left_empty_before_another_is_asked_for(scorer, store):
    reply = sent(scorer, [{}, MADE])
    assert reply.status_code == 422
    assert "Nothing is entered for hand 1, but for a later one" in plain(reply.text)
    reply = sent(scorer, [{}, MADE], **{"r1.as": "void"})
    assert reply.status_code == 200
    assert store.table(scorer.code).record.hands[0] == {"@void": "thrown in"}
    assert len(store.table(scorer.code).record.hands) == 2


def test_a_row_can_be_left_out(scorer, store):
    reply = sent(scorer, [PASSED, MADE], **{"r1.as": "out"})
    assert reply.status_code == 200
    assert store.table(scorer.code).record.hands == [{"@entry": "quick", **MADE}]


def test_the_same_page_sent_twice_is_entered_once(scorer, store):
    scorer.get(f"/t/{scorer.code}/many")
    form = looked_at(scorer, scorer.form(f"/t/{scorer.code}/many") | fields(MADE, PASSED))
    for _ in range(3):
        reply = scorer.post(f"/t/{scorer.code}/many", form)
        assert reply.status_code == 303
    assert store.seq(scorer.code) == 2


def test_a_page_that_was_overtaken_saves_nothing_and_keeps_what_was_typed(scorer, store, phone):
    scorer.get(f"/t/{scorer.code}/many")
    form = scorer.form(f"/t/{scorer.code}/many") | fields(MADE, PASSED)
    sent(scorer, [BROKEN])
    reply = scorer.post(f"/t/{scorer.code}/many", form)
    assert reply.status_code == 409
    text = plain(reply.text)
    assert "Meanwhile at this table: hand 1" in text
    assert "Hand 1 has been entered meanwhile: Pia makes 8 no-trump." in text
    assert 'value="B 5"' in box(reply.text, "r1.a.tricks")
    assert store.seq(scorer.code) == 1
    fresh = scorer.form(f"/t/{scorer.code}/many") | {"r1.as": "out"}
    assert scorer.post(f"/t/{scorer.code}/many", fresh).status_code == 422
    again = looked_at(scorer, scorer.form(f"/t/{scorer.code}/many") | {"r1.a.bidder": "nobody"})
    assert scorer.post(f"/t/{scorer.code}/many", again).status_code == 303
    assert store.seq(scorer.code) == 2


def test_hands_taken_back_meanwhile_get_rows_of_their_own(scorer, store):
    sent(scorer, [PASSED])
    scorer.get(f"/t/{scorer.code}/many")
    form = scorer.form(f"/t/{scorer.code}/many") | fields(MADE)
    assert form["r1.hand"] == "2"
    scorer.get(f"/t/{scorer.code}")
    scorer.send(f"/t/{scorer.code}/undo")
    reply = scorer.post(f"/t/{scorer.code}/many", form)
    assert reply.status_code == 409
    assert "Nothing is entered for hand 1" in plain(reply.text)
    assert 'value="B 5"' in box(reply.text, "r2.a.tricks")


def test_hands_typed_in_at_once_are_taken_back_at_once(scorer, store):
    sent(scorer, [PASSED, MADE, BROKEN])
    assert "Undo hands 1–3" in plain(scorer.get(f"/t/{scorer.code}").text)
    scorer.send(f"/t/{scorer.code}/undo")
    assert store.table(scorer.code).record.hands == []
    scorer.send(f"/t/{scorer.code}/redo")
    assert len(store.table(scorer.code).record.hands) == 3


def test_rows_after_the_end_of_the_game_are_refused(scorer, store):
    big = {"bidder": "2", "contract": "12 no", "trump": "none", "tricks": "7", "5H": "B", "3S": "A"}
    reply = sent(scorer, [big, big, big, big])
    assert reply.status_code == 422
    assert "The game is over after hand 3" in plain(reply.text)
    assert store.seq(scorer.code) == 0
    reply = sent(scorer, [big, big, big])
    assert reply.status_code == 200
    assert store.table(scorer.code).status == "finished"
    assert scorer.get(f"/t/{scorer.code}/many").status_code == 303


def test_a_hand_begun_step_by_step_is_replaced_and_the_page_says_so(scorer, store):
    scorer.answer(scorer.code, {"bid 2": "7"})
    page = plain(scorer.get(f"/t/{scorer.code}/many").text)
    assert "Hand 1 was begun on the table’s page" in page
    assert "So far it says: Omar bids 7." in page
    assert sent(scorer, [BROKEN]).status_code == 200
    assert store.table(scorer.code).record.hands == [{"@entry": "quick", **BROKEN}]
    scorer.send(f"/t/{scorer.code}/undo")
    assert store.table(scorer.code).record.hands == [{"bid 2": "7"}]


def test_a_hand_begun_in_the_same_way_keeps_its_answers(phone, store):
    one = phone()
    names = {f"name.{n}": name for n, name in enumerate(NAMES[:4], 1)}
    one.code = one.begin(entry="quick", **names)
    half = Act("answer", 1, {"bidder": "2", "contract": "7", "trump": "D"})
    store.act(one.code, half, seen=store.seq(one.code), submission="half")
    one.get(f"/t/{one.code}/many")
    tag = match_in(r'<select[^>]*name="r1.a.contract".*?</select>', one.last.text, re.DOTALL)[0]
    assert '<option value="7" selected>' in tag
    form = looked_at(one, one.form(f"/t/{one.code}/many") | fields(MADE))
    assert one.post(f"/t/{one.code}/many", form).status_code == 303
    assert store.table(one.code).record.hands == [MADE]


def test_a_half_amended_table_is_finished_first(played, store):
    played.get(f"/t/{played.code}/amend/1")
    played.send(f"/t/{played.code}/amend/1", do="save", **{"a.bid 2": "pass", "a.bid 1": "7"})
    store_hands = store.table(played.code).record.hands
    if "trump" in store_hands[0]:
        seq = store.seq(played.code)
        store.act(played.code, Act("amend", 1, {"tricks": None}), seen=seq, submission="half")
    reply = played.get(f"/t/{played.code}/many")
    assert reply.status_code == 409
    assert "Many hands cannot be entered yet" in plain(reply.text)


# -- the page ------------------------------------------------------------------------------------


def test_the_page_knows_hand_dealer_and_what_the_sheet_knows(phone):
    one = phone()
    one.code = one.begin("back-alley", **{f"name.{n}": x for n, x in enumerate(NAMES[:4], 1)})
    text = plain(one.get(f"/t/{one.code}/many").text)
    assert "Dealer Nell" in text
    assert "Cards 13" in text
    text = plain(sent(one, [{}], "/check", **{"r1.as": "void"}).text)
    assert re.search(r"Thrown in .*Hand 1 of 26, 13 cards was played", text)


def test_what_was_not_looked_at_is_shown_first(scorer, store):
    scorer.get(f"/t/{scorer.code}/many")
    form = scorer.form(f"/t/{scorer.code}/many") | fields(MADE)
    reply = scorer.post(f"/t/{scorer.code}/many", form)
    assert reply.status_code == 422
    assert "This is what the rows come to" in plain(reply.text)
    assert store.seq(scorer.code) == 0
    form |= {"digest": scorer.form(f"/t/{scorer.code}/many")["digest"]}
    other = form | {"r1.a.tricks": "B 6"}
    assert scorer.post(f"/t/{scorer.code}/many", other).status_code == 422
    assert scorer.post(f"/t/{scorer.code}/many", form).status_code == 303


def test_what_is_typed_for_questions_that_wait_goes_along(scorer):
    reply = sent(scorer, [{**MADE, "bidder": "", "contract": "99"}, BROKEN], what="/check")
    assert 'value="A 5"' in box(reply.text, "r2.a.tricks")
    tag = match_in(r'<select[^>]*name="r2.a.contract".*?</select>', reply.text, re.DOTALL)[0]
    assert '<option value="8 no" selected>' in tag


def test_more_rows_keep_what_was_typed_and_have_a_limit(scorer):
    reply = sent(scorer, [MADE], what="/check", do="more")
    assert 'name="r8.a.bidder"' in reply.text
    assert 'name="r9.a.bidder"' not in reply.text
    assert 'value="B 5"' in box(reply.text, "r1.a.tricks")
    text = scorer.get(f"/t/{scorer.code}/many?rows=500").text
    assert 'name="r40.a.bidder"' in text
    assert 'name="r41.a.bidder"' not in text
    assert "More rows" not in text


def test_another_way_of_entry_asks_other_questions(phone):
    one = phone()
    one.code = one.begin("scotch-whist", **{f"name.{n}": x for n, x in enumerate(NAMES[:4], 1)})
    quick = one.get(f"/t/{one.code}/many").text
    other = one.get(f"/t/{one.code}/many?way=tricks").text
    assert set(re.findall(r'name="r1\.a\.(\w+)', quick)) != set(
        re.findall(r'name="r1\.a\.(\w+)', other)
    )
    assert '<option value="tricks" selected>' in other


def test_looking_saves_nothing_and_says_what_rows_come_to(scorer, store):
    reply = sent(scorer, [MADE, PASSED], what="/check")
    text = plain(reply.text)
    assert "Omar makes 7" in text
    assert "Omar & Quin +10 = 10" in text
    assert "Save hands 1–2" in text
    assert store.seq(scorer.code) == 0
    live = scorer.post(
        f"/t/{scorer.code}/many/check?live=1",
        scorer.form(f"/t/{scorer.code}/many"),
        headers={"HX-Request": "true"},
    )
    assert live.text.lstrip().startswith('<div id="rows"')
    assert 'id="many-save"' in live.text


def test_it_is_linked_from_the_menu_and_from_the_print_page_of_a_table(scorer):
    url = f"/t/{scorer.code}"
    scorer.get(url)
    assert f"{url}/menu" in scorer.page.links
    for path in ("/menu", "/print"):
        assert f'href="{url}/many"' in scorer.get(url + path).text, path

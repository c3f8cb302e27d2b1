"""Many hands from paper: on one page, replayed in order, saved together or not at all."""

from __future__ import annotations

import re

import pytest

from companion.engine.record import Act
from companion.questions import Choice
from companion.web.tables.many import ManyCell
from tests.finding import match_in
from tests.texts import JUST_THE_RESULT
from tests.web.phones import HTMX, NAMES, plain

MADE = {"bidder": "2", "contract": "7", "trump": "D", "tricks": "B 5", "5H": "B", "3S": "A"}
BROKEN = {"bidder": "3", "contract": "8 no", "trump": "none", "tricks": "A 5", "5H": "A", "3S": "B"}
PASSED = {"bidder": "nobody"}


def filled(one, *rows, **more):
    """The page's form with these rows of answers."""
    assert one.get("many").status_code == 200
    boxes = {f"r{n}.a.{key}": text for n, row in enumerate(rows, 1) for key, text in row.items()}
    return one.form("many") | boxes | more


def looked_at(one, form):
    """The form with the digest of the preview."""
    one.post("many/check", form)
    return form | {"digest": one.form("many")["digest"]}


def checked(one, *rows, **more):
    """The preview of these rows."""
    return one.post("many/check", filled(one, *rows, **more))


def sent(one, *rows, **more):
    """Saves these rows after their preview."""
    return one.post("many", looked_at(one, filled(one, *rows, **more)), follow_redirects=True)


def box(html, name):
    return match_in(rf'<(?:input|select)[^>]*name="{re.escape(name)}"[^>]*>', html)[0]


def chosen(html, name):
    """The selected value of a list."""
    tag = match_in(rf'<select[^>]*name="{name}".*?</select>', html, re.DOTALL)[0]
    return match_in(r'<option value="([^"]*)" selected>', tag)[1]


# -- saving --------------------------------------------------------------------------------------


def test_rows_save_as_hands_and_undo_together(scorer, store):
    reply = sent(scorer, MADE, PASSED, BROKEN)
    assert reply.status_code == 200
    assert JUST_THE_RESULT in plain(reply.text)
    hands = [{"@entry": "quick", **row} for row in (MADE, PASSED, BROKEN)]
    assert scorer.record.hands[0] == hands[0]
    assert [hand["@entry"] for hand in scorer.record.hands] == ["quick"] * 3
    assert [row.act.hand for row in store.journal(scorer.code)] == [1, 2, 3]
    assert "Undo hands 1–3" in scorer.words("")
    scorer.send("undo")
    assert scorer.record.hands == []
    scorer.send("redo")
    assert len(scorer.record.hands) == 3


def test_nothing_is_saved_where_one_row_is_refused(scorer):
    reply = sent(scorer, MADE, {**BROKEN, "tricks": "9"}, PASSED)
    assert reply.status_code == 422
    assert scorer.seq == 0
    text = reply.text
    assert 'aria-invalid="true"' in box(text, "r2.a.tricks")
    assert 'aria-invalid="true"' not in box(text, "r1.a.tricks")
    assert "9 cannot be right: say 0 to 8." in plain(text)
    assert 'value="9"' in box(text, "r2.a.tricks")
    assert 'value="B 5"' in box(text, "r1.a.tricks")
    assert scorer.form("many")["r2.a.tricks"] == "9"


@pytest.mark.parametrize(
    ("row", "cell", "reason"),
    [
        ({**MADE, "5H": "A", "3S": "A", "tricks": "8"}, "5H",
         "Nell & Pia took no trick, so they cannot have the 5♥."),
        ({**PASSED, "tricks": "5"}, "tricks", "It is not asked for here: clear it."),
    ],
)  # fmt: skip
def test_a_wrong_cell_has_its_own_reason(scorer, row, cell, reason):
    reply = sent(scorer, row)
    assert reply.status_code == 422
    assert 'aria-invalid="true"' in box(reply.text, f"r1.a.{cell}")
    assert reason in plain(reply.text)


def test_open_cell_says_what_is_missing(scorer):
    reply = checked(scorer, {**MADE, "tricks": ""})
    assert "Still open: a number from 0 to 8." in plain(reply.text)
    assert "aria-invalid" not in reply.text
    assert scorer.seq == 0


def test_empty_row_before_another_is_asked_for(scorer):
    reply = sent(scorer, {}, MADE)
    assert reply.status_code == 422
    assert "Nothing is entered for hand 1, but for a later one" in plain(reply.text)
    assert sent(scorer, {}, MADE, **{"r1.as": "void"}).status_code == 200
    assert scorer.record.hands[0] == {"@void": "thrown in"}
    assert len(scorer.record.hands) == 2


def test_a_row_can_be_left_out(scorer):
    assert sent(scorer, PASSED, MADE, **{"r1.as": "out"}).status_code == 200
    assert scorer.record.hands == [{"@entry": "quick", **MADE}]


def test_the_same_page_sent_twice_is_entered_once(scorer):
    form = looked_at(scorer, filled(scorer, MADE, PASSED))
    assert [scorer.post("many", form).status_code for _ in range(3)] == [303] * 3
    assert scorer.seq == 2


def test_overtaken_page_saves_nothing_but_keeps_typing(scorer):
    form = filled(scorer, MADE, PASSED)
    sent(scorer, BROKEN)
    reply = scorer.post("many", form)
    assert reply.status_code == 409
    assert "Meanwhile at this table: hand 1" in plain(reply.text)
    assert "Hand 1 has been entered meanwhile: Pia makes 8 no-trump." in plain(reply.text)
    assert 'value="B 5"' in box(reply.text, "r1.a.tricks")
    assert scorer.seq == 1
    fresh = scorer.form("many") | {"r1.as": "out"}
    assert scorer.post("many", fresh).status_code == 422
    again = looked_at(scorer, scorer.form("many") | {"r1.a.bidder": "nobody"})
    assert scorer.post("many", again).status_code == 303
    assert scorer.seq == 2


def test_undone_hands_get_their_own_rows(scorer):
    sent(scorer, PASSED)
    form = filled(scorer, MADE)
    assert form["r1.hand"] == "2"
    scorer.fill("undo", on="")
    reply = scorer.post("many", form)
    assert reply.status_code == 409
    assert "Nothing is entered for hand 1" in plain(reply.text)
    assert 'value="B 5"' in box(reply.text, "r2.a.tricks")


def test_rows_after_game_end_are_refused(scorer):
    big = {"bidder": "2", "contract": "12 no", "trump": "none", "tricks": "7", "5H": "B", "3S": "A"}
    reply = sent(scorer, *[big] * 4)
    assert reply.status_code == 422
    assert "The game is over after hand 3" in plain(reply.text)
    assert scorer.seq == 0
    assert sent(scorer, *[big] * 3).status_code == 200
    assert scorer.stored.status == "finished"
    assert scorer.get("many").status_code == 303


def test_stepwise_hand_is_replaced_with_notice(scorer):
    scorer.answer({"bid 2": "7"})
    page = scorer.words("many")
    assert "Hand 1 was begun on the table’s page" in page
    assert "Already entered: Omar bids 7." in page
    assert sent(scorer, BROKEN).status_code == 200
    assert scorer.record.hands == [{"@entry": "quick", **BROKEN}]
    scorer.send("undo")
    assert scorer.record.hands == [{"bid 2": "7"}]


def test_hand_begun_same_way_keeps_answers(phone):
    one = phone()
    one.begin(entry="quick", **NAMES)
    one.enter(Act("answer", 1, {"bidder": "2", "contract": "7", "trump": "D"}))
    assert chosen(one.get("many").text, "r1.a.contract") == "7"
    assert sent(one, MADE).status_code == 200
    assert one.record.hands == [MADE]


def test_a_half_amended_table_is_finished_first(played):
    played.enter(Act("amend", 1, {"tricks": None}))
    reply = played.get("many")
    assert reply.status_code == 409
    assert "Many hands cannot be entered yet" in plain(reply.text)


# -- the page ------------------------------------------------------------------------------------


def test_page_shows_hand_dealer_and_known_values(phone):
    one = phone()
    one.begin("back-alley", **NAMES)
    text = one.words("many")
    assert "Dealer Nell" in text
    assert "Cards 13" in text
    text = plain(checked(one, {}, **{"r1.as": "void"}).text)
    assert re.search(r"Thrown in .*Hand 1 of 26, 13 cards was played", text)


def test_what_was_not_looked_at_is_shown_first(scorer):
    form = filled(scorer, MADE)
    reply = scorer.post("many", form)
    assert reply.status_code == 422
    assert "This is what the rows come to" in plain(reply.text)
    assert scorer.seq == 0
    form |= {"digest": scorer.form("many")["digest"]}
    assert scorer.post("many", form | {"r1.a.tricks": "B 6"}).status_code == 422
    assert scorer.post("many", form).status_code == 303


def test_waiting_questions_keep_what_was_typed(scorer):
    text = checked(scorer, {**MADE, "bidder": "", "contract": "99"}, BROKEN).text
    assert 'value="A 5"' in box(text, "r2.a.tricks")
    assert chosen(text, "r2.a.contract") == "8 no"


def test_more_rows_keep_typing_and_are_limited(scorer):
    text = checked(scorer, MADE, do="more").text
    assert ('name="r8.a.bidder"' in text, 'name="r9.a.bidder"' in text) == (True, False)
    assert 'value="B 5"' in box(text, "r1.a.tricks")
    text = scorer.get("many?rows=500").text
    assert ('name="r40.a.bidder"' in text, 'name="r41.a.bidder"' in text) == (True, False)
    assert "More rows" not in text


def test_another_way_of_entry_asks_other_questions(phone):
    one = phone()
    one.begin("scotch-whist", **NAMES)
    quick, other = one.get("many").text, one.get("many?way=tricks").text
    asked = [set(re.findall(r'name="r1\.a\.(\w+)', page)) for page in (quick, other)]
    assert asked[0] != asked[1]
    assert '<option value="tricks" selected>' in other


def test_preview_shows_results_and_saves_nothing(scorer):
    text = plain(checked(scorer, MADE, PASSED).text)
    for said in ("Omar makes 7", "Omar & Quin +10 = 10", "Save hands 1–2"):
        assert said in text
    assert scorer.seq == 0
    live = scorer.post("many/check?live=1", scorer.form("many"), headers=HTMX)
    assert live.text.lstrip().startswith('<div id="rows"')
    assert 'id="many-save"' in live.text


def test_page_is_linked_from_menu_and_print(scorer):
    scorer.get("")
    assert f"/t/{scorer.code}/menu" in scorer.page.links
    for path in ("menu", "print"):
        assert f'href="/t/{scorer.code}/many"' in scorer.get(path).text, path


def test_short_choice_is_listed_and_long_typed():
    few, many = (Choice("k", "?", "", list(map(str, range(count)))) for count in (40, 41))
    found = [ManyCell(each, "k", [("k", "", "")], [], None).control for each in (few, many)]
    assert found == ["select", "text"]


def test_waiting_row_names_no_player(phone):
    one = phone()
    one.begin("nine-card-don", **NAMES)
    one.get("many")
    text = one.post("many/check", one.form("many") | {"do": "more"}).text
    asked = [plain(each) for each in re.findall(r'<label for="r\d+-trump">(.*?)</label>', text)]
    assert asked[0].endswith("pitches: trump?")
    assert set(asked[1:]) == {"Trump"}
    assert "0 to 9 cards, as 5S 9S" in plain(text)

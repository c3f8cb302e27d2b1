"""Named sets of house rules on the phone: kept, shown in plain words, chosen, passed on."""

from __future__ import annotations

import re

import pytest

from companion import games, printing
from tests.finding import match_in
from tests.web.phones import NAMES, plain

RULES = {"rule.min_bid": "7", "rule.failed_contract": "bid_amount"}


@pytest.fixture
def maker(phone):
    """A phone that has kept a set; `maker.code` is the set."""
    one = phone()
    one.get("/sets/new/kaiser")
    reply = one.send(
        "/sets/new/kaiser",
        name="Legion, min 7",
        source="as heard at the Legion",
        note="On Fridays <only>",
        **RULES,
    )
    assert reply.status_code == 200
    one.code = match_in(r"/s/([A-Z]{5})", reply.request.path)[1]
    return one


def test_a_set_says_what_it_changes_in_plain_words(maker):
    words = plain(maker.last.text)
    assert "Legion, min 7" in words
    assert "as heard at the Legion" in words
    assert "On Fridays <only>" in words
    assert "2 rules differ from the printed ones" in words
    assert "Lowest bid: seven KAI-R13" in words
    assert "instead of six" in words


def test_it_is_listed_and_its_address_may_be_typed_small(maker, phone):
    assert f'href="/s/{maker.code}"' in phone().get("/sets").text
    assert phone().get(f"/s/{maker.code.lower()}").status_code == 200
    assert phone().get("/s/ZZZZZ").status_code == 404


def test_a_table_begins_with_it_and_says_so(maker, store):
    maker.get(f"/new/kaiser?preset=set:{maker.code}")
    reply = maker.send("/new/kaiser", follow=False, do="begin", **NAMES)
    record = store.table(reply.headers["Location"].rsplit("/", 1)[1]).record
    assert record.rules == {"min_bid": "7", "failed_contract": "bid_amount"}
    assert record.head["set"] == f"Legion, min 7 ({maker.code}, edition 1)"
    sheet = maker.get(f"{reply.headers['Location']}/sheet").text
    assert f'Begun with <a href="/s/{maker.code}">' in sheet
    game = games.find("kaiser")
    paper = plain(printing.build("sheet", game, replay=game.replay(record)).body)
    assert f"begun with Legion, min 7 ({maker.code}, edition 1)" in paper


def test_a_table_that_begins_with_it_otherwise_says_so_too(maker, store):
    maker.get(f"/new/kaiser?preset=set:{maker.code}")
    form = {"do": "begin", "rule.min_bid": "8", **NAMES}
    reply = maker.send("/new/kaiser", follow=False, **form)
    record = store.table(reply.headers["Location"].rsplit("/", 1)[1]).record
    assert record.rules["min_bid"] == "8"
    assert record.head["set"].endswith("edition 1), with changes")


def test_choosing_it_on_the_page_sets_its_rules(maker):
    maker.get("/new/kaiser")
    page = maker.send("/new/kaiser", do="preset", preset=f"set:{maker.code}").text
    assert re.search(r'name="rule.failed_contract" value="bid_amount" checked', page)


def test_it_can_be_printed(maker):
    page = maker.get(f"/print/kaiser?preset=set:{maker.code}").text
    assert re.search(rf'<option value="set:{maker.code}" selected>', page)
    source = match_in(r'<iframe[^>]* src="([^"]+)"', page)[1].replace("&amp;", "&")
    assert "Lowest bid: seven" in plain(maker.get(source).text)


def test_changing_it_never_changes_a_table_that_has_begun(maker, store):
    maker.get(f"/new/kaiser?preset=set:{maker.code}")
    reply = maker.send("/new/kaiser", follow=False, do="begin", **NAMES)
    table = reply.headers["Location"].rsplit("/", 1)[1]
    before = store.table(table).record
    maker.get(f"/s/{maker.code}/edit")
    words = plain(maker.send(f"/s/{maker.code}/edit", **{"rule.min_bid": "8"}).text)
    assert "Edition 2" in words
    assert store.sets.get(maker.code).rules["min_bid"] == "8"
    assert store.table(table).record == before
    assert "seven" in plain(maker.get(f"/s/{maker.code}?edition=1").text)


def test_only_its_maker_changes_it(maker, phone):
    other = phone()
    assert "/edit" not in other.get(f"/s/{maker.code}").text
    assert other.get(f"/s/{maker.code}/edit").status_code == 403
    assert other.post(f"/s/{maker.code}/edit", {"name": "Mine"}).status_code == 403
    assert other.post(f"/s/{maker.code}/forget", {}).status_code == 403
    page = other.get(f"/sets/new/kaiser?from=set:{maker.code}").text
    assert re.search(r'<option value="7" selected>', page)


def test_an_edit_that_was_overtaken_is_not_saved_over_the_other(maker, store):
    maker.get(f"/s/{maker.code}/edit")
    form = maker.form(f"/s/{maker.code}/edit")
    assert maker.post(f"/s/{maker.code}/edit", {**form, "name": "First"}).status_code == 303
    reply = maker.post(f"/s/{maker.code}/edit", {**form, "name": "Second"})
    assert reply.status_code == 409
    assert 'value="Second"' in reply.text
    assert store.sets.get(maker.code).name == "First"


def test_what_cannot_stand_is_said_and_nothing_typed_is_lost(phone, store):
    one = phone()
    one.get("/sets/new/kaiser")
    reply = one.send("/sets/new/kaiser", name="", source="the club", **{"rule.target": "many"})
    assert reply.status_code == 422
    words = plain(reply.text)
    assert "A set needs a name" in words
    assert "“many” is not a value" in words
    assert 'value="the club"' in reply.text
    assert 'value="many"' in reply.text
    assert store.sets.all() == []


def test_it_goes_out_as_text_and_comes_in_again(maker, phone, store):
    text = maker.get(f"/s/{maker.code}.txt").text
    assert text.splitlines()[:2] == ["set: Legion, min 7", "game: kaiser"]
    other = phone()
    reply = other.post("/sets/import", {"text": text}, follow_redirects=True)
    assert "Legion, min 7" in reply.text
    first, second = store.sets.all("kaiser")
    assert first.code != second.code
    assert (first.name, first.source, first.note, first.rules) == (
        second.name, second.source, second.note, second.rules,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs a line “set: …”"),
        ("set: A\ngame: whist", "No game “whist” is on the shelf."),
        ("set: A\ngame: kaiser\nmin_bid: 4", "Lowest bid: “4” is not a value"),
        ("set: A\ngame: kaiser\ncolour: red", "There is no house rule “colour”"),
        ("set: A\nnonsense", "line 2: “nonsense” is not “key: value”"),
        ("set: A\ngame: kaiser\nmin_bid: 7\nmin_bid: 8", "“min_bid” stands twice"),
    ],
)
def test_a_text_that_is_no_set_is_refused_and_kept_in_its_box(phone, store, text, said):
    reply = phone().post("/sets/import", {"text": text})
    assert reply.status_code == 422
    assert said in plain(reply.text)
    assert store.sets.all() == []


def test_a_table_can_be_kept_as_a_set(maker, store):
    code = maker.begin(**{"rule.min_bid": "8"}, **NAMES)
    page = maker.get(f"/sets/new/kaiser?table={code}").text
    assert re.search(r'<option value="8" selected>', page)
    assert "as played by Nell, Omar, Pia, Quin" in page


def test_a_forgotten_set_is_gone(maker):
    assert maker.post(f"/s/{maker.code}/forget", {}).status_code == 303
    assert maker.get(f"/s/{maker.code}").status_code == 404

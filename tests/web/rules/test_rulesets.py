"""Named sets of house rules on the phone: kept, shown in plain words, chosen, shared."""

from __future__ import annotations

import re

import pytest

from companion import games, printing
from companion.store.clubs import RuleSets
from tests.web.phones import NAMES, plain

RULES = {"rule.min_bid": "7", "rule.failed_contract": "bid_amount"}


def kept(one, name="Legion, min 7", **rules):
    """The answer to a name under which a phone keeps house rules."""
    return one.fill("/new/kaiser", do="keep", set=name, **NAMES, **rules)


@pytest.fixture
def maker(phone, store):
    """A phone that has kept a set; `maker.id` is the set's."""
    one = phone()
    assert kept(one, **RULES).status_code == 200
    (found,) = RuleSets(store).all()
    one.id = found.id
    return one


def test_set_kept_from_new_table_is_chosen(maker):
    words = maker.words()
    assert "Saved as “Legion, min 7”" in words
    assert re.search(rf'name="preset" value="set:{maker.id}" checked', maker.last.text)
    assert 'value="Nell"' in maker.last.text


def test_set_list_explains_changes_and_has_link(maker, phone):
    other = phone()
    words = other.words("/sets")
    assert "Legion, min 7 2 not standard" in words
    assert "Lowest bid: seven instead of six" in words
    link = next(link for link in other.page.links if "min_bid" in link)
    assert link == "/new/kaiser?failed_contract=bid_amount&min_bid=7"
    page = other.get(link).text
    assert re.search(r'name="rule.failed_contract" value="bid_amount" checked', page)


def begun(one, query, **fields):
    """A table begun from the unchanged page of this address."""
    on = f"/new/kaiser?{query}"
    one.go(one.fill("/new/kaiser", on=on, follow=False, do="begin", **fields, **NAMES))
    return one.record


@pytest.mark.parametrize("query", ["target=62", "rule.target=62"])
def test_rules_link_opens_table_that_plays_them(phone, query):
    assert begun(phone(), query).rules == {"target": "62"}


def test_rules_link_with_impossible_value_says_so(phone):
    assert "“many” is not a value" in phone().words("/new/kaiser?target=many")


def test_a_table_begins_with_it_and_says_so(maker):
    record = begun(maker, f"preset=set:{maker.id}")
    assert record.rules == {"min_bid": "7", "failed_contract": "bid_amount"}
    assert record.head["set"] == "Legion, min 7"
    assert "Begun with Legion, min 7." in maker.words("sheet")
    paper = plain(printing.build("sheet", games.find("kaiser"), replay=maker.replay).body)
    assert "begun with Legion, min 7" in paper


def test_table_with_changed_set_says_so(maker):
    record = begun(maker, f"preset=set:{maker.id}", **{"rule.min_bid": "8"})
    assert record.rules["min_bid"] == "8"
    assert record.head["set"] == "Legion, min 7, with changes"


def test_choosing_it_on_the_page_sets_its_rules(maker):
    page = maker.fill("/new/kaiser", do="preset", preset=f"set:{maker.id}").text
    assert re.search(r'name="rule.failed_contract" value="bid_amount" checked', page)


def test_it_can_be_printed(maker):
    page = maker.get(f"/print/kaiser?preset=set:{maker.id}").text
    assert re.search(rf'<option value="set:{maker.id}" selected>', page)
    source = re.findall(r'<iframe[^>]* src="([^"]+)"', page)[0].replace("&amp;", "&")
    assert "Lowest bid: seven" in maker.words(source)


def test_set_kept_again_has_latest_rules(maker, phone, store):
    kept(maker, **{"rule.min_bid": "8"})
    assert [each.rules for each in RuleSets(store).all()] == [{"min_bid": "8"}]
    kept(phone(), **{"rule.min_bid": "7"})
    assert len(RuleSets(store).all()) == 2
    assert RuleSets(store).get(maker.id).rules == {"min_bid": "8"}


def test_only_its_maker_forgets_it(maker, phone, store):
    other, address = phone(), f"/sets/{maker.id}/forget"
    assert address not in other.get("/sets").text
    assert other.post(address, {}).status_code == 403
    assert len(RuleSets(store).all()) == 1
    assert maker.fill(address, on="/sets").status_code == 200
    assert RuleSets(store).all() == []
    assert maker.post(address, {}).status_code == 404


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": " ", **RULES}, "A set needs a name"),
        ({"name": "n" * 81, **RULES}, "has 81 letters; 80 are the most."),
        ({"rule.target": "many"}, "“many” is not a value"),
        ({}, "These are the standard rules. Change one, then save them."),
    ],
)
def test_invalid_set_is_refused_without_losing_typing(phone, store, fields, said):
    reply = kept(phone(), **fields)
    assert reply.status_code == 422
    assert said in plain(reply.text)
    assert 'value="Nell"' in reply.text
    assert RuleSets(store).all() == []


@pytest.mark.parametrize("path", ["/s/MKTRW", "/s/mktrw", "/s/MKTRW.txt", "/s/MKTRW/edit",
                                  "/s/MKTRW?edition=1"])  # fmt: skip
def test_old_set_address_leads_to_its_link(phone, store, path):
    RuleSets(store).keep("kaiser", "Legion", {"min_bid": "7"}, "MKTRW")
    assert phone().get(path).headers["Location"] == "/new/kaiser?min_bid=7"
    assert 'value="set:MKTRW" checked' in phone().get("/new/kaiser?preset=set:MKTRW").text


def test_old_phone_can_still_forget_its_set(phone, store):
    RuleSets(store).keep("kaiser", "Legion", {"min_bid": "7"}, "MKTRW")
    one = phone()
    with one.client.session_transaction() as session:
        session["sets"] = [["MKTRW", "its key"]]
    assert one.post("/sets/MKTRW/forget", {}).status_code == 303
    assert RuleSets(store).all() == []


def test_table_house_rules_are_ready_to_keep(phone):
    one = phone()
    code = one.begin(**{"rule.min_bid": "8"}, **NAMES)
    page = one.get(f"/sets/new/kaiser?table={code}", follow_redirects=True)
    assert re.search(r'name="rule.min_bid" value="8" checked', page.text)

"""The rules desk from every side: reachable from each game and each running hand, readable."""

from __future__ import annotations

import re

import pytest

from companion.engine.game import Ruling
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import shelf
from companion.rules.wording import under
from tests.web.phones import plain

GAMES = list(shelf().values())


@pytest.fixture
def running(store, game):
    """A table of the game whose second hand, or whose first, is under way."""
    record = Transcript.read(game.file("evening.txt"), game.key).record
    hands = record.hands[:2]
    if len(hands) == 2:
        hands[1] = dict(list(hands[1].items())[: max(1, len(hands[1]) // 2)])
    return store.begin(Record(record.game, record.head, hands))


def test_every_enquiry_is_reached_from_its_games_rules(phone, game):
    one = phone()
    one.get(f"/rules/{game.key}")
    assert f"/referee/{game.key}" in one.page.links
    one.get(f"/referee/{game.key}")
    links = one.page.links
    for enquiry in game.enquiries:
        assert f"/referee/{game.key}/{enquiry.key}" in links
        assert one.get(f"/referee/{game.key}/{enquiry.key}").status_code == 200


def test_every_enquiry_is_reached_from_a_running_hand(phone, game, running):
    one = phone()
    one.get(f"/t/{running.code}/score/{running.key}", follow_redirects=True)
    listed = f"/referee/{game.key}?table={running.code}"
    assert f"/t/{running.code}/disputed" in one.page.links
    one.get(f"/t/{running.code}/disputed")
    assert listed in one.page.links
    one.get(listed)
    links = one.page.links
    for enquiry in game.enquiries:
        link = f"/referee/{game.key}/{enquiry.key}?table={running.code}"
        assert link in links
        page = one.get(link)
        assert page.status_code == 200
        assert f'href="/t/{running.code}"' in page.text


def test_the_first_page_leads_to_the_desk(phone):
    one = phone()
    one.get("/")
    assert 'action="/rules"' in one.last.text
    one.get("/more")
    assert {"/referee", "/sets"} <= set(one.page.links)
    one.get("/referee")
    assert {f"/referee/{game.key}" for game in GAMES} <= set(one.page.links)


def test_every_page_of_a_table_leads_to_its_rules_and_keeps_the_table(phone, game, running):
    one = phone()
    for path in ("/menu", "/sheet"):
        one.get(f"/t/{running.code}{path}")
        assert any(link.startswith(f"/rules/{game.key}?table=") for link in one.page.links)
    assert f"/t/{running.code}/readings" in one.page.links


def test_the_best_rule_is_set_whole_with_its_source(phone):
    page = phone().get("/rules?q=frozen+over+45").text
    first = page[page.index('class="tight hit"') :]
    first = plain(first[: first.index("</article>")])
    rule = under(next(g for g in GAMES if g.key == "kaiser").rules).rules["KAI-LIMIT"]
    assert rule.title in first
    assert "add nothing: they are frozen" in first
    assert rule.source in first


def test_rules_are_related_both_ways(phone, game):
    page = phone().get(f"/rules/{game.key}").text
    rules = game.rules.rules
    for rule in rules.values():
        body = page[page.index(f'id="{rule.id}"') :]
        body = body[: body.index("</article>")]
        for id in (*rule.see, *(r.id for r in rules.values() if rule.id in r.see)):
            assert id not in rules or f'href="#{id}"' in body, (rule.id, id)


def test_every_sheet_can_be_printed_from_its_page(phone, game):
    one = phone()
    one.get(f"/rules/{game.key}")
    assert f"/print/{game.key}?kind=rules" in one.page.links
    assert one.get(f"/print/{game.key}?kind=rules").status_code == 200


def test_what_the_sources_do_not_decide_is_said_with_the_usual_ways(phone):
    undecided = []
    for game in GAMES:
        for example in game.rules.examples:
            if example.kind != "ask" or re.search(r"^(players|rules):", example.text, re.M):
                continue
            lines = [line.partition(":") for line in example.text.splitlines() if line.strip()]
            answers = {
                key.strip(): text.strip() for key, _, text in lines if key.lstrip()[0] not in "=!"
            }
            enquiry = next(each for each in game.enquiries if each.key == example.name)
            _, found = game.enquire(enquiry, answers)
            if getattr(found, "undecided", False):
                undecided.append((game, enquiry, answers, found))
    assert undecided
    for game, enquiry, answers, found in undecided:
        assert isinstance(found, Ruling)
        query = {f"a.{key}": text for key, text in answers.items()}
        page = phone().get(f"/referee/{game.key}/{enquiry.key}", query_string=query)
        words = plain(page.text)
        assert "The usual ways:" in words
        assert words.count("sources do not decide this") == 1
        assert all(plain(step) in words for step in found.steps)


@pytest.mark.parametrize("path", ["/rules?table=ZZZZZZ", "/t/ZZZZZZ/readings", "/s/ZZZZZ"])
def test_what_is_not_there_is_said(phone, path):
    assert phone().get(path).status_code == 404


def test_five_answers_stand_side_by_side_only_if_their_words_are_short(phone):
    """“No-trump” beside four suits would be broken in the middle of a word."""
    text = phone().get("/referee/kaiser/trick").text
    trump = re.search(r'<div class="(g\d)">(?:(?!</div>).)*No-trump', text, re.DOTALL)
    assert trump
    assert trump[1] == "g4"


def test_of_several_lists_of_cards_one_pack_lies_open(phone):
    """Packs under one another were a screen each; what is tapped stays in sight above each."""
    one = phone()
    page = one.get("/referee/panguingue/borrow_info").text
    assert page.count('<details class="pack" name="pack"') == 3
    assert page.count('<details class="pack" name="pack" open>') == 1
    assert 'class="pack"' not in one.get("/referee/carousel/melds").text

"""Search and referee are linked from each game and each running hand, and readable."""

from __future__ import annotations

import re

import pytest

from companion.engine.examples import run
from companion.games import all_games
from companion.rules.wording import under
from tests.web.phones import golden, plain

GAMES = list(all_games().values())


@pytest.fixture
def running(phone, game):
    """A table of the game whose second (or first) hand is running."""
    record = golden(game.key, 2)
    if len(record.hands) == 2:
        told = [*record.hands[1].items()]
        record.hands[1] = dict(told[: max(1, len(told) // 2)])
    return phone(record)


@pytest.mark.kinds
def test_every_enquiry_is_linked_from_rules_and_hand(game, running):
    one, url = running, f"/t/{running.code}"
    one.get(f"/rules/{game.key}")
    assert {f"/referee/{game.key}", f"/print/{game.key}?kind=rules"} <= set(one.page.links)
    one.get(f"/referee/{game.key}")
    assert {f"/referee/{game.key}/{each.key}" for each in game.enquiries} <= set(one.page.links)
    one.get("")
    assert f"{url}/disputed" in one.page.links
    listed = f"/referee/{game.key}?table={one.code}"
    one.get("disputed")
    assert listed in one.page.links
    one.get(listed)
    links = one.page.links
    for enquiry in game.enquiries:
        link = f"/referee/{game.key}/{enquiry.key}?table={one.code}"
        assert link in links
        page = one.get(link)
        assert page.status_code == 200
        assert f'href="{url}"' in page.text


def test_first_page_links_search_and_referee(phone):
    one = phone()
    assert 'action="/rules"' in one.get("/").text
    one.get("/more")
    assert {"/referee", "/sets"} <= set(one.page.links)
    one.get("/referee")
    assert {f"/referee/{game.key}" for game in GAMES} <= set(one.page.links)


def test_table_pages_link_rules_with_their_table(game, running):
    for path in ("menu", "sheet"):
        running.get(path)
        assert any(link.startswith(f"/rules/{game.key}?table=") for link in running.page.links)
    assert f"/t/{running.code}/readings" in running.page.links


def test_best_rule_is_shown_whole_with_source(phone):
    page = phone().get("/rules?q=frozen+over+45").text
    first = page[page.index('class="hit"') :]
    first = plain(first[: first.index("</article>")])
    rule = under(all_games()["kaiser"].rules).rules["KAI-LIMIT"]
    for words in (rule.title, "add nothing: they are frozen", rule.source):
        assert words in first


@pytest.mark.parametrize("words", ["are we done", "is the game over after 8 hands"])
def test_found_rule_links_the_referee_question(phone, words):
    one = phone()
    text = one.get("/rules", query_string={"q": words, "game": "kaiser"}).text
    assert "/referee/kaiser/over" in one.page.links
    assert "Referee: Is the game over?" in plain(text)


def test_undecided_question_is_shown_with_usual_ways(phone):
    undecided = []
    for game in GAMES:
        for each in game.rules.examples:
            if each.kind == "ask" and not re.search("^(players|rules):", each.text, re.M):
                found = run(game, each)
                if found.ruling and found.ruling.undecided:
                    query = {f"a.{each.question.key}": each.text for each in found.asked}
                    undecided.append((f"/referee/{game.key}/{each.name}", query, found.ruling))
    assert undecided
    for path, query, ruling in undecided:
        words = plain(phone().get(path, query_string=query).text)
        assert "The usual ways:" in words
        assert words.count("sources do not decide this") == 1
        assert all(plain(step) in words for step in ruling.steps)


@pytest.mark.parametrize("path", ["/rules?table=ZZZZZZ", "/t/ZZZZZZ/readings", "/s/ZZZZZ"])
def test_what_is_not_there_is_said(phone, path):
    assert phone().get(path).status_code == 404


def test_one_of_several_packs_is_open(phone):
    """Several packs would need a screen each; the tapped cards stay in sight above each."""
    one = phone()
    page = one.get("/referee/panguingue/borrow_info?a.meld=4H+5H+6H+7H").text
    packs = re.findall(r'<details class="pack" id="[^"]+" name="pack"(?: open)?>', page)
    assert ["open" in each for each in packs] == [False, True, False]
    assert 'class="pack"' not in one.get("/referee/carousel/melds").text

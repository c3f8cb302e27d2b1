"""A question never changes the game of a table, of a sheet or of the page's scope."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest

from companion import clock
from companion.engine.record import Record
from companion.games import all_games, find
from tests.rules.talk import SOME
from tests.web.phones import plain

HIT = re.compile(r'href="/rules/([\w-]+)[^"#]*#')
SCOPE = re.compile(r'class="scope[^"]*"[^>]*>\s*([^<]+?)\s*<')


def found(text: str) -> str:
    """The search result, without the page around it."""
    text, depth = text[text.index('id="found"') :], 1
    for tag in re.finditer(r"<(/?)div\b", text):
        depth += -1 if tag[1] else 1
        if not depth:
            return text[: tag.start()]
    raise AssertionError("the list of results has no end")


def games_of(text: str) -> set[str]:
    return {*HIT.findall(found(text))}


def title_of(key: str) -> str:
    return html.escape(find(key).title)


def begun(phone, key):
    names = ["Ada", "Bo", "Cy", "Di", "Eve", "Fay"][: min(all_games()[key].players)]
    return phone(Record.begin(key, names))


def test_the_scope_of_the_page_stays(app):
    client = app.test_client()
    for words, key in SOME:
        page = client.get("/rules", query_string={"q": words, "game": key}).text
        assert SCOPE.findall(page) == [title_of(key)], words
        assert f'name="game" value="{key}"' in page
        assert games_of(page) <= {key}, words


def test_a_sheet_finds_its_own_rules_alone(app):
    client = app.test_client()
    for words, key in SOME:
        page = client.get(f"/rules/{key}", query_string={"q": words}).text
        assert games_of(page) <= {key}, words


@pytest.mark.kinds
def test_a_table_is_answered_by_its_own_game(phone, game):
    one = begun(phone, game.key)
    asked = [words for words, key in SOME if key == game.key]
    for words in [*asked, "who catches the 5", "wait you get charged for going out?"]:
        page = one.get("disputed", query_string={"q": words}).text
        assert games_of(page) <= {game.key}, words
        page = one.get("/rules", query_string={"q": words, "table": one.code}).text
        assert SCOPE.findall(page) == [title_of(game.key)], words
        assert games_of(page) <= {game.key}, words


def test_weak_answer_shows_perhaps_and_no_other_game(app):
    page = app.test_client().get(
        "/rules?game=scotch-whist&q=theres+5+of+us+the+deck+doesnt+divide"
    ).text  # fmt: skip
    assert "Perhaps:" in found(page)
    assert 'class="hit"' not in page
    assert games_of(page) == {"scotch-whist"}
    assert 'game=all"><span>Ask in all games' in page


@pytest.mark.parametrize("way", ["/rules?game=kaiser", "/rules/kaiser?", "disputed?"])
def test_other_games_title_gives_one_link_there(phone, way):
    one = begun(phone, "kaiser")
    page = one.get(f"{way}&q=who+leads+in+Scotch+Whist").text
    assert games_of(page) == {"kaiser"}
    assert 'class="hit"' not in page
    assert plain(found(page)).count("Ask in Scotch Whist") == 1
    (link,) = re.findall(r'href="([^"]+)">\s*<span>Ask in Scotch Whist', page)
    there = one.get(html.unescape(link)).text
    assert SCOPE.findall(there) == ["Scotch Whist"]
    assert games_of(there) == {"scotch-whist"}
    assert 'value="who leads in Scotch Whist"' in there
    assert ("table=" in link and one.code in link) == (way == "disputed?")


def test_game_named_in_question_is_no_scope(app):
    """A tap on a scope asks in all games; the question would name the game again."""
    page = app.test_client().get("/rules?q=how+low+to+knock+in+carousel").text
    assert SCOPE.findall(page) == ["Carousel"]
    assert '<a class="scope"' not in page
    assert games_of(page) == {"carousel"}


def test_recent_question_is_asked_in_its_game(app):
    client = app.test_client()
    client.get("/rules?game=kaiser&q=what+does+the+3+of+spades+cost")
    page = client.get("/rules").text
    (link,) = re.findall(r'href="(/rules\?q=what[^"]*)"', page)
    assert '<span class="g">Kaiser</span>' in page
    assert SCOPE.findall(client.get(html.unescape(link)).text) == ["Kaiser"]


def test_recent_question_of_missing_game_is_omitted(app):
    client = app.test_client()
    with client.session_transaction() as kept:
        kept["asked"] = [("who leads", "No such game", "The dealer")]
    page = client.get("/rules")
    assert page.status_code == 200
    assert "Asked lately" not in page.text


def test_the_game_in_play_is_asked_first(phone, monkeypatch):
    """Its answer counts; if it has none, the page says so beside another game's answer."""
    one = begun(phone, "carousel")
    asked = "/rules?q=can+i+look+at+the+last+trick"
    page = one.get(asked).text
    assert "No rule in Carousel. In Nine-Card Don:" in plain(page)
    assert games_of(page) - {"carousel"}
    page = one.get("/rules?q=who+deals+next").text
    assert SCOPE.findall(page) == ["Carousel"]
    assert games_of(page) == {"carousel"}
    assert SCOPE.findall(one.get("/rules?q=who+deals+next&game=all").text) == ["all games"]
    assert SCOPE.findall(phone().get("/rules?q=who+deals+next").text) == ["all games"]
    named = one.get("/rules?q=kaiser+who+deals+next").text
    assert games_of(named) == {"kaiser"}
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert "No rule in Carousel" not in plain(one.get(asked).text)

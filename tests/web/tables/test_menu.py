"""What slides up over a table: one menu everywhere, and what is disputed where the table stands."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.engine.record import Record
from companion.games import shelf
from companion.web.tables import menu
from tests.web.phones import HANDS, HTMX, NAMES, golden


@pytest.fixture
def watcher(scorer, phone):
    """A phone that only watches at the scorer's table."""
    return phone(scorer.code)


def lines(page) -> list[str]:
    return [unescape(words) for words in re.findall(r'<span class="grow">([^<]+)', page.text)]


def test_the_menu_has_the_same_lines_for_all_who_look_and_each_leads_somewhere(scorer, watcher):
    fresh, watching = lines(scorer.get("menu")), lines(watcher.get("menu"))
    assert len(fresh) == 13
    assert [x for x in fresh if "pencil" not in x] == [x for x in watching if "pencil" not in x]
    scorer.answer({"bid 2": "6"})
    page = scorer.get("menu")
    again = lines(page)
    assert again[:4] + again[5:] == fresh[:4] + fresh[5:]
    assert (fresh[4], again[4]) == ("Correct this hand", "Correct hand 1")
    links = re.findall(r'<li[^>]*><a href="([^"]+)"', page.text)
    assert len(links) == 13
    for link in links:
        assert scorer.get(unescape(link).split("#")[0]).status_code == 200, link


def test_house_rules_are_in_the_menu_and_change_from_this_hand_on(scorer, watcher):
    """What is chosen beforehand leaves the hands before as they are."""
    url = f"/t/{scorer.code}"
    scorer.answer({"bid 2": "6"})
    assert f'href="{url}/house"' in scorer.get("menu").text
    page = scorer.get("house").text
    options = shelf()["kaiser"].rules.options
    assert all(f'href="{url}/readings/{key}?from=1"' in page for key in options)
    assert "Tap one to change it" in page
    assert "Tap one to change it" not in watcher.get("house").text
    for key in options:
        page = scorer.get(f"readings/{key}?from=1").text
        assert re.search(r'name="from" value="1" checked', page), key


def test_what_cannot_be_used_stays_grey_with_its_reason(scorer, watcher):
    page = scorer.get("menu").text
    assert "nothing is entered yet" in page
    assert page.count('class="in off"') == 1
    watching = watcher.get("menu").text
    assert watching.count(menu.SCORER) == 5
    assert f'href="/t/{scorer.code}/more"' not in watching
    assert f'href="/t/{scorer.code}/sheet"' in watching


@pytest.mark.parametrize("path", ["menu", "disputed"])
def test_it_slides_up_for_htmx_and_is_a_page_of_its_own_without(scorer, path):
    inside, whole = scorer.get(path, headers=HTMX).text, scorer.get(path).text
    assert 'id="upt"' in inside
    assert ("data-close" in inside, "<!doctype" in inside) == (True, False)
    assert ("data-close" in whole, "<!doctype" in whole) == (False, True)


def test_every_page_of_a_table_leads_to_both(scorer):
    for path in ("", "sheet", "share", "seats", "more", "readings"):
        page = scorer.get(path).text
        for leads in ("menu", "disputed"):
            assert f'href="/t/{scorer.code}/{leads}"' in page, path


# -- what is disputed ----------------------------------------------------------------------------


def test_at_a_bid_people_ask_about_bids(scorer):
    scorer.answer({"bid 2": "7"})
    page = scorer.get("disputed").text
    assert "Can I bid the same number as the bid before?" in page
    assert "No, unless you deal." in page
    link = f"/referee/kaiser/bid?table={scorer.code}"
    assert f'href="{link}"' in page
    assert re.search(r'name="a.high" value="7"[^>]* checked', scorer.get(link).text)


def test_a_question_that_the_position_answers_whole_shows_its_ruling(scorer):
    scorer.play(HANDS[0], 4)
    assert "Omar leads the first trick." in scorer.get("disputed").text


def test_the_answers_are_the_tables_own(phone):
    one = phone(Record.begin("kaiser", [*NAMES.values()], rules={"dealer_equal": "no"}))
    assert "No. Every bid must be higher; the dealer’s, too." in one.get("disputed").text


def test_it_finds_a_rule_in_ones_own_words(scorer):
    page = scorer.get("disputed?q=no+trump+beats+same+number").text
    assert "Yes. 7 no-trump beats 7; 8 beats them both." in page
    assert f"/rules/kaiser?table={scorer.code}#KAI-P-BID" in page


def test_something_is_disputed_at_the_first_question_of_every_game(phone, game):
    names = ["Ada", "Bo", "Cy", "Di", "Eve", "Fay"][: min(game.players)]
    page = phone(Record.begin(game.key, names)).get("disputed").text
    assert len(re.findall(r"<li>", page)) >= 2


def test_after_the_game_people_ask_about_the_score(phone):
    page = phone(golden()).get("disputed").text
    assert "The game is over." in page
    assert "enough to win?" in page


@pytest.mark.parametrize("page", ["house", "readings", "readings/deal_schedule", "more", "rules"])
def test_house_rules_name_only_hands_that_six_can_be_dealt(phone, page):
    six = phone(Record.begin("back-alley", [*"ABCDEF"]))
    page = f"/rules/back-alley?table={six.code}" if page == "rules" else page
    words = " ".join(six.words(page).split())
    assert "8 to 1, 1 to 8" in words
    assert "13 to 1" not in words


def test_a_new_table_for_six_offers_only_hands_they_can_be_dealt(phone):
    one = phone()
    assert "8 to 1, 1 to 8" in one.get("/new/back-alley?players=6").text
    assert "13 to 1" not in one.last.text
    one.send("/new/back-alley", do="remove")
    assert "10 to 1, 1 to 10" in one.last.text

"""The overlay of a table: the same menu everywhere, and the disputes in each state."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.engine.record import Record
from companion.games import all_games
from companion.web.platform.qr import qr
from companion.web.tables import menu
from tests.texts import TAKE_OVER_SCORING, UNLESS_YOU_DEAL
from tests.web.phones import HANDS, HTMX, NAMES, golden, plain


@pytest.fixture
def watcher(scorer, phone):
    """A phone that only watches at the scorer's table."""
    return phone(scorer.code)


def lines(page) -> list[str]:
    return [unescape(words) for words in re.findall(r'<span class="grow">([^<]+)', page.text)]


def test_menu_has_same_rows_for_all(scorer, watcher):
    fresh, watching = lines(scorer.get("menu")), lines(watcher.get("menu"))
    assert fresh == watching
    assert len(fresh) == 12
    scorer.answer({"bid 2": "6"})
    page = scorer.get("menu")
    again = lines(page)
    assert again[:1] + again[2:] == fresh[:1] + fresh[2:]
    assert (fresh[1], again[1]) == ("Correct this hand", "Correct hand 1")
    assert re.findall(r"<h2>([^<]+)", page.text) == ["This hand", "This game", "This phone"]
    links = re.findall(r'<li[^>]*><a href="([^"]+)"', page.text)
    assert len(links) == 11  # without a scored hand no hand can be inserted before or after one
    for link in links:
        assert scorer.get(unescape(link).split("#")[0]).status_code == 200, link


def test_share_has_six_ways(scorer, watcher):
    """The code to watch leads to the table, and never to scoring."""
    ways = [
        "Large screen",
        TAKE_OVER_SCORING,
        "Picture",
        "Text",
        "Print",
        "Move to another phone",
    ]
    for one in (scorer, watcher):
        page = one.get("share")
        assert lines(page) == ways
        assert qr(f"http://localhost/t/{one.code}") in page.text
        assert f"{one.code[:3]} {one.code[3:]}" in page.text
        assert scorer.stored.key not in page.text
        for link in re.findall(r'<li[^>]*><a href="([^"]+)"', page.text):
            assert one.get(unescape(link).split("#")[0]).status_code == 200, link
        assert f'href="/t/{one.code}/picture#words"' in page.text
        assert 'id="words"' in one.get("picture").text
    assert f"<small>{menu.SCORER}</small>" in page.text  # only the scorer's phone moves a table


def test_menu_changes_house_rules_from_this_hand(scorer, watcher):
    """The change starts at this hand unless the player chooses another one."""
    url = f"/t/{scorer.code}"
    scorer.answer({"bid 2": "6"})
    assert f'href="{url}/house"' in scorer.get("menu").text
    page = scorer.get("house").text
    options = all_games()["kaiser"].rules.options
    assert all(f'href="{url}/readings/{key}?from=1"' in page for key in options)
    assert "Tap one to change it" in page
    assert "Tap one to change it" not in watcher.get("house").text
    for key in options:
        page = scorer.get(f"readings/{key}?from=1").text
        assert re.search(r'name="from" value="1" checked', page), key


def test_unusable_menu_items_are_grey_with_reason(scorer, watcher):
    page = scorer.get("menu").text
    assert "nothing is entered yet" in page
    assert page.count('class="in off"') == 2
    watching = watcher.get("menu").text
    assert watching.count(menu.SCORER) == 6
    assert f'href="/t/{scorer.code}/more"' not in watching
    assert f'href="/t/{scorer.code}/sheet"' in watching


@pytest.mark.parametrize("path", ["menu", "share", "disputed"])
def test_menu_overlay_is_full_page_without_htmx(scorer, path):
    inside, whole = scorer.get(path, headers=HTMX).text, scorer.get(path).text
    assert 'id="upt"' in inside
    assert ("data-close" in inside, "<!doctype" in inside) == (True, False)
    assert ("data-close" in whole, "<!doctype" in whole) == (False, True)


def test_every_page_of_a_table_leads_to_both(scorer):
    for path in ("", "sheet", "seats", "more", "readings"):
        page = scorer.get(path).text
        for leads in ("menu", "disputed"):
            assert f'href="/t/{scorer.code}/{leads}"' in page, path


# -- what is disputed ----------------------------------------------------------------------------


def test_at_a_bid_people_ask_about_bids(scorer):
    scorer.answer({"bid 2": "7"})
    page = scorer.get("disputed").text
    assert "Can I bid the same number as the bid before?" in page
    assert "bid or pass. Common questions at this point:" in scorer.words()
    assert UNLESS_YOU_DEAL in page
    link = f"/referee/kaiser/bid?table={scorer.code}"
    assert f'href="{link}"' in page
    assert re.search(r'name="a.high" value="7"[^>]* checked', scorer.get(link).text)


def test_question_answered_by_position_shows_ruling(scorer):
    scorer.play(HANDS[0], 4)
    assert "Omar leads the first trick." in scorer.get("disputed").text


def test_the_answers_are_the_tables_own(phone):
    one = phone(Record.begin("kaiser", [*NAMES.values()], rules={"dealer_equal": "no"}))
    assert "No. Every bid must be higher; the dealer’s, too." in one.get("disputed").text


def test_it_finds_a_rule_in_ones_own_words(scorer):
    page = scorer.get("disputed?q=no+trump+beats+same+number").text
    assert "Yes 7 no-trump beats 7; 8 beats them both." in plain(page)
    assert f"/rules/kaiser?table={scorer.code}#KAI-P-BID" in page


def test_every_games_first_question_offers_disputes(phone, game):
    names = ["Ada", "Bo", "Cy", "Di", "Eve", "Fay"][: min(game.players)]
    page = phone(Record.begin(game.key, names)).get("disputed").text
    assert len(re.findall(r"<li>", page)) >= 2


def test_after_the_game_people_ask_about_the_score(phone):
    page = phone(golden()).get("disputed").text
    assert "The game is over." in page
    assert "enough to win?" in page


@pytest.mark.parametrize("page", ["house", "readings", "readings/deal_schedule", "more", "rules"])
def test_house_rules_name_only_hands_for_six(phone, page):
    six = phone(Record.begin("back-alley", [*"ABCDEF"]))
    page = f"/rules/back-alley?table={six.code}" if page == "rules" else page
    words = " ".join(six.words(page).split())
    assert "8 to 1, 1 to 8" in words
    assert "13 to 1" not in words


def test_new_table_offers_only_hands_for_six(phone):
    one = phone()
    assert "8 to 1, 1 to 8" in one.get("/new/back-alley?players=6").text
    assert "13 to 1" not in one.last.text
    one.send("/new/back-alley", do="remove")
    assert "10 to 1, 1 to 10" in one.last.text

"""What slides up over a table: one menu everywhere, and what is disputed where the table stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.games import shelf
from companion.store import Store
from companion.web.tables import menu
from tests.web.phones import Phone

NAMES = ["Nell", "Omar", "Pia", "Quin"]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(phone, store: Store):
    """A fresh Kaiser table, and the phone that writes."""
    stored = store.begin(Record.begin("kaiser", NAMES))
    writer = phone()
    writer.get(f"/t/{stored.code}/score/{stored.key}")
    return stored, writer


def answered(store: Store, code: str, hand: int, **answers: str) -> None:
    """Some answers more."""
    for key, text in answers.items():
        stored = store.table(code)
        act = Act("answer", hand, {key.replace("_", " "): text})
        store.act(code, act, seen=stored.seq, submission=f"{hand} {key}")


def lines(page: str) -> list[str]:
    return [unescape(words) for words in re.findall(r'<span class="grow">([^<]+)', page)]


def test_the_menu_has_the_same_lines_for_all_who_look(
    table, phone: Callable[[], Phone], store: Store
) -> None:
    stored, writer = table
    url = f"/t/{stored.code}/menu"
    fresh, watching = lines(writer.get(url).text), lines(phone().get(url).text)
    assert len(fresh) == 13
    assert [x for x in fresh if "pencil" not in x] == [x for x in watching if "pencil" not in x]
    answered(store, stored.code, 1, bid_2="6")
    again = lines(writer.get(url).text)
    assert again[:4] + again[5:] == fresh[:4] + fresh[5:]
    assert (fresh[4], again[4]) == ("Correct this hand", "Correct hand 1")


def test_house_rules_are_in_the_menu_and_change_from_this_hand_on(
    table, phone: Callable[[], Phone], store: Store
) -> None:
    """What is chosen beforehand leaves the hands before as they are."""
    stored, writer = table
    url = f"/t/{stored.code}"
    answered(store, stored.code, 1, bid_2="6")
    assert f'href="{url}/house"' in writer.get(f"{url}/menu").text
    page = writer.get(f"{url}/house").text
    options = shelf()["kaiser"].rules.options
    assert all(f'href="{url}/readings/{key}?from=1"' in page for key in options)
    assert "Tap one to change it" in page
    assert "Tap one to change it" not in phone().get(f"{url}/house").text
    for key in options:
        page = writer.get(f"{url}/readings/{key}?from=1").text
        assert re.search(r'name="from" value="1" checked', page), key


def test_what_cannot_be_used_stays_grey_with_its_reason(table, phone: Callable[[], Phone]) -> None:
    stored, writer = table
    page = writer.get(f"/t/{stored.code}/menu").text
    assert "nothing is entered yet" in page
    assert page.count('class="in off"') == 1
    watching = phone().get(f"/t/{stored.code}/menu").text
    assert watching.count(menu.SCORER) == 5
    assert f'href="/t/{stored.code}/more"' not in watching
    assert f'href="/t/{stored.code}/sheet"' in watching


def test_every_line_leads_somewhere(table, store: Store) -> None:
    stored, writer = table
    answered(store, stored.code, 1, bid_2="6")
    page = writer.get(f"/t/{stored.code}/menu").text
    links = re.findall(r'<li[^>]*><a href="([^"]+)"', page)
    assert len(links) == 13
    for link in links:
        assert writer.get(unescape(link).split("#")[0]).status_code == 200, link


def test_it_slides_up_for_htmx_and_is_a_page_of_its_own_without(table) -> None:
    stored, writer = table
    for path in ("menu", "disputed"):
        inside = writer.get(f"/t/{stored.code}/{path}", headers=HTMX).text
        whole = writer.get(f"/t/{stored.code}/{path}").text
        assert 'id="upt"' in inside
        assert "data-close" in inside
        assert "<!doctype" not in inside
        assert "<!doctype" in whole
        assert "data-close" not in whole


@pytest.mark.parametrize("path", ["", "/sheet", "/share", "/seats", "/more", "/readings"])
def test_every_page_of_a_table_leads_to_both(table, path: str) -> None:
    stored, writer = table
    page = writer.get(f"/t/{stored.code}{path}").text
    assert f'href="/t/{stored.code}/menu"' in page
    assert f'href="/t/{stored.code}/disputed"' in page


def test_at_a_bid_people_ask_about_bids(table, store: Store) -> None:
    stored, writer = table
    answered(store, stored.code, 1, bid_2="7")
    page = writer.get(f"/t/{stored.code}/disputed").text
    assert "Can I bid the same number as the bid before?" in page
    assert "No, unless you deal." in page
    link = f"/referee/kaiser/bid?table={stored.code}"
    assert f'href="{link}"' in page
    ruling = writer.get(link).text
    assert re.search(r'name="a.high" value="7"[^>]* checked', ruling)


def test_a_question_that_the_position_answers_whole_shows_its_ruling(table, store: Store) -> None:
    stored, writer = table
    answered(store, stored.code, 1, bid_2="7", bid_3="pass", bid_4="pass", bid_1="pass")
    page = writer.get(f"/t/{stored.code}/disputed").text
    assert "Omar leads the first trick." in page


def test_the_answers_are_the_tables_own(phone, store: Store) -> None:
    stored = store.begin(Record.begin("kaiser", NAMES, rules={"dealer_equal": "no"}))
    page = phone().get(f"/t/{stored.code}/disputed").text
    assert "No. Every bid must be higher; the dealer’s, too." in page


def test_it_finds_a_rule_in_ones_own_words(table) -> None:
    stored, writer = table
    page = writer.get(f"/t/{stored.code}/disputed?q=no+trump+beats+same+number").text
    assert "Yes. 7 no-trump beats 7; 8 beats them both." in page
    assert f"/rules/kaiser?table={stored.code}#KAI-P-BID" in page


@pytest.mark.parametrize("game", sorted(shelf()))
def test_something_is_disputed_at_the_first_question_of_every_game(
    phone: Callable[[], Phone], store: Store, game: str
) -> None:
    room = shelf()[game]
    names = ["Ada", "Bo", "Cy", "Di", "Eve", "Fay"][: min(room.players)]
    stored = store.begin(Record.begin(game, names))
    page = phone().get(f"/t/{stored.code}/disputed").text
    assert len(re.findall(r"<li>", page)) >= 2


def test_after_the_game_people_ask_about_the_score(phone, store: Store) -> None:
    room = shelf()["kaiser"]
    record = Transcript.read(room.file("evening.txt")).record
    stored = store.begin(record)
    page = phone().get(f"/t/{stored.code}/disputed").text
    assert "The game is over." in page
    assert "enough to win?" in page

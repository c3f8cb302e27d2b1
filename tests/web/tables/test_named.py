"""A game that the table names: its title stands on every page, on paper and in the statistics."""

import re
from re import findall as finds

import pytest

from companion import games
from companion.engine.record import Act
from companion.engine.transcript import Transcript
from tests.web.phones import NAMES, Phone, plain


@pytest.fixture
def hearts(phone):
    one = phone()
    one.get("/new/another?title=Hearts&best=lowest&target=20")
    one.send("/new/another", **NAMES)
    return one


def test_the_title_stands_on_the_pages_of_the_table(hearts):
    code = hearts.last.request.path.rsplit("/", 1)[1]
    for page in ("", "/sheet", "/menu", "/share", "/board"):
        assert "Hearts" in plain(hearts.get(f"/t/{code}{page}").text), page
    hearts.answer(code, {f"points.{n}": "1" for n in range(4)})
    home = hearts.get("/").text
    assert "Hearts" in plain(home)
    assert finds(r'class="tile" href="/new/([^"]+)"', home)[-1] == "another"  # wide, below all
    assert "Hearts" in hearts.get("/print/another/sheet.html?rule.title=Hearts").text


def test_a_round_is_called_so_on_its_sheet_and_by_who_watches(hearts, phone):
    code = hearts.last.request.path.rsplit("/", 1)[1]
    hearts.answer(code, {f"points.{n}": "1" for n in range(4)})
    sheet = hearts.get(f"/t/{code}/sheet").text
    assert "Tap a round to correct it" in plain(sheet)
    assert "Total 1 1 1 1" in plain(sheet)
    assert (">Rounds<" in sheet, ">Hand<" in sheet) == (True, False)
    assert "Correct this round" in plain(hearts.get(f"/t/{code}/hand/1").text)
    hearts.answer(code, {f"points.{n}": "1" for n in range(4)})
    watched = plain(phone().get(f"/t/{code}").text)
    assert ("Last round" in watched, "All rounds" in watched) == (True, True)
    result = plain(phone().get(f"/t/{code}/hand/2").text)
    assert ("To round 3" in result, "Deal round 3" in result) == (True, False)


PAGES = ("", "/sheet", "/sheet?hand=1", "/sheet?show=log", "/menu", "/more", "/seats",
         "/house", "/readings", "/pause", "/hand/1", "/why/1/1", "/amend/1", "/insert/1",
         "/remove/1", "/many", "/board", "/disputed", "/beside", "/share", "/pencil",
         "/print")  # fmt: skip


@pytest.mark.parametrize("key", games.shelf())
def test_no_page_of_a_table_has_another_word_for_a_hand(key, store, app):
    """Where the game has one: what its rules and questions say of the cards in a hand apart."""
    game = games.find(key)
    record = Transcript.read(game.file("evening.txt"), key).record
    word = game.replay(record).word
    if word == "hand":
        return
    record.hands = record.hands[:1]
    stored = store.begin(record, game.edition)
    store.act(stored.code, Act("amend", 1, {"@note": "x"}), seen=0, submission="a")
    one = Phone(app)
    one.take(stored)
    titles = [each.title for each in game.enquiries]
    rules = " ".join([*game.file("rules.md").split(), *titles]).lower()
    found = set()
    for path in PAGES:
        text = plain(one.get(f"/t/{stored.code}{path}").text)
        named = {each.lower() for each in finds(r"\S+ hands?\b", text, re.IGNORECASE)}
        found |= {(path, each) for each in named if each not in rules}
    assert found == set()


def test_a_finished_game_is_counted_under_its_title(hearts):
    code = hearts.last.request.path.rsplit("/", 1)[1]
    hearts.answer(code, {f"points.{n}": text for n, text in enumerate(("21", "3", "0", "2"))})
    assert "Pia wins" in plain(hearts.get(f"/t/{code}").text)
    assert "Hearts" in plain(hearts.get("/people").text)
    assert "Hearts" in plain(hearts.get("/played/another: Hearts").text)
    assert hearts.get("/played/another: Whist").status_code == 404


def test_where_nobody_deals_nobody_is_asked_who_does_and_the_end_comes_early(phone):
    one = phone()
    for deal, there in (("passes", True), ("none", False)):
        page = one.get(f"/new/another?deal={deal}").text
        assert ('name="dealer"' in page, "Draw the deal" in page) == (there, there)
        # What ends it is asked before what seldom changes.
        assert page.index("When it is over") < page.index("What a round adds up to")


def test_who_sits_out_takes_nobody_elses_points(phone, store):
    one = phone()
    one.get("/new/another?title=Skat&out=yes")
    one.send("/new/another", **NAMES)
    code = one.last.request.path.rsplit("/", 1)[1]
    path = f"/t/{code}/answer"
    one.get(f"/t/{code}")
    drawn = {f"a.points.{place}": text for place, text in enumerate(("10", "20", "30", "5"))}
    one.post(f"/t/{code}/check", one.form(path) | drawn | {"a.out": "1"})
    now = one.form(path)
    assert [now[f"a.points.{place}"] for place in range(3)] == ["20", "30", "5"]
    one.post(path, now | {"a.out": "1"})
    assert store.table(code).record.hands == [{"out": "1", "points": "20 30 5"}]


def test_an_old_title_brings_its_last_house_rules_back(hearts):
    """However it is written, and however many tables lie between; with the players of then."""
    for n in range(14):
        hearts.get("/new/another?title=Skat&best=highest")
        hearts.send("/new/another", **{"name.1": f"Ann {n}", "name.2": "Bo"})
    page = hearts.get("/new/another").text
    chips = finds(r'<a class="chip" href="([^"]+)"', page)
    assert chips == ["/new/another?title=Hearts"]  # the last one's title stands in the box
    chosen = r'name="rule.(best)" value="(\w+)" checked|name="rule.(target|title)" value="(\w+)"'
    last = ["best", "lowest", "target", "20", "title", "Hearts"]
    page = hearts.get("/new/another?title=Hearts").text
    assert sorted(filter(None, sum(finds(chosen, page), ()))) == sorted(last)
    assert finds(r'name="name.1" value="(\w+)"', page) == [NAMES["name.1"]]
    hearts.get("/new/another")
    page = hearts.send("/new/another", **{"do": "named", "rule.title": "hearts"}).text
    assert sorted(filter(None, sum(finds(chosen, page), ()))) == sorted(last)

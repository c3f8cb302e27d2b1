"""A game that the table names: its title is on every page, on paper and in the statistics."""

import re
from html import unescape
from re import findall as finds
from urllib.parse import unquote_plus

import pytest

from companion import games
from companion.engine.record import Act
from tests.web.phones import NAMES, golden, plain

NEW = "/new/another"
EACH_ONE = {f"points.{n}": "1" for n in range(4)}


@pytest.fixture
def hearts(phone):
    one = phone()
    one.go(one.fill(NEW, on=f"{NEW}?title=Hearts&best=lowest&target=20", follow=False, **NAMES))
    return one


def test_title_appears_on_all_table_pages(hearts):
    for page in ("", "sheet", "menu", "share", "board"):
        assert "Hearts" in hearts.words(page), page
    hearts.answer(EACH_ONE)
    assert "Hearts" in hearts.words("/")
    tiles = finds(r'class="tile" href="/new/([^"]+)"', hearts.last.text)
    assert tiles[-1] == "another"  # wide, below all
    assert "Hearts" in hearts.get("/print/another/sheet.html?rule.title=Hearts").text


def test_sheet_and_watchers_call_it_a_round(hearts, phone):
    hearts.answer(EACH_ONE)
    words = hearts.words("sheet")
    assert "Tap a round to correct it" in words
    assert "Total 1 1 1 1" in words
    assert (">Rounds<" in hearts.last.text, ">Hand<" in hearts.last.text) == (True, False)
    assert "Correct this round" in hearts.words("hand/1")
    hearts.answer(EACH_ONE)
    watcher = phone(hearts.code)
    watched = watcher.words("")
    assert ("Last round" in watched, "All rounds" in watched) == (True, True)
    result = watcher.words("hand/2")
    assert ("To round 3" in result, "Deal round 3" in result) == (True, False)


PAGES = ("", "sheet", "sheet?hand=1", "sheet?show=log", "menu", "more", "seats",
         "house", "readings", "pause", "hand/1", "why/1/1", "amend/1", "insert/1",
         "remove/1", "many", "board", "disputed", "beside", "share", "pencil", "print")  # fmt: skip
OWN_WORD = [
    key for key, game in games.all_games().items() if game.replay(golden(key, 1)).word != "hand"
]


@pytest.mark.parametrize("key", OWN_WORD)
def test_table_pages_use_one_word_for_hand(key, phone):
    """If the game has one, except for the cards in a hand in its rules and questions."""
    game, one = games.find(key), phone(golden(key, 1))
    one.enter(Act("amend", 1, {"@note": "x"}))
    one.take(one.stored)
    titles = [each.title for each in game.enquiries]
    rules = " ".join([*game.file("rules.md").split(), *titles]).lower()
    found = set()
    for path in PAGES:
        named = {each.lower() for each in finds(r"\S+ hands?\b", one.words(path), re.IGNORECASE)}
        found |= {(path, each) for each in named if each not in rules}
    assert found == set()


def test_a_finished_game_is_counted_under_its_title(hearts):
    hearts.answer({f"points.{n}": text for n, text in enumerate(("21", "3", "0", "2"))})
    assert "Pia wins" in hearts.words("")
    for path in ("/people", "/played/another: Hearts"):
        assert "Hearts" in hearts.words(path)
    assert hearts.get("/played/another: Whist").status_code == 404


def test_game_without_dealer_asks_for_none(phone):
    one = phone()
    for deal, there in (("passes", True), ("none", False)):
        page = one.get(f"{NEW}?deal={deal}").text
        assert ('name="dealer"' in page, "Draw for dealer" in page) == (there, there)
        # The target is asked before settings that seldom change.
        assert page.index("When it is over") < page.index("Points per round")


def test_who_sits_out_takes_nobody_elses_points(phone):
    one = phone()
    one.go(one.fill(NEW, on=f"{NEW}?title=Skat&out=yes", follow=False, **NAMES))
    drawn = {f"points.{place}": text for place, text in enumerate(("10", "20", "30", "5"))}
    one.post("check", one.filled(drawn | {"out": "1"}))
    now = one.form("answer")
    assert [now[f"a.points.{place}"] for place in range(3)] == ["20", "30", "5"]
    one.post("answer", now | {"a.out": "1"})
    assert one.record.hands == [{"out": "1", "points": "20 30 5"}]


def test_old_title_restores_its_house_rules(hearts):
    """In any spelling, with any number of tables in between; with the players of that game."""

    def last(page):
        chosen = (
            r'name="rule.(best)" value="(\w+)" checked|name="rule.(target|title)" value="(\w+)"'
        )
        return sorted(filter(None, sum(finds(chosen, page), ())))

    for n in range(14):
        names = {"name.1": f"Ann {n}", "name.2": "Bo"}
        hearts.fill(NEW, on=f"{NEW}?title=Skat&best=highest", **names)
    chips = finds(r'class="chip[^"]*" name="do" value="as ([^"]+)"', hearts.get(NEW).text)
    assert chips[:3] == ["Skat", "Hearts", "501"]  # then the other known games
    assert last(hearts.fill(NEW, do="as Hearts").text) == [
        "20",
        "Hearts",
        "best",
        "lowest",
        "target",
        "title",
    ]
    page = hearts.get(f"{NEW}?title=Hearts").text
    own = ["20", "Hearts", "best", "lowest", "target", "title"]
    assert last(page) == own
    assert finds(r'name="name.1" value="(\w+)"', page) == [NAMES["name.1"]]
    assert last(hearts.fill(NEW, **{"do": "named", "rule.title": "hearts"}).text) == own


def test_known_game_is_one_tap(phone):
    """The seats stay; the lines are in the house rules of the table."""
    one = phone()
    page = plain(one.fill(NEW, **NAMES, do="as Hand & Foot").text)
    words = re.sub(r"\s+([,.])", r"\1", page)
    assert "Highest total wins, in pairs, after 4 rounds. A round has 5 lines" in words
    assert "Begin Hand & Foot" in page
    assert one.form(NEW)["name.4"] == "Quin"
    one.go(one.send(NEW, follow=False, do="begin"))
    assert one.record.rules["lines"].startswith("Clean books 500 each. Dirty books 300 each.")
    # A name that is typed does the same.
    assert "13 rounds" in plain(one.fill(NEW, **{"do": "named", "rule.title": "oh hell"}).text)


@pytest.mark.parametrize("form", [{"do": "as Hand & Foot"}, {"do": "preset", "preset": ""}])
def test_five_play_a_pairs_game_alone(phone, form):
    one = phone()
    one.get(f"{NEW}?players=5")
    if "preset" in form:
        found = finds(
            r'(?s)name="preset" value="([^"]+)"(?:(?!</label>).)*Hand &amp; Foot', one.last.text
        )
        form = form | {"preset": unescape(found[-1])}
    words = plain(one.send(NEW, **form).text)
    assert "Highest total wins, each alone" in re.sub(r"\s+,", ",", words)
    assert "Your rule now: each alone" in words
    # If pairs are chosen anyway, they are refused with a way out.
    begun = one.send(NEW, **{"rule.sides": "pairs", "do": "begin"})
    assert begun.status_code == 422
    assert "Five cannot play in pairs. Choose “each alone”" in plain(begun.text)


def test_undo_of_a_line_keeps_its_numbers(phone):
    one = phone()
    one.fill(NEW, **NAMES, do="as Hand & Foot")
    one.go(one.send(NEW, follow=False, **{"rule.sides": "alone", "do": "begin"}))
    for numbers in ("2 1 0 3", "1 4 2 5"):
        key = one.replay.pending.page[0].key
        one.answer({f"{key}.{n}": text for n, text in enumerate(numbers.split())})
        line = plain(f"Undo {('Clean books × 500', 'Dirty books × 300')['2' in key]}")
        assert line in one.words("")
    page = one.fill("undo", on="")
    assert "Redo Dirty books × 300" in plain(page.text)
    assert finds(r'name="a.line 2.\d" value="(\d)"', page.text) == ["1", "4", "2", "5"]


def test_typed_lines_travel_by_link(phone):
    one = phone()
    fields = {"rule.title": "Canasta", "lines.1.name": "Canastas", "lines.1.points": "300",
              "lines.1.kind": "each", "lines.1.most": "9", "do": "line"}  # fmt: skip
    page = one.fill(NEW, **fields)
    assert "A round has 1 line" in plain(page.text)
    more = {"lines.2.name": "Red. threes", "lines.2.kind": "counted", "set": "Ours", "do": "keep"}
    assert one.send(NEW, **more).status_code == 200
    link = finds(r'(/new/another\?[^"]+lines=[^"]+)"', one.get("/sets").text)[0]
    page = phone().get(unescape(link)).text
    assert 'value="Canastas"' in page
    assert 'value="Red threes"' in page
    assert "Canastas 300 each up to 9. Red threes" in unquote_plus(link)

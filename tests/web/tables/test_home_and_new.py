"""The first page and a new table."""

import json
import re
from datetime import datetime, timedelta
from html import unescape
from itertools import pairwise

import pytest

from companion import clock, games
from companion.engine.record import Act
from companion.web.platform import cards, making
from companion.web.tables import setup as begun
from companion.words import how_many
from tests.browser.taps import MEASURES, STEP_BY_STEP, STEPS
from tests.finding import match_in
from tests.texts import DEAL_THE_FIRST_HAND, JUST_THE_RESULT, UNLESS_YOU_DEAL
from tests.web.phones import HANDS, NAMES, plain

NEW = "/new/kaiser"
KAISER = games.find("kaiser").rules

# -- the first page ------------------------------------------------------------------------------


def test_every_game_tile_says_how_many_play(phone):
    text = phone().get("/").text
    for game in games.all_games().values():
        _, found, tile = text.partition(f'<a class="tile" href="/new/{game.key}">')
        assert found
        assert f"<small>{how_many(game.usual)}</small>" in tile.partition("</a>")[0]
    assert "2 to 7 players" in text
    assert text.count('class="ix"') >= 12


def test_running_game_comes_first_with_every_total(played, phone):
    """On a card of its own for players and watchers; a newcomer finds the tables of others below
    the games. No page has a key."""
    key, one = played.stored.key, phone(played.code)
    one.get("")
    text, newcomers, watched = (each.get("/").text for each in (played, phone(), one))
    card = plain(text[text.index('class="going"') : text.index('class="tiles"')])
    for words in ("Kaiser", "hand 4", "28", "Nell & Pia", "12", "Omar & Quin", "bid or pass"):
        assert words in card
    assert "Go on" in card
    assert "Watch" in plain(watched).partition("Back Alley")[0]
    order = ('class="tiles"', "Other tables here", f"/t/{played.code}")
    places = [newcomers.index(each) for each in order]
    assert places == sorted(places)
    assert re.search(r'<b class="a">28</b>.*<b class="b">12</b>', newcomers)
    assert key not in text + newcomers


def test_game_just_begun_is_on_the_first_page(phone):
    """Before its first answer; all sides are level then."""
    one = phone()
    code = one.begin("kaiser", **NAMES)
    text = one.get("/").text
    going = plain(text[text.index('class="going"') : text.index('class="tiles"')])
    assert re.search(r"Kaiser hand 1 .*0 ?Nell & Pia 0 ?Omar & Quin Go on", going)
    one.begin("another", **NAMES)
    latest = one.get("/").text.partition('class="going"')[2]
    assert "Go on" in plain(latest.partition("</section>")[0])
    assert f'href="/t/{code}"' in latest.partition('class="small-cards"')[2]


@pytest.mark.parametrize(
    ("totals", "turn", "playing", "words"),
    [
        ((0, 0, 0), "Bo deals", True, "level"),
        ((3, 5, 1), "Bo deals", True, "Bo leads"),
        ((5, 5, 1), "Ann and Bo won", False, "shared"),
        ((3, 5, 1), "Bo won", False, "won"),
        ((5, 5, 1), "Bo won", False, "won"),
        ((3, 5, 1), "closed", False, "Bo led"),
    ],
)
def test_card_says_who_leads_or_won(totals, turn, playing, words):
    sides = [cards.SideCard(name, str(total), "")
             for name, total in zip(("Ann", "Bo", "Cy"), totals, strict=True)]  # fmt: skip
    first = max(sides, key=lambda side: int(side.total))
    card = cards.TableCard("K", "", sides, first, turn, "", "", True, False, playing)
    assert card.leads == words


def test_last_people_play_again_what_they_played(phone):
    """With their names and house rules; a game of their own has its name, and a tile."""
    one = phone()
    one.begin("kaiser", **NAMES)
    one.answer({"bid 2": "7"})
    one.begin("another", **NAMES, **{"rule.title": "Hearts", "rule.best": "lowest"})
    one.answer({"points": "1 2 3 4"})
    one.begin("kaiser", **NAMES)
    one.answer({"bid 2": "7"})
    for _ in range(3):  # the last three tables are in play, so none is offered again
        one.begin("kaiser", **(NAMES | {"name.4": "Zoe"}))
        one.answer({"bid 2": "7"})
    text = one.get("/").text
    assert "Play again with Nell, Omar, Pia and Quin" in text
    offers = text[text.index("Play again") : text.index('class="tiles"')]
    assert re.findall(r'class="chip"[^>]*>([^<]+)<', offers) == ["Kaiser", "Hearts"]
    again = match_in(r'class="chip" href="([^"]+)">Hearts', offers)[1]
    page = one.get(unescape(again))
    assert 'value="Hearts"' in page.text
    assert one.form("/new/another")["rule.best"] == "lowest"
    assert one.form("/new/another")["name.4"] == "Quin"
    tile = one.get("/").text.partition('class="tile" href="/new/another?title=Hearts"')[2]
    assert "yours" in tile.partition("</a>")[0]
    # A table that this browser does not know is not offered.
    code = match_in(r"like=([A-Z]+)", again)[1]
    assert "Quin" not in phone().get(f"/new/another?like={code}").text


def test_game_row_says_whose_turn_it_is(phone):
    one = phone()
    one.begin(**NAMES, entry="quick")
    one.answer({"bidder": "2", "contract": "7 no", "tricks": "5", "5H": "B", "3S": "A"})
    row = one.words("/")
    assert "Kaiser hand 2 · Omar deals" in row
    assert JUST_THE_RESULT not in row
    # The game played last is the first tile.
    assert match_in(r'class="tile" href="/new/([^"]+)"', one.last.text)[1] == "kaiser"


def test_deal_without_an_answer_is_no_game(phone):
    one = phone()
    code = one.begin(**NAMES)
    for page in ("/history", "/people"):
        assert code not in one.get(page).text, page
    one.answer({"bid 2": "7"})
    for page in ("/", "/history"):
        assert code in one.get(page).text, page


def test_own_tables_come_first_and_three_are_open(phone):
    codes: list[str] = []
    one, other = phone(), phone()
    for _ in range(5):
        codes.insert(0, one.begin(**NAMES))
        one.answer({"bid 2": "7"})
    theirs = other.begin(**(NAMES | {"name.1": "Zoe"}))
    other.answer({"bid 2": "7"})
    text = one.get("/").text
    fold = text.index('class="fold"')
    assert [code for code in codes if text.index(f"/t/{code}") < fold] == codes[:3]
    assert "2 more: Kaiser" in plain(text)
    assert fold < text.index('class="tiles"')
    assert text.index(f"/t/{codes[0]}") < text.index(f"/t/{theirs}")
    text = other.get("/").text
    assert text.index(f"/t/{theirs}") < text.index(f"/t/{codes[0]}")


def test_an_idle_game_is_folded(played, monkeypatch):
    later = clock.now() + 1.1 * cards.IDLE
    monkeypatch.setattr(clock, "now", lambda: later)
    page = played.get("/").text
    order = ('class="tiles"', "Not played for a while", f"/t/{played.code}")
    places = [page.index(each) for each in order]
    assert places == sorted(places)
    assert 'class="going"' not in page


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(seconds=20), "just now"),
        (timedelta(minutes=1), "1 min ago"),
        (timedelta(hours=3), "3 hours ago"),
        (timedelta(days=2), "2 days ago"),
        (timedelta(days=30), "23 Oct"),
    ],
)
def test_last_played_time_reads_naturally(passed, words):
    now = datetime(2026, 11, 22, 12).astimezone()
    assert plain(str(cards.ago(now - passed, now))) == words


def test_more_page_links_all_lead_somewhere(phone):
    one = phone()
    page = one.get("/more").text
    links = re.findall(r'<li><a href="([^"]+)"', page)
    assert len(links) >= 6
    for link in links:
        assert one.get(link).status_code == 200, link
    assert 'action="/look"' in page
    assert 'action="/demo"' in page
    assert page.index(links[0]) < page.index('action="/look"')
    assert 'href="//elsewhere' not in one.get("/more?back=//elsewhere.example").text


def test_question_box_always_asks_all_games(phone):
    one = phone()
    first = one.get("/rules?q=can+i+bid+the+same&game=kaiser").text
    assert UNLESS_YOU_DEAL in first
    assert 'aria-label="Only Kaiser: ask in all games"' in first
    anywhere = one.get("/rules?q=tie").text
    assert '<span class="scope all">all games</span>' in anywhere
    assert 'name="game"' not in anywhere
    # A chosen game has a link to its referee.
    assert 'href="/referee/panguingue/stock"' in one.get("/rules?game=panguingue").text


def test_table_search_keeps_game_until_chip_removed(played):
    page = played.get(f"/rules?q=can+the+dealer+steal+the+bid&table={played.code}").text
    assert "Yes Saying the same bid is enough." in plain(page)
    away = match_in(r'class="scope" href="([^"]*)"', page)[1]
    assert '<span class="scope all">' in played.get(unescape(away)).text


def test_a_code_typed_by_hand_finds_its_table(scorer):
    typed = scorer.code[:3].lower() + " " + scorer.code[3:].lower()
    reply = scorer.get("/watch", query_string={"code": typed})
    assert reply.headers["Location"] == f"/t/{scorer.code}"


def test_code_in_an_address_may_be_spelled_freely(scorer):
    typed = f"/t/{scorer.code[:3].lower()}-{scorer.code[3:].lower()}"
    assert scorer.words(typed) == scorer.words(f"/t/{scorer.code}")
    assert scorer.post(f"{typed}/answer", scorer.filled({"bid 2": "7"})).status_code in (200, 303)
    assert scorer.record.hands == [{"bid 2": "7"}]


def test_mistyped_code_stays_to_be_corrected(scorer):
    """Also that of a deleted table."""
    wrong = scorer.code[:-1] + ("C" if scorer.code[-1] != "C" else "D")
    typed = f"{wrong[:3]} {wrong[3:]}".lower()
    reply = scorer.get("/watch", query_string={"code": typed})
    assert reply.status_code == 404
    assert f"There is no table {typed}." in plain(reply.text)
    assert f'value="{typed}"' in reply.text
    scorer.post("delete", {})
    reply = scorer.get("/watch", query_string={"code": scorer.code})
    assert reply.status_code == 410
    assert f'value="{scorer.code}"' in reply.text


def test_suits_in_four_colours_are_remembered(phone):
    one = phone()
    assert 'data-suits="four"' not in one.get("/").text
    for suits, back, leads in (("four", NEW, NEW), ("two", "//elsewhere.example/", "/")):
        one.post("/look", {"suits": suits, "back": back})
        assert one.last.headers["Location"] == leads
        assert ('data-suits="four"' in one.get("/").text) == (suits == "four")


def test_type_size_and_light_are_remembered_separately(phone):
    one = phone()
    assert not re.search(r"<html[^>]*data-", one.get("/").text)
    one.post("/look", {"light": "dark", "back": "/more"})
    one.post("/look", {"type": "largest", "back": "/more"})
    one.post("/look", {"light": "", "type": "<b>"})
    page = one.get("/more").text
    assert '<html lang="en" data-light="dark" data-type="largest">' in page
    assert '<meta name="color-scheme" content="dark">' in page
    assert page.count('name="theme-color"') == 1
    assert 'name="light" value="dark" aria-pressed="true"' in page
    one.post("/look", {"light": "phone"})
    assert '<html lang="en" data-type="largest">' in one.get("/").text
    one.begin(**NAMES)
    assert "data-type" not in one.get("board").text  # fits its screen


def test_a_colour_of_the_dark_is_told_once():
    """Each dark colour is beside its light one; the rules that choose a scheme have no colours."""
    for name in ("companion.css", "pages.css"):
        text = making.stylesheet(name)
        assert not re.search(r"(prefers-color-scheme|data-light).*#[0-9a-f]{3}", text), name


# -- a new table ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "words"), [("kaiser", DEAL_THE_FIRST_HAND), ("tadmur", "Deal the first game"),
                       ("dealers-dilemma", "Deal the first round"), ("tres", "Deal")]
)  # fmt: skip
def test_what_is_dealt_has_the_games_own_word(key, words, phone):
    page = phone().get(f"/new/{key}").text
    assert f"{words}<small>" in page[page.index("<footer") :]


def test_new_table_keeps_names_dealer_rules_and_entry(phone):
    one = phone()
    one.begin()
    assert one.record.players == ["North", "East", "South", "West"]
    assert "East: bid or pass" in one.words("")
    one.begin(**NAMES, dealer="3", entry="quick", **{"rule.failed_contract": "bid_amount"})
    record = one.record
    assert record.players == ["Nell", "Omar", "Pia", "Quin"]
    assert (record.dealer, record.head["entry"]) == ("3", "quick")
    assert record.rules == {"failed_contract": "bid_amount"}


def test_preset_keeps_names_and_sets_its_rules(phone):
    one, preset = phone(), KAISER.presets[-1]
    reply = one.fill(NEW, do="preset", preset=preset.name, **NAMES)
    assert reply.status_code == 200
    assert 'value="Nell"' in reply.text
    for key, text in preset.rules.items():
        if KAISER.options[key].low is None:
            assert re.search(rf'name="rule\.{key}" value="{text}" checked', reply.text)
    for preset in KAISER.presets:
        one = phone()
        one.begin(**NAMES, preset=preset.name)
        differing = {k: v for k, v in preset.rules.items() if v != KAISER.defaults[k]}
        assert one.record.rules == differing


def test_duplicate_player_names_are_refused_but_kept(phone):
    names = NAMES | {"name.2": "nell"}
    reply = phone().fill(NEW, do="begin", dealer="4", **names)
    assert reply.status_code == 422
    assert "Two players are called nell" in plain(reply.text)
    for name in names.values():
        assert f'value="{name}"' in reply.text
    assert re.search(r'name="dealer" value="4" checked', reply.text)


def test_out_of_range_house_rule_is_refused(phone):
    key = next(k for k, option in KAISER.options.items() if option.low is not None)
    reply = phone().fill(NEW, do="begin", **NAMES, **{f"rule.{key}": "abc"})
    assert reply.status_code == 422
    assert "“abc” is not a value" in plain(reply.text)
    assert 'value="abc"' in reply.text


@pytest.mark.long
@pytest.mark.slow
def test_chairs_stay_within_each_games_range(phone):
    """A house rule that allows this number of players is set and reset with the number."""
    one, seats = phone(), lambda: len(re.findall(r'name="name\.\d+"', one.last.text))
    for game in games.all_games().values():
        counts, url, told, dealt = sorted(game.players), f"/new/{game.key}", [], set()
        one.get(f"{url}?players={counts[0]}")
        for do, wanted in (("add", [*counts[1:], counts[-1]]), ("remove", [*counts[-2::-1]])):
            for count in wanted:
                if len(counts) > 1:
                    assert one.send(url, do=do).status_code == 200, game.key
                assert seats() == count, game.key
                if count not in dealt:
                    dealt.add(count)
                    begun = one.client.post(url, data=one.form(url) | {"do": "begin"})
                    assert begun.status_code == 303, (game.key, count)
                told += re.findall("Your rule now: [^<]*", one.last.text)
        assert "House rules all standard" in one.words(), game.key
        assert told == ["Your rule now: eight play without the sixes"] * (
            game.key == "scotch-whist"
        )
        if told:
            assert told[0] in phone().get(f"{url}?players=8").text
    one.get("/new/another?sides=two&players=4")
    assert "Three cannot play in two sides." in plain(one.send("/new/another", do="remove").text)


CLOCK = ["n", "nr", "ne", "eu", "em", "e", "ed", "el", "se", "sr", "s", "sl", "sw", "wl", "wd", "w",
         "wm", "wu", "nw", "nl"]  # fmt: skip
"""The places of a drawn table, clockwise."""


@pytest.mark.parametrize("key", games.all_games())
def test_seats_are_drawn_in_direction_of_play(key, phone):
    """From the first at the top, in the direction of play, partners of two sides facing; the return
    key goes on with it. Unnamed seats stand where the compass has them, also where play goes to the
    right, and a house rule that turns it says so."""
    game, one = games.find(key), phone()
    for count in game.players:
        page = one.get(f"/new/{key}?players={count}").text
        at = re.findall(r'class="seat [^"]*at-(\w+)', page)
        keys = re.findall(r'autocapitalize="words"\s+enterkeyhint="(\w+)"', page)
        assert keys == ["next"] * (count - 1) + ["done"]
        if count > 8:
            assert at == []
            assert f"In the order of play, {game.turn}" in plain(page)
            continue
        turn = [CLOCK.index(place) for place in at]
        assert len(set(turn)) == count
        assert turn[0] in (0, len(CLOCK) - 1)
        order = [(place - turn[0]) % len(CLOCK) for place in turn]
        assert order == sorted(order) or [order[0], *order[:0:-1]] == sorted(order)
        assert (order == sorted(order)) == (game.turn == "clockwise" or count == 2)
        assert game.turn in plain(page)
        if count == 4:
            where = {"n": "North", "e": "East", "s": "South", "w": "West"}
            assert re.findall(r'placeholder="(\w+)" list="names"', page) == [where[e] for e in at]
            if "with" in plain(page[page.index("Who sits") : page.index("Draw seats")]):
                assert re.findall(r'class="seat (\w)', page) == ["a", "b", "a", "b"]
    option, value = game.turn_rule
    if option:
        game.rules.options[option].value(value)
        assert "anticlockwise" in one.words(f"/new/{key}?{option}={value}")


@pytest.mark.parametrize("key", games.all_games())
def test_each_entry_mode_names_questions_and_taps(key, phone):
    """The taps that tests count on the real pages: both numbers are equal."""
    game = games.find(key)
    told = game.way_texts
    count = 4 if 4 in game.players else min(game.players)
    modes = begun.Setup(game, [""] * count).modes
    assert set(told) == (set(modes) if len(modes) > 1 else set())  # one mode is no choice
    counted = {it.way: str(it.most) for it in MEASURES if it.game == key}
    counted |= {way: str(most) for (of, way), (_, most) in STEP_BY_STEP.items() if of == key}
    counted |= {"guided": f"{STEPS[-1][2]} a turn"} if key == "panguingue" else {}
    assert {way: each.taps for way, each in told.items()} == counted
    page = phone().words(f"/new/{key}")
    for each in told.values():
        assert each.asks in page


def test_the_same_form_sent_twice_begins_one_table(phone, store):
    one = phone()
    one.get(NEW)
    form = one.form(NEW) | NAMES | {"do": "begin"}
    assert len({one.post(NEW, form).headers["Location"] for _ in range(2)}) == 1
    assert len(store.tables()) == 1


def test_house_rules_are_folded_with_sets_first(phone):
    page = phone().get(NEW).text
    house = page[page.index('id="house"') :]
    assert '<details id="house"><summary>House rules' in page
    assert house.index("Play a set") < house.index("Change single rules")
    for label in re.findall(r"<label.*?</label>", page, re.DOTALL):
        assert ".com" not in label
        assert "KAI-" not in label
    assert "kaisergame.com" in house


def test_sets_and_summary_agree_on_the_rules(phone):
    """A changed rule is not called standard beside "The standard rules"."""
    one = phone()

    def rules(path):
        return match_in(r"House rules .* Change single rules \S+ \S+", one.words(path))[0]

    fresh = rules(NEW)
    assert fresh.startswith("House rules all standard Play a set The standard rules Prairie")
    assert "Wikipedia 7 not standard" in fresh
    assert fresh.endswith("Change single rules all standard")
    changed = rules(f"{NEW}?target=62")
    assert changed.startswith("House rules 1 not standard Play a set The standard rules, with")
    own = rules("/new/another?title=Hearts&best=lowest")
    assert own.startswith("House rules 2 not standard Play a set The standard rules, with changes")
    assert "The standard rules, with changes Hearts 501 Oh Hell" in own
    chosen = rules("/new/another?preset=Hearts")
    assert chosen.startswith("House rules 4 not standard Play a set The standard rules Hearts 501")


def test_changed_rule_unfolds_and_names_appear_throughout(phone):
    page = phone().fill(NEW, do="draw-dealer", **NAMES, **{"rule.target": "62"}).text
    assert '<details id="house" open>' in page
    assert '<details open id="option-target"' in page
    assert "1 not standard" in page
    for place, name in enumerate(NAMES.values(), 1):
        said = re.findall(rf'data-name="{place}">([^<]*)<', page)
        assert len(said) >= 3
        assert set(said) == {name}
    said = re.findall(r'<bdi data-from-dealer="[01]">(\w+)</bdi>', page)
    assert tuple(said) in pairwise([*NAMES.values(), NAMES["name.1"]])
    assert f"{said[0]} deals, {said[1]} bids first" in plain(page)


def test_page_remembers_entry_mode_of_each_group(phone):
    def ways(key):
        page = one.get(f"/new/{key}").text
        told = json.loads(unescape(match_in('data-ways="([^"]*)"', page)[1]))
        return re.findall(r'name="entry" value="(\w+)" checked', page), told

    one, friends = phone(), {"name.1": "Bo", "name.2": "Ada"}
    one.begin("tres", **friends, entry="totals")
    assert ways("tres") == (["totals"], {"Ada\nBo": "totals"})
    one.fill("entry", on="", mode="quick")
    piles = {"ones": "2 3", "twos": "6 6", "fours": "0 0", "eights": "0 0", "sixteens": "0 0"}
    one.answer({f"{key}.{n}": part for key, text in piles.items()
                for n, part in enumerate(text.split())})  # fmt: skip
    assert ways("tres") == (["quick"], {"Ada\nBo": "quick"})
    one.begin("tres", **{"name.1": "Cy", "name.2": "Di"}, entry="guided")
    assert ways("tres")[1] == {"Ada\nBo": "quick", "Cy\nDi": "guided"}
    assert ways("kaiser")[1] == {}


def test_new_table_page_names_the_running_game(phone, monkeypatch):
    """So that Back from the table does not hide it; not for another game, or on the next day."""
    one = phone()
    one.begin(**NAMES)
    one.enter(Act("answer", 1, HANDS[0]))
    note = "Back to the table"
    text = one.get(NEW).text
    assert "Your game: hand 2, 0 : 10. Back to the table" in plain(text)
    assert f'href="/t/{one.code}">{note}' in text
    for page in ("/new/carousel", "/new/tres"):
        assert note not in one.get(page).text
    assert note not in phone().get(NEW).text
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert note not in one.get(NEW).text


def test_new_game_keeps_the_seats(phone):
    """Those of the last game of all four, not the order of a later game of two; a game in the other
    direction moves no player."""
    one = phone()
    one.begin(**NAMES)
    one.begin("jo-jotte", **{"name.1": "Pia", "name.2": "Nell"})
    for key, order in (
        ("shakespeares-dilemma", ["Nell", "Omar", "Pia", "Quin"]),
        ("panguingue", ["Nell", "Quin", "Pia", "Omar"]),
    ):
        assert "Seats as in Kaiser" in one.words(f"/new/{key}?players=4")
        form = one.form(f"/new/{key}")
        assert [form[f"name.{n}"] for n in range(1, 5)] == order, key
    one.begin("kaiser", **{"name.1": "Zoe", "name.2": "Omar", "name.3": "Pia", "name.4": "Quin"})
    one.begin("jo-jotte", **{"name.1": "Nell", "name.2": "Zoe"})
    assert "Seats as in" not in one.words("/new/carousel")

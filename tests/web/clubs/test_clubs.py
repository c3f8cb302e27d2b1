"""A club: tonight, an evening, the season, payments; only its key opens it."""

import csv
import json
import re
from dataclasses import replace
from html import unescape
from urllib.parse import urlencode

import pytest

from companion import games
from companion.clubs.season import finishers
from companion.store.clubs import ClubRow, Clubs
from companion.store.listing import Listing, Scope
from tests.finding import match_in
from tests.spent import spent
from tests.texts import CHOOSE_A_GAME
from tests.web.clubs.club import PEOPLE, Club
from tests.web.phones import deflated, plain

DAY = "2026-11-05"


@pytest.fixture
def club(app):
    """A phone that has founded a club of four."""
    return Club(app).found()


def test_new_club_is_one_tap_from_first_page(club, phone):
    home, other = club.get("/").text, phone()
    assert f'href="{club.url}"' in home
    assert "Thursday club 4 people" in club.words("/")
    assert "Keep score while you play" not in plain(home)  # members of a club know
    assert "Thursday club" in club.see()
    assert "Clubs" in club.get("/more").text
    # A phone without its key sees nothing of it.
    for page in ("/", "/clubs", "/people", "/more"):
        assert club.url not in other.get(page).text
    assert "club" not in other.words("/").lower()
    for page in ("", "/season", "/agreed", "/club.json", "/season.csv", f"/evening/{DAY}"):
        assert other.get(f"/club/{'x' * 24}{page}").status_code == 404
    assert other.get(club.url).status_code == 200
    assert "Thursday club" in other.get("/").text


@pytest.mark.parametrize(("name", "words"), [("", "needs a name"), ("x" * 70, "70 letters")])
def test_refused_club_name_stays_on_the_page(phone, name, words):
    answer = phone().post("/clubs", {"name": name})
    assert answer.status_code == 422
    assert words in plain(answer.text)
    assert f'value="{name}"' in answer.text


def test_people_here_sit_and_next_one_deals(app):
    club = Club(app).found(people="Ada, Bo, Cy, Dee, Eli")
    head = club.played(5, "Bo", "Ada", "Cy", "Dee").record.head
    assert re.search(r"Thursday club 5 people, 1 evening\b", club.words("/"))
    for _ in range(2):
        club.change("tonight", person="-Dee")
    first = head[f"player {head.get('dealer', '1')}"]
    after = {"Ada": "Bo", "Bo": "Cy", "Cy": "Eli", "Dee": "Eli"}[first]
    tonight = club.see()
    assert f"{after} deals first." in tonight
    assert f"{first} did last time." in tonight
    page = club.get(f"/new/kaiser?club={club.key}").text
    names = re.findall(r'id="name-\d"[^>]*value="(\w*)"', page)
    assert names == ["Ada", "Bo", "Cy", "Eli"]
    (checked,) = re.findall(r'name="dealer" value="(\d)" checked', page)
    assert names[int(checked) - 1] == after


def test_table_begun_for_club_keeps_house_rules(club):
    code = club.start(**{"rule.target": "62"})
    assert club.kept.tables == (code,)
    assert [(g.game, dict(g.rules)) for g in club.kept.games] == [("kaiser", {"target": "62"})]
    assert "62" in club.see()
    again = club.get(f"/new/kaiser?club={club.key}").text
    assert re.search(r'name="rule.target" value="62"', again)


def test_another_game_joins_club_under_its_title(club):
    for title, best in (("Hearts", "lowest"), ("Skat", "highest")):
        club.start("another", title, PEOPLE[:3], **{"rule.title": title, "rule.best": best})
    assert [g.key for g in club.kept.games] == ["another: Hearts", "another: Skat"]
    page = club.get(club.url).text
    (link,) = re.findall(r'href="(/new/another\?[^"]*title=Hearts)"', page)
    again = club.get(unescape(link)).text
    assert re.search(r'name="rule.title" value="Hearts"', again)
    assert re.search(r'name="rule.best" value="lowest" checked', again)


def test_club_that_plays_tonight_comes_first(club):
    """With the score of every table of tonight; the next evening it is a row again."""
    assert 'class="clubs"' in club.get("/").text
    code = club.start("kaiser")
    club.answer({"bid 2": "7"})
    page = club.get("/").text
    card = plain(page[page.index('class="going"') : page.index('class="tiles"')])
    for words in ("Thursday club tonight", "Ada & Cy, Bo & Dee", "Go on: Kaiser", "4 people"):
        assert words in card, card
    assert f"/t/{code}" in page
    assert 'class="clubs"' not in page


def test_level_leaders_are_all_named(club):
    club.played(5)
    leads = club.see()
    winners = [name for name in PEOPLE if f"{name} " in leads]
    assert re.search(r"\w+ and \w+ lead with 5", leads), (leads, winners)
    season = club.see("/season")
    assert re.search(r" 1 (\w+) 1 won 5 1 (\w+) level with \1 .* 3 (\w+) 3 3 \w+ level", season), (
        season
    )
    assert "A game closed early counts as not won." in season


def test_an_evening_has_its_games_points_and_note(club):
    table, path, note = club.played(5), f"/evening/{DAY}", "Dee’s <b>first</b> 9 no"
    for words in ("won the evening", "Season points"):
        assert words in club.see(path)
    club.change("note", day=DAY, note=note, back=path[1:])
    assert "Dee’s &lt;b&gt;first" in club.get(club.url + path).text
    club.change("note", day=DAY, note="")
    assert dict(club.kept.notes) == {}
    club.change("drop", table=table.code, back=path[1:])
    assert "Nobody has won yet" in club.see(path)
    assert club.get(f"{club.url}/evening/yesterday").status_code == 404


def column(club, name):
    """The values of a column of the season's CSV."""
    text = club.get(f"{club.url}/season.csv").text.removeprefix("\ufeff")
    return {row[name] for row in csv.DictReader(text.splitlines())}


def test_finished_game_leads_back_to_its_club(club, phone):
    code = club.played(5).code
    back = '<a class="ib" href="{}" aria-label="Back: {}">'
    assert back.format(club.url, "Thursday club") in club.get(f"/t/{code}").text
    stranger = phone()
    assert back.format("/", "Games") in stranger.get(f"/t/{code}").text
    assert club.key not in stranger.last.text


def test_the_season_counts_as_the_club_agreed(club):
    for day in (5, 12):
        club.played(day)
    page = club.see("/season")
    assert "2 of 2" in page
    for points in (5, 3):  # of two people on each day
        assert page.count(f"5 Nov {points} 12 Nov {points}") == 2, page
    assert club.last.text.count('<tr class="leads">') == 2  # those in first place
    assert club.last.text.count('class="won" width="100.0%"') == 2  # their bars are full
    assert column(club, "points") == {"10", "6"}
    for _ in range(2):
        club.change("counts", day="-2026-11-12", back="season")
    assert column(club, "points") == {"5", "3"}
    club.change("agree", name="T", points="9, 1", count="all")
    assert column(club, "points") == {"9", "0"}
    club.change("count", count="average")
    assert column(club, "average") == {"9.00", "0.00"}
    club.change("dates", since="2026-11-06", until="2026-11-30")
    assert column(club, "evenings") == {"0"}


def test_settings_offer_usual_values_and_any_other(club):
    """The names that this phone knows stay until they are members."""
    club.change("agree", name="T", points="3 2 1", count="average")
    page = club.get(f"{club.url}/agreed").text
    assert re.search(r'name="points" value="3 2 1" checked', page)
    assert re.search(r'name="count" value="average" checked', page)
    club.change(
        "agree", name="T", points="other", points_other="9 4", count="other", count_other="3"
    )
    assert (club.kept.points, club.kept.best) == ((9, 4), 3)
    page = club.get(f"{club.url}/agreed").text
    assert re.search(r'name="points" value="other" checked', page)
    assert 'name="points_other" value="9 4"' in page
    club.start(people=("Ada", "Bo", "Cy", "Zoe"))
    page = club.get(f"{club.url}/agreed").text
    assert 'name="also" value="do=come&amp;person=Zoe">Zoe</button>' in page
    assert 'value="do=come&amp;person=Ada">' not in page


@pytest.mark.parametrize(
    ("key", "people", "back"),
    [("Save settings", "Ada Bo Cy Dee Eli", "/agreed"), ("Add", "Ada Bo Cy Dee Eli", "/agreed"),
     ("Tonight", "Ada Bo Cy Dee Eli", ""), ("Share", "Ada Bo Cy Dee Eli", "/along"),
     ("Zoe", "Ada Bo Cy Dee Eli Zoe", "/agreed"), ("Remove Bo", "Ada Cy Dee Eli", "/agreed"),
     ("Dee one place up", "Ada Bo Dee Cy Eli", "/agreed"),
     ("Remove Kaiser", "Ada Bo Cy Dee Eli", "/agreed")],
)  # fmt: skip
def test_every_button_saves_all_settings(club, key, people, back):
    club.start(people=("Ada", "Bo", "Cy", "Zoe"))
    page = club.get(f"{club.url}/agreed").text
    buttons = re.findall(r'(?s)<button([^>]*)form="settings"([^>]*)>(.*?)</button>', page)
    (value,) = {
        (re.findall(r'name="also" value="([^"]*)"', tag) or [""])[0]
        for before, after, words in buttons
        for tag in [before + after]
        if key in ([*re.findall(r'aria-label="([^"]*)"', tag), plain(words).strip()][0])
    }
    typed = {"name": "T", "points": "3 2 1", "stake": "10", "names": "Eli"}
    form = typed | {"do": "agree", "back": "agreed"} | ({"also": unescape(value)} if value else {})
    for _ in range(2):  # sent twice, saved once
        assert club.post(club.url, form).headers["Location"] == club.url + back
        now = club.kept
        assert (now.name, now.points, now.stake) == ("T", (3, 2, 1), 10)
        assert now.people == tuple(people.split())
    assert bool(now.games) is (key != "Remove Kaiser")


def test_saved_settings_are_said_once(club):
    """The fields have the same values before and after."""
    club.played(5)
    for do, back, words in (
        ("agree", "/agreed", "Settings saved."),
        ("dates", "/season", "Dates saved."),
        ("note", f"/evening/{DAY}", "Note saved."),
    ):
        for _ in range(2):  # sent twice, said once
            club.change(do, back=back[1:], name="T", day=DAY, note="Late")
        assert club.see(back).count(words) == 1
        assert words not in club.see(back)
    club.post(club.url, {"do": "agree", "back": "agreed", "stake": "much"})
    assert "Settings saved." not in club.see("/agreed")


def first_dealer(club):
    """The first dealer, on the page of the club and at a new table."""
    (dealer,) = re.findall(r"(\w+) deals first\. ", club.see())
    page = club.get(f"/new/kaiser?club={club.key}").text
    names = re.findall(r'id="name-\d"[^>]*value="(\w*)"', page)
    (checked,) = re.findall(r'name="dealer" value="(\d)" checked', page)
    assert names[int(checked) - 1] == dealer
    return dealer


def test_first_dealer_is_found_as_the_club_agreed(club):
    before = club.played(5)
    club.see()
    summary = next(each for each in tables_of(club) if each.summary).summary
    won = [each.name for each in finishers(summary) if each.won]
    assert first_dealer(club) == season_after(before, club)
    club.change("agree", deal="winner")
    assert first_dealer(club) == min(won, key=PEOPLE.index)
    assert "Winner of the last game." in club.see()
    club.change("agree", deal="drawn")
    drawn = first_dealer(club)
    assert drawn == first_dealer(club)  # the same as long as nothing is played
    absent = next(name for name in PEOPLE if name != drawn)
    club.change("tonight", person=f"-{absent}")
    assert f"{drawn} deals first." in club.see()
    assert "Drawn." in club.see()


def season_after(before, club):
    """The next person of the club after the first dealer of this table."""
    head = before.record.head
    last = head[f"player {head.get('dealer', '1')}"]
    return PEOPLE[(PEOPLE.index(last) + 1) % 4]


def tables_of(club):
    return Listing(club.store).listed(Scope(club=club.key))


def test_next_step_of_club_is_green_button(app):
    club = Club(app)
    club.url = club.post("/clubs", {"name": "T"}).headers["Location"].removesuffix("/agreed")

    def step():
        return plain(match_in(r'(?s)<a class="bt go".*?</a>', club.get(club.url).text)[0])

    assert step() == "Add members"
    club.change("come", person="Ada, Bo, Cy, Dee")
    assert step() == CHOOSE_A_GAME
    code = club.start("another", "own", PEOPLE, **{"rule.title": "Hearts"})
    assert step() == "Go on Hearts"
    assert club.last.text.count(f'href="/t/{code}"') == 2
    home = club.get("/")
    assert "Go on: Hearts" in plain(home.text)
    assert "Next game" not in home.text
    club.post(f"/t/{code}/delete", {})
    assert step().startswith("Play Hearts")


def test_impossible_club_change_is_refused_in_words(club):
    before = club.kept
    for do, more, words in (
        ("come", {"person": "ada"}, "ada is in the club already"),
        ("come", {"person": "7"}, "taken for a seat’s number"),
        ("come", {"person": "Fay,,Gus"}, "A person needs a name"),
        ("agree", {"name": "A", "points": "1 2 3"}, "none higher than the one before"),
        ("agree", {"name": "A", "points": "five"}, "“five”"),
        ("count", {"count": "100"}, "whole number from 0 to 99"),
        ("agree", {"stake": "-5"}, "“-5”"),
        ("agree", {"stake": "other", "stake_other": "a euro"}, "“a euro”"),
        ("dates", {"since": "soon", "until": ""}, "“soon” is not a day"),
        ("dates", {"since": "2026-11-05", "until": "2026-11-01"}, "before it begins"),
        ("note", {"day": DAY, "note": "x" * 501}, "this one has 501"),
        ("agree", {"name": " ", "points": "5"}, "A club needs a name"),
        ("counts", {"day": "-soon"}, "“soon” is not a day"),
    ):
        answer = club.post(club.url, {"do": do, **more})
        assert answer.status_code == 422, (do, more)
        assert words in plain(answer.text)
        assert club.kept == before
    assert club.post(club.url, {"do": "rob"}).status_code == 400
    answer = club.change("tonight", person="-Ada", back="//evil.example")
    assert answer.headers["Location"] == club.url


def test_an_evening_is_settled(club):
    record = club.played(5).record
    assert "No stake" in club.see(f"/settle/{DAY}")
    club.change("agree", stake="other", stake_other="10", per="point")
    least, most = sorted(games.find("kaiser").replay(record).ledger.totals.values())
    page = club.see(f"/settle/{DAY}")
    assert re.findall(r"\w+ pays \w+", page) == ["Bo pays Ada", "Dee pays Cy"], page
    assert "2 payments" in page
    assert f"{10 * (most - least) / 100:.2f}" in page
    assert f"Stake: {club.kept.stake / 100:.2f} a point" in page
    assert "the difference" in page
    club.played(5, key="another")
    assert "Hearts 16, 52, 22, 14" in club.see(f"/settle/{DAY}")  # a side’s colon is for two


# -- passed on -----------------------------------------------------------------------------------


@pytest.fixture
def other(elsewhere):
    """A phone elsewhere, which has no club and no table yet."""
    return Club(elsewhere.client.application)


def link_of(club):
    (link,) = re.findall(r'id="link" readonly value="([^"]+)"', club.get(f"{club.url}/along").text)
    return link


def copied(club, other):
    """True if the other phone's club is this one, with copies of its tables."""
    same = replace(club.kept, tables=()) == replace(other.kept, tables=())
    return same and len(other.kept.tables) == 1 and other.kept.tables != club.kept.tables


def test_club_travels_as_file_with_its_tables(club, other):
    club.start()
    club.change("note", day=DAY, note="9 no")
    data = json.loads(club.get(f"{club.url}/club.json").text)
    assert (data["format"], len(data["tables"])) == ("companion-export", 1)
    other.url = other.post("/import", {"text": json.dumps(data)}).headers["Location"]
    assert other.url != club.url
    assert copied(club, other)


def test_link_carries_whole_club_and_updates_it(club, other, store):
    club.start()
    club.change("note", day=DAY, note="9 no")
    link = link_of(club)
    assert "#take=" in link
    page = plain(other.post("/take", {"table": link}).text)
    assert "Ada, Bo, Cy and Dee" in page
    assert "1 table" in page
    assert "here already" not in page
    assert len(Clubs(store).all()) == 1
    other.url = other.post("/take", {"table": link, "do": "club"}).headers["Location"]
    assert copied(club, other)
    # The other phone plays on, and exports it back: nothing is doubled, and nothing is lost.
    other.start(submission="s2", **{"rule.target": "62"})
    other.change("come", person="Eli")
    other.change("note", day="2026-11-12", note="slam")
    club.change("come", person="Fay")
    before, back = len(store.tables()), {"table": link_of(other)}
    assert "here already" in plain(club.post("/take", back).text)
    for _ in range(2):
        assert club.post("/take", back | {"do": "club"}).headers["Location"] == club.url
    now = club.kept
    assert now.people == ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
    assert dict(now.notes) == {DAY: "9 no", "2026-11-12": "slam"}
    assert (len(now.tables), len(store.tables())) == (2, before + 1)
    # A file does the same.
    file = other.get(f"{other.url}/club.json").text
    assert "Thursday club is here already" in plain(club.post("/import", {"text": file}).text)
    assert (club.kept, len(store.tables())) == (now, before + 1)


def test_club_too_long_for_link_becomes_file(club):
    for day in range(1, 11):
        text = " ".join(str(n * n * day % 9973) for n in range(80))
        club.change("note", day=f"2026-11-{day:02}", note=text)
    words, page = club.see("/along"), club.last.text
    assert 'class="qr"' not in page
    assert 'id="link"' not in page
    assert re.search(r"too long for a link: \d{4} letters, and a camera reads 1600", words)
    assert f'href="{club.url}/club.json"' in page


@pytest.mark.parametrize(
    "of",
    [1, {}, {"name": ""}, {"people": ["x" * 200]}, {"people": [f"P{n}" for n in range(61)]},
     {"since": "soon"}, {"stake": -1}, {"notes": {DAY: "x" * 501}}, {"points": [1] * 16},
     {"first_deal": "soon"}],
)  # fmt: skip
def test_file_with_invalid_club_is_refused_whole(phone, of):
    wrong = {"name": "A", **of} if of and of != 1 else of
    data = {"format": "companion-export", "version": 1, "tables": [], "clubs": [wrong]}
    answer = phone().post("/import", {"text": json.dumps(data)})
    assert answer.status_code == 422
    assert "a club in it" in plain(answer.text)


def file_of(**more):
    """An import form with one club."""
    club = {"name": "A", "people": ["Ada"], **more}
    data = {"format": "companion-export", "version": 1, "tables": [], "clubs": [club]}
    return {"text": json.dumps(data)}


def test_house_rule_that_is_unknown_is_left_out(other):
    rules = {"zz": "1", "min_bid": "nonsense", "target": "62"}
    form = file_of(games=[{"game": "kaiser", "rules": rules}])
    other.url = other.post("/import", form).headers["Location"]
    page = other.get(f"/new/kaiser?club={other.key}")
    assert page.status_code == 200
    assert re.search(r'name="rule.target" value="62"', page.text)
    words = other.see("/agreed")
    assert "Kaiser: unknown house rule zz ignored" in words
    assert "Kaiser: unknown house rule min_bid ignored" in words
    assert "house rule target" not in words
    assert other.start()


def test_texts_of_an_imported_club_are_cleaned(other):
    games_of = [{"game": "another", "rules": {"title": "He\u202earts\0"}}]
    notes = {DAY: "9\u202e no\0\nslam", "2026-11-06": "\u202e"}
    other.url = other.post("/import", file_of(games=games_of, notes=notes)).headers["Location"]
    assert dict(other.kept.notes) == {DAY: "9 no slam"}
    assert other.kept.games[0].rules == {"title": "Hearts"}


@pytest.mark.parametrize(
    ("rules", "words"),
    [({str(n): "1" for n in range(61)}, "at most 60 house rules, not 61"),
     ({"title": "x" * 301}, "301 letters; a house rule has at most 300"),
     ({f"r{n:02}": "x" * 298 for n in range(20)}, "have 6020 letters; a club keeps at most 6000")],
)  # fmt: skip
def test_house_rules_of_an_imported_club_have_limits(other, rules, words):
    answer = other.post("/import", file_of(games=[{"game": "another", "rules": rules}]))
    assert answer.status_code == 422
    assert words in plain(answer.text)
    assert Clubs(other.store).all() == {}


@pytest.mark.parametrize("way", ["form", "link", "file"])
def test_club_refuses_too_many_people_without_the_lock(club, way):
    """At once, and without waiting for the write lock."""
    names = [f"{n:04x}" for n in range(50_000)]
    data = {"format": "companion-export", "version": 1, "tables": [],
            "clubs": [{"name": "A", "people": names}]}  # fmt: skip
    path, body = {
        "form": (club.url, f"do=come&person={','.join(names)}"),
        "link": ("/take", f"do=club&table=%23take={deflated(json.dumps(data).encode())}"),
        "file": ("/import", urlencode({"text": json.dumps(data)})),
    }[way]
    club.post(path, body, content_type="application/x-www-form-urlencoded")  # opens the templates
    before = club.kept
    with spent() as work, club.store.writing() as session:
        session.get(ClubRow, club.key, with_for_update=True)
        answer = club.post(path, body, content_type="application/x-www-form-urlencoded")
    assert work.seconds < 1
    assert answer.status_code == 422
    many = 50_004 if way == "form" else 50_000
    assert f"A club has at most 60 people, not {many}." in plain(answer.text)
    assert club.kept == before


# -- people leave --------------------------------------------------------------------------------


def test_deleted_club_leaves_its_tables(club, store):
    table = club.played(5)
    assert club.post(f"{club.url}/forget", {}).headers["Location"].endswith("#forget")
    club.post(f"{club.url}/forget", {"sure": "yes"})
    assert club.get(club.url).status_code == 404
    assert store.table(table.code).code == table.code
    assert club.url not in club.get("/").text


def test_erased_name_leaves_the_club_too(app):
    club = Club(app).found(people="Ada, Bo")
    club.change("note", day=DAY, note="ada’s first 9 no")
    club.post("/people/erase", {"name": "Ada", "sure": "yes"})
    assert (club.kept.people, club.kept.here) == (("Bo",), ("Bo",))
    assert club.kept.notes[DAY] == "somebody’s first 9 no"


def test_club_order_changes_and_people_leave(club):
    for _ in range(2):  # as by a form that waited for the network and was sent again
        club.change("first", person="Cy", place="2")
    club.change("go", person="Dee")
    assert club.kept.people == ("Ada", "Cy", "Bo")


def test_removed_member_comes_back_by_undo(club):
    club.change("tonight", person="-Bo")
    agreed = f"{club.url}/agreed"
    for name in ("Cy", "Bo"):
        club.get(agreed)
        club.send(club.url, also=f"do=go&person={name}")
        assert club.kept.people == tuple(one for one in PEOPLE if one != name)
        assert f"{name} is removed. Undo" in club.words()
        undo = match_in(r'name="also" value="(do=put[^"]*)"', club.last.text)[1]
        for _ in range(2):  # the second tap changes nothing
            club.get(agreed)
            assert "is removed" not in club.words()
            club.send(club.url, also=unescape(undo))
            assert club.kept.people == PEOPLE
            assert club.kept.here == ("Ada", "Cy", "Dee")


def test_removed_game_comes_back_with_its_rules(club):
    club.start("kaiser", **{"rule.target": "62"})
    club.get(f"{club.url}/agreed")
    club.send(club.url, also="do=drop&game=kaiser")
    assert club.kept.games == ()
    assert "Kaiser is removed. Undo" in club.words()
    undo = match_in(r'name="also" value="(do=put[^"]*)"', club.last.text)[1]
    club.send(club.url, also=unescape(undo))
    (game,) = club.kept.games
    assert (game.game, game.rules["target"]) == ("kaiser", "62")


def test_known_names_stay_after_the_first_is_taken(app):
    club = Club(app)
    club.begin(**{f"name.{place}": name for place, name in enumerate(PEOPLE, 1)})
    club.url = club.post("/clubs", {"name": "T"}).headers["Location"].removesuffix("/agreed")
    for place, name in enumerate(PEOPLE):
        page = club.get(f"{club.url}/agreed").text
        offered = re.findall(r'value="do=come&amp;person=(\w+)"', page)
        assert sorted(offered) == sorted(PEOPLE[place:])
        club.change("come", person=name)

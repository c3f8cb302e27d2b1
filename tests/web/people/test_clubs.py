"""A club: tonight, an evening, the season, who pays whom; seen by whoever has its key."""

import csv
import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion import games
from companion.engine.transcript import Transcript
from companion.store.exchange import Saved
from companion.tables.carrying import canonical
from tests.web.phones import plain


def founded(phone, name="Thursday club", people="Ada, Bo, Cy, Dee"):
    """A phone's new club; its address."""
    where = phone.post("/clubs", data={"name": name}).headers["Location"]
    url = where.removesuffix("/agreed")
    if people:
        changed(phone, url, "come", person=people)
    return url


def changed(phone, url, do, **more):
    answer = phone.post(url, data={"do": do, **more})
    assert answer.status_code == 303, answer.text
    return answer


def key_of(url):
    return url.rpartition("/")[2]


def played(store, url, day, *names, key="kaiser", rules=None):
    """The golden evening of a game, played by these people on a day of November, for the club."""
    game = games.find(key)
    record = canonical(game, Transcript.read(game.file("evening.txt"), key).record)
    record.head |= {f"player {seat}": name for seat, name in enumerate(names, 1)}
    at = datetime(2026, 11, day, 20, tzinfo=UTC)
    saved = Saved.beginning(record, game.edition, at=at)
    saved.row.status = "finished"
    (table,) = store.restore([saved])
    add = lambda club: replace(club, tables=(*club.tables, table.code))  # noqa: E731
    store.clubs.change(key_of(url), add)
    return table


def test_a_club_is_founded_seen_on_the_first_page_and_opened_in_one_tap(phone):
    one, other = phone(), phone()
    url = founded(one)
    home = one.get("/").text
    assert f'href="{url}"' in home
    assert "Thursday club 4 people" in plain(home)
    assert "Real cards on the table" not in home  # who has a club knows
    assert "Thursday club" in one.get(url).text
    assert "Clubs" in one.get("/more").text
    # Whoever has not its key sees nothing of it.
    for page in ("/", "/clubs", "/people", "/more"):
        assert url not in other.get(page).text
    for page in ("", "/season", "/agreed", "/club.json", "/season.csv", "/evening/2026-11-05"):
        assert other.get(f"/club/{'x' * 24}{page}").status_code == 404
    assert other.get(url).status_code == 200
    assert "Thursday club" in other.get("/").text


def test_a_newcomer_sees_no_club(phone):
    assert "club" not in plain(phone().get("/").text).lower()


@pytest.mark.parametrize(("name", "words"), [("", "needs a name"), ("x" * 70, "70 letters")])
def test_a_club_without_a_good_name_is_refused_and_what_was_typed_stays(phone, name, words):
    answer = phone().post("/clubs", data={"name": name})
    assert answer.status_code == 422
    assert words in plain(answer.text)
    assert f'value="{name}"' in answer.text


def test_who_is_here_sits_at_the_new_table_and_who_comes_next_deals(phone, store):
    one = phone()
    url = founded(one, people="Ada, Bo, Cy, Dee, Eli")
    played(store, url, 5, "Bo", "Ada", "Cy", "Dee")
    assert re.search(r"Thursday club 5 people, 1 evening\b", plain(one.get("/").text))
    changed(one, url, "tonight", person="-Dee")
    changed(one, url, "tonight", person="-Dee")
    tonight = plain(one.get(url).text)
    dealer = store.table(store.clubs.get(key_of(url)).tables[0]).record.head
    first = dealer[f"player {dealer.get('dealer', '1')}"]
    after = {"Ada": "Bo", "Bo": "Cy", "Cy": "Eli", "Dee": "Eli"}[first]
    assert f"{after} deals first." in tonight
    assert f"{first} did last time." in tonight
    page = one.get(f"/new/kaiser?club={key_of(url)}").text
    names = re.findall(r'id="name-\d"[^>]*value="(\w*)"', page)
    assert names == ["Ada", "Bo", "Cy", "Eli"]
    (checked,) = re.findall(r'name="dealer" value="(\d)" checked', page)
    assert names[int(checked) - 1] == after


def test_a_table_begun_for_the_club_is_its_table_with_its_house_rules(phone, store):
    one = phone()
    url = founded(one)
    key = key_of(url)
    form = {"club": key, "do": "begin", "rule.target": "62", "submission": "s"}
    form |= {f"name.{n}": name for n, name in enumerate(("Ada", "Bo", "Cy", "Dee"), 1)}
    where = one.post("/new/kaiser", data=form).headers["Location"]
    assert store.clubs.get(key).tables == (where.removeprefix("/t/"),)
    club = store.clubs.get(key)
    assert [(g.game, dict(g.rules)) for g in club.games] == [("kaiser", {"target": "62"})]
    assert "62" in plain(one.get(url).text)
    again = one.get(f"/new/kaiser?club={key}").text
    assert re.search(r'name="rule.target" value="62"', again)


def test_another_game_is_the_clubs_under_its_own_name(phone, store):
    one = phone()
    url = founded(one)
    key = key_of(url)
    for title, best in (("Hearts", "lowest"), ("Skat", "highest")):
        form = {"club": key, "do": "begin", "rule.title": title, "rule.best": best,
                "submission": title}  # fmt: skip
        form |= {f"name.{n}": name for n, name in enumerate(("Ada", "Bo", "Cy"), 1)}
        assert one.post("/new/another", data=form).status_code in (302, 303)
    assert [g.key for g in store.clubs.get(key).games] == ["another: Hearts", "another: Skat"]
    page = one.get(url).text
    (link,) = re.findall(r'href="(/new/another\?[^"]*title=Hearts)"', page)
    begun = one.get(link.replace("&amp;", "&")).text
    assert re.search(r'name="rule.title" value="Hearts"', begun)
    assert re.search(r'name="rule.best" value="lowest" checked', begun)


def test_an_evening_has_its_games_points_and_note(phone, store):
    one = phone()
    url = founded(one)
    table = played(store, url, 5, "Ada", "Bo", "Cy", "Dee")
    winners = one.get(f"/t/{table.code}").text
    assert winners
    page = plain(one.get(f"{url}/evening/2026-11-05").text)
    assert "won the evening" in page
    assert "Season points" in page
    changed(
        one,
        url,
        "note",
        day="2026-11-05",
        note="Dee’s <b>first</b> 9 no",
        back="evening/2026-11-05",
    )
    assert "Dee’s &lt;b&gt;first" in one.get(f"{url}/evening/2026-11-05").text
    changed(one, url, "note", day="2026-11-05", note="")
    assert dict(store.clubs.get(key_of(url)).notes) == {}
    changed(one, url, "drop", table=table.code, back="evening/2026-11-05")
    assert "Nobody has won yet" in plain(one.get(f"{url}/evening/2026-11-05").text)
    assert one.get(f"{url}/evening/yesterday").status_code == 404


def test_the_season_counts_as_the_club_agreed(phone, store):
    one = phone()
    url = founded(one)
    for day in (5, 12):
        played(store, url, day, "Ada", "Bo", "Cy", "Dee")
    page = plain(one.get(f"{url}/season").text)
    assert "2 of 2" in page
    assert (page.count(" 5 5"), page.count(" 3 3")) == (2, 2), page
    assert one.last.text.count('class="person leads"') == 2  # those in first place
    before = table_of(one, url)
    assert {row["points"] for row in before.values()} == {"10", "6"}
    for _ in range(2):
        changed(one, url, "counts", day="-2026-11-12", back="season")
    assert {row["points"] for row in table_of(one, url).values()} == {"5", "3"}
    changed(one, url, "agree", name="T", points="9, 1", count="all")
    assert {row["points"] for row in table_of(one, url).values()} == {"9", "0"}
    changed(one, url, "count", count="average")
    assert {row["average"] for row in table_of(one, url).values()} == {"9.00", "0.00"}
    changed(one, url, "dates", since="2026-11-06", until="2026-11-30")
    assert {row["evenings"] for row in table_of(one, url).values()} == {"0"}


def table_of(phone, url):
    """The season's table of the CSV, by name."""
    text = phone.get(f"{url}/season.csv").text.removeprefix("\ufeff")
    return {row["name"]: row for row in csv.DictReader(text.splitlines())}


@pytest.mark.parametrize(
    ("do", "more", "words"),
    [
        ("come", {"person": "ada"}, "ada is in the club already"),
        ("come", {"person": "7"}, "taken for a seat’s number"),
        ("come", {"person": "Fay,,Gus"}, "A person needs a name"),
        ("agree", {"name": "A", "points": "1 2 3"}, "none higher than the one before"),
        ("agree", {"name": "A", "points": "five"}, "“five”"),
        ("count", {"count": "100"}, "whole number from 0 to 99"),
        ("stake", {"stake": "-5"}, "“-5”"),
        ("dates", {"since": "soon", "until": ""}, "“soon” is not a day"),
        ("dates", {"since": "2026-11-05", "until": "2026-11-01"}, "before it begins"),
        ("note", {"day": "2026-11-05", "note": "x" * 501}, "this one has 501"),
        ("agree", {"name": " ", "points": "5"}, "A club needs a name"),
        ("counts", {"day": "-soon"}, "“soon” is not a day"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_words_and_nothing_changes(phone, store, do, more, words):
    one = phone()
    url = founded(one)
    before = store.clubs.get(key_of(url))
    answer = one.post(url, data={"do": do, **more})
    assert answer.status_code == 422
    assert words in plain(answer.text)
    assert store.clubs.get(key_of(url)) == before


def test_an_unknown_change_is_refused(phone):
    one = phone()
    url = founded(one)
    assert one.post(url, data={"do": "rob"}).status_code == 400
    answer = one.post(url, data={"do": "tonight", "person": "-Ada", "back": "//evil.example"})
    assert answer.headers["Location"] == url


def test_an_evening_is_settled(phone, store):
    one = phone()
    url = founded(one)
    table = played(store, url, 5, "Ada", "Bo", "Cy", "Dee")
    changed(one, url, "stake", stake="10", per="point", back="settle/2026-11-05")
    totals = sorted(one_totals(table))
    cents = 10 * (totals[1] - totals[0])
    page = plain(one.get(f"{url}/settle/2026-11-05").text)
    assert re.findall(r"\w+ pays [A-Z]\w+", page) == ["Bo pays Ada3", "Dee pays Cy3"]
    assert f"{cents // 100}.{cents % 100:02}" in page
    assert "the difference" in page
    played(store, url, 5, "Ada", "Bo", "Cy", "Dee", key="another")
    page = plain(one.get(f"{url}/settle/2026-11-05").text)
    assert "Hearts 16, 52, 22, 14" in page  # a side’s colon is for two


def one_totals(table):
    replay = games.find(table.game).replay(table.record)
    return replay.ledger.totals.values()


def test_a_club_is_passed_on_as_a_file_with_its_tables(phone, store):
    one, other = phone(), phone()
    url = founded(one)
    form = {"club": key_of(url), "do": "begin", "submission": "s"}
    form |= {f"name.{n}": name for n, name in enumerate(("Ada", "Bo", "Cy", "Dee"), 1)}
    one.post("/new/kaiser", data=form)
    changed(one, url, "note", day="2026-11-05", note="9 no")
    data = json.loads(one.get(f"{url}/club.json").text)
    assert (data["format"], len(data["tables"])) == ("companion-export", 1)
    answer = other.post("/import", data={"text": json.dumps(data)})
    there = answer.headers["Location"]
    assert there != url
    mine, its = (store.clubs.get(key_of(each)) for each in (url, there))
    assert replace(mine, tables=()) == replace(its, tables=())
    assert (len(its.tables), its.tables != mine.tables) == (1, True)


def link_of(phone, url):
    (link,) = re.findall(r'id="link" readonly value="([^"]+)"', phone.get(f"{url}/along").text)
    return link


def begun(phone, url, number=1):
    """A table of the club, begun by tapping; its code."""
    form = {"club": key_of(url), "do": "begin", "submission": f"s{number}"}
    form |= {"rule.target": f"{60 + number}"}
    form |= {f"name.{n}": name for n, name in enumerate(("Ada", "Bo", "Cy", "Dee"), 1)}
    return phone.post("/new/kaiser", data=form).headers["Location"].removeprefix("/t/")


def test_a_link_holds_the_whole_club_and_brings_it_up_to_date_where_it_is(phone, store):
    one, other = phone(), phone()
    url = founded(one)
    begun(one, url)
    changed(one, url, "note", day="2026-11-05", note="9 no")
    link = link_of(one, url)
    assert "#take=" in link
    page = plain(other.post("/take", data={"table": link}).text)
    assert "Ada, Bo, Cy and Dee" in page
    assert "1 table" in page
    assert "here already" not in page
    assert len(store.clubs.all()) == 1
    there = other.post("/take", data={"table": link, "do": "club"}).headers["Location"]
    mine, its = (store.clubs.get(key_of(each)) for each in (url, there))
    assert replace(mine, tables=()) == replace(its, tables=())
    assert its.tables != mine.tables
    # The other phone plays on, and gives it back: nothing is there twice, and nothing is lost.
    begun(other, there, 2)
    changed(other, there, "come", person="Eli")
    changed(other, there, "note", day="2026-11-12", note="slam")
    changed(one, url, "come", person="Fay")
    before = len(store.tables())
    back = link_of(other, there)
    assert "here already" in plain(one.post("/take", data={"table": back}).text)
    for _ in range(2):
        answer = one.post("/take", data={"table": back, "do": "club"})
        assert answer.headers["Location"] == url
    now = store.clubs.get(key_of(url))
    assert now.people == ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
    assert dict(now.notes) == {"2026-11-05": "9 no", "2026-11-12": "slam"}
    assert (len(now.tables), len(store.tables())) == (2, before + 1)
    # A file does the same.
    file = other.get(f"{there}/club.json").text
    assert one.post("/import", data={"text": file}).headers["Location"] == url
    assert (store.clubs.get(key_of(url)), len(store.tables())) == (now, before + 1)


def test_a_club_too_long_for_a_link_says_so_and_goes_as_a_file(phone, store):
    one = phone()
    url = founded(one)
    for day in range(1, 11):
        text = " ".join(str(n * n * day % 9973) for n in range(80))
        changed(one, url, "note", day=f"2026-11-{day:02}", note=text)
    page = one.get(f"{url}/along").text
    assert 'class="qr"' not in page
    assert 'id="link"' not in page
    assert re.search(r"too long for a link: \d{4} letters, and a camera reads 2200", plain(page))
    assert f'href="{url}/club.json"' in page


@pytest.mark.parametrize(
    "club",
    [
        1,
        {},
        {"name": ""},
        {"name": "A", "people": ["x" * 200]},
        {"name": "A", "people": [f"P{n}" for n in range(61)]},
        {"name": "A", "since": "soon"},
        {"name": "A", "stake": -1},
        {"name": "A", "notes": {"2026-11-05": "x" * 501}},
        {"name": "A", "points": [1] * 16},
    ],
)
def test_a_file_whose_club_is_none_is_refused_whole(phone, store, club):
    data = {"format": "companion-export", "version": 1, "tables": [], "clubs": [club]}
    answer = phone().post("/import", data={"text": json.dumps(data)})
    assert answer.status_code == 422
    assert "a club in it" in plain(answer.text)


def test_a_club_is_deleted_for_good_and_its_tables_stay(phone, store):
    one = phone()
    url = founded(one)
    table = played(store, url, 5, "Ada", "Bo", "Cy", "Dee")
    assert one.post(f"{url}/forget", data={}).headers["Location"].endswith("#forget")
    one.post(f"{url}/forget", data={"sure": "yes"})
    assert one.get(url).status_code == 404
    assert store.table(table.code).code == table.code
    assert url not in one.get("/").text


def test_a_name_that_is_erased_leaves_the_club_too(phone, store):
    one = phone()
    url = founded(one, people="Ada, Bo")
    changed(one, url, "note", day="2026-11-05", note="ada’s first 9 no")
    one.post("/people/erase", data={"name": "Ada", "sure": "yes"})
    club = store.clubs.get(key_of(url))
    assert (club.people, club.here) == (("Bo",), ("Bo",))
    assert club.notes["2026-11-05"] == "somebody’s first 9 no"


def test_the_order_of_the_club_can_be_changed_and_people_leave(phone, store):
    one = phone()
    url = founded(one)
    for _ in range(2):  # as by what waited for the network, and was sent again
        changed(one, url, "first", person="Cy", place="2")
    changed(one, url, "go", person="Dee")
    assert store.clubs.get(key_of(url)).people == ("Ada", "Cy", "Bo")

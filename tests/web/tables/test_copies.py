"""A repeated import is recognised: every kind of export, by the scorer or another phone."""

from __future__ import annotations

import csv
import json
import re
from datetime import timedelta
from html import unescape

import pytest

from companion.app import create_app
from companion.engine.record import RECORD_ACTS, Act, Record
from companion.results.summary import day_of
from companion.results.tally import people
from companion.settings import Settings
from companion.store import Store
from companion.store.clubs import Clubs
from companion.store.exchange import dump
from companion.store.listing import Listing, Scope
from companion.store.models import TableRow
from companion.store.portions import import_tables
from companion.tables import Tables
from companion.tables.carrying import begun
from companion.tables.copies import Arrivals, Reader
from companion.tables.summaries import fill
from tests.databases import prepared
from tests.finding import match_in
from tests.web.clubs.club import Club
from tests.web.phones import HANDS, NAMES, Phone, plain

GOES_ON = [{"bid 4": "7"}, {"bid 1": "pass"}]
"""Two answers of the fourth hand."""


@pytest.fixture
def club(app):
    """The phone of a club, which has scored three tables, two of them the club's: two games are
    over."""
    one, short = Club(app).found(), {"rule.target": "28"}
    for code in (one.start(submission="1", **short), one.begin(**NAMES, **short),
                 one.start(submission="2")):  # fmt: skip
        one.code = code
        for number, answers in enumerate(HANDS, 1):
            one.enter(Act("answer", number, answers))
    return one


@pytest.fixture
def other(elsewhere):
    return Club(elsewhere.client.application)


def table_link(one):
    return unescape(match_in(r'id="link" readonly value="([^"]+)"', one.get("take").text)[1])


def club_link(one):
    page = one.get(f"{one.url}/along").text
    return unescape(match_in(r'id="link" readonly value="([^"]+)"', page)[1])


EXPORTS = {
    "a table": lambda one: ("/import", {"text": one.get("export.json").text}),
    "everything": lambda one: ("/import", {"text": one.get("/export.json").text}),
    "a club": lambda one: ("/import", {"text": one.get(f"{one.url}/club.json").text}),
    "a table by link": lambda one: ("/take", {"table": table_link(one), "do": "write"}),
    "a table to look at": lambda one: ("/take", {"table": table_link(one), "do": "look"}),
    "a club by link": lambda one: ("/take", {"table": club_link(one), "do": "club"}),
}


def stored(one):
    """All stored data of a phone, and the statistics of its people."""
    store = one.store
    journals = {
        each.code: sum(row.kind in RECORD_ACTS for row in store.journal(each.code))
        for each in store.tables()
    }
    fill(store, 60)
    figures = people(Listing(store).entries(Scope()))
    return journals, Clubs(store).all(), figures


@pytest.mark.parametrize("kind", EXPORTS)
def test_import_adds_nothing_where_the_export_was_made(club, kind):
    path, form = EXPORTS[kind](club)
    before = stored(club)
    assert [(one.won, one.open) for one in before[2] if one.name in ("Ada", "Nell")] == [
        (1, 1),
        (1, 0),
    ]
    for _ in range(2):
        words = plain(club.post(path, form, follow_redirects=True).text)
        assert stored(club) == before
        assert "here already" in words or kind == "a club by link"


@pytest.mark.parametrize("kind", EXPORTS)
def test_import_adds_an_export_once_elsewhere(club, other, kind):
    path, form = EXPORTS[kind](club)
    assert other.post(path, form).status_code in (200, 303)
    first = stored(other)
    assert len(first[0]) == {"everything": 3, "a club": 2, "a club by link": 2}.get(kind, 1)
    for _ in range(2):
        words = plain(other.post(path, form, follow_redirects=True).text)
        assert stored(other) == first
        assert "here already" in words or kind == "a club by link"


def test_older_and_newer_exports_are_one_table(club, other):
    older = club.get("/export.json").text
    for answers in GOES_ON:
        club.enter(Act("answer", 4, answers))
    newer = club.get("/export.json").text
    here = stored(club)
    assert "here already, and further on" in plain(club.post("/import", {"text": older}).text)
    assert stored(club) == here
    other.post("/import", {"text": older})
    assert sorted(stored(other)[0].values()) == [3, 3, 3]
    assert "2 entries were added" in plain(other.post("/import", {"text": newer}).text)
    both = stored(other)
    assert sorted(both[0].values()) == [3, 3, 5]
    for text in (older, newer, older):
        assert "All of it is here already" in plain(other.post("/import", {"text": text}).text)
        assert stored(other) == both


def test_import_adds_nothing_to_a_diverged_table(club, other):
    other.post("/import", {"text": club.get("/export.json").text})
    club.enter(Act("answer", 4, GOES_ON[0]))
    (other.code,) = [each.code for each in other.store.tables()
                     if each.state.start == club.stored.state.start]  # fmt: skip
    other.enter(Act("answer", 4, {"bid 4": "8"}))
    before, file = stored(other), club.get("/export.json").text
    page = other.post("/import", {"text": file})
    assert "went on in both places. Nothing was added." in plain(page.text)
    assert stored(other) == before
    letters = match_in(r'name="table" value="([^"]+)"', page.text)[1]
    assert "choose which of the two counts" in plain(other.post("/take", {"table": letters}).text)
    # The player keeps both. After that the file is here as it is.
    other.post("/take", {"table": letters, "do": "write"})
    kept = stored(other)
    assert sorted(kept[0].values()) == [3, 3, 4, 4]
    assert "All of it is here already" in plain(other.post("/import", {"text": file}).text)
    other.post("/take", {"table": letters, "do": "write"})
    assert stored(other) == kept


def test_two_clubs_of_one_name_stay_two(club, other):
    two = Club(club.client.application).found()
    two.change("note", day="2026-11-05", note="the second")
    for name in ("Ada", "Bo"):
        two.change("go", person=name)
    clubs = [club.kept, two.kept]
    text = json.dumps(dump(Tables(club.store).export(club.kept.tables), clubs))
    for _ in range(3):
        other.post("/import", {"text": text})
        assert sorted(len(each.people) for each in Clubs(other.store).all().values()) == [2, 4]


def test_import_adds_a_table_once_per_file(club, other):
    data = club.get("export.json").json
    data["tables"] *= 3
    data["tables"][1] = {**data["tables"][0], "journal": data["tables"][0]["journal"][:1]}
    other.post("/import", {"text": json.dumps(data)})
    assert [*stored(other)[0].values()] == [3]


# -- a reader who may not score the table --------------------------------------------------------


def forged(one, hand=4, **answers):
    """The export of a table with one more entry, as any owner of the file can write it."""
    data = one.get("export.json").json
    row = data["tables"][0]["journal"][-1]
    more = {"hand": hand, "seq": row["seq"] + 1, "form": row["seq"] + 1, "answers": answers}
    data["tables"][0]["journal"].append(row | more)
    return json.dumps(data)


def with_another(text):
    """The same in a file of two tables, which is imported without a question."""
    data, another = json.loads(text), begun(Record.begin("kaiser", "ABCD"))
    another.row.code = "XXXXXX"
    return json.dumps({**data, "tables": data["tables"] + dump([another])["tables"]})


def test_file_gives_no_right_at_a_listed_table(club, phone):
    stranger, before = phone(), stored(club)
    text = forged(club, **{"bid 4": "9"})
    page = stranger.post("/import", {"text": text})
    assert "This table is here already. This phone watches it." in plain(page.text)
    assert f"/t/{club.code}/pencil" in page.text
    letters = match_in(r'name="table" value="([^"]+)"', page.text)[1]
    for do in ("bring", "look", "other"):
        stranger.post("/take", {"table": letters, "do": do})
        assert stored(club) == before
    page = stranger.post("/import", {"text": with_another(text)})
    assert "and this phone watches it" in plain(page.text)
    assert len(club.store.tables()) == len(before[0]) + 1
    assert [row.seq for row in club.store.journal(club.code)] == [1, 2, 3]
    assert stranger.get(f"/t/{club.code}/more").status_code == 403
    # A copy is made if the stranger says so. It is the stranger's from then on, and made once.
    stranger.go(stranger.post("/take", {"table": letters, "do": "write"}))
    assert stranger.code != club.code
    many = len(club.store.tables())
    assert "with every entry" in plain(stranger.post("/import", {"text": text}).text)
    stranger.post("/take", {"table": letters, "do": "write"})
    assert len(club.store.tables()) == many


def test_import_reveals_nothing_of_a_watched_table(club, phone):
    """With any entries: otherwise hidden answers could be guessed."""
    stranger = phone()
    right, more = club.get("export.json").text, forged(club, **{"bid 4": "9"})
    wrong = json.loads(right)
    wrong["tables"][0]["journal"][1]["answers"]["tricks"] = "6"
    pages = [stranger.post("/import", {"text": text}).text
             for text in (right, more, json.dumps(wrong))]  # fmt: skip
    said = [plain(page).partition("This table is here")[2] for page in pages]
    assert said[0]
    assert len(set(said)) == 1


@pytest.fixture
def hosted(tmp_path):
    """A server on which each browser sees its own tables."""
    store = Store(prepared(f"sqlite:///{tmp_path / 'hosted.db'}"))
    yield create_app(store, data=tmp_path, settings=Settings(listed=False, limits=False))
    store.close()


def test_stranger_gets_a_copy_of_an_unlisted_table(hosted):
    mine, stranger = Phone(hosted), Phone(hosted)
    mine.begin(**NAMES)
    mine.enter(Act("answer", 1, {"bid 2": "7"}))
    text, before = forged(mine, 1, **{"bid 3": "8"}), mine.stored
    page = stranger.post("/import", {"text": text})
    assert "1 table imported" in plain(page.text)
    assert mine.code not in page.text
    assert mine.stored == before
    assert len(mine.store.tables()) == 2
    for _ in range(2):
        assert "with every entry" in plain(stranger.post("/import", {"text": text}).text)
    # The scorer of the table adds the entry to it.
    page = mine.post("/import", {"text": text})
    assert "played on elsewhere" in plain(page.text)
    assert len(mine.store.tables()) == 2


def test_import_recognises_a_watched_table(hosted):
    mine, watcher = Phone(hosted), Phone(hosted)
    mine.begin(**NAMES)
    text = mine.get("export.json").text
    watcher.get(f"/t/{mine.code}")
    assert "This phone watches it" in plain(watcher.post("/import", {"text": text}).text)
    assert len(mine.store.tables()) == 1


@pytest.mark.parametrize("over", [True, False])
def test_finished_game_that_is_watched_is_not_copied(hosted, over):
    """It would count twice."""
    mine, watcher = Phone(hosted), Phone(hosted)
    mine.begin(**NAMES, **{"rule.target": "28"} if over else {})
    for number, answers in enumerate(HANDS, 1):
        mine.enter(Act("answer", number, answers))
    assert mine.replay.over == over
    watcher.get(f"/t/{mine.code}")
    link = {"table": table_link(mine)}
    assert ("Keep a copy" in plain(watcher.post("/take", link).text)) is not over
    watcher.post("/take", link | {"do": "write"})
    assert len(mine.store.tables()) == (1 if over else 2)


# -- at the same moment --------------------------------------------------------------------------


def test_import_keeps_an_entry_made_meanwhile(played, store):
    """Between comparing and writing: by then the copies differ."""
    (shorter,) = Tables(store).export([played.code])
    played.enter(Act("answer", 4, GOES_ON[0]))
    (longer,) = Tables(store).export([played.code])
    store.forget(played.code)
    played.open(import_tables(store, [shorter])[0])
    arrivals = Arrivals(Tables(store), Reader(lambda _: True, lambda _: True))
    (arrival,) = arrivals.recognised([longer])
    assert arrival.kind == "grown"
    played.enter(Act("answer", 4, {"bid 4": "8"}))
    (taken,) = arrivals.take([arrival])
    assert (taken.arrival.kind, taken.table, taken.code) == ("parted", None, played.code)
    assert played.record.hands[3] == {"bid 4": "8"}


@pytest.mark.parametrize("tricks", ["6", "7"], ids=["the same end", "another end"])
def test_copies_played_to_their_ends_count_once(app, phone, tricks):
    """A table goes on on two phones of a club. Both copies come to the club."""
    one, two = Club(app).found(), Club(app)
    two.url, one.code = one.url, one.start(**{"rule.target": "28"})
    for number, answers in enumerate(HANDS[:2], 1):
        one.enter(Act("answer", number, answers))
    two.get(f"/t/{one.code}")
    two.go(two.post("/take", {"table": table_link(one), "do": "write"}))
    assert two.code != one.code
    two.post(f"{two.url}/in", {"table": two.code})
    assert re.search("A ?Ada ?1 open game", phone().words("/people"))
    for each, taken in ((one, "6"), (two, tricks)):
        each.enter(Act("answer", 3, HANDS[2] | {"tricks": taken}))
        assert "1 of 1" in phone().words("/people")
    played = day_of(one.stored.row.begun)
    assert re.search(r"games? 3 hands|1 of 1", one.words("/people/Ada"))
    assert one.words("/played/kaiser").count("1 game played to the end, 3 hands in all") == 1
    history, evening = one.get("/history").text, one.get(f"{one.url}/evening/{played}").text
    assert plain(history).count("a copy: does not count") == 1
    assert "Of several copies of a game, the finished one saved last counts." in plain(history)
    copies = evening.partition('id="copies"')[2].partition("</section>")[0]
    assert re.findall("/t/[A-Z]+", copies) == [f"/t/{one.code}"]
    (row,) = [each for each in csv.DictReader(one.get(f"{one.url}/season.csv").text.splitlines())
              if each["name"] == "Ada"]  # fmt: skip
    assert row["games won"] == "1"
    # Without the one that counts the other counts.
    two.post("delete", {})
    assert "does not count" not in one.words("/history")
    assert 'id="copies"' not in one.get(f"{one.url}/evening/{played}").text
    assert "1 of 1" in one.words("/people")


def test_rematch_of_the_same_players_is_no_copy(app, phone):
    one = Club(app).found()
    for submission in "12":
        one.code = one.start(submission=submission, **{"rule.target": "28"})
        for number, answers in enumerate(HANDS, 1):
            one.enter(Act("answer", number, answers))
        row = one.stored.row
        with one.store.writing() as session:  # the second began a second later
            session.get(TableRow, row.id).begun = row.begun - timedelta(seconds=9 - int(submission))
    assert "2 of 2" in phone().words("/people")

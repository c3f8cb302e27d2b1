"""Only the key opens a club: no other page, file or log has it, and it cannot be guessed."""

from __future__ import annotations

import json
import logging
import re

import pytest

from companion.app import create_app
from companion.settings import Settings
from tests.web.clubs.club import Club
from tests.web.phones import Phone

TOKEN = "a token of some length"
DAY = "2026-11-05"
WRONG, NAME = "w" * 24, "Goose club"


@pytest.fixture
def club(app):
    return Club(app).found(NAME)


@pytest.fixture
def hosted(store, tmp_path):
    """The app as on the internet: tables are not listed, guesses are counted, all is logged."""
    chosen = Settings(metrics=TOKEN, log="json", rest=0, listed=False)
    return create_app(store, data=tmp_path, settings=chosen)


def addresses(app, key, code):
    """Every route of a club: (method, path)."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/club/<key>"):
            _, path = rule.build({"key": key, "day": DAY, "code": code})
            yield from ((method, path) for method in rule.methods & {"GET", "POST"})


def test_no_club_route_accepts_a_wrong_key(club, phone, app):
    other, table = phone(), club.played(5)
    before = club.kept
    assert before.tables == (table.code,)
    found = list(addresses(app, WRONG, table.code))
    assert len(found) >= 12
    form = {"do": "agree", "name": "Mine", "points": "1", "sure": "yes", "table": table.code}
    for method, path in found:
        reply = other.client.open(path, method=method, data=form if method == "POST" else None)
        assert reply.status_code == 404, path
        assert "Goose" not in reply.text
    assert club.kept == before
    assert other.get(f"/new/kaiser?club={WRONG}").status_code == 404


def test_watchers_never_see_the_club_key(club, phone, app):
    club.change("note", day=DAY, note="a note of the club")
    code = club.start()
    for one in (phone(), club):
        seen = 0
        for rule in app.url_map.iter_rules():
            packed = rule.rule.endswith(".pdf")  # made from a page that is checked
            if rule.arguments <= {"code"} and "GET" in rule.methods and not packed:
                _, path = rule.build({"code": code})
                if one is club and not path.startswith(f"/t/{code}"):
                    continue  # pages of a member have the key
                reply = one.get(path)
                for secret in (club.key, "Goose", "a note of the club"):
                    assert secret.encode() not in reply.data, path
                    assert secret not in str(reply.headers), path
                seen += 1
        assert seen > 20
    for page in ("/people", "/history", "/person/Ada", "/played/kaiser", "/export.json"):
        assert club.key not in club.get(page).text


def test_strangers_rematch_is_no_club_game(club, phone):
    other = phone(club.start())
    other.post("rematch", {"submission": "o"})
    other.post(f"{club.url}/in", {"table": club.code})
    assert club.kept.tables == (club.code,)
    club.post("rematch", {"submission": "r"})
    assert len(club.kept.tables) == 2


def test_key_guessing_is_stopped_but_right_key_works(hosted):
    club, guesser = Club(hosted).found(NAME), Phone(hosted)
    codes = [guesser.get(f"/club/{number:024}").status_code for number in range(40)]
    assert (codes.count(404), codes.count(429)) == (30, 10)
    assert guesser.get(f"/new/kaiser?club={WRONG}").status_code == 429
    assert club.get(club.url).status_code == 200
    # The right link works, also from a blocked address: a club may share that address.
    assert guesser.get(club.url).status_code == 200
    assert Phone(hosted).get(f"/new/kaiser?club={club.key}").status_code == 200
    assert Phone(hosted).get(f"/club/{WRONG}").status_code == 429


def test_figures_and_log_have_no_key(hosted, caplog):
    club = Club(hosted)
    with caplog.at_level(logging.INFO, logger="companion"):
        logging.getLogger("companion").propagate = True
        club.found(NAME)
        for page in ("", "/season", "/season.csv", f"/evening/{DAY}"):
            club.get(club.url + page)
        club.get(f"/new/kaiser?club={club.key}")
        club.get(f"/club/{WRONG}")
    figures = club.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert 'route="/club/<key>/season"' in figures
    for secret in (club.key, WRONG, "Goose"):
        assert secret not in figures
        assert secret not in caplog.text


def test_addresses_are_long_and_stay_on_this_site(club):
    assert re.fullmatch(r"/club/[\w-]{24}", club.url)
    headers = club.get(club.url).headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert re.search("no-store|private", headers["Cache-Control"])


def test_private_server_shows_club_only_where_opened(hosted):
    club, other = Club(hosted).found(NAME), Phone(hosted)
    assert "Goose" not in other.get("/clubs").text
    other.get(club.url)
    assert "Goose" in other.get("/clubs").text
    assert json.loads(other.get(f"{club.url}/club.json").text)["clubs"][0]["name"] == NAME

"""A club is seen by whoever has its key: no other page, file or log has it, and none is guessed."""

from __future__ import annotations

import json
import logging
import re

import pytest

from companion.web import create_app
from companion.web.platform.settings import Settings
from tests.web.people.test_clubs import changed, founded, key_of, played
from tests.web.phones import Phone

TOKEN = "a token of some length"
DAY = "2026-11-05"
WRONG, NAME = "w" * 24, "Goose club"


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


def test_no_route_of_a_club_answers_a_wrong_key(phone, app, store):
    one, other = phone(), phone()
    url = founded(one, NAME)
    table = played(store, url, 5, "Ada", "Bo", "Cy", "Dee")
    before = store.clubs.get(key_of(url))
    found = list(addresses(app, WRONG, table.code))
    assert len(found) >= 12
    form = {"do": "agree", "name": "Mine", "points": "1", "sure": "yes", "table": table.code}
    for method, path in found:
        reply = other.client.open(path, method=method, data=form if method == "POST" else None)
        assert reply.status_code == 404, path
        assert "Goose" not in reply.text
    assert store.clubs.get(key_of(url)) == before
    assert store.clubs.get(key_of(url)).tables == (table.code,)
    assert other.get(f"/new/kaiser?club={WRONG}").status_code == 404


def test_no_page_or_file_has_the_key_for_who_only_watches(phone, app, store):
    one, other = phone(), phone()
    url = founded(one, NAME)
    changed(one, url, "note", day=DAY, note="a note of the club")
    form = {"club": key_of(url), "do": "begin", "submission": "s"}
    form |= {f"name.{n}": name for n, name in enumerate(("Ada", "Bo", "Cy", "Dee"), 1)}
    code = one.post("/new/kaiser", data=form).headers["Location"].removeprefix("/t/")
    for phone_of in (other, one):
        seen = 0
        for rule in app.url_map.iter_rules():
            packed = rule.rule.endswith(".pdf")  # made of a page that is looked at
            if rule.arguments <= {"code"} and "GET" in rule.methods and not packed:
                _, path = rule.build({"code": code})
                if phone_of is one and not path.startswith(f"/t/{code}"):
                    continue  # whoever has the key meets it on pages of their own
                reply = phone_of.get(path)
                for secret in (key_of(url), "Goose", "a note of the club"):
                    assert secret.encode() not in reply.data, path
                    assert secret not in str(reply.headers), path
                seen += 1
        assert seen > 20
    for page in ("/people", "/history", "/person/Ada", "/played/kaiser", "/export.json"):
        assert key_of(url) not in one.get(page).text


def test_a_rematch_by_a_stranger_is_no_game_of_the_club(phone, store):
    one, other = phone(), phone()
    url = founded(one, NAME)
    form = {"club": key_of(url), "do": "begin", "submission": "s"}
    form |= {f"name.{n}": name for n, name in enumerate(("Ada", "Bo", "Cy", "Dee"), 1)}
    code = one.post("/new/kaiser", data=form).headers["Location"].removeprefix("/t/")
    other.post(f"/t/{code}/rematch", data={"submission": "o"})
    other.post(f"{url}/in", data={"table": code})
    assert store.clubs.get(key_of(url)).tables == (code,)
    one.post(f"/t/{code}/rematch", data={"submission": "r"})
    assert len(store.clubs.get(key_of(url)).tables) == 2


def test_who_guesses_at_keys_is_stopped_and_a_right_one_is_not(hosted, store):
    one = Phone(hosted)
    url = founded(one, NAME)
    guesser = Phone(hosted)
    codes = [guesser.get(f"/club/{number:024}").status_code for number in range(40)]
    assert (codes.count(404), codes.count(429)) == (30, 10)
    assert guesser.get(f"/new/kaiser?club={WRONG}").status_code == 429
    assert one.get(url).status_code == 200
    # A right link opens, also at the address of who guesses: a club may share it.
    assert guesser.get(url).status_code == 200
    assert Phone(hosted).get(f"/new/kaiser?club={key_of(url)}").status_code == 200
    assert Phone(hosted).get(f"/club/{WRONG}").status_code == 429


def test_figures_and_log_have_no_key(hosted, store, caplog):
    one = Phone(hosted)
    with caplog.at_level(logging.INFO, logger="companion"):
        logging.getLogger("companion").propagate = True
        url = founded(one, NAME)
        for page in ("", "/season", "/season.csv", f"/evening/{DAY}"):
            one.get(url + page)
        one.get(f"/new/kaiser?club={key_of(url)}")
        one.get(f"/club/{WRONG}")
    figures = one.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert 'route="/club/<key>/season"' in figures
    for secret in (key_of(url), WRONG, "Goose"):
        assert secret not in figures
        assert secret not in caplog.text


def test_addresses_are_long_and_stay_on_this_site(phone):
    one = phone()
    url = founded(one, NAME)
    assert re.fullmatch(r"/club/[\w-]{24}", url)
    reply = one.get(url)
    assert reply.headers["Referrer-Policy"] == "same-origin"
    assert (
        "no-store" in reply.headers["Cache-Control"] or "private" in reply.headers["Cache-Control"]
    )


def test_a_club_on_a_server_without_lists_is_on_the_phones_that_opened_it(hosted):
    one, other = Phone(hosted), Phone(hosted)
    url = founded(one, NAME)
    assert "Goose" not in other.get("/clubs").text
    other.get(url)
    assert "Goose" in other.get("/clubs").text
    assert json.loads(other.get(f"{url}/club.json").text)["clubs"][0]["name"] == NAME

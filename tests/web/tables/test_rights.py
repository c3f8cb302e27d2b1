"""Phones that may score, and phones that only watch."""

from datetime import timedelta

import pytest
from flask import session

from companion import clock
from companion.app import create_app
from companion.engine.record import Record
from companion.settings import Settings
from companion.store.clubs import RuleSets
from tests.web.phones import HOSTED, HTMX, plain

one_app = pytest.mark.skipif(HOSTED, reason="one app is told")
ENDED = timedelta(seconds=-1)


def watches(one, code=""):
    """True if a phone only watches at its table, or at another one."""
    return "Watching live" in one.get(f"/t/{code or one.code}").text


def test_watchers_see_the_table_without_controls(played, phone):
    watcher = phone(played.code)
    assert watches(watcher)
    text = watcher.last.text
    assert "<form" not in text
    assert played.stored.key not in text
    assert f'hx-get="/t/{played.code}/live"' in text


def test_scorers_link_opens_table_and_hides_key(phone, store):
    (stored,) = others(store, 1)
    one = phone(stored.code)
    assert one.get(f"score/{stored.key}").headers["Location"] == f"/t/{stored.code}"
    assert "<form" in one.get("").text
    assert one.answer({"bid 2": "7"}).status_code == 200


def test_the_live_view_is_304_until_something_happens(played, phone):
    one = phone(played.code)
    one.get("")
    headers = {**HTMX, "HX-PTag": str(played.seq)}
    reply = one.get("live", headers=headers)
    assert (reply.status_code, reply.data) == (304, b"")
    played.answer({"bid 1": "7"})
    reply = one.get("live", headers=headers)
    assert reply.status_code == 200
    assert reply.headers["HX-PTag"] == str(played.seq)
    assert "<html" not in reply.text
    words = plain(reply.text)
    assert "Hand 4 is being played" in words
    assert "Nell 7" in words or "Nell7" in words


# -- cookies -------------------------------------------------------------------------------------


def test_cookies_are_signed_and_kept_from_scripts(app):
    reply = app.test_client().post("/look", data={"suits": "four"})
    cookie = reply.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@one_app
def test_expired_genuine_cookie_is_refused(scorer, app):
    assert not watches(scorer)
    app.config["PERMANENT_SESSION_LIFETIME"] = ENDED
    assert watches(scorer)


def test_session_changes_stay_within_their_request(scorer, app):
    scorer.get("/")
    cookie = {"Cookie": f"companion={scorer.client.get_cookie('companion').value}"}
    for _ in range(3):
        with app.test_request_context(headers=cookie):
            assert scorer.code in dict(session["tables"])
            session["tables"].clear()


def test_forged_cookies_grant_no_write_access(scorer, app):
    for n in range(3):
        with app.test_request_context(headers={"Cookie": f"companion=e30.forged.{n}"}):
            assert not session
    client = app.test_client()
    client.set_cookie("companion", "eyJ0YWJsZXMiOnt9fQ.forged.forged")
    reply = client.post(f"/t/{scorer.code}/answer", data={"seen": "0", "a.bid 2": "7"})
    assert reply.status_code == 403


# -- what a browser remembers --------------------------------------------------------------------


def others(store, many):
    """Tables of other people."""
    return [store.begin(Record.begin("kaiser", ["Ann", "Ben", "Cat", "Dan"])) for _ in range(many)]


def test_viewing_many_tables_keeps_write_access(scorer, store):
    for stored in others(store, 45):
        assert scorer.get(f"/t/{stored.code}").status_code == 200
    assert not watches(scorer)


def test_scoring_many_tables_keeps_write_access(scorer, store):
    """The cookie stores forty tables; the scorer's phone is stored with the table."""
    many = others(store, 45)
    for stored in many:
        scorer.get(f"/t/{stored.code}/score/{stored.key}")
    assert [each.code for each in many if watches(scorer, each.code)] == []
    assert not watches(scorer)


def test_only_latest_rule_sets_can_be_changed(phone, store):
    one = phone()
    for number in range(14):
        form = {"do": "keep", "set": f"Friday {number:02}", "rule.min_bid": "7"}
        assert one.post("/new/kaiser", form).status_code == 200
    page = one.get("/sets").text
    may = [f"/sets/{kept.id}/forget" in page for kept in RuleSets(store).all()]
    assert may == [False] * 2 + [True] * 12


def test_a_cookie_of_an_earlier_release_still_writes(phone, store):
    (stored,) = others(store, 1)
    one = phone(stored.code)
    with one.client.session_transaction() as session:
        session["tables"] = {stored.code: stored.key}
    assert not watches(one)


def test_tables_with_keys_stay_longest_in_cookie(phone, store):
    own, other = sorted(others(store, 2), key=lambda each: each.code)
    one = phone(own.code)
    with one.client.session_transaction() as session:
        session["tables"] = [[own.code, own.key], *([f"~{n}", ""] for n in range(39))]
    one.get(f"/t/{other.code}")
    assert not watches(one)


def test_clock_set_back_keeps_write_access(scorer, monkeypatch):
    back = clock.now() - timedelta(days=3 * 365)
    monkeypatch.setattr(clock, "now", lambda: back)
    assert not watches(scorer)
    monkeypatch.undo()
    assert not watches(scorer)


def test_clock_a_year_ahead_keeps_write_access(scorer, monkeypatch):
    ahead = clock.now() + timedelta(days=366)
    monkeypatch.setattr(clock, "now", lambda: ahead)
    assert not watches(scorer)


@one_app
def test_clock_running_ahead_keeps_write_access(scorer, store, app):
    lifetime = app.config["PERMANENT_SESSION_LIFETIME"]
    app.config["PERMANENT_SESSION_LIFETIME"] = ENDED
    assert watches(scorer)
    assert scorer.post("/look", {"suits": "four"}).status_code == 303
    app.config["PERMANENT_SESSION_LIFETIME"] = lifetime
    assert not watches(scorer)
    # A phone that begins a table meanwhile scores at it.
    app.config["PERMANENT_SESSION_LIFETIME"] = ENDED
    (stored,) = others(store, 1)
    scorer.get(f"/t/{stored.code}/score/{stored.key}")
    app.config["PERMANENT_SESSION_LIFETIME"] = lifetime
    assert not watches(scorer, stored.code)


def test_an_origin_counts_with_its_scheme(store, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=1))
    client, form = app.test_client(), {"suits": "two"}
    for origin, status in (("http://localhost", 403), ("https://localhost", 303)):
        headers = {"Origin": origin, "X-Forwarded-Proto": "https"}
        assert client.post("/look", data=form, headers=headers).status_code == status
    for origin in ("http://[", "http://localhost:99999", "null", "//", "ftp://localhost"):
        reply = client.post("/look", data=form, headers={"Origin": origin})
        assert reply.status_code == 403, origin

"""Who may write, and who only watches."""

import os
from datetime import timedelta

import pytest
from flask import session

from companion import clock
from tests.web.phones import plain


def test_watchers_see_the_table_without_controls(played, phone, store):
    text = phone().get(f"/t/{played.code}").text
    assert "Watching live" in plain(text)
    assert "<form" not in text
    assert store.table(played.code).key not in text
    assert f'hx-get="/t/{played.code}/live"' in text


def test_the_scorers_link_opens_a_table_that_no_phone_has_and_hides_its_key(phone, store):
    (stored,) = others(store, 1)
    one = phone()
    reply = one.get(f"/t/{stored.code}/score/{stored.key}")
    assert reply.headers["Location"] == f"/t/{stored.code}"
    assert "<form" in one.get(f"/t/{stored.code}").text
    assert one.answer(stored.code, {"bid 2": "7"}).status_code == 200


def test_a_wrong_key_opens_nothing(played, phone):
    one = phone()
    assert one.get(f"/t/{played.code}/score/guess").status_code == 403
    assert "<form" not in one.get(f"/t/{played.code}").text


def test_only_scorers_are_shown_the_scorers_link(played, phone, store):
    key = store.table(played.code).key
    assert key in played.get(f"/t/{played.code}/pencil").text
    for path in ("pencil", "share"):
        assert key not in phone().get(f"/t/{played.code}/{path}").text


def test_the_live_view_is_304_until_something_happens(played, phone, store):
    one = phone()
    one.get(f"/t/{played.code}")
    seq = str(store.seq(played.code))
    headers = {"HX-Request": "true", "HX-PTag": seq}
    reply = one.get(f"/t/{played.code}/live", headers=headers)
    assert (reply.status_code, reply.data) == (304, b"")
    played.answer(played.code, {"bid 1": "7"})
    reply = one.get(f"/t/{played.code}/live", headers=headers)
    assert reply.status_code == 200
    assert reply.headers["HX-PTag"] == str(store.seq(played.code))
    assert "<html" not in reply.text
    assert "Hand 4 is being played" in plain(reply.text)
    assert "Nell 7" in plain(reply.text) or "Nell7" in plain(reply.text)


def test_cookies_are_signed_kept_from_scripts_and_from_other_sites(scorer, app):
    scorer.get(f"/t/{scorer.code}")
    one = scorer.client.get("/new/kaiser")
    assert one.status_code == 200
    reply = app.test_client().post("/look", data={"suits": "four"})
    cookie = reply.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_DATABASE") == "postgres", reason="one app is told"
)
def test_a_cookie_that_was_genuine_is_refused_once_it_is_too_old(scorer, app):
    page = f"/t/{scorer.code}"
    assert "Watching live" not in scorer.get(page).text
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(seconds=-1)
    assert "Watching live" in scorer.get(page).text


def test_what_a_request_does_to_its_session_stays_with_it(scorer, app):
    scorer.get("/")
    cookie = {"Cookie": f"companion={scorer.client.get_cookie('companion').value}"}
    for _ in range(3):
        with app.test_request_context(headers=cookie):
            assert scorer.code in dict(session["tables"])
            session["tables"].clear()


def test_cookies_that_are_not_ours_say_nothing(app):
    for n in range(3):
        with app.test_request_context(headers={"Cookie": f"companion=e30.forged.{n}"}):
            assert not session


def test_a_forged_cookie_does_not_write(scorer, app, store):
    client = app.test_client()
    client.set_cookie("companion", "eyJ0YWJsZXMiOnt9fQ.forged.forged")
    reply = client.post(f"/t/{scorer.code}/answer", data={"seen": "0", "a.bid 2": "7"})
    assert reply.status_code == 403


# -- what a browser remembers --------------------------------------------------------------------


def others(store, many):
    """Tables of other people, watched one after the other."""
    from companion.engine.record import Record

    players = ["Ann", "Ben", "Cat", "Dan"]
    return [store.begin(Record.begin("kaiser", players)) for _ in range(many)]


def test_whoever_looks_on_at_many_tables_still_writes_at_the_own(scorer, store):
    for stored in others(store, 45):
        assert scorer.get(f"/t/{stored.code}").status_code == 200
    assert "Watching live" not in scorer.get(f"/t/{scorer.code}").text


def test_whoever_writes_at_many_tables_loses_no_pencil(scorer, store):
    """The cookie remembers forty; which phone has a pencil, the table knows."""
    many = others(store, 45)
    for stored in many:
        scorer.get(f"/t/{stored.code}/score/{stored.key}")
    watching = [c for c in [scorer.code, *(s.code for s in many)]
                if "Watching live" in scorer.get(f"/t/{c}").text]  # fmt: skip
    assert watching == []


def test_of_many_sets_of_house_rules_the_last_ones_may_be_changed(phone, store):
    one = phone()
    for number in range(14):
        form = {"do": "keep", "set": f"Friday {number:02}", "rule.min_bid": "7"}
        assert one.post("/new/kaiser", form).status_code == 200
    page = one.get("/sets").text
    may = [f"/sets/{kept.id}/forget" in page for kept in store.sets.all()]
    assert may == [False] * 2 + [True] * 12


def test_a_cookie_of_an_earlier_release_still_writes(phone, store):
    (stored,) = others(store, 1)
    one = phone()
    with one.client.session_transaction() as session:
        session["tables"] = {stored.code: stored.key}
    assert "Watching live" not in one.get(f"/t/{stored.code}").text


def test_of_the_tables_in_a_cookie_those_with_a_key_are_kept_longest(phone, store):
    own, other = sorted(others(store, 2), key=lambda each: each.code)
    one = phone()
    with one.client.session_transaction() as session:
        session["tables"] = [[own.code, own.key], *([f"~{n}", ""] for n in range(39))]
    one.get(f"/t/{other.code}")
    assert "Watching live" not in one.get(f"/t/{own.code}").text


def test_a_clock_that_goes_back_takes_no_pencil(scorer, monkeypatch):
    page, back = f"/t/{scorer.code}", clock.now() - timedelta(days=3 * 365)
    monkeypatch.setattr(clock, "now", lambda: back)
    assert "Watching live" not in scorer.get(page).text
    monkeypatch.undo()
    assert "Watching live" not in scorer.get(page).text


@pytest.mark.skipif(
    os.environ.get("COMPANION_TEST_DATABASE") == "postgres", reason="one app is told"
)
def test_a_clock_that_runs_ahead_for_a_while_takes_no_pencil(scorer, store, app):
    page, lifetime = f"/t/{scorer.code}", app.config["PERMANENT_SESSION_LIFETIME"]
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(seconds=-1)
    assert "Watching live" in scorer.get(page).text
    assert scorer.post("/look", {"suits": "four"}).status_code == 303
    app.config["PERMANENT_SESSION_LIFETIME"] = lifetime
    assert "Watching live" not in scorer.get(page).text
    # Whoever begins a table meanwhile writes at it.
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(seconds=-1)
    (stored,) = others(store, 1)
    scorer.get(f"/t/{stored.code}/score/{stored.key}")
    app.config["PERMANENT_SESSION_LIFETIME"] = lifetime
    assert "Watching live" not in scorer.get(f"/t/{stored.code}").text


def test_an_origin_counts_with_its_scheme(store, tmp_path):
    from companion.web import create_app
    from companion.web.platform.settings import Settings

    app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=1))
    client = app.test_client()
    for origin, status in (("http://localhost", 403), ("https://localhost", 303)):
        headers = {"Origin": origin, "X-Forwarded-Proto": "https"}
        assert client.post("/look", data={"suits": "two"}, headers=headers).status_code == status
    for origin in ("http://[", "http://localhost:99999", "null", "//", "ftp://localhost"):
        reply = client.post("/look", data={"suits": "two"}, headers={"Origin": origin})
        assert reply.status_code == 403, origin

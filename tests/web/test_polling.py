"""The short way of a poll: it says what Flask would say, and no more than Flask would."""

from __future__ import annotations

import json
import logging
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.record import Record
from companion.store import Store, Trouble
from companion.web import create_app, play, polling
from companion.web.settings import Settings

TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def begun(store):
    return store.begin(Record.begin("kaiser", "ABCD"))


def polled(app, code: str, tag: str = "0", **more):
    return app.test_client().get(f"/t/{code}/live", headers={"HX-PTag": tag}, **more)


def test_it_says_the_same_as_the_app(store, begun, tmp_path):
    app = create_app(store, testing=True, data=tmp_path)
    short = polled(app, begun.code)
    long = polled(app, begun.code, query_string={"by": "flask"})
    assert (short.status, short.data) == (long.status, long.data) == ("304 NOT MODIFIED", b"")
    assert dict(short.headers) == dict(long.headers)


def test_by_https_it_says_so_too(store, begun, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=1))
    by = {"X-Forwarded-Proto": "https", "HX-PTag": "0"}
    short = app.test_client().get(f"/t/{begun.code}/live", headers=by)
    long = app.test_client().get(f"/t/{begun.code}/live?by=flask", headers=by)
    # Flask looks at the cookie first; nothing of it is in an answer that nobody may keep.
    assert {**short.headers, "Vary": "Cookie"} == dict(long.headers)


@pytest.mark.parametrize("tag", ["1", "", "00", "-1", "0 "])
def test_whoever_has_not_seen_the_last_row_gets_the_table(store, begun, tmp_path, tag):
    app = create_app(store, testing=True, data=tmp_path)
    assert polled(app, begun.code, tag).status_code == 200


def test_flask_is_not_asked_where_nothing_happened(store, begun, tmp_path):
    app = create_app(store, testing=True, data=tmp_path)
    asked = []
    app.before_request(lambda: asked.append(1))
    polled(app, begun.code)
    assert asked == []
    polled(app, begun.code, "7")
    assert asked == [1]


def test_many_who_watch_one_table_have_it_drawn_once(store, begun, tmp_path, monkeypatch):
    app, drawn = create_app(store, testing=True, data=tmp_path), []

    def slowly(view):
        drawn.append(view.seen)
        time.sleep(0.05)
        return play.make_response("drawn")

    def ask():
        return app.test_client().get(f"/t/{begun.code}/live", headers={"HX-Request": "true"})

    monkeypatch.setattr(play, "table_page", slowly)
    with ThreadPoolExecutor(6) as watchers:
        asked = [watchers.submit(ask) for _ in range(6)]
        assert {each.result().data for each in asked} == {b"drawn"}
    assert len(drawn) == 1


def test_a_host_that_is_not_trusted_is_refused_as_ever(store, begun, tmp_path):
    app = create_app(store, data=tmp_path, settings=Settings(hosts=("cards.example",)))
    assert polled(app, begun.code, base_url="http://evil.example").status_code == 400
    assert polled(app, begun.code, base_url="http://cards.example").status_code == 304


def test_it_is_counted_and_logged_by_its_pattern(store, begun, tmp_path, caplog, monkeypatch):
    app = create_app(store, data=tmp_path, settings=Settings(metrics=TOKEN, log="json"))
    monkeypatch.setattr(logging.getLogger("companion"), "propagate", True)
    with caplog.at_level(logging.INFO, "companion"):
        polled(app, begun.code)
    line = json.loads(caplog.messages[-1])
    assert (line["method"], line["route"], line["status"]) == ("GET", polling.ROUTE, 304)
    text = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    counted = 'companion_requests_total{method="GET",route="/t/<code>/live",status="304"} 1.0'
    assert counted in text


def test_a_database_in_trouble_is_the_apps_to_explain(store, begun, tmp_path, monkeypatch):
    app = create_app(store, testing=True, data=tmp_path)

    def troubled(self, code):
        raise Trouble("the disk is gone", "gone")

    monkeypatch.setattr(Store, "seq", troubled)
    monkeypatch.setattr(Store, "table", troubled)
    assert polled(app, begun.code).status_code == 503

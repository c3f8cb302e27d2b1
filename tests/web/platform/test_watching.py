"""Alive, ready, metrics and the log: for the operator, and without data of players."""

from __future__ import annotations

import json
import logging
import re
import sys
from pathlib import Path

import pytest

from companion.app import create_app
from companion.settings import Settings
from companion.store import Store, Trouble
from tests.web.phones import HTMX, NAMES, Phone

TOKEN = "a token of some length"


@pytest.fixture
def watched(store, tmp_path):
    return create_app(store, data=tmp_path, settings=Settings(metrics=TOKEN, log="json", rest=0))


def test_it_is_alive_and_ready(phone):
    assert phone().get("/health").text.startswith("ok ")
    assert phone().get("/ready").text == "ready\n"


def test_locked_database_leaves_server_alive_not_ready(phone, store, monkeypatch):
    def locked() -> None:
        raise Trouble("database is locked", "locked")

    monkeypatch.setattr(store, "ready", locked)
    reply = phone().get("/ready")
    assert (reply.status_code, reply.text) == (503, "not ready: the database is locked\n")
    assert phone().get("/health").status_code == 200


@pytest.mark.parametrize("kind", ["full", "readonly", "locked", "damaged", "gone", ""])
def test_database_trouble_page_says_what_is_unsaved(played, monkeypatch, kind):
    form = {"seen": str(played.seq), "a.bid 1": "7"}

    def trouble(*_: object, **more: object) -> None:
        raise Trouble(f"inside {NAMES['name.1']}", kind)

    monkeypatch.setattr(Store, "act", trouble)
    reply = played.post("answer", form)
    assert reply.status_code == 503
    assert reply.headers["Retry-After"] == "5"
    assert "was not saved" in reply.text
    assert "inside" not in reply.text
    # With htmx the page stays, answers and all.
    reply = played.post("answer", form, headers=HTMX)
    assert reply.headers["HX-Reswap"] == "none"


def test_figures_are_for_whoever_has_the_token(watched, app):
    client = watched.test_client()
    for headers in ({}, {"Authorization": "Bearer guess"}, {"Authorization": TOKEN}):
        assert client.get("/metrics", headers=headers).status_code == 401
    assert app.test_client().get("/metrics").status_code == 404
    one = Phone(watched)
    code = one.begin(**NAMES)
    one.answer({"bid 2": "7"})
    one.get("/t/XXXXXX")
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert re.search(r'companion_requests_total\{method="POST",route="/t/<code>/answer",'
                     r'status="303"\} 1\.0', text)  # fmt: skip
    assert 'companion_request_seconds_count{route="/t/<code>/answer"} 1.0' in text
    assert "companion_requests_running 1.0" in text
    for secret in (code, *NAMES.values(), "XXXXXX"):
        assert secret not in text


def test_trouble_is_counted_by_its_kind(watched, store, monkeypatch):
    def full(*_: object) -> None:
        raise Trouble("disk full", "full")

    monkeypatch.setattr(store, "table", full)
    client = watched.test_client()
    assert client.get("/t/BCDFGH").status_code == 503
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert 'companion_database_trouble_total{kind="full"} 1.0' in text


def test_the_log_is_json_and_names_nobody(watched, lines):
    one = Phone(watched)
    code = one.begin(**NAMES)
    stored = one.stored
    one.open(stored)
    one.answer({"bid 2": "7"})
    one.get("/health")
    found = [json.loads(line) for line in lines]
    assert {each["event"] for each in found} == {"request"}
    assert {"at", "level", "event", "method", "route", "status", "ms"} == set(found[0])
    assert "/health" not in {each["route"] for each in found}
    for secret in (code, stored.key, *NAMES.values(), "127.0.0.1"):
        assert secret not in "".join(lines)


def test_what_others_log_is_json_without_their_words():
    """The WSGI server logs its errors with the request's path, which may have a key."""
    from companion.hosting.log import _OfOthers

    try:
        raise KeyError("secret")
    except KeyError:
        where = sys.exc_info()
    words = "Exception while serving /t/BCDFGH/score/secret"
    record = logging.LogRecord("waitress", logging.ERROR, "x.py", 1, words, None, where)
    line = _OfOthers().format(record)
    assert json.loads(line) | {"at": ""} == {
        "at": "", "level": "error", "event": "server", "from": "waitress", "error": "KeyError",
    }  # fmt: skip
    assert logging.getLogger("waitress.queue").level == logging.ERROR


def test_fault_is_logged_with_place_not_words(watched, lines, monkeypatch):
    def broken(found: object) -> None:
        raise ValueError(f"something about {NAMES['name.1']}")

    monkeypatch.setattr("companion.web.platform.home.tiles", broken)
    reply = watched.test_client().get("/?code=BCDFGH")
    assert reply.status_code == 500
    assert "Traceback" not in reply.text
    fault = next(json.loads(line) for line in lines if "fault" in line)
    assert (fault["error"], fault["route"]) == ("ValueError", "/")
    assert fault["where"][-1].endswith("broken")
    assert NAMES["name.1"] not in "".join(lines)
    assert "BCDFGH" not in "".join(lines)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"COMPANION_TRUSTED_PROXIES": "some"}, "say a number from 0 to 8"),
        ({"COMPANION_TRUSTED_PROXIES": "9"}, "say a number from 0 to 8"),
        ({"COMPANION_LIST_TABLES": "perhaps"}, "say yes or no"),
        ({"COMPANION_LOG": "xml"}, "say json"),
        ({"COMPANION_BACKUPS": "-1"}, "say a number from 0"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(given, words):
    with pytest.raises(Trouble, match=words):
        Settings.read(given)


def test_settings_are_read_and_proxied_tables_unlisted():
    offered = Path(__file__).parents[3] / "build" / "pocket"
    assert Settings.read({}) == Settings(pocket=offered)
    assert Settings.read({"COMPANION_POCKET": "/else"}).pocket == Path("/else")
    found = Settings.read({"COMPANION_TRUSTED_PROXIES": "1",
                           "COMPANION_HOSTS": "a.example, b.example",
                           "COMPANION_METRICS_TOKEN": TOKEN, "COMPANION_LOG": "JSON",
                           "COMPANION_BACKUPS": "0", "COMPANION_RATE_LIMITS": "no"})  # fmt: skip
    assert (found.proxies, found.listed, found.limits) == (1, False, False)
    assert found.hosts == ("a.example", "b.example")
    assert (found.metrics, found.log, found.backups) == (TOKEN, "json", 0)
    both = {"COMPANION_TRUSTED_PROXIES": "1", "COMPANION_LIST_TABLES": "yes"}
    assert Settings.read(both).listed

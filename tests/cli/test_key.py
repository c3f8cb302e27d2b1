"""`companion key`: the pencil comes back to a scorer who has lost it."""

from __future__ import annotations

import pytest

from companion.record import Record
from companion.store import Store, default_url, upgrade
from companion.web import create_app


@pytest.fixture
def store(run):
    upgrade(default_url())
    store = Store(default_url())
    yield store
    store.close()


@pytest.fixture
def code(store):
    return store.begin(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"])).code


def writes(client, code: str) -> bool:
    """True on a phone that has the keys of the first bid; any other one says that it watches."""
    page = client.get(f"/t/{code}").text
    assert ("Watching live" in page) != ('name="a.bid 2"' in page)
    return 'name="a.bid 2"' in page


def test_the_link_that_is_printed_lets_a_phone_write(run, store, code, tmp_path):
    done = run("key", code.lower())
    assert (done.exit_code, done.stderr) == (0, "")
    link = done.stdout.split()[-1]
    client = create_app(store, testing=True, data=tmp_path).test_client()
    assert not writes(client, code)
    assert client.get(link).status_code == 302
    assert writes(client, code)
    done = run("key", code, "--address", "http://192.168.1.5:8000/")
    assert done.stdout == f"http://192.168.1.5:8000{link}\n"


def test_a_new_key_takes_the_pencil_from_whoever_had_it(run, store, code, tmp_path):
    client = create_app(store, testing=True, data=tmp_path).test_client()
    client.get(run("key", code).stdout.split()[-1])
    assert writes(client, code)
    fresh = run("key", code, "--new").stdout.split()[-1]
    assert not writes(client, code)
    client.get(fresh)
    assert writes(client, code)


def test_a_code_that_there_is_not_is_said(run, store):
    done = run("key", "ZZZZZZ")
    assert (done.exit_code, "no table" in done.stderr) == (2, True), done.stderr

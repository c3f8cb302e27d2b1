"""`companion key`: the scorer's link of a table, for whoever keeps the server."""

from __future__ import annotations

import pytest

from companion.engine.record import Record
from companion.store import Store, default_url, upgrade
from companion.web import create_app


@pytest.fixture
def store(run):
    upgrade(default_url())
    store = Store(default_url())
    yield store
    store.close()


def writes(client, code: str) -> bool:
    """True on a phone that has the keys of the first bid; any other one says that it watches."""
    page = client.get(f"/t/{code}").text
    assert ("Watching live" in page) != ('name="a.bid 2"' in page)
    return 'name="a.bid 2"' in page


def test_the_link_lets_a_phone_write_until_there_is_another(run, store, tmp_path):
    code = store.begin(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"])).code
    done = run("key", code.lower())
    assert (done.exit_code, done.stderr) == (0, "")
    link = done.stdout.split()[-1]
    client = create_app(store, testing=True, data=tmp_path).test_client()
    assert not writes(client, code)
    client.get(link)
    assert writes(client, code)
    done = run("key", code, "--address", "http://192.168.1.5:8000/")
    assert done.stdout == f"http://192.168.1.5:8000{link}\n"
    fresh = run("key", code, "--new").stdout.split()[-1]
    assert not writes(client, code)
    client.get(fresh)
    assert writes(client, code)


def test_a_code_that_there_is_not_is_said(run, store):
    for more in ((), ("--new",)):
        done = run("key", "ZZZZZZ", *more)
        assert (done.exit_code, "no table" in done.stderr) == (2, True), done.stderr

"""The app on a real SQLite store, and browsers; the folders mirror companion/web.

With COMPANION_TEST_DATABASE=postgres the same tests run on PostgreSQL, with two apps that take
turns at every request, each with its own store: nothing may depend on one process.
"""

from __future__ import annotations

import itertools
import logging
import pickle
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache

from companion import games, printing
from companion.app import create_app, use
from companion.engine.record import Act
from companion.printing import PrintQueue
from companion.printing.worker import PrintedFile
from companion.store import Store
from tests.conftest import game_of
from tests.databases import cluster, emptied, prepared
from tests.web.phones import HANDS, HOSTED, NAMES, Phone, compacts

__all__ = ["cluster"]


ONE = "kaiser"
"""The game whose pages are tested on PostgreSQL: the stored data of the others are the same."""


def pytest_collection_modifyitems(config, items):
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    if not HOSTED:
        return
    other = {item for item in here if game_of(item) not in ("", ONE)}
    config.hook.pytest_deselected(items=list(other))
    items[:] = [item for item in items if item not in other]
    for item in set(here) - other:
        # Each worker starts its own server, so the tests need not be in one group.
        item.add_marker(pytest.mark.postgres)


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(printing.QUEUE, "patience", (120.0, 120.0))


@pytest.fixture
def url(request, tmp_path):
    """URL of a migrated database."""
    if HOSTED:
        return emptied(request.getfixturevalue("cluster"))
    return prepared(f"sqlite:///{tmp_path / 'test.db'}")


@pytest.fixture
def store(url):
    store = Store(url)
    yield store
    store.close()


class Compiled(BytecodeCache):
    """Compiled templates, shared by the process: nearly every test creates an app."""

    def __init__(self):
        self.made = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.made:
            bucket.bytecode_from_string(self.made[bucket.key])

    def dump_bytecode(self, bucket):
        self.made[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Reading(FlaskClient):
    """Reads every response to its end, as browsers do, so that files are closed."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        compacts(self)

    def open(self, *args, buffered=True, **more):
        return super().open(*args, buffered=buffered, **more)


MADE: dict[int, Flask] = {}


def app_over(store, data, number=0):
    """An app over this store, reused by the process: creating one takes 30 ms."""
    if number not in MADE:
        MADE[number] = create_app(store, testing=True, data=data)
        MADE[number].jinja_env.bytecode_cache = COMPILED
        MADE[number].test_client_class = Reading
    use(MADE[number], store)
    return MADE[number]


@pytest.fixture
def lines():
    """The log, line by line."""
    found: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record):
            found.append(record.getMessage())

    logger, handler = logging.getLogger("companion"), Keep()
    logger.addHandler(handler)
    yield found
    logger.removeHandler(handler)


@pytest.fixture
def app(store, url, tmp_path, monkeypatch):
    app = app_over(store, tmp_path)
    before = dict(app.config)
    if not HOSTED:
        yield app
    else:
        second = Store(url)
        other = app_over(second, tmp_path, 1)
        other.config["SECRET_KEY"] = app.config["SECRET_KEY"]
        turns = itertools.cycle([app.wsgi_app, other.wsgi_app])
        monkeypatch.setattr(app, "wsgi_app", lambda environ, start: next(turns)(environ, start))
        yield app
        second.close()
    app.config.clear()
    app.config.update(before)


def sheets_of(wanted):
    """The sheets of a print job, sent and built as in a printing process."""
    wanted = pickle.loads(pickle.dumps(wanted))
    return wanted().sheets if callable(wanted) else wanted


def printed(wanted, long):
    """A fake document, or a fake picture."""
    html = getattr(sheets_of(wanted), "html", "")
    return PrintedFile(b"%PDF " + html.encode()[:40], 1, ())


@pytest.fixture
def print_queue(monkeypatch):
    """A print queue that prints at once, in this process."""
    print_queue = PrintQueue(patience=(120, 120))
    monkeypatch.setattr(print_queue, "_run", printed)
    monkeypatch.setattr(printing, "QUEUE", print_queue)
    monkeypatch.setattr(printing, "can_print", lambda: True)
    return print_queue


@pytest.fixture
def phone(app, store):
    """Makes browsers: a stranger's, one at the table of this code, or the scorer's at a table with
    this record."""

    def made(at=""):
        if isinstance(at, str):
            return Phone(app, at)
        one = Phone(app)
        one.open(store.begin(at, games.find(at.game).edition))
        return one

    return made


@pytest.fixture
def elsewhere(tmp_path):
    """A phone with tables of its own, without data of the club."""
    store = Store(prepared(f"sqlite:///{tmp_path / 'elsewhere.db'}"))
    yield Phone(create_app(store, testing=True, data=tmp_path))
    store.close()


@pytest.fixture
def scorer(phone):
    """A browser that has created a table."""
    one = phone()
    one.begin(**NAMES)
    return one


@pytest.fixture
def played(scorer):
    """The scorer's table after three hands: 28 to 12."""
    for number, answers in enumerate(HANDS, 1):
        scorer.enter(Act("answer", number, answers))
    return scorer

"""The app over a real SQLite store, and people with phones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.record import Act
from companion.store import Store, upgrade
from companion.web import create_app

sys.path.insert(0, str(Path(__file__).parent))

from phones import HANDS, NAMES, Phone


@pytest.fixture
def store(tmp_path):
    url = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(url)
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def app(store, tmp_path):
    return create_app(store, testing=True, data=tmp_path)


@pytest.fixture
def phone(app):
    """Makes browsers."""
    return lambda: Phone(app)


@pytest.fixture
def scorer(phone):
    """A browser that has begun a table; `scorer.code` is the table."""
    one = phone()
    one.code = one.begin(**NAMES)
    return one


@pytest.fixture
def played(store, scorer):
    """The scorer's table after three hands: 28 to 12."""
    for number, answers in enumerate(HANDS, 1):
        seq = store.seq(scorer.code)
        store.act(scorer.code, Act("answer", number, answers), seen=seq, submission=f"h{number}")
    return scorer

"""Starting: the first page needs little, the rest comes while nobody waits for it."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time

import pytest

from companion.cli.serve import Warming
from companion.record import Record
from companion.store import Store, Trouble, upgrade

FIRST = """
import sys
from pathlib import Path
from companion.cli.common import open_store
from companion.web import create_app
folder = Path(sys.argv[1])
app = create_app(open_store(folder, whole=True), testing=True, data=folder)
page = app.test_client().get("/").get_data(as_text=True)
assert "Games in progress" in page, page
print(*sys.modules)
"""


@pytest.fixture
def store(tmp_path):
    url = f"sqlite:///{tmp_path / 'companion.db'}"
    upgrade(url)
    store = Store(url)
    yield store
    store.close()


def test_the_first_page_of_a_club_needs_neither_sqlalchemy_nor_other_games(store, tmp_path):
    store.begin(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
    ran = subprocess.run(
        [sys.executable, "-c", FIRST, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    loaded = set(ran.stdout.split())
    heavy = {"sqlalchemy", "sqlmodel", "alembic", "weasyprint", "markdown_it", "companion.printing"}
    assert loaded & heavy == set()
    rooms = {name.split(".")[2] for name in loaded if name.startswith("companion.games.")}
    assert rooms == {"kaiser"}


@pytest.fixture
def collected():
    """The collector as it was, whatever happens to it here."""
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("collected")
def test_whoever_comes_while_the_rest_is_brought_in_is_served(store):
    warming = Warming(store, pause=0)
    begun: list[str] = []

    def begin(number: int) -> None:
        begun.append(store.begin(Record.begin("kaiser", [f"A{number}", "B", "C", "D"])).code)

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    warming.end()
    assert len(set(begun)) == 4
    assert gc.isenabled()


@pytest.mark.usefixtures("collected")
def test_whoever_stops_at_once_does_not_wait_for_the_rest(store):
    began = time.monotonic()
    Warming(store, pause=60).end()
    assert time.monotonic() - began < 10


@pytest.mark.usefixtures("collected")
def test_a_database_that_has_gone_is_no_reason_to_stop(store, monkeypatch):
    def gone() -> None:
        raise Trouble("the disk has gone", "gone")

    monkeypatch.setattr(store, "warm", gone)
    warming = Warming(store, pause=0)
    warming._thread.join(20)
    assert not warming._thread.is_alive()
    warming.end()

"""The print queue in real processes: jobs of strangers do not delay sheets."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children

import pytest

from companion import games, printing
from tests.daily import LONG
from tests.hosting.serving import until

pytestmark = [pytest.mark.slow, pytest.mark.needs("pango")]

GAMES = "&game=".join([*games.all_games()][: 5 if LONG else 2])
"""The games of a set."""
SETS, SHEETS = (10, 30) if LONG else (3, 8)
"""Number of sets that strangers print, and of sheets that are printed later."""


@pytest.fixture
def queue(monkeypatch):
    queue = printing.PrintQueue(seconds=300, patience=(0.05, 0.05))
    monkeypatch.setattr(printing, "QUEUE", queue)
    before = active_children()
    yield queue
    for process in {*active_children()} - {*before}:
        process.kill()  # a set would be printed to its end
    queue.close()


@pytest.fixture
def asks(app):
    """`asks(path, address)`: the status of the answer."""

    def asks(path, address):
        reply = app.test_client().get(path, environ_base={"REMOTE_ADDR": address})
        assert reply.status_code in (200, 202), reply.text
        return reply.status_code

    return asks


def sets(number):
    """The address of a set of several games, another one for each number."""
    return f"/print/club.pdf?game={GAMES}&club=Club+{number}"


def sheet(number):
    return f"/print/kaiser/sheet.pdf?players=Nell,Omar,Pia,Quin+{number}"


def unmade(queue):
    """The jobs that wait or are being printed."""
    return [each for each in queue._orders.values() if not each.result.done()]


@pytest.mark.long
def test_set_keeps_no_sheet_waiting(queue, asks):
    """The other documents of a set follow the first one, which is as short as any."""
    assert asks(sets(0), "192.0.2.1") == 202
    until(lambda: asks(sheet(0), "192.0.2.2") == 200)
    assert len(unmade(queue)) == 1


def test_many_rows_keep_no_sheet_waiting(queue, asks):
    assert asks("/print/kaiser/sheet.pdf?rows=60", "192.0.2.1") == 202
    until(lambda: asks(sheet(0), "192.0.2.2") == 200)
    assert len(unmade(queue)) == 1


@pytest.mark.long
def test_sheets_are_printed_before_sets(queue, asks):
    """Strangers print sets just before all players of a club print, through one router."""
    for number in range(SETS):
        assert asks(sets(number), f"192.0.2.{number}") == 202
    waiting = set(map(sheet, range(SHEETS)))

    def left(path):
        return path if asks(path, "192.0.2.200") == 202 else ""

    with ThreadPoolExecutor(4) as pool:
        until(lambda: not waiting.intersection(pool.map(left, tuple(waiting))), 300)
    assert unmade(queue)

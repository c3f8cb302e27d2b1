"""A server whose clock is set while entries are sent: nothing is lost, and limits recover."""

from __future__ import annotations

import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.hosting.importing import Importer
from tests.hosting.ledger import imports, look_through
from tests.hosting.serving import Client, Scorer, Server, until

pytestmark = [pytest.mark.slow, pytest.mark.needs("cc")]

DAY = 24 * 60 * 60
SPRING = datetime(2027, 3, 28, 0, 59, 58, tzinfo=UTC)
AUTUMN = datetime(2027, 10, 31, 0, 59, 58, tzinfo=UTC)
"""Two seconds before clocks in Berlin change."""
ENTRIES = 6
"""Entries that each scorer makes between two changes of the clock."""
ALONE = """
import os, sys
os.environ["LD_PRELOAD"] = sys.argv[1]
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Only the server has the changed clock, not the programs that start it."""


class Clock:
    """The clock of a server, set in seconds ahead of the right one."""

    def __init__(self, folder: Path) -> None:
        self.library, self.file = folder / "clock.so", folder / "clock"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", "-o", self.library, source, "-ldl"], check=True
        )
        self.ahead(0)

    def ahead(self, seconds: float) -> None:
        self.file.touch()
        with self.file.open("r+b") as file:
            file.write(struct.pack("q", int(seconds)))

    def shows(self, moment: datetime) -> None:
        self.ahead(moment.timestamp() - time.time())


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


@pytest.fixture
def server(folder: Path, clock: Clock, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server with backups and perhaps limits, whose clock the test sets."""
    limits = getattr(request, "param", "no")
    server = Server(
        folder, wrap=[sys.executable, "-c", ALONE, str(clock.library)],
        CLOCK_FILE=str(clock.file), TZ="Europe/Berlin", COMPANION_RATE_LIMITS=limits,
        COMPANION_BACKUPS="3",
    ).start()  # fmt: skip
    yield server
    server.stop()


def date_of(server: Server) -> datetime:
    """The time in the server's response."""
    with Client(server.port) as client:
        date = client.ask("GET", "/health").headers["Date"]
    return datetime.strptime(date, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)


def later(server: Server, moment: datetime) -> bool:
    return date_of(server) > moment


@pytest.mark.long
def test_nothing_is_lost_when_the_clock_jumps(server, clock):
    stop = threading.Event()
    scorers = [Scorer(f"own {n}", [server.port], stop, pause=0.05) for n in range(3)]
    importer = Importer("file", [server.port], stop)
    for each in (*scorers, importer):
        each.start()

    def goes_on() -> None:
        many = [len(scorer.tally.acknowledged) for scorer in scorers]
        until(lambda: all(len(scorer.tally.acknowledged) >= before + ENTRIES
                          for scorer, before in zip(scorers, many, strict=True)))  # fmt: skip

    goes_on()
    for seconds in (-DAY, 0, 366 * DAY, 0):
        clock.ahead(seconds)
        goes_on()
        assert abs((date_of(server).timestamp() - time.time()) - seconds) < 60
        look_through(server.url, [scorer.tally for scorer in scorers])
    for change in (SPRING, AUTUMN):
        clock.shows(change)
        goes_on()
        until(partial(later, server, change + timedelta(seconds=3)))
        goes_on()
    clock.ahead(0)
    until(lambda: importer.acknowledged)
    stop.set()
    for each in (*scorers, importer):
        each.join()
    tallies = [scorer.tally for scorer in scorers]
    assert [odd for tally in tallies for odd in tally.odd] == []
    entries, tables = look_through(server.url, tallies)
    files, _ = imports(server.url, [importer])
    print(f"\nCLOCK {entries} entries, {files} files, {tables} tables: 0 lost")
    with Client(server.port) as client:
        client.cookie = scorers[0].clients[0].cookie
        listed = client.ask("GET", "/").text
    assert all(f"/t/{code}" in listed for code in scorers[0].tally.tables[-3:])


@pytest.mark.long
@pytest.mark.parametrize("server", ["yes"], indirect=True)
def test_refusals_end_after_the_clock_was_ahead(server, clock):
    """Thirty wrong codes while the clock is a year ahead; then it is set right."""
    clock.ahead(366 * DAY)
    with Client(server.port) as client:
        statuses = [client.ask("GET", f"/t/BCDFG{letter}").status for letter in "BCDFGHJKMN" * 4]
        assert 429 in statuses
        clock.ahead(0)
        answer = client.ask("GET", "/t/BCDFGH")
        assert answer.status == 429
        assert int(answer.headers["Retry-After"]) <= 60


@pytest.mark.long
def test_idle_connections_close_after_clock_was_ahead(server, clock):
    clock.ahead(366 * DAY)
    with Client(server.port) as idle, Client(server.port) as other:
        assert idle.ask("GET", "/health").status == 200
        until(lambda: other.ask("GET", "/health").status == 200)
        clock.ahead(0)
        assert idle.connection
        idle.connection.sock.settimeout(90)
        assert idle.connection.sock.recv(1) == b""  # within 30 seconds, and 5 until it is seen

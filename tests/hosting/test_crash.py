"""A server that is killed at any moment has kept what it acknowledged, once and whole."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
import time
from contextlib import closing
from functools import partial

import pytest

from companion.engine.record import Record
from companion.store import Store
from tests.daily import LONG
from tests.databases import POSTGRES
from tests.hosting.importing import Importer
from tests.hosting.ledger import imports, look_through, rows
from tests.hosting.organising import Organiser, nights
from tests.hosting.serving import PATIENT, Client, Scorer, long, until

pytestmark = pytest.mark.slow

SCORERS = 4
CLUBS = pytest.mark.parametrize(
    "club", ["file", pytest.param("two on PostgreSQL", marks=[*POSTGRES, pytest.mark.long])],
    indirect=True,
)  # fmt: skip


def crowd(club, stop, own=SCORERS, shared=0, pause=0.0, name=""):
    """People who score at tables of their own, and some who write to one together."""
    ports = [server.port for server in club]
    scorers = [Scorer(f"{name}own {n}", turned(ports, n), stop, pause=pause) for n in range(own)]
    if shared:
        store = Store(club[0].url)
        one = store.begin(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
        store.close()
        scorers += [
            Scorer(f"{name}shared {n}", turned(ports, n), stop, (one.code, one.key), pause)
            for n in range(shared)
        ]
    for scorer in scorers:
        scorer.start()
    return scorers


def turned(ports, by):
    return ports[by % len(ports) :] + ports[: by % len(ports)]


def ended(scorers, stop):
    """Lets every scorer finish the running request."""
    stop.set()
    for scorer in scorers:
        scorer.join(PATIENT)
        assert not scorer.is_alive()
    return [scorer.tally for scorer in scorers if isinstance(scorer, Scorer)]


def grown(acknowledged, before):
    return len(acknowledged) > before


def killing(club, kills, seconds, chance):
    """Kills and restarts until so many kills, and so many seconds, are over; returns a report."""
    stop = threading.Event()
    scorers = crowd(club, stop, shared=2)
    importer = Importer("file", [server.port for server in club], stop)
    importer.start()
    organiser = Organiser("hall", turned([server.port for server in club], 1), stop)
    organiser.start()
    killed, end = 0, time.monotonic() + seconds
    while killed < kills or time.monotonic() < end:
        if killed % 10 == 9:
            before = len(importer.acknowledged)
            until(partial(grown, importer.acknowledged, before))
        elif killed % 3 == 0:
            importer.sending.wait(PATIENT)
            time.sleep(chance.uniform(0.0, 0.3))
        else:
            time.sleep(chance.uniform(0.01, 0.8))
        server = chance.choice(club)
        assert server.kill(signal.SIGKILL) == -signal.SIGKILL
        killed += 1
        if killed % max(5, kills // 20) == 0 or killed == kills:
            # Between kill and restart: every acknowledged entry is stored.
            look_through(club[0].url, [scorer.tally for scorer in scorers])
            imports(club[0].url, [importer])
            nights(club[0].url, [organiser])
        server.start()
    until(lambda: sum(len(scorer.tally.acknowledged) for scorer in scorers) > killed)
    until(lambda: importer.acknowledged)
    until(lambda: len(organiser.states) > 2)
    tallies = ended([*scorers, importer, organiser], stop)
    entries, tables = look_through(club[0].url, tallies)
    files, _ = imports(club[0].url, [importer])
    halls, figures = nights(club[0].url, [organiser])
    acknowledged = sum(len(tally.acknowledged) for tally in tallies)
    retried = sum(tally.retried for tally in tallies)
    print(
        f"\nCRASH {len(club)} process(es): {killed} kills, {acknowledged} entries acknowledged, "
        f"{entries} stored, {retried} sends without an answer; {files} files of {importer.MANY} "
        f"tables, {importer.retried} sends of files without; {figures} entries of {halls} nights, "
        f"{organiser.retried} sends of these without; 0 lost, 0 doubled, 0 half, "
        f"{tables} tables checked"
    )
    assert acknowledged > killed
    assert [odd for each in (*tallies, importer, organiser) for odd in each.odd] == []
    with closing(Store(club[0].url)) as store:
        until(lambda: store.summaries.left() == 0)


@CLUBS
def test_killed_server_keeps_acknowledged_entries_once(club):
    many = {1: 300, 2: 50} if LONG else {1: 4, 2: 4}
    killing(club, many[len(club)], long(0), random.Random(20))


@CLUBS
def test_quiet_stop_finishes_entries_under_way(club):
    """SIGTERM during entries: each stored entry was answered, none was cut off."""
    stop = threading.Event()
    scorers = crowd(club, stop)
    until(lambda: sum(len(scorer.tally.acknowledged) for scorer in scorers) > 20)
    for server in club:
        assert server.kill(signal.SIGTERM) == 0, server.said()
        assert server.said().rstrip().endswith("Stopped. Every score is kept.")
    # No server answers any more; an entry without an answer was not stored either.
    unanswered = {
        submission
        for scorer in scorers
        for submission in set(scorer.tally.sent) - set(scorer.tally.acknowledged)
    }
    stored = {row[4] for row in rows(club[0].url)}
    assert unanswered & stored == set()
    for server in club:
        server.start()
    tallies = ended(scorers, stop)
    look_through(club[0].url, tallies)
    assert sum(len(tally.acknowledged) for tally in tallies) > 20


@pytest.mark.parametrize("club", ["file"], indirect=True)
def test_entry_during_server_stop_is_saved_and_answered(club):
    """The entry waits for a lock when SIGTERM arrives."""
    with Client(club[0].port) as client:
        form = {f"name.{n}": name for n, name in enumerate("ABCD", 1)} | {"do": "begin"}
        place = client.ask("POST", "/new/kaiser", form).headers["Location"]
        answers = []
        entry = {"hand": "1", "mode": "quick", "seen": "0", "submission": "under way"}
        entering = threading.Thread(
            target=lambda: answers.append(client.ask("POST", f"{place}/entry", entry).status)
        )
        with closing(sqlite3.connect(club[0].folder / "companion.db", isolation_level=None)) as it:
            it.execute("BEGIN IMMEDIATE")
            entering.start()
            time.sleep(1.0)
            club[0].process.send_signal(signal.SIGTERM)
            time.sleep(1.0)
            it.execute("ROLLBACK")
        entering.join(PATIENT)
    assert answers == [303]
    assert club[0].process.wait(PATIENT) == 0
    assert [row[4] for row in rows(club[0].url)] == ["under way"]


def test_resent_form_counts_once_across_processes(club):
    """The same form sent to every process, before and after a restart."""
    form = {f"name.{n}": name for n, name in enumerate("ABCD", 1)} | {"do": "begin",
            "submission": "the form"}  # fmt: skip
    codes = set()
    for server in [*club, *club, None]:
        if server is None:
            club[0].kill(signal.SIGKILL)
            server = club[0].start()
        with Client(server.port) as client:
            codes.add(client.ask("POST", "/new/kaiser", form).headers["Location"])
    assert len(codes) == 1

"""Rows 1 and 5: CPU time of an evening, and tables per core."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store import State, Stored
from tests.hosting.serving import Client, Server, free_port
from tools.bench import bare
from tools.bench.crowd import cookie, server
from tools.bench.frame import Figure, Scale, cpu, percentile, row
from tools.bench.tables import Evening, evening

ANSWERS = 125
PACE, POLL, PHONES = 10.0, 2.5, 4
"""Seconds between answers at a table, and between polls; phones per table."""


@contextmanager
def inserting() -> Iterator[tuple[int, int]]:
    """The inserting baseline server: (process id, port)."""
    with TemporaryDirectory(prefix="bench-") as folder:
        port = free_port()
        command = [sys.executable, bare.__file__, str(port), str(Path(folder) / "bare.db")]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            ready(port)
            yield process.pid, port
        finally:
            process.kill()
            process.wait()


def ready(port: int) -> None:
    """Waits until a server answers."""
    for _ in range(1000):
        try:
            with Client(port) as client:
                client.ask("GET", "/")
                return
        except OSError:
            time.sleep(0.01)
    raise TimeoutError(f"nobody serves on port {port}")


def form(played: Evening, number: int) -> dict[str, str]:
    """The form a phone posts for act `number` (from 0); the journal has one row more, for the
    opened link."""
    act = played.acts[number]
    given = {f"a.{key}": str(text) for key, text in act.answers.items()}
    return {"hand": str(act.hand), "seen": str(number + 1), "submission": f"s {number}", **given}


def before(played: Evening, acts: int) -> Evening:
    """The evening after its first `acts` acts."""
    record = State.of(played.start, played.acts[:acts]).record
    return replace(played, acts=played.acts[:acts], record=record,
                   replay=played.game.replay(record))  # fmt: skip


@row(
    1,
    "A Kaiser evening by HTTP, in processor time, to as many bare inserts",
    Figure("evening", "125 answers, and the page after each"),
    Figure("seconds", "together", unit="s"),
    needs="proc",
)
def whole(scale: Scale) -> dict[str, float]:
    played, times = evening("kaiser", ANSWERS), scale.of(10, 4)
    with server(before(played, 0)) as ours, Client(ours.port) as client:
        assert ours.process
        (stored,) = ours.tables
        client.cookie = cookie(client, stored)
        used = cpu(ours.process.pid)
        for number in range(len(played.acts)):
            answer = client.ask("POST", f"/t/{stored.code}/answer", form(played, number),
                                HX_Request="true")  # fmt: skip
            assert answer.status == 200, (number, answer.status, answer.text[:300])
            assert client.ask("GET", f"/t/{stored.code}").status == 200
        used = cpu(ours.process.pid) - used
    with inserting() as (process, port), Client(port) as client:
        plain = cpu(process)
        for _ in range(times * len(played.acts)):
            assert client.ask("POST", "/entry", {"text": "7 no"}).status == 200
        plain = (cpu(process) - plain) / times
    return {"evening": used / plain, "seconds": used}


@row(
    5,
    "Tables one core carries",
    Figure("share", "a table with an entry each 10 s and four phones, of one core", unit="%"),
    Figure("tables", "tables of one core", unit=""),
    Figure(
        "p99",
        "slowest hundredth of all answers at 150 tables",
        300.0,
        unit="ms",
        bound=3000.0,
        why="server and phones share two cores with other jobs",
    ),
    tries=1,
    needs="proc",
)
def carried(scale: Scale) -> dict[str, float]:
    played, seconds, tables = evening("kaiser", ANSWERS), scale.of(60, 20), scale.of(150, 8)
    entries = int(seconds / PACE) + 2
    first = len(played.acts) - entries
    with server(before(played, first), tables) as ours:
        assert ours.process
        taken: list[float] = []
        warm = time.monotonic() + PACE  # after one entry at each table
        until = time.monotonic() + 1 + seconds
        playing = [
            threading.Thread(
                target=play, args=(ours, stored, played, first, until, n / tables, warm, taken)
            )
            for n, stored in enumerate(ours.tables)
        ]
        for thread in playing:
            thread.start()
        time.sleep(1)
        used, began = cpu(ours.process.pid), time.monotonic()
        time.sleep(seconds - 1)
        share = (cpu(ours.process.pid) - used) / (time.monotonic() - began) / tables
        for thread in playing:
            thread.join()
    return {"share": 100 * share, "tables": 1 / share, "p99": 1000 * percentile(taken, 0.99)}


def play(ours: Server, stored: Stored, played: Evening, number: int, until: float,
         offset: float, warm: float, taken: list[float]) -> None:  # fmt: skip
    """One table: the scorer posts and the phones poll at their intervals. `taken` gets the seconds
    of each answer from `warm` on."""
    start = time.monotonic() + offset * POLL
    seen = [str(number)] * PHONES
    # One connection for all, as a server takes 300 from one address.
    with Client(ours.port) as client:
        scores = cookie(client, stored)
        turn = 0
        while time.monotonic() < until:
            # Tables enter one after the other, not all in the same moment.
            own = (turn + int(offset * PACE / POLL * PHONES)) % int(PACE / POLL * PHONES)
            if own == 0 and number < len(played.acts):
                began = time.monotonic()
                client.cookie = scores
                answer = client.ask("POST", f"/t/{stored.code}/answer", form(played, number),
                                    HX_Request="true")  # fmt: skip
                assert answer.status == 200, (number, answer.status)
                number += 1
                note(taken, began, warm)
            which = turn % PHONES
            began = time.monotonic()
            client.cookie = ""
            reply = client.ask("GET", f"/t/{stored.code}/live", HX_Request="true",
                              HX_PTag=seen[which])  # fmt: skip
            assert reply.status in (200, 304), reply.status
            note(taken, began, warm)
            if reply.status == 200:
                seen[which] = reply.headers["HX-PTag"] or seen[which]
            turn += 1
            time.sleep(max(0.0, start + turn * POLL / PHONES - time.monotonic()))


def note(taken: list[float], began: float, warm: float) -> None:
    """Adds the seconds since `began`, unless the server was still warming up."""
    if began >= warm:
        taken.append(time.monotonic() - began)

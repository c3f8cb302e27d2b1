"""Rows 4 and 6: concurrent clients over HTTP, against the server with home settings."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store import Store, Stored
from companion.store.migrate import upgrade
from companion.store.portions import import_tables
from tests.hosting.serving import Client, Server
from tools.bench.frame import Figure, Scale, percentile, row, took
from tools.bench.tables import Evening, evening

ANSWERS = 125
THREADS = 8


class Seated(Server):
    """A running server with its tables."""

    tables: list[Stored]


@contextmanager
def server(evening: Evening | None = None, times: int = 1) -> Iterator[Seated]:
    """A server on a new folder, with `times` tables at which the evening was played."""
    with TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name) / "scores"
        folder.mkdir()
        ours = Seated(folder)
        ours.tables = seated(ours.url, evening, times) if evening else []
        ours.start()
        try:
            yield ours
        finally:
            ours.stop()


def seated(url: str, evening: Evening, times: int) -> list[Stored]:
    """Creates `times` tables at which the evening was played."""
    upgrade(url)
    store = Store(url)
    try:
        return import_tables(store, [evening.saved()] * times)
    finally:
        store.close()


# -- watchers ------------------------------------------------------------------------------------


@contextmanager
def watched(ours: Seated, phones: int, every: float) -> Iterator[list[object]]:
    """Lets phones poll in the background; yields a list of unexpected responses."""
    odd: list[object] = []
    stop = threading.Event()
    share = phones // THREADS
    looking = [
        threading.Thread(target=some, args=(ours, n, share, every, stop, odd))
        for n in range(THREADS)
    ]
    for thread in looking:
        thread.start()
    time.sleep(1)
    yield odd
    stop.set()
    for thread in looking:
        thread.join()


def some(ours: Seated, number: int, share: int, every: float, stop: threading.Event,
         odd: list[object]) -> None:  # fmt: skip
    """A thread's share of the phones: each polls at a fixed interval, evenly spread."""
    stored = ours.tables[number % len(ours.tables)]
    client, seen = Client(ours.port), str(stored.seq)
    turn, began = 0, time.monotonic() + number * every / share / THREADS
    while not stop.wait(max(0.0, began + turn * every / share - time.monotonic())):
        turn += 1
        try:
            answer = client.ask("GET", f"/t/{stored.code}/live", HX_Request="true",
                                HX_PTag=seen)  # fmt: skip
        except OSError as error:
            odd.append(error)
            continue
        if answer.status == 200:
            seen = answer.headers["HX-PTag"] or seen
        elif (answer.status, answer.body) != (304, b""):
            odd.append(answer.status)
    client.close()


# -- writers -------------------------------------------------------------------------------------


BUSY = "server and writers share two cores: who is put aside for a moment is the hundredth"


@row(
    6,
    "Eight writers",
    Figure("p99", "slowest hundredth to the middle", 3.0, bound=12.0, why=BUSY),
    Figure("lost", "entries", 0, "lost"),
)
def writing(scale: Scale) -> dict[str, float]:
    played, each = evening("kaiser", ANSWERS, one=True), scale.of(100, 30)
    with server(played, THREADS * each) as ours:
        return written(ours, played)


@row(
    4,
    "Eight writers among 200 watchers",
    Figure("p99", "slowest hundredth to the middle", 8.0, bound=30.0, why=BUSY),
    Figure("lost", "entries", 0, "lost"),
    Figure("odd", "polls", 0, "odd"),
)
def writing_while_watched(scale: Scale) -> dict[str, float]:
    played, each = evening("kaiser", ANSWERS, one=True), scale.of(100, 30)
    with server(played, THREADS * each) as ours, watched(ours, 200, 2.5) as odd:
        figures = written(ours, played)
    return figures | {"odd": float(len(odd))}


def written(ours: Seated, played: Evening) -> dict[str, float]:
    """Eight connections post one answer at each table."""
    times: list[list[float]] = [[] for _ in range(THREADS)]
    together = threading.Barrier(THREADS)
    writers = [
        threading.Thread(
            target=enters, args=(ours, ours.tables[n::THREADS], played, together, times[n])
        )
        for n in range(THREADS)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    acknowledged = sum(map(len, times))
    store = Store(ours.url)
    # One row for opening the link, and one for the answer.
    stored = sum(store.seq(table.code) == table.seq + 2 for table in ours.tables)
    store.close()
    assert acknowledged == len(ours.tables)
    # Leaves out the start and the end, where fewer than eight run.
    taken = [each for mine in times for each in mine[3:-3]]
    return {"p99": percentile(taken, 0.99) / percentile(taken, 0.5), "lost": acknowledged - stored}


def enters(
    ours: Seated,
    tables: Sequence[Stored],
    played: Evening,
    together: threading.Barrier,
    times: list[float],
) -> None:
    """Posts one answer at each table, as htmx does, and records the latencies."""
    pending = played.replay.pending
    assert pending is not None
    given = {f"a.{key}": text for key, text in pending.sample(lambda _: 0).items()}
    with Client(ours.port) as client:
        cookies = [cookie(client, stored) for stored in tables]
        together.wait()
        for stored, client.cookie in zip(tables, cookies, strict=True):
            form = {"hand": str(pending.hand), "seen": str(stored.seq), "submission": "s", **given}
            path = f"/t/{stored.code}/answer"
            times.append(took(partial(entered, client, path, form)))


def cookie(client: Client, stored: Stored) -> str:
    """The cookie of a scorer of the table."""
    client.cookie = ""
    client.ask("GET", f"/t/{stored.code}/score/{stored.key}")
    return client.cookie


def entered(client: Client, path: str, form: dict[str, str]) -> None:
    """Posts one answer; fails if it was not saved."""
    answer = client.ask("POST", path, form, HX_Request="true")
    assert answer.status == 200, (answer.status, answer.text[:200])

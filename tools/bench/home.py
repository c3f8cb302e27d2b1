"""Rows 12 and 14: bytes of a first visit, and the cost of a large database."""

from __future__ import annotations

import gzip
import random
import re
import sqlite3
from functools import cache

from companion.engine.record import Record
from companion.games import all_games
from companion.paths import STATIC
from companion.store import Store, Stored
from companion.store.portions import import_tables
from companion.tables import summaries
from companion.testing.evenings import NAMES
from tests.hosting.serving import Client, Server
from tools.bench.crowd import server
from tools.bench.frame import Figure, Scale, ratio, resident, row
from tools.bench.tables import Evening, answered, evening

KB = 1024
ANSWERS = 170
"""Answers per evening in a large database; some games end earlier."""

# -- bytes ---------------------------------------------------------------------------------------


@row(
    12,
    "First view by gzip",
    Figure(
        "all", "everything, typefaces too", 52.0, "KB", bound=63.0,
        why="the figures below, and 19 KB of typefaces, which a phone loads once",
    ),
    Figure(
        "bare", "without the typefaces, which are kept", 25.0, "KB", bound=44.0,
        why="htmx is 13 KB, the stylesheet of the table 16, its page 3, our scripts 10; by brotli,"
        " which phones use over https, it is 38",
    ),
    Figure("fragment", "what one entry brings", 3.0, "KB"),
    Figure(
        "script", "scripts alone", 15.0, "KB", bound=24.0,
        why="htmx is 13 KB; ours, 10, guard the finger, keep what was not sent, are the number keys"
        " and show a result; by brotli it is 21",
    ),
    tries=1,
)  # fmt: skip
def size(scale: Scale) -> dict[str, float]:
    played = evening("kaiser", 20, one=True)
    with server(played) as ours, Client(ours.port) as client:
        (stored,) = ours.tables
        client.ask("GET", f"/t/{stored.code}/score/{stored.key}")
        packed = {"Accept_Encoding": "gzip, deflate"}
        page = client.ask("GET", f"/t/{stored.code}", None, **packed)
        files = set(re.findall(r'(?:src|href)="(/static/[^"]+|/manifest[^"]+)"',
                               gzip.decompress(page.body).decode()))  # fmt: skip
        sizes = {path: len(client.ask("GET", path, None, **packed).body) for path in files}
        pending = played.replay.pending
        assert pending is not None
        form = {"hand": str(pending.hand), "seen": str(stored.seq), "submission": "s"}
        form |= {f"a.{key}": text for key, text in pending.sample(lambda _: 0).items()}
        entry = client.ask("POST", f"/t/{stored.code}/answer", form, HX_Request="true", **packed)
        assert (page.status, entry.status) == (200, 200)
    # The manifest's icons load only when the app is installed.
    first = {path: size for path, size in sizes.items() if "icon-" not in path}
    script = sum(size for path, size in first.items() if path.endswith(".js"))
    # The page preloads the typefaces that pages in English need.
    bare = len(page.body) + sum(size for path, size in first.items() if "/fonts/" not in path)
    faces = sum(each.stat().st_size for each in (STATIC / "fonts").glob("*.woff2")
                if "-ext" not in each.name)  # fmt: skip
    return {"all": (bare + faces) / KB, "bare": bare / KB,
            "fragment": len(entry.body) / KB, "script": script / KB}  # fmt: skip


# -- a large database ----------------------------------------------------------------------------


@cache
def pool(answers: int) -> list[Evening]:
    """An evening of each game and number of players, of about `answers` answers."""
    evenings = []
    for game in all_games().values():
        for players in {min(game.players), min(max(game.players), 7)}:
            chance, acts = random.Random(f"{game.key} {players}"), []
            record = Record.begin(game.key, NAMES[:players])
            start, replay = record.copy(), game.replay(record)
            while replay.pending and sum(map(len, record.hands)) < answers:
                act, replay = answered(game, record, replay, chance)
                acts.append(act)
            evenings.append(Evening(game, start, tuple(acts), record, replay))
    return evenings


def filled(url: str, tables: int) -> int:
    """Fills a database with tables of real records; returns the number of answers."""
    store = Store(url)
    each = import_tables(store, [evening.saved() for evening in pool(ANSWERS)])
    store.close()
    database = sqlite3.connect(url.removeprefix("sqlite:///"))
    head = [name for _, name, *_ in database.execute("pragma table_info(tables)")]
    row = [name for _, name, *_ in database.execute("pragma table_info(journal)")]
    placeholders = {"id": "?1", "code": "?2", "key": "?2", "submission": "null"}
    copy_head = f"insert into tables ({', '.join(head)}) select " + ", ".join(
        placeholders.get(name, name) for name in head
    ) + " from tables where code = ?3"  # fmt: skip
    copy_rows = f"insert into journal ({', '.join(row)}) select " + ", ".join(
        "?1" if name == "table_id" else name for name in row
    ) + " from journal where table_id = (select id from tables where code = ?3)"  # fmt: skip
    copies = [(1000 + n, f"Z{n:05}", each[n % len(each)].code) for n in range(tables - len(each))]
    database.executemany(copy_head, copies)
    database.executemany(copy_rows, [(new, None, old) for new, _, old in copies])
    database.commit()
    database.execute("pragma wal_checkpoint(truncate)")
    database.close()
    store = Store(url)
    while summaries.fill(store, 60):
        pass  # a server would make them once, beside its pages
    store.close()
    many = [evening.answers for evening in pool(ANSWERS)]
    return sum(many[n % len(many)] for n in range(tables - len(each))) + sum(many)


@row(
    14,
    "A full house to an empty one",
    Figure(
        "memory", "the server’s memory", 1.2, bound=1.45,
        why="two hundred different tables have been looked at, and the last ones are kept",
    ),
    Figure("page", "a table’s page", 1.2),
    Figure("answers", "answers stored (millions)", unit="M"),
    tries=1,
    needs="proc",
)  # fmt: skip
def full(scale: Scale) -> dict[str, float]:
    played = evening("kaiser", 100)
    with server(played) as big, server(played) as small:
        big.stop()
        stored = filled(big.url, scale.of(10_000, 1_000))
        big.start()
        every_sheet(big)
        every_sheet(small)
        everybody(big)
        one, other = (Client(each.port) for each in (big, small))
        pages = ratio(lambda: page(one, big.tables[0]), lambda: page(other, small.tables[0]),
                      scale.of(400, 150))  # fmt: skip
        assert big.process
        assert small.process
        memory = resident(big.process.pid) / resident(small.process.pid)
        one.close()
        other.close()
    return {"memory": memory, "page": pages, "answers": stored / 1e6}


def everybody(big: Server) -> None:
    """Requests the pages of two hundred tables."""
    with Client(big.port) as client:
        for number in range(200):
            client.cookie = ""
            assert client.ask("GET", f"/t/Z{number:05}").status == 200


def every_sheet(ours: Server) -> None:
    """Requests the home page and all rule sheets, which are cached from then on."""
    with Client(ours.port) as client:
        for path in ("/", *(f"/rules/{key}" for key in all_games())):
            assert client.ask("GET", path).status == 200


def page(client: Client, stored: Stored) -> None:
    """Requests the page of a table."""
    client.cookie = ""
    assert client.ask("GET", f"/t/{stored.code}").status == 200

"""Evenings for measurements: random legal answers, at tables of a store."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion import games
from companion.app import create_app
from companion.engine.game import Game, Replay
from companion.engine.record import Act, Record
from companion.store import JournalRow, Store, Stored, default_url
from companion.store.migrate import upgrade
from companion.store.portions import import_tables
from companion.store.saved import Saved
from companion.testing.evenings import NAMES, page_of

AT = datetime(2026, 1, 1, 20, tzinfo=UTC)


@dataclass(frozen=True)
class Evening:
    """A record, the acts that made it, and its replay."""

    game: Game
    start: Record
    acts: tuple[Act, ...]
    record: Record
    replay: Replay

    @property
    def answers(self) -> int:
        """Number of answers."""
        return sum(map(len, self.record.hands))

    def saved(self) -> Saved:
        """The table as it is stored."""
        saved = Saved.beginning(self.start, self.game.edition, "phone 1", AT)
        saved.rows.extend(
            JournalRow(table_id=0, seq=n, at=AT, who="phone 1", kind=act.kind, hand=act.hand,
                       answers=dict(act.answers), replaced={}, why="", submission="", form=n)
            for n, act in enumerate(self.acts, 1)
        )  # fmt: skip
        return saved


def answered(game: Game, record: Record, replay: Replay, chance: random.Random
             ) -> tuple[Act, Replay]:  # fmt: skip
    """Answers the pending page with random legal answers; modifies the record."""
    assert replay.pending is not None
    here, hand = page_of(replay), replay.pending.hand
    for _ in range(300):
        act = Act("answer", hand, replay.pending.sample(chance.randrange))
        trial = record.copy()
        trial.put(hand, act.answers)
        after = game.replay(trial)
        if page_of(after) != here:
            record.hands = trial.hands
            return act, after
    raise LookupError(f"{game.key}: no legal answers found for {here}")


@cache
def evening(key: str, answers: int, players: int = 4, entry: str = "guided", one: bool = False
            ) -> Evening:  # fmt: skip
    """A running evening with at least `answers` answers; `one`: its page has a single question."""
    game = games.find(key)
    for seed in range(100):
        chance = random.Random(f"{key} {seed}")
        record = Record.begin(key, NAMES[:players], entry=entry)
        start, acts = record.copy(), list[Act]()
        replay = game.replay(record)
        while replay.pending is not None:
            enough = sum(map(len, record.hands)) >= answers
            if enough and (not one or len(replay.pending.page) == 1):
                return Evening(game, start, tuple(acts), record, replay)
            act, replay = answered(game, record, replay, chance)
            acts.append(act)
    raise LookupError(f"{key}: no evening has {answers} answers")


def whole_evening(key: str, players: int = 4, entry: str = "guided") -> Evening:
    """A random evening, complete."""
    game, chance = games.find(key), random.Random(key)
    record = Record.begin(key, NAMES[:players], entry=entry)
    start, acts = record.copy(), list[Act]()
    replay = game.replay(record)
    while replay.pending is not None:
        act, replay = answered(game, record, replay, chance)
        acts.append(act)
    return Evening(game, start, tuple(acts), record, replay)


def long_evening(key: str, players: int, events: int) -> Record:
    """An evening with this number of events.

    Its hands are played at separate tables, given only the dealer: otherwise each answer would
    replay all of it.
    """
    game, chance = games.find(key), random.Random(key)
    record = Record.begin(key, NAMES[:players], entry="guided")
    done = 0
    while done < events:
        dealer = str(1 + len(record.hands) % players)
        alone = Record.begin(key, NAMES[:players], dealer=int(dealer), entry="guided")
        replay = game.replay(alone)
        while replay.pending is not None and replay.pending.hand == 1:
            _, replay = answered(game, alone, replay, chance)
        record.hands.append({"@dealer": dealer, **alone.hands[0]})
        done += len(replay.hands[0].events)
    return record


# -- a store and its app -------------------------------------------------------------------------


@dataclass
class House:
    """An app with a store in a temporary folder, called without HTTP."""

    folder: Path
    store: Store
    app: Flask

    def seat(self, evening: Evening, times: int = 1) -> list[Stored]:
        """Creates `times` tables at which the evening was played."""
        return import_tables(self.store, [evening.saved()] * times)

    def cookie(self, *stored: Stored) -> str:
        """The cookie of a scorer of these tables."""
        kept: dict[str, Any] = {"tables": {each.code: each.key for each in stored}, "me": "0a0a"}
        interface: Any = self.app.session_interface
        signed = interface.get_signing_serializer(self.app).dumps({"_permanent": True, **kept})
        return f"{self.app.config['SESSION_COOKIE_NAME']}={signed}"


@contextmanager
def house() -> Iterator[House]:
    """An app with an empty store."""
    with TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        url = default_url(folder)
        upgrade(url)
        store = Store(url)
        yield House(folder, store, create_app(store, data=folder))
        store.close()


def asking(path: str, form: dict[str, str] | None = None, **headers: str) -> dict[str, Any]:
    """The WSGI environ of a phone's request."""
    body = urlencode(form or {}).encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET" if form is None else "POST", "SCRIPT_NAME": "", "PATH_INFO": path,
        "QUERY_STRING": "", "SERVER_NAME": "192.0.2.1", "SERVER_PORT": "8000",
        "HTTP_HOST": "192.0.2.1:8000", "REMOTE_ADDR": "192.0.2.9", "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_ACCEPT_ENCODING": "gzip, deflate", "wsgi.version": (1, 0), "wsgi.url_scheme": "http",
        "wsgi.errors": None, "wsgi.multithread": True, "wsgi.multiprocess": False,
        "wsgi.run_once": False, "body": body,
    }  # fmt: skip
    if form is not None:
        environ["CONTENT_TYPE"] = "application/x-www-form-urlencoded"
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ | {f"HTTP_{name.upper()}": value for name, value in headers.items()}


def call(app: Flask, environ: dict[str, Any]) -> tuple[str, bytes]:
    """Status and body of a response."""
    statuses: list[str] = []
    written: list[bytes] = []

    def begin(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return written.append

    parts = app(environ | {"wsgi.input": BytesIO(environ["body"])}, begin)
    body = b"".join(parts)
    getattr(parts, "close", int)()
    return statuses[0], body

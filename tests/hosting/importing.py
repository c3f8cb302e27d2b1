"""People who import files of many tables into a served club."""

from __future__ import annotations

import json
import threading
import time
from contextlib import closing
from copy import deepcopy
from functools import cache
from string import ascii_uppercase
from tempfile import TemporaryDirectory
from typing import Any

from companion import games
from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.store import Store
from companion.store.exchange import dump
from companion.tables.carrying import canonical
from tests.databases import prepared
from tests.hosting.serving import Client

GAME = "tribello"
"""The game of imported tables; no scorer plays it here."""


@cache
def evening() -> dict[str, Any]:
    """An export of a table with some hands, each with a row of its own."""
    game = games.find(GAME)
    record = canonical(game, Transcript.read(game.file("evening.txt"), GAME).record)
    with (
        TemporaryDirectory() as folder,
        closing(Store(prepared(f"sqlite:///{folder}/it.db"))) as it,
    ):
        code = it.begin(Record.begin(GAME, record.players)).code
        for number, answers in enumerate(record.hands[:2], 1):
            act = Act("answer", number, {key: text for key, text in answers.items() if text})
            it.act(code, act, seen=number - 1, submission=str(number))
        return dump([it.saved(code)])


class Importer(threading.Thread):
    """Imports one file after the other; sends each again until there is an answer."""

    MANY = 25
    """Tables of a file: three transactions, and one that shows them all."""

    def __init__(self, name: str, ports: list[int], stop: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self.clients = [Client(port) for port in ports]
        self.ending = stop
        self.sending = threading.Event()
        self.acknowledged: list[str] = []
        self.odd: list[str] = []
        self.sent = self.retried = 0

    def run(self) -> None:
        while not self.ending.is_set():
            self.sent += 1
            self.insist(f"{self.name} {self.sent}")
            self.ending.wait(1)
        for client in self.clients:
            client.close()

    def insist(self, file: str) -> None:
        """Imports tables whose first player has the name of the file."""
        data = deepcopy(evening())
        data["tables"] = [deepcopy(data["tables"][0]) for _ in range(self.MANY)]
        for letter, table in zip(ascii_uppercase, data["tables"], strict=False):
            table["code"] = letter * 6
            table["start"]["head"]["player 1"] = file
        form = {"text": json.dumps(data), "submission": file}
        while True:
            client = self.clients[self.retried % len(self.clients)]
            self.sending.set()
            try:
                answer = client.ask("POST", "/import", form)
            except OSError:
                answer = None
            finally:
                self.sending.clear()
            if answer and answer.status == 200:
                return self.acknowledged.append(file)
            if answer and answer.status != 503:
                return self.odd.append(f"{answer.status} {answer.text[:300]}")
            self.retried += 1
            time.sleep(0.05)

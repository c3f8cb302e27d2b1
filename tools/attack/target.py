"""A served app to attack: its tables and clubs, its processor time and memory, and its answers."""

from __future__ import annotations

import http.client
import os
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import Client as WebClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.settings import Settings
from companion.store import Store, Stored, default_url
from companion.store.migrate import upgrade
from companion.store.portions import import_tables
from companion.tables.summaries import fill
from companion.web.platform.browser import STORE
from tests import largest
from tests.hosting.serving import Client, Scorer, Server

SCORER = "203.0.113.1"
"""The address of a client that prints a sheet."""
heavy = cache(largest.heaviest)
Route = tuple[str, str]
"""Method and pattern."""


class Target:
    """A server behind a trusted proxy, so that a client can have any address."""

    def __init__(self, folder: Path, limits: bool = True) -> None:
        url = default_url(folder)
        upgrade(url)
        self.store = Store(url)
        self.server = Server(folder, COMPANION_TRUSTED_PROXIES="1",
                             COMPANION_RATE_LIMITS="yes" if limits else "no").start()  # fmt: skip
        # The same routes and the same key for cookies.
        self.app: Flask = create_app(self.store, data=folder, settings=Settings(limits=False))
        self.statuses = Counter[int]()
        self.asked: set[Route] = set()
        self.faults: list[str] = []
        """Responses that must not occur."""
        self.memory = self.whole = 0.0
        """Peak MB of the serving process, and of all processes, read twice a second; memory pages
        that several processes share count once."""
        self._closed = threading.Event()
        self._lock = threading.Lock()

    @property
    def routes(self) -> list[Route]:
        """Every route of the app."""
        return sorted((method, rule.rule) for rule in self.app.url_map.iter_rules()
                      for method in ("GET", "POST") if method in (rule.methods or ()))  # fmt: skip

    def tables(self, many: int) -> list[Stored]:
        """So many of the most expensive tables."""
        tables = import_tables(self.store, [heavy()] * many)
        fill(self.store, 600)
        return tables

    def client(self, address: str) -> WebClient:
        """A browser at this address; every request goes over HTTP."""
        return Remote(self, address).test_client()

    def phone(self, address: str, tables: Iterable[Stored] = (), club: str = "") -> largest.Scorer:
        """A scorer of these tables, in a club."""
        phone = largest.Scorer(Remote(self, address))
        kept: dict[str, Any] = {"tables": [(each.code, each.key) for each in tables],
                                "clubs": [(club, "Thursday")] if club else []}  # fmt: skip
        interface: Any = self.app.session_interface
        signed = interface.get_signing_serializer(self.app).dumps({"_permanent": True, **kept})
        phone.client.set_cookie(self.app.config["SESSION_COOKIE_NAME"], signed)
        phone.code = next((each.code for each in tables), "")
        phone.club = club
        return phone

    def saw(self, method: str, path: str, status: int, again: bool) -> None:
        """Notes an answer; `again` if it says when to retry."""
        rule = ""
        with suppress(HTTPException):
            route, _ = self.app.url_map.bind("localhost").match(path, method, return_rule=True)
            rule = route.rule
        with self._lock:
            self.statuses[status] += 1
            self.asked.add((method, rule))
            if status in (0, 500, 502, 504) or (status == 503 and not again):
                self.faults.append(f"{status} {method} {path[:200]}")

    def family(self) -> list[int]:
        """The process and those it started."""
        assert self.server.process
        parents = dict[int, int]()
        for entry in filter(str.isdecimal, os.listdir("/proc")):
            with suppress(OSError):
                stat = Path("/proc", entry, "stat").read_text()
                parents[int(entry)] = int(stat.rpartition(")")[2].split()[1])
        pids = [self.server.process.pid]
        for pid in pids:
            pids += [child for child, parent in parents.items() if parent == pid]
        return pids

    def watch(self) -> None:
        """Notes the memory until the server is closed."""
        while not self._closed.wait(0.5):
            sizes = [megabytes(pid, "smaps_rollup", "Pss:") for pid in self.family()]
            self.whole = max(self.whole, sum(sizes))
            own = megabytes(self.family()[0], "status", "VmHWM:")
            self.memory = max(self.memory, own)

    def close(self) -> None:
        self._closed.set()
        self.server.stop()
        self.store.close()

    def spent(self) -> float:
        """Processor seconds of the process that serves."""
        assert self.server.process
        stat = Path("/proc", str(self.server.process.pid), "stat").read_text()
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int, file: str, name: str) -> float:
    """A figure of a process in MB; 0 if it has ended."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc", str(pid), file).read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024
    return 0.0


@contextmanager
def target(limits: bool = True) -> Iterator[Target]:
    """A server over an empty store."""
    with TemporaryDirectory(prefix="attack-") as name:
        folder = Path(name, "scores")
        folder.mkdir()
        host = Target(folder, limits)
        watching = threading.Thread(target=host.watch, daemon=True)
        watching.start()
        try:
            yield host
        finally:
            host.close()
            watching.join()


class Remote:
    """The served app as a WSGI app, for the phones of the tests."""

    def __init__(self, target: Target, address: str) -> None:
        self.target, self.address = target, address
        self.extensions = {STORE: target.store}

    def test_client(self) -> WebClient:
        return WebClient(self, TestResponse)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        headers = {name[5:].replace("_", "-"): value for name, value in environ.items()
                   if name.startswith("HTTP_")}  # fmt: skip
        body = environ["wsgi.input"].read()
        if body:
            headers["Content-Type"] = environ.get("CONTENT_TYPE", "")
        headers["X-Forwarded-For"] = self.address
        method = environ["REQUEST_METHOD"]
        connection = http.client.HTTPConnection("127.0.0.1", self.target.server.port, timeout=120)
        try:
            connection.request(method, environ["REQUEST_URI"], body, headers)
            reply = connection.getresponse()
            content = reply.read()
        except OSError:
            self.target.saw(method, environ["PATH_INFO"], 0, False)
            raise
        finally:
            connection.close()
        again = "Retry-After" in reply.headers
        self.target.saw(method, environ["PATH_INFO"], reply.status, again)
        start_response(f"{reply.status} {reply.reason}", reply.getheaders())
        return [content]


class From(Client):
    """A connection of a client that is not the stranger."""

    def ask(self, method: str, path: str, form: Any = None, **headers: str) -> Any:
        # Another address each minute, for the limit on new tables of an address.
        address = f"203.0.113.{10 + int(time.monotonic() / 60) % 200}"
        return super().ask(method, path, form, X_Forwarded_For=address, **headers)


def scorer(port: int, stop: threading.Event) -> Scorer:
    """Enters answers at another table, some five times a second."""
    writer = Scorer("elsewhere", [port], stop, pause=0.2)
    writer.clients = [From(port)]
    return writer

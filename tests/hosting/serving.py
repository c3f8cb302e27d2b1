"""The real server as a process, and scorers that post to it over HTTP without pause."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from companion import games
from companion.engine.transcript import Transcript
from companion.store import default_url
from companion.store.rows import MAX_ACTS
from companion.tables.carrying import canonical
from tests import warm

FULL = MAX_ACTS - 400
"""Rows of a table after which nothing more is posted: journals are limited."""
PLAYERS = ["Nell", "Omar", "Pia", "Quin"]
KAISER = games.find("kaiser")
SCRIPT = canonical(KAISER, Transcript.read(KAISER.file("evening.txt"), "kaiser").record)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def long(seconds: float) -> float:
    """The duration of a test in seconds; COMPANION_TEST_SECONDS overrides it."""
    return float(os.environ.get("COMPANION_TEST_SECONDS", seconds))


PATIENT = 120
"""Seconds to wait for an event that takes one or two; other jobs may use the machine."""


def until(seen: Callable[[], object], seconds: float = PATIENT) -> None:
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end, f"not within {seconds} seconds"
        time.sleep(0.02)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Server:
    """`companion serve` on a folder; it can be killed and restarted on the same port."""

    def __init__(self, folder: Path, database: str = "", wrap: list[str] | None = None,
                 log: Path | None = None, **settings: str) -> None:  # fmt: skip
        self.folder, self.port, self.wrap = folder, free_port(), wrap or []
        self.log = log or folder.with_name(f"{folder.name}-{self.port}.log")
        self.environment = {**os.environ, "COMPANION_DATA": str(folder),
                            "COMPANION_RATE_LIMITS": "no", "COMPANION_BACKUPS": "0",
                            **settings}  # fmt: skip
        self.environment.pop("COMPANION_DATABASE_URL", None)
        if database:
            self.environment["COMPANION_DATABASE_URL"] = database
        self.url = database or default_url(folder)
        self.process: subprocess.Popen[bytes] | warm.Started | None = None

    def start(self) -> Server:
        """Starts it and waits until it responds."""
        self.launch()
        for _ in range(50 * PATIENT):
            assert self.process
            if self.process.poll() is not None:
                raise AssertionError(self.said())
            try:
                with Client(self.port) as client:
                    assert client.ask("GET", "/health").status == 200
                    return self
            except OSError:
                time.sleep(0.02)
        raise TimeoutError(self.said())

    def launch(self) -> None:
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--no-qr"]
        if not self.wrap:
            self.process = warm.start(["companion", *words], self.environment, self.log)
            return
        command = [*self.wrap, sys.executable, "-m", "companion", *words]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment, cwd=Path(__file__).parents[2]
            )

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def ended(self) -> int:
        """The exit code once it has ended by itself."""
        assert self.process
        return self.process.wait(PATIENT)

    def kill(self, how: int = signal.SIGKILL) -> int:
        """Sends a signal and waits for the exit code."""
        assert self.process
        self.process.send_signal(how)
        return self.process.wait(PATIENT)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.kill()


@dataclass
class Answer:
    """A response."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Client:
    """A keep-alive connection with cookies. Every request may raise OSError."""

    def __init__(self, port: int, timeout: float = 60) -> None:
        self.port, self.timeout, self.cookie = port, timeout, ""
        self.connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, form: dict[str, str] | None = None, **headers: str
            ) -> Answer:  # fmt: skip
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, self.timeout)
        more = {"Cookie": self.cookie} if self.cookie else {}
        more |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            body = urlencode(form) if form is not None else None
            self.connection.request(method, path, body, {**(FORM if body else {}), **more})
            reply = self.connection.getresponse()
            answer = Answer(reply.status, reply.headers, reply.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise OSError(str(error)) from error
        for cookie in reply.headers.get_all("Set-Cookie") or []:
            self.cookie = cookie.partition(";")[0]
        return answer

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None


@dataclass
class Tally:
    """The requests and responses of a scorer."""

    sent: dict[str, dict[str, str]] = field(default_factory=dict)
    """Every submission by its id, with its answers."""
    acknowledged: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """Unexpected responses."""
    retried: int = 0
    tables: list[str] = field(default_factory=list)


OPENING = threading.Lock()
COOKIES: dict[str, str] = {}
"""By table code, if several scorers share the cookie of one phone."""


class Scorer(threading.Thread):
    """Plays the same evening at one table after another; retries unacknowledged entries."""

    def __init__(self, name: str, ports: list[int], stop: threading.Event,
                 shared: tuple[str, str] | None = None, pause: float = 0) -> None:  # fmt: skip
        super().__init__(name=name, daemon=True)
        self.clients = [Client(port) for port in ports]
        self.ending, self.shared, self.pause = stop, shared, pause
        self.tally = Tally()
        self.number = self.seen = 0
        self.key = ""

    def run(self) -> None:
        while not self.ending.is_set():
            if self.shared:
                self.toggle(*self.shared)
            else:
                self.evening()
        for client in self.clients:
            client.close()

    def insist(self, method: str, path: str, form: dict[str, str] | None = None) -> Answer:
        """Sends the same form until there is a response, from this process or another."""
        while True:
            client = self.clients[self.number % len(self.clients)]
            self.number += 1
            began = time.perf_counter()
            try:
                answer = client.ask(method, path, form)
            except OSError:
                self.tally.retried += 1
                time.sleep(0.02)
                continue
            for other in self.clients:
                other.cookie = client.cookie
            if answer.status == 503:
                self.tally.odd.append(f"503 {path}")
                time.sleep(0.05)
                continue
            if method == "POST" and answer.status == 303 and path.startswith("/t/"):
                self.tally.seconds.append(time.perf_counter() - began)
            return answer

    def begin(self) -> str:
        names = {f"name.{place}": name for place, name in enumerate(PLAYERS, 1)}
        form = {**names, "dealer": "1", "do": "begin",
                "submission": f"{self.name} t{len(self.tally.tables)}"}  # fmt: skip
        answer = self.insist("POST", "/new/kaiser", form)
        assert answer.status == 303, (answer.status, answer.text[:300])
        code = answer.headers["Location"].rpartition("/")[2]
        self.tally.tables.append(code)
        return code

    def send(self, path: str, form: dict[str, str]) -> Answer:
        submission = f"{self.name} {len(self.tally.sent)}"
        self.tally.sent[submission] = form
        answer = self.insist("POST", path, {**form, "submission": submission})
        if answer.status == 303:
            self.tally.acknowledged.append(submission)
        elif answer.status != 409:
            self.tally.odd.append(f"{answer.status} {path} {form} {answer.text[:200]}")
        if self.pause and answer.status == 303:
            time.sleep(self.pause * random.uniform(0.5, 1.5))
        return answer

    def evening(self) -> None:
        """One table from the first deal on, a submission a page."""
        code, seen, way = self.begin(), 0, "guided"
        for number, answers in enumerate(SCRIPT.hands, 1):
            form = {f"a.{key}": text for key, text in answers.items() if key[0] != "@"}
            if answers.get("@entry", "guided") != way:
                way = answers.get("@entry", "guided")
                form_entry = {"hand": str(number), "mode": way, "seen": str(seen)}
                self.send(f"/t/{code}/entry", form_entry)
                seen += 1
            if "@void" in answers or any(key.startswith("@adjust") for key in answers):
                return
            while True:
                if self.ending.is_set():
                    return
                answer = self.send(f"/t/{code}/answer", {**form, "hand": str(number),
                                                         "seen": str(seen)})  # fmt: skip
                if answer.status != 303:
                    return
                seen += 1
                if answer.headers["Location"].endswith(f"/hand/{number}"):
                    break

    def toggle(self, code: str, key: str) -> None:
        """Changes the first hand's entry mode, at a table that other windows of the same phone
        write to. Pauses when the journal is nearly full."""
        if self.seen > FULL:
            self.ending.wait(1)
            return
        if not self.key:
            with OPENING:
                if code not in COOKIES:
                    # Also if the response to a first try was lost, and that try took over scoring.
                    assert self.insist("POST", f"/t/{code}/pencil", {"key": key}).status == 303
                    COOKIES[code] = self.clients[0].cookie
            for client in self.clients:
                client.cookie = COOKIES[code]
            self.key, self.seen = key, 0
        mode = ("quick", "guided")[len(self.tally.sent) % 2]
        answer = self.send(f"/t/{code}/entry", {"hand": "1", "mode": mode, "seen": str(self.seen)})
        if answer.status == 303:
            self.seen += 1
        elif found := re.search(r'name="seen" value="(\d+)"', unescape(answer.text)):
            self.seen = int(found[1])


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

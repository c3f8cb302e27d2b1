"""Servers as processes of their own, forked from one that has imported everything: starting Python
and its imports is most of what a server's start costs.

They are started as `companion ARGUMENTS` or `tests.browser.server ARGUMENTS`; each has its own
environment, log, signals and exit code, as `subprocess.Popen` would give them.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]


class Started:
    """A server that was forked: as much of `Popen` as tests use."""

    def __init__(self, pid: int) -> None:
        self.pid, self.handle = pid, os.pidfd_open(pid)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"server {self.pid}", timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self.handle], [], [], timeout)[0]:
            self.returncode = _ask({"ended": self.pid})
            os.close(self.handle)
        return self.returncode

    def send_signal(self, how: int) -> None:
        if self.returncode is None:
            signal.pidfd_send_signal(self.handle, how)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(command: list[str], environment: dict[str, str], log: Path) -> Started:
    """Starts `companion …` or `tests.browser.server …`; its output is appended to `log`."""
    return Started(_ask({"command": command, "environment": environment, "log": str(log)}))


@cache
def _mother() -> subprocess.Popen[bytes]:
    """The parent process of forked servers, one for each test process."""
    command = [sys.executable, "-m", "tests.warm"]
    found = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    atexit.register(found.communicate)  # it ends after the last client has gone
    return found


def _ask(what: dict[str, object]) -> int:
    mother = _mother()
    assert mother.stdin
    assert mother.stdout
    mother.stdin.write(json.dumps(what).encode() + b"\n")
    mother.stdin.flush()
    return int(mother.stdout.readline())


def serve(command: list[str]) -> None:
    """Runs a server, in its own process."""
    name, *arguments = command
    if name == "companion":
        from companion.cli import main

        main(arguments)
    else:
        from tests.browser import server

        server.main(*arguments)


def forked(told: dict[str, object]) -> int:
    """The id of a new process; 0 in that process itself, after its state has been reset."""
    if pid := os.fork():
        return pid
    log = os.open(str(told["log"]), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, handle in enumerate((nothing, log, log)):
        os.dup2(handle, number)
    environment = told["environment"]
    assert isinstance(environment, dict)
    atexit._clear()  # exit handlers belong to the parent
    os.environ.clear()
    os.environ.update(environment)
    return 0


def listen() -> list[str]:
    """Starts and reaps servers until the clients are gone; in a server, returns its command."""
    for line in sys.stdin:
        told = json.loads(line)
        if pid := told.get("ended"):
            said = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        elif not (said := forked(told)):
            return told["command"]
        print(said, flush=True)
    return []


def warmed() -> None:
    """Imports and reads what every server needs, and leaves nothing open."""
    import companion.cli.serve  # noqa: F401
    from companion.app import create_app
    from companion.store import Store
    from companion.web.platform.making import built
    from tests.databases import prepared

    with TemporaryDirectory() as folder:
        store = Store(prepared(f"sqlite:///{folder}/companion.db"))
        app = create_app(store, data=Path(folder))
        for page in ("/", "/rules", "/new/kaiser"):
            assert app.test_client().get(page).status_code == 200
        store.close()
    assert threading.active_count() == 1
    static = vars(built().folder)["_finalizer"]
    atexit.register(rmtree, static.detach()[2][0], ignore_errors=True)


if __name__ == "__main__":
    warmed()
    if command := listen():
        serve(command)

"""`companion serve`: an address for the phones, a prepared database, a quiet end."""

from __future__ import annotations

import gc
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.common import Failed
from companion.cli.serve import listen
from companion.store import Store
from tests.hosting.serving import free_port

# The package has the command by the module's name.
serving = import_module("companion.cli.serve")


@contextmanager
def started(log: Path, *command: Any, **how: Any) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server in a process of its own, once it serves, and its output up to then."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, **how)
    try:
        for _ in range(2400):  # two minutes: other jobs may use the machine
            said = log.read_text(encoding="utf-8")
            if "Ctrl-C stops it." in said:
                break
            assert process.poll() is None, said
            time.sleep(0.05)
        yield process, said
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_server_prints_address_and_code_and_stops_quietly(tmp_path):
    port, log = free_port(), tmp_path / "log.txt"
    command = [sys.executable, "-m", "companion", "serve", "--port", str(port)]
    with started(log, *command, "--data", f"{tmp_path}/scores") as (process, said):
        assert f":{port}/" in said
        assert "▀" in said
        assert f"Scores are kept in {tmp_path}/scores/companion.db" in said
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            assert answer.status == 200
            assert "Server" not in answer.headers
        with closing(Store(f"sqlite:///{tmp_path}/scores/companion.db")) as store:
            assert store.tables() == []
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert log.read_text(encoding="utf-8").endswith("Stopped. Every score is kept.\n")


def test_the_collector_leaves_loaded_code_alone(tmp_path, monkeypatch):
    """A full collection that walks through all modules stops every phone for 100 ms or more."""
    frozen, stopping = [], []

    def turn(*_):
        frozen.append(gc.get_freeze_count())
        stopping.append(signal.SIGTERM)

    monkeypatch.setattr(serving, "_stopped_by_hand", lambda _: stopping)
    monkeypatch.setattr(serving.Channels, "turn", turn)
    monkeypatch.setenv("COMPANION_BACKUPS", "0")
    switch = sys.getswitchinterval()
    gc.unfreeze()
    try:
        done = CliRunner().invoke(serving.serve, ["--data", str(tmp_path), "--no-qr"])
    finally:
        sys.setswitchinterval(switch)
    assert done.exit_code == 0, done.output
    assert frozen[0] > 50_000


def test_a_port_that_is_taken_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = rf"Port {port} on 127\.0\.0\.1 cannot be used \(Address already in use\)"
        with pytest.raises(Failed, match=said):
            listen("127.0.0.1", port)


def test_next_free_port_is_taken_by_default(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", port)
        with listen("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + serving.TRIES
        monkeypatch.setattr(serving, "TRIES", 1)
        with pytest.raises(Failed, match=f"No free port from {port} to {port}"):
            listen("127.0.0.1", None)


def test_foreign_address_cannot_be_listened_on():
    with pytest.raises(Failed, match=r"on 192\.0\.2\.1 cannot be used"):
        listen("192.0.2.1", free_port())


ELSEWHERE = """
import os, select, signal, sys
import asyncio, platformdirs.unix  # elsewhere these have other parts
for name in ("fcntl", "grp", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
hidden = {
    os: ("chown", "fchmod", "fork", "geteuid", "getuid", "killpg", "nice", "setsid", "sysconf"),
    signal: ("SIGHUP", "SIGKILL", "alarm", "pthread_sigmask", "setitimer"),
    select: ("epoll", "poll"),
}
for owner, names in hidden.items():
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)
from companion.cli import main
main(sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.long
def test_server_and_restore_work_without_posix(tmp_path):
    """As on Windows, as far as another system can test it. This machine alone needs no code."""
    log, data = tmp_path / "log.txt", str(tmp_path / "scores")
    command = [sys.executable, "-c", ELSEWHERE]
    where = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
    with started(log, *command, *where) as (process, said):
        assert "▀" not in said
        (address,) = re.findall(r"http://localhost:\d+/", said)
        for page in ("", "new/kaiser", "history", "rules/kaiser"):
            with urllib.request.urlopen(f"{address}{page}", timeout=60) as answer:
                assert answer.status == 200
        process.terminate()
        assert process.wait(60) == 0, log.read_text(encoding="utf-8")
    for task in (["backup", str(tmp_path / "b.db")], ["restore", str(tmp_path / "b.db")]):
        done = subprocess.run([*command, *task, "--data", data], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")

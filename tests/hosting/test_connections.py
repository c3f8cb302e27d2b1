"""Clients of the open port: many connections without a request, and large files."""

from __future__ import annotations

import http.client
import json
import resource
import signal
import socket
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib import import_module
from typing import Any

import pytest

from companion.cli.channels import FROM_ONE
from companion.cli.serve import CONNECTIONS, IDLE, LEAST, LOOK, OWN, PROXY_IDLE, connections
from companion.engine.record import Record
from companion.settings import Settings
from companion.store import Store, default_url
from companion.store.migrate import upgrade
from tests.hosting.serving import FORM, Client, until


@pytest.fixture
def files():
    """Raises the limit of open files, to open as many connections as an attacker."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2000 if hard == resource.RLIM_INFINITY else min(2000, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def half_open(stack: ExitStack, port: int, address: str, many: int) -> list[socket.socket]:
    """Connections from one address that send half a request."""
    made = []
    for _ in range(many):
        one = socket.create_connection(("127.0.0.1", port), 30, source_address=(address, 0))
        made.append(stack.enter_context(one))
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        one.setblocking(False)
    return made


def stands(one: socket.socket) -> bool:
    """True if the server has not closed this connection."""
    try:
        one.recv(1)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def answers(port: int, seconds: float = 60, path: str = "/health") -> bool:
    """True if the server answers a new client within so many seconds."""
    try:
        with Client(port, timeout=seconds) as client:
            return client.ask("GET", path).status == 200
    except OSError:
        return False


@pytest.mark.slow
def test_one_crowded_address_shuts_nobody_out(serve, files):
    server = serve()
    with ExitStack() as stack:
        made = half_open(stack, server.port, "127.0.0.7", CONNECTIONS + 50)
        until(lambda: sum(map(stands, made)) <= FROM_ONE)
        assert sum(map(stands, made)) == FROM_ONE
        assert FROM_ONE >= 200
        # Long before the idle ones are closed.
        assert answers(server.port, 15)


@pytest.mark.slow
def test_busy_server_log_is_json_per_line(serve):
    """More requests at once than threads; the server logs no warning about them."""
    server = serve(COMPANION_LOG="json")
    with ThreadPoolExecutor(40) as pool:
        assert all(pool.map(lambda _: answers(server.port), range(40)))
        assert all(pool.map(lambda _: answers(server.port, path="/rules"), range(40)))
    server.kill(signal.SIGTERM)
    greeting = ("The Companion is at", "Scores are kept in", "Ctrl-C stops it", "Stopped. Every")
    lines = [line for line in server.said().splitlines() if line and not line.startswith(greeting)]
    assert len(lines) >= 40
    assert {json.loads(line)["event"] for line in lines} == {"request"}


@pytest.mark.parametrize(("proxies", "seconds"), [(0, IDLE), (1, PROXY_IDLE)])
def test_idle_connection_closes_soon_but_after_proxy(folder, monkeypatch, proxies, seconds):
    given: dict[str, Any] = {}
    serve = import_module("companion.cli.serve")
    monkeypatch.setattr(serve.waitress, "create_server", lambda *_, **how: given.update(how))
    url = default_url(folder)
    upgrade(url)
    store = Store(url)
    with ExitStack() as stack, socket.create_server(("127.0.0.1", 0)) as listening:
        settings = Settings(limits=False, proxies=proxies, backups=0)
        serve._server(store, folder, settings, listening, {}, stack)
        given["sockets"][0].close()
    store.close()
    assert (given["channel_timeout"], given["cleanup_interval"]) == (seconds, LOOK)


@pytest.mark.slow
def test_behind_a_proxy_all_come_from_one_address(serve, files):
    server = serve(COMPANION_TRUSTED_PROXIES="1")
    with ExitStack() as stack:
        made = half_open(stack, server.port, "127.0.0.1", FROM_ONE + 50)
        assert answers(server.port)  # after it has polled all earlier connections
        assert all(map(stands, made))


@pytest.mark.slow
def test_low_file_limit_recovers_without_flooding_log(serve, files):
    server = serve(wrap=["sh", "-c", 'ulimit -n 260; exec "$@"', "sh"])
    with ExitStack() as stack:
        for last in range(2, 7):
            half_open(stack, server.port, f"127.0.0.{last}", 60)
        time.sleep(3)  # to fill a log
        assert len(server.said()) < 5000
    assert answers(server.port)


def test_open_file_limit_is_raised_above_connections(monkeypatch):
    limit = [256, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limit))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limit.__setitem__(slice(2), new))
    assert connections() == CONNECTIONS
    assert limit == [CONNECTIONS + OWN, 4096]
    limit[:] = [256, 512]
    assert connections() == 512 - OWN
    assert limit == [512, 512]
    limit[:] = [64, 64]
    assert connections() == LEAST


@pytest.mark.slow
def test_club_export_imports_through_the_page(folder, serve):
    url = default_url(folder)
    upgrade(url)
    store = Store(url)
    for number in range(12):
        record = Record.begin("kaiser", [f"A{number}", "B", "C", "D"])
        for hand in range(1, 21):
            record.put(
                hand, {"@void": "x" * 400, **{f"@adjust {n}": "A 1 late" for n in range(80)}}
            )
        store.begin(record)
    codes = [(each.code, each.key) for each in store.tables()]
    store.close()
    with Client(serve().port) as client:
        for code, key in codes:
            assert client.ask("GET", f"/t/{code}/score/{key}").status == 302
        text = client.ask("GET", "/export.json").text
        assert len(text) > 600_000
        edge, name = uuid.uuid4().hex, 'name="file"; filename="export.json"'
        head = f"--{edge}\r\nContent-Disposition: form-data; {name}\r\n\r\n"
        body = f"{head}{text}\r\n--{edge}--\r\n"
        said = posted(client, "/import", body.encode(), f"multipart/form-data; boundary={edge}")
        assert said == 200
        assert posted(client, "/import", b"x" * (6 << 20), "text/plain") == 413
        assert posted(client, "/look", b"x" * (1 << 20), FORM["Content-Type"]) == 413


def posted(client: Client, path: str, body: bytes, kind: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", client.port, 60)
    try:
        connection.request("POST", path, body, {"Content-Type": kind, "Cookie": client.cookie})
        return connection.getresponse().status
    except (BrokenPipeError, ConnectionResetError):
        return 413  # closed while it was still being sent
    finally:
        connection.close()

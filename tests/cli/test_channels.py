"""The loop of `companion serve` over its connections."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing, contextmanager
from types import SimpleNamespace
from typing import ClassVar

import pytest
import waitress

from companion.cli import channels
from companion.cli.channels import Channel, Channels, FewFromOne
from companion.hosting.workers import Turns, Workers, address_of
from tests.hosting.serving import until

LARGE = b"0123456789abcdef" * 300_000
"""More than the buffers of two sockets hold."""


class CountedChannel(Channel):
    """Counts how often each connection is polled."""

    asked: ClassVar[Counter[int]] = Counter()

    def readable(self):
        self.asked[self.addr[1]] += 1
        return super().readable()


def app(environ, start):
    """Answers "/large" with a large body, and every other path with the path."""
    path = environ["PATH_INFO"].encode()
    body = LARGE if path == b"/large" else path
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@contextmanager
def serving(application, **settings):
    """Its port while a thread runs the loop."""
    listening, over = socket.create_server(("127.0.0.1", 0)), threading.Event()
    sockets = Channels()
    server = waitress.create_server(
        application, sockets, sockets=[FewFromOne(listening)], **settings
    )
    server.channel_class = CountedChannel
    CountedChannel.asked.clear()

    def loop():
        while not over.is_set():
            sockets.turn(0.1)

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        yield server.effective_port
    finally:
        over.set()
        thread.join()
        server.close()


@pytest.fixture
def port():
    """A server with two threads for answers."""
    with serving(app, _dispatcher=Workers(2)) as found:
        yield found


def answer(client, path):
    client.request("GET", path)
    return client.getresponse().read()


def test_idle_connections_cost_nothing_while_others_ask(port):
    with ExitStack() as stack:
        idle = [stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                for _ in range(40)]  # fmt: skip
        places = [each.getsockname()[1] for each in idle]
        client = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port)))
        began = time.monotonic()
        for number in range(200):
            assert answer(client, f"/{number}") == f"/{number}".encode()
        # Once each second, and while it was new; a poll before each wait would be 400 polls.
        rounds = (time.monotonic() - began) / channels.ALL
        most = max(CountedChannel.asked[place] for place in places)
        assert most <= rounds + 3


def test_a_connection_that_was_idle_is_answered(port):
    with ExitStack() as stack:
        clients = [stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port)))
                   for _ in range(20)]  # fmt: skip
        for turn in range(5):
            for number, client in enumerate(clients):
                assert answer(client, f"/{turn}/{number}") == f"/{turn}/{number}".encode()


def test_many_at_once_are_answered_by_two_threads(port):
    found: Counter[bytes] = Counter()

    def ask(number):
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as client:
            for _ in range(20):
                found[answer(client, f"/{number}")] += 1

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {f"/{number}".encode(): 20 for number in range(16)}


def test_a_phone_that_reads_slowly_gets_everything(port):
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(
            b"GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n"
        )
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as other:
            assert answer(other, "/other") == b"/other"
        received = b""
        while not received.endswith(b"/next"):
            received += client.recv(64 << 10)
        assert received.count(LARGE) == 1


def test_a_connection_that_nobody_closes_no_longer_counts():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        door = FewFromOne(listening, most=1)
        with closing(door), socket.create_connection(door.getsockname()):
            connection, _ = door.accept()
            assert door.held == {"127.0.0.1": 1}
            with socket.create_connection(door.getsockname()), pytest.raises(OSError, match="many"):
                door.accept()
            assert door.held == {"127.0.0.1": 1}
            del connection
            assert door.held == {}


def test_waiting_request_takes_no_thread():
    """Two threads, two requests that wait: a third one is answered, and then all three."""
    workers, opened, inside = Workers(2), threading.Event(), threading.Semaphore(0)

    def waiting_app(environ, start):
        if environ["PATH_INFO"] == "/waits":
            inside.release()
            with workers.replaced():
                opened.wait()
        return app(environ, start)

    with serving(waiting_app, _dispatcher=workers) as port, ExitStack() as stack:
        clients = [stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port)))
                   for _ in range(3)]  # fmt: skip
        for client in clients[:2]:
            client.request("GET", "/waits")
        for _ in range(2):
            assert inside.acquire(timeout=60)
        assert answer(clients[2], "/now") == b"/now"
        opened.set()
        assert [client.getresponse().read() for client in clients[:2]] == [b"/waits"] * 2
        until(lambda: len(workers.threads) == 2)


def waiting_for(turns: Turns, *names: str) -> Turns:
    for name in names:
        turns.append(SimpleNamespace(name=name))
    return turns


def test_turn_goes_to_address_answered_longest_ago():
    turns = waiting_for(Turns(lambda channel: channel.name[0], most=9), "a1", "a2", "a3", "b1")
    assert [turns.popleft().name for _ in range(3)] == ["a1", "b1", "a2"]
    waiting_for(turns, "c1", "b2")
    assert [turns.popleft().name for _ in range(3)] == ["c1", "b2", "a3"]
    assert len(turns) == 0


def test_one_address_never_takes_every_thread():
    turns = waiting_for(Turns(lambda channel: channel.name[0], most=2), "a1", "a2", "a3")
    assert [turns.popleft().name for _ in range(len(turns) - 1)] == ["a1", "a2"]
    assert len(turns) == 0
    with pytest.raises(IndexError):
        turns.popleft()
    waiting_for(turns, "b1")
    assert turns.popleft().name == "b1"
    turns.ended("a")
    assert turns.popleft().name == "a3"
    for address in ("a", "a", "b"):
        turns.ended(address)
    assert not turns.running


def test_proxies_name_the_address():
    headers = {"X_FORWARDED_FOR": "203.0.113.7, 198.51.100.2, 192.0.2.3"}
    request = SimpleNamespace(headers=headers)
    channel = SimpleNamespace(addr=("127.0.0.1", 5), requests=[request])
    told = [address_of(channel, proxies) for proxies in (0, 1, 2)]
    assert told == ["127.0.0.1", "192.0.2.3", "198.51.100.2"]
    request.headers = {"X_FORWARDED_FOR": "2001:db8:1:2::3"}
    assert address_of(channel, 1) == "2001:db8:1::/48"
    assert address_of(channel, 2) == "127.0.0.1"
    request.headers = {}
    assert address_of(channel, 1) == "127.0.0.1"

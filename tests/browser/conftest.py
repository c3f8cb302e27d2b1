"""A running server and phone-sized browsers."""

import os
import signal
import socket
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from companion.store import Store
from tests import warm

PHONE = {"width": 390, "height": 844}
PATIENT = 30_000
"""Milliseconds to wait for a change; generous, since other jobs may use the machine."""
expect.set_options(timeout=PATIENT)


class Server:
    """A server on a folder; it can be killed and restarted on the same port."""

    def __init__(self, folder, rest=0):
        self.folder = folder
        self.rest = rest
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: warm.Started | None = None

    def start(self):
        command = ["tests.browser.server", str(self.folder), str(self.port), str(self.rest)]
        log = self.folder / "server.log"
        self.process = warm.start(command, dict(os.environ), log)
        for _ in range(6000):
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
                return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(log.read_text())

    def kill(self):
        """Kills it without any shutdown."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        assert self.process
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("served")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def store(served):
    """The served database, to set tables up at once."""
    found = Store(f"sqlite:///{served.folder / 'companion.db'}")
    yield found
    found.close()


@pytest.fixture(scope="module")
def restful(tmp_path_factory):
    """A server that ignores early taps after a new question, as in production."""
    server = Server(tmp_path_factory.mktemp("restful"), rest=400).start()
    yield server
    server.stop()


@pytest.fixture
def fragile(tmp_path):
    """A server for one test, which may kill it."""
    server = Server(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture
def phone(chromium):
    """A function that opens pages, each in a browser context of its own.

    Their service worker is blocked unless a test asks for `service_workers="allow"`: in each new
    context it would fetch every rule sheet, which costs more than most tests.
    """
    contexts = []
    complaints = []

    def open_one(**more):
        options = {"viewport": PHONE, "has_touch": True, "is_mobile": True,
                   "service_workers": "block"} | more  # fmt: skip
        context = chromium.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if broken(said) else None)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def broken(said):
    """Console messages that are failures: script errors, policy violations."""
    # Expected when a test has killed its server, even while the service worker is fetched.
    if "Failed to fetch" in said.text or "error occurred when fetching the script" in said.text:
        return False
    refused = "Content Security Policy" in said.text or "Refused to" in said.text
    return refused or (said.type == "error" and "Failed to load resource" not in said.text)

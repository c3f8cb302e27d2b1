"""A running server and phone-sized browsers."""

import os
import signal
import time
import urllib.request
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from companion.store import Store
from tests import warm
from tests.browser.driver import rested
from tests.hosting.serving import free_port

PHONE = {"width": 390, "height": 844}
PATIENT = 30_000
"""Milliseconds to wait for a change; generous, since other jobs may use the machine."""
expect.set_options(timeout=PATIENT)


class Server:
    """A server on a folder; it can be killed and restarted on the same port."""

    def __init__(self, folder, rest=0):
        self.folder = folder
        self.rest = rest
        self.port = free_port()
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
    server = Server(tmp_path_factory.mktemp("restful"), rest=350).start()
    yield server
    server.stop()


@pytest.fixture
def fragile(tmp_path):
    """A server for one test, which may kill it."""
    server = Server(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def drawer(chromium):
    """Prepared browser contexts, by their options. They have cached styles and scripts, and nothing
    else."""
    ready: dict[str, list[BrowserContext]] = {}
    yield ready
    for each in ready.values():
        for context in each:
            context.close()


def put_back(context):
    """Clears the data of a test."""
    for page in context.pages:
        where = urlsplit(page.url)
        told = {"origin": f"{where.scheme}://{where.netloc}", "storageTypes": "local_storage"}
        if where.netloc:
            context.new_cdp_session(page).send("Storage.clearDataForOrigin", told)
        page.close()
    context.clear_cookies()
    context.set_offline(False)


@pytest.fixture
def phone(chromium, drawer):
    """A function that opens pages, each in a browser context of its own.

    Their service worker is blocked unless a test asks for `service_workers="allow"`: in each new
    context it would fetch every rule sheet, which costs more than most tests. With `clock` the
    test moves the time; without `heard` errors on the console fail no test.
    """
    taken: list[tuple[str, BrowserContext]] = []
    complaints: list[str] = []

    def open_one(*, clock=False, heard=True, **more):
        options = {"viewport": PHONE, "has_touch": True, "is_mobile": True,
                   "service_workers": "block"} | more  # fmt: skip
        kind = str(sorted(options.items()))
        lies = drawer.get(kind) if not clock else None
        context = lies.pop() if lies else chromium.new_context(**options)
        if clock:
            context.clock.install()
        keeps = not clock and options["service_workers"] == "block"
        taken.append((kind if keeps else "", context))
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        if heard:
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if broken(said) else None)
        return page

    yield open_one
    for kind, context in taken:
        if kind:
            put_back(context)
            drawer.setdefault(kind, []).append(context)
        else:
            context.close()
    assert complaints == []


@pytest.fixture
def scored(served, store, phone):
    """A function that opens a table as its scorer or as a watcher, waits until it takes taps, and
    may then open another page of it. Returns the browser's page."""

    def opened(record, path="", *, page=None, watched=False, **options):
        page = page or phone(**options)
        stored = store.begin(record)
        page.goto(f"{served.url}/t/{stored.code}{'' if watched else f'/score/{stored.key}'}")
        rested(page)
        if path:
            page.goto(f"{served.url}/t/{stored.code}{path}")
        return page

    return opened


def broken(said):
    """Console messages that are failures: script errors, policy violations."""
    # Expected when a test has killed its server, even while the service worker is fetched.
    if "Failed to fetch" in said.text or "error occurred when fetching the script" in said.text:
        return False
    refused = "Content Security Policy" in said.text or "Refused to" in said.text
    return refused or (said.type == "error" and "Failed to load resource" not in said.text)

"""The offline version, built once, on a static file server, in a browser with storage."""

import functools
import gzip
import hashlib
import http.server
import json
import os
import re
import shutil
import threading
import time
from typing import Any

import pytest

from companion.engine.transcript import Transcript
from companion.pocket import runtime, site
from companion.pocket.site import Pieces
from tests.browser.conftest import PHONE, broken
from tests.browser.driver import Scorer, rested
from tests.chromium import ARGS, executable
from tests.texts import CHOOSE_A_GAME

PATIENT = 120_000
RESTORED = "COMPANION_TEST_RESTORED" in os.environ
"""Every phone opens from an image of its memory: the same tests run cold and restored."""
ONCE = "--js-flags=--liftoff-only"
"""Python's code is compiled once, not again while it runs: a third less work to open a phone."""
LACKING = "the runtime of the offline version is not here; to get it:  make pocket"


@pytest.fixture(scope="session")
def brought():
    """The runtime's folder; skips if it was never downloaded."""
    if runtime.there() is None:
        if not os.environ.get("CI"):
            pytest.skip(LACKING)
        runtime.fetched()
    return runtime.cache()


@pytest.fixture(scope="session")
def built(brought, tmp_path_factory):
    """The site's folder, compressed fast."""
    folder = tmp_path_factory.mktemp("pocket")
    return folder, site.write(folder, small=False)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server without compression, caching or policies."""

    def log_message(self, *_):
        pass


class Host:
    """A static file host."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.start()

    def start(self):
        handler = functools.partial(Quiet, directory=str(self.folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def host(built):
    found = Host(built[0])
    yield found
    found.stop()


@pytest.fixture
def own(built, tmp_path):
    """A host with an edition of its own, to be replaced."""
    shutil.copytree(built[0], tmp_path / "site")
    found = Host(tmp_path / "site")
    yield found
    found.stop()


def newer(folder, changed):
    """Adds a newer edition, in which only the pages are new; returns its name."""
    known = json.loads((folder / "edition.json").read_text())
    pack = known["packs"][0]
    parts = [(folder / "files" / f"{name}.bin").read_bytes() for name, _ in pack["pieces"]]
    body = gzip.decompress(b"".join(parts))
    size = int.from_bytes(body[:4], "little")
    files, place = {}, 4 + size
    for name, length, _ in json.loads(body[4:place]):
        files[name], place = body[place : place + length], place + length
    changed(files)
    body = Pieces("", "", files).body
    packed = gzip.compress(body)
    piece = hashlib.sha256(packed).hexdigest()
    (folder / "files" / f"{piece}.bin").write_bytes(packed)
    pack |= {"size": len(packed), "whole": len(body), "hash": hashlib.sha256(body).hexdigest(),
             "pieces": [[piece, len(packed)]]}  # fmt: skip
    known["edition"] = f"9.1-{piece[:10]}"
    (folder / "edition.json").write_text(json.dumps(known))
    return known["edition"]


def chosen(page):
    """Leaves the page that ends an installation."""
    key = page.get_by_role("button", name=CHOOSE_A_GAME)
    if key.is_visible():
        key.tap()


class Phone:
    """A phone with the offline version: it can go offline, be closed and reopened."""

    def __init__(self, kind, folder, url):
        self.kind, self.folder, self.url = kind, folder, url
        self.complaints: list[str] = []
        self.context: Any = None
        self.page: Any = None
        self.away = False
        self.seen: tuple[str, list[str], list[str]] = ("", [], [])
        self.cold = not RESTORED
        self.launch()

    def launch(self):
        self.context = self.kind.launch_persistent_context(
            str(self.folder), executable_path=executable(), args=[*ARGS, ONCE],
            viewport=PHONE, has_touch=True, is_mobile=True, accept_downloads=True,
        )  # fmt: skip
        self.context.set_default_timeout(PATIENT)
        self.context.set_offline(self.away)

    def open(self, path=""):
        """Opens the page in a new window, and waits until it responds."""
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if broken(said) else None
        )
        self.page.goto(self.url + path)
        self.ready()
        if not self.cold:
            self.cold = True
            self.again(path)
        return self

    def ready(self):
        self.page.wait_for_function("() => window.companion", timeout=PATIENT)
        chosen(self.page)
        self.page.wait_for_function(
            "() => { const d = document.getElementById('app').contentDocument;"
            " return d && d.location.pathname.includes('/app') && d.readyState === 'complete' }"
        )

    def again(self, path=""):
        """Makes the image of the memory at once instead of after idle time, and opens from it."""
        if self.told["restored"]:
            return self
        self.page.evaluate("() => dispatchEvent(new Event('companion:quiet'))")
        self.page.wait_for_function("() => window.companion.imaged !== undefined", timeout=PATIENT)
        assert self.page.evaluate("() => window.companion.imaged") == ""
        self.close()
        self.open(path)
        assert self.told["restored"]
        return self

    @property
    def told(self):
        """The worker's report at its start."""
        return self.page.evaluate("() => window.companion")

    @property
    def frame(self):
        return next(f for f in self.page.frames if f.parent_frame)

    def flight(self, on=True):
        self.away = on
        self.context.set_offline(on)

    def close(self):
        """Closes the window."""
        self.page.close()

    def kill(self):
        """Kills the browser without any shutdown."""
        import signal

        mine = str(self.folder).encode()
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    if entry.isdigit() and mine in file.read():
                        os.kill(int(entry), signal.SIGKILL)
            except OSError:
                continue
        for _ in range(100):
            try:
                self.context.close()
            except Exception as error:
                if "closed" not in str(error):
                    raise
            break
        for name in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
            (self.folder / name).unlink(missing_ok=True)
        time.sleep(0.2)

    def stop(self):
        self.context.close()


@pytest.fixture
def phone(chromium, host, tmp_path):
    """A function that makes phones; console errors of their pages fail the test."""
    made: list[Phone] = []

    def one(url=host.url):
        made.append(Phone(chromium.browser_type, tmp_path / f"phone{len(made)}", url))
        return made[-1]

    yield one
    for each in made:
        each.stop()
    assert [said for each in made for said in each.complaints] == []


BEGIN = """async (at) => (await fetch(at + "/demo", {
  method: "POST", body: new URLSearchParams({ game: "kaiser" }) })).url.split("/").pop()"""


BRING = """async ([at, text]) => (await (await fetch(at + "/import", {
  method: "POST", body: new URLSearchParams({ text }) })).text()).match(/[/]t[/]([A-Z]{6})/)[1]"""


def pages(one, code):
    """Pages of the app, without the parts that differ in each response."""
    found = []
    for place in ("", f"t/{code}/sheet", f"t/{code}/menu", "rules/kaiser", "print/tres",
                  *(f"new/{key}" for key in ("jo-jotte", "kaiser", "panguingue"))):  # fmt: skip
        text = one.frame.evaluate("async at => (await fetch(at)).text()", f"{one.url}app/{place}")
        found.append(re.sub(r'(name="submission" value=|datetime=)"[^"]*"', "", text))
    return found


@pytest.fixture(scope="session")
def flying(chromium, built, tmp_path_factory):
    """A phone that is offline, with the edition installed and its host gone, opened from the image
    of its memory, shared by all tests. Console errors fail the last test.

    `seen` has the code of a table, and pages after a start without the image and from it."""
    host = Host(built[0])
    one = Phone(chromium.browser_type, tmp_path_factory.mktemp("flying"), host.url)
    one.cold = True  # in every run
    one.open().flight()
    host.stop()
    assert not one.told["restored"]
    code = one.frame.evaluate(BEGIN, f"{one.url}app")
    before = pages(one, code)
    one.again()
    assert one.frame.url.endswith("/app/")
    one.seen = code, before, pages(one, code)
    yield one
    one.stop()
    assert one.complaints == []


READ = "async at => { const got = await fetch(at); return [got.status, await got.text()] }"


@pytest.fixture
def at(flying):
    """Opens a page of the app; it is the frame."""

    def opened(place=""):
        flying.frame.goto(f"{flying.url}app/{place}")
        if place.startswith("t/"):
            rested(flying.frame)
        return flying.frame

    yield opened
    assert flying.told["problem"] == ""


@pytest.fixture
def read(flying):
    """Status and text at an address of the app."""
    return lambda place: flying.frame.evaluate(READ, f"{flying.url}app/{place}")


class Pocketed(Scorer):
    """A scorer on a phone with the offline version."""

    def __init__(self, phone):
        self.phone = phone
        super().__init__(phone.frame, f"{phone.url}app")

    def put(self, record):
        self.code = self.page.evaluate(BRING, [self.url, Transcript(record).text()])
        return self.code

    def back(self):
        """Continues in the window that is open now."""
        self.page = self.phone.frame

    def exported(self):
        read = "async at => (await fetch(at)).text()"
        text = self.page.evaluate(read, f"{self.url}/t/{self.code}/record.txt")
        return Transcript.read(text).record

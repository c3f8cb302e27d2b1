"""The edition in WebKit, which has no files for a site here, and in Firefox: a walk each."""

import gzip
import hashlib
import json
import re
import shutil

import pytest

from companion.engine.transcript import Transcript
from companion.pocket.site import Pieces
from tests.browser.driver import golden
from tests.browser.engines import Firefox, WebKit, until
from tests.pocket.conftest import Host

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]

PATIENT = 180
BEGIN = """const form = new URLSearchParams({ game: "kaiser" });
const answer = await fetch("app/demo", { method: "POST", body: form });
return [answer.status, answer.url];"""
BRING = """const form = new URLSearchParams({ text: %s });
const answer = await fetch("app/import", { method: "POST", body: form });
return (await answer.text()).match(/app\\/t\\/[A-Z]{6}/)[0];"""
FULL = b"""
const fills = new BroadcastChannel("room"), put_ = IDBObjectStore.prototype.put;
let filled = false;
fills.onmessage = ({ data }) => { filled = data; fills.postMessage("so it is"); };
const room = (act) => function (...what) {
  if (filled) throw new DOMException("no room", "QuotaExceededError");
  return act.apply(this, what);
};
IDBObjectStore.prototype.put = room(put_);
if (self.FileSystemSyncAccessHandle) {
  FileSystemSyncAccessHandle.prototype.write = room(FileSystemSyncAccessHandle.prototype.write);
}
"""
"""A test can make neither engine's disk small: the newer edition's keeper refuses when told."""

ROOM = """const channel = new BroadcastChannel("room");
await new Promise((done) => { channel.onmessage = done; channel.postMessage(%s); });"""


@pytest.fixture
def own(built, tmp_path):
    """A host with an edition of its own, to be replaced."""
    shutil.copytree(built[0], tmp_path / "site")
    found = Host(tmp_path / "site")
    yield found
    found.stop()


def newer(folder, changed):
    """Puts a newer edition there, of which only the pages are new; returns its name."""
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


class Pocket:
    """A browser with the edition."""

    def __init__(self, browser, url):
        self.browser, self.url = browser, url

    def js(self, body):
        return self.browser.js(f"const frame = document.getElementById('app');\n{body}")

    def wait(self, what, seconds=PATIENT):
        return until(what, lambda: self.js(f"return {what}"), seconds)

    def open(self, place=""):
        self.browser.goto("about:blank")
        self.browser.goto(self.url + place)
        return self.wait("window.companion")

    def key(self, words):
        """Taps a key of the edition's own page."""
        found = f"[...document.querySelectorAll('button')].find((e) => e.textContent === '{words}')"
        self.wait(f"Boolean({found}?.getClientRects().length)")
        self.js(f"{found}.click()")

    def said(self, words):
        self.wait(f"document.body.innerText.includes('{words}')")

    def inside(self, place, css):
        """Opens a page of the app, up to this part of it."""
        self.js(f"frame.src = 'app/{place}'")
        self.wait(f"Boolean(frame.contentDocument?.querySelector({json.dumps(css)}))")

    def status(self, url):
        return self.js(f"return (await fetch('{url}')).status")


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(each, marks=pytest.mark.needs(*each.NEEDS), id=each.__name__)
        for each in (WebKit, Firefox)
    ],
)
def test_it_keeps_a_table_in_another_engine_whatever_happens(engine, own, tmp_path):
    (tmp_path / "browser").mkdir()
    browser = engine(tmp_path / "browser")
    try:
        one = Pocket(browser, own.url)
        told = one.open()
        assert (told["problem"], told["restored"]) == ("", False)
        table = browser.js(BRING % json.dumps(Transcript(golden("kaiser")).text()))
        assert "/t/" in table
        browser.js("dispatchEvent(new Event('companion:quiet'))")
        made = "window.companion.imaged === '' || window.companion.imaged"
        assert one.wait(made) is True
        told = one.open()
        assert (told["problem"], told["restored"]) == ("", True)
        assert one.status(table) == 200
        along(one)
        two_windows(one)
        assert one.status(table) == 200
        updated(one, own.folder)
        assert one.status(table) == 200
        after = full(one)
        # A deep link opens its table, which was kept.
        place = after.partition("/app/")[2]
        told = one.open(f"#/{place}")
        assert told["problem"] == ""
        one.wait(f"frame.contentWindow.location.pathname.endsWith('/{place}')")
        one.wait("Boolean(frame.contentDocument.querySelector('.ask-form'))")
    finally:
        browser.close()


def along(one):
    """A file that holds everything goes out, and in again."""
    one.inside("import", "#file")
    one.js("""const inside = frame.contentDocument, input = inside.querySelector("#file");
      const text = await (await fetch("app/export.json")).text(), data = new DataTransfer();
      data.items.add(new File([text], "copy.json", { type: "application/json" }));
      input.files = data.files;
      input.form.requestSubmit();""")
    one.wait("frame.contentDocument?.body?.innerText.includes('here already, with every entry')")


def two_windows(one):
    """Another window takes the pencil, and this one takes it back."""
    other = one.browser.another()
    first = one.browser.turn(other)
    one.browser.goto(one.url)
    one.said("Another window has the pencil.")
    one.key("Take the pencil here")
    assert one.wait("window.companion")["problem"] == ""
    one.browser.turn(first)
    one.said("Another window has the pencil now.")
    one.key("Take it back")
    one.key("Take the pencil here")
    assert one.wait("window.companion")["problem"] == ""
    one.browser.turn(other)
    one.said("Another window has the pencil now.")
    one.browser.turn(first)


def updated(one, folder):
    """A newer edition is taken by a tap."""
    wanted = newer(folder, lambda files: files.update({"keeper.js": files["keeper.js"] + FULL}))
    one.open()
    one.key("Take it now")
    one.wait(f"window.companion?.edition === '{wanted}'")


def full(one):
    """The disk gets full and has room again; what is entered then is kept."""
    one.inside("more", "#demo button")
    one.js(ROOM % "true")
    one.js("frame.contentDocument.querySelector('#demo button').click()")
    one.wait("frame.contentDocument?.body?.innerText.includes('this phone takes no more')")
    assert one.js(BEGIN)[0] == 507
    one.said("This phone takes no more")
    one.js(ROOM % "false")
    status, table = one.js(BEGIN)
    assert status == 200
    one.wait("document.getElementById('line').hidden")
    assert re.search("/app/t/[A-Z]{6}$", table)
    return table

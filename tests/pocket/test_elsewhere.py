"""The offline version in WebKit (here without files for a site) and in Firefox: a walk each."""

import json
import re

import pytest

from companion.engine.transcript import Transcript
from tests.browser.driver import golden
from tests.browser.engines import in_engines, until
from tests.pocket.conftest import newer
from tests.texts import CHOOSE_A_GAME, KEEP_THE_SCORE_HERE, STORAGE_IS_FULL, TAKE_IT_BACK

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
"""A test cannot limit the disk of these engines: the newer edition's worker refuses on demand."""

ROOM = """const channel = new BroadcastChannel("room");
await new Promise((done) => { channel.onmessage = done; channel.postMessage(%s); });"""


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

    def rested(self):
        """Waits until taps count in the page inside."""
        self.wait("""(() => {
          const page = frame.contentDocument, root = page.documentElement;
          return root.dataset.rested && !root.classList.contains("resting")
            && !page.querySelector(".htmx-request");
        })()""")

    def press(self, css, times):
        """Taps a part of the page inside where a finger would."""
        x, y = self.js(f"""
          const it = frame.contentDocument.querySelector({json.dumps(css)});
          it.scrollIntoView({{ block: "center", behavior: "instant" }});
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          const box = it.getBoundingClientRect(), place = frame.getBoundingClientRect();
          return [place.x + box.x + box.width / 2, place.y + box.y + box.height / 2]""")
        self.browser.press(round(x), round(y), times)

    def status(self, url):
        return self.js(f"return (await fetch('{url}')).status")


@in_engines
def test_another_browser_engine_keeps_a_table_safely(engine, own, tmp_path):
    """All checks share one start: these engines take long to start Python."""
    newer(own.folder, lambda files: files.update({"worker.js": files["worker.js"] + FULL}))
    (tmp_path / "browser").mkdir()
    browser = engine(tmp_path / "browser")
    try:
        one = Pocket(browser, own.url)
        told = one.open()
        assert (told["problem"], told["restored"]) == ("", False)
        one.key(CHOOSE_A_GAME)
        table = browser.js(BRING % json.dumps(Transcript(golden("kaiser")).text()))
        copied(one, browser.downloads)
        demo = full(one)
        browser.js("dispatchEvent(new Event('companion:quiet'))")
        made = "window.companion.imaged === '' || window.companion.imaged"
        assert one.wait(made) is True
        # A deep link opens its table, which was kept.
        told = one.open(f"#/{demo}")
        assert (told["problem"], told["restored"]) == ("", True)
        one.wait(f"frame.contentWindow.location.pathname.endsWith('/{demo}')")
        twice(one)
        assert [one.status(each) for each in (table, along(one, demo))] == [200, 200]
        # It needs no host.
        own.stop()
        two_windows(one)
        status, begun = one.js(BEGIN)
        assert status == 200
        own.start()
        updated(one, own.folder)
        assert [one.status(each) for each in (table, begun)] == [200, 200]
    finally:
        browser.close()


def copied(one, downloads):
    """A tap saves a file with all tables; it can be imported again."""
    one.inside("saved", "a[data-send]")
    one.js("frame.contentDocument.querySelector('a[data-send]').click()")
    file = until("a copy", lambda: next(downloads.glob("*.json"), None))
    text = until("a whole copy", file.read_text)
    assert len(json.loads(text)["tables"]) == 1
    one.inside("import", "#file")
    one.js(f"""const inside = frame.contentDocument, input = inside.querySelector("#file");
      const data = new DataTransfer(), file = new File([{json.dumps(text)}], "copy.json");
      data.items.add(file);
      input.files = data.files;
      input.form.requestSubmit();""")
    one.wait("frame.contentDocument?.body?.innerText.includes('here already, with every entry')")


def twice(one):
    """An answer tapped twice counts once."""
    form = "frame.contentDocument?.querySelector('.ask-form')"
    seen = f"+{form}.elements.seen.value"
    one.rested()
    before = one.js(f"return {seen}")
    one.press(".ask-form button[name^='a.']", 2)
    one.wait(f"{form} && {seen} > {before}")
    one.rested()
    assert one.js(f"return {seen}") == before + 1


def along(one, place):
    """A link restores a deleted table; returns its new address."""
    one.inside(f"{place}/take", "#link")
    link = one.js("return frame.contentDocument.querySelector('#link').value")
    one.js(f"await fetch('app/{place}/forget', {{ method: 'POST' }})")
    assert one.status(f"app/{place}") == 404
    one.js(f"location.hash = new URL({json.dumps(link)}).hash")
    one.wait("Boolean(frame.contentDocument?.querySelector('button[value=write]'))")
    one.js("frame.contentDocument.querySelector('button[value=write]').click()")
    one.wait("Boolean(frame.contentDocument?.querySelector('.ask-form'))")
    return one.js("return frame.contentWindow.location.href")


def two_windows(one):
    """Another window takes over scoring, and this one takes it back."""
    other = one.browser.another()
    first = one.browser.turn(other)
    one.browser.goto(one.url)
    one.said("Another window keeps the score.")
    one.key(KEEP_THE_SCORE_HERE)
    assert one.wait("window.companion")["problem"] == ""
    one.browser.turn(first)
    one.said("Another window keeps the score now.")
    one.key(TAKE_IT_BACK)
    one.key(KEEP_THE_SCORE_HERE)
    assert one.wait("window.companion")["problem"] == ""
    one.browser.turn(other)
    one.said("Another window keeps the score now.")
    one.browser.turn(first)


def updated(one, folder):
    """A newer edition is taken by a tap."""
    wanted = newer(folder, lambda files: files.update({"newer.txt": b""}))
    one.open()
    one.key("Update now")
    one.wait(f"window.companion?.edition === '{wanted}'")


def full(one):
    """The disk gets full and has room again; returns the address of a table begun after that."""
    one.inside("more", "#demo button")
    one.js(ROOM % "true")
    one.js("frame.contentDocument.querySelector('#demo button').click()")
    one.wait("frame.contentDocument?.body?.innerText.includes('storage is full')")
    assert one.js(BEGIN)[0] == 507
    one.said(STORAGE_IS_FULL)
    one.js(ROOM % "false")
    status, table = one.js(BEGIN)
    assert status == 200
    one.wait("document.getElementById('line').hidden")
    assert re.search("/app/t/[A-Z]{6}$", table)
    return str(table).partition("/app/")[2]

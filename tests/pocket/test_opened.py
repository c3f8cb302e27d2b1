"""The page of the offline version: installed, opened again, given a table, updated."""

import re
import shutil

import pytest
from playwright.sync_api import Route

from companion.store import Store
from companion.tables.carrying import packed
from tests.browser.driver import golden, rested, until
from tests.databases import prepared
from tests.pocket.conftest import Host, newer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HELD = """
const send = Worker.prototype.postMessage;
const may = new Promise((go) => {
  window.go = () => { sessionStorage.setItem("go", ""); go(); };
  if (sessionStorage.getItem("go") !== null) go();
});
window.seen = (name) => performance.getEntriesByName(name).length > 0;
Worker.prototype.postMessage = function (...what) { may.then(() => send.apply(this, what)); };
"""
"""Holds back a page's messages to its worker until `go()`; after that no more in this window."""
WHOLE, BROKEN = b"companion.pocket.inside", b"companion.pocket.nothing"
TAPPED = """() => {
    const inside = document.getElementById('app')?.contentDocument;
    const tile = inside?.querySelector(".tile[href$='/new/kaiser']");
    if (!tile) return false;
    tile.click();
    return true;
}"""


@pytest.fixture
def inner(built, tmp_path):
    """A file host that has the edition in a folder of a site."""
    place = tmp_path / "site" / "some" / "path"
    place.parent.mkdir(parents=True)
    shutil.copytree(built[0], place)
    found = Host(tmp_path / "site")
    found.folder, found.url = place, f"{found.url}some/path/"
    yield found
    found.stop()


def demo(one, key="kaiser"):
    """Opens a demo evening; its code."""
    one.frame.evaluate(
        "async ([at, game]) => { const form = new URLSearchParams({ game });"
        " location.assign((await fetch(at + '/demo', { method: 'POST', body: form })).url) }",
        [f"{one.url}app", key],
    )
    one.page.wait_for_function(
        "() => document.getElementById('app').contentDocument?.querySelector('.ask-form')"
    )
    return one.frame.url.rsplit("/", 1)[1]


@pytest.mark.long
def test_installed_app_opens_at_once_and_updates(phone, inner, tmp_path):
    one = phone(inner.url)

    looks: list[Route] = []
    waits = False

    def look(route):
        if waits:
            looks.append(route)
        else:
            route.continue_()

    def held(path=""):
        """Starts the browser again, with Python held back. Not only the window is closed: a closing
        window may still answer for the next one."""
        one.stop()
        one.launch()
        one.context.add_init_script(HELD)
        one.page = one.context.new_page()
        one.page.route("**/edition.json", look)
        one.page.goto(one.url + path, wait_until="commit")
        return one.page

    def kept(name, place):
        """Waits until the page for the next opening is kept."""
        until(
            one.page,
            """async ([at, name, place]) => {
              const page = await (await caches.match(at + name))?.json();
              return Boolean(page) && (page.place ?? "") === place;
            }""",
            [one.url, f"@{name}", place],
        )

    # The first opening is by the QR code of a table on another phone.
    store = Store(prepared(f"sqlite:///{tmp_path}/other.db"))
    record = golden("kaiser")
    del record.hands[2:]
    one.open(f"#take={packed(store.saved(store.begin(record).code))}")
    store.close()
    said = one.frame.inner_text("main")
    assert [name for name in record.players if name not in said] == []
    one.frame.locator("button[value=write]").click()
    one.frame.locator(".ask-form").wait_for()
    code = one.frame.url[-6:]
    assert "#take" not in one.page.url
    told = one.context.new_cdp_session(one.page).send("Page.getInstallabilityErrors")
    assert told["installabilityErrors"] == []
    kept("table", f"t/{code}")
    asked = one.frame.locator("h1").inner_text()
    one.frame.goto(f"{one.url}app/")
    kept("home", "")

    # The first page is the last page seen; a tap before Python is ready is kept and answered.
    one.away = True
    page = held()
    page.wait_for_function(TAPPED)
    assert page.evaluate("() => [seen('home'), seen('ready'), window.go()]") == [True, False, None]
    one.ready()
    one.frame.wait_for_url(re.compile(r"/some/path/app/new/kaiser$"))
    page.frame_locator("#app").locator(".seat").first.wait_for()
    assert page.evaluate("() => seen('ready')")

    # The same for the last open table: a tap on it is marked as waiting, is kept and counts.
    one.away = False
    newer(
        inner.folder,
        lambda files: files.update({"worker.js": files["worker.js"].replace(WHOLE, BROKEN)}),
    )
    page = held(f"#/t/{code}")
    table = page.frame_locator("#app")
    table.locator("h1", has_text=asked).wait_for()
    table.locator("form.ask-form button[name^='a.']").first.tap()
    page.get_by_text("One moment: it starts.").wait_for()
    assert page.evaluate("() => [seen('table'), seen('ready'), window.go()]") == [True, False, None]
    one.ready()
    one.frame.wait_for_function("was => document.querySelector('h1').innerText != was", arg=asked)
    rested(one.frame)

    # No link opens another page of the host.
    (inner.folder.parent / "other.html").write_text("<p>other</p>")
    seen = []
    one.page.on("framenavigated", lambda frame: seen.append(frame.url))
    for number, place in enumerate(("../../other.html", "//example.org/", "..%2f..%2fother.html")):
        one.page.evaluate(f"() => {{ location.hash = '#/{place}' }}")
        one.page.evaluate(f"() => {{ location.hash = '#/rules/kaiser?{number}' }}")
        one.page.wait_for_function(
            "at => document.getElementById('app').contentWindow.location.href === at",
            arg=f"{one.url}app/rules/kaiser?{number}",
        )
    assert all(url.startswith(one.url) for url in seen), seen

    # A newer edition is taken when the player says so. One that does not start leaves the one
    # before in its place, and the scores as they were.
    first, status = one.told["edition"], "async at => (await fetch(at)).status"
    page.get_by_role("button", name="Update now").wait_for()
    waits = True
    page.get_by_role("button", name="Update now").click()
    page.get_by_text("did not start on this phone").wait_for()
    one.ready()
    assert one.told["edition"] == first
    table = f"{one.url}app/t/{code}"
    assert one.frame.evaluate(status, table) == 200
    wanted = newer(inner.folder, lambda files: files.update({"icon.svg": b"<svg/>",
        "worker.js": files["worker.js"].replace(BROKEN, WHOLE)}))  # fmt: skip
    waits = False
    for each in looks:
        each.continue_()
    page.get_by_role("button", name="Update now").click()
    page.wait_for_function("want => window.companion?.edition === want", arg=wanted)
    one.ready()
    assert one.frame.evaluate(status, table) == 200

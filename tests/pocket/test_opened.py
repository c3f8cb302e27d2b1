"""The page of the edition: put among the apps, opened again, given a table, brought up to date."""

import re
import shutil

import pytest

from tests.browser.driver import rested
from tests.pocket.conftest import Host, newer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HELD = """
const send = Worker.prototype.postMessage;
const may = new Promise((go) => { window.go = () => { go(); }; });
window.seen = (name) => performance.getEntriesByName(name).length > 0;
Worker.prototype.postMessage = function (...what) { may.then(() => send.apply(this, what)); };
"""
"""Holds back what a page says to its worker until `go()`."""
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


def test_it_goes_among_the_apps_opens_at_once_and_is_brought_up_to_date(phone, inner):
    one = phone(inner.url).open()
    told = one.context.new_cdp_session(one.page).send("Page.getInstallabilityErrors")
    assert told["installabilityErrors"] == []
    kept = f"async () => Boolean(await caches.match('{one.url}@home'))"
    one.page.wait_for_function(kept)
    # Closed whole: a window about to go may still answer for the next. Python starts when told.
    one.stop()
    one.away = True
    one.launch()
    one.context.add_init_script(HELD)
    page = one.page = one.context.new_page()
    page.goto(one.url, wait_until="commit")
    # The first page is what was seen last; a tap before Python is there is kept and answered.
    page.wait_for_function(TAPPED)
    assert page.evaluate("() => [seen('home'), seen('ready'), window.go()]") == [True, False, None]
    one.ready()
    one.frame.wait_for_url(re.compile(r"/some/path/app/new/kaiser$"))
    page.frame_locator("#app").locator(".seat").first.wait_for()
    assert page.evaluate("() => seen('ready')")

    # So is the table that was open last, and a tap on it is seen to wait, is kept and counts.
    code = demo(one)
    kept = """async ([at, place]) => {
        const table = await caches.match(at + "@table");
        return (await table?.json())?.place === place;
    }"""
    one.page.wait_for_function(kept, arg=[one.url, f"t/{code}"])
    asked = one.frame.locator("h1").inner_text()
    one.stop()
    one.launch()
    one.context.add_init_script(HELD)
    page = one.page = one.context.new_page()
    page.goto(f"{one.url}#/t/{code}", wait_until="commit")
    table = page.frame_locator("#app")
    table.locator("h1", has_text=asked).wait_for()
    table.locator("form.ask-form button[name^='a.']").first.tap()
    page.get_by_text("One moment: the scorer wakes up.").wait_for()
    assert page.evaluate("() => [seen('table'), seen('ready'), window.go()]") == [True, False, None]
    one.ready()
    one.frame.wait_for_function("was => document.querySelector('h1').innerText != was", arg=asked)
    rested(one.frame)

    # No link opens another page of the host.
    (inner.folder.parent / "other.html").write_text("<p>other</p>")
    one.flight(False)
    seen = []
    one.page.on("framenavigated", lambda frame: seen.append(frame.url))
    for number, place in enumerate(("../../other.html", "//example.org/", "..%2f..%2fother.html")):
        one.page.evaluate(f"() => {{ location.hash = '#/{place}' }}")
        one.page.evaluate(f"() => {{ location.hash = '#/rules/kaiser?{number}' }}")
        one.frame.wait_for_url(re.compile(rf"/some/path/app/rules/kaiser\?{number}$"))
    assert all(url.startswith(one.url) for url in seen), seen

    # A newer edition is taken when the player says so.
    first = one.told["edition"]
    one.stop()
    one.launch()  # where nothing is held back
    wanted = newer(inner.folder, lambda files: files.update({"icon.svg": b"<svg/>"}))
    one.open()
    assert one.told["edition"] == first
    one.page.get_by_role("button", name="Take it now").click()
    one.page.wait_for_function("want => window.companion?.edition === want", arg=wanted)
    one.ready()
    table = f"{one.url}app/t/{code}"
    assert one.frame.evaluate("async at => (await fetch(at)).status", table) == 200
    one.close()

    # One that does not start leaves the one before in its place, and the scores as they were.
    newer(inner.folder, lambda files: files.update({"keeper.js": files["keeper.js"].replace(
        b"companion.pocket.inside", b"companion.pocket.nothing")}))  # fmt: skip
    one.open()
    one.page.get_by_role("button", name="Take it now").click()
    one.page.get_by_text("did not start on this phone").wait_for()
    one.ready()
    assert one.told["edition"] == wanted
    assert one.frame.evaluate("async at => (await fetch(at)).status", table) == 200

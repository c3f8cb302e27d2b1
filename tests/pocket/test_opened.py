"""The page of the edition: put among the apps, opened again, given a table, brought up to date."""

import io
import re
import shutil

import pytest
import zxingcpp
from PIL import Image

from companion.pocket import archive, site
from tests.browser.driver import POLLS, rested
from tests.pocket.conftest import Host

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


def test_it_goes_among_the_apps_and_opens_at_once(phone, inner):
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


def test_what_is_not_new_is_not_sent_and_makes_no_page_anew(flying):
    demo(flying)
    rested(flying.frame)
    assert flying.frame.evaluate(POLLS) == [[304, 304, 304], 0]


def test_a_table_goes_to_another_phone_by_its_picture(phone, inner):
    one = phone(inner.url).open()
    one.flight()
    code = demo(one)
    one.frame.goto(f"{one.url}app/t/{code}/share")
    picture = one.frame.locator(".qr svg").screenshot()
    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).resize((1200, 1200)))
    assert read.text.startswith(f"{one.url}#take=")
    names = one.frame.evaluate(
        "async at => (await (await fetch(at)).text()).match(/player \\d: .*/g)",
        f"{one.url}app/t/{code}/record.txt",
    )
    one.close()
    other = phone(inner.url).open(read.text.removeprefix(inner.url))
    other.frame.locator("button[value=write]").wait_for()
    assert "#take" not in other.page.url
    said = other.frame.inner_text("main")
    assert all(name.partition(": ")[2] in said for name in names)
    other.frame.locator("button[value=write]").click()
    other.frame.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
    other.frame.locator(".ask-form").wait_for()


def test_a_newer_edition_is_taken_when_the_player_says_so(phone, inner, monkeypatch):
    one = phone(inner.url).open()
    first, code = one.told["edition"], demo(one)
    one.close()

    monkeypatch.setattr(site, "__version__", "9.1")
    newer = site.write(inner.folder, small=False).edition
    one.open()
    assert one.told["edition"] == first
    one.page.get_by_role("button", name="Take it now").click()
    one.page.wait_for_function("want => window.companion?.edition === want", arg=newer)
    one.ready()
    table = f"{one.url}app/t/{code}"
    assert one.frame.evaluate("async at => (await fetch(at)).status", table) == 200
    one.close()

    # One that does not start leaves the one before in its place, and the scores as they were.
    whole = archive.ours

    def broken():
        for name, body in whole():
            yield name, b"raise SystemExit" if name.endswith("pocket/inside.py") else body

    monkeypatch.setattr(archive, "ours", broken)
    monkeypatch.setattr(site, "__version__", "9.2")
    site.write(inner.folder, small=False)
    one.open()
    one.page.get_by_role("button", name="Take it now").click()
    one.page.get_by_text("did not start on this phone").wait_for()
    one.ready()
    assert one.told["edition"] == newer
    assert one.frame.evaluate("async at => (await fetch(at)).status", table) == 200


def test_a_link_opens_no_other_page_of_the_host(phone, inner):
    (inner.folder.parent / "other.html").write_text("<p>other</p>")
    one = phone(inner.url).open()
    seen = []
    one.page.on("framenavigated", lambda frame: seen.append(frame.url))
    for number, place in enumerate(("../../other.html", "//example.org/", "..%2f..%2fother.html")):
        one.page.evaluate(f"() => {{ location.hash = '#/{place}' }}")
        one.page.evaluate(f"() => {{ location.hash = '#/rules/kaiser?{number}' }}")
        one.frame.wait_for_url(re.compile(rf"/some/path/app/rules/kaiser\?{number}$"))
    assert all(url.startswith(one.url) for url in seen), seen

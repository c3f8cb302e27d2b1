"""Space for it on the phone: refusals, a full disk and aborts show a message with a way out."""

import json
from pathlib import Path

import pytest

from tests.pocket.conftest import newer
from tests.texts import IN_SAFARI, IT_IS_KEPT, NOTHING_IS_KEPT, PHONE_TAKES_NO_MORE, STORAGE_IS_FULL

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DEMO = """async ([at, game]) => { const answer = await fetch(at + "/demo", {
  method: "POST", body: new URLSearchParams({ game }) });
  return [answer.status, answer.url]; }"""
CAME = """() => performance.getEntriesByType("resource").map((each) => each.name)
  .filter((name) => name.includes("/files/"))"""
"""The requested pieces of the edition."""
AT_ONCE = """() => {
  const each = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".bin"));
  return Math.max(...each.map(({ startTime: now }) =>
    each.filter((one) => one.startTime <= now && now < one.responseEnd).length));
}"""
"""The number of pieces that were fetched at the same time."""
STATUS = "async at => (await fetch(at)).status"


def said(page):
    return page.locator("#said").inner_text()


class Storage:
    """The space that the browser gives a site, as long as a page of it is open."""

    def __init__(self, phone):
        self.site = phone.url.rstrip("/")
        self.session = phone.context.new_cdp_session(phone.context.new_page())

    def leave(self, size=None):
        told = {"origin": self.site} | ({} if size is None else {"quotaSize": size})
        self.session.send("Storage.overrideQuotaForOrigin", told)


def goes_on(page, storage, *words):
    """It shows this message, and starts as soon as there is space."""
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    assert [each for each in words if each not in said(page)] == []
    storage.leave()
    again.tap()
    page.wait_for_function("() => window.companion")


@pytest.mark.long
def test_phone_without_space_says_so_and_keeps_data(
    phone,
):
    one = phone()
    session = one.context.new_cdp_session(one.context.new_page())
    session.send("Browser.grantPermissions", {"permissions": ["durableStorage"]})
    storage = Storage(one)
    storage.leave(2_000_000)
    page = one.page = one.context.new_page()
    page.goto(one.url)
    goes_on(page, storage, "This phone has no room for it.", "MB. Free some space, then try again.")
    assert one.told["problem"] == ""
    assert page.evaluate(AT_ONCE) == 4
    # The first opening ends with what to do next.
    assert "Works without a network from now on." in said(page)
    assert "Had scores here, or on another phone?" in page.inner_text("#keep")
    page.get_by_role("button", name="Try a demo").tap()
    page.frame_locator("#app").get_by_role("heading", name="Try a demo").wait_for()
    assert one.frame.url == f"{one.url}app/more#demo"
    # The phone was asked to keep the scores.
    one.frame.goto(f"{one.url}app/saved")
    assert IT_IS_KEPT in one.frame.inner_text("main")
    status, before = one.frame.evaluate(DEMO, [f"{one.url}app", "kaiser"])
    assert status == 200
    one.close()

    storage.leave(1)
    one.open()
    one.frame.goto(f"{one.url}app/more")
    one.frame.locator("#demo button").tap()
    # The message is on a page like the others, with a link onwards.
    one.frame.get_by_role("heading", name=PHONE_TAKES_NO_MORE).wait_for()
    assert "everything before it is" in one.frame.inner_text("main")
    key = one.frame.get_by_role("link", name="Save a copy").bounding_box()
    assert key["height"] > 40
    assert one.frame.evaluate(DEMO, [f"{one.url}app", "panguingue"])[0] == 507
    line = one.page.locator("#line")
    assert STORAGE_IS_FULL in line.inner_text()
    assert one.frame.evaluate(STATUS, before) == 200
    line.get_by_role("button", name="Save a copy").tap()
    one.frame.get_by_role("heading", name="A copy").wait_for()
    storage.leave()
    status, after = one.frame.evaluate(DEMO, [f"{one.url}app", "panguingue"])
    assert status == 200
    line.wait_for(state="hidden")
    one.close()
    one.open()
    assert one.frame.evaluate(STATUS, after) == 200


REFUSES = "{} = () => Promise.reject(new DOMException('refused', 'SecurityError'))"


@pytest.fixture
def shown(chromium, host):
    """The message of a page that first runs this script, in a window without storage."""
    context = chromium.new_context()

    def opened(script, words, answers=None):
        page = context.new_page()
        page.add_init_script(script)
        if answers:
            page.route("**/shell.js", answers)
        page.goto(host.url)
        page.get_by_text(words).wait_for()
        assert page.evaluate(CAME) == []
        return page.inner_text("#own")

    yield opened
    context.close()


@pytest.mark.parametrize(
    ("script", "words", "way"),
    [
        ("delete window.DecompressionStream", "browser is too old.", "iOS 16.4"),
        ("Object.defineProperty(navigator, 'locks', {})", "browser is too old.", "Chrome 108"),
        ("delete window.BroadcastChannel", "browser is too old.", "Bring the browser up to date"),
        ("delete window.WebAssembly", "browser may not run the Companion.", "Lockdown Mode"),
        ("navigator.standalone = false", "First put it on the home screen.", IN_SAFARI),
        ("navigator.storage.estimate = async () => ({ quota: 2e7, usage: 0 })",
         "This phone has no room for it.", "Free some space"),
        (REFUSES.format("caches.open"), "The browser refuses it, as private windows do.",
         "This window cannot keep the Companion."),
        (REFUSES.format("navigator.serviceWorker.register"), "This window cannot keep",
         "Open this address in an ordinary window."),
    ],
    ids=["gzip", "locks", "channel", "wasm", "home screen", "room", "private", "no worker"],
)  # fmt: skip
def test_missing_phone_features_are_reported_before_download(shown, script, words, way):
    assert way in shown(script, words)


def test_unreadable_script_leaves_a_reason(shown):
    shown("", "this phone’s browser is too old",
          lambda route: route.fulfill(body="", content_type="text/javascript"))  # fmt: skip


def test_login_network_differs_from_broken_connection(chromium, host):
    context = chromium.new_context(has_touch=True)
    page = context.new_page()
    login = "<!doctype html><title>Welcome to the hotel</title>"
    page.route("**/edition.json", lambda way: way.fulfill(body=login, content_type="text/html"))
    page.goto(host.url)
    page.get_by_text("This network wants you to log in.").wait_for()
    assert "has come" not in said(page)
    page.unroute("**/edition.json")
    page.route("**/files/*", lambda way: way.abort())
    page.get_by_role("button", name="Try again now").tap()
    page.get_by_text("Connection lost.").wait_for()
    context.close()


@pytest.mark.long
def test_already_full_phone_warns_before_first_hand(phone):
    one = phone().open()
    storage = Storage(one)
    one.close()
    page = one.context.new_page()
    page.goto(f"{one.url}licences.txt")
    page.evaluate("""async () => {
        const root = await navigator.storage.getDirectory();
        for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
    }""")
    storage.leave(1)
    page.goto(one.url)
    goes_on(
        page, storage, "This phone’s storage is full.", "Make room on the phone, then try again."
    )


REFUSED = b"() => Promise.reject(new DOMException('refused', 'SecurityError'));"
NO_FILES = b"delete StorageManager.prototype.getDirectory;"
NO_DATABASE = b"Object.defineProperty(self, 'indexedDB', { value: undefined });"


def lacking(phone, own, script):
    """A phone whose worker runs this first."""
    newer(own.folder, lambda files: files.update({"worker.js": script + files["worker.js"]}))
    return phone(own.url).open()


@pytest.mark.long
def test_browser_without_files_keeps_scores_in_database(phone, own):
    one = lacking(phone, own, NO_FILES)
    assert one.told["problem"] == ""
    _, table = one.frame.evaluate(DEMO, [f"{one.url}app", "kaiser"])
    one.close()
    one.open()
    assert one.frame.evaluate(STATUS, table) == 200


@pytest.mark.long
@pytest.mark.parametrize(
    "script",
    [b"navigator.storage.getDirectory = " + REFUSED, NO_FILES + NO_DATABASE,
     NO_FILES + b"indexedDB.open = () => { throw new DOMException('', 'SecurityError') };"],
    ids=["files refused", "neither files nor a database", "a database refused"],
)  # fmt: skip
def test_browser_without_storage_warns_before_first_hand(phone, own, script):
    one = lacking(phone, own, script)
    line = one.page.locator("#line")
    assert "Nothing is kept in this window: when it is closed" in line.inner_text()
    assert "Use an ordinary window" in line.inner_text()
    assert one.frame.evaluate(DEMO, [f"{one.url}app", "kaiser"])[0] == 200  # it works anyway
    # After its first showing, it is a line without the reason.
    line.get_by_role("button", name="I see").tap()
    assert "Use an ordinary window" not in line.inner_text()
    line.get_by_role("button", name="Save a copy").tap()
    one.frame.get_by_text(NOTHING_IS_KEPT).wait_for()


@pytest.mark.long
def test_interrupted_opening_resumes_where_it_stopped(phone, host):
    one = phone()
    asked: list[str] = []

    def few(route):
        if len(asked) < 6:
            asked.append(route.request.url)
            route.continue_()
        else:
            route.abort()

    one.context.route("**/files/*.bin", few)
    page = one.context.new_page()
    page.goto(one.url)
    page.get_by_text("Connection lost.").wait_for()
    assert "it goes on where it stopped" in said(page)
    page.close()
    one.context.unroute_all()
    later: list[str] = []
    one.context.on(
        "request", lambda each: later.append(each.url) if each.url.endswith(".bin") else None
    )
    one.open()
    pieces = json.loads(Path(host.folder, "edition.json").read_text())["packs"]
    every = [f"{one.url}files/{name}.bin" for pack in pieces for name, _ in pack["pieces"]]
    assert sorted(asked + later) == sorted(every)

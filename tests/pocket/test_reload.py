"""The page of the offline version: reloaded past the cache, read aloud while it is fetched, and
its messages about a link and the home screen."""

import pytest

from companion.store import Store
from companion.tables.carrying import packed
from tests.browser.driver import golden
from tests.databases import prepared
from tests.pocket.conftest import PATIENT
from tests.texts import IN_SAFARI

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LISTENED = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("said");
  if (region) new MutationObserver(() => window.heard.push(region.innerText)).observe(
    region, { childList: true, characterData: true, subtree: true });
});
"""


@pytest.mark.long
def test_forced_reload_opens_the_installed_version(phone):
    one = phone().open()
    session = one.context.new_cdp_session(one.page)
    one.page.evaluate("() => { window.before = true; }")
    session.send("Page.reload", {"ignoreCache": True})
    one.page.wait_for_function("() => !window.before && window.companion", timeout=PATIENT)
    assert one.frame.url.endswith("/app/")


@pytest.mark.long
def test_progress_is_read_aloud_at_quarters(phone):
    one = phone()
    one.context.add_init_script(LISTENED)
    one.open()
    ready = [words for words in one.page.evaluate("() => window.heard") if "Getting ready" in words]
    told = [words.split("\n")[0].strip() for words in dict.fromkeys(ready)]
    assert told[0] == "Getting ready"
    assert 2 <= len(told) <= 5
    assert told[-1] == "Getting ready: all is here"
    assert all("MB" not in words for words in told)


def test_link_says_which_table_comes(chromium, host, tmp_path):
    store = Store(prepared(f"sqlite:///{tmp_path / 'scores.db'}"))
    link = packed(store.saved(store.begin(golden("dealers-dilemma")).code))
    store.close()
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{host.url}#take={link}")
    names = ", ".join(golden("dealers-dilemma").players)
    coming = page.get_by_text(f"A table is on its way to you: Dealer’s Dilemma, {names}")
    coming.wait_for()
    page.get_by_text("Getting ready").first.wait_for()
    assert coming.is_visible()
    context.close()


ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.mark.parametrize(
    ("agent", "script", "way"),
    [
        ("", "navigator.standalone = false", "Tap Share, then “Add to Home Screen”."),
        pytest.param(
            ANDROID, "", "Open the menu ⋮, then “Add to Home screen”.", marks=pytest.mark.long
        ),
        pytest.param(
            DESKTOP, "", "Firefox on a computer cannot: make a bookmark.", marks=pytest.mark.long
        ),
    ],
    ids=["iOS", "Android", "desktop"],
)
def test_home_screen_is_explained_for_this_browser(chromium, host, agent, script, way):
    context = chromium.new_context(**({"user_agent": agent} if agent else {}))
    page = context.new_page()
    page.add_init_script(script)
    page.goto(host.url)
    if script:
        page.get_by_role("button", name=IN_SAFARI).click()
    page.locator("#adding").wait_for(timeout=PATIENT)
    assert page.locator("#adding small").inner_text() == way
    assert page.locator("#add").is_hidden()
    offer = (
        "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {prompt() { asked = 1 }}))"
    )
    page.evaluate(f"window.asked = 0; {offer}")
    page.locator("#add").click()
    assert page.evaluate("window.asked") == 1
    assert page.locator("#adding").is_hidden()
    context.close()

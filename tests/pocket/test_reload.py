"""The page of the offline version: reloaded past the cache, and read aloud while it is fetched."""

import pytest

from tests.pocket.conftest import PATIENT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LISTENED = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("said");
  if (region) new MutationObserver(() => window.heard.push(region.innerText)).observe(
    region, { childList: true, characterData: true, subtree: true });
});
"""


def test_forced_reload_opens_the_installed_version(phone):
    one = phone().open()
    session = one.context.new_cdp_session(one.page)
    one.page.evaluate("() => { window.before = true; }")
    session.send("Page.reload", {"ignoreCache": True})
    one.page.wait_for_function("() => !window.before && window.companion", timeout=PATIENT)
    assert one.frame.url.endswith("/app/")


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

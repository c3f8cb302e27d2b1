"""The oldest supported phones: each test removes a feature of the browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Scorer, golden, rested
from tests.daily import daily
from tests.texts import WAITING

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NO_HAS = """() => {
  for (const of of [Document, Element]) {
    for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
      const real = of.prototype[name];
      if (!real) continue;
      of.prototype[name] = function (text) {
        if (/:has\\(/.test(text)) throw new SyntaxError(`no ${text} here`);
        return real.call(this, text);
      };
    }
  }
}"""
"""Chrome before 105, Firefox before 121."""
NO_KEYS = "() => { window.matchMedia = () => { throw new Error('no keys here') } }"
"""A function that only the keypad's part calls at once: that part fails, the others must not."""
NO_MEMORY = """() => {
  for (const name of ["indexedDB", "WebAssembly", "BroadcastChannel"]) delete window[name];
  for (const name of ["localStorage", "sessionStorage"]) {
    const get = () => { throw new DOMException(name, "SecurityError") };
    Object.defineProperty(window, name, { get });
  }
}"""
"""Features that only the offline version needs, and the storage of browsers without cookies."""
NO_SUBMITTER = "() => { delete SubmitEvent.prototype.submitter }"
NO_DIALOG = """() => {
  for (const name of ["showModal", "close", "show"]) delete HTMLDialogElement.prototype[name];
}"""
"""iOS before 15.4, both."""
LACKS = [NO_HAS, NO_KEYS, NO_MEMORY]


@daily("script", LACKS, [NO_HAS], ids=["has", "a part fails", "memory"])
def test_answer_waits_for_network_despite_missing_features(served, phone, script):
    page = phone(heard=False)
    page.add_init_script(f"({script})()")
    one = Scorer(page, served.url)
    one.sit(golden("kaiser"), 0)
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.reload()
    rested(page)
    assert [each for each in complaints if "here" not in each] == []
    asked = page.locator("h1").inner_text()
    page.context.set_offline(True)
    page.locator("button[value='7']").first.tap()
    expect(page.locator("#msg.wait")).to_contain_text(WAITING)
    page.context.set_offline(False)
    expect(page.locator("h1")).not_to_have_text(asked)


@pytest.mark.parametrize("script", [NO_SUBMITTER, NO_DIALOG], ids=["submitter", "dialog"])
@pytest.mark.long
def test_plain_forms_and_pages_replace_missing_features(served, phone, script):
    page = phone(heard=False)
    page.add_init_script(f"({script})()")
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    one = Scorer(page, served.url)
    one.sit(golden("kaiser"), 1)
    asked = page.locator("h1").inner_text()
    page.locator("main form button[value=pass], main form button[value='7']").first.tap()
    expect(page.locator("h1")).not_to_have_text(asked)
    page.locator("header a[href$='/menu']").tap()
    page.wait_for_url(re.compile("/menu$"))
    page.goto(f"{served.url}/t/{one.code}/hand/1")
    page.locator("main a[href*='/why/']").first.tap()
    page.wait_for_url(re.compile("/why/"))
    assert complaints == []

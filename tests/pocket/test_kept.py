"""What was acknowledged is there: after kills at any moment, and with two windows open."""

import os
import random

import pytest

from tests.browser.driver import golden, rested

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KILLS = 100 if os.environ.get("COMPANION_TEST_LONG") else 1
BEGIN = """async ([at, form]) => (await fetch(at + "/demo", {
  method: "POST", body: new URLSearchParams({ game: "kaiser", submission: form }) })).url"""


def test_an_acknowledged_entry_outlives_a_kill_at_any_moment(phone, flying):
    """Every day on the phone that has an image of its memory: a start from that is quick."""
    one = phone().open() if KILLS > 1 else flying
    one.flight()
    chance = random.Random(18)
    for number in range(KILLS):
        url = one.frame.evaluate(BEGIN, [f"{one.url}app", f"form {number}"])
        assert "/t/" in url
        # On the way while the plug is pulled: it may be there or not, and spoils nothing.
        one.page.evaluate(
            "([at, many]) => { for (let n = 0; n < many; n++)"
            " document.getElementById('app').contentWindow.fetch(at + '/look', { method: 'POST',"
            " body: new URLSearchParams({ suits: n % 2 ? 'two' : 'four', back: '/' }) }) }",
            [f"{one.url}app", chance.randrange(1, 12)],
        )
        one.page.wait_for_timeout(chance.randrange(0, 60))
        one.kill()
        one.launch()
        one.open()
        assert one.told["damaged"] <= 1
        status = one.frame.evaluate("async at => (await fetch(at)).status", url)
        assert status == 200, number


def test_a_second_window_says_who_has_the_pencil_and_may_take_it(flying):
    first = flying.page
    second = flying.context.new_page()
    second.goto(flying.url)
    take = second.get_by_role("button", name="Take the pencil here")
    take.wait_for()
    assert "Another window has the pencil" in second.inner_text("main")
    take.click()
    second.wait_for_function("() => window.companion")
    first.get_by_role("button", name="Take it back").wait_for()
    assert second.evaluate("() => window.companion.problem") == ""
    second.close()
    flying.close()
    flying.open()


def test_what_is_filled_in_is_there_again_without_a_server_too(flying, scorer):
    who = scorer(flying)
    record = golden("tres")
    record.head["entry"] = "totals"
    who.begin(record)
    rested(who.page)
    for digit in "19":
        who.page.locator(f"[data-press='{digit}']").tap()
    who.quiet()
    who.page.locator("header a.sc").tap()
    who.page.wait_for_url("**/sheet")
    who.page.goto(f"{who.url}/t/{who.code}")
    values = "[...document.querySelectorAll('.ans [data-keys]')].map((e) => e.value).join()"
    who.page.wait_for_function(f"() => {values} === '19,'")

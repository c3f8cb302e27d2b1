"""Acknowledged entries are kept: after kills at any moment, and with two windows open. A start
from the image of the memory shows the same; the image may be missing or damaged."""

import random

import pytest

from tests.browser.driver import golden, quiet, rested
from tests.daily import LONG
from tests.pocket.conftest import Pocketed
from tests.pocket.test_opened import demo
from tests.texts import KEEP_THE_SCORE_HERE, SHEET_AND_CHART, TAKE_IT_BACK

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KILLS = 100 if LONG else 1
BEGIN = """async ([at, form]) => (await fetch(at + "/demo", {
  method: "POST", body: new URLSearchParams({ game: "kaiser", submission: form }) })).url"""
DAMAGE = {
    "cut": "body = body.slice(0, body.length / 2)",
    "garbled": "body.fill(7, 1000, 2000)",
    "garbled with the sum it wants": "body.fill(7); fits = true",
    "missing": "body = null",
}
"""Kinds of damage to the image's first piece, which has the start of Python's memory."""
FEW = ("garbled with the sum it wants",)
"""In every run: damage that only shows when Python continues."""
SPOIL = """async () => {
  const place = location.href.split("#")[0], root = place + "@image/";
  const image = await caches.open("pocket-companion " + place);
  const head = await (await image.match(root + "head")).json();
  let body = new Uint8Array(await (await image.match(root + 0)).arrayBuffer()), fits = false;
  %s;
  if (fits) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    head.pieces[0].hash = [...sum].map((b) => b.toString(16).padStart(2, "0")).join("");
    head.took = 0; // the shortest wait, should it hang
    await image.put(root + "head", new Response(JSON.stringify(head)));
  }
  if (body) await image.put(root + 0, new Response(body));
  else await image.delete(root + 0);
}"""
THERE = "async () => Boolean(await caches.match(location.href.split('#')[0] + '@image/head'))"
HELD = """async (words) => {
  const image = await caches.open("pocket-companion " + location.href.split("#")[0]);
  for (const key of await image.keys()) {
    if (!key.url.includes("@image/")) continue;
    const text = new TextDecoder("latin1").decode(await (await image.match(key)).arrayBuffer());
    if (text.includes(words)) return key.url;
  }
  return "";
}"""


def test_start_from_image_answers_like_plain_start(flying):
    code, before, after = flying.seen
    assert after == before
    # It was made over an empty database: no table of this phone is in it.
    assert flying.page.evaluate(HELD, code) == ""
    assert flying.told["problem"] == ""


def test_acknowledged_entry_survives_a_kill(phone, flying):
    """Every day on the phone that has an image of its memory: a start from that is quick."""
    one = phone().open() if KILLS > 1 else flying
    one.flight()
    chance = random.Random(18)
    for number in range(KILLS):
        url = one.frame.evaluate(BEGIN, [f"{one.url}app", f"form {number}"])
        assert "/t/" in url
        # An entry on its way during the kill: it may be stored or not, and damages nothing.
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


def test_second_window_can_take_write_access(flying):
    first = flying.page
    second = flying.context.new_page()
    second.goto(flying.url)
    take = second.get_by_role("button", name=KEEP_THE_SCORE_HERE)
    take.wait_for()
    assert "Another window keeps the score" in second.inner_text("main")
    take.click()
    second.wait_for_function("() => window.companion")
    first.get_by_role("button", name=TAKE_IT_BACK).wait_for()
    assert second.evaluate("() => window.companion.problem") == ""
    second.close()
    flying.close()
    flying.open()


def test_draft_returns_without_a_server(flying):
    who = Pocketed(flying)
    record = golden("tres")
    record.head["entry"] = "totals"
    who.begin(record)
    rested(who.page)
    for digit in "19":
        who.page.locator(f"[data-press='{digit}']").tap()
    quiet(who.page)
    who.page.get_by_role("link", name="Menu").tap()
    who.page.locator("#up").get_by_role("link", name=SHEET_AND_CHART).tap()
    who.page.wait_for_url("**/sheet")
    who.page.goto(f"{who.url}/t/{who.code}")
    values = "[...document.querySelectorAll('.ans [data-keys]')].map((e) => e.value).join()"
    who.page.wait_for_function(f"() => {values} === '19,'")


@pytest.mark.parametrize(
    "what",
    [pytest.param(each, marks=() if each in FEW else pytest.mark.long, id=each) for each in DAMAGE],
)
@pytest.mark.long
def test_damaged_image_alone_is_discarded(flying, what):
    one, code = flying.again(), demo(flying)
    one.page.evaluate(SPOIL % DAMAGE[what])
    one.close()
    one.open()
    assert not one.told["restored"]
    assert not one.page.evaluate(THERE)
    status = one.frame.evaluate("async at => (await fetch(at)).status", f"{one.url}app/t/{code}")
    assert status == 200

"""The image of the memory: what is opened from it is the same, and it may be missing or damaged."""

import re

import pytest

from tests.browser.driver import golden, tapped
from tests.browser.test_evenings import ledger
from tests.pocket.test_opened import demo

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DAMAGE = {
    "cut": "body = body.slice(0, body.length / 2)",
    "garbled": "body.fill(7, 1000, 2000)",
    "garbled with the sum it wants": "body.fill(7); fits = true",
    "missing": "body = null",
}
"""What becomes of the image's first piece, which has what Python begins with."""
FEW = ("garbled with the sum it wants",)
"""In every run: what only shows when Python goes on."""
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


def pages(one, code):
    """Pages of the app, without what is new in each answer."""
    found = []
    for place in ("", f"t/{code}/sheet", f"t/{code}/menu", "rules/kaiser", "print/tres",
                  *(f"new/{key}" for key in ("jo-jotte", "kaiser", "panguingue"))):  # fmt: skip
        text = one.frame.evaluate("async at => (await fetch(at)).text()", f"{one.url}app/{place}")
        found.append(re.sub(r'(name="submission" value=|datetime=)"[^"]*"', "", text))
    return found


def test_what_is_opened_from_an_image_answers_as_after_a_start_without_one(phone, scorer, host):
    one = phone()
    one.cold = True  # in every run
    one.open().flight()
    host.stop()
    assert not one.told["restored"]
    record, played = tapped(golden("kaiser")), scorer(one)
    record.head["rule target"] = "28"  # it ends with its fourth hand
    del record.hands[4:]
    played.begin(record)
    played.play(record, 1, 3)
    before = pages(one, played.code)
    one.again()
    assert one.told["problem"] == ""
    assert one.frame.url.endswith("/app/")
    assert pages(one, played.code) == before
    # It was made over an empty database: no table of this phone is in it.
    assert one.page.evaluate(HELD, played.code) == ""
    played.back()
    played.page.goto(f"{played.url}/t/{played.code}")
    played.play(record, 4)
    assert ledger(played.exported()) == ledger(record)


@pytest.mark.parametrize(
    "what",
    [pytest.param(each, marks=() if each in FEW else pytest.mark.long, id=each) for each in DAMAGE],
)
def test_a_damaged_image_goes_by_itself_and_nothing_else_does(flown, what):
    one, code = flown
    one.again()
    one.page.evaluate(SPOIL % DAMAGE[what])
    one.close()
    one.open()
    assert not one.told["restored"]
    assert not one.page.evaluate(THERE)
    status = one.frame.evaluate("async at => (await fetch(at)).status", f"{one.url}app/t/{code}")
    assert status == 200


@pytest.fixture(scope="module")
def flown(flying):
    """A phone opened from an image, and a table on it."""
    return flying, demo(flying)

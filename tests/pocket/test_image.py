"""The image of the memory: what is opened from it is the same, and it may be missing or damaged."""

import pytest

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


def test_what_is_opened_from_an_image_answers_as_after_a_start_without_one(flying):
    code, before, after = flying.seen
    assert after == before
    # It was made over an empty database: no table of this phone is in it.
    assert flying.page.evaluate(HELD, code) == ""
    assert flying.told["problem"] == ""


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

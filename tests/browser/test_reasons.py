"""If numbers are typed, the result and its reason are in sight before they are saved."""

from __future__ import annotations

import pytest

from tests.browser.driver import TWICE, Scorer, quiet, rested
from tests.browser.taps import MEASURES, Finger, begin
from tests.browser.test_another import HEARTS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TYPED = [it for it in MEASURES if "#" in it.play and it.way != "guided"]
# Whether all of the reason is above the keys, below the answers, and in the part that scrolls.
SEEN = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const it = document.querySelector('.keyfoot .preview'), main = box('main'), why = box('.preview');
  const rows = [...document.querySelectorAll('.ans > :not(.keyfoot)')]
    .map((each) => each.getBoundingClientRect().bottom);
  return {
    cut: it.scrollHeight > it.clientHeight + 1,
    above: why.bottom <= box('.pad').top + .5 && box('.pad').bottom <= box('.bar').top + .5,
    below: why.top + .5 >= Math.max(...rows),
    inside: why.top >= main.top && why.bottom <= main.bottom,
    scrolled: document.querySelector('main').scrollTop,
    text: it.innerText.trim(),
  };
}"""
WHERE = {"cut": False, "above": True, "below": True, "inside": True, "scrolled": 0}


def seen(page, text=True):
    found = page.evaluate(SEEN)
    assert bool(found.pop("text")) == text
    assert found == WHERE


@pytest.mark.kinds
@pytest.mark.parametrize("it", TYPED, ids=[f"{it.game}-{it.way}" for it in TYPED])
def test_reason_is_above_number_keys_in_sight(served, phone, it):
    page = phone()
    begin(page, served.url, it.game, it.way, it.players)
    rested(page)
    places = [page.locator(".pad, .due").nth(n).bounding_box() for n in range(2)]
    finger = Finger(page)
    finger.play(it.play)
    page.locator(".bar .go:not(.ask-more)").wait_for()
    quiet(page)
    seen(page)
    assert places == [page.locator(".pad, .due").nth(n).bounding_box() for n in range(2)]


@pytest.mark.long
def test_reason_for_five_players_is_in_sight(served, phone):
    scorer = Scorer(phone(), served.url)
    page = scorer.page
    scorer.begin(HEARTS)
    rested(page)
    for digit in "4>0>13>6":
        page.locator(f"[data-press='{'next' if digit == '>' else digit}']").tap()
        page.wait_for_timeout(TWICE)
    page.locator(".bar .go:not(.ask-more)").wait_for()
    quiet(page)
    seen(page)

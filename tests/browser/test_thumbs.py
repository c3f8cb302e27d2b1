"""What answers a question is large enough for a thumb, on a tall phone and on the smallest one."""

import pytest

from tests.browser.driver import Scorer, golden, rested
from tests.browser.test_places import moments

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll('.ans :is(.k, .cd):not(.cell, .off)')]
  .filter((each) => each.offsetParent && !each.closest('.marks, .boards'))
  .map((each) => [each.innerText, each.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
  .map(([words, box]) => [words, Math.round(box.width), Math.round(box.height)])"""
"""JavaScript: keys and cards below 44 pixels; spaces of two squares abreast are apart."""
ROOMS = ("kaiser", "scotch-whist", "panguingue")
"""Rooms of whole packs of 36 and 40 cards and of counts in rows, and the first one."""


def thumbs(served, phone, key):
    page = phone()
    scorer = Scorer(page, served.url)
    for _, _, record in moments(golden(key)):
        scorer.sit(record)
        rested(page)
        for size in ((390, 844), (320, 568)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate(SMALL) == [], (page.locator("h1").first.inner_text(), size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("key", ROOMS)
def test_every_key_is_44_pixels_wide_and_high(served, phone, key):
    thumbs(served, phone, key)

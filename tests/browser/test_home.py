"""The first view of the home page on small screens."""

import pytest

from tests.browser.driver import golden, imported

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEEN = """what => [...document.querySelectorAll(what)].every(each => {
  const box = each.getBoundingClientRect(), bar = document.querySelector(".bar");
  const end = bar.contains(each) ? innerHeight : bar.getBoundingClientRect().top;
  return box.height > 40 && box.top >= 0 && box.bottom <= end && box.left >= 0
    && box.right <= innerWidth;
})"""
"""JavaScript: true if everything of this kind is whole in the first view, above the bar."""


def test_first_visit_shows_every_game_at_once(served, phone):
    page = phone()
    page.goto(served.url)
    assert page.locator(".tile p").count() == page.locator(".tile").count()
    assert page.evaluate(SEEN, ".tile")
    assert page.evaluate(SEEN, ".find")


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)], ids=str)
def test_search_box_and_running_game_are_whole(size, served, phone):
    page = phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(served.url)
    assert page.evaluate(SEEN, ".find")
    record = golden("back-alley")
    del record.hands[2:]
    imported(page, served.url, record)
    page.goto(served.url)
    assert page.evaluate(SEEN, ".going, .onward, .find, .bar .bt")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

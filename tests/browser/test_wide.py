"""Names of 24 letters, with and without spaces, on the smallest phone and with the largest type."""

import pytest

from companion import games
from companion.engine.record import Record
from tests.browser.driver import golden, renamed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST = ["Maximiliane", "Christopher", "Annabelle", "Konstantin", "Bartholomew", "Wilhelmina",
         "Friedericke", "Theodora"]  # fmt: skip
ENDS = [" von Hohenzollernsberg", "hohenzollernsbergerin"]
WIDER = """() => {
  const boxes = ['html', 'main', '.scroll', '.tail'].map((what) => document.querySelector(what));
  return boxes.filter((e) => e && e.scrollWidth > e.clientWidth + 1)
    .map((e) => `${e.className || e.localName} ${e.scrollWidth} of ${e.clientWidth}`);
}"""


@pytest.mark.kinds("jo-jotte")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_no_page_scrolls_sideways_with_long_names(scored, phone, key):
    """The table, its sheet, a result and the watching page."""
    page, found = phone(bypass_csp=True, reduced_motion="reduce"), []
    for end in ENDS:
        record = renamed(golden(key), [(name + end)[:24] for name in FIRST])
        del record.hands[2:]
        for watched, path in ((False, ""), (False, "/sheet"), (False, "/hand/1"), (True, "")):
            scored(record, path, page=page, watched=watched)
            for width, height in ((320, 568), (390, 844)):
                page.set_viewport_size({"width": width, "height": height})
                for size in (100, 150):
                    page.evaluate(
                        "size => { document.documentElement.style.fontSize = size + '%' }", size
                    )
                    now = page.evaluate(WIDER)
                    found += [(end, watched, path, width, size, each) for each in now]
    assert found == []


BROKEN = """what => [...document.querySelectorAll(what)].map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return [each.textContent, range.getClientRects().length, each.scrollWidth - each.clientWidth];
}).filter(([, lines, over]) => lines > 1 || over > 0)"""
"""JavaScript: the texts that have more than one line, or no room for all letters."""


def test_short_names_on_keys_are_whole(scored):
    six = ["Quin", "Omar", "Rita", "Tess", "Pia", "Sam"]
    record = Record.begin("scotch-whist", six, entry="quick")
    record.hands = [{"trump": "H", "cards": "12 6 0 12 6 0"}]
    page = scored(record)
    assert page.locator(".g6 .k bdi").count() == 5 * len(six)
    assert page.evaluate(BROKEN, ".g6 .k bdi") == []
    page = scored(Record.begin("jo-jotte", ("North", "South"), entry="quick"), page=page)
    assert page.locator(".crossed .who bdi").count() == 2
    assert page.evaluate(BROKEN, ".crossed .who bdi") == []


@pytest.mark.parametrize("width", [390, 360])
def test_long_names_on_tall_keys_are_whole(scored, width):
    names = ["Bartholomew", "Konstantinos", "Maximiliane", "Evangeline"]
    size = {"width": width, "height": 844}
    page = scored(Record.begin("panguingue", names, entry="quick"), viewport=size)
    assert page.locator(".roomy > .k bdi").count() == 4
    assert page.evaluate(BROKEN, ".roomy > .k bdi") == []

"""Names of 24 letters, with and without spaces, on the smallest phone and with the largest type."""

import pytest

from companion import games
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


@pytest.mark.kinds
@pytest.mark.parametrize("key", sorted(games.shelf()))
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

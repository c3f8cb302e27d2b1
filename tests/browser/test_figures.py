"""A row of figures for each game: words of a question, smallest target, axe, taps of a hand.

`pytest -s` prints the rows.
"""

import re

import pytest

from companion import games
from tests.browser.axe import violations
from tests.browser.driver import golden
from tests.browser.taps import MEASURES, STEP_BY_STEP
from tests.browser.test_few_words import SEEN
from tests.browser.test_places import moments

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]

SMALLEST = """() => Math.min(...[...document.querySelectorAll(
  '.ans :is(.k, .cd, .fld, .mld, button.plr, summary), .bar .bt, .hd a')]
  .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect())
  .map((box) => Math.min(box.width, box.height)))"""
"""JavaScript: the shorter side of the smallest target, in pixels."""


@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_figures_of_a_game(scored, phone, key):
    page, words, sides, faults = phone(bypass_csp=True), list[int](), list[float](), list[object]()
    for _, _, record in moments(golden(key)):
        scored(record, page=page)
        if not page.locator(".preview .why, .bar .go.ready").count():
            words.append(len(re.findall(r"[A-Za-z]{2,}", page.evaluate(SEEN))))
        sides.append(page.evaluate(SMALLEST))
        faults += violations(page, folded=True)
        # An unfolded menu covers targets.
        faults += [each for each in violations(page) if each[1] != "target-size"]
    taps = {f"{it.way} {it.most}" for it in MEASURES if it.game == key}
    taps |= {f"{way} {most}" for (game, way), (_, most) in STEP_BY_STEP.items() if game == key}
    told = (", ".join(sorted(taps)) or "-", f"{min(words)}..{max(words)}", len(faults), min(sides))
    print("|", games.find(key).title, "|", " | ".join(map(str, told)), "|")
    assert faults == []
    assert min(sides) >= 47.5

"""How many words a question page shows, with the names of a golden evening."""

import re

import pytest

from companion import games
from tests.browser.driver import golden
from tests.browser.test_places import moments

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 50
"""The words of a question page."""
SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement, range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect(), around = parent.getBoundingClientRect();
    const shown = parent.checkVisibility({visibilityProperty: true, opacityProperty: true});
    if (shown && !parent.closest(".sr, .skip") && box.width > 2 && around.width > 2) {
      text += node.data + " ";
    }
  }
  return text;
}"""


@pytest.mark.kinds("panguingue")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_question_page_has_few_words(scored, phone, key):
    """A page that is complete shows the reason of the score, too: it is no question any more."""
    page, counts = phone(), list[tuple[int, str]]()
    for _, _, record in moments(golden(key)):
        scored(record, page=page)
        if not page.locator(".preview .why, .bar .go.ready").count():
            words = re.findall(r"[A-Za-z]{2,}", page.evaluate(SEEN))
            title = page.locator("h1").first.inner_text()
            counts.append((len(words), title))
    assert [each for each in counts if each[0] > MOST] == []

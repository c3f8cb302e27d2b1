"""The spoken text is the text of the page."""

import re
from html import unescape

import pytest

from companion.tables.snapshot import standing
from companion.testing.evenings import positions, whole
from tests.web.phones import plain


def spoken_totals(words: str) -> list[str]:
    return re.findall(r"(−?\d+)[,.]", words.rpartition("Standing: ")[2])


@pytest.mark.kinds
def test_spoken_totals_are_those_shown_at_every_step(game):
    """On the current page of the table, and on each hand's own page."""
    for seed in range(4):
        for replay in positions(game, seed, 30):
            ended = [hand for hand in replay.hands if hand.over][-1:]
            for found in (standing(replay), *(standing(replay, hand, True) for hand in ended)):
                shown = [str(p.total).replace("-", "−") for p in found.places]
                assert spoken_totals(found.spoken) == shown


@pytest.mark.kinds
def test_pages_say_the_totals_in_their_header(game, phone):
    """On the table's page, the sheet, and the page of each hand."""
    record, _ = whole(game, 1)
    unfinished = record.copy()
    unfinished.hands = unfinished.hands[:3]
    scorer = phone(unfinished)
    found = game.replay(unfinished)
    hands, over = [hand.number for hand in found.hands if hand.over], found.over
    for path in ("", "sheet", *(f"hand/{number}" for number in hands)):
        text = scorer.get(path).text
        said = spoken_totals(unescape(re.findall(r'data-say="([^"]*)"', text)[0]))
        shown = [plain(each) for each in re.findall(r'<b class="tot">(.*?)</b>', text, re.DOTALL)]
        if 'class="sc pot"' in text:  # the pot, and the leader alone
            assert shown[-1] in said, path
        elif path or not over:  # the end has a page of its own
            assert shown == said, path

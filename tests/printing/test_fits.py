"""Whether everything has room on paper, under house rules of every kind: nothing is tried in print,
so it is tried here.
"""

from contextlib import suppress

import pytest

from companion.games import shelf
from companion.printing import KINDS, Press, Wish, build
from companion.printing.people import party
from companion.questions import Refused
from tests.houses import houses
from tests.printing.papers import Paper, looked_over

pytestmark = [pytest.mark.slow, pytest.mark.needs("pango")]
GAMES = list(shelf().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
PAGES = {"rules": 3, "cards": 2, "house-card": 1, "sheet": 4}
"""The most pages of a kind, whatever the house rules are."""


@pytest.fixture(scope="module")
def fitting():
    press = Press(seconds=120, job=looked_over)
    yield press
    press.close()


@every_game
def test_every_document_has_room_under_house_rules_of_every_kind(fitting, game):
    wrong = []
    # Of the standard rules test_documents has every document.
    presets = {"standard", *(preset.name for preset in game.rules.presets)}
    sets = {name: rules for name, rules in houses(game).items() if name not in presets}
    for name, rules in sets.items():
        for kind in KINDS:
            made = fitting.print(build(kind, game, wish=Wish(paper="letter"), rules=rules).sheets)
            if made.warnings or made.pages > PAGES[kind]:
                wrong.append((name, kind, made.pages, made.warnings))
    assert wrong == []


def most(game):
    """The most that can play under the standard rules."""
    for seats in sorted(game.players, reverse=True):
        with suppress(Refused):
            party(game, seats=seats)
            return seats
    raise AssertionError(game.key)


@pytest.mark.needs("pdfinfo")
@every_game
def test_a_sheet_of_as_many_as_can_play_keeps_to_its_pages(press, tmp_path, game):
    for seats in {min(game.players), most(game)}:
        for large in (False, True):
            wish = Wish(seats=seats, large=large)
            printed = press.print(build("sheet", game, wish=wish).sheets)
            paper = Paper(tmp_path / f"{seats}{large}.pdf", printed.pdf)
            assert (printed.warnings, paper.outside()) == ((), [])

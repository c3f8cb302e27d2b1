"""Pegging tracks are beside the hands or on a page of their own, never over them."""

import re
from dataclasses import replace

import pytest

from companion.engine.sheets import BlockSheet, RowSheet
from companion.games import all_games
from companion.printing import build
from companion.printing.layouts import draw
from companion.printing.layouts.tracks import LANDSCAPE_HIGH, beside, tracks
from companion.printing.people import party
from companion.questions import Refused
from tests.printing.papers import on_paper, played

TRACKED = [game for game in all_games().values() if isinstance(game.sheet, RowSheet | BlockSheet)]


def pegged(game, holes):
    """The game with tracks of this number of holes."""
    sheet = game.sheet

    def adapt(_, rules, players):
        return replace(sheet.under(rules, players), track=holes)

    return replace(game, sheet=replace(sheet, adapt=adapt))


@on_paper
@pytest.mark.parametrize(
    ("game", "holes", "filled"),
    [(TRACKED[0], 11, False), (TRACKED[0], 121, True), (TRACKED[1], 181, False),
     (TRACKED[1], 181, True)],
    ids=lambda each: getattr(each, "key", str(each)),
)  # fmt: skip
@pytest.mark.long
def test_no_word_stands_over_another_beside_a_track(printed, game, holes, filled):
    game = pegged(game, holes)
    document = build("sheet", game, replay=played(game) if filled else None)
    paper = printed(document)
    assert (paper.wrong, paper.outside(), paper.covered()) == ([], [], [])
    assert f"Tracks of {holes} holes" in document.body


@pytest.mark.parametrize("game", TRACKED, ids=lambda game: game.key)
def test_rows_leave_the_tracks_their_width(game):
    for seats in game.players:
        try:
            plain, tracked = (draw(party(pegged(game, holes), seats=seats)) for holes in (0, 121))
        except Refused:
            continue
        assert plain.tracks is None
        assert tracked.tracks
        for grid in tracked.grids:
            space = 255 if grid.landscape else 178
            taken = 0 if tracked.tracks.apart else tracked.tracks.wide + 6
            assert sum(grid.widths) <= space - taken


def test_oversized_tracks_get_page_or_refusal():
    with pytest.raises(ValueError, match="2 to 181 holes"):
        RowSheet(columns=(), track=182)
    assert beside(2, 120, 178) == 48
    assert beside(2, 170, 178) == 0
    assert beside(9, 20, 255) == 0


@pytest.mark.parametrize("landscape", [False, True])
def test_track_holes_are_unique_and_inside_frame(landscape):
    game = next(game for game in TRACKED if min(game.players) <= 4)
    high = LANDSCAPE_HIGH if landscape else 212
    for holes in range(2, 182):
        track = tracks(party(game), holes, apart=False, landscape=landscape)
        assert track
        drawn = str(track.drawing)
        path = max(re.findall(r'd="((?:M[\d.]+ [\d.]+h\.001)+)"', drawn), key=len)
        places = re.findall(r"M([\d.]+) ([\d.]+)h", path)
        assert len(places) == len(set(places)) == holes - 1, holes
        assert all(15.6 < float(y) < high for _, y in places), holes


def test_filled_track_has_two_pegs_per_side():
    game = next(game for game in TRACKED if isinstance(game.sheet, BlockSheet))
    replay = played(game)
    track = draw(party(game, replay=replay)).tracks
    assert track
    drawn = str(track.drawing)
    inked = re.findall(r'd="((?:M[\d.]+ [\d.]+h\.001)+)"[^>]*stroke="#161616"', drawn)
    ends = drawn.count('fill="#161616" stroke="#93191d"')
    assert sum(path.count("M") for path in inked) + ends == 2 * len(replay.table.sides)

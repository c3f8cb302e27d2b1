"""Pegging tracks stand beside the hands or on a page of their own, never over them."""

import re
from dataclasses import replace

import pytest

from companion.engine.sheets import BlockSheet, RowSheet
from companion.engine.transcript import Transcript
from companion.games import shelf
from companion.printing import build
from companion.printing.layouts import draw
from companion.printing.layouts.tracks import LANDSCAPE_HIGH, beside, tracks
from companion.printing.people import party
from companion.questions import Refused
from tests.printing.papers import Paper

TRACKED = [game for game in shelf().values() if isinstance(game.sheet, RowSheet | BlockSheet)]
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")


def pegged(game, holes):
    """The game with tracks of so many holes."""
    sheet = game.sheet

    def adapt(_, rules, players):
        return replace(sheet.under(rules, players), track=holes)

    return replace(game, sheet=replace(sheet, adapt=adapt))


def evening(game):
    return game.replay(Transcript.read(game.file("evening.txt"), game.key).record)


def boxes(paper, page):
    """What is drawn on a page, told apart by ink: every word of the grid and of the tracks."""
    raw = paper._run("pdftotext", "-bbox", "-f", str(page), "-l", str(page), str(paper.file), "-")
    number = r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<'
    return [(*map(float, found[:4]), found[4]) for found in re.findall(number, raw)]


@pytest.mark.slow
@read_back
@pytest.mark.parametrize("filled", [False, True], ids=["blank", "filled"])
@pytest.mark.parametrize(
    ("game", "holes"),
    [(TRACKED[0], 11), (TRACKED[0], 121), (TRACKED[1], 181)],
    ids=lambda each: getattr(each, "key", str(each)),
)
def test_no_word_stands_over_another_beside_a_track(press, tmp_path, game, holes, filled):
    game = pegged(game, holes)
    more = {"replay": evening(game)} if filled else {}
    document = build("sheet", game, **more)
    result = press.print(document.sheets)
    paper = Paper(tmp_path / "tracks.pdf", result.pdf)
    assert (list(result.warnings), paper.outside()) == ([], [])
    assert f"Tracks of {holes} holes" in document.body
    for page in range(1, paper.pages + 1):
        words = boxes(paper, page)
        over = [
            (a[4], b[4])
            for place, a in enumerate(words)
            for b in words[place + 1 :]
            if min(a[2], b[2]) - max(a[0], b[0]) > 1.5 and min(a[3], b[3]) - max(a[1], b[1]) > 3.5
        ]
        assert over == []


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
            room = 255 if grid.landscape else 178
            taken = 0 if tracked.tracks.apart else tracked.tracks.wide + 6
            assert sum(grid.widths) <= room - taken


def test_tracks_that_find_no_room_have_a_page_of_their_own():
    assert beside(2, 120, 178) == 48
    assert beside(2, 170, 178) == 0
    assert beside(9, 20, 255) == 0


@pytest.mark.parametrize("landscape", [False, True])
def test_every_track_has_each_hole_once_and_inside_its_frame(landscape):
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


def test_a_filled_track_has_two_pegs_for_each_side():
    game = next(game for game in TRACKED if isinstance(game.sheet, BlockSheet))
    replay = evening(game)
    track = draw(party(game, replay=replay)).tracks
    assert track
    drawn = str(track.drawing)
    inked = re.findall(r'd="((?:M[\d.]+ [\d.]+h\.001)+)"[^>]*stroke="#161616"', drawn)
    ends = drawn.count('fill="#161616" stroke="#93191d"')
    assert sum(path.count("M") for path in inked) + ends == 2 * len(replay.table.sides)


def test_a_sheet_refuses_a_track_too_long_to_be_drawn():
    with pytest.raises(ValueError, match="2 to 181 holes"):
        RowSheet(columns=(), track=182)

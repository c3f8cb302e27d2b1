"""Pictures of a result and previews of links, read back as PNG."""

from __future__ import annotations

import sys
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from companion.engine.record import Record
from companion.games import find
from companion.printing import NoPictures, picture, worker
from companion.printing.picture import Fit, as_text, fitted
from companion.results.hand_result import Ending
from tests.printing.papers import evening

TOLD = "Saturday, 21 November 2026"
LONG = ["Maximilian-Alexander von und zu", "Bartholomew-Benedict of Oakhampton", "李小龍", "عمر"]


def ending(key: str, *names: str) -> Ending:
    record = evening(find(key))
    for place, name in enumerate(names, 1):
        record.head[f"player {place}"] = name
    if names:
        record.head["dealer"] = "1"
    return Ending(find(key).replay(record))


def painted(drawing: worker.Drawing) -> Image.Image:
    return Image.open(BytesIO(worker.paint(drawing).body)).convert("RGB")


def inks(image: Image.Image) -> set[object]:
    return {ink for _, ink in image.getcolors(1 << 20) or ()}


def test_picture_and_preview_have_size_and_colours():
    image = painted(picture.finished(ending("kaiser"), TOLD))
    assert image.size == (1080, 1350)
    assert inks(image) >= {(0x1D, 0x4E, 0x93), (255, 255, 255)}  # of the winners, and of text
    image = painted(picture.preview(ending("kaiser"), names=True))
    assert image.size == (1200, 630)
    assert len(inks(image)) > 20


def test_every_game_has_picture_and_nameless_preview(game):
    result = ending(game.key)
    names = [seat.name for seat in result.replay.table.seats]
    drawn = picture.finished(result, TOLD).svg
    silent = picture.preview(result, names=False).svg
    told = picture.preview(result, names=True).svg
    for row in result.ranking:
        points = f"{row.after}".replace("-", "−")
        assert points in drawn
        assert f">{points}<" in silent
        assert f">{row.side}".replace("&", "&amp;") in told
    assert result.title.replace("&", "&amp;") in drawn or len(result.title) > 18
    assert not [name for name in names if f">{name}" in silent or f"{name}<" in silent]
    for svg in (drawn, silent, told):
        assert ElementTree.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize(
    "names", [LONG, ["WWWWWWW WWWWWWWWWW MMMMMMMMMMM"] * 4], ids=["long", "wide"]
)
def test_long_and_foreign_names_stay_on_picture(names):
    names = [f"{name}{place}" for place, name in enumerate(names)]
    drawing = picture.finished(ending("scotch-whist", *names), TOLD)
    assert drawing.foreign == (names[2][0] == "李")
    # A player without points has no bar: left and right of the lines is background.
    image = painted(drawing)
    for left in (0, 1080 - 60):
        assert len(inks(image.crop((left, 0, left + 60, 1350)))) == 1
    link = painted(picture.preview(ending("scotch-whist", *names), names=True))
    assert link.size == (1200, 630)


def test_fifteen_players_are_all_on_it():
    names = [f"Player-{place}" for place in range(1, 16)]
    result = Ending(find("panguingue").replay(Record.begin("panguingue", names)))
    drawn = picture.finished(result, TOLD).svg
    assert all(f">{name}<" in drawn for name in names)
    assert "Best hand" not in drawn  # nothing has been played


def test_names_are_drawn_as_text_not_markup():
    result = ending("kaiser", '<image href="/etc/passwd"/>', "B&B", "C", "D")
    for drawing in (picture.finished(result, TOLD), picture.preview(result, names=True)):
        assert "<image" not in drawing.svg
    worker.paint(picture.finished(result, TOLD))


def test_long_line_is_shrunk_to_fit():
    short = fitted("Nell", "title", 132, 900)
    assert short == Fit(132, short.wide)
    assert 270 < short.wide < 290
    long = fitted("Maximilian-Alexander & Bartholomew win", "title", 132, 900)
    assert (66 <= long.size < 132, long.length) == (True, 900)
    assert fitted("Ann" * 99, "title", 132, 900).size == 66
    assert fitted("李小龍", "text", 40, 900).wide > fitted("Nell", "text", 40, 900).wide


def test_the_result_in_words():
    words = as_text(ending("kaiser"), TOLD, "https://cards.example/t/ABCDEF")
    assert words.startswith("Kaiser: Nell & Pia win, 55 : 19.\nNell & Pia have 55; 52 wins.")
    assert "Best hand: +20 Nell & Pia (Nell makes 8 no-trump)." in words
    assert words.endswith("8 hands, 1 thrown in. https://cards.example/t/ABCDEF")
    many = as_text(ending("scotch-whist"), TOLD, "")
    assert "Scotch Whist: Bob wins.\nBob 41\nAnn 47\nCat 25\nDan 6\n" in many


def test_without_the_library_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPictures):
        worker.paint(picture.finished(ending("kaiser"), TOLD))

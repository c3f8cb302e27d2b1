"""Pictures of a result and previews of links, read back as PNG."""

from __future__ import annotations

import struct
import sys
import zlib

import pytest

from companion.games import find, shelf
from companion.moment import Ending
from companion.printing import NoPictures, faces, picture, worker
from companion.printing.picture import Told, as_text
from companion.record import Record, Transcript

GAMES = list(shelf().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
TOLD = Told("Saturday, 21 November 2026")
LONG = ["Maximilian-Alexander von und zu", "Bartholomew-Benedict of Oakhampton", "李小龍", "عمر"]


def evening(key: str, names: list[str] | None = None) -> Ending:
    record = Transcript.read(find(key).file("evening.txt"), key).record
    for place, name in enumerate(names or [], 1):
        record.head[f"player {place}"] = name
    if names:
        record.head["dealer"] = "1"
    return Ending(find(key).replay(record))


def read(png: bytes) -> tuple[int, int, set[bytes]]:
    """Width, height and the colours of a PNG of ours: eight bits, red, green, blue, alpha."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, data = 8, b""
    wide, high, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + size]
        place += 12 + size
    raw, line = zlib.decompress(data), 4 * wide + 1
    before, colours = bytes(line - 1), set()
    for row in range(high):
        way, now = raw[row * line], bytearray(raw[row * line + 1 : (row + 1) * line])
        for n in range(line - 1):
            a = now[n - 4] if n > 3 else 0
            b, c = before[n], before[n - 4] if n > 3 else 0
            if way == 1:
                now[n] = now[n] + a & 255
            elif way == 2:
                now[n] = now[n] + b & 255
            elif way == 3:
                now[n] = now[n] + (a + b) // 2 & 255
            elif way == 4:
                p = a + b - c
                near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))
                now[n] = now[n] + near[2] & 255
        before = bytes(now)
        if row % 25 == 0:
            colours |= {before[n : n + 4] for n in range(0, line - 1, 4)}
    return wide, high, colours


def test_a_picture_has_its_size_and_the_winners_colour_and_words_on_it():
    wide, high, colours = read(worker.paint(picture.finished(evening("kaiser"), TOLD)).body)
    assert (wide, high) == (1080, 1350)
    assert bytes.fromhex("1d4e93ff") in colours  # the winners'
    assert bytes.fromhex("ffffffff") in colours  # their names and points
    assert len(colours) > 20


def test_a_preview_has_its_size():
    wide, high, colours = read(worker.paint(picture.preview(evening("kaiser"), TOLD)).body)
    assert (wide, high) == (1200, 630)
    assert len(colours) > 20


@every_game
def test_every_room_has_a_picture_of_its_evening(game):
    ending = evening(game.key)
    drawing = picture.finished(ending, TOLD)
    for row in ending.ranking:
        assert str(row.after).replace("-", "−") in drawing.svg
    assert ending.title.replace("&", "&amp;") in drawing.svg or len(ending.title) > 18
    assert struct.unpack(">II", worker.paint(drawing).body[16:24]) == (1080, 1350)


@every_game
def test_a_preview_tells_the_score_and_nobodys_name(game):
    ending = evening(game.key)
    names = [seat.name for seat in ending.replay.table.seats]
    silent = picture.preview(ending, Told("", names=False)).svg
    told = picture.preview(ending, Told("", names=True)).svg
    for row in ending.ranking:
        assert f">{row.after}<".replace("-", "−") in silent
    assert not [name for name in names if f">{name}" in silent or f"{name}<" in silent]
    assert all(f">{row.side}".replace("&", "&amp;") in told for row in ending.ranking)


@pytest.mark.parametrize("key", ["kaiser", "scotch-whist"])
def test_names_of_any_length_and_script_stay_on_the_picture(key):
    drawing = picture.finished(evening(key, LONG), TOLD)
    assert drawing.foreign
    assert struct.unpack(">II", worker.paint(drawing).body[16:24]) == (1080, 1350)


def test_fifteen_players_are_all_on_it():
    names = [f"Player-{place}" for place in range(1, 16)]
    ending = Ending(find("panguingue").replay(Record.begin("panguingue", names)))
    drawn = picture.finished(ending, TOLD).svg
    assert all(f">{name}<" in drawn for name in names)
    assert "Best hand" not in drawn  # nothing has been played


def test_names_are_written_as_text_and_never_as_marks():
    ending = evening("kaiser", ['<image href="/etc/passwd"/>', "B&B", "C", "D"])
    for drawing in (picture.finished(ending, TOLD), picture.preview(ending, TOLD)):
        assert "<image" not in drawing.svg
    worker.paint(picture.finished(ending, TOLD))


def test_lines_are_made_smaller_or_cut_until_they_fit():
    face = faces.TITLE
    assert faces.fitted("Nell", face, 132, 900) == 132
    long = "Maximilian-Alexander & Bartholomew win"
    size = faces.fitted(long, face, 132, 900)
    assert 66 <= size < 132
    assert faces.width(faces.cut(long, face, 132, 900), face, 132) <= 900
    assert faces.cut(long, face, 132, 900).endswith("…")
    assert faces.lines(long, face, 60, 700, 2) == ["Maximilian-Alexander &", "Bartholomew win"]


def test_the_result_in_words():
    words = as_text(evening("kaiser"), TOLD, "https://cards.example/t/ABCDEF")
    assert words.startswith("Kaiser: Nell & Pia win, 55 : 19.\nNell & Pia have 55; 52 wins.")
    assert "Best hand: +20 Nell & Pia (Nell makes 8 no-trump)." in words
    assert words.endswith("8 hands, 1 thrown in. https://cards.example/t/ABCDEF")
    many = as_text(evening("scotch-whist"), TOLD, "")
    assert "Scotch Whist: Bob wins.\nBob 41\nAnn 47\nCat 25\nDan 6\n" in many


def test_without_the_library_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPictures):
        worker.paint(picture.finished(evening("kaiser"), TOLD))


def test_the_press_paints_once_and_remembers(press):
    drawing = picture.finished(evening("kaiser"), TOLD)
    first = press.paint(drawing)
    hits = press.hits
    assert press.paint(drawing) is first
    assert press.hits == hits + 1

"""Documents stay small enough to send."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from fontTools.ttLib import TTFont

from companion.games import shelf
from companion.printing import build

KB = 1024


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_a_rule_sheet_and_a_scoresheet_stay_below_a_hundred_kilobytes(press):
    game = next(iter(shelf().values()))
    sizes = {kind: len(press.print(build(kind, game).sheets).pdf) for kind in ("rules", "sheet")}
    assert [kind for kind, size in sizes.items() if size > 100 * KB] == []


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_blank_scoresheets_are_light(press):
    """With the questions on its back. Where cells draw their lines twice it is far heavier."""
    sizes = sorted(len(press.print(build("sheet", g).sheets).pdf) for g in shelf().values())
    assert sizes[len(sizes) // 2] <= 42 * KB
    assert sizes[-1] <= 60 * KB


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_marked_text_stands_in_its_paragraph_and_is_found_from_the_page(press):
    game = next(iter(shelf().values()))
    printed = press.print(build("sheet", game).sheets)
    with pikepdf.open(BytesIO(printed.pdf)) as opened:
        tree: Any = opened.Root.StructTreeRoot
        nums = list(tree.ParentTree.Nums)[1::2]
        pieces = 0
        todo = [tree.K[0]]
        while todo:
            element = todo.pop()
            assert element.S != "/Span", "a piece of text has an element of its own"
            for kid in element.get("/K", []):
                if isinstance(kid, pikepdf.Dictionary):
                    assert element == kid.P
                    todo.append(kid)
                else:
                    pieces += 1
                    page = [each.obj for each in opened.pages].index(element.Pg)
                    assert nums[page][int(kid)] == element
        assert pieces > 100


@pytest.mark.slow
@pytest.mark.needs("pango", "pdffonts")
def test_a_face_holds_the_tables_a_pdf_needs_and_no_others(press, tmp_path):
    game = next(iter(shelf().values()))
    printed = press.print(build("sheet", game).sheets)
    with pikepdf.open(BytesIO(printed.pdf)) as opened:
        files = [each.FontFile2 for each in opened.objects
                 if isinstance(each, pikepdf.Dictionary) and "/FontFile2" in each]  # fmt: skip
        faces = [TTFont(BytesIO(file.read_bytes())) for file in files]
    assert faces
    for face in faces:
        assert set(face.reader.keys()) == {"head", "hhea", "hmtx", "loca", "maxp", "glyf"}

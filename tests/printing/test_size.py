"""What is printed is large enough to read."""

from __future__ import annotations

import re

import pikepdf
import pytest

from companion.engine.transcript import Transcript
from companion.games import shelf
from companion.printing import build, kinds_of
from tests.printing.papers import runs

ID = re.compile(r"[A-Z]{2,4}-[A-Z0-9-]+|R\d+")


@pytest.mark.kinds
@pytest.mark.slow
@pytest.mark.needs("pango")
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.key)
def test_nothing_but_ids_is_smaller_than_seven_points(press, tmp_path, game):
    """On paper as it is printed, drawings and what stands in the corner of a box included."""
    evening = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    documents = [build(kind, game) for kind in kinds_of(game)]
    for document in (*documents, build("sheet", game, replay=evening)):
        file = tmp_path / "x.pdf"
        file.write_bytes(press.print(document.sheets).pdf)
        with pikepdf.open(file) as pdf:
            found = [run for page in pdf.pages for run in runs(page)]
        assert len(found) > 10
        small = [(round(size, 1), text) for size, text in found if size < 6.99]
        assert [run for run in small if not ID.fullmatch(run[1].strip())] == [], document.name

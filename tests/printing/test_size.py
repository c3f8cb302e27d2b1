"""Documents stay small enough to send."""

from __future__ import annotations

import pytest

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
    assert sizes[len(sizes) // 2] <= 60 * KB
    assert sizes[-1] <= 90 * KB

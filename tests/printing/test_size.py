"""Documents stay small enough to send."""

from __future__ import annotations

import pytest

from companion.games import shelf
from companion.printing import Press, build

KB = 1024


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_a_rule_sheet_and_a_scoresheet_stay_below_a_hundred_kilobytes():
    press, game = Press(), next(iter(shelf().values()))
    sizes = {kind: len(press.print(build(kind, game).sheets).pdf) for kind in ("rules", "sheet")}
    press.close()
    assert [kind for kind, size in sizes.items() if size > 100 * KB] == []


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_blank_scoresheets_are_light():
    """Where cells draw their lines twice a sheet is half as heavy again."""
    press = Press()
    sizes = sorted(len(press.print(build("sheet", g).sheets).pdf) for g in shelf().values())
    press.close()
    assert sizes[len(sizes) // 2] <= 42 * KB
    assert sizes[-1] <= 64 * KB

"""The benchmark's own arithmetic: tries become verdicts, and verdicts a table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.bench import report
from tools.bench.__main__ import MODULES
from tools.bench.frame import ROWS, TRIES, Figure, Result, Row, Scale, percentile, run

README = Path(report.__file__).with_name("README.md").read_text(encoding="utf-8")


def row(values: list[float], figure: Figure, tries: int = TRIES) -> Row:
    """A row whose tries return these values, one after the other."""
    left = iter(values)
    return Row(99, "A row", (figure,), lambda scale: {figure.key: next(left)}, tries)


def test_seventeen_rows_each_have_a_paragraph():
    assert MODULES
    assert sorted(row.number for row in ROWS) == list(range(1, 18))
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\. ", README, re.M)] == [*range(1, 18)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row.number))
def test_limit_looser_than_goal_says_why(row):
    for figure in row.figures:
        assert (figure.bound is None) == (figure.why == "")
        assert figure.bound is None or figure.bound > figure.goal


@pytest.mark.parametrize(
    ("values", "short", "figure", "kept", "met", "failed"),
    [
        ([3, 1, 2], False, Figure("f", "", 2.0), 3, True, False),  # met if the median is
        ([3, 1, 2.1], False, Figure("f", "", 2.0), 3, False, False),
        ([3, 2], True, Figure("f", "", 2.0), 2, False, False),  # stops at the first good try
        ([3, 2.5, 2.1], True, Figure("f", "", 2.0), 3, False, True),  # all are beyond the limit
        ([3, 2.5, 2.1], True, Figure("f", "", 2.0, bound=2.2, why="…"), 3, False, False),
        ([3, 1, 2], False, Figure("f", ""), 3, None, False),  # only shown
        ([1e9], True, Figure("f", ""), 1, None, False),
    ],
)
def test_tries_become_a_verdict(values, short, figure, kept, met, failed):
    (found,) = run(row(values, figure), Scale(short=short))
    assert (found.values, found.met, found.failed) == (values[:kept], met, failed)


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [(1.456, "×", "1.46 ×"), (1 / 4000, "×", "1/4000 ×"), (0, "B", "0 B"), (12.34, "KB", "12.3 KB"),
     (200.4, "ms", "200 ms"), (None, "×", ""), (0.0, "×", "0.00 ×")],
)  # fmt: skip
def test_figures_are_said_shortly(value, unit, said):
    assert report.number(value, unit) == said


def test_the_hundredth_part_is_one_of_the_values():
    assert percentile(range(100), 0.99) == 99
    assert percentile([5], 0.99) == 5


def results() -> list[Result]:
    many = Row(3, "Poll <&>", (Figure("a", "", 1.2), Figure("b", "body", 0, "B"), Figure("c", "c")),
               lambda scale: {"a": 2.0, "b": 0, "c": 7.0})  # fmt: skip
    return run(many, Scale())


def test_the_table_says_what_and_how_much():
    text = report.text(results())
    assert "3  Poll <&>  2.00 ×  2.00 – 2.00  1.20 ×  missed" in text
    assert "   body         0 B  0.00 – 0.00     0 B  met" in text
    assert text.count("told") == 1


def test_picture_shows_every_figure_with_goal():
    root = ElementTree.fromstring(report.picture(results()))
    words = " ".join(each.text or "" for each in root.iter() if each.tag.endswith("text"))
    assert "Poll <&>" in words
    assert "2.00 ×, goal 1.20 × (missed)" in words
    assert "Poll <&>: body" not in words  # zero has no length


def test_the_data_has_every_try(tmp_path):
    report.write(results(), True, tmp_path, tmp_path / "it.svg")
    data = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert data["figures"][0]["tries"] == [2.0, 2.0, 2.0]
    assert [each["verdict"] for each in data["figures"]] == ["missed", "met", "told"]
    assert (tmp_path / "it.svg").stat().st_size > 500

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
    """A row whose tries come to these values, one after the other."""
    left = iter(values)
    return Row(99, "A row", (figure,), lambda scale: {figure.key: next(left)}, tries)


def test_there_are_seventeen_rows_and_each_has_its_paragraph():
    assert MODULES
    assert sorted(row.number for row in ROWS) == list(range(1, 18))
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\. ", README, re.M)] == [*range(1, 18)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row.number))
def test_a_limit_that_is_looser_than_the_goal_says_why(row):
    for figure in row.figures:
        assert (figure.bound is None) == (figure.why == "")
        assert figure.bound is None or figure.bound > figure.goal


def test_a_figure_is_met_where_the_middle_try_is():
    figure = Figure("f", "", 2.0)
    assert [each.met for each in run(row([3, 1, 2], figure), Scale())] == [True]
    assert [each.met for each in run(row([3, 1, 2.1], figure), Scale())] == [False]
    assert [each.met for each in run(row([3, 1, 2], Figure("f", "")), Scale())] == [None]


def test_the_short_run_stops_at_the_first_good_try():
    (found,) = run(row([3, 2], Figure("f", "", 2.0)), Scale(short=True))
    assert found.values == [3, 2]
    assert not found.failed


def test_it_fails_where_all_tries_are_beyond_the_limit():
    (found,) = run(row([3, 2.5, 2.1], Figure("f", "", 2.0)), Scale(short=True))
    assert found.failed
    (found,) = run(row([3, 2.5, 2.1], Figure("f", "", 2.0, bound=2.2, why="…")), Scale(short=True))
    assert not found.failed
    assert not found.met


def test_what_is_only_told_never_fails():
    (found,) = run(row([1e9], Figure("f", "")), Scale(short=True))
    assert (found.failed, found.values) == (False, [1e9])


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


def test_the_picture_is_an_image_of_every_figure_with_a_goal():
    root = ElementTree.fromstring(report.picture(results()))
    words = " ".join(each.text or "" for each in root.iter() if each.tag.endswith("text"))
    assert "Poll <&>" in words
    assert "2.00 ×, goal 1.20 × (missed)" in words
    assert "Poll <&>: body" not in words  # nothing is no length


def test_the_data_has_every_try(tmp_path):
    report.write(results(), True, tmp_path, tmp_path / "it.svg")
    data = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert data["figures"][0]["tries"] == [2.0, 2.0, 2.0]
    assert [each["verdict"] for each in data["figures"]] == ["missed", "met", "told"]
    assert (tmp_path / "it.svg").stat().st_size > 500

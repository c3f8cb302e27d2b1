"""Reports of the benchmark: text, JSON, and the README's chart."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

from tools.bench.frame import Result


def number(value: float | None, unit: str) -> str:
    """A figure with its unit: "1.46 ×", "0 B", "2.0 s"."""
    if value is None:
        return ""
    if unit in ("B", "lost", "errors", "wrong", "times"):
        return f"{value:.0f} {unit}"
    if unit == "×" and 0 < value < 0.02:
        return f"1/{1 / value:.0f} {unit}"
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f} {unit}"


def spread(result: Result) -> str:
    """Minimum and maximum of the tries."""
    if len(result.values) < 2:
        return ""
    return f"{number(min(result.values), '').strip()} – {number(max(result.values), '').strip()}"


def verdict(result: Result) -> str:
    """The verdict on a figure, in words."""
    if result.met is None:
        return "told"
    return "met" if result.met else "missed"


def lines(results: Iterable[Result]) -> list[tuple[str, str, str, str, str, str]]:
    """Number, title, median, spread, goal and verdict of every figure."""
    table = []
    for row, group in groupby(results, key=lambda result: result.row):
        for place, each in enumerate(group):
            words = row.title if place == 0 and not each.figure.what else each.figure.what
            if place == 0 and each.figure.what:
                words = f"{row.title}: {each.figure.what}"
            unit = each.figure.unit
            table.append((str(row.number) if place == 0 else "", words,
                          number(each.middle, unit), spread(each),
                          number(each.figure.goal, unit), verdict(each)))  # fmt: skip
    return table


def text(results: Sequence[Result]) -> str:
    """A text table."""
    table = [("#", "what", "median", "tries", "goal", ""), *lines(results)]
    widths = [max(len(line[place]) for line in table) for place in range(6)]
    right = (True, False, True, True, True, False)
    rows = [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in table
    ]
    return "\n".join([rows[0], "-" * max(map(len, rows)), *rows[1:], "", machine()])


def machine() -> str:
    """Machine and date, in a line."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores, Python {platform.python_version()}, load {load}"
    )


def as_json(results: Iterable[Result], short: bool) -> str:
    """Every try of every figure."""
    data = {
        "machine": machine(),
        "short": short,
        "versions": {name: version(name) for name in ("flask", "waitress", "weasyprint")},
        "figures": [
            {
                "row": each.row.number, "title": each.row.title, "what": each.figure.what,
                "unit": each.figure.unit, "goal": each.figure.goal, "limit": each.figure.limit,
                "median": each.middle, "tries": each.values, "verdict": verdict(each),
            }
            for each in results
        ],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# -- the chart -----------------------------------------------------------------------------------

WIDTH, LINE, TOP, NAME, SCALE = 860, 24, 58, 400, 230
GOAL = NAME + SCALE * 2 // 3
"""Position of the goal line; bars are cut at one and a half times the goal."""
MET, MISSED, INK, FAINT = "#2f7d4f", "#b4482f", "#1c2426", "#6b7578"

HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
font-family="system-ui, sans-serif" font-size="13" role="img" \
aria-label="Each figure of the benchmark beside its goal">
<rect width="{width}" height="{height}" rx="8" fill="#fff"/>
<text x="16" y="26" font-size="15" font-weight="600" fill="{ink}">\
How fast, as a share of the goal (shorter is faster)</text>
<text x="{goal}" y="46" text-anchor="middle" fill="{faint}">goal</text>"""


def picture(results: Sequence[Result]) -> str:
    """A bar for each figure with a goal, as a share of that goal."""
    figures = [each for each in results if each.figure.goal]
    height = TOP + LINE * len(figures) + 20
    parts = [HEAD.format(width=WIDTH, height=height, ink=INK, faint=FAINT, goal=GOAL)]
    for place, each in enumerate(figures):
        parts += bar(each, TOP + LINE * place)
    parts.append(f'<path d="M{GOAL} {TOP - 6}V{height - 16}" stroke="{INK}" stroke-width="1.5" '
                 'stroke-dasharray="3 3"/>')  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def bar(each: Result, y: int) -> list[str]:
    """One figure: title, bar and numbers."""
    assert each.figure.goal
    words = ": ".join(filter(None, (each.row.title, each.figure.what)))
    share = each.middle / each.figure.goal
    length = round(min(share * SCALE * 2 / 3, SCALE), 1)
    colour = MET if each.met else MISSED
    unit = each.figure.unit
    caption = f"{number(each.middle, unit)}, goal {number(each.figure.goal, unit)}"
    missed = "" if each.met else " (missed)"
    parts = [
        f'<text x="16" y="{y + 14}" fill="{INK}">{escape(words)}</text>',
        f'<rect x="{NAME}" y="{y + 3}" width="{max(length, 1)}" height="14" fill="{colour}"/>',
        f'<text x="{NAME + SCALE + 10}" y="{y + 14}" fill="{colour}">{caption}{missed}</text>',
    ]
    if share > 1.5:
        end = NAME + SCALE - 8
        parts.append(f'<path d="M{end} {y + 18}l6 -16" stroke="#fff" stroke-width="3"/>')
    return parts


def write(results: Sequence[Result], short: bool, folder: Path, svg: Path | None) -> None:
    """Writes the JSON, and the chart if wanted."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(as_json(results, short), encoding="utf-8")
    if svg:
        svg.write_text(picture(results), encoding="utf-8")

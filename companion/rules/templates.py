"""Renders the prose of rules.md: sandboxed, strict Jinja with the house rules as variables.

`{{ target }}` is the value in force, `{{ said.target }}` its description; names of a `names` block
are variables too. Loops only go over variables; macros, includes and imports are refused.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import Template, TemplateError, nodes

from companion.rules.sheet import HouseRules, Prose, RuleSheet
from companion.said import environment

_FORBIDDEN = (
    nodes.Block, nodes.CallBlock, nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include,
    nodes.Macro,
)  # fmt: skip


@cache
def _template(source: str) -> Template:
    tree = environment().parse(source)
    if wrong := next(iter(tree.find_all(_FORBIDDEN)), None):
        kind = type(wrong).__name__.lower()
        raise TemplateError(f"line {wrong.lineno}: no “{kind}” in the text of a rule")
    for loop in tree.find_all(nodes.For):
        if not isinstance(loop.iter, nodes.Name):
            raise TemplateError(f"line {loop.lineno}: a loop goes over a name of the rules only")
    return environment().from_string(source)


@cache
def _expression(source: str) -> Callable[..., Any]:
    return environment().compile_expression(source, undefined_to_none=False)


class OptionWords:
    """Descriptions of the values in force, by option key."""

    def __init__(self, sheet: RuleSheet, rules: HouseRules) -> None:
        values = dict(rules)
        self._words = {key: each.value(values[key]).words for key, each in sheet.options.items()}

    def __getitem__(self, key: str) -> str:
        return self._words[key]


def context(sheet: RuleSheet, rules: HouseRules) -> dict[str, object]:
    """The variables for the prose of a sheet under these rules."""
    known: dict[str, object] = {key: getattr(rules, key) for key, _ in rules}
    known["said"] = OptionWords(sheet, rules)
    for name, prose in sheet.names.items():
        try:
            value = _expression(prose.source)(known)
            str(value)  # raises for an undefined name here, where its line is known
        except Exception as error:
            raise mistaken(prose, error) from error
        known[name] = value
    return known


def rendered(prose: Prose, known: Mapping[str, object]) -> str:
    """The rendered prose; ValueError names room, rule and line of a mistake."""
    if "{" not in prose.source and "<!--" not in prose.source:
        return prose.source
    try:
        text = _template(prose.source).render(known)
    except Exception as error:
        raise mistaken(prose, error) from error
    text = re.sub(r"(?<=\S) {2,}(?=\S)", " ", text)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def rendered_drawing(drawing: str, sheet: RuleSheet, rules: HouseRules) -> str:
    """A game package's drawing.svg (60 by 48 units) under these rules; "" if it has none."""
    lines = tuple(range(1, drawing.count("\n") + 2))
    return rendered(Prose(drawing, lines, "drawing.svg"), context(sheet, rules))


def mistaken(prose: Prose, error: Exception) -> ValueError:
    """A ValueError with file, rule and line."""
    line = getattr(error, "lineno", None)
    if match := re.match(r"line (\d+): (.*)", str(error)):
        line, words = int(match[1]), match[2]
    else:
        words = str(error)
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == "<template>"]
        line = line or (lines[-1] if lines else 1)
    place = prose.lines[min(line or 1, len(prose.lines)) - 1] if prose.lines else 0
    where = ", ".join(filter(None, (prose.place, f"line {place}")))
    return ValueError(f"{where}: {words}")

"""The language of the prose in rules.md: Jinja, sandboxed and strict, over the house rules alone.

`{{ target }}` is the value in force, `{{ said.target }}` what the option says of it, and every
name of a `names` block is there too. There are no loops but over such values, no macros, and no
other text can be reached.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.rules.options import HouseRules
from companion.rules.sheet import Prose, RuleSheet
from companion.words import counted, signed, with_minus

_WORDS = tuple(
    re.findall(
        r"\w+",
        "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty",
    )
)
_FORBIDDEN = (
    nodes.Block, nodes.CallBlock, nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include,
    nodes.Macro,
)  # fmt: skip


def word(number: int) -> str:
    """Small counts as words, from none to twenty; others in digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else with_minus(number)


def _written(value: object) -> object:
    return with_minus(value) if isinstance(value, int) else value


@cache
def _environment() -> ImmutableSandboxedEnvironment:
    # A rule's id stands in braces with a "#", so comments are written as in HTML.
    found = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        comment_start_string="<!--",
        comment_end_string="-->",
        finalize=_written,
    )
    found.globals = {"range": range}
    found.filters |= {"word": word, "signed": signed, "counted": counted}
    return found


@cache
def _template(source: str) -> Template:
    tree = _environment().parse(source)
    if wrong := next(iter(tree.find_all(_FORBIDDEN)), None):
        kind = type(wrong).__name__.lower()
        raise TemplateError(f"line {wrong.lineno}: no “{kind}” in the text of a rule")
    for loop in tree.find_all(nodes.For):
        if not isinstance(loop.iter, nodes.Name):
            raise TemplateError(f"line {loop.lineno}: a loop goes over a name of the rules only")
    return _environment().from_string(source)


@cache
def _expression(source: str) -> Callable[..., Any]:
    return _environment().compile_expression(source, undefined_to_none=False)


class Said:
    """What each option says of the value in force, by the option's key."""

    def __init__(self, sheet: RuleSheet, rules: HouseRules) -> None:
        values = dict(rules)
        self._words = {key: each.value(values[key]).words for key, each in sheet.options.items()}

    def __getitem__(self, key: str) -> str:
        return self._words[key]


def context(sheet: RuleSheet, rules: HouseRules) -> dict[str, object]:
    """The names that stand for something in the prose of a sheet under these rules."""
    known: dict[str, object] = {key: getattr(rules, key) for key, _ in rules}
    known["said"] = Said(sheet, rules)
    for name, prose in sheet.names.items():
        try:
            value = _expression(prose.source)(known)
            str(value)  # an undefined name is told here, where its line is known
        except Exception as error:
            raise mistaken(prose, error) from error
        known[name] = value
    return known


def rendered(prose: Prose, known: Mapping[str, object]) -> str:
    """The prose under the rules in force; ValueError names room, rule and line of a mistake."""
    if "{" not in prose.source and "<!--" not in prose.source:
        return prose.source
    try:
        text = _template(prose.source).render(known)
    except Exception as error:
        raise mistaken(prose, error) from error
    text = re.sub(r"(?<=\S) {2,}(?=\S)", " ", text)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def drawn(drawing: str, sheet: RuleSheet, rules: HouseRules) -> str:
    """A room's drawing of the table under these rules: an SVG of 60 by 48 units, or ""."""
    lines = tuple(range(1, drawing.count("\n") + 2))
    return rendered(Prose(drawing, lines, "drawing.svg"), context(sheet, rules))


def mistaken(prose: Prose, error: Exception) -> ValueError:
    """The mistake with its room, rule and line in rules.md."""
    line = getattr(error, "lineno", None)
    if found := re.match(r"line (\d+): (.*)", str(error)):
        line, words = int(found[1]), found[2]
    else:
        words = str(error)
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == "<template>"]
        line = line or (lines[-1] if lines else 1)
    place = prose.lines[min(line or 1, len(prose.lines)) - 1] if prose.lines else 0
    where = ", ".join(filter(None, (prose.place, f"line {place}")))
    return ValueError(f"{where}: {words}")

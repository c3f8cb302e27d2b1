"""Bounds on the program: the code that the table page reaches, class names, patterns."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPANION = ROOT / "companion"
PAGE = "companion.web.tables.play"
REACH = 9_000
"""The most lines of code that the table page may reach through its imports. Change it in steps of
250, downwards if possible."""


def modules() -> dict[str, Path]:
    """Every module of the package, by its dotted name."""
    files = {path.relative_to(ROOT).with_suffix("").parts: path for path in COMPANION.rglob("*.py")}
    return {".".join(parts).removesuffix(".__init__"): path for parts, path in files.items()}


def imported(tree: ast.AST) -> Iterator[str]:
    """The dotted names a syntax tree imports, except those for type checks only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        yield from imported(node)


def lines_of_code(tree: ast.AST, source: str) -> int:
    """The number of lines that are no docstring, comment or blank line."""
    texts = [
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    skipped = {number for text in texts for number in text}
    rows = enumerate(map(str.strip, source.splitlines()), 1)
    return sum(bool(row) and row[0] != "#" and number not in skipped for number, row in rows)


def reached(start: str) -> dict[str, int]:
    """Lines of code by module, for each module that `start` reaches through its imports."""
    known, lines, open_ = modules(), dict[str, int](), [start]
    while open_:
        name = open_.pop()
        if name in known and name not in lines:
            source = known[name].read_text(encoding="utf-8")
            tree = ast.parse(source)
            lines[name] = lines_of_code(tree, source)
            open_ += imported(tree)
    return lines


def test_table_page_reaches_few_lines():
    lines = reached(PAGE)
    assert len(lines) > 50
    assert sum(lines.values()) <= REACH


def test_a_class_name_means_one_thing():
    found = Counter(
        node.name
        for file in COMPANION.rglob("*.py")
        if "games" not in file.parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert sorted(name for name, times in found.items() if times > 1) == []


def test_application_layer_reads_no_text_by_pattern():
    imports = {
        (file.name, alias.name)
        for file in (COMPANION / "tables").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert sorted(name for name, module in imports if module == "re") == []

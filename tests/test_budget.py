"""What keeps the program small: its size, one meaning a class name, no text read back."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPANION = ROOT / "companion"
LINES = 49_793
"""Lines of Python in the package, without the generated house rules and the rooms' test data, but
with the tests that hold for every room: 1,520 in `companion.testing`. The aim is 42,000; what is
added pays for its room by what it makes unnecessary."""
TESTS = 33_204
"""Lines of Python in tests; the aim is 27,000."""


def lines(files: list[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def test_the_program_keeps_to_its_budget():
    apart = {"house.py", "testing.py"}
    assert lines([file for file in COMPANION.rglob("*.py") if file.name not in apart]) <= LINES
    assert lines(list((ROOT / "tests").rglob("*.py"))) <= TESTS


def test_a_class_name_means_one_thing():
    found = Counter(
        node.name
        for file in COMPANION.rglob("*.py")
        if "games" not in file.parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert sorted(name for name, times in found.items() if times > 1) == []


def test_no_text_is_read_back_by_patterns_in_the_application_layer():
    imports = {
        (file.name, alias.name)
        for file in (COMPANION / "tables").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert sorted(name for name, module in imports if module == "re") == []

"""Names of tests and of variables, by the rules of CONTRIBUTING.md."""

from __future__ import annotations

import ast

from companion.paths import PACKAGE, ROOT

MOST = 8
"""Most words of a test's name after "test"."""
PARTICIPLES = {"made", "found", "told"}
"""Words that say nothing of what a variable holds."""


def trees(*folders):
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def test_test_names_have_at_most_eight_words():
    long = [
        (file, node.name)
        for file, tree in trees(ROOT / "tests", PACKAGE / "testing")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        and len(node.name.split("_")) > MOST + 1
    ]  # fmt: skip
    assert long == []


def test_variables_are_named_by_their_content():
    """Fields of a class may have such a name: it is said of the whole object."""
    vague = []
    for file, tree in trees(PACKAGE):
        fields = {
            id(each.target) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
            for each in node.body if isinstance(each, ast.AnnAssign)
        }  # fmt: skip
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                name = node.arg
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                name = node.id
            else:
                continue
            if name in PARTICIPLES and id(node) not in fields:
                vague.append((file, node.lineno, name))
    assert vague == []

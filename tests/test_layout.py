"""Readable lines, no game's name outside its package, no app that imports tests."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from companion.games import all_games
from companion.paths import PACKAGE, PRINTABLES, STATIC, TEMPLATES

WIDE = 120
SOURCES = [
    *TEMPLATES.rglob("*.html"),
    *TEMPLATES.rglob("*.css"),
    *STATIC.rglob("*.css"),
    *PRINTABLES.rglob("*.css"),
    *PRINTABLES.rglob("*.html"),
]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_no_line_is_wider_than_120_letters(source):
    lines = source.read_text(encoding="utf-8").splitlines()
    assert not [number for number, line in enumerate(lines, 1) if len(line) > WIDE]


def test_no_game_is_named_outside_its_package():
    root = Path(__file__).parents[1]
    inside = root / "companion" / "games"
    files = [p for p in (root / "companion").rglob("*.py") if inside not in p.parents]
    files += [p for p in (root / "templates").rglob("*") if p.is_file()]
    words = [word for game in all_games().values() for word in (game.key, game.title)]
    words = [word for word in words if len(word) > 5 and word != "another"]
    words += ["/another"]
    found = [
        (path.name, word)
        for path in files
        for word in words
        if re.search(
            rf"(?<!\w){re.escape(word)}(?!\w)", path.read_text(encoding="utf-8"), re.IGNORECASE
        )
    ]
    assert found == []


def test_app_imports_nothing_meant_for_tests():
    files = [
        path
        for path in PACKAGE.rglob("*.py")
        if "testing" not in path.parts and path.name != "testing.py"
    ]
    assert [path for path in files if ".testing import" in path.read_text(encoding="utf-8")] == []


def test_a_file_is_short_and_few_are_longer():
    lines = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")
    }
    longer = sorted((number, path.name) for path, number in lines.items() if number > 300)
    assert len(longer) <= 8, longer
    assert max(longer)[0] <= 450


SCREEN = re.compile(r"[A-Z“][\w’', .;:!?&–-]{11,}")
"""A text of a screen, as tests quote them: three words or more."""


def quoted(source: Path) -> set[str]:
    """The texts of screens in a test file, docstrings not among them."""
    nodes = [*ast.walk(ast.parse(source.read_text(encoding="utf-8")))]
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone
    }
    return {text for text in texts if SCREEN.fullmatch(text) and text.count(" ") > 1}


def test_texts_of_many_tests_stand_in_one_place():
    """A text that three files quote is only in tests/texts.py."""
    here = Path(__file__).parent
    where = defaultdict(set)
    for source in here.rglob("*.py"):
        for text in quoted(source):
            where[text].add(str(source.relative_to(here)))
    assert {text: files for text, files in where.items() if len(files) > 2} == {}
    shared = {text for text, files in where.items() if "texts.py" in files}
    assert len(shared) > 10
    assert {text: files for text, files in where.items() if text in shared and len(files) > 1} == {}

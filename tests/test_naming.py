"""Names of tests and of variables, by the rules of CONTRIBUTING.md."""

from __future__ import annotations

import ast
import re

from companion.paths import PACKAGE, ROOT

MOST = 8
"""Most words of a test's name after "test"."""
PARTICIPLES = {"made", "found", "told"}
"""Words that do not name the content of a variable."""

REPLACED = {
    "adrift", "along", "desk", "desks", "door", "doors", "gate", "gates", "keeper", "keepers",
    "lane", "lanes", "moment", "moments", "pencil", "pencils", "press", "room", "rooms", "shelf",
    "shelves", "sought", "stray", "strays", "told", "wish", "wishes", "worn",
}  # fmt: skip
"""Words that docs and pages call by a trade word; sentences may use them."""
PUBLISHED = {
    # Names for authors of game packages, in docs/adding-a-game/api.md.
    "Desk": "companion.engine.game",
    "desk": "the parameter of an enquiry, as `desk.ask`",
    "room": "of Game",
    "told": "of a question and of Trials",
    "Told": "companion.engine.testing",
    "told_apart": "companion.words",
    # The format of `companion score --json`.
    "strays": "of Report",
    # Migrations that databases name.
    "0004_phones_and_pencils": "companion.store.migrations",
    "0008_pencil_as_a_key": "companion.store.migrations",
}
"""Identifiers that may have such a word, because others use them. Strings may have one too: keys
of rules.md (`shelf:`, `door:`, `told NAME:`), URLs, fields of forms, columns and acts."""


def words_of(name):
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def identifiers(tree):
    """Every name in a module, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                yield node.lineno, name
            case ast.alias(name=name, asname=alias):
                yield from ((node.lineno, each) for each in (*name.split("."), alias) if each)


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
    """Fields of a class may have such a name: it describes the whole object."""
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


def test_identifiers_of_the_app_are_trade_words():
    wrong = []
    for file, tree in trees(PACKAGE):
        folders = [(0, part.partition(".")[0]) for part in file.split("/")]
        for line, name in [*folders, *identifiers(tree)]:
            if words_of(name) & REPLACED and name not in PUBLISHED:
                wrong.append((file, line, name))
    assert wrong == []


def test_files_of_pages_have_trade_names():
    folders = (PACKAGE, ROOT / "templates", ROOT / "static", ROOT / "printables")
    files = (file for folder in folders for file in folder.rglob("*") if file.is_file())
    wrong = [
        file.name for file in files
        if words_of(file.stem) & REPLACED and file.stem not in PUBLISHED and file.suffix != ".pyc"
    ]  # fmt: skip
    assert wrong == []

"""A fifteenth game: a command writes it, and it passes every test of game packages."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from companion.cli.new_game import TEMPLATE, prefix
from companion.engine.record import Record
from companion.games import find
from tests.finding import match_in

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path):
    for name in ("companion", "templates", "static", "printables", "tests", "scripts"):
        copytree(CHECKOUT / name, tmp_path / name, ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        tmp_path.joinpath(name).write_bytes(CHECKOUT.joinpath(name).read_bytes())
    return tmp_path


def runs(folder, *arguments, code=0):
    env = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.slow
def test_new_game_package_plays_prints_and_passes_tests(checkout, tmp_path):
    said = runs(checkout, "companion", "new-game", "oh-hell", "--title", "Oh Hell")
    assert "companion rules oh-hell" in said
    tests = runs(
        checkout,
        *("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"),
        *("companion/testing", "--game", "oh-hell"),
    )
    assert " passed" in tests
    assert "failed" not in tests
    sheet = tmp_path / "oh-hell.pdf"
    runs(checkout, "companion", "print", "oh-hell", "rules", "-o", str(sheet))
    assert sheet.read_bytes().startswith(b"%PDF")
    checkout.joinpath("companion", "games", "oh_hell", "evening.txt").unlink()
    lacks = runs(checkout, "companion", "rules", "oh-hell", code=2)
    assert "has no evening.txt yet" in lacks
    again = runs(checkout, "companion", "new-game", "oh-hell", code=2)
    assert "is there already" in again


def blocks(text, fence):
    """The code blocks of a document with this fence."""
    return re.findall(rf"^{fence}\n(.*?)^`+$", text, re.MULTILINE | re.DOTALL)


def edited(file, *changes):
    """Replaces parts of a file; each must be there."""
    text = file.read_text(encoding="utf-8")
    for pattern, new in changes:
        text, times = re.subn(pattern, new.replace("\\", "\\\\"), text, count=1, flags=re.DOTALL)
        assert times, f"{file.name}: {pattern}"
    file.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_tutorial_leads_to_a_passing_game(checkout):
    tutorial = (CHECKOUT / "docs/adding-a-game/tutorial.md").read_text(encoding="utf-8")
    rule, examples = re.findall(r"^````markdown\n(.*?)^````$", tutorial, re.MULTILINE | re.DOTALL)
    scoring, enquiry = blocks(tutorial, "```python")
    runs(checkout, "companion", "new-game", "seven-tricks", "--title", "Seven Tricks")
    room = checkout / "companion" / "games" / "seven_tricks"
    edited(room / "rules.md", ("(?=### No trick)", f"{rule}\n"))
    facts, _, lines = scoring.partition("\n\n")
    edited(
        room / "score.py",
        (r"from \S+facts import [^\n]*", facts),
        (r"def lines.*?\n\n", f"{lines}\n"),
    )
    posted = match_in(r"`(hand\.post\(.*?\))`", tutorial)[1]
    edited(room / "play.py", (r"hand\.post\([^\n]*", posted))
    imports, _, function = enquiry.partition("\n\n")
    edited(
        room / "referee.py",
        (r"from \S+facts import [^\n]*", imports),
        ("ENQUIRIES = [^\n]*\n", function),
    )
    edited(room / "examples.md", (r"```example S2.*", examples))
    ruling = match_in(r"```\n(seven-tricks sweep\n.*?)```", tutorial, re.DOTALL)[1]
    edited(room / "rulings.txt", (r"\Z", f"\n{ruling}"))
    tests = (
        *("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"),
        *("companion/testing", "--game", "seven-tricks"),
    )
    runs(checkout, *tests, "--write", "-k", "every_enquiry_has_rulings")
    assert "failed" not in runs(checkout, *tests)
    assert "North scores 12" in (room / "rulings.txt").read_text(encoding="utf-8")


def test_new_game_rule_ids_have_unique_prefix():
    assert prefix("oh-hell") == "OH"
    assert prefix("kaiser") != "KAI"


def imported(file):
    """The Companion's modules that a file of a game package imports, with the names."""
    source = re.sub(r"\$\{?\w+\}?", "companion_x", file.read_text(encoding="utf-8"))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and re.match(
            r"companion(\.(?!games)|$)", str(node.module)
        ):
            yield from ((node.module, each.name) for each in node.names)


def test_documented_package_interface_exists_and_suffices():
    document = (CHECKOUT / "docs" / "adding-a-game" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(companion\.[\w.]+)` \| (.+) \|$", document, re.MULTILINE)
    listed = {module: re.findall(r"`(\w+)`", names) for module, names in rows}
    for module, names in listed.items():
        assert [name for name in names if not hasattr(import_module(module), name)] == [], module
    replay = find("kaiser").replay(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
    parts = match_in(r"\nOf a hand: (.*?)\. Of a table: (.*?)\.\n", document, re.DOTALL)
    for thing, own in zip((replay.hands[0], replay.table), parts.groups(), strict=True):
        assert [name for name in re.findall(r"`(\w+)`", own) if not hasattr(thing, name)] == []

    files = [*(CHECKOUT / "companion" / "games").glob("*/*.py"), *TEMPLATE.glob("*.py.txt")]
    files += (CHECKOUT / "docs").rglob("*.py")
    needed = {each for file in files for each in imported(file)}
    known = {(module, name) for module, names in listed.items() for name in names}
    known |= {(module.rpartition(".")[0], module.rpartition(".")[2]) for module in listed}
    assert sorted(needed - known) == []

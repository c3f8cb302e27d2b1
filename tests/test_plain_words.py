"""Words that readers do not know are not on paper, in the rules or in the command help."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli import main
from companion.games import all_games
from companion.printing import build, kinds_of
from companion.testing.evenings import houses

ROOT = Path(__file__).parents[1]
UNCLEAR = re.compile(
    r"\b(?:pencils?|shelf|pass(?:ed|es|ing)? on(?! one side)|br(?:ing|ings|ought) in|"
    r"take along|readings?)\b",
    re.IGNORECASE,
)


def found(text: str) -> list[str]:
    return UNCLEAR.findall(" ".join(text.split()))


def helps(command: click.Command, name: str) -> str:
    """The help of a command and of all its parts."""
    context = click.Context(command, info_name=name)
    parts = command.commands.items() if isinstance(command, click.Group) else ()
    return " ".join([command.get_help(context), *(helps(part, key) for key, part in parts)])


def test_unclear_words_are_found():
    text = "The pencil passes\non, the shelf brings in two readings: take along."
    assert len(found(text)) == 6


def test_help_has_no_unclear_words():
    assert found(helps(main, "companion")) == []


def test_rules_of_no_game_have_unclear_words():
    for game in all_games().values():
        for name in ("rules.md", "examples.md"):
            text = re.sub("^shelf: .*", "", game.file(name), flags=re.MULTILINE)
            assert found(text) == [], (game.key, name)


def test_no_paper_has_unclear_words():
    for game in all_games().values():
        for rules in ({}, [*houses(game).values()][-1]):
            for kind in kinds_of(game):
                if kind == "teach" and rules:
                    continue
                text = re.sub("<[^>]+>", " ", build(kind, game, rules=rules).body)
                assert found(text) == [], (game.key, kind)


def sentences(module: Path) -> Iterator[str]:
    """The texts of a module with several words, without its docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in prose else ""
        if isinstance(text, str) and " " in text.strip():
            yield re.sub(r"\S*[/_]\S*", " ", text)  # paths and names


def test_no_screen_has_unclear_words():
    """Text and labels of templates; messages; the offline version."""
    for template in sorted(ROOT.glob("templates/**/*.html")):
        text = re.sub(r"(?s){#.*?#}|{%.*?%}|{{.*?}}", " ", template.read_text(encoding="utf-8"))
        text = re.sub(r'\b(?:class|id|href|action|hx-[\w-]+)="[^"]*"', " ", text)
        assert found(text) == [], template
    for module in sorted(ROOT.glob("companion/**/*.py")):
        if "migrations" not in module.parts and "testing" not in module.parts:
            assert [text for text in sentences(module) if found(text)] == [], module
    for script in ROOT.glob("companion/pocket/shell/*.js"):
        texts = re.findall(r'"[^"\n]*"|`[^`]*`', script.read_text(encoding="utf-8"))
        said = [re.sub(r"\S*[/_-]\S*", " ", text) for text in texts if " " in text]
        assert [text for text in said if found(text)] == [], script

"""Words that no reader knows are not on paper, in the rules or in the help of the terminal."""

import re

import click

from companion.cli import main
from companion.games import shelf
from companion.printing import build, kinds_of
from companion.testing.evenings import houses

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
    for game in shelf().values():
        for name in ("rules.md", "examples.md"):
            text = re.sub("^shelf: .*", "", game.file(name), flags=re.MULTILINE)
            assert found(text) == [], (game.key, name)


def test_no_paper_has_unclear_words():
    for game in shelf().values():
        for rules in ({}, [*houses(game).values()][-1]):
            for kind in kinds_of(game):
                if kind == "teach" and rules:
                    continue
                text = re.sub("<[^>]+>", " ", build(kind, game, rules=rules).body)
                assert found(text) == [], (game.key, kind)

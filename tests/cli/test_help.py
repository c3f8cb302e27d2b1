"""The command line explains itself, and ends with a number that means something."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from companion import __version__
from companion.cli import main

COMMANDS = ["ask", "backup", "check", "club", "export", "games", "import", "key", "migrate",
            "new-room", "play", "pocket", "print", "restore", "rules", "score",
            "serve"]  # fmt: skip


def test_there_are_these_commands_and_each_says_what_it_is_for():
    context = click.Context(main)
    assert main.list_commands(context) == COMMANDS
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command
        assert command.name == name
        assert command.help, name
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert [option.name for option in options if not option.help] == []


def test_the_help_says_what_the_exit_codes_mean():
    text = CliRunner().invoke(main, ["--help"]).output
    assert "2  what was given was not accepted" in text


def test_it_says_its_version():
    assert CliRunner().invoke(main, ["--version"]).output == f"main {__version__}\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["score"], ["games", "--nonsense"]])
def test_a_command_line_that_is_none_ends_with_two(arguments):
    assert CliRunner().invoke(main, arguments).exit_code == 2


def test_a_game_is_found_by_key_title_or_beginning(run):
    for name in ("kaiser", "Kaiser", "KAI"):
        assert run("ask", name).exit_code == 0


def test_a_game_that_is_not_there_is_answered_with_the_nearest_and_the_shelf(run):
    done = run("ask", "kaizer")
    assert done.exit_code == 2
    assert "There is no game “kaizer”. Did you mean kaiser? There are: " in done.stderr

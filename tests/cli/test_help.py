"""The command line explains itself."""

from __future__ import annotations

import click

from companion import __version__
from companion.cli import main

COMMANDS = ["ask", "backup", "check", "club", "export", "games", "import", "key", "migrate",
            "new-game", "pocket", "print", "restore", "rules", "score", "serve",
            "site"]  # fmt: skip


def test_commands_are_listed_with_their_help():
    context = click.Context(main)
    assert main.list_commands(context) == COMMANDS
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command
        assert command.name == name
        assert command.help, name
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert [option.name for option in options if not option.help] == []


def test_earlier_names_of_commands_work(run):
    earlier, now = (run(name, "--help").output for name in ("new-room", "new-game"))
    assert earlier.replace("new-room", "new-game") == now
    assert "new-room" not in run("--help").output


def test_help_shows_version_and_exit_codes(run):
    assert run("--version").output == f"main {__version__}\n"
    assert "2  refused: the command line" in run("--help").output


def test_game_is_found_by_key_title_or_prefix(run):
    for name in ("kaiser", "Kaiser", "KAI"):
        assert run("ask", name).exit_code == 0

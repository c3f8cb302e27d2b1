"""The command line: `companion`, and what each of its commands is for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

import click

from companion import __version__

EPILOG = """\b
Ends with
  0  done
  1  failed: a file, the network, the database, or a record whose result
     differs from the one it states
  2  refused: the command line, a record or an answer; the message says
     where, and what is possible
"""

MODULES = {
    "serve": ("serve",),
    "scores": ("games", "score"),
    "rulebook": ("rules",),
    "referee": ("ask",),
    "papers": ("print", "club"),
    "pocket": ("pocket",),
    "site": ("site",),
    "exports": ("export", "import", "key"),
    "backups": ("backup", "restore", "check", "migrate"),
    "new_game": ("new-game",),
}
"""Commands by module; a module is imported when one of its commands runs."""
ALIASES = {"new-room": "new-game"}
"""Earlier names of commands, which go on working."""


class Commands(click.Group):
    """A command group that imports its commands lazily."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for names in MODULES.values() for name in names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; None if there is none."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        for module, names in MODULES.items():
            if cmd_name in names:
                commands = import_module(f"{__name__}.{module}")
                # "print" and "import" are Python names.
                name = cmd_name.replace("-", "_")
                name = name if hasattr(commands, name) else f"{name}_"
                return cast(click.Command, getattr(commands, name))
        return None


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Score, rules and printed sheets for card games played with real cards.

    Start with `companion serve`: it shows an address and a code for the phones.
    The other commands do the same in a terminal.
    """

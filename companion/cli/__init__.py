"""The command line: `companion`, and what each of its commands is for."""

from __future__ import annotations

import click

from companion import __version__
from companion.cli.club import backup, check, migrate, restore
from companion.cli.forget import forget
from companion.cli.interview import play
from companion.cli.keep import export, import_
from companion.cli.papers import print_
from companion.cli.referee import ask, rules
from companion.cli.scores import games, score
from companion.cli.serve import serve
from companion.cli.sets import sets
from companion.cli.whatif import whatif

EPILOG = """\b
Ends with
  0  done
  1  it could not be done: a file, the network, the database, or a record
     that does not come to what it says it comes to
  2  what was given was not accepted: the command line, or a record or an
     answer that is refused; the message says where and what would do
"""


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Score, rules and printed sheets for card games played with real cards.

    `companion serve` is what a card table wants: it shows an address and a code
    for the phones. The other commands do the same in a terminal.
    """


for command in (serve, games, score, rules, ask, whatif, sets, play, print_, export, import_):
    main.add_command(command)
for command in (backup, restore, check, migrate, forget):
    main.add_command(command)

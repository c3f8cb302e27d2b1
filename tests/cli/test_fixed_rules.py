"""A house rule that holds for the whole game, changed in hand 2: every command refuses it, and
`companion check` names a stored table whose result it once changed."""

from __future__ import annotations

from contextlib import closing

import pytest

from companion.engine.transcript import Transcript
from companion.games import find
from companion.store import Store, default_url
from companion.store.portions import import_tables
from companion.store.saved import Saved
from tests.cli.conftest import Run

FIRST = """game: scotch-whist
players: Ann, Bo, Cy, Di
entry: quick
hand 1
trump: H
cards: 12 8 8 8
10: Ann
A: Ann
K: Bo
Q: Bo
J: Cy
hand 2
"""
CHANGED = f"{FIRST}@rule partners: two_sides\n"
SECOND = """trump: H
cards: 20 8 4 4
10: Ann
A: Bo
K: Ann
Q: Ann
J: Ann
"""
REFUSED = "Partnerships: this holds for the whole game"


@pytest.mark.parametrize(
    "command",
    [
        ("score", "FILE"),
        ("import", "FILE"),
        ("ask", "scotch-whist", "worth", "--record", "FILE"),
        ("print", "scotch-whist", "sheet", "--record", "FILE", "-o", "OUT"),
    ],
    ids=lambda command: command[0],
)
def test_file_that_changes_a_fixed_rule_is_refused(run: Run, tmp_path, command):
    file = tmp_path / "evening.txt"
    file.write_text(CHANGED, encoding="utf-8")
    names = {"FILE": str(file), "OUT": str(tmp_path / "sheet.pdf")}
    done = run(*(names.get(word, word) for word in command))
    assert done.exit_code == 2, done.output
    assert REFUSED in done.stderr
    assert "SCW-R9" in done.stderr or command[0] != "score"


def test_check_names_hand_whose_rule_has_no_effect(run: Run):
    game = find("scotch-whist")
    record = Transcript.read(f"{CHANGED}{SECOND}hand 3\n@close: yes\n").record
    replay = game.replay(record)
    assert run("check").exit_code == 0
    with closing(Store(default_url())) as store:
        code = import_tables(store, [Saved.beginning(record, game.edition)])[0].code
        store.settle(code, {side: points + 9 for side, points in replay.final[0].items()}, [])
    done = run("check")
    assert done.exit_code == 1
    assert f"{code}  scotch-whist: hand 2: {REFUSED}" in done.stdout
    assert f"{code}  scotch-whist: at the end: Ann" in done.stdout

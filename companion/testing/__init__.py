"""The tests of every game package, as a pytest plugin: `pytest -p companion.testing`.

The tests are in this package: `--pyargs companion.testing` runs them for every game in the list,
`--game KEY` only for this game. Any test that takes a `game` runs once for each.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.cli.new_game import source
from companion.engine.game import Desk, Game, Replay
from companion.engine.hand import Hand
from companion.engine.testing import Trials
from companion.games import all_games, find, folders, guests, packages
from companion.printing import PrintQueue
from companion.questions import Question
from companion.rules import read_folder
from companion.testing.overflow import looked_over

Cases = Iterator[Any]
"""Values of a test's arguments, each a `pytest.param` with its id."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", metavar="KEY",
                     help="test this game; may be given again (default: every game)")  # fmt: skip
    parser.addoption("--write", action="store_true",
                     help="write house.py and rulings.txt anew, to be read")  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    for marker in ("each(arguments, cases): runs for all that cases(game) gives",
                   "slow: takes more than a second or two",
                   "kinds: runs by day only for a game of each kind",
                   "long: runs only with COMPANION_TEST_LONG"):  # fmt: skip
        config.addinivalue_line("markers", marker)
    if config.getoption("write") and not hasattr(config, "workerinput"):
        for key, folder in folders().items():
            if key in (config.getoption("game") or [key]):
                try:
                    house = source(read_folder(folder))
                except ValueError as mistake:
                    raise pytest.UsageError(str(mistake)) from None
                (folder / "house.py").write_text(house, encoding="utf-8")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("long") and not os.environ.get("COMPANION_TEST_LONG"):
        pytest.skip("set COMPANION_TEST_LONG to run it")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "game" not in metafunc.fixturenames or any("game" in names for names in own):
        return
    games = chosen(metafunc.config)
    if not (mark := metafunc.definition.get_closest_marker("each")):
        metafunc.parametrize("game", games, ids=[game.key for game in games])
        return
    names, cases = mark.args
    params = [
        pytest.param(game, *case.values, id=f"{game.key}-{case.id}", marks=case.marks)
        for game in games
        for case in cases(game)
    ]
    metafunc.parametrize(["game", *names.split()], params)


@pytest.fixture(scope="session")
def fitting() -> Iterator[PrintQueue]:
    """Lays documents out. The warnings say what has no room or is divided."""
    try:
        import_module("weasyprint")
    except OSError:
        pytest.skip("Pango is not on this machine")
    print_queue = PrintQueue(seconds=120, job=looked_over)
    yield print_queue
    print_queue.close()


def chosen(config: pytest.Config) -> list[Game]:
    """The games that are tested."""
    keys = config.getoption("game")
    try:
        return [find(key) for key in keys] if keys else list(all_games().values())
    except KeyError as missing:
        failed = [f"{name}: {why}" for name, why in guests().failed.items()]
        raise pytest.UsageError("\n".join([str(missing.args[0]), *failed])) from None


def trials(game: Game) -> Trials:
    """The trials of a game package's testing.py; fails with instructions if there are none."""
    folder = Path(game.room).parent
    if not folder.joinpath("testing.py").exists():
        pytest.fail(
            f"{folder} has no testing.py: TRIALS, what its referee must say of a hand that was "
            "played, and how a hand is entered in shorter ways (docs/adding-a-game/api.md)",
            pytrace=False,
        )
    checked = import_module(f"{packages()[game.key].module}.testing").TRIALS
    assert isinstance(checked, Trials)
    return checked


def depends(game: Game, replay: Replay, hand: Hand) -> Sequence[Question[object]]:
    """The game's questions about all that the hand's score depends on, except its page."""
    return game.depends(Desk({}, hand.rules, replay.table.seating))


def began(game: Game, replay: Replay, hand: Hand) -> dict[str, str]:
    """The answers to `depends`, and the game's further answers."""
    before = replay.hands[hand.number - 2].totals.values() if hand.number > 1 else ()
    totals = [*before] or [replay.ledger.opening] * len(replay.table.sides)
    shared = {"dealer": hand.dealer.code, "totals": " ".join(map(str, totals))}
    keys = {each.key for each in depends(game, replay, hand)}
    answers = {key: text for key, text in shared.items() if key in keys}
    return answers | dict(trials(game).began(replay, hand))

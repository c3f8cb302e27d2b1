"""Lets the tests import the helper beside them; one printing process serves them all."""

import pytest

from companion.printing import Press
from tests.printing.papers import printed_and_looked_over


def pytest_collection_modifyitems(items):
    """The documents of a game are printed by one worker, whose press remembers them."""
    for item in items:
        game = getattr(item, "callspec", None) and item.callspec.params.get("game")
        if "tests/printing/" in str(item.path) and "press" in item.fixturenames:
            item.add_marker(pytest.mark.xdist_group(f"paper {getattr(game, 'key', '')}"))


@pytest.fixture(scope="session")
def press():
    press = Press(seconds=120, job=printed_and_looked_over)
    yield press
    press.close()

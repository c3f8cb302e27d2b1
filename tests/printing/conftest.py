"""Lets the tests of paper import their helper beside them; one press serves them all."""

import sys
from pathlib import Path

import pytest

from companion.printing import Press

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def press():
    press = Press(admitted=4, seconds=120)
    yield press
    press.close()

"""Lets the tests import the helper beside them; one printing process serves them all."""

import pytest

from companion.printing import Press
from tests.printing.papers import printed_and_looked_over


@pytest.fixture(scope="session")
def press():
    press = Press(seconds=120, job=printed_and_looked_over)
    yield press
    press.close()

"""Lets the tests import the helper beside them; one printing process serves them all."""

import pytest

from companion.printing import Press


@pytest.fixture(scope="session")
def press():
    press = Press(seconds=120)
    yield press
    press.close()

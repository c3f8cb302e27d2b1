"""Cases that run every day; the others of a test run at night."""

import os
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
"""True at night: every case, at full length."""


def daily(
    names: str | Sequence[str], cases: Iterable[Any], some: Collection[Any], **how: Any
) -> pytest.MarkDecorator:
    """Parametrize a test like `pytest.mark.parametrize`. Cases outside `some` are `long`."""
    one = isinstance(names, str)
    found = [
        each if each in some else pytest.param(*((each,) if one else each), marks=pytest.mark.long)
        for each in cases
    ]
    return pytest.mark.parametrize(names, found, **how)

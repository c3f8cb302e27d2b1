"""Cases that run every day; the others of a test run at night."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def daily(cases: Iterable[Any], some: Collection[Any]) -> list[Any]:
    """The cases for `parametrize`: those that are not in `some` are `long`."""
    return [
        each if each in some else pytest.param(*_arguments(each), marks=pytest.mark.long)
        for each in cases
    ]


def _arguments(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)

"""Garbage collection while a test measures processor time."""

from __future__ import annotations

import gc

import pytest

from tests.spent import frozen, spent


def test_earlier_objects_stay_frozen_until_outermost_end():
    with spent():
        for _ in range(2):
            with frozen():
                assert gc.get_freeze_count() > 0
            assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


def fails() -> None:
    with spent(), frozen():
        raise ValueError("the work fails")


def test_failing_work_leaves_nothing_frozen():
    with pytest.raises(ValueError, match="the work fails"):
        fails()
    assert gc.get_freeze_count() == 0

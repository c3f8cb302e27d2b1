"""Garbage collection while a test measures processor time."""

from __future__ import annotations

import gc

from tests.spent import spent


def test_work_is_measured_without_earlier_objects():
    earlier: list[list[str]] = [[] for _ in range(100_000)]
    with spent():
        assert len(gc.get_objects()) < len(earlier)

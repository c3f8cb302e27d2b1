"""Records waiting requests, in place of a server's threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from companion import waiting


@contextmanager
def noted() -> Iterator[list[str]]:
    """Yields a list: "waits" when a request begins to wait, "goes on" when it continues."""
    found: list[str] = []

    @contextmanager
    def replaced() -> Iterator[None]:
        found.append("waits")
        yield
        found.append("goes on")

    waiting.replace_by(replaced)
    try:
        yield found
    finally:
        waiting.replace_by(nullcontext)

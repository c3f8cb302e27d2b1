"""Where a request waits for others, another one is answered meanwhile.

Threads that compute share one processor core. More than a few only take turns on it, which at 150
tables cost a third of it. Those that wait cost nothing: the server replaces them while they wait.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

replaced: Callable[[], AbstractContextManager[object]] = nullcontext
"""Makes the context in which a request waits; `companion serve` sets it."""


def replace_by(context: Callable[[], AbstractContextManager[object]]) -> None:
    global replaced
    replaced = context

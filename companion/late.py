"""A module that is imported when something of it is first used.

What a server needs for its first page is little; SQLAlchemy and SQLModel alone take longer to
import than all the rest of the Companion. `serve` brings in the rest once it has said where it is.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class Late:
    """Stands for a module. Import locks keep threads apart that want it at the same time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, name)

"""A module that is imported when something of it is first used.

SQLAlchemy and SQLModel take longer to import than all the rest of the Companion together, and the
first page of a server over SQLite needs neither.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Late:
    """Stands for a module; each of its names is looked up once. Import locks keep threads apart."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)
        return found

"""Stored: a table as the store returns it, with row and state; and the store's errors."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from companion.engine.record import Act, Record, last_form
from companion.store.models import JournalRow, TableRow
from companion.store.state import State


class NotFound(LookupError):
    """No table has that code."""


class OfTable:
    """Base of classes with a table's row; delegates to it."""

    row: TableRow

    @property
    def id(self) -> int:
        assert self.row.id is not None
        return self.row.id

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def game(self) -> str:
        return self.row.game

    @property
    def edition(self) -> int:
        return self.row.edition

    @property
    def seq(self) -> int:
        return self.row.seq

    @property
    def status(self) -> str:
        return self.row.status

    @property
    def who(self) -> str:
        return self.row.who

    @property
    def begun(self) -> datetime:
        return self.row.begun

    @property
    def touched(self) -> datetime:
        return self.row.touched

    @property
    def totals(self) -> dict[str, int] | None:
        return self.row.came_to.totals if self.row.came_to else None

    @property
    def winners(self) -> tuple[str, ...]:
        """Codes of the winning sides of a finished table; none for a draw."""
        return self.row.came_to.winners if self.row.came_to else ()


@dataclass(frozen=True)
class Stored(OfTable):
    """A table after row `seq` of its journal."""

    row: TableRow
    state: State

    @cached_property
    def record(self) -> Record:
        """A copy of the record."""
        return self.state.record.copy()

    @property
    def undoable(self) -> list[Act]:
        """The acts an undo would take back: those of the last submission."""
        return last_form(self.state.done)

    @property
    def redoable(self) -> list[Act]:
        """The acts a redo would bring back, in their original order."""
        return last_form(self.state.undone)[::-1]


class StaleWrite(Exception):
    """The client's position is out of date; has the current table, and the rows not seen."""

    def __init__(self, stored: Stored, rows: list[JournalRow]) -> None:
        super().__init__(stored.code, stored.seq)
        self.stored = stored
        self.rows = rows


def normalised(code: str) -> str:
    """Normalises a typed watch code: "mkt rwx" is MKTRWX."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]

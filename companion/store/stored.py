"""A table as the store hands it out: its row, and the record that its journal leads to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from companion.record import Act, Record
from companion.store.models import JournalRow, Marks, TableRow
from companion.store.state import State


class NotFound(LookupError):
    """There is no table with that code."""


class OfTable:
    """Something that holds the row of a table, and says what the row says."""

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
        """The sides that won a finished table; none is a draw."""
        return self.row.came_to.winners if self.row.came_to else ()

    @property
    def marks(self) -> Marks | None:
        return self.row.marks


@dataclass(frozen=True)
class Stored(OfTable):
    """A table as it stands after row `seq` of its journal."""

    row: TableRow
    state: State

    @cached_property
    def record(self) -> Record:
        """The record in force: a copy, to try things out on."""
        return self.state.record.copy()

    @property
    def undoable(self) -> Act | None:
        """What an undo would take back."""
        return self.state.done[-1] if self.state.done else None

    @property
    def redoable(self) -> Act | None:
        """What a redo would bring back."""
        return self.state.undone[-1] if self.state.undone else None


class Stale(Exception):
    """The journal has moved on: the table as it stands now, and the rows not seen."""

    def __init__(self, stored: Stored, rows: list[JournalRow]) -> None:
        super().__init__(stored.code, stored.seq)
        self.stored = stored
        self.rows = rows


def normalised(code: str) -> str:
    """A watch code as it is stored, however it was typed: "mkt rwx" is MKTRWX."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]

"""State: the record a journal leads to, with its undo and redo stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from companion.engine.record import (
    MAX_KEY,
    MAX_TEXT,
    Act,
    BadRecord,
    Record,
    clean,
    derive,
    last_form,
    standing_acts,
)
from companion.store.models import JournalRow, TableRow

RECORD_ACTS = ("answer", "amend", "insert", "remove", "undo", "redo")
"""The acts that change a record. Others ("settle", "abandon" …) change only the table's status."""
ACCESS = ("link", "rekey", "pencil", "kept")
"""The access-control acts: the scorer's link was opened, its key changed, the pencil passed, the
scorer kept it. They do not change the record."""
ERASE = "erase"
"""The act of erasing a name, which has rewritten the rows before it."""


@dataclass(frozen=True)
class State:
    """A record with the acts that led to it. Immutable: `after` returns a new one."""

    start: Record
    done: tuple[Act, ...]
    undone: tuple[Act, ...]
    """Acts that can be redone; the next one is last."""
    record: Record

    @classmethod
    def of(cls, start: Record, acts: Iterable[Act] = ()) -> State:
        """The state after a whole journal."""
        acts = [act for act in acts if act.kind in RECORD_ACTS]
        done, undone = standing_acts(acts)
        return cls(start, tuple(done), tuple(undone), derive(start, done))

    def after(self, act: Act) -> State:
        """The state after one more act; itself if there is nothing to undo or redo.

        BadRecord if the act is illegal in any game.
        """
        if act.kind == "undo":
            if not self.done:
                return self
            done = self.done[:-1]
            return State(self.start, done, (*self.undone, self.done[-1]), derive(self.start, done))
        if act.kind == "redo":
            if not self.undone:
                return self
            act, undone = self.undone[-1], self.undone[:-1]
        elif act.kind in RECORD_ACTS:
            undone = ()
        else:
            raise BadRecord(f"“{act.kind}” is not something that can be done to a record")
        return State(self.start, (*self.done, act), undone, applied(self.record, act))

    def target(self, act: Act) -> Act | None:
        """The act that an undo or redo refers to, None if there is none; otherwise the act."""
        if act.kind == "undo":
            return self.done[-1] if self.done else None
        if act.kind == "redo":
            return self.undone[-1] if self.undone else None
        return act

    def standing(self, act: Act) -> dict[str, str]:
        """The current answers that the act would overwrite or remove, by key."""
        return _standing(self.record, act, self.target(act))


def applied(record: Record, act: Act) -> Record:
    """The record after an act; both share the hands that it does not change. BadRecord if it is
    illegal."""
    after = Record(record.game, dict(record.head), list(record.hands))
    if act.kind not in ("insert", "remove") and 0 < act.hand <= len(after.hands):
        after.hands[act.hand - 1] = dict(after.hands[act.hand - 1])
    after.apply(act)
    return after.limited() if act.hand == 0 else after


def replaced(start: Record, acts: Iterable[Act]) -> Iterator[dict[str, str]]:
    """By act of a whole journal, the answers that it overwrote or removed; in one pass, however
    often it was undone. BadRecord if one is illegal."""
    records: list[Record] = [start]
    done: list[Act] = []
    undone: list[Act] = []
    for act in acts:
        ahead = {"undo": done, "redo": undone}.get(act.kind, [act])[-1:]
        yield _standing(records[-1], act, ahead[0] if ahead else None)
        if act.kind == "undo" and done:
            undone.append(done.pop())
            records.pop()
        elif act.kind == "redo" and undone:
            done.append(undone.pop())
            records.append(applied(records[-1], done[-1]))
        elif act.kind not in ("undo", "redo"):
            done.append(act)
            undone.clear()
            records.append(applied(records[-1], act))


def _standing(record: Record, act: Act, target: Act | None) -> dict[str, str]:
    if target is None:
        return {}
    hands = record.hands
    if target.kind in ("insert", "remove"):
        goes = (target.kind == "insert") == (act.kind == "undo")
        return dict(hands[target.hand - 1]) if goes and target.hand <= len(hands) else {}
    if target.hand == 0:
        texts: Mapping[str, str] = record.head
    else:
        texts = hands[target.hand - 1] if target.hand <= len(hands) else {}
    return {key: texts[key] for key in target.answers if key in texts}


def cleaned(act: Act) -> Act:
    """The act in canonical form, truncated to the limits; BadRecord for an illegal key."""
    answers: dict[str, str | None] = {}
    for key, text in act.answers.items():
        key = clean(key)
        if not key or len(key) > MAX_KEY:
            raise BadRecord(f"“{key[:MAX_KEY]}” is not the key of an answer")
        answers[key] = None if text is None else clean(text)[:MAX_TEXT]
    return Act(act.kind, act.hand, answers, act.form)


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

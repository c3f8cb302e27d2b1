"""The rows that entering acts and importing tables add to the database."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import insert
from sqlmodel import Session

from companion import clock
from companion.engine.record import MAX_NAME, MAX_TEXT, Act, BadRecord, clean
from companion.store.exchange import EVENING, Saved
from companion.store.models import JournalRow, TableRow
from companion.store.stored import State

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""Letters of watch codes: none easily confused, and no vowels, so no words."""
CODE_LENGTH, HOSTED_LENGTH = 6, 8
"""Length of watch codes at home, and on a public server, where they could be guessed."""
MAX_SUBMISSION = 64
MAX_ACTS = EVENING - 100
"""Limit of journal rows for acts; the rest is reserved for status changes."""


Entry: TypeAlias = tuple[Act, dict[str, str]]
"""(act, the answers it replaces)."""


class NothingToDo(Exception):
    """Raised if there is nothing to undo or redo."""


def enterable(acts: Sequence[Act], seen: int, submission: str) -> None:
    """BadRecord for a bad submission id, no acts, or a full journal."""
    if not 0 < len(submission) <= MAX_SUBMISSION:
        raise BadRecord(f"a submission id has 1 to {MAX_SUBMISSION} letters")
    if not acts:
        raise BadRecord("nothing was to be entered")
    if seen >= MAX_ACTS:
        raise BadRecord(
            f"this table has {MAX_ACTS} entries and corrections, and takes no more: "
            "begin another table; this one stays as it is"
        )


def planned(state: State, acts: Sequence[Act]) -> tuple[State, list[Entry]]:
    entries: list[Entry] = []
    for act in acts:
        after = state.after(act)
        if after is state:
            raise NothingToDo
        target = state.target(act) or act
        written = Act(act.kind, target.hand, act.answers, act.form)
        entries.append((written, state.standing(act)))
        state = after
    return state, entries


def enter(
    session: Session,
    row: TableRow,
    entries: Sequence[Entry],
    who: str = "",
    why: str = "",
    submission: str = "",
) -> None:
    """Appends rows to a table's journal. StaleDataError if it was changed concurrently."""
    before, now = row.seq, clock.now()
    row.seq, row.touched = before + len(entries), now
    session.flush()  # raises StaleDataError before anything is added
    form = submission or secrets.token_urlsafe(12)
    for place, (act, replaced) in enumerate(entries):
        session.add(
            JournalRow(
                table_id=row.id or 0,
                seq=before + place + 1,
                at=now,
                who=clean(who)[:MAX_NAME],
                kind=act.kind,
                hand=act.hand,
                answers=dict(act.answers),
                replaced=replaced,
                why=clean(why)[:MAX_TEXT],
                submission=form if place == 0 else secrets.token_urlsafe(12),
                form=act.form or before + 1,
            )
        )


def journal_values(saved: Saved) -> list[dict[str, Any]]:
    """The rows of a journal as they are inserted, but for the table's id."""
    return [
        {**{name: getattr(each, name) for name in COLUMNS}, "submission": secrets.token_urlsafe(12)}
        for each in saved.rows
    ]


COLUMNS = [name for name in JournalRow.model_fields if name not in ("table_id", "submission")]


def insert_table(
    session: Session,
    saved: Saved,
    rows: list[dict[str, Any]],
    letters: int,
    submission: str | None = None,
) -> TableRow:
    """Inserts an imported table and its journal, with a new code and key."""
    own = {"id", "code", "key", "seq", "submission", "pencil", "door"}
    given: dict[str, Any] = saved.row.model_dump(exclude=own)
    code = "".join(secrets.choice(LETTERS) for _ in range(letters))
    row = TableRow(code=code, key=new_key(), submission=submission, seq=len(saved.rows), **given)
    session.add(row)
    session.flush()
    if rows:
        session.execute(insert(JournalRow), [{**each, "table_id": row.id} for each in rows])
    return row


def new_key() -> str:
    """A random scorer's key, 192 bits."""
    return secrets.token_urlsafe(24)

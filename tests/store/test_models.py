"""Stored values are checked on assignment, and read back unchanged."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError
from sqlmodel import Session, select

from companion.store import CameTo, JournalRow, TableRow
from companion.store.clubs import RuleSetRow

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
TABLE: dict[str, Any] = {
    "code": "MKTRWX", "key": "long", "game": "some-game", "edition": 1, "start": {"head": {}},
    "who": "", "begun": NOW, "touched": NOW, "seq": 0, "status": "playing",
}  # fmt: skip
JOURNAL: dict[str, Any] = {
    "table_id": 1, "seq": 1, "at": NOW, "who": "", "kind": "answer", "hand": 1, "answers": {},
    "replaced": {}, "why": "", "submission": "s", "form": 1,
}  # fmt: skip
RULES: dict[str, Any] = {
    "id": "BCDFG", "game": "some-game", "name": "Legion", "rules": {},
}  # fmt: skip


@pytest.mark.parametrize(
    ("model", "whole", "wrong"),
    [
        (TableRow, TABLE, {"code": "far too long a code"}),
        (TableRow, TABLE, {"edition": "first"}),
        (TableRow, TABLE, {"edition": 10**30}),
        (TableRow, TABLE, {"begun": "yesterday"}),
        (TableRow, TABLE, {"came_to": {"totals": {"1": "many"}}}),
        (JournalRow, JOURNAL, {"who": "w" * 41}),
        (JournalRow, JOURNAL, {"answers": {"bid 1": 7}}),
        (JournalRow, JOURNAL, {"hand": None}),
        (RuleSetRow, RULES, {"name": "n" * 81}),
        (RuleSetRow, RULES, {"rules": ["target"]}),
    ],
)
def test_invalid_value_is_refused_when_set(model, whole, wrong):
    with pytest.raises(ValidationError):
        model(**whole | wrong)
    row = model(**whole)
    ((name, value),) = wrong.items()
    with pytest.raises(ValidationError):
        setattr(row, name, value)


def test_stored_values_keep_their_types(store):
    came_to = CameTo({"1": 9, "2": -4}, ("1",))
    answers = {"trump": "♥", "bid 2": None, "a": "1"}
    with Session(store.writer) as session:
        session.add(TableRow(**TABLE, came_to=came_to))
        session.flush()
        session.add(JournalRow(**JOURNAL | {"answers": answers}))
        session.commit()
    with Session(store.reader) as session:
        table, row = session.exec(select(TableRow)).one(), session.exec(select(JournalRow)).one()
        assert (table.came_to, table.begun) == (came_to, NOW)
        assert list(row.answers.items()) == list(answers.items())

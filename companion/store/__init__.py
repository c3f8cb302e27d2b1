"""The store: tables and their append-only journals, in SQLite or PostgreSQL.

It is independent of the games. Everything a person does is a journal row; the current record is
derived from the rows, which are never overwritten (except to erase a name).
"""

from companion.store.engine import Trouble, default_url
from companion.store.models import (
    CameTo,
    JournalRow,
    NotFound,
    PhoneRow,
    StaleWrite,
    State,
    Stored,
    TableRow,
)
from companion.store.store import Store

__all__ = [
    "CameTo", "JournalRow", "NotFound", "PhoneRow",
    "StaleWrite", "State", "Store", "Stored", "TableRow", "Trouble",
    "default_url",
]  # fmt: skip

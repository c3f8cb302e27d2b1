"""The store: tables of players and their append-only journals, in SQLite or PostgreSQL.

It knows records and acts, never games. Everything a person did is a row of the journal; the
present record is derived from the rows, and nothing entered is ever overwritten.
"""

from companion.store.engine import Trouble, default_url
from companion.store.migrate import upgrade
from companion.store.models import (
    CameTo,
    JournalRow,
    Marks,
    PencilRow,
    PhoneRow,
    RuleSetRow,
    TableRow,
)
from companion.store.sets import NoSuchSet, RuleSets
from companion.store.state import State
from companion.store.store import Store
from companion.store.stored import NotFound, Stale, Stored

__all__ = [
    "CameTo",
    "JournalRow",
    "Marks",
    "NoSuchSet",
    "NotFound",
    "PencilRow",
    "PhoneRow",
    "RuleSetRow",
    "RuleSets",
    "Stale",
    "State",
    "Store",
    "Stored",
    "TableRow",
    "Trouble",
    "default_url",
    "upgrade",
]

"""The store: tables of players and their append-only journals, in SQLite or PostgreSQL.

It knows records and acts, never games. Everything a person did is a row of the journal; the
present record is derived from the rows, and nothing entered is ever overwritten.
"""

from companion.store.engine import Trouble, default_url
from companion.store.migrate import upgrade
from companion.store.sets import KeptSet, NoSuchSet, RuleSets
from companion.store.state import Row, State
from companion.store.store import Marks, NotFound, Stale, Store, Stored

__all__ = [
    "KeptSet",
    "Marks",
    "NoSuchSet",
    "NotFound",
    "Row",
    "RuleSets",
    "Stale",
    "State",
    "Store",
    "Stored",
    "Trouble",
    "default_url",
    "upgrade",
]

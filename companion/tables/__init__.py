"""The application: what can be done at a table, whoever asks for it.

A `Snapshot` is a table at one position of its journal, with all that follows from it; `Tables` is
the only way to change one. Nothing here knows of a browser or a terminal.
"""

from companion.store import NotFound
from companion.tables.snapshot import Snapshot
from companion.tables.tables import Sent, Stale, Tables

__all__ = ["NotFound", "Sent", "Snapshot", "Stale", "Tables"]

"""The application layer, used by web, terminal and offline version alike.

A `Snapshot` is a table at one position of its journal; `Tables` is the only way to change one.
Nothing here depends on a browser or a terminal.
"""

from companion.store import NotFound
from companion.tables.snapshot import Snapshot
from companion.tables.tables import Sent, Stale, Tables

__all__ = ["NotFound", "Sent", "Snapshot", "Stale", "Tables"]

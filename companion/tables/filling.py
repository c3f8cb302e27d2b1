"""Makes the summaries that an older release did not store, while the app serves."""

from __future__ import annotations

import threading
from contextlib import suppress

from companion import games
from companion.store import Store, Trouble
from companion.tables.summaries import fill, stamp

SHARE = 0.1
"""Seconds of work, and as many of rest."""


def remove_other(store: Store) -> None:
    """Removes the summaries of another release; they are then missing and made by `fill`."""
    store.summaries.remove_other({game: stamp(game) for game in games.all_games()})


class Filling(threading.Thread):
    """Makes the summaries that are missing while the app serves, a tenth of a second at a time."""

    def __init__(self, store: Store) -> None:
        super().__init__(daemon=True)
        self._store, self._ends = store, threading.Event()

    def run(self) -> None:
        with suppress(Trouble):
            remove_other(self._store)
        while not self._ends.wait(SHARE):
            # A locked database is tried again.
            with suppress(Trouble):
                if not fill(self._store, SHARE):
                    return

    def stop(self) -> None:
        self._ends.set()
        self.join()

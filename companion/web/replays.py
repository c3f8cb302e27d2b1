"""Replays kept in memory: a table is replayed again only when something was entered at it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from companion import games
from companion.game import Replay
from companion.record import Record
from companion.store import State, Stored
from companion.web import keys

ANSWERS = 2000
"""How many answers the replays that are kept have together, at up to three kilobytes each: those of
some sixteen tables that are played at."""


@dataclass(frozen=True)
class Kept:
    """A replay, and what it is of. The store has one and the same state for a table until something
    is entered, and never changes it; so the same object is the same record."""

    state: State
    edition: int
    replay: Replay
    weight: int

    def of(self, stored: Stored) -> bool:
        """Whether it is a replay of that very state."""
        return self.state is stored.state and self.state.record == stored.record


_kept: OrderedDict[tuple[str, int], Kept] = OrderedDict()
_guard = threading.Lock()


def replay_of(stored: Stored, *, keep: bool = True) -> Replay:
    """What the table comes to; `keep` where it will soon be asked again. Nobody may change it.

    Refused when the head of its record cannot stand, KeyError when its game is not on the shelf.
    """
    game = games.find(stored.game).at(stored.edition)
    key = (keys.store().url, stored.id)
    with _guard:
        kept = _kept.get(key)
        # A record somebody has tried something out on is not that of the table any more.
        if kept and kept.edition == game.edition and kept.of(stored):
            _kept.move_to_end(key)
            return kept.replay
    replay = game.replay(stored.record)
    if keep:
        adopt(stored, replay)
    return replay


def adopt(stored: Stored, replay: Replay) -> None:
    """Keeps the replay of an entry that was tried before it was stored, if that is what was."""
    edition = games.find(stored.game).at(stored.edition).edition
    state = stored.state
    if state and replay.record == state.record and replay.game.edition == edition:
        key = (keys.store().url, stored.id)
        _keep(key, Kept(state, edition, replay, weight(state.record)))


def _keep(key: tuple[str, int], kept: Kept) -> None:
    with _guard:
        _kept[key] = kept
        _kept.move_to_end(key)
        together = sum(each.weight for each in _kept.values())
        while together > ANSWERS and len(_kept) > 1:
            together -= _kept.popitem(last=False)[1].weight


def weight(record: Record) -> int:
    """How many answers a record has; at least some, for what every replay has."""
    return 50 + sum(map(len, record.hands))


def clear() -> None:
    """Forgets every replay."""
    with _guard:
        _kept.clear()

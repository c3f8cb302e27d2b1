"""What this browser may look back on: the tables it can see, and what each of them came to.

Statistics are worked out by replay and kept in memory by table, journal position and edition, so a
table is replayed again only when something was entered at it. One page spends at most `SECONDS` on
tables it has not met; what is left over is counted by the page's next call.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from flask import current_app

from companion import games
from companion.digest import Digest, digest
from companion.questions import Refused
from companion.record import BadRecord
from companion.store import NotFound
from companion.store.keeping import Head, heads
from companion.tally import Entry
from companion.web import keys

KEPT = 5000
"""Digests in memory, those used last."""
SECONDS = 0.3
"""What one page may spend on replaying."""

_digests: OrderedDict[tuple[str, int, int, int], Digest | None] = OrderedDict()
_guard = threading.Lock()


def listed() -> bool:
    """Whether everybody sees every table; otherwise a browser sees those it has met."""
    return bool(current_app.config.get("LISTED", True))


def visible(*, deleted: bool = False, demo: bool = False) -> list[Head]:
    """The tables this browser may look back on, the latest first. Deleted ones: only its own."""
    known = keys.known()
    if listed() and not deleted and not demo:
        return heads(keys.store())
    found = heads(keys.store(), known, deleted=deleted, demo=demo)
    return [head for head in found if known[head.code]] if deleted else found


@dataclass(frozen=True)
class Gathered:
    """What is known so far, and how many tables are still to be counted."""

    entries: list[Entry]
    left: int


def gather(found: Iterable[Head], seconds: float = SECONDS) -> Gathered:
    """The digests of these tables; of those not met before as many as the time allows."""
    entries: list[Entry] = []
    left, fresh, until = 0, 0, time.monotonic() + seconds
    for head in found:
        key = key_of(head)
        if key is None:
            continue
        with _guard:
            met = key in _digests
            known = _digests.get(key)
            if met:
                _digests.move_to_end(key)
        if not met:
            # One at least, however slow the machine: else nothing would ever come of it.
            if left or (fresh and time.monotonic() > until):
                left += 1
                continue
            known = count(head, key)
            fresh += 1
        if known:
            entries.append(Entry(head.code, head.touched, known))
    return Gathered(entries, left)


def key_of(head: Head) -> tuple[str, int, int, int] | None:
    """What a digest is kept by; None when the game is not on the shelf any more."""
    try:
        edition = games.find(head.game).at(head.edition).edition
    except KeyError:
        return None
    return str(keys.store().url), head.id, head.seq, edition


def count(head: Head, key: tuple[str, int, int, int]) -> Digest | None:
    """Replays one table and keeps what it came to; None for one that cannot be replayed."""
    found: Digest | None = None
    with suppress(Refused, BadRecord, NotFound):
        game = games.find(head.game).at(head.edition)
        found = digest(game.replay(keys.store().table(head.code).record))
    with _guard:
        _digests[key] = found
        while len(_digests) > KEPT:
            _digests.popitem(last=False)
    return found

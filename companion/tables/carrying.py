"""Tables and clubs in links: an export compressed into URL-safe text, and compared with the copy
here.

It is the export of one table, or of a club with its tables, without what can be derived from the
rest.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from companion.engine.record import BadRecord
from companion.results.club import Club
from companion.store.exchange import Saved, dump
from companion.store.models import RECORD_ACTS, JournalRow, TableRow

DERIVED, DERIVED_OF_ROWS = ("record",), ("replaced",)
MOST = 4 << 20
"""Maximum size in bytes of an unpacked export."""


def packed(*saved: Saved, clubs: Iterable[Club] = ()) -> str:
    """An export, deflated and base64url-encoded."""
    data: dict[str, Any] = dump(saved, clubs)
    for table in data["tables"]:
        for key in DERIVED:
            table.pop(key, None)
        for row in table["journal"]:
            for key in DERIVED_OF_ROWS:
                row.pop(key, None)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    small = zlib.compressobj(9, wbits=-15)
    return (
        base64.urlsafe_b64encode(small.compress(text.encode()) + small.flush()).decode().rstrip("=")
    )


def unpacked(letters: str) -> str:
    """The inverse of `packed`: the JSON text of an export; BadRecord for anything else."""
    try:
        body = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        small = zlib.decompressobj(wbits=-15)
        text = small.decompress(body, MOST)
        if not small.eof:
            raise BadRecord("the link is cut off, or holds more than a table")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord("the link does not hold a whole table; send it once more") from None


@dataclass(frozen=True)
class Held:
    """A received table compared with its copy here, act by act."""

    common: int
    """Length of the common beginning."""
    here: list[JournalRow]
    """Acts that only this copy has."""
    there: list[JournalRow]
    """Acts that only the received one has."""

    @property
    def kind(self) -> str:
        """ "same"; "grown" if only the received one has further acts, "behind" if only the one here
        has, "parted" (diverged) if both have."""
        if self.here and self.there:
            return "parted"
        return "grown" if self.there else "behind" if self.here else "same"


def begins_alike(mine: TableRow, theirs: TableRow) -> bool:
    """True if both began at the same second with the same record: copies of one table."""
    same = (mine.game, mine.edition, mine.start) == (theirs.game, theirs.edition, theirs.start)
    return same and _moment(mine.begun)[:19] == _moment(theirs.begun)[:19]


def held(here: Saved, there: Saved) -> Held | None:
    """Compares two copies; None if they are different tables.

    Only acts that change the record count: each copy has its own rows about who may write, and
    about being settled or deleted.
    """
    if not begins_alike(here.row, there.row):
        return None
    ours, theirs = ([row for row in each.rows if row.kind in RECORD_ACTS] for each in (here, there))
    common = 0
    for mine, yours in zip(ours, theirs, strict=False):
        if _said(mine) != _said(yours):
            break
        common += 1
    return Held(common, ours[common:], theirs[common:])


def _said(row: JournalRow) -> tuple[object, ...]:
    """What makes rows of two copies the same."""
    return _moment(row.at), row.who, row.kind, row.hand, row.answers, row.why


def _moment(at: datetime) -> str:
    """A time in UTC; SQLite returns it without a zone."""
    return (at.astimezone(UTC) if at.tzinfo else at).replace(tzinfo=None).isoformat()

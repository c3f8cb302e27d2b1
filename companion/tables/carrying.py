"""A table that travels: packed small enough for a link, and held against the same table here.

What travels is an export of the one table, without what can be derived of it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import dataclass
from typing import Any

from companion.record import BadRecord
from companion.store.exchange import Saved, dump, read
from companion.store.models import JournalRow
from companion.store.state import ACCESS

DERIVED, DERIVED_OF_ROWS = ("record", "marks"), ("replaced",)
MOST = 4 << 20
"""Letters of an export that is unpacked at all."""
SAID = ("at", "who", "kind", "hand", "answers", "why")
"""What makes a row of a journal the same one elsewhere."""


def packed(saved: Saved) -> str:
    """A table as letters that may stand in any link."""
    data: dict[str, Any] = dump([saved])
    (table,) = data["tables"]
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
    """The text of an export that was packed; BadRecord for anything else."""
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
    """A table that came, held against the same one here."""

    common: int
    """Entries that both have, from the beginning on."""
    here: list[JournalRow]
    """Those that only the one here has, after that."""
    there: list[JournalRow]

    @property
    def kind(self) -> str:
        """ "same", "grown" where the one that came went on, "behind" where the one here did, or
        "parted" where both did."""
        if self.here and self.there:
            return "parted"
        return "grown" if self.there else "behind" if self.here else "same"


def same_beginning(one: Saved, other: Saved) -> bool:
    """True if both are one table: begun at one moment with one record."""
    mine, theirs = one.row, other.row
    return (mine.game, mine.edition, mine.start) == (
        theirs.game,
        theirs.edition,
        theirs.start,
    ) and (mine.begun.isoformat()[:19] == theirs.begun.isoformat()[:19])


def held(here: Saved, there: Saved) -> Held | None:
    """The two held against each other; None where they are different tables.

    Rows that only tell who may write are each place's own.
    """
    (here,), (there,) = (read(dump([each])) for each in (here, there))
    if not same_beginning(here, there):
        return None
    ours, theirs = ([row for row in each.rows if row.kind not in ACCESS] for each in (here, there))
    common = 0
    for mine, yours in zip(ours, theirs, strict=False):
        if any(getattr(mine, key) != getattr(yours, key) for key in SAID):
            break
        common += 1
    return Held(common, ours[common:], theirs[common:])

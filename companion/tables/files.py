"""Tables as files: what a file may hold that is taken in, an export or one record."""

from __future__ import annotations

import json
from typing import Any

from companion import games
from companion.record import BadRecord, Record, Transcript
from companion.store.exchange import Saved, read
from companion.tables.canonical import canonical


def tables_of(text: str, who: str = "", most: int = 0) -> list[Saved]:
    """The tables of an export, or one record as text or JSON, which begins a new one.

    BadRecord for anything else, and for more than `most` tables where that is given; KeyError for a
    game that is not on the shelf; Refused for a record that cannot be replayed.
    """
    if not text.lstrip().startswith("{"):
        return [begun(Transcript.read(text).record, who)]
    data = parsed(text)
    if not isinstance(data, dict) or "tables" not in data:
        return [begun(Record.from_json(data.get("record", data)), who)]
    saved = read(data)
    if most and len(saved) > most:
        raise BadRecord(
            f"it holds {len(saved)} tables; {most} at once are the most here, "
            "and “companion import” takes them all"
        )
    return saved


def begun(record: Record, who: str = "") -> Saved:
    """A table that begins with a whole record, written as the Companion itself would."""
    game = games.find(record.game)
    return Saved.beginning(canonical(game, record), game.edition, who)


def parsed(text: str) -> Any:
    """JSON as plain data; BadRecord when it is none, or deeper than anything we write."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadRecord(f"it is not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("it is nested deeper than any record") from None

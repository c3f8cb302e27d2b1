"""Reads import files: an export, or a single record."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion import games
from companion.desk.readings import always
from companion.engine.record import BadRecord, Record
from companion.engine.transcript import Transcript
from companion.store.exchange import MAX_ROWS, Saved, read
from companion.tables.canonical import canonical


def tables_of(
    text: str,
    who: str = "",
    most: int = 0,
    rows: int = MAX_ROWS,
    in_time: Callable[[], bool] = always,
) -> list[Saved]:
    """The tables of an export, or a new table from one record (text or JSON).

    BadRecord for anything else, for more than `most` tables (0: no limit) or `rows` in a journal,
    or when time runs out; KeyError for an unknown game; Refused for a record that cannot be
    replayed.
    """
    if not text.lstrip().startswith("{"):
        return [begun(Transcript.read(text).record, who)]
    data = parsed(text)
    if not isinstance(data, dict) or "tables" not in data:
        return [begun(Record.from_json(data.get("record", data)), who)]
    saved = read(data, rows, in_time)
    if most and len(saved) > most:
        raise BadRecord(
            f"it holds {len(saved)} tables; {most} at once are the most here, "
            "and “companion import” takes them all"
        )
    return saved


def begun(record: Record, who: str = "") -> Saved:
    """A new table that starts with this record in canonical form."""
    game = games.find(record.game)
    return Saved.beginning(canonical(game, record), game.edition, who)


def parsed(text: str) -> Any:
    """Parses JSON; BadRecord if it is malformed or nested too deeply."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadRecord(f"it is not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("it is nested deeper than any record") from None

"""Tables and clubs that come or go as a file or a link, written and read.

A file is an export, or a single record, which is put in its canonical form. A typed record refers
to people by name; with codes instead, a player can be renamed or replaced without changing whom an
answer refers to. A link has the export of one table, or of a club with its tables, compressed into
URL-safe text, without what can be derived from the rest.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from companion import games
from companion.clubs.club import Club
from companion.engine.game import Game, Replay
from companion.engine.record import BadRecord, Record
from companion.engine.table import adjustment
from companion.engine.transcript import Transcript
from companion.store.exchange import MAX_ROWS, dump, read
from companion.store.models import BYTES, written
from companion.store.saved import Saved

MOST = 4 << 20
"""Maximum size in bytes of an unpacked export."""


SHORT: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}


def packed(*saved: Saved, clubs: Iterable[Club] = ()) -> str:
    """An export, deflated and base64url-encoded."""
    small = zlib.compressobj(9, wbits=-15)
    body = b"".join(small.compress(part.encode()) for part in _compact(saved, clubs))
    return base64.urlsafe_b64encode(body + small.flush()).decode().rstrip("=")


def _compact(saved: Iterable[Saved], clubs: Iterable[Club]) -> Iterator[str]:
    """An export without what can be derived, as JSON text, a table at a time: other requests wait
    while one is written."""
    head, tail = json.dumps(dump((), clubs) | {"tables": []}, **SHORT).split("[]", 1)
    yield head + "["
    for number, each in enumerate(saved):
        table = each.json()
        del table["record"]
        for row in table["journal"]:
            del row["replaced"]
        yield ("," if number else "") + json.dumps(table, **SHORT)
    yield "]" + tail


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


def canonical(game: Game, record: Record) -> Record:
    """The canonical form; the record unchanged if its replay would differ.

    Refused if the record cannot be replayed, or as in `Game.accept`.
    """
    replay = game.accept(record)
    fresh = record.copy()
    fresh.head["dealer"] = replay.table.first_dealer.code
    for hand, answers in zip(replay.hands, fresh.hands, strict=False):
        for asked in hand.asked:
            answers[asked.question.key] = asked.question.write(asked.value)
        if "@dealer" in answers:
            answers["@dealer"] = hand.dealer.code
        for key in [key for key in answers if key.startswith("@adjust")]:
            line = adjustment(answers[key], hand.table.seating, game.adjust_rule)
            answers[key] = f"{line.side.code} {line.points} {line.why}"
    return fresh if same_result(replay, game.replay(fresh)) else record


def same_result(one: Replay, other: Replay) -> bool:
    """True if two replays have equal score lines, pending pages and unused answers."""
    lines = [[(e.hand, str(e.line)) for e in each.ledger.entries] for each in (one, other)]
    asked = [each.pending and (each.pending.hand, each.pending.title) for each in (one, other)]
    return lines[0] == lines[1] and asked[0] == asked[1] and one.unused == other.unused


def tables_of(
    text: str,
    who: str = "",
    most: int = 0,
    rows: int = MAX_ROWS,
) -> list[Saved]:
    """The tables of an export, or a new table from one record (text or JSON).

    BadRecord for anything else, for more than `most` tables (0: no limit) or `rows` in a journal;
    KeyError for an unknown game; Refused for a record that cannot be
    replayed.
    """
    typed = not text.lstrip().startswith("{")
    data: Any = None if typed else parsed(text)
    if not isinstance(data, dict) or "tables" not in data:
        record = (
            Transcript.read(text).record if typed else Record.from_json(data.get("record", data))
        )
        if written(record.head, *record.hands) > BYTES * rows:
            raise BadRecord("its texts are too long")
        return [begun(record, who)]
    saved = read(data, rows)
    if most and len(saved) > most:
        raise BadRecord(
            f"it holds {len(saved)} tables; {most} at once are the most here, "
            "and “companion import” takes them all"
        )
    return _each_once(saved)


def _each_once(saved: list[Saved]) -> list[Saved]:
    """The tables without copies: of those with one code the longest."""
    longest: dict[str, Saved] = {}
    for number, each in enumerate(saved):
        code = each.row.code or str(number)
        if code not in longest or len(each.rows) > len(longest[code].rows):
            longest[code] = each
    return [*longest.values()]


def begun(record: Record, who: str = "") -> Saved:
    """A new table that starts with this record in canonical form."""
    game = games.find(record.game)
    record.game = game.key
    return Saved.beginning(canonical(game, record), game.edition, who)


def parsed(text: str) -> Any:
    """Parses JSON; BadRecord if it is malformed or nested too deeply."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadRecord(f"it is not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("it is nested deeper than any record") from None

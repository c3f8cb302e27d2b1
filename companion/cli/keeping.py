"""Work of the maintenance commands: replaying tables, verifying backups, comparing databases."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli.common import NotAccepted, find
from companion.engine.ledger import Entry
from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.store import Store, Trouble
from companion.store.backups import backup
from companion.store.exchange import Saved
from companion.tables.checking import differences


def findings(saved: Saved) -> list[str]:
    """Problems of a stored table, in words; empty if there are none."""
    try:
        game = find(saved.game)
        over = saved.status == "finished" and saved.totals is not None
        came_to = (saved.totals or {}, list(saved.winners)) if over else None
        return differences(game, saved.record, came_to)
    except (BadRecord, Refused, NotAccepted) as bad:
        return [f"it cannot be replayed: {bad}"]


def every(store: Store) -> list[Saved]:
    """All tables, oldest first."""
    return [store.saved(each.code) for each in reversed(store.tables(limit=10_000_000))]


def ledgers(store: Store) -> dict[str, list[str]]:
    """All ledger lines of all tables, by watch code."""
    found: dict[str, list[str]] = {}
    for saved in every(store):
        try:
            ledger = find(saved.game).replay(saved.record).ledger
        except (Refused, NotAccepted) as bad:
            found[saved.code] = [str(bad)]
            continue
        found[saved.code] = [as_line(entry) for entry in ledger.entries]
    return found


def as_line(entry: Entry) -> str:
    """A ledger line with all its fields, for comparison."""
    line = entry.line
    return f"{entry.hand} {line.side.code} {line.points} {line.rule} {line.why} {entry.total}"


def verified(file: Path) -> str:
    """Replays every table of a copy of a backup; says how many there are and how many differ."""
    with TemporaryDirectory() as folder:
        copied = backup(f"sqlite:///{file}", Path(folder) / "club.db")
        store = Store(f"sqlite:///{copied}")
        try:
            saved = every(store)
            wrong = sum(bool(findings(table)) for table in saved)
        finally:
            store.close()
    rows = sum(len(table.rows) for table in saved)
    return f"{len(saved)} tables, {rows} entries, {wrong} with differences"


def compared(one: str, other: str) -> int:
    """How many tables have equal ledgers in both databases; Trouble if any differ."""
    stores = [Store(one), Store(other)]
    try:
        mine, theirs = map(ledgers, stores)
    finally:
        for store in stores:
            store.close()
    differing = [code for code in mine.keys() | theirs.keys() if mine.get(code) != theirs.get(code)]
    if differing:
        raise Trouble(f"These tables do not replay to the same ledger: {', '.join(differing)}.")
    return len(mine)

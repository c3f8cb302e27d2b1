"""Checks a club's database against what clients sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from companion import games
from companion.store import Store
from companion.store.engine import connect
from tests.club.serving import Tally


def rows(url: str) -> list[tuple[str, int, str, str, str, int]]:
    """(table code, row, kind, answers, submission id, last row of the table), in order."""
    reader, _ = connect(url)
    with reader.connect() as connection:
        found = connection.exec_driver_sql(
            "select t.code, j.seq, j.kind, j.answers, j.submission, t.seq from journal j"
            " join tables t on t.id = j.table_id order by t.id, j.seq"
        ).all()
    reader.dispose()
    return [tuple(row) for row in found]


def look_through(url: str, tallies: Sequence[Tally]) -> tuple[int, int]:
    """Checks the database against the tallies; returns (entries stored, tables replayed)."""
    # Servers may still acknowledge: what they had acknowledged before this look counts.
    acknowledged = [submission for tally in tallies for submission in tally.acknowledged[:]]
    stored = rows(url)
    entries = [row for row in stored if row[2] in ("answer", "amend", "undo", "redo")]
    count = Counter(row[4] for row in entries)
    doubled = [submission for submission, times in count.items() if times > 1]
    assert doubled == []
    sent: dict[str, dict[str, str]] = {}
    for tally in tallies:
        sent |= tally.sent.copy()
    lost = [submission for submission in acknowledged if submission not in count]
    assert lost == []
    assert [row[4] for row in entries if row[4] not in sent] == []
    whole(entries, sent)
    unbroken(stored)
    return len(entries), replayed(url)


def whole(entries: list[tuple], sent: dict[str, dict[str, str]]) -> None:
    """Checks that every entry has all answers of the form that was sent."""
    for _, _, _, answers, submission, _ in entries:
        form = sent[submission]
        said = {f"a.{key}": text for key, text in json.loads(answers).items()}
        if "mode" in form:
            assert said == {"a.@entry": form["mode"]}
        else:
            assert said
            assert said.items() <= form.items()


def unbroken(stored: list[tuple]) -> None:
    """Checks that every journal is numbered from 1 without a gap to its table's last row."""
    tables: dict[str, list[tuple]] = {}
    for row in stored:
        tables.setdefault(row[0], []).append(row)
    for code, mine in tables.items():
        assert [row[1] for row in mine] == list(range(1, mine[-1][5] + 1)), code


def replayed(url: str) -> int:
    """Replays every table; checks that no answer is refused or unused."""
    store = Store(url)
    try:
        found = store.tables(limit=1_000_000)
        for stored in found:
            replay = games.find(stored.game).replay(stored.record)
            assert replay.refused == []
            assert replay.strays == []
            assert sum(hand.over for hand in replay.hands) >= len(stored.record.hands) - 1
    finally:
        store.close()
    return len(found)

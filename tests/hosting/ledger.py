"""Checks a club's database against what clients sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import closing

from companion import games
from companion.cli.backups import checked
from companion.store import Store
from companion.store.engine import connect
from tests.hosting.importing import GAME, Importer
from tests.hosting.serving import Tally


def rows(url: str) -> list[tuple[str, int, str, str, str, int, str]]:
    """(table code, row, kind, answers, submission id, last row of the table, game), in order."""
    reader, _ = connect(url)
    with reader.connect() as connection:
        found = connection.exec_driver_sql(
            "select t.code, j.seq, j.kind, j.answers, j.submission, t.seq, t.game from journal j"
            " join tables t on t.id = j.table_id order by t.id, j.seq"
        ).all()
    reader.dispose()
    return [tuple(row) for row in found]


def look_through(url: str, tallies: Sequence[Tally]) -> tuple[int, int]:
    """Checks the database against the tallies; returns (entries stored, tables replayed)."""
    # Servers may still acknowledge: only entries acknowledged before this check count.
    acknowledged = [submission for tally in tallies for submission in tally.acknowledged[:]]
    stored = rows(url)
    entries = [row for row in stored
               if row[2] in ("answer", "amend", "undo", "redo") and row[6] != GAME]  # fmt: skip
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
    for _, _, _, answers, submission, *_ in entries:
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


def imports(url: str, importers: Sequence[Importer]) -> tuple[int, int]:
    """Checks that every acknowledged file is there once and whole, and no part of any other;
    returns (files acknowledged, files stored)."""
    acknowledged = {file for each in importers for file in each.acknowledged[:]}
    with closing(Store(url)) as store:
        # The first player of a table in a file has the name of the file.
        found = store.tables(limit=1_000_000)
        files = Counter(each.record.players[0] for each in found if each.game == GAME)
    assert acknowledged <= files.keys()
    parts = {file: many for file, many in files.items() if many != Importer.MANY}
    assert parts == {}, parts
    return len(acknowledged), len(files)


def replayed(url: str) -> int:
    """Replays every table; checks that no answer is refused or unused, that `companion check` finds
    no difference, and that each table that was entered here has its summary."""
    store = Store(url)
    try:
        assert [table for table in checked(store) if table.problems] == []
        missing = store.summaries.missing(1_000_000)
        found = store.tables(limit=1_000_000)  # after that another process continues
        imported = {stored.code for stored in found if stored.game == GAME}
        assert {*missing} <= imported, {*missing} - imported
        for stored in found:
            replay = games.find(stored.game).replay(stored.record)
            assert replay.refused == []
            assert replay.unused == []
            assert sum(hand.over for hand in replay.hands) >= len(stored.record.hands) - 1
    finally:
        store.close()
    return len(found)

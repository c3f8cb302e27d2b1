"""Tables that arrive in a link or a file, and their copies here.

A watch code in a file gives no right: it is not used to find anything. A copy is recognised by how
the table began, among the tables that its reader may score or may see. Entries are added only to
those that the reader may score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat

from companion import budget
from companion.engine.game import Replay
from companion.engine.record import RECORD_ACTS
from companion.store import JournalRow, NotFound, StaleWrite, TableRow
from companion.store.keeping import begun_at
from companion.store.portions import import_tables
from companion.store.saved import Saved
from companion.tables.snapshot import Snapshot
from companion.tables.summaries import BATCH, summary_of_table
from companion.tables.tables import Tables, replayed


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

    @property
    def nearness(self) -> tuple[int, int]:
        """Of several copies, the one that the received table is a copy of has the highest."""
        return self.common, -len(self.here) - len(self.there)


def held(here: Saved, there: Saved) -> Held:
    """Compares two copies of a table.

    Only acts that change the record count: each copy has its own rows about who may write, and
    about being settled or deleted.
    """
    ours, theirs = ([row for row in each.rows if row.kind in RECORD_ACTS] for each in (here, there))
    common = 0
    for mine, yours in zip(ours, theirs, strict=False):
        if _said(mine) != _said(yours):
            break
        common += 1
    return Held(common, ours[common:], theirs[common:])


def _said(row: JournalRow) -> tuple[object, ...]:
    """The values in which equal rows of two copies agree."""
    return row.at, row.who, row.kind, row.hand, row.answers, row.why


@dataclass(frozen=True)
class Reader:
    """The rights of the reader of a file: to score a table, or to see it.

    `codes` are the codes of all tables that the reader may see; None for every table.
    """

    scores: Callable[[TableRow], bool]
    sees: Callable[[TableRow], bool]
    codes: Collection[str] | None = None


@dataclass(frozen=True)
class Arrival:
    """A table that arrives, and its copy here."""

    saved: Saved
    here: TableRow | None = None
    """The copy, at the position that was compared; None if there is none."""
    held: Held | None = None
    """The comparison; None if there is no copy, or the reader may not score it."""

    @property
    def kind(self) -> str:
        """ "new", "watched" if the reader may not score the copy here, or as `Held.kind`."""
        return self.held.kind if self.held else "watched" if self.here else "new"


@dataclass(frozen=True)
class Taken:
    """A table that arrived, and its table here."""

    arrival: Arrival
    table: Snapshot | None
    """The table if entries of it were stored; None if nothing was."""

    @property
    def code(self) -> str:
        """The watch code here."""
        if self.table:
            return self.table.code
        assert self.arrival.here
        return self.arrival.here.code


@dataclass(frozen=True)
class Arrivals:
    """The tables of a file, as its reader may take them in."""

    tables: Tables
    reader: Reader

    def recognised(self, saved: Sequence[Saved]) -> list[Arrival]:
        """Each with its copy here."""
        times = [each.row.begun for each in saved]
        rows: dict[tuple[str, int], list[TableRow]] = {}
        for row in begun_at(self.tables.store, times, self.reader.codes):
            rows.setdefault(_second(row), []).append(row)
        return [self._recognised(each, rows.get(_second(each.row), ())) for each in saved]

    def _recognised(self, saved: Saved, rows: Iterable[TableRow]) -> Arrival:
        best = Arrival(saved)
        # A record as text has no identity, and no code: each import makes a table.
        for row in rows if saved.row.code else ():
            budget.check()
            if self.reader.scores(row):
                with suppress(NotFound):
                    best = max(best, self._compared(row, saved), key=_nearness)
            elif best.here is None and self.reader.sees(row) and _head_alike(row, saved.row):
                best = Arrival(saved, row)
        return best

    def _compared(self, row: TableRow, saved: Saved) -> Arrival:
        if not (_head_alike(row, saved.row) and row.start == saved.row.start):
            return Arrival(saved)
        mine = self.tables.store.saved(row.code)
        return Arrival(saved, mine.row, held(mine, saved))

    def take(self, arrivals: Sequence[Arrival], forms: Sequence[str] = ()) -> list[Taken]:
        """Stores new tables, all or none, and the further entries of those that are here; of the
        others nothing. `forms`, one for each, make one table each. Refused, BadRecord or KeyError
        if one cannot be replayed."""
        replays = [self._replay(each) for each in arrivals]
        new = [
            (each.saved, replay, form)
            for each, replay, form in zip(arrivals, replays, forms or repeat(""), strict=False)
            if replay and each.kind == "new"
        ]
        stored = iter(take_in(self.tables, *map(list, zip(*new, strict=True))) if new else ())
        return [
            Taken(each, next(stored)) if each.kind == "new" else self._added(each, replay)
            for each, replay in zip(arrivals, replays, strict=True)
        ]

    def _replay(self, arrival: Arrival) -> Replay | None:
        if arrival.kind not in ("new", "grown"):
            return None
        return replayed(arrival.saved)

    def _added(self, arrival: Arrival, replay: Replay | None) -> Taken:
        while arrival.kind == "grown" and arrival.here and arrival.held and replay:
            here = arrival.here
            try:
                rows = arrival.held.there
                return Taken(arrival, self.tables.go_on(here.code, rows, here.seq, replay))
            except StaleWrite:  # something was entered meanwhile
                (arrival,) = self.recognised([arrival.saved])
        return Taken(arrival, None)


def take_in(
    tables: Tables, saved: Sequence[Saved], replays: Sequence[Replay] = (),
    forms: Sequence[str] = (),
) -> list[Snapshot]:  # fmt: skip
    """Imports tables, all or none. A form of `forms`, one for each, makes one table.

    Refused, BadRecord or KeyError if one cannot be replayed.
    """
    replays = replays or [replayed(each) for each in saved]
    stored = import_tables(tables.store, saved, forms)
    for place in range(0, len(stored), BATCH):
        pairs = zip(stored[place : place + BATCH], replays[place : place + BATCH], strict=True)
        tables.store.summaries.add(summary_of_table(table, replay) for table, replay in pairs)
    return tables.imported(stored, replays)


def _second(row: TableRow) -> tuple[str, int]:
    return row.game, int(row.begun.timestamp())


def _head_alike(mine: TableRow, theirs: TableRow) -> bool:
    """True if both began with the same people and rules. The hands a table began with may have
    hidden answers: these are compared only for a reader who may see them."""
    return mine.edition == theirs.edition and mine.start["head"] == theirs.start["head"]


def _nearness(arrival: Arrival) -> tuple[bool, bool, tuple[int, int]]:
    both = arrival.held
    return bool(both), bool(arrival.here), both.nearness if both else (0, 0)

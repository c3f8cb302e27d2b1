"""Copies of one table in a database: of several that were played on, one counts.

A table that was moved or copied to another phone may be played to its end on both, and both may
arrive at one place. Copies have the same game, start and moment at which they began. Of those that
somebody sees, the finished one counts, and of several finished ones the one saved last.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, String, cast, func, select
from sqlmodel import col

from companion.store.models import ARRIVING, DELETED, TableRow
from companion.store.summaries import SummaryRow

if TYPE_CHECKING:
    from companion.store.rows import StoreReader

_SECOND = func.substr(cast(col(TableRow.begun), String), 1, len("2026-11-20 20:15:00"))
"""A link or a file of an earlier release may leave out the microseconds."""


def uncounted(store: StoreReader, conditions: Sequence[ColumnElement[bool]]) -> set[int]:
    """The ids of copies that do not count, among the tables of these conditions."""
    every = [*conditions, col(TableRow.status).not_in((DELETED, ARRIVING))]
    alike = (
        select(_SECOND, col(TableRow.game)).where(*every)
        .group_by(_SECOND, col(TableRow.game)).having(func.count() > 1)
    )  # fmt: skip
    with store.reading() as session:
        times = {second for second, _ in session.execute(alike)}
        if not times:
            return set()
        wanted = (
            select(
                col(TableRow.id), col(TableRow.game), col(TableRow.start), col(TableRow.touched),
                _SECOND, func.coalesce(SummaryRow.ended, False),
            )
            .outerjoin(SummaryRow, col(SummaryRow.table_id) == col(TableRow.id))
            .where(*every, _SECOND.in_(times))
        )  # fmt: skip
        rows = session.execute(wanted).all()
    return _left_out(rows)


def _left_out(rows: Sequence[Any]) -> set[int]:
    copies: dict[tuple[str, ...], list[tuple[bool, Any, int]]] = {}
    for id, game, start, touched, second, ended in rows:
        origin = (second, game, json.dumps(start, sort_keys=True))
        copies.setdefault(origin, []).append((bool(ended), touched, id))
    return {id for group in copies.values() for *_, id in sorted(group)[:-1]}

"""The ranking of nights, with the results of tables that a phone scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.nights.night import Night, NightPlace, ranking
from companion.results.summary import GameSummary
from companion.store.listing import Scope
from companion.web.people.history import left, listing


def phones(nights: Iterable[Night]) -> dict[str, GameSummary]:
    """The results of the tables of these nights that a phone scored, by watch code."""
    codes = {code for night in nights for code in night.tables.values()}
    if not codes:
        return {}
    left()
    rows = listing().listed(Scope(codes=codes))
    return {each.code: each.summary for each in rows if each.summary}


def ranked(nights: Iterable[Night]) -> list[tuple[Night, Sequence[NightPlace]]]:
    """These nights with their rankings."""
    every = list(nights)
    here = phones(every)
    return [(night, ranking(night, here) if night.tables else night.on_paper) for night in every]

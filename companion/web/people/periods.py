"""The period that a page of people covers: the last thirty days, this year, or all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import request

from companion import clock
from companion.results.summary import SummaryEntry
from companion.store.listing import Scope

KEYS = ("30", "year", "all")
"""Values of `days` in the query string; the last one counts without one."""
WORDS = {"30": ("30 days", "in the last 30 days"), "year": ("This year", "this year"),
         "all": ("All", "yet")}  # fmt: skip
"""The name of each period, and the end of a sentence on what is missing in it."""


@dataclass(frozen=True)
class Period:
    """The chosen period among all."""

    games: Mapping[str, int]
    """Finished games by key of the period."""

    @property
    def key(self) -> str:
        """The key of the period that the query string names."""
        asked = request.args.get("days", "")
        return asked if asked in KEYS else KEYS[-1]

    @property
    def every(self) -> Sequence[tuple[str, str, int]]:
        """(key, name, number of games) of each period."""
        return [(key, WORDS[key][0], self.games[key]) for key in KEYS]

    @property
    def when(self) -> str:
        """As in "no finished game this year"."""
        return WORDS[self.key][1]


def start(key: str) -> datetime | None:
    """When a period began; None for all games."""
    now = clock.now()
    if key == "year":
        return now.astimezone().replace(
            month=1, day=1, hour=0, minute=0, second=0, microsecond=0
        )  # fmt: skip
    return now - timedelta(days=int(key)) if key != "all" else None


def within(scope: Scope, key: str) -> Scope:
    """Those of the tables that were entered in the period."""
    since = start(key)
    return scope.later(since) if since else scope


def chosen(entries: Sequence[SummaryEntry]) -> tuple[Period, Sequence[SummaryEntry]]:
    """The period that the query string names, and its games."""
    parts = {
        key: [each for each in entries if since is None or each.at >= since]
        for key in KEYS
        for since in (start(key),)
    }
    period = Period({key: sum(each.summary.ended for each in part) for key, part in parts.items()})
    return period, entries if period.key == "all" else parts[period.key]

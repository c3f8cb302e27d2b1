"""Evenings of a club from the summaries of its tables."""

from companion.clubs.season import evening
from companion.results.summary import day_of


def evenings(tables, points):
    """Evenings, the earliest first, of tables with the time they were begun."""
    found: dict = {}
    for begun, entry in tables:
        found.setdefault(day_of(begun), []).append((begun, entry))
    return [
        evening(day, [entry for _, entry in sorted(each, key=lambda one: one[0])], points)
        for day, each in sorted(found.items())
    ]

"""The result of a finished game. Features add their own fields, such as a streak."""

from __future__ import annotations

from typing import Any

from flask import current_app

from companion.web.tables.view import View

AT_END = "companion-at-end"
"""Extension key of functions that return more fields for the page of a finished game."""


def result(view: View) -> dict[str, Any]:
    """Return the fields of the page of a finished game."""
    fields = {
        "totals": {side.code: total for side, total in view.replay.ledger.totals.items()},
        "chart": view.table.chart,
        "ending": view.table.ending,
    }
    for more in current_app.extensions.get(AT_END, ()):
        fields |= more(view)
    return fields

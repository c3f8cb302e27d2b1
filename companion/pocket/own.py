"""Pages of the pocket edition's own, and what it says where a server would do more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue

from companion.web.tables import carry

TOLD = "companion-pocket"


def init_app(app: Flask, told: Mapping[str, Any]) -> None:
    """Adds the pages to the app. `told` is what the shell says of this phone and this edition."""
    app.extensions[TOLD] = told
    # No other phone reaches this one: what would lead there gives the table away instead.
    for endpoint in ("share.share", "share.joining", "pencil.pencil", "pencil.join"):
        app.view_functions[f"tables.{endpoint}"] = alone


def alone(code: str, **_: str) -> ResponseReturnValue:
    """Where a server would let others watch: how a table gets to another phone without one."""
    return carry.along(code)

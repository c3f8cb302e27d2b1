"""Pages of the pocket edition's own, and what it says where a server would do more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.web.platform import browser
from companion.web.platform.pages import shown
from companion.web.tables.view import look

TOLD = "companion-pocket"
TEMPLATES = Path(__file__).with_name("templates")


def init_app(app: Flask, told: Mapping[str, Any]) -> None:
    """Adds the pages to the app. `told` is what the shell says of this phone and this edition."""
    app.extensions[TOLD] = told
    assert app.jinja_loader
    # No other phone reaches this one: what would lead there says so, and what to do instead.
    for endpoint in ("share.share", "share.joining", "pencil.pencil", "pencil.join"):
        app.view_functions[f"tables.{endpoint}"] = alone
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), app.jinja_loader])


def alone(code: str, **_: str) -> ResponseReturnValue:
    """Where a server would let others watch: how a table gets to another phone without one."""
    return shown("alone.html", v=look(browser.table(code)))

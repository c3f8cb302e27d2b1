"""Pages of the pocket edition's own, and what it says where a server would do more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

TOLD = "companion-pocket"
TEMPLATES = Path(__file__).with_name("templates")


def init_app(app: Flask, told: Mapping[str, Any]) -> None:
    """Adds the pages to the app. `told` is what the shell says of this phone and this edition."""
    app.extensions[TOLD] = told
    assert app.jinja_loader
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), app.jinja_loader])

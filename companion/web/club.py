"""The people’s side of the web app: history, statistics, seats, files to take along, demos."""

from __future__ import annotations

from flask import Flask

from companion.web import demo, exports, history, people, seats


def init_app(app: Flask) -> None:
    """Registers the pages."""
    for module in (history, people, seats, exports, demo):
        app.register_blueprint(module.pages)
    app.jinja_env.globals |= {"person_url": people.person_url, "pair_url": people.pair_url}

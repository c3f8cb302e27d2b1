"""The app factory: the pages over a store, with security and what hosting needs."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask

from companion.hosting import admission, health, limits
from companion.paths import ROOT, TEMPLATES
from companion.settings import Settings
from companion.store import Store
from companion.store.backups import Backups
from companion.store.engine import data_folder
from companion.tables import Tables
from companion.web.clubs import club_changes, club_pages
from companion.web.nights import begin, nights, papers, rounds
from companion.web.paper import pictures, prints
from companion.web.people import history, people
from companion.web.platform import assets, browser, errors, home, pocket, pwa, security
from companion.web.platform.browser import BACKUPS, STORE, TABLES
from companion.web.rules import prose, referee, rulebook, sets, words
from companion.web.tables import (
    actions,
    again,
    carry,
    demo,
    ended,
    exports,
    hands,
    many,
    menu,
    new,
    play,
    proposals,
    readings,
    seats,
    sheets,
    write_access,
)

NOUNS = {
    "tables": (
        new, play, again, menu, many, actions, hands, sheets, readings, proposals, seats,
        write_access, exports, carry, demo,
    ),
    "rules": (rulebook, referee, sets),
    "clubs": (club_pages, club_changes),
    "nights": (begin, nights, rounds, papers),
    "people": (history, people),
    "paper": (prints, pictures),
    "platform": (home, pwa, pocket),
    "hosting": (health,),
}  # fmt: skip
"""The blueprints. Their names are those of the subpackages here and of the folders in templates/.
"""


class Companion(Flask):
    """The app; its log of an error names no table code, key or person."""

    def log_exception(self, exc_info: Any) -> None:
        """Logs an unhandled exception; called while its request is under way."""
        health.fault(exc_info)


def create_app(
    store: Store,
    *,
    testing: bool = False,
    data: str | Path | None = None,
    settings: Settings | None = None,
    backups: Backups | None = None,
    **config: Any,
) -> Flask:
    """The app over one store. `data` is the folder of the secret key; `config` goes to Flask.
    Without `settings` there are no rate limits and no log, as in most tests."""
    chosen = settings or Settings(limits=False, rest=0)
    app = Companion(
        "companion", root_path=str(ROOT), template_folder=str(TEMPLATES), static_folder=None
    )
    app.config.update(
        TESTING=testing,
        MAX_CONTENT_LENGTH=256 * 1024,
        MAX_FORM_MEMORY_SIZE=256 * 1024,
        MAX_FORM_PARTS=3000,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        # The longest life of a cookie in browsers: a scorer's clock may even be a year ahead.
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.config.update(config)
    app.config["LISTED"] = chosen.listed
    app.config["REST"] = chosen.rest
    store.code_length = chosen.code_length
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = security.secret_key(data_folder(data))
    use(app, store)
    app.extensions[BACKUPS] = backups
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    browser.htmx.init_app(app)
    app.url_value_preprocessor(browser.spell)
    assets.init_app(app, chosen)
    health.init_app(app, chosen)
    security.init_app(app, chosen)
    admission.init_app(app)
    pocket.init_app(app, chosen)
    if chosen.limits:
        limits.init_app(app, chosen.counts)
    for part in (words, prose, errors, people, club_pages, play, ended):
        part.init_app(app)
    for noun, modules in NOUNS.items():
        blueprint = Blueprint(noun, __name__)
        for module in modules:
            blueprint.register_blueprint(module.pages)
        app.register_blueprint(blueprint)
    return app


def use(app: Flask, store: Store) -> None:
    """Makes the app use this store, and drops everything cached of another."""
    app.extensions[STORE] = store
    app.extensions[TABLES] = Tables(store)

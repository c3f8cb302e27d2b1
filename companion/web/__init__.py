"""The web app: the same Replay as pages, partials and JSON, under a strict content policy."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask_htmx import HTMX

from companion.paths import ROOT, TEMPLATES
from companion.store import Store
from companion.store.backups import Backups
from companion.store.engine import data_folder
from companion.web import (
    amend,
    assets,
    club,
    errors,
    hands,
    home,
    limits,
    many,
    more,
    new,
    pages,
    play,
    polling,
    prints,
    referee,
    rulebook,
    rulesets,
    security,
    share,
    shell,
    watching,
    whatif,
    words,
)
from companion.web.keys import BACKUPS, STORE
from companion.web.settings import Settings


class Companion(Flask):
    """The app; what it logs of a fault has no code of a table, no key and no name in it."""

    jinja_environment = pages.Templates

    def log_exception(self, exc_info: Any) -> None:
        """Called for an error nobody expected, while its request is under way."""
        watching.fault(exc_info)


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

    Without settings nothing is limited or logged, as in most tests.
    """
    chosen = settings or Settings(limits=False)
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
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.config.update(config)
    app.config["LISTED"] = chosen.listed
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = security.secret_key(data_folder(data))
    app.extensions[STORE] = store
    app.extensions[BACKUPS] = backups
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    HTMX(app)
    polling.init_app(app)
    watching.init_app(app, chosen)
    security.init_app(app, chosen)
    if chosen.limits:
        limits.init_app(app)
    for part in (assets, words, errors, club):
        part.init_app(app)
    for module in (
        watching,
        home,
        more,
        many,
        new,
        play,
        hands,
        amend,
        share,
        shell,
        rulebook,
        referee,
        prints,
        whatif,
        rulesets,
    ):
        app.register_blueprint(module.pages)
    return app

"""The web app: the same Replay as pages, partials and JSON, under a strict content policy."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask_htmx import HTMX

from companion.paths import ROOT, TEMPLATES
from companion.store import Store
from companion.store.engine import data_folder
from companion.web import (
    amend,
    assets,
    errors,
    hands,
    home,
    more,
    new,
    play,
    prints,
    referee,
    rulebook,
    rulesets,
    security,
    share,
    whatif,
    words,
)
from companion.web.keys import STORE


def create_app(
    store: Store, *, testing: bool = False, data: str | Path | None = None, **settings: Any
) -> Flask:
    """The app over one store. `data` is the folder of the secret key; settings go to Flask."""
    app = Flask(
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
    app.config.update(settings)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = security.secret_key(data_folder(data))
    app.extensions[STORE] = store
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    HTMX(app)
    for part in (security, assets, words, errors):
        part.init_app(app)
    for module in (home, more, new, play, hands, amend, share, rulebook, referee, prints):
        app.register_blueprint(module.pages)
    for module in (whatif, rulesets):
        app.register_blueprint(module.pages)
    return app

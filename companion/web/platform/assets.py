"""Static files: where a page finds them, and who serves them.

They are made in a folder of this process when the app begins, so that what is sent can never be
older than its source, and served from there by WhiteNoise, before Flask is asked. Where somebody
else serves them, the settings have their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, abort, current_app, redirect, url_for

from companion.web.platform.security import HEADERS
from companion.web.platform.settings import Settings

if TYPE_CHECKING:
    from wsgiref.headers import Headers

FOREVER = "public, max-age=31536000, immutable"
YEAR = 31536000
NAMES = "companion-static"


def names() -> Mapping[str, str]:
    """The static files of this app as they are served, by the names of their sources."""
    return cast(Mapping[str, str], current_app.extensions[NAMES])


def asset_url(name: str) -> str:
    """Where a page finds a static file."""
    return url_for("asset", name=names()[name])


def asset(name: str) -> Response:
    """Sends a name without a hash, or with that of an earlier release, to the present file."""
    path = Path(name)
    stem, _, tag = path.stem.rpartition(".")
    unhashed = str(path.with_name(stem + path.suffix)) if stem and len(tag) == 12 else name
    if unhashed not in names():
        abort(404)
    response: Response = redirect(asset_url(unhashed))  # type: ignore[assignment]
    response.headers["Cache-Control"] = "no-cache"
    return response


def favicon() -> Response:
    """What browsers ask for by themselves."""
    return asset("icon.svg")


def _secured(headers: Headers, path: str, url: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value


def init_app(app: Flask, settings: Settings) -> None:
    """Lets templates name a file, and serves /static unless somebody else does."""
    if settings.static is None:
        _serve(app)
    else:
        app.extensions[NAMES] = settings.static
    app.add_url_rule("/static/<path:name>", "asset", asset)
    app.add_url_rule("/favicon.ico", "favicon", favicon)
    app.add_template_global(asset_url, "asset")


def _serve(app: Flask) -> None:
    from whitenoise import WhiteNoise

    from companion.web.platform.making import built

    app.extensions[NAMES] = built().names
    served = WhiteNoise(
        app.wsgi_app,
        root=built().folder.name,
        prefix="static/",
        max_age=YEAR,
        allow_all_origins=False,
        immutable_file_test=lambda path, url: True,
        add_headers_function=_secured,
    )
    app.wsgi_app = served  # type: ignore[method-assign]

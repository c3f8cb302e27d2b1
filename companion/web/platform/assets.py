"""Static files: their URLs, and serving them.

At start they are built into a temporary folder, so that they never lag behind their source, and
WhiteNoise serves them from there before Flask sees the request. A setting can name files that
another server has.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, abort, current_app, redirect, url_for

from companion.settings import Settings
from companion.web.platform.security import HEADERS

if TYPE_CHECKING:
    from wsgiref.headers import Headers

FOREVER = "public, max-age=31536000, immutable"
YEAR = 31536000
NAMES = "companion-static"


def names() -> Mapping[str, str]:
    """Served names of static files, by source name."""
    return cast(Mapping[str, str], current_app.extensions[NAMES])


def asset_url(name: str) -> str:
    """The URL of a static file."""
    return url_for("asset", name=names()[name])


def asset(name: str) -> Response:
    """Serves the current file for a name without a hash, or with the hash of an earlier release."""
    path = Path(name)
    stem, _, tag = path.stem.rpartition(".")
    unhashed = str(path.with_name(stem + path.suffix)) if stem and len(tag) == 12 else name
    if unhashed not in names():
        abort(404)
    response: Response = redirect(asset_url(unhashed))  # type: ignore[assignment]
    response.headers["Cache-Control"] = "no-cache"
    return response


def _secured(headers: Headers, path: str, url: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value


def init_app(app: Flask, settings: Settings) -> None:
    """Registers `asset_url` for templates, and serves /static unless another server does."""
    if settings.static is None:
        _serve(app)
    else:
        app.extensions[NAMES] = settings.static
    app.add_url_rule("/static/<path:name>", "asset", asset)
    # Browsers request it unasked.
    app.add_url_rule("/favicon.ico", "favicon", lambda: asset("icon.svg"))
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

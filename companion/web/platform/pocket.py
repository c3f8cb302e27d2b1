"""Serves a built offline version: static files under /pocket/."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.paths import inside
from companion.settings import Settings
from companion.web.platform.assets import FOREVER

pages = Blueprint("pocket", __name__)
FOLDER = "companion-pocket-folder"
SHELL = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content policy of the shell, which frames the app's pages and starts workers."""
PYTHON = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""Content policy of the worker that runs Python."""
KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""Files with these names; anything else is a hashed file."""


def init_app(app: Flask, settings: Settings) -> None:
    """Registers /pocket/ if the folder has an edition."""
    folder = settings.pocket
    app.extensions[FOLDER] = folder if folder and (folder / "edition.json").is_file() else None


def offered() -> bool:
    """True if this server offers the offline version, and the connection is secure enough."""
    local = request.host.partition(":")[0] in ("localhost", "127.0.0.1")
    return bool(current_app.extensions[FOLDER]) and (request.is_secure or local)


@pages.get("/pocket")
def near() -> ResponseReturnValue:
    return redirect(url_for("platform.pocket.file"), 308)


@pages.get("/pocket/")
@pages.get("/pocket/<path:name>")
def file(name: str = "index.html") -> ResponseReturnValue:
    """A file of the edition, with the headers that any file host would send."""
    folder: Path | None = current_app.extensions[FOLDER]
    place = inside(folder, name) if folder else None
    if place is None:
        abort(404)
    kind = KINDS.get(place.suffix, "application/octet-stream")
    response = Response(place.read_bytes(), content_type=kind)
    response.add_etag()
    lasting = name.startswith("files/")
    response.headers["Cache-Control"] = FOREVER if lasting else "no-cache"
    response.headers["Content-Security-Policy"] = PYTHON if name == "worker.js" else SHELL
    return response.make_conditional(request)

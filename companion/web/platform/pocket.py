"""The pocket edition's folder, where one was built: plain files under /pocket/, for every phone."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue

from companion.paths import inside
from companion.web.platform.assets import FOREVER
from companion.web.platform.settings import Settings

pages = Blueprint("pocket", __name__)
FOLDER = "companion-pocket-folder"
SHELL = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page around the app may do: frame its own pages and begin its own workers."""
PYTHON = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What the one worker may do that has Python."""
KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""Whatever else lies there is a piece, which only the shell reads."""


def init_app(app: Flask, settings: Settings) -> None:
    """Offers the folder, if there is an edition in it."""
    folder = settings.pocket
    app.extensions[FOLDER] = folder if folder and (folder / "edition.json").is_file() else None


def offered() -> bool:
    """True where the pocket edition can be had from this server, by a connection it works with."""
    local = request.host.partition(":")[0] in ("localhost", "127.0.0.1")
    return bool(current_app.extensions[FOLDER]) and (request.is_secure or local)


@pages.get("/pocket")
def near() -> ResponseReturnValue:
    return redirect("/pocket/", 308)


@pages.get("/pocket/")
@pages.get("/pocket/<path:name>")
def file(name: str = "index.html") -> ResponseReturnValue:
    """A file of the edition as any file host would send it."""
    folder: Path | None = current_app.extensions[FOLDER]
    place = inside(folder, name) if folder else None
    if place is None:
        abort(404)
    kind = KINDS.get(place.suffix, "application/octet-stream")
    response = Response(place.read_bytes(), content_type=kind)
    response.add_etag()
    lasting = name.startswith("files/")
    response.headers["Cache-Control"] = FOREVER if lasting else "no-cache"
    response.headers["Content-Security-Policy"] = PYTHON if name == "keeper.js" else SHELL
    return response.make_conditional(request)

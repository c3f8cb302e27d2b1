"""What keeps the pages safe: headers, the origin of every change, the key that signs cookies."""

from __future__ import annotations

import gzip
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "manifest-src 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" a browser would post forms from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SMALLEST = 600
"""Bytes under which compressing does not pay."""


def init_app(app: Flask) -> None:
    """Guards every request and finishes every response."""
    app.before_request(same_origin)
    app.after_request(finish)


def same_origin() -> None:
    """Refuses a change that another site's page sends with this browser's cookies."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "This came from another site.")
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        abort(403, "This came from another site.")


def finish(response: Response) -> Response:
    """Headers on everything; pages are compressed here, as the server does not."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store, private")
    return compressed(response)


def compressed(response: Response) -> Response:
    """The response as gzip, where the browser takes it and it is text worth it."""
    kind = response.mimetype or ""
    if (
        response.direct_passthrough
        or response.is_streamed
        or "Content-Encoding" in response.headers
        or not (kind.startswith("text/") or kind in ("application/json", "image/svg+xml"))
        or "gzip" not in request.headers.get("Accept-Encoding", "")
    ):
        return response
    body = response.get_data()
    if len(body) < SMALLEST:
        return response
    response.set_data(gzip.compress(body, compresslevel=5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def secret_key(folder: Path) -> str:
    """The key that signs cookies: made at the first run, readable by its owner alone."""
    place = folder / "secret.key"
    try:
        with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return place.read_text(encoding="ascii").strip()

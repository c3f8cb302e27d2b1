"""Static files under names that carry a hash of their content, to be kept for ever."""

from __future__ import annotations

import hashlib
import mimetypes
import time
from dataclasses import dataclass, replace
from pathlib import Path

from flask import Flask, Response, abort, request, url_for

from companion.web.packed import made, sources

AGE = 2.0
"""Seconds for which a file is taken to be unchanged."""

FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """One file as it is sent."""

    body: bytes
    packed: bytes
    kind: str
    tag: str
    mtime: int
    looked: float
    """When the file was last looked at, by the process clock."""


_known: dict[str, Asset] = {}


def load(name: str) -> Asset:
    """The file of that name, read again when it has changed; KeyError when there is none."""
    known = _known.get(name)
    if known and time.monotonic() - known.looked < AGE:
        return known
    mtime = max(place.stat().st_mtime_ns for place in sources(name))
    now = time.monotonic()
    if known and known.mtime == mtime:
        asset = replace(known, looked=now)
    else:
        body, packed = made(name)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind.endswith(("javascript", "json", "xml")):
            kind += "; charset=utf-8"
        tag = hashlib.sha256(body).hexdigest()[:12]
        asset = Asset(body, packed, kind, tag, mtime, now)
    _known[name] = asset
    return asset


def tagged(name: str) -> str:
    """ "companion.css" as "companion.0123456789ab.css"."""
    path = Path(name)
    return str(path.with_name(f"{path.stem}.{load(name).tag}{path.suffix}"))


def asset_url(name: str) -> str:
    """Where a page finds a static file."""
    return url_for("asset", name=tagged(name))


def asset(name: str) -> Response:
    """A static file. A name with an old hash gets the present file, but not for ever."""
    path = Path(name)
    stem, _, tag = path.stem.rpartition(".")
    plain, lasting = name, False
    try:
        if stem and len(tag) == 12:
            plain = str(path.with_name(stem + path.suffix))
            lasting = load(plain).tag == tag
        found = load(plain)
    except KeyError:
        abort(404)
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = Response(found.packed if packed else found.body, content_type=found.kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOREVER if lasting else "no-cache"
    response.set_etag(found.tag)
    response.make_conditional(request)
    return response


def favicon() -> Response:
    """What browsers ask for by themselves."""
    return asset("icon.svg")


def init_app(app: Flask) -> None:
    """Serves /static and lets templates name a file."""
    app.add_url_rule("/static/<path:name>", "asset", asset)
    app.add_url_rule("/favicon.ico", "favicon", favicon)
    app.add_template_global(asset_url, "asset")

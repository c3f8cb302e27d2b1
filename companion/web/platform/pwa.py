"""The installed web app: its manifest and its service worker."""

from __future__ import annotations

import hashlib
import json

from flask import Blueprint, Response, current_app, url_for

from companion import __version__, games
from companion.paths import STATIC
from companion.web.platform.assets import asset_url
from companion.web.platform.browser import shown

pages = Blueprint("pwa", __name__)
FILES = (
    *(
        f"fonts/{face}.woff2"
        for face in ("vollkorn-600", "vollkorn-figures", "fira-400", "fira-600", "suits")
    ),
    "home.css",
    "companion.css",
    "pages.css",
    "companion.js",
    "table.js",
    "seats.js",
    "icon.svg",
)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest."""
    icons = [
        {"src": asset_url(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png",
         "purpose": "any maskable"}
        for size in (192, 512)
    ]  # fmt: skip
    data = {
        "name": "The Companion",
        "short_name": "Companion",
        "description": "Scores, rules and rulings for the card table",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f4f1e9",
        "theme_color": "#14503c",
        "icons": icons,
    }
    text = json.dumps(data, separators=(",", ":"))
    response = Response(text, mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@pages.get("/sw.js")
def worker() -> Response:
    """The service worker, with its list of files and its version filled in."""
    assets = [asset_url(name) for name in FILES]
    named = ("platform.pwa.away", "rules.rulebook.every", "rules.rulebook.words")
    of_each = ("rules.rulebook.sheet", "rules.referee.enquiries")
    pages = [url_for(each, key=key) for each in of_each for key in games.all_games()]
    kept = [*assets, *map(url_for, named), *pages]
    body = (STATIC / "worker.js").read_text(encoding="utf-8")
    version = hashlib.sha256("\n".join([__version__, body, *kept]).encode()).hexdigest()[:12]
    body = body.replace("__VERSION__", version).replace('["__KEPT__"]', json.dumps(kept))
    response = Response(body, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@pages.get("/away")
def away() -> str:
    """The installed app's page for when the server cannot be reached."""
    response = shown("platform/away.html", all_games=games.all_games())
    return current_app.make_response(response).get_data(as_text=True)

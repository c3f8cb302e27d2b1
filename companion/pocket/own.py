"""Pages only the offline version has, and replacements for what needs a server."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from flask import Flask, Response, current_app, request, session
from flask.typing import ResponseReturnValue
from jinja2 import ChoiceLoader, FileSystemLoader, ModuleLoader

from companion import clock
from companion.web.people.history import listing, seen, title_of
from companion.web.platform.browser import shown
from companion.web.platform.cards import ago
from companion.web.tables import carry

SETUP = "companion-pocket"
"""Extension: the shell's report of phone and edition."""
TEMPLATES = Path(__file__).with_name("templates")
COMPILED = Path(__file__).with_name("compiled")
"""The templates of all pages as Python, which the build writes; see `archive.pages`."""
COPIED = "copied"
"""Session keys: date of the last copy, and how many evenings were finished then."""
REMIND = 3
"""Finished evenings without a copy after which the home page suggests one."""
UNCOPIED = "X-Companion-Uncopied"
WATCHED = (
    "tables.write_access.scorer",
    "tables.write_access.join",
    "tables.write_access.score",
)
"""Endpoints of the pages that invite other phones."""


def init_app(app: Flask) -> None:
    """Registers the pages."""
    assert app.jinja_loader
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), app.jinja_loader])
    if COMPILED.is_dir():
        app.jinja_env.loader = ModuleLoader(COMPILED)
    # No other phone reaches this one: pages for watchers lead to transferring the table.
    for endpoint in WATCHED:
        app.view_functions[endpoint] = alone
    app.add_url_rule("/saved", view_func=saved)
    app.add_url_rule("/full", view_func=full)
    app.after_request(noted)


def alone(code: str, **_: str) -> ResponseReturnValue:
    """Replaces the page for watchers: how to transfer the table to another phone."""
    return carry.transfer(code)


def saved() -> ResponseReturnValue:
    """The data on this phone, whether the browser may delete it, and a copy to download."""
    phone = current_app.extensions[SETUP]["phone"]
    storage, tables = phone.get("storage", {}), listing().listed(seen())
    last, day = "", session.get(COPIED, ("", 0))[0]
    if tables:
        last = f"{title_of(tables[0].game)}, {ago(tables[0].touched, clock.now())}"
    return shown(
        "saved.html", last=last, finished=finished(),
        open=sum(table.status == "playing" for table in tables),
        taken=in_bytes(storage.get("usage", 0)),
        quota=in_bytes(storage["quota"]) if storage.get("quota") else "",
        persisted=storage.get("persisted"), homed=phone.get("homed"),
        problem=phone.get("problem", ""),
        copied=f"{datetime.fromisoformat(day):%d %B}".lstrip("0") if day else "",
        uncopied=uncopied(),
    )  # fmt: skip


def full() -> ResponseReturnValue:
    """The worker's response when the disk is full."""
    return shown(
        "full.html", 507, code=507, title="Not saved: this phone’s storage is full",
        said="What you entered last is not kept; everything before it is.",
        help="Save a copy, to be safe. Then make room on the phone, go back and enter it again.",
    )  # fmt: skip


def in_bytes(size: int) -> str:
    """A size in words: "2.1 MB", "10.8 GB"."""
    return f"{size / 1e9:.3g} GB" if size >= 1e9 else f"{size / 1e6:.3g} MB"


def finished() -> int:
    return listing().count(seen(status="finished"))


def uncopied() -> int:
    """Evenings finished since the last copy."""
    before: int = session.get(COPIED, ("", 0))[1]
    return max(0, finished() - before)


def noted(response: Response) -> Response:
    """Records that a copy was downloaded; tells the shell when one is due."""
    if response.status_code == 200 and request.endpoint == "tables.exports.all_json":
        session[COPIED] = (clock.now().date().isoformat(), finished())
    elif request.path == "/" and (due := uncopied()) >= REMIND:
        response.headers[UNCOPIED] = str(due)
    return response

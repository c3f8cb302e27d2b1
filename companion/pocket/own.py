"""Pages of the pocket edition's own, and what it says where a server would do more."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request, session
from flask.typing import ResponseReturnValue
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.web.people.history import title_of
from companion.web.people.visible import visible
from companion.web.platform.home import ago
from companion.web.platform.pages import shown
from companion.web.tables import carry

TOLD = "companion-pocket"
TEMPLATES = Path(__file__).with_name("templates")
COPIED = "copied"
"""In the session: the day of the last copy, and how many evenings were finished then."""
REMIND = 3
"""Evenings without a copy after which the first page says so."""
UNCOPIED = "X-Companion-Uncopied"


def init_app(app: Flask, told: Mapping[str, Any]) -> None:
    """Adds the pages to the app. `told` is what the shell says of this phone and this edition."""
    app.extensions[TOLD] = told
    assert app.jinja_loader
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), app.jinja_loader])
    # No other phone reaches this one: what would lead there gives the table away instead.
    for endpoint in ("share.share", "share.joining", "pencil.pencil", "pencil.join"):
        app.view_functions[f"tables.{endpoint}"] = alone
    app.add_url_rule("/saved", view_func=saved)
    app.add_url_rule("/full", view_func=full)
    app.after_request(noted)


def alone(code: str, **_: str) -> ResponseReturnValue:
    """Where a server would let others watch: how a table gets to another phone without one."""
    return carry.along(code)


def saved() -> ResponseReturnValue:
    """What is on this phone, whether it stays there, and a copy of it."""
    phone = current_app.extensions[TOLD]["phone"]
    storage, found = phone.get("storage", {}), visible()
    last, day = "", session.get(COPIED, ("", 0))[0]
    if found:
        last = f"{title_of(found[0].game)}, {ago(found[0].row.touched, datetime.now(UTC))}"
    return shown(
        "saved.html", last=last, finished=finished(),
        open=sum(head.row.status == "playing" for head in found),
        taken=room(storage.get("usage", 0)),
        room=room(storage["quota"]) if storage.get("quota") else "",
        persisted=storage.get("persisted"), problem=phone.get("problem", ""),
        copied=f"{datetime.fromisoformat(day):%d %B}".lstrip("0") if day else "",
        uncopied=uncopied(),
    )  # fmt: skip


def full() -> ResponseReturnValue:
    """What the worker answers where the phone's disk took no entry."""
    return shown(
        "full.html", 507, code=507, title="Not saved: this phone takes no more",
        said="What you entered last is not kept; everything before it is.",
        help="Save a copy, to be safe. Then make room on the phone, go back and enter it again.",
    )  # fmt: skip


def room(size: int) -> str:
    """So many bytes in words: "2.1 MB", "10.8 GB"."""
    return f"{size / 1e9:.3g} GB" if size >= 1e9 else f"{size / 1e6:.3g} MB"


def finished() -> int:
    return sum(head.row.status == "finished" for head in visible())


def uncopied() -> int:
    """Evenings that were finished since the last copy."""
    before: int = session.get(COPIED, ("", 0))[1]
    return max(0, finished() - before)


def noted(response: Response) -> Response:
    """Notes that a copy was made; tells the shell when one is due."""
    if response.status_code == 200 and request.path == "/export.json":
        session[COPIED] = (datetime.now(UTC).date().isoformat(), finished())
    elif request.path == "/" and (due := uncopied()) >= REMIND:
        response.headers[UNCOPIED] = str(due)
    return response

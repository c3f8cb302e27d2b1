"""Rendering: a whole page to a browser, its table alone to htmx."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, redirect, render_template, request, session
from flask.typing import ResponseReturnValue
from flask_htmx import HTMX, make_response

htmx = HTMX()
LOOKS = {
    "type": ("normal", "large", "largest"),
    "suits": ("two", "four"),
    "light": ("phone", "light", "dark"),
}
"""How this phone shows its pages, in the session; nobody has to choose: the first of each."""


def partial() -> bool:
    """True if htmx asks for the inside of a page it has."""
    return bool(htmx) and not htmx.history_restore_request


def render(template: str, /, **more: Any) -> str:
    """The template as a whole page, or as its table alone for htmx."""
    base = "platform/partial.html" if partial() else "layout.html"
    looks = {name: session.get(name, each[0]) for name, each in LOOKS.items()}
    return render_template(template, base=base, looks=looks, **more)


def shown(template: str, /, status: int = 200, url: str = "", **more: Any) -> ResponseReturnValue:
    """A response; `url` is where the browser then is."""
    page = render(template, **more)
    moves = partial() and url and url != request.full_path.rstrip("?")
    response: Response = make_response(page, status, push_url=url if moves else None)
    return response


def sent_to(url: str) -> ResponseReturnValue:
    """Leads the browser on to another page after a change, with htmx or without."""
    return make_response(redirect=url) if partial() else redirect(url, 303)


def number(name: str) -> int:
    """A whole number out of the form; a 400 page when it is none."""
    text = request.form.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        abort(400, f"The form says nothing of “{name}”.")
    return int(text)

"""Rendering: whole pages for navigation, the part inside <main> for htmx."""

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
"""Display settings in the session; the first value of each is the default."""


def partial() -> bool:
    """True if htmx asks for a part of the page."""
    return bool(htmx) and not htmx.history_restore_request


def render(template: str, /, **more: Any) -> str:
    """Renders a template, as a whole page or as a part for htmx."""
    base = "platform/partial.html" if partial() else "layout.html"
    looks = {name: session.get(name, each[0]) for name, each in LOOKS.items()}
    return render_template(template, base=base, looks=looks, **more)


def shown(template: str, /, status: int = 200, url: str = "", **more: Any) -> ResponseReturnValue:
    """A response with a rendered template; `url` is pushed to the browser's history."""
    page = render(template, **more)
    moves = partial() and url and url != request.full_path.rstrip("?")
    response: Response = make_response(page, status, push_url=url if moves else None)
    return response


def sent_to(url: str) -> ResponseReturnValue:
    """Redirects after a change, for browsers and for htmx."""
    return make_response(redirect=url) if partial() else redirect(url, 303)


def asked_number(name: str) -> int:
    """An integer of the query or the form; 0 if it is none."""
    text = request.values.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


def number(name: str) -> int:
    """An integer from the form; 400 if it is none."""
    text = request.form.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        abort(400, f"The form says nothing of “{name}”.")
    return int(text)

"""Rendering: a whole page to a browser, its table alone to htmx."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask import current_app, make_response, render_template, request, session
from flask.templating import Environment
from flask.typing import ResponseReturnValue


class Templates(Environment):
    """Jinja, with the names that every template knows laid together once.

    Jinja keeps two maps behind each other, which it goes through anew for every include and every
    import of a page. A name given to the environment after a template was first used is therefore
    not seen by it; ours are all given while the app is made.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names of the environment and those of one template."""
        return {**self.globals, **(d or {})}


def partial() -> bool:
    """Whether htmx asks for the inside of a page it has."""
    return bool(current_app.htmx) and not current_app.htmx.history_restore_request  # type: ignore[attr-defined]


def render(template: str, /, **more: Any) -> str:
    """The template as a whole page, or as its table alone for htmx."""
    base = "partial.html" if partial() else "layout.html"
    return render_template(template, base=base, four=session.get("suits") == "four", **more)


def shown(
    template: str, /, status: int = 200, url: str = "", keep: bool = False, **more: Any
) -> ResponseReturnValue:
    """A response: `url` is where the browser then is; `keep` stays where the page is scrolled."""
    response = make_response(render(template, **more), status)
    if partial():
        if url and url != request.full_path.rstrip("?"):
            response.headers["HX-Push-Url"] = url
        if keep:
            response.headers["HX-Reswap"] = "outerMorph"
    return response

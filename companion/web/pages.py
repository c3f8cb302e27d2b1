"""Rendering: a whole page to a browser, its table alone to htmx."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import current_app, make_response, render_template, request, session
from flask.sansio.app import App
from flask.templating import Environment
from flask.typing import ResponseReturnValue
from markupsafe import Markup

PARTS = 64
"""Parts of pages that are kept: as many as tables are played at, and some."""


class Templates(Environment):
    """Jinja, with the names that every template knows laid together once.

    Jinja keeps two maps behind each other, which it goes through anew for every include and every
    import of a page. A name given to the environment after a template was first used is therefore
    not seen by it; ours are all given while the app is made.
    """

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self.globals["part"] = lru_cache(PARTS)(self.part)

    def part(self, template: str, **values: Hashable) -> Markup:
        """A part of a page that shows these values and nothing else, the request included. To
        templates it is known as `part`, which draws the same values only once."""
        return Markup(self.get_template(template).render(values))

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names of the environment and those of one template."""
        return {**self.globals, **(d or {})}


def partial() -> bool:
    """Whether htmx asks for the inside of a page it has."""
    return bool(current_app.htmx) and not current_app.htmx.history_restore_request  # type: ignore[attr-defined]


@dataclass
class Drawn:
    """Pages of a table as it stands, kept until something is entered at it.

    A page is kept by its template, its frame and the browser's own look; of all else it shows, the
    id of its form alone is new each time.
    """

    submission: str
    """The id of the form of the page that is wanted now."""
    known: dict[tuple[str, str, bool], tuple[str, str]]
    """The pages, each with the id it was drawn with."""

    def page(self, template: str, base: str, four: bool, **more: Any) -> str:
        """The page, from memory where it was drawn before."""
        found = self.known.get((template, base, four))
        if found:
            return found[0].replace(found[1], self.submission)
        page = render_template(template, base=base, four=four, **more)
        self.known[template, base, four] = page, self.submission
        return page


def render(template: str, /, drawn: Drawn | None = None, **more: Any) -> str:
    """The template as a whole page, or as its table alone for htmx."""
    base = "partial.html" if partial() else "layout.html"
    four = session.get("suits") == "four"
    if drawn:
        return drawn.page(template, base, four, **more)
    return render_template(template, base=base, four=four, **more)


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

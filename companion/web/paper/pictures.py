"""A result as a picture and as words to send, and the preview that a link to a table shows."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from companion import printing
from companion.engine.record import Act
from companion.printing import Drawing, picture
from companion.printing.text import file_name
from companion.tables import Snapshot
from companion.web.paper.prints import ordered, tagged
from companion.web.platform import browser
from companion.web.platform.browser import sent_to, shown
from companion.web.rules.words import weekday
from companion.web.tables import carry
from companion.web.tables.view import look

pages = Blueprint("pictures", __name__)
NONE_HERE = (
    "This server cannot draw pictures: the Python package resvg-py is missing. Install it, start "
    "the Companion again, and they are here. The words below can be sent without it."
)
LINKS = "links"
"""Key in a record's head: True if link previews may show names."""


def names_in_links(table: Snapshot) -> bool:
    """True if the table allows link previews to show who plays."""
    return LINKS in table.record.head


@pages.get("/t/<code>/picture")
def page(code: str) -> ResponseReturnValue:
    """The picture, its words, and how to send them."""
    table = browser.opened(code)
    ending, day = table.ending, weekday(table.stored.begun)
    alone = current_app.config.get("ALONE")
    link = url_for("tables.play.table", code=table.code, _external=True)
    if alone:
        # Nobody can watch a phone: its link has the whole table, and is not for those who watch.
        link = carry.link_of(table) if browser.may_write(table) else ""
    return shown(
        "tables/picture.html", v=look(table), ending=ending, link=link,
        words=picture.as_text(ending, day, link), names=names_in_links(table),
        problem="" if alone or printing.can_paint() else NONE_HERE,
        name=file_name(table.replay.title, f"{table.stored.begun.astimezone():%Y-%m-%d}") + ".png",
    )  # fmt: skip


@pages.get("/t/<code>/picture.png")
def png(code: str) -> ResponseReturnValue:
    """The result, or the standing so far, for a chat: 1080 by 1350."""
    table = browser.table(code)
    tag = printing.tag("finished", table.identity, table.status)
    return as_png(tag, lambda: picture.finished(table.ending, weekday(table.stored.begun)))


@pages.get("/t/<code>/picture.svg")
def svg(code: str) -> ResponseReturnValue:
    """The same as a drawing, for a browser that makes the picture of it."""
    table = browser.table(code)
    drawing = picture.finished(table.ending, weekday(table.stored.begun))
    return Response(picture.lettered(drawing), content_type="image/svg+xml")


@pages.get("/t/<code>/preview.png")
def preview(code: str) -> ResponseReturnValue:
    """The preview image of links to the table: 1200 × 630, the score, names only if allowed."""
    table = browser.table(code)
    tag = printing.tag("preview", table.identity, table.status)
    return as_png(tag, lambda: picture.preview(table.ending, names=names_in_links(table)))


@pages.post("/t/<code>/links")
def links(code: str) -> ResponseReturnValue:
    """Allows or forbids names in link previews."""
    table = browser.writable(code)
    choice = "names" if request.form.get("wish") == "names" else None
    browser.tables().do(table, [Act("answer", 0, {LINKS: choice})], browser.sent())
    return sent_to(url_for("paper.pictures.page", code=table.code))


def as_png(tag: str, make: Callable[[], Drawing]) -> ResponseReturnValue:
    """A drawing as a PNG response; drawn only if neither client nor server has it cached. 503 if
    resvg, which draws pictures, is not installed."""
    if not printing.can_paint():
        abort(503, NONE_HERE)
    response = tagged("image/png", tag)
    if response.status_code == 304:
        return response
    try:
        painted = ordered(tag, make, picture=True)
    except printing.NoPictures:
        abort(503, NONE_HERE)
    except (printing.NotYet, printing.PrintFailed) as trouble:
        raise ServiceUnavailable(str(trouble), retry_after=trouble.seconds) from None
    response.set_data(painted.body)
    return response

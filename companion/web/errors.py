"""Pages for what goes wrong: nothing here, not yours to write, too much, and our own fault."""

from __future__ import annotations

from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.questions import Refused
from companion.record import BadRecord
from companion.web.pages import render

TITLES = {
    400: "That cannot be read",
    403: "You are watching",
    404: "Nothing is here",
    405: "That is not done this way",
    410: "This table was deleted",
    413: "That is too much",
    500: "Something broke here",
}
HELP = {
    400: "Go back and send it again. What is stored is untouched.",
    403: "Ask the scorer for the scorer’s link if you are to write.",
    404: "The link may be old, or a letter was missed.",
    405: "Go back and use the page’s own buttons.",
    410: "Deleted tables are listed under History, until they are deleted for good.",
    413: "A page of this kind takes a few hundred lines at most.",
    500: "Nothing entered before is lost. Go back and try again.",
}


def page(error: HTTPException) -> tuple[str, int]:
    """A friendly page for an HTTP error."""
    code = error.code or 500
    said = error.description if type(error).description != error.description else ""
    return (
        render("error.html", code=code, title=TITLES.get(code, error.name), said=said or "",
               help=HELP.get(code, "")),
        code,
    )  # fmt: skip


def unreadable(error: BadRecord | Refused) -> tuple[str, int]:
    """What no game could take, sent by hand or by a broken page."""
    said = error.message if isinstance(error, Refused) else str(error)
    return render("error.html", code=400, title=TITLES[400], said=said, help=HELP[400]), 400


def broken(error: Exception) -> tuple[str, int]:
    """Our own fault."""
    return render("error.html", code=500, title=TITLES[500], said="", help=HELP[500]), 500


def init_app(app: Flask) -> None:
    """Registers the pages."""
    app.register_error_handler(HTTPException, page)
    app.register_error_handler(BadRecord, unreadable)
    app.register_error_handler(Refused, unreadable)
    app.register_error_handler(500, broken)

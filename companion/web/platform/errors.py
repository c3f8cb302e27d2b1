"""Error pages: not found, not allowed, too many requests, internal errors."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_htmx import make_response
from werkzeug.exceptions import (
    BadHost,
    BadRequest,
    HTTPException,
    SecurityError,
    ServiceUnavailable,
)
from werkzeug.exceptions import NotFound as Missing

from companion.budget import UsedUp
from companion.engine.record import BadRecord
from companion.questions import Refused
from companion.store import NotFound, Trouble
from companion.web.platform import browser, signals
from companion.web.platform.browser import partial, render

TITLES = {
    400: "Invalid request",
    403: "You are watching",
    404: "Page not found",
    405: "This page cannot be opened directly",
    410: "This table was deleted",
    413: "Too much data",
    414: "That address is too long",
    429: "Too many attempts",
    500: "Something broke here",
}
HELP = {
    400: "Go back and send it again. What is stored is untouched.",
    403: "To keep the score, tap “Take over scoring” on the table’s page.",
    404: "The link may be old or mistyped.",
    405: "Go back and use the page’s own buttons.",
    410: "Deleted tables are listed under History, until they are deleted for good.",
    413: "This page accepts a few hundred lines.",
    414: "Go back and use the page’s own links.",
    429: "Wait a moment, then go on. What is stored is untouched.",
    503: "Nothing is lost. Try again in a moment.",
    500: "Nothing entered before is lost. Go back and try again.",
}


TROUBLE = {
    "full": "The server’s disk is full. Free some space.",
    "readonly": "The file with the scores is read-only.",
    "locked": "Another program holds the scores just now.",
    "damaged": "The file with the scores is damaged. Nothing in it was overwritten.",
    "gone": "The database does not answer.",
    "moved": "The file with the scores was moved or replaced while the server was running. Ask the "
    "host to stop the server, put the file back, and start it again.",
}
"""Messages for each kind of database failure."""
AGAIN = 5
"""Seconds after which to retry."""

LATER = 60
"""The same for a request that takes too long."""
TOO_LONG = "This takes longer than a page may take. Ask for less of it, or use the command line."

Answer = tuple[str, int, dict[str, str]]


def trouble(error: Trouble) -> Response:
    """503: the database cannot be used just now. The client keeps its form."""
    signals.send(signals.TROUBLE, kind=error.kind)
    note = TROUBLE.get(error.kind, "The scores cannot be reached.")
    if error.kind == "damaged" and (name := browser.last_backup()):
        note += f" The last good backup is {name}."
    text = render("platform/error.html", code=503, title="Nothing can be saved just now", said=note,
                  help="What was saved before is safe. What you just sent was not saved: "
                  "go back, it is still there, and send it again.")  # fmt: skip
    # htmx keeps the page with its form, and shows that nothing was saved.
    stays = "none" if partial() else None
    answer: Response = make_response(text, 503, {"Retry-After": str(AGAIN)}, reswap=stays)
    return answer


def page(error: HTTPException) -> Answer:
    """The page of an HTTP error; Flask makes one of any other exception, too."""
    code = error.code or 500
    wait = getattr(error, "retry_after", None)
    more = {"Retry-After": str(wait)} if wait else {}
    if code == 503 and wait and request.method == "GET" and not partial():
        more["Refresh"] = str(wait)  # the browser asks again by itself
    if code == 503 and request.method == "POST" and partial():
        more["HX-Reswap"] = "none"  # the browser keeps the form, and sends it again
    message = error.description if type(error).description != error.description else ""
    return (
        render("platform/error.html", code=code, title=TITLES.get(code, error.name),
               said=message or "", help=HELP.get(code, "")),
        code,
        more,
    )  # fmt: skip


def used_up(_: UsedUp) -> Answer:
    """503: the request needs more processor time than it may use. It is not asked again by itself:
    it would take as long."""
    text, code, more = page(ServiceUnavailable(TOO_LONG, retry_after=LATER))
    more.pop("Refresh", None)
    return text, code, more


def elsewhere(_: BadHost | SecurityError) -> Answer:
    """400 for an impossible or untrusted Host header; the page has no links, since none can be
    built."""
    return "This is not a name of the Companion.\n", 400, {"Content-Type": "text/plain"}


def unreadable(error: BadRecord | Refused) -> Answer:
    """400 for input that no game can read: made by hand, or by a bug in a page."""
    return page(BadRequest(str(error)))


def deleted(missing: NotFound) -> Answer:
    """404 for a table, a club or a set of house rules that was deleted during the request."""
    message = str(missing)
    return page(Missing(f"{message[:1].upper()}{message[1:]}."))


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, page)
    app.register_error_handler(BadHost, elsewhere)
    app.register_error_handler(SecurityError, elsewhere)
    app.register_error_handler(Trouble, trouble)
    app.register_error_handler(NotFound, deleted)
    app.register_error_handler(UsedUp, used_up)
    app.register_error_handler(BadRecord, unreadable)
    app.register_error_handler(Refused, unreadable)

"""Who may watch and who may write: the watch code, the scorer's link, and handing it over."""

from __future__ import annotations

import io
from hmac import compare_digest

import segno
from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.web.platform import browser, limits
from companion.web.platform.pages import shown
from companion.web.tables.view import look

pages = Blueprint("share", __name__)


def qr(url: str) -> Markup:
    """A link as a QR code: one SVG path, no style."""
    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, svgclass=None,
        lineclass=None, nl=False, dark="#000", light=None, title="QR code of the link",
    )  # fmt: skip
    return Markup(out.getvalue().decode())


@pages.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The links of a table. The scorer's link is shown only to those who have it."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    watch = url_for("tables.play.table", code=table.code, _external=True)
    score = ""
    if view.writes:
        key = table.stored.key
        score = url_for("tables.share.score", code=table.code, key=key, _external=True)
    spaced = f"{table.code[:3]} {table.code[3:]}"
    return shown(
        "tables/share.html", v=view, watch=watch, score=score, qr=qr, code=spaced,
        host=request.host, lost=browser.lost(table),
    )  # fmt: skip


@pages.post("/t/<code>/rekey")
def rekey(code: str) -> ResponseReturnValue:
    """Takes the right to write back from every other phone."""
    table = browser.tables().rekey(browser.writable(code).code)
    browser.remember(table, table.stored.key)
    return redirect(f"/t/{table.code}/share", 303)


@pages.post("/t/<code>/letgo")
def let_go(code: str) -> ResponseReturnValue:
    """Hands the pencil over: this phone only watches from now on."""
    table = browser.writable(code)
    browser.let_go(table)
    return redirect(f"/t/{table.code}", 303)


@pages.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """The score across the room: totals as large as they fit, for a television or a tablet."""
    if browser.has_seen(code):
        return Response(status=304)
    table = browser.table(code)
    spaced = f"{table.code[:3]} {table.code[3:]}"
    response = make_response(
        shown("tables/board.html", v=look(table), code=spaced, host=request.host)
    )
    response.headers["HX-PTag"] = str(table.seq)
    return response


@pages.get("/t/<code>/score/<key>")
def score(code: str, key: str) -> ResponseReturnValue:
    """Opens a table for writing and leaves the key out of the address."""
    table = browser.table(code)
    if not compare_digest(key.encode(), table.stored.key.encode()):
        limits.missed()
        abort(403, "This is not the scorer’s link of this table.")
    browser.remember(table, table.stored.key)
    return redirect(f"/t/{table.code}")

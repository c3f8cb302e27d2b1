"""Who may watch and who may write: the watch code, the scorer's link, and handing it over."""

from __future__ import annotations

import io
from hmac import compare_digest

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.web import keys, limits
from companion.web.pages import shown
from companion.web.view import look

pages = Blueprint("share", __name__)


def qr(url: str) -> Markup:
    """A link as a QR code: one SVG path, no style."""
    out = io.BytesIO()
    import segno  # few pages have a code

    segno.make(url, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, svgclass=None,
        lineclass=None, nl=False, dark="#000", light=None, title="QR code of the link",
    )  # fmt: skip
    return Markup(out.getvalue().decode())


@pages.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The links of a table. The scorer's link is shown only to those who have it."""
    stored = keys.table(code)
    keys.remember(stored)
    view = look(stored)
    watch = url_for("play.table", code=stored.code, _external=True)
    score = ""
    if view.writes:
        score = url_for("share.score", code=stored.code, key=stored.key, _external=True)
    spaced = f"{stored.code[:3]} {stored.code[3:]}"
    return shown(
        "tables/share.html", v=view, watch=watch, score=score, qr=qr, code=spaced,
        host=request.host, lost=keys.lost(stored),
    )  # fmt: skip


@pages.post("/t/<code>/rekey")
def rekey(code: str) -> ResponseReturnValue:
    """Takes the right to write back from every other phone."""
    stored = keys.store().rekey(keys.writable(code).code)
    keys.remember(stored, stored.key)
    return redirect(f"/t/{stored.code}/share", 303)


@pages.post("/t/<code>/letgo")
def let_go(code: str) -> ResponseReturnValue:
    """Hands the pencil over: this phone only watches from now on."""
    stored = keys.writable(code)
    keys.let_go(stored)
    return redirect(f"/t/{stored.code}", 303)


@pages.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """The score across the room: totals as large as they fit, for a television or a tablet."""
    stored = keys.table(code)
    if request.headers.get("HX-PTag") == str(stored.seq):
        return Response(status=304)
    spaced = f"{stored.code[:3]} {stored.code[3:]}"
    response = make_response(
        shown("tables/board.html", v=look(stored), code=spaced, host=request.host)
    )
    response.headers["HX-PTag"] = str(stored.seq)
    return response


@pages.get("/t/<code>/score/<key>")
def score(code: str, key: str) -> ResponseReturnValue:
    """Opens a table for writing and leaves the key out of the address."""
    stored = keys.table(code)
    if not compare_digest(key.encode(), stored.key.encode()):
        limits.missed()
        abort(403, "This is not the scorer’s link of this table.")
    keys.remember(stored, stored.key)
    return redirect(f"/t/{stored.code}")

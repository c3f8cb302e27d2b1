"""The watchers' link and the score board."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, make_response, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.results.chart import ACROSS, chart
from companion.web.platform import browser
from companion.web.platform.browser import shown
from companion.web.tables.view import look

pages = Blueprint("share", __name__)


def qr(url: str) -> Markup:
    """A QR code as SVG, a single path without styles."""
    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, svgclass=None,
        lineclass=None, nl=False, dark="#000", light=None, title="QR code of the link",
    )  # fmt: skip
    return Markup(out.getvalue().decode())


@pages.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The watchers' link as QR code, and the code to type."""
    table = browser.table(code)
    browser.remember(table)
    link = url_for("tables.play.table", code=table.code, _external=True)
    spaced = f"{table.code[:3]} {table.code[3:]}"
    return shown("tables/share.html", v=look(table), qr=qr(link), code=spaced, host=request.host)


@pages.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """The score board: totals as large as they fit, for a television or a tablet."""
    if browser.has_seen(code):
        return Response(status=304)
    table = browser.table(code)
    spaced = f"{table.code[:3]} {table.code[3:]}"
    watch = url_for("tables.play.table", code=table.code, _external=True)
    page = shown(
        "tables/board.html", v=look(table), code=spaced, host=request.host, qr=qr(watch),
        ending=table.ending, chart=chart(table.replay, ACROSS),
    )  # fmt: skip
    response = make_response(page)
    response.headers["HX-PTag"] = str(table.seq)
    return response

"""Who may watch and who may write: the watch code, the scorer's link, and handing it over."""

from __future__ import annotations

import io
from hmac import compare_digest
from typing import Any

import segno
from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.moment import Ending
from companion.store import pencils
from companion.web.platform import browser, limits
from companion.web.platform.pages import render, sent_to, shown
from companion.web.tables import pencil
from companion.web.tables.chart import ACROSS, progress
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
    """The links of a table. Those that let a phone in or let it write are shown only to the scorer;
    of these the page asks again, for each is good for one phone."""
    table = browser.table(code)
    browser.remember(table)
    view = look(table)
    link = url_for("tables.play.table", code=table.code, _external=True)
    more: dict[str, Any] = {}
    if view.writes:
        key = table.stored.key
        store = browser.store()
        pencils.heard(store, table.code, browser.phone(), key)
        link = pencil.pass_link(table, pencil.JOIN)
        more = {
            "score": url_for("tables.share.score", code=table.code, key=key, _external=True),
            "give": pencil.pass_link(table, pencil.TAKE),
            "rescue": pencil.in_fours(pencil.rescue_code(table)),
        }
    spaced = f"{table.code[:3]} {table.code[3:]}"
    return shown(
        "tables/share.html", v=view, link=link, qr=qr, code=spaced, host=request.host,
        p=pencil.pencil_of(table), **more,
    )  # fmt: skip


@pages.get("/t/<code>/share/joining")
def joining(code: str) -> ResponseReturnValue:
    """Asked by the scorer's page of links: the code for the next phone, and who is in; 304 while
    nobody has come."""
    table = browser.table(code)
    if not browser.may_write(table):
        return sent_to(f"/t/{table.code}")
    store = browser.store()
    pencils.heard(store, table.code, browser.phone(), table.stored.key)
    tag = str(pencils.next_place(store, table.code))
    if request.headers.get("HX-PTag") == tag:
        return Response(status=304)
    link = pencil.pass_link(table, pencil.JOIN)
    page = render("tables/pencil_phones.html", v=look(table), p=pencil.pencil_of(table), link=link,
                  qr=qr)  # fmt: skip
    response = Response(page)
    response.headers["HX-PTag"] = tag
    return response


@pages.post("/t/<code>/rekey")
def rekey(code: str) -> ResponseReturnValue:
    """Takes the right to write back from every other phone, and makes another rescue code."""
    table = browser.tables().rekey(browser.writable(code).code, browser.who())
    pencils.forget_rescue(browser.store(), table.code)
    browser.remember(table, table.stored.key)
    return redirect(f"/t/{table.code}/share", 303)


@pages.post("/t/<code>/letgo")
def let_go(code: str) -> ResponseReturnValue:
    """Hands the pencil over: this phone only watches from now on."""
    table = browser.writable(code)
    pencils.let_go(browser.store(), table.code, browser.who())
    browser.let_go(table)
    return redirect(f"/t/{table.code}", 303)


@pages.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """The score across the room: totals as large as they fit, for a television or a tablet."""
    if browser.has_seen(code):
        return Response(status=304)
    table = browser.table(code)
    spaced = f"{table.code[:3]} {table.code[3:]}"
    watch = url_for("tables.play.table", code=table.code, _external=True)
    page = shown(
        "tables/board.html", v=look(table), code=spaced, host=request.host, qr=qr(watch),
        ending=Ending(table.replay), chart=progress(table.replay, ACROSS),
    )  # fmt: skip
    response = make_response(page)
    response.headers["HX-PTag"] = str(table.seq)
    return response


@pages.get("/t/<code>/score/<key>")
def score(code: str, key: str) -> ResponseReturnValue:
    """Opens a table for writing and leaves the key out of the address."""
    table = browser.table(code)
    if not compare_digest(key.encode(), table.stored.key.encode()):
        limits.missed()
        abort(403, "This is not the scorer’s link of this table.")
    if not browser.may_write(table):
        pencils.opened(browser.store(), table.code, browser.who())
    browser.remember(table, table.stored.key)
    return redirect(f"/t/{table.code}")

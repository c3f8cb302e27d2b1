"""The right to score: admission of phones, takeover of scoring, the scorer's link. And viewing:
the watchers' link, the score board."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.results.chart import ACROSS, chart
from companion.store import NotFound, write_access
from companion.store.rows import same
from companion.tables import Snapshot
from companion.tables.write_access import seated
from companion.web.platform import browser, signals
from companion.web.platform.browser import render, sent_to, shown
from companion.web.platform.qr import qr
from companion.web.tables.view import View, look

pages = Blueprint("write_access", __name__)


def scorers_link(table: Snapshot) -> str:
    """The scorer's link, printed on the sheet. A phone that opens it may take over scoring."""
    key = table.stored.key
    return url_for("tables.write_access.score", code=table.code, key=key, _external=True)


def access_page(view: View, **more: Any) -> ResponseReturnValue:
    """The page of this phone's options: admit others, take over scoring, or request access."""
    table = view.table
    if view.writes:
        more |= {"score": scorers_link(table), **_invitation(table, fresh=True)}
    status = 403 if view.note else 200
    return shown("tables/write_access.html", status, v=view, p=browser.access(table), qr=qr, **more)


def _invitation(table: Snapshot, *, fresh: bool = False) -> dict[str, Any]:
    """The QR code and digits that let a phone in."""
    invitation = write_access.invitation(browser.store(), table.code, fresh=fresh)
    link = url_for(
        "tables.write_access.join", code=table.code, token=invitation.code, _external=True
    )
    digits = "" if write_access.exhausted(invitation) else invitation.digits
    return {"link": link, "digits": digits, "host": request.host}


@pages.get("/t/<code>/pencil")
def scorer(code: str) -> ResponseReturnValue:
    return access_page(look(browser.opened(code)))


@pages.get("/t/<code>/pencil/door")
def invitation(code: str) -> ResponseReturnValue:
    """Polled by the scorer's page, which keeps its code valid: the code and the phones let in; 304
    if unchanged."""
    table = browser.table(code)
    if not browser.may_write(table):
        return sent_to(browser.table_url(table.code))
    shows = _invitation(table)
    tag = f"{table.seq}-{shows['digits']}"
    if request.headers.get("HX-PTag") == tag:
        return Response(status=304)
    page = render("tables/invitation.html", v=look(table), p=browser.access(table), qr=qr, **shows)
    return Response(page, headers={"HX-PTag": tag})


@pages.post("/t/<code>/pencil/shut")
def shut(code: str) -> ResponseReturnValue:
    """The scorer leaves the page: code and digits expire."""
    table = browser.writable(code)
    write_access.shut(browser.store(), table.code)
    return sent_to(browser.table_url(table.code))


# -- letting a phone in --------------------------------------------------------------------------


@pages.get("/t/<code>/join/<token>")
def join(code: str, token: str) -> ResponseReturnValue:
    """The page behind the QR code; a button lets the phone in."""
    table = browser.opened(code)
    if browser.may_write(table) or browser.may_take(table):
        return redirect(url_for("tables.write_access.scorer", code=table.code))
    return access_page(look(table), said=token)


@pages.post("/t/<code>/join")
def joined(code: str) -> ResponseReturnValue:
    """Admit this phone by QR code or digits. Digits on the takeover page also take over scoring."""
    table = browser.table(code)
    signals.send(signals.GUESS)
    token = "".join(request.form.get("said", "").split())[:64]
    seat = request.form.get("seat", "")
    seat = seat if seated(table, seat) else ""
    if write_access.let_in(
        browser.store(), table.code, browser.phone(), token, seat, browser.who()
    ):
        browser.remember(table)
        if "take" in request.form:
            return _taken(table)
        return sent_to(browser.table_url(table.code))
    signals.send(signals.WRONG)
    words = (
        "The scorer’s phone shows it under Share, Take over scoring. "
        "It expires when that page is left."
    )
    return access_page(look(table).refusing("That is not the code shown now.", words))


@pages.post("/t/<code>/mine")
def mine(code: str) -> ResponseReturnValue:
    """Records whose phone this is."""
    table = browser.writable(code)
    if seated(table, seat := request.form.get("seat", "")):
        write_access.named(browser.store(), table.code, browser.phone(), seat, browser.who())
    return sent_to(url_for("tables.write_access.scorer", code=table.code))


# -- takeover of scoring -------------------------------------------------------------------------


def has_key(code: str, key: str) -> bool:
    """True for the key of this table, which is too long to be found by trying."""
    with suppress(NotFound), browser.store().looking(code) as (_, row):
        return same(key, row.key)
    return False


@pages.post("/t/<code>/pencil")
def take(code: str) -> ResponseReturnValue:
    """Make this phone the scorer, if it was admitted or has the scorer's link. The other phones are
    notified."""
    key = request.form.get("key", "")
    return _taken(browser.table(code, keyed=has_key(code, key)), key)


def _taken(table: Snapshot, key: str = "") -> ResponseReturnValue:
    key = key or browser.known().get(table.code, "")
    store, who = browser.store(), browser.who()
    kept = write_access.take(store, table.code, browser.phone(), key, who)
    if not kept:
        signals.send(signals.WRONG)
        words = "The scorer’s phone shows a code for it under Share, Take over scoring."
        return access_page(look(table).refusing("This phone cannot take over yet.", words))
    browser.remember(table, kept)
    return sent_to(url_for("tables.play.table", code=table.code, took=1))


@pages.get("/t/<code>/score/<key>")
def score(code: str, key: str) -> ResponseReturnValue:
    """The scorer's link: take over scoring, after a confirmation if another phone is the scorer."""
    table = browser.table(code, keyed=has_key(code, key))
    if not same(key, table.stored.key):
        signals.send(signals.WRONG)
        abort(403, "This is not the scorer’s link of this table.")
    if browser.may_write(table) and browser.known().get(table.code) == key:
        return redirect(browser.table_url(table.code))
    if table.stored.row.scorer is None or browser.may_write(table):
        write_access.take(browser.store(), table.code, browser.phone(), key, browser.who())
        browser.remember(table, key)
        return redirect(browser.table_url(table.code))
    browser.remember(table)
    return access_page(look(table), key=key)


@pages.post("/t/<code>/rekey")
def rekey(code: str) -> ResponseReturnValue:
    """Revokes all other phones and creates a new scorer's link."""
    table = browser.writable(code)
    key = write_access.rekey(browser.store(), table.code, browser.phone(), browser.who())
    browser.remember(table, key)
    return sent_to(url_for("tables.write_access.scorer", code=table.code))


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

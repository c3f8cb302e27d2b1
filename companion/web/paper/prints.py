"""Paper: a print page per game and per table, the documents as PDF, and as pages to look at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from companion import games, printing
from companion.paths import PRINTABLES, inside
from companion.printing import Document, documents, fingerprints, library
from companion.printing.text import unspelt
from companion.questions import Refused
from companion.tables import Snapshot
from companion.web.paper.orders import (
    Order,
    Plan,
    built,
    fitting,
    heavy,
    legible,
    order,
    plan,
    with_table,
)
from companion.web.platform import browser, signals
from companion.web.platform.assets import FOREVER
from companion.web.platform.browser import game_of, partial, shown
from companion.web.platform.security import POLICY as STRICT
from companion.web.rules.rulebook import on_the_table
from companion.web.rules.sets import bundles

pages = Blueprint("prints", __name__)

POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""Content policy of a document shown in a browser: no scripts, framed by our own pages only."""
NO_PANGO = (
    "There are no PDFs on this machine: Pango is missing, and “make pango” brings it. "
    "This page prints as well, from the browser’s own menu."
)
AT_ONCE = 5
"""The most games in one PDF of all documents on a server."""


# -- documents -----------------------------------------------------------------------------------


def paper_base() -> str:
    """Base URL of the documents' stylesheets; changes with their content."""
    return url_for("paper.prints.paper_file", edition=fingerprints.edition()[:12], name="css/")


def as_page(document: Document, note: str = "") -> Response:
    """A document as an HTML page, to read or to print from the browser."""
    signals.send(signals.PRINT)
    response = make_response(document.linked(paper_base(), note))
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def tagged(kind: str, tag: str) -> Response:
    """An empty response to be filled; a 304 if the client has `tag` cached."""
    response = Response(content_type=kind)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def as_pdf(tag: str, name: str, make: Callable[[], Plan], *, long: bool = False) -> Response:
    """A document as a PDF response, made only if neither the client nor the server has `tag`
    cached. Without Pango it is the HTML page."""
    response = tagged("application/pdf", tag)
    if response.status_code == 304:
        return response
    if not printing.can_print():
        # In the offline version the browser prints everything, so the page needs no note.
        return as_page(make()(), "" if current_app.config.get("ALONE") else NO_PANGO)
    try:
        printed = ordered(tag, make, long=long)
    except printing.NoPango:
        return as_page(make()(), NO_PANGO)
    except (printing.NotYet, printing.PrintFailed) as trouble:
        return _later(trouble)
    response.set_data(printed.body)
    way = "attachment" if request.args.get("save") else "inline"
    response.headers["Content-Disposition"] = f'{way}; filename="{name}.pdf"'
    return response


def ordered(tag: str, make: Callable[[], Any], *, picture: bool = False, long: bool = False) -> Any:
    """The file of an order from the print queue. A new order counts for this address."""
    if not printing.QUEUE.asked(tag):
        signals.send(signals.PRINT)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def made() -> Any:
        with app.app_context():
            return make()

    return printing.QUEUE.order(printing.Job(tag, made, browser.address(), picture, long))


def ordered_pdf(order: Order, table: Snapshot | None = None) -> Response:
    """The PDF of an order. Its ETag comes from the order and the table's journal position."""
    legible(order)
    at = (table.identity, table.status) if table else ()
    tag = printing.tag(
        order.game.key, order.kind, order.settings, order.players, order.dealer,
        sorted(order.rules.items()), order.blank, at,
    )  # fmt: skip
    filled = None if order.blank else table
    name = documents.name_of(
        called(order, table), order.kind, order.settings, filled=filled is not None
    )
    long = order.long or (filled is not None and heavy(filled))
    return as_pdf(tag, name, lambda: plan(order, table), long=long)


def _later(trouble: printing.NotYet | printing.PrintFailed) -> Response:
    """A page that says so; unless it cannot be printed at all, the browser asks again by itself."""
    title, code, then = ("Printing failed", 503, "Try fewer pages.")
    if isinstance(trouble, printing.NotYet):
        title, then = "The print queue is full", "This page tries again by itself."
    if isinstance(trouble, printing.Printing):
        title, code, then = "The PDF is being made …", 202, "It opens here by itself."
    page = shown("platform/error.html", code, code=code, title=title, said=str(trouble), help=then)
    response = make_response(page)
    response.headers["Retry-After"] = str(trouble.seconds)
    if isinstance(trouble, printing.NotYet):
        response.headers["Refresh"] = str(trouble.seconds)
    return response


@pages.get("/paper/<edition>/<path:name>")
def paper_file(edition: str, name: str) -> ResponseReturnValue:
    """A stylesheet or a font of the documents."""
    place = inside(PRINTABLES, name)
    kinds = {".css": "text/css; charset=utf-8", ".ttf": "font/ttf"}
    if place is None or place.suffix not in kinds:
        abort(404)
    response = Response(place.read_bytes(), content_type=kinds[place.suffix])
    lasting = edition == fingerprints.edition()[:12]
    response.headers["Cache-Control"] = FOREVER if lasting else "no-cache"
    return response


def asked() -> tuple[printing.PrintSettings, list[str]]:
    """The print settings for documents of several games, and the keys of the games in the query."""
    try:
        settings = printing.PrintSettings(
            request.args.get("paper", "a4"), request.args.get("suits", "two"),
            club=request.args.get("club", "").strip(),
        )  # fmt: skip
    except ValueError as error:
        abort(400, f"{error}.")
    return settings, [game_of(key).key for key in dict.fromkeys(request.args.getlist("game"))]


@pages.get("/print/cards.pdf")
def cards_pdf() -> ResponseReturnValue:
    """The pocket cards of all games, or of those named in the query, in one PDF."""
    settings, keys = asked()
    keys = keys or [*games.all_games()]
    plan = functools.partial(library.several, library.card_set, keys, settings)
    return as_pdf(
        printing.tag("cards", keys, settings), library.card_set_name(settings), lambda: plan
    )


@pages.get("/print/club.pdf")
def club_pdf() -> ResponseReturnValue:
    """Every document of the games named in the query, in one PDF."""
    settings, keys = asked()
    if not 0 < len(keys) <= AT_ONCE:
        abort(400, f"Choose one to {AT_ONCE} games; “companion club” prints any number.")
    plan = functools.partial(library.several, library.club_set, keys, settings)
    tag = printing.tag("club", keys, settings)
    return as_pdf(tag, library.club_set_name(settings), lambda: plan, long=True)


@pages.get("/print/<key>/<kind>.pdf")
def game_pdf(key: str, kind: str) -> ResponseReturnValue:
    return ordered_pdf(order(game_of(key), kind))


@pages.get("/print/<key>/<kind>.html")
def game_page(key: str, kind: str) -> ResponseReturnValue:
    return as_page(built(legible(order(game_of(key), kind))))


@pages.get("/t/<code>/print/<kind>.pdf")
def table_pdf(code: str, kind: str) -> ResponseReturnValue:
    """A document of a table as PDF, such as its filled scoresheet."""
    table = browser.table(code)
    return ordered_pdf(with_table(order(game_of(table.record.game), kind), table), table)


@pages.get("/t/<code>/print/<kind>.html")
def table_page(code: str, kind: str) -> ResponseReturnValue:
    table = browser.table(code)
    print_order = legible(with_table(order(game_of(table.record.game), kind), table))
    return as_page(built(print_order, table))


# -- the print page ------------------------------------------------------------------------------


@pages.get("/print")
def print_which() -> ResponseReturnValue:
    """Chooses the game to print for; the one played last comes first."""
    last = on_the_table()
    covers = games.covers()
    choices = sorted(covers.values(), key=lambda cover: cover.key != last)
    return shown("paper/which.html", found=choices, last=last if last in covers else "")


@pages.get("/print/<key>")
def print_page(key: str) -> ResponseReturnValue:
    """The print page of a game: settings beside a preview of the document."""
    game = game_of(key)
    return _print_page(order(game), url_for("paper.prints.print_page", key=game.key))


@pages.get("/t/<code>/print")
def print_table(code: str) -> ResponseReturnValue:
    table = browser.opened(code)
    print_order = fitting(order(game_of(table.record.game)), table)
    return _print_page(print_order, url_for("paper.prints.print_table", code=table.code), table)


def called(order: Order, table: Snapshot | None) -> str:
    """The game's title at this table, or in this order."""
    return table.replay.title if table else order.game.called(order.rules)


def _print_page(order: Order, url: str, table: Snapshot | None = None) -> ResponseReturnValue:
    if not order.problem:
        try:
            built(order, table)
        except Refused as refusal:
            order.problem = refusal.message
    more: dict[str, Any] = {
        "order": order,
        "home": url,
        "stored": table,
        "kinds": printing.kinds_of(order.game),
        "papers": printing.PAPERS,
        "suit_kinds": printing.SUITS,
        "pdf": printing.can_print(),
        "query": urlencode(order.query),
        "paper_base": paper_base(),
        "game": order.game,
        "called": called(order, table),
        "bundles": bundles(order.game),
        "unspelt": unspelt(table.record.players if table else order.players),
        "goes_on": table is not None and table.status == "playing" and browser.may_write(table),
    }
    if partial():
        response = make_response(render_template("paper/made.html", **more))
    else:
        response = make_response(shown("paper/page.html", **more))
    response.headers["Content-Security-Policy"] = f"{STRICT}; frame-src 'self'"
    return response

"""The browser of a request: its response, a whole page or for htmx the part inside <main>; and its
signed cookie with the tables it knows, its keys to write, its names."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from flask import (
    Response,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_htmx import HTMX, make_response

from companion import budget, games
from companion.engine.game import Game
from companion.store import NotFound, Store, TableRow
from companion.store.models import DELETED, normalised
from companion.store.rows import writes
from companion.tables import Sent, Snapshot, Tables
from companion.tables.write_access import WriteAccess, access_of
from companion.web.platform import signals

if TYPE_CHECKING:
    from companion.store.backups import Backups

htmx = HTMX()
NETWORK = 48
"""Prefix length that counts as one IPv6 address: one customer may own the whole network."""
LOOKS = {
    "type": ("normal", "large", "largest"),
    "suits": ("two", "four"),
    "light": ("phone", "light", "dark"),
}
"""Display settings in the session; the first value of each is the default."""


def partial() -> bool:
    """True if htmx asks for a part of the page."""
    return bool(htmx) and not htmx.history_restore_request


def render(template: str, /, **more: Any) -> str:
    """Renders a template, as a whole page or as a part for htmx."""
    base = "platform/partial.html" if partial() else "layout.html"
    looks = {name: session.get(name, each[0]) for name, each in LOOKS.items()}
    return render_template(template, base=base, looks=looks, **more)


def shown(template: str, /, status: int = 200, url: str = "", **more: Any) -> ResponseReturnValue:
    """A response with a rendered template.

    For htmx, `url` becomes the browser's address. It replaces the history entry while the browser
    stays at a table, so that one Back leaves it.
    """
    page = render(template, **more)
    to = url if partial() else ""
    replaced, pushed = (to, None) if to and at_table(to) else (None, to or None)
    response: Response = make_response(page, status, replace_url=replaced, push_url=pushed)
    return response


def at_table(url: str) -> bool:
    """True if htmx sends the request from a page of this table: after a form was saved, Back does
    not show it again."""
    here, own = (htmx.current_url or ""), url.partition("/hand/")[0]
    return f"{urlsplit(here).path}/".startswith(f"{own}/")


def table_url(code: str) -> str:
    """URL of a table's page."""
    return url_for("tables.play.table", code=code)


def sent_to(url: str) -> ResponseReturnValue:
    """Redirects after a change, for browsers and for htmx."""
    return make_response(redirect=url) if partial() else redirect(url, 303)


def address() -> str:
    """The client's IPv4 address, or the network of its IPv6 address."""
    return network(request.remote_addr or "")


def network(text: str) -> str:
    """An IPv4 address, or the network of an IPv6 address; other text as it is, shortened."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:60]
    if isinstance(address, ipaddress.IPv4Address) or address.ipv4_mapped:
        return str(getattr(address, "ipv4_mapped", None) or address)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


def asked_number(name: str, otherwise: int = 0) -> int:
    """An integer of the query or the form; `otherwise` if it is none."""
    text = request.values.get(name, "").strip()
    return int(text) if text.isdecimal() and len(text) < 5 else otherwise


def line(name: str, most: int = 300) -> str:
    """A text of the form on one line, with single spaces; cut to so many letters."""
    return " ".join(request.form.get(name, "").split())[:most]


def number(name: str) -> int:
    """An integer from the form; 400 if it is none."""
    text = request.form.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        abort(400, f"The form says nothing of “{name}”.")
    return int(text)


def game_of(key: str) -> Game:
    """The game; 404 if there is none with this key."""
    try:
        return games.find(key)
    except KeyError:
        abort(404, f"There is no game “{key[:40]}” here.")


# -- its cookie and its tables --------------------------------------------------------------------


STORE, TABLES, BACKUPS = "companion-store", "companion-tables", "companion-backups"
KNOWN = 40
"""Most tables in a cookie, which is limited to 4 KB."""
NAMES = 24
"""Most names in a cookie."""
SUBMISSION = 48
"""Length of a submission id; one form that enters several rows appends a suffix for each."""


def store() -> Store:
    return cast(Store, current_app.extensions[STORE])


def tables() -> Tables:
    return cast(Tables, current_app.extensions[TABLES])


def spell(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Gives the watch code in an address its one spelling, before a page sees it. A set of house
    rules has a code of its own."""
    if values and "code" in values and not (endpoint or "").startswith("rules."):
        values["code"] = normalised(values["code"])


def table(code: str, *, deleted: bool = False, free: bool = False, keyed: bool = False) -> Snapshot:
    """The table with this watch code, as `spell` gives it; 404 if there is none, 410 if it was
    deleted. It is `free` to look at where its page may be rendered already. Who is `keyed` has
    given the table's key."""
    strange = not keyed and unknown(code)
    try:
        snapshot = tables().get(code)
    except NotFound:
        if strange:
            signals.send(signals.WRONG)
        abort(404, f"There is no table {code}.")
    if snapshot.status == DELETED and not deleted:
        abort(410, "This table was deleted. Whoever scored it can bring it back.")
    g.journal = snapshot.code, snapshot.seq
    if not free:
        budget.expect(snapshot.cost)
    return snapshot


def unknown(code: str) -> bool:
    """True if this browser does not know the table; 429 if its address guesses at codes."""
    if stranger := code not in known():
        signals.send(signals.GUESS)
    return stranger


def opened(code: str) -> Snapshot:
    """The same, which this browser knows from now on."""
    snapshot = table(code)
    remember(snapshot)
    return snapshot


def table_asked(game: str = "") -> Snapshot | None:
    """The table named in the query string, if it plays this game."""
    code = normalised(request.args.get("table", ""))
    snapshot = table(code) if code else None
    return snapshot if snapshot and game in ("", snapshot.record.game) else None


def has_seen(code: str) -> bool:
    """True if the client's copy is current."""
    tag = request.headers.get("HX-PTag")
    if tag is None:
        return False
    unknown(code)
    with suppress(NotFound):
        return tag == str(store().seq(code))
    return False


def last_backup() -> str:
    """File name of the last good backup; "" if there is none."""
    backups: Backups | None = current_app.extensions.get(BACKUPS)
    last = backups.last() if backups else None
    return last.name if last else ""


def entries(name: str, cookie: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Code to key, newest last; "" without a key.

    Stored as a list: Flask's session would sort the keys of a dict.
    """
    kept = (session if cookie is None else cookie).get(name, [])
    return dict(kept)


def keep_entries(name: str, kept: Mapping[str, str], most: int) -> None:
    """Stores at most `most` entries; those without a key are dropped first."""
    left = dict(kept)
    while len(left) > most:
        del left[next((code for code, key in left.items() if not key), next(iter(left)))]
    if left != entries(name) or list(left) != list(entries(name)):
        session.permanent = True
        session[name] = list(left.items())


def known() -> dict[str, str]:
    """The tables in the cookie, code to key, newest last; "" for those it only watched."""
    return entries("tables")


def phone() -> str:
    """The secret that identifies this phone.

    It is set together with a phone's first key. Background requests never set it: their late
    response could overwrite a cookie that has a newer key.
    """
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_urlsafe(16)
    return str(session["phone"])


def remember(table: Snapshot, key: str = "") -> None:
    """Adds a table to the cookie; a known key is kept.

    A table in the older half becomes the newest; one in the newer half stays, and no cookie is
    sent.
    """
    if key:
        phone()
    tables = known()
    before = tables.get(table.code)
    if before is not None and key in ("", before) and table.code in list(tables)[-KNOWN // 2 :]:
        return
    tables.pop(table.code, None)
    tables[table.code] = key or before or ""
    keep_entries("tables", tables, KNOWN)


def drop(code: str) -> None:
    """Removes a deleted table from the cookie."""
    left = {each: key for each, key in known().items() if each != code}
    keep_entries("tables", left, KNOWN)


def may_write(table: Snapshot) -> bool:
    """True if this browser is the scorer: it took over scoring last, or it has the key and nobody
    took over."""
    return writes_at(table.stored.row)


def writes_at(row: TableRow) -> bool:
    """The same of a table's row."""
    return writes(row, session.get("phone", ""), known().get(row.code, ""))


def may_take(table: Snapshot) -> bool:
    """True if this browser is not the scorer, but may become it."""
    # A watcher who never had a key nor was let in costs no look at the phones of the table.
    known_here = session.get("phone") or known().get(table.code)
    return bool(known_here) and access(table).takes


def access(table: Snapshot) -> WriteAccess:
    """The right to write as this phone sees it."""
    return access_of(store(), table, session.get("phone", ""), known().get(table.code, ""))


def lost(table: Snapshot) -> bool:
    """True if this browser was the scorer, and another phone is now."""
    return bool(known().get(table.code)) and not may_write(table)


def writable(code: str, *, deleted: bool = False) -> Snapshot:
    """The table, to be changed; 403 for clients that may only watch."""
    return allowed(table(code, deleted=deleted))


def allowed(table: Snapshot) -> Snapshot:
    """The same table, to be changed; 403 for clients that may only watch."""
    if not may_write(table):
        abort(403, "Another phone keeps the score now. What you sent was not saved." if lost(table)
              else "You are watching this table. Only the scorer’s phone writes.")  # fmt: skip
    return table


def overtaken(table: Snapshot) -> bool:
    """True for an automatic preview request from a stale form, or from a phone that lost the right
    to write: the page is left alone, and its poll updates it."""
    return "live" in request.args and (not may_write(table) or seen() != table.seq)


def names() -> list[str]:
    """Names used in this browser, newest first."""
    return list(session.get("names", []))


def remember_names(players: list[str]) -> None:
    """Adds names to those offered at the next new table."""
    session.permanent = True
    kept = [*players, *(name for name in names() if name not in players)]
    session["names"] = kept[:NAMES]


def who() -> str:
    """A short id of this browser for the journal; it identifies no person."""
    if "me" not in session:
        session.permanent = True
        session["me"] = secrets.token_hex(2)
    return f"phone {session['me']}"


def submission() -> str:
    """A new submission id for a form: a second submission with it is ignored."""
    return secrets.token_urlsafe(12)


def seen() -> int:
    """The journal position that the client's page showed.

    Rows about access count as seen, so that they never make a submission stale.
    """
    row = number("seen")
    code, now = g.get("journal", ("", 0))
    return store().caught_up(code, row, now) if row < now else row


def sent(why: str = "", who_else: str = "") -> Sent:
    """The metadata of a submission: position seen, id, author and reason."""
    form = request.form.get("submission", "")[:SUBMISSION] or submission()
    return Sent(seen(), form, who_else or who(), why)

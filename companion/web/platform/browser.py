"""Which tables this browser knows, and at which it may write: a signed cookie."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import cast

from flask import abort, current_app, g, request, session

from companion.record import Record
from companion.store import NotFound, Store
from companion.store.backups import Backups
from companion.store.keeping import DELETED
from companion.store.stored import normalised
from companion.tables import Sent, Snapshot, Tables
from companion.web.platform import limits, remembered
from companion.web.platform.pages import number

STORE, TABLES, BACKUPS = "companion-store", "companion-tables", "companion-backups"
KNOWN = 40
"""Tables a browser remembers; a cookie has 4 KB."""
NAMES = 24
"""Names a browser remembers."""
MAX_SUBMISSION, SUBMISSION = 64, 48
"""Letters of a form's id; of one that enters several rows, which get an ending."""


def store() -> Store:
    return cast(Store, current_app.extensions[STORE])


def tables() -> Tables:
    return cast(Tables, current_app.extensions[TABLES])


def table(code: str, *, deleted: bool = False) -> Snapshot:
    """The table of a watch code; a 404 page when there is none, a 410 page when it was deleted."""
    try:
        found = tables().get(code)
    except NotFound:
        limits.missed()
        abort(404, f"There is no table {normalised(code)}.")
    if found.status == DELETED and not deleted:
        abort(410, "This table was deleted. Whoever scored it can bring it back.")
    g.journal = found.code, found.seq
    return found


def has_seen(code: str) -> bool:
    """True if the page that asks shows the last row of the table's journal."""
    tag = request.headers.get("HX-PTag")
    try:
        return tag is not None and tag == str(tables().seq(code))
    except NotFound:
        return False


def last_backup() -> str:
    """The name of the last good backup; "" when there is none."""
    backups: Backups | None = current_app.extensions.get(BACKUPS)
    last = backups.last() if backups else None
    return last.name if last else ""


def known() -> dict[str, str]:
    """Codes of the tables this browser has met, the latest last, with the scorer key or ""."""
    return remembered.entries("tables")


def phone() -> str:
    """The secret by which this phone is known again. A phone that gets a key has it at once: what
    asks in the background sends no cookie, which could come late and take a newer key away."""
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_urlsafe(16)
    return str(session["phone"])


def remember(table: Snapshot, key: str = "") -> None:
    """Puts a table among those this browser knows; a key stays once it is known.

    What is looked at again moves up, so that it is not forgotten; within the last half it stays
    where it is, and no cookie is sent.
    """
    if key:
        phone()
    tables = known()
    before = tables.get(table.code)
    if before is not None and key in ("", before) and table.code in list(tables)[-KNOWN // 2 :]:
        return
    tables.pop(table.code, None)
    tables[table.code] = key or before or ""
    remembered.keep("tables", tables, KNOWN)


def drop(code: str) -> None:
    """Forgets a table that is no more."""
    left = {each: key for each, key in known().items() if each != code}
    remembered.keep("tables", left, KNOWN)


def begin(record: Record, edition: int) -> Snapshot:
    """Begins a table that this browser scores; the same form sent twice begins one."""
    form = request.form.get("submission", "")[:MAX_SUBMISSION]
    begun = tables().begin(record, edition, Sent(0, form, who()))
    remember(begun, begun.stored.key)
    return begun


def may_write(table: Snapshot) -> bool:
    """True if this browser has the table's scorer key."""
    return compare_digest(known().get(table.code, "").encode(), table.stored.key.encode())


def lost(table: Snapshot) -> bool:
    """True if this browser had a scorer key that has been replaced since."""
    return bool(known().get(table.code)) and not may_write(table)


def let_go(table: Snapshot) -> None:
    """This browser gives up writing at a table; it goes on watching."""
    remembered.keep("tables", {**known(), table.code: ""}, KNOWN)


def writable(code: str, *, deleted: bool = False) -> Snapshot:
    """The table, for a change; a 403 page for those who only watch."""
    return allowed(table(code, deleted=deleted))


def allowed(found: Snapshot) -> Snapshot:
    """The same table, for a change; a 403 page for those who only watch."""
    if lost(found):
        abort(403, "The pencil has passed to another phone. What you sent was not saved.")
    if not may_write(found):
        abort(403, "You are watching this table. Only the scorer’s phone writes.")
    return found


def overtaken(found: Snapshot) -> bool:
    """True where a page that is filled in asks by itself what its answers come to, after the table
    has moved on or the pencil has passed: it stays as it is, and its poll tells it."""
    return "live" in request.args and (not may_write(found) or seen() != found.seq)


def names() -> list[str]:
    """The names this browser has used, the latest first."""
    return list(session.get("names", []))


def remember_names(players: list[str]) -> None:
    """Keeps names for the next new table."""
    session.permanent = True
    kept = [*players, *(name for name in names() if name not in players)]
    session["names"] = kept[:NAMES]


def who() -> str:
    """A word for this browser in the journal: not a person, only the same one again."""
    if "me" not in session:
        session.permanent = True
        session["me"] = secrets.token_hex(2)
    return f"phone {session['me']}"


def submission() -> str:
    """A new id for one form: sent twice, it is entered once."""
    return secrets.token_urlsafe(12)


def seen() -> int:
    """The row of the journal that the sender of a form had seen last. Rows that only tell who may
    write count as seen: nobody's answer is refused for them."""
    row = number("seen")
    code, now = g.get("journal", ("", 0))
    return store().caught_up(code, row, now) if row < now else row


def sent(why: str = "", who_else: str = "") -> Sent:
    """What comes with the form of a change: what it had seen, its id, who sends it and why."""
    form = request.form.get("submission", "")[:SUBMISSION] or submission()
    return Sent(seen(), form, who_else or who(), why)

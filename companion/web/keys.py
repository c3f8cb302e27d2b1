"""Which tables this browser knows, and at which it may write: a signed cookie."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import cast

from flask import abort, current_app, session

from companion.store import NotFound, Store, Stored
from companion.store.backups import Backups
from companion.store.keeping import DELETED
from companion.store.store import plain
from companion.web import limits

STORE, BACKUPS = "companion-store", "companion-backups"
KNOWN = 40
"""Tables a browser remembers; a cookie has 4 KB."""
NAMES = 24
"""Names a browser remembers."""


def store() -> Store:
    """The store of this app."""
    return cast(Store, current_app.extensions[STORE])


def table(code: str, *, deleted: bool = False) -> Stored:
    """The table of a watch code; a 404 page when there is none, a 410 page when it was deleted."""
    try:
        found = store().table(code)
    except NotFound:
        limits.missed()
        abort(404, f"There is no table {plain(code)}.")
    if found.status == DELETED and not deleted:
        abort(410, "This table was deleted. Whoever scored it can bring it back.")
    return found


def last_backup() -> str:
    """The name of the last good backup; "" when there is none."""
    backups: Backups | None = current_app.extensions.get(BACKUPS)
    last = backups.last() if backups else None
    return last.name if last else ""


def known() -> dict[str, str]:
    """Codes of the tables this browser has met, the latest last, with the scorer key or ""."""
    return dict(session.get("tables", {}))


def remember(stored: Stored, key: str = "") -> None:
    """Puts a table among those this browser knows; a key stays once it is known."""
    tables = known()
    before = tables.pop(stored.code, None)
    kept = key or before or ""
    if before is not None and kept == before and not key:
        return
    tables[stored.code] = kept
    session.permanent = True
    session["tables"] = dict(list(tables.items())[-KNOWN:])


def drop(code: str) -> None:
    """Forgets a table that is no more."""
    session["tables"] = {each: key for each, key in known().items() if each != code}


def may_write(stored: Stored) -> bool:
    """Whether this browser has the table's scorer key."""
    return compare_digest(known().get(stored.code, "").encode(), stored.key.encode())


def lost(stored: Stored) -> bool:
    """Whether this browser had a scorer key that has been replaced since."""
    return bool(known().get(stored.code)) and not may_write(stored)


def let_go(stored: Stored) -> None:
    """This browser gives up writing at a table; it goes on watching."""
    tables = known()
    tables[stored.code] = ""
    session["tables"] = tables


def writable(code: str, *, deleted: bool = False) -> Stored:
    """The table, for a change; a 403 page for those who only watch."""
    stored = table(code, deleted=deleted)
    if not may_write(stored):
        abort(403, "You are watching this table. Only the scorer’s phone writes.")
    return stored


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

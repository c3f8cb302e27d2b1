"""Runs in the browser's Python: the app over an in-memory database, called request by request.

The worker (shell/worker.js) writes the database to disk before it sends a response. There is one
user, so no cookie: session data is stored beside the database, and all tables are writable.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from werkzeug.test import Client

from companion import games
from companion.app import create_app, use
from companion.pocket import own
from companion.settings import Settings
from companion.store import Store, Trouble, engine
from companion.tables.filling import remove_other

ADDRESS = re.compile(
    rb"""(\s(?:href|src|action|formaction|hx-get|hx-post|data-draft)=["'])(/(?!/)[^"']*)"""
)
"""An HTML attribute whose URL is relative to the site's root."""
KEPT = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')
KEY = re.compile(r'<button[^>]*\sname="(a\.[^"]*)"[^>]*\svalue="([^"]*)"')
"""The fields that the form of a question sends: its hidden fields, and the first answer."""
LEADING = ("Location", "HX-Redirect", "HX-Push-Url", "HX-Replace-Url")
OURS = ("tables", "sets", "clubs")
"""Session keys whose content the database has here: keys by code."""
UNSEEN = "watched"
"""Session key: codes of tables that are only watched."""
IN_MEMORY = (
    # No rollback journal: the worker writes only the database itself.
    "PRAGMA journal_mode=MEMORY",
    "PRAGMA synchronous=OFF",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
    "PRAGMA trusted_schema=OFF",
)
FRAMED = ("frame-ancestors 'none'", "frame-ancestors 'self'")


def prepare(file: Path, ready: Mapping[str, Any]) -> None:
    """Migrates the database to the newest revision with prepared SQL, in one transaction."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        there = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
        now = ""
        if there.fetchone():
            ((now,),) = database.execute("SELECT version_num FROM alembic_version").fetchall()
        if now == ready["head"]:
            return
        steps = ready["steps"].get(now) if now else ready["fresh"]
        if steps is None:
            raise Trouble(
                "These scores were last used by a newer Companion; nothing was changed.", "newer"
            )
        database.execute("PRAGMA foreign_keys=OFF")
        database.execute("BEGIN IMMEDIATE")
        for step in steps:
            database.execute(step)
        if database.execute("PRAGMA foreign_key_check").fetchone():
            database.execute("ROLLBACK")
            raise Trouble("The scores did not come through the update whole.", "damaged")
        database.execute("COMMIT")


@dataclass
class KeptFile(SessionInterface):
    """Sessions of the only user: plain values, and the keys in the database."""

    store: Store
    values: dict[str, Any] = field(default_factory=dict)
    changed: bool = False

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The stored session, with the keys of all tables, sets and clubs."""
        watched = set(self.values.get(UNSEEN, ()))
        with self.store.reader.connect() as connection:
            tables = connection.exec_driver_sql("SELECT code, key FROM tables ORDER BY touched")
            rows = [[code, "" if code in watched else key] for code, key in tables]
            sets, clubs = (
                [
                    [row[0], "here"]
                    for row in connection.exec_driver_sql(f"SELECT {key} FROM {name}")
                ]
                for key, name in (("id", "sets"), ("key", "clubs"))
            )
        more = {"tables": rows, "sets": sets, "clubs": clubs}
        return SecureCookieSession(self.values | more)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if not session.modified:
            return
        values = {key: value for key, value in session.items() if key not in OURS}
        watched = set(values.get(UNSEEN, ()))
        for code, key in dict(session.get("tables", ())).items():
            (watched.discard if key else watched.add)(code)
        values[UNSEEN] = sorted(watched)
        if values != self.values:
            self.values, self.changed = values, True


class Pocket:
    """The app, ready for requests. `base` is the path of its pages on this site."""

    def __init__(self, setup: Mapping[str, Any], file: Path, kept: str = "") -> None:
        prepare(file, setup["ready"])
        self.store = Store(f"sqlite:///{file}")
        settings = Settings(limits=False, compress=False, static=setup["static"], backups=0)
        self.app = create_app(self.store, settings=settings, SECRET_KEY="-" * 32, ALONE=True)
        own.init_app(self.app)
        self._begin(setup, kept)

    def again(self, setup: Mapping[str, Any], file: Path, kept: str = "") -> None:
        """Goes on with the database, the session and the phone of another start."""
        prepare(file, setup["ready"])
        # The engine stays: statements it has compiled serve the next database, too.
        self.store.close()
        use(self.app, self.store)
        self._begin(setup, kept)

    def _begin(self, setup: Mapping[str, Any], kept: str) -> None:
        remove_other(self.store)
        self.base = str(setup["base"])
        self.session = KeptFile(self.store, json.loads(kept or "{}"))
        self.app.session_interface = self.session
        self.app.extensions[own.SETUP] = setup

    def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body of the response to a request."""
        parts = urlsplit(url)
        response = Client(self.app, use_cookies=False).open(
            parts.path.removeprefix(self.base) or "/",
            f"{parts.scheme}://{parts.netloc}{self.base}",
            query_string=parts.query,
            method=method,
            headers=headers,
            data=body,
            buffered=True,
        )
        return response.status_code, *self._placed([*response.headers], response.data)

    def _placed(
        self, given: list[tuple[str, str]], body: bytes
    ) -> tuple[list[tuple[str, str]], bytes]:
        """A response whose URLs have this site's path, and that the shell may frame."""
        headers, html = [], False
        for name, value in given:
            if name == "Content-Type":
                html = value.startswith("text/html")
            elif name in LEADING:
                value = self.placed(value)
            elif name == "Content-Security-Policy":
                value = value.replace(*FRAMED)
            if name not in ("Content-Length", "Set-Cookie", "Strict-Transport-Security"):
                headers.append((name, value))
        if html:
            body = ADDRESS.sub(
                lambda match: match[1] + self.placed(match[2].decode()).encode(), body
            )
        return headers, body

    def placed(self, address: str) -> str:
        """A URL of the app under this site's path."""
        inside = address == self.base or address.startswith((f"{self.base}/", f"{self.base}?"))
        return address if inside or not address.startswith("/") else self.base + address

    def kept(self) -> str | None:
        """Session data to store, if it changed since the last call; otherwise None."""
        if not self.session.changed:
            return None
        self.session.changed = False
        return json.dumps(self.session.values, separators=(",", ":"))


_here: list[Pocket] = []
FILE = Path("/data/companion.db")


def begin(setup: str, kept: str) -> None:
    """Called by the worker when the database file is in place: the app there is goes on with it."""
    engine.PRAGMAS = IN_MEMORY
    # An image of the memory has the state of chance in it, too.
    random.seed()
    if _here:
        _here[0].again(json.loads(setup), FILE, kept)
    else:
        _here[:] = [Pocket(json.loads(setup), FILE, kept)]


def warm(setup: str) -> None:
    """Make the app over an empty database, import every game, draw pages, take an answer.

    What follows is an image of the memory: the database, with all that was entered, is removed.
    """
    begin(setup, "")
    (pocket,) = _here
    games.all_games()
    host = f"http://localhost{pocket.base}"
    form = {"content-type": "application/x-www-form-urlencoded"}
    key = next(iter(games.all_games()))
    _, sent, _ = pocket.answer("POST", f"{host}/demo", form, f"game={key}".encode())
    table = dict(sent)["Location"].removeprefix(pocket.base)
    for path in ("/", f"/new/{key}", table, f"{table}/menu", f"{table}/sheet", f"/rules/{key}"):
        pocket.answer("GET", f"{host}{path}", {}, b"")
    asked = pocket.answer("GET", f"{host}{table}", {}, b"")[2].decode().partition("ask-form")[2]
    given = dict(KEPT.findall(asked.partition("</form>")[0]) + KEY.findall(asked)[:1])
    headers = form | {"hx-request": "true"}
    pocket.answer("POST", f"{host}{table}/answer", headers, urlencode(given).encode())
    pocket.store.close()
    FILE.unlink()


def answer(method: str, url: str, headers: str, body: bytes) -> tuple[int, str, bytes, str | None]:
    """Called by the worker for each request: status, headers as JSON, body, session to store."""
    (pocket,) = _here
    status, fields, text = pocket.answer(method, url, json.loads(headers), bytes(body))
    return status, json.dumps(fields), text, pocket.kept()

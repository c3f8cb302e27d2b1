"""The short way for what is asked most: has anything happened at this table? No.

A watcher's phone asks every few seconds, and nearly always nothing has happened. That answer needs
no session, no template and no route: it is given here, before Flask is asked, and looks the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.sansio.utils import host_is_trusted

from companion.store import NotFound, Trouble
from companion.web import keys, limits, watching
from companion.web.security import HEADERS, PRIVATE, STRICT_TRANSPORT

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ASKED = re.compile(r"/t/(\w{1,12})/live")
ROUTE = "/t/<code>/live"
NOTHING_NEW = [*HEADERS.items(), ("Cache-Control", PRIVATE)]
BY_HTTPS = [*NOTHING_NEW, ("Strict-Transport-Security", STRICT_TRANSPORT)]


class Polls:
    """Answers 304 to a poll that has seen all there is; everything else goes on to the app."""

    def __init__(self, app: Flask, inner: WSGIApplication) -> None:
        self.app, self.inner = app, inner

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """The WSGI call."""
        began = time.perf_counter()
        if "HTTP_HX_PTAG" not in environ or not self._unchanged(environ):
            return self.inner(environ, start)
        secure = environ["wsgi.url_scheme"] == "https"
        start("304 NOT MODIFIED", BY_HTTPS if secure else NOTHING_NEW)
        watching.answered(self.app, "GET", ROUTE, 304, time.perf_counter() - began)
        return ()

    def _unchanged(self, environ: WSGIEnvironment) -> bool:
        """Whether the poll has seen the last row. What is doubtful in any way is not."""
        found = ASKED.fullmatch(environ.get("PATH_INFO", ""))
        if found is None or environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
            return False
        trusted = self.app.config["TRUSTED_HOSTS"]
        if trusted and not host_is_trusted(environ.get("HTTP_HOST"), trusted):
            return False
        # Who guesses at codes is told to wait, and not whether one was right.
        if limits.guessing(self.app, environ.get("REMOTE_ADDR", "")):
            return False
        try:
            seq = self.app.extensions[keys.STORE].seq(found[1])
        except (NotFound, Trouble):
            return False
        return bool(environ["HTTP_HX_PTAG"] == str(seq))


def init_app(app: Flask) -> None:
    """Stands between the server and the app, behind whatever puts a proxy's word in its place."""
    app.wsgi_app = Polls(app, app.wsgi_app)  # type: ignore[assignment,method-assign]

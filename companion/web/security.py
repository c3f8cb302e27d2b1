"""What keeps the pages safe: headers, the origin of every change, the key that signs cookies."""

from __future__ import annotations

import gzip
import os
import secrets
import time
from functools import lru_cache, partial
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature
from werkzeug.exceptions import RequestURITooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.store import Trouble
from companion.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "manifest-src 'self'; worker-src 'self'; media-src 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" a browser would post forms from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
PRIVATE = "no-store, private"
"""What may be done with a page: nothing."""
LONGEST = 8000
"""Letters of a query: no page of ours sends as many."""
STRICT_TRANSPORT = "max-age=31536000"
SMALLEST = 600
"""Bytes under which compressing does not pay."""
SHORTEST = 32
"""Letters of a key that signs cookies, at least."""


COOKIES = 256
"""Cookies that are known to be genuine: one for each browser that is about."""


class Cookies(SecureCookieSessionInterface):
    """Signed cookies that never leave an encrypted connection, once they came by one.

    A browser sends the very same cookie again and again. Whether we have signed it is worked out
    once, whether it is too old every time.
    """

    def __init__(self, app: Flask) -> None:
        self._genuine = lru_cache(COOKIES)(partial(self._read, app))

    def _read(self, app: Flask, value: str) -> tuple[str, int]:
        """What a cookie says and the second it was signed in; BadSignature when not by us."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            raise BadSignature("There is no key that signs cookies.")
        said, signed = signer.loads(value, return_timestamp=True)
        return self.serializer.dumps(said), int(signed.timestamp())

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What this browser has told by its cookie, which may be nothing."""
        value = request.cookies.get(self.get_cookie_name(app), "")
        try:
            said, signed = self._genuine(value)
        except BadSignature:
            return self.session_class()
        if not 0 <= int(time.time()) - signed <= app.permanent_session_lifetime.total_seconds():
            return self.session_class()
        # Read anew, for a request may change what it holds.
        return self.session_class(self.serializer.loads(said))

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the browser may send the cookie by https only."""
        return request.is_secure or super().get_cookie_secure(app)


def init_app(app: Flask, settings: Settings) -> None:
    """Guards every request and finishes every response."""
    app.session_interface = Cookies(app)
    app.config["TRUSTED_HOSTS"] = list(settings.hosts) or None
    if settings.proxies:
        many = settings.proxies
        fixed = ProxyFix(app.wsgi_app, x_for=many, x_proto=many, x_host=many)
        app.wsgi_app = fixed  # type: ignore[method-assign]
    app.before_request(readable_address)
    app.before_request(same_origin)
    app.after_request(finish)


def readable_address() -> None:
    """Refuses an address that no page of ours leads to."""
    if len(request.query_string) > LONGEST:
        raise RequestURITooLarge
    if "\0" in request.path:
        abort(404)


def same_origin() -> None:
    """Refuses a change that another site's page sends with this browser's cookies."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "This came from another site.")
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        abort(403, "This came from another site.")


def finish(response: Response) -> Response:
    """Headers on everything; pages are compressed here, as the server does not."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", PRIVATE)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
    return compressed(response)


def compressed(response: Response) -> Response:
    """The response as gzip, where the browser takes it and it is text worth it."""
    kind = response.mimetype or ""
    if (
        response.direct_passthrough
        or response.is_streamed
        or "Content-Encoding" in response.headers
        or not (kind.startswith("text/") or kind in ("application/json", "image/svg+xml"))
        or "gzip" not in request.headers.get("Accept-Encoding", "")
    ):
        return response
    body = response.get_data()
    if len(body) < SMALLEST:
        return response
    response.set_data(gzip.compress(body, compresslevel=5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def secret_key(folder: Path) -> str:
    """The key that signs cookies: made at the first run, readable by its owner alone.

    Written in full before it has its name, so that of several processes that start at once none
    reads half a key. Trouble when the file is no key, or stays open to others.
    """
    place = folder / "secret.key"
    if not place.exists():
        fresh = folder / f".secret.{secrets.token_hex(8)}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, place)
        except FileExistsError:
            pass  # another process was quicker: its key counts
        finally:
            fresh.unlink()
    try:
        if place.stat().st_mode & 0o077:
            place.chmod(0o600)
        found = place.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"The key that signs cookies, {place}, cannot be used: {error}") from None
    if len(found) < SHORTEST:
        raise Trouble(f"{place} holds no key of {SHORTEST} letters. Remove it; a new one is made.")
    return found

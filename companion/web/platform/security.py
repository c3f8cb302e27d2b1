"""Security of every request: response headers, same-origin checks, the key that signs cookies."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.exceptions import RequestURITooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import clock
from companion.settings import Settings
from companion.store import Trouble
from companion.web.platform.browser import entries

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'; media-src 'self'"
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
"""Cache-Control of pages: stored nowhere."""
LONGEST = 8000
"""Longest query string, in characters; ours are all shorter."""
STRICT_TRANSPORT = "max-age=31536000"
PERSONAL = ("tables", "clubs", "people")
"""Blueprints whose pages are about tables, clubs and people."""
HOME, WATCH = "platform.home.home", "platform.home.watch"
WORTH_COMPRESSING = (
    "text/html", "text/css", "text/javascript", "text/plain", "text/csv", "application/json",
    "application/manifest+json", "image/svg+xml",
)  # fmt: skip
SHORTEST = 32
"""Shortest key that signs cookies, in characters."""


class Outdated(SecureCookieSession):
    """A validly signed but expired session."""


class Cookies(SecureCookieSessionInterface):
    """Signed session cookies. One that came over https is never sent without it.

    A cookie dated in the future is valid: the server's clock was set back. An expired one may be a
    sign of a clock that runs ahead, so it is replaced only when a new key has to be stored.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session in the request's cookie, perhaps empty."""
        value = request.cookies.get(self.get_cookie_name(app), "")
        signer = self.get_signing_serializer(app) if value else None
        if signer is None:
            return self.session_class()
        try:
            payload, signed = signer.loads(value, return_timestamp=True)
        except BadSignature:
            return self.session_class()
        if clock.now() - signed > app.permanent_session_lifetime:
            return Outdated()
        return self.session_class(payload)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie if the session changed. A genuine but expired one, which may hold keys,
        is replaced only if there is a new key to store."""
        keyed = any(any(entries(name, session).values()) for name in ("tables", "sets"))
        if not isinstance(session, Outdated) or keyed:
            super().save_session(app, session, response)

    def get_cookie_secure(self, app: Flask) -> bool:
        """True if the cookie is marked Secure."""
        return request.is_secure or super().get_cookie_secure(app)


def init_app(app: Flask, settings: Settings) -> None:
    """Registers the checks of requests and the headers of responses."""
    app.session_interface = Cookies()
    app.config["TRUSTED_HOSTS"] = list(settings.hosts) or None
    if settings.proxies:
        many = settings.proxies
        fixed = ProxyFix(app.wsgi_app, x_for=many, x_proto=many, x_host=many)
        app.wsgi_app = fixed  # type: ignore[method-assign]
    if settings.compress:
        _compress(app)
    app.before_request(readable_address)
    app.before_request(same_origin)
    app.after_request(finish)


def _compress(app: Flask) -> None:
    from flask_compress import Compress

    app.config.update(
        COMPRESS_ALGORITHM=["br", "zstd", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_STREAMS=False,
        COMPRESS_MIMETYPES=WORTH_COMPRESSING,
    )
    Compress(app)


def readable_address() -> None:
    """400 for a malformed or too long URL."""
    if len(request.query_string) > LONGEST:
        raise RequestURITooLarge
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        abort(400, "That address cannot be read.")
    if any(letter < " " for letter in request.path):
        abort(404)


def same_origin() -> None:
    """403 for a change sent from another site's page."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "This came from another site.")
    origin = request.headers.get("Origin")
    # Behind a proxy that the settings do not mention, an https page looks like http.
    if origin and origin not in (f"{request.scheme}://{request.host}", f"https://{request.host}"):
        abort(403, "This came from another site.")


def finish(response: Response) -> Response:
    if response.status_code == 304:  # the browser keeps the headers of the page it has
        return response
    if personal():
        response.headers["X-Robots-Tag"] = "noindex"
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", PRIVATE)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
    return response


def personal() -> bool:
    """True for a page about a table, a club, people or an evening: not for search engines."""
    noun = (request.blueprint or "").partition(".")[0]
    about_table = "code" in (request.view_args or {}) or b"table=" in request.query_string
    listed = request.endpoint == HOME and current_app.config["LISTED"]
    return noun in PERSONAL or about_table or request.endpoint == WATCH or listed


def secret_key(folder: Path) -> str:
    """The key that signs cookies, created at the first start with mode 600.

    It is written to a temporary file and then renamed, so that no other process reads half a key.
    Raises Trouble if the file holds no key or is readable by others.
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
            pass  # another process was faster: its key is used
        finally:
            fresh.unlink()
    try:
        if place.stat().st_mode & 0o077:
            place.chmod(0o600)
        key = place.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"The key that signs cookies, {place}, cannot be used: {error}") from None
    if len(key) < SHORTEST:
        raise Trouble(f"{place} holds no key of {SHORTEST} letters. Remove it; a new one is made.")
    return key

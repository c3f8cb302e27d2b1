"""Monitoring: liveness, readiness, metrics and the request log.

Nothing here identifies a table or a person: routes are counted and logged by their pattern, since a
path contains a table's code and may contain a key.
"""

from __future__ import annotations

import time
import traceback
from hmac import compare_digest
from types import TracebackType
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from companion import __version__
from companion.hosting import log
from companion.hosting.log import say
from companion.settings import Settings
from companion.store import Trouble
from companion.web.platform import browser, signals

pages = Blueprint("health", __name__)
EXTENSION, LOGGED = "companion-figures", "companion-logged"
BEGUN = "companion.begun"
FULL, FULL_SECONDS = "companion-full", 60.0
"""Key in the app's extensions: until when the disk counts as full after a failed write."""
AGAIN = 5
"""Seconds after which to ask again if it is not ready."""
QUIET = ("hosting.health.health", "hosting.health.ready", "hosting.health.metrics")

Error = tuple[type[BaseException], BaseException, TracebackType | None]


# -- pages ---------------------------------------------------------------------------------------


def _plain(text: str, status: int = 200) -> Response:
    more = {"Retry-After": str(AGAIN)} if status == 503 else {}
    return Response(text + "\n", status, more, content_type="text/plain; charset=utf-8")


@pages.get("/health")
def health() -> ResponseReturnValue:
    return _plain(f"ok {__version__}")


@pages.get("/ready")
def ready() -> ResponseReturnValue:
    """Readiness: the database can be read and written.

    A full disk shows only when a write fails, so that failure is remembered for a minute.
    """
    try:
        browser.store().ready()
    except Trouble as trouble:
        return _plain(f"not ready: the database is {trouble.kind or 'in trouble'}", 503)
    if time.monotonic() < current_app.extensions.get(FULL, 0.0):
        return _plain("not ready: the database is full", 503)
    return _plain("ready")


@pages.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Metrics in Prometheus format; 404 without the token."""
    figures: Figures | None = current_app.extensions.get(EXTENSION)
    if figures is None:
        abort(404)
    sent = request.headers.get("Authorization", "")
    if not compare_digest(sent.encode(), f"Bearer {figures.token}".encode()):
        abort(401, "Metrics require a token.")
    return figures.page()


class Figures:
    """Counters by route pattern: requests, seconds, database failures."""

    def __init__(self, token: str) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.token = token
        self.registry = CollectorRegistry()
        given: dict[str, Any] = {"registry": self.registry}
        self.requests = Counter(
            "companion_requests", "Requests answered", ["method", "route", "status"], **given
        )
        self.seconds = Histogram(
            "companion_request_seconds", "Seconds a request took", ["route"],
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20), **given,
        )  # fmt: skip
        self.trouble = Counter(
            "companion_database_trouble", "Requests the database failed", ["kind"], **given
        )
        self.running = Gauge("companion_requests_running", "Requests under way", **given)

    def page(self) -> Response:
        """The counters in Prometheus text format."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return Response(generate_latest(self.registry), content_type=CONTENT_TYPE_LATEST)


def troubled(_: Flask, kind: str) -> None:
    """Counts a request that failed because of the database."""
    if kind == "full":
        current_app.extensions[FULL] = time.monotonic() + FULL_SECONDS
    figures: Figures | None = current_app.extensions.get(EXTENSION)
    if figures:
        figures.trouble.labels(kind or "other").inc()
    say("trouble", kind=kind or "other", level="error")


# -- the log -------------------------------------------------------------------------------------


def fault(error: Error) -> None:
    """Logs an exception by class and place only: its message may contain names."""
    kind, _, trace = error
    where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
             for frame in traceback.extract_tb(trace)][-12:]  # fmt: skip
    say("fault", level="error", error=kind.__name__, route=route(), where=where)


def route() -> str:
    """The pattern of the request's route."""
    return request.url_rule.rule if request.url_rule else "-"


def _begin() -> None:
    request.environ[BEGUN] = time.perf_counter()
    figures: Figures | None = current_app.extensions.get(EXTENSION)
    if figures:
        figures.running.inc()


def _finish(response: Response) -> Response:
    took = time.perf_counter() - request.environ.get(BEGUN, time.perf_counter())
    figures: Figures | None = current_app.extensions.get(EXTENSION)
    if figures:
        method = request.method if request.url_rule else "-"
        figures.requests.labels(method, route(), response.status_code).inc()
        figures.seconds.labels(route()).observe(took)
    if current_app.extensions[LOGGED] and request.endpoint not in QUIET:
        ms, status = round(1000 * took, 1), response.status_code
        say("request", method=request.method, route=route(), status=status, ms=ms)
    return response


def _ended(_: BaseException | None) -> None:
    figures: Figures | None = current_app.extensions.get(EXTENSION)
    if figures and request.environ.pop(BEGUN, None) is not None:
        figures.running.dec()


def init_app(app: Flask, settings: Settings) -> None:
    """Counts requests, and logs them if the settings say so."""
    log.begin()
    signals.TROUBLE.connect(troubled, app)
    if settings.metrics:
        app.extensions[EXTENSION] = Figures(settings.metrics)
    app.extensions[LOGGED] = settings.log == "json"
    if settings.metrics or settings.log:
        app.before_request(_begin)
        app.after_request(_finish)
        app.teardown_request(_ended)

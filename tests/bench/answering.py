"""Rows 1, 2, 3 and 5: what one request costs, called without HTTP in this process."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from statistics import median
from typing import Any

from flask import template_rendered
from jinja2 import Template

from companion.store import Stored
from companion.web import replays
from tests.bench import bare
from tests.bench.frame import Figure, Scale, ratio, row, took
from tests.bench.tables import Evening, House, asking, call, evening, house

ANSWERS = 125


def entries(scale: Scale, cached: bool) -> float:
    """An answer at one table after another, each with 125 answers, to a bare insert."""
    played = evening("kaiser", ANSWERS, one=True)
    times = scale.of(200, 80)
    with house() as ours:
        plain = bare.inserting(ours.folder / "bare.db")
        form = asking("/entry", {"text": "7 no"})
        tables = iter(ours.seat(played, times + 10))
        pairs: list[tuple[float, float]] = []
        for stored in tables:
            enter = entering(ours, played, stored)
            if cached:
                page = asking(f"/t/{stored.code}", cookie=ours.cookie(stored))
                assert call(ours.app, page)[0] == "200 OK"
            else:
                forget(ours)
            pairs.append((took(enter), took(lambda: call(plain, form))))
        warm = pairs[10:]
    return median(pair[0] for pair in warm) / median(pair[1] for pair in warm)


def entering(ours: House, played: Evening, stored: Stored) -> Callable[[], None]:
    """Sends one more answer, as htmx does, and holds that it was entered."""
    pending = played.replay.pending
    assert pending is not None
    form = {"hand": str(pending.hand), "seen": str(stored.seq), "submission": f"s {stored.code}"}
    form |= {f"a.{key}": text for key, text in pending.sample(lambda _: 0).items()}
    environ = asking(f"/t/{stored.code}/answer", form, hx_request="true",
                     cookie=ours.cookie(stored))  # fmt: skip

    def enter() -> None:
        status, _ = call(ours.app, environ)
        assert status == "200 OK", status

    return enter


def forget(ours: House) -> None:
    """Empties every memory of tables and replays."""
    ours.store._states.clear()
    ours.store._seen.clear()
    replays.clear()


@row(
    1,
    "Score entry, nothing cached, to a bare insert",
    Figure(
        "entry", "", 2.0, bound=18.0,
        why="two replays of 125 answers and a rendered page take longer than the insert itself",
    ),
)  # fmt: skip
def cold(scale: Scale) -> dict[str, float]:
    return {"entry": entries(scale, cached=False)}


@row(
    2,
    "Score entry, replay cached, to a bare insert",
    Figure(
        "entry", "", 1.5, bound=13.0,
        why="the answer is still tried by one replay, and the page that follows is rendered",
    ),
)  # fmt: skip
def warm(scale: Scale) -> dict[str, float]:
    return {"entry": entries(scale, cached=True)}


@row(3, "Unchanged poll to hello world", Figure("poll", "", 1.2), Figure("body", "body", 0, "B"))
def poll(scale: Scale) -> dict[str, float]:
    with house() as ours:
        (stored,) = ours.seat(evening("kaiser", ANSWERS, one=True))
        environ = asking(f"/t/{stored.code}/live", hx_request="true", hx_ptag=str(stored.seq),
                         cookie=ours.cookie(stored))  # fmt: skip
        status, body = call(ours.app, environ)
        assert status == "304 NOT MODIFIED", status
        plain, page = bare.hello(), asking("/")
        found = ratio(lambda: call(ours.app, environ), lambda: call(plain, page),
                      scale.of(1000, 400))  # fmt: skip
    return {"poll": found, "body": len(body)}


@row(
    5,
    "Table page to Jinja’s own render",
    Figure("page", "again", 1.3),
    Figure(
        "first", "drawn anew", 1.3, bound=3.0,
        why="request, signed cookie, the read of where the table stands and compression are in it",
    ),
)  # fmt: skip
def page(scale: Scale) -> dict[str, float]:
    with house() as ours:
        (stored,) = ours.seat(evening("kaiser", ANSWERS, one=True))
        environ = asking(f"/t/{stored.code}", cookie=ours.cookie(stored))
        drawn: list[tuple[Template, dict[str, Any]]] = []

        def note(_: object, template: Template, context: dict[str, Any], **more: object) -> None:
            drawn.append((template, context))

        with template_rendered.connected_to(note, ours.app):
            call(ours.app, environ)
        ((template, context),) = drawn
        kept = context["v"].replay.extra

        def first() -> None:
            del kept["drawn"]
            call(ours.app, environ)

        with ours.app.request_context(environ | {"wsgi.input": BytesIO()}):
            assert len(template.render(context)) > 1000
            return {
                name: ratio(ask, lambda: template.render(context), scale.of(200, 80))
                for name, ask in (("page", lambda: call(ours.app, environ)), ("first", first))
            }

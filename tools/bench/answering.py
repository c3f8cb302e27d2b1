"""Rows 2 and 3: the cost of a request, called in-process without HTTP."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from companion.store import Stored
from tools.bench import bare
from tools.bench.frame import Figure, Scale, ratio, row, took
from tools.bench.tables import Evening, House, asking, call, evening, house

ANSWERS = 125


@row(2, "Score entry, replay cached, to a bare insert", Figure("entry", ""))
def entries(scale: Scale) -> dict[str, float]:
    """Answers at tables with 125 answers each, relative to a bare INSERT."""
    played = evening("kaiser", ANSWERS, one=True)
    times = scale.of(200, 80)
    with house() as ours:
        plain = bare.inserting(ours.folder / "bare.db")
        form = asking("/entry", {"text": "7 no"})
        pairs: list[tuple[float, float]] = []
        for stored in ours.seat(played, times + 10):
            enter = entering(ours, played, stored)
            page = asking(f"/t/{stored.code}", cookie=ours.cookie(stored))
            assert call(ours.app, page)[0] == "200 OK"
            pairs.append((took(enter), took(lambda: call(plain, form))))
        warm = pairs[10:]
    return {"entry": median(pair[0] for pair in warm) / median(pair[1] for pair in warm)}


def entering(ours: House, played: Evening, stored: Stored) -> Callable[[], None]:
    """A function that posts one more answer, as htmx does, and checks that it was saved."""
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


@row(
    3,
    "Unchanged poll to hello world",
    Figure(
        "poll", "", 1.5, bound=9.0,
        why="a plain route asks the database by SQLAlchemy and reads a signed cookie: half a "
        "millisecond, of which a hello has a tenth",
    ),
    Figure("body", "body", 0, "B"),
)  # fmt: skip
def poll(scale: Scale) -> dict[str, float]:
    with house() as ours:
        (stored,) = ours.seat(evening("kaiser", ANSWERS, one=True))
        environ = asking(f"/t/{stored.code}/live", hx_request="true", hx_ptag=str(stored.seq),
                         cookie=ours.cookie(stored))  # fmt: skip
        status, body = call(ours.app, environ)
        assert status == "304 NOT MODIFIED", status
        plain, page = bare.hello(), asking("/")
        factor = ratio(lambda: call(ours.app, environ), lambda: call(plain, page),
                      scale.of(1000, 400))  # fmt: skip
    return {"poll": factor, "body": len(body)}

"""The limit before any work: the largest allowed body, to every route that takes one."""

from __future__ import annotations

import base64
import http.client
import json
import random
import re
import threading
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest

from companion.app import create_app
from companion.clubs.club import MAX_PEOPLE, Club
from companion.engine.record import Act, Record
from companion.settings import Settings
from companion.store import Store
from companion.store.clubs import Clubs
from companion.store.exchange import dump
from companion.store.saved import EVENING
from companion.web.tables import carry, exports
from tests.hosting.serving import FORM, Scorer, percentile

pytestmark = pytest.mark.slow

CLIENTS = 12
TIMES, SECONDS = 60, 1.0
"""An entry elsewhere may take so many times the median of an idle server, and always so many
seconds: on a busy machine both are slow."""
LARGEST = 250 << 10
"""Bytes of a form: a little less than the limit."""


def worst(store: Store) -> list[dict]:
    """Exports of a table that is expensive to read: the most rows allowed, half of them undone."""
    code = store.begin(Record.begin("kaiser", "ABCD")).code
    store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="x")
    export = dump([store.saved(code)])
    (table,) = export["tables"]
    (row,) = table["journal"]
    half = EVENING // 2
    table["journal"] = [
        row
        | {"seq": seq, "form": seq, "answers": {"bid 2": ("7", "8")[seq % 2]}}
        | ({"kind": ("undo", "redo")[seq % 2], "answers": {}} if seq > half else {})
        for seq in range(1, EVENING + 1)
    ]
    del table["record"]
    more = json.loads(json.dumps(export))
    more["tables"] = [table | {"code": f"MKTR{number}"} for number in range(10, 50)]
    return [export, more]


def bodies(store: Store, app, code: str) -> dict[str, bytes]:
    """By route that takes a body, the largest and most expensive one that is allowed; links and
    files are within their limits."""
    one, many = worst(store)
    text = json.dumps(one)
    small = zlib.compressobj(9, wbits=-15)
    link = base64.urlsafe_b64encode(small.compress(text.encode()) + small.flush()).decode()
    file = json.dumps(many)[: exports.MAX_BYTES]
    club = Clubs(store).found(Club("T", tuple(f"P{n}" for n in range(MAX_PEOPLE)), tables=(code,)))
    given = {"code": code, "key": "kaiser", "kind": "amend", "number": "1", "hand": "1", "id": "x"}
    acts = json.dumps([["answer", 1, {"bid 2": "7"}]] * 6000)
    found: dict[str, bytes] = {}
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        form = {"seen": "1", "hand": "1", "acts": acts, "at": "1", "q": "x" * 500, "other": "8"}
        form |= {f"a.bid {n}": "7" for n in range(9)} | {"text": "hand\nbid 2: 7\n" * 6000}
        given["key"] = club if rule.rule.startswith("/club/") else "kaiser"
        path = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: given[part[1]], rule.rule)
        found[path] = urlencode(form).encode()[:LARGEST]
    found["/take"] = urlencode({"table": f"#take={link}", "do": "look"}).encode()
    assert len(found["/take"]) < carry.MAX_BYTES
    found["/import"] = urlencode({"text": text + " " * (len(file) - len(text))}).encode()
    found["/import"] = found["/import"][: exports.MAX_BYTES - 1000]
    return found


def sent(port: int, path: str, body: bytes, cookie: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, 120)
    try:
        connection.request("POST", path, body, {**FORM, "Cookie": cookie})
        return connection.getresponse().status
    except OSError:
        return 0  # closed while it was still being sent
    finally:
        connection.close()


def meanwhile(port: int, work) -> tuple[float, float]:
    """Seconds of the median and of the slowest entry at another table during this call."""
    stop = threading.Event()
    scorer = Scorer(str(time.monotonic_ns()), [port], stop, pause=0.02)
    scorer.start()
    work(scorer)
    stop.set()
    scorer.join(60)
    assert scorer.tally.odd == []
    times = scorer.tally.seconds[2:]
    return percentile(times, 0.5), max(times)


def enough(scorer: Scorer) -> None:
    while len(scorer.tally.seconds) < 40:
        time.sleep(0.05)


@pytest.fixture
def store(club) -> Iterator[Store]:
    store = Store(club[0].url)
    yield store
    store.close()


@pytest.mark.long
@pytest.mark.parametrize("club", ["file with its limits"], indirect=True)
def test_largest_requests_delay_no_entry(club, store, tmp_path):
    """One second, from twelve clients at once; no response is a server error."""
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(limits=False))
    port = club[0].port
    stranger = Scorer("stranger", [port], threading.Event())
    every = bodies(store, app, stranger.begin())
    cookie = stranger.clients[0].cookie
    assert len(every) > 30
    idle, _ = meanwhile(port, enough)
    allowed = max(SECONDS, TIMES * idle)
    paths = [*every]
    random.Random(28).shuffle(paths)
    answers: list[int] = []

    def attack(_: Scorer) -> None:
        with ThreadPoolExecutor(CLIENTS) as pool:
            answers.extend(pool.map(lambda path: sent(port, path, every[path], cookie), paths))
            # The two most expensive bodies, all at once.
            for path in ("/take", "/import"):
                answers.extend(
                    pool.map(lambda _, p=path: sent(port, p, every[p], cookie), range(CLIENTS))
                )

    middle, slowest = meanwhile(port, attack)
    print(
        f"\nGATE {len(answers)} of the largest posts from {CLIENTS} clients: an entry elsewhere "
        f"{1000 * middle:.0f} ms, the slowest {1000 * slowest:.0f} ms, idle {1000 * idle:.0f} ms "
        f"(x{middle / idle:.1f}, x{slowest / idle:.1f})"
    )
    assert {status for status in answers if status >= 500} <= {503}
    assert slowest < allowed

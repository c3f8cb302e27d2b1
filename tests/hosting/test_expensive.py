"""Expensive pages: entries at other tables stay quick, and no evening is ever refused."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.app import create_app
from companion.clubs.club import Club
from companion.engine.record import MAX_HANDS, Act, Record
from companion.settings import Settings
from companion.store import Store
from companion.store.clubs import Clubs
from companion.store.exchange import dump, read
from companion.store.portions import import_tables
from companion.store.rows import MAX_ACTS
from tests.hosting.serving import Client, Scorer, percentile, until
from tests.hosting.test_admission import TIMES, enough, meanwhile

pytestmark = pytest.mark.slow

CLIENTS, PHONES = 12, 22
EXPECTED = (200, 202, 301, 302, 303, 304, 308, 400, 401, 403, 404, 429, 503)
SLOWEST = 5.0
"""Seconds that an entry elsewhere may take on a busy machine."""
GIVEN = {"key": "kaiser", "kind": "amend", "number": "300", "hand": "300", "place": "1",
         "day": "2026-01-31", "id": "KAI-MADE", "name": "Ann", "asked": "worth", "token": "1234",
         "edition": "1"}  # fmt: skip


@pytest.fixture
def store(club):
    store = Store(club[0].url)
    yield store
    store.close()


def heaviest(store: Store) -> str:
    """The code of a table with the most hands and rows allowed."""
    code = store.begin(Record.begin("kaiser", "ABCD")).code
    store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="x")
    export = json.loads(json.dumps(dump([store.saved(code)])))
    (table,) = export["tables"]
    (row,) = table["journal"]
    del table["record"]
    each = MAX_ACTS // MAX_HANDS
    acts = [
        {"hand": hand, "answers": {f"@adjust {n}": "A 1 late"} if n else {"@void": "rain"}}
        for hand in range(1, MAX_HANDS)
        for n in range(each)
    ]
    table["journal"] = [row | act | {"seq": n, "form": n} for n, act in enumerate(acts, 1)]
    (stored,) = import_tables(store, read(export))
    assert len(stored.record.hands) > MAX_HANDS - 2
    return stored.code


def pages(app, code: str, club: str) -> list[str]:
    """The path of every GET route, at this table and club."""
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            given = {**GIVEN, "code": code}
            given |= {"key": club} if rule.rule.startswith("/club/") else {}
            given |= {"key": "min_bid"} if "/readings/" in rule.rule else {}
            given |= {"kind": "sheet"} if "/print/" in rule.rule else {}
            path = rule.rule
            for part in re.findall(r"<[^>]+>", path):
                path = path.replace(part, given[part.strip("<>").rpartition(":")[2]])
            found.append(path + "?show=log" * path.endswith("/sheet"))
    return found


@pytest.mark.parametrize("club", ["file with its limits"], indirect=True)
def test_expensive_pages_delay_no_entry_elsewhere(club, store, tmp_path):
    """Every page of the heaviest table, from twelve clients of one address at once."""
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(limits=False))
    port, code = club[0].port, heaviest(store)
    key = Clubs(store).found(Club("T", ("Ann", "Bo"), tables=(code,)))
    stranger = Client(port)
    assert stranger.ask("GET", f"/t/{code}/score/{store.table(code).key}").status == 302
    idle, _ = meanwhile(port, enough)
    odd: list[tuple[str, int]] = []
    refused = 0

    def ask(path: str) -> int:
        with Client(port) as client:
            client.cookie = stranger.cookie
            answer = client.ask("GET", path)
        again = "Retry-After" in answer.headers
        if answer.status not in EXPECTED or (answer.status in (429, 503) and not again):
            odd.append((path, answer.status))
        return answer.status

    every = pages(app, code, key)
    assert len(every) > 60

    def attack(_: Scorer) -> None:
        nonlocal refused
        with ThreadPoolExecutor(CLIENTS) as pool:
            refused += list(pool.map(ask, [p for p in every for _ in range(CLIENTS)])).count(503)

    middle, slowest = meanwhile(port, attack)
    print(
        f"\nPAGES {len(every)} routes, {CLIENTS} at once, {refused} refused: an entry elsewhere "
        f"{1000 * middle:.0f} ms, the slowest {1000 * slowest:.0f} ms, idle {1000 * idle:.0f} ms"
    )
    assert odd == []
    assert refused > CLIENTS
    assert slowest < max(SLOWEST, TIMES * idle)


@pytest.mark.parametrize("club", ["file with its limits"], indirect=True)
def test_scorer_of_the_heaviest_table_gets_through(club, store):
    """Twenty phones of the same address watch it meanwhile."""
    port, code = club[0].port, heaviest(store)
    stop, scorer = threading.Event(), Client(port)
    assert scorer.ask("GET", f"/t/{code}/score/{store.table(code).key}").status == 302

    def watch() -> None:
        with Client(port) as client:
            tag = ""
            while not stop.wait(1):
                answer = client.ask("GET", f"/t/{code}/live", HX_Request="true", HX_PTag=tag)
                tag = answer.headers.get("HX-PTag", tag)
                assert answer.status in (200, 304, 503)

    with ThreadPoolExecutor(20) as pool:
        watchers = [pool.submit(watch) for _ in range(20)]
        answers = []
        for n in range(6):
            form = {
                "seen": str(store.seq(code)),
                "hand": "1",
                "mode": ("quick", "guided")[n % 2],
            }
            answers.append(scorer.ask("POST", f"/t/{code}/entry", form).status)
        stop.set()
        for each in watchers:
            each.result()
    assert answers == [303] * 6


@pytest.mark.long
@pytest.mark.parametrize("club", ["file with its limits"], indirect=True)
def test_many_phones_of_one_address_are_never_refused(club):
    """One scores an evening without pause; the others request all of its pages in a loop."""
    port, stop = club[0].port, threading.Event()
    scorer = Scorer("evening", [port], stop, pause=0.2)
    scorer.start()
    until(lambda: scorer.tally.tables and len(scorer.tally.seconds) > 2)
    statuses: list[tuple[int, str]] = []

    def phone(number: int) -> None:
        with Client(port) as client:
            tag = ""
            for place in range(30):
                code = scorer.tally.tables[-1]
                page = ("", "/sheet", "/hand/1", "/why/1/1", "/board", "/house", "/share", "/live",
                        "/sheet?show=chart", "/pencil")[(number + place) % 10]  # fmt: skip
                rules = f"/rules/kaiser?table={code}"
                other = ("/", "/people", "/history", "/new/kaiser", rules)[place % 5]
                for path in (f"/t/{code}{page}", other):
                    statuses.append((client.ask("GET", path).status, path))
                for _ in range(3):
                    answer = client.ask("GET", f"/t/{code}/live", HX_Request="true", HX_PTag=tag)
                    tag = answer.headers.get("HX-PTag", tag)
                    statuses.append((answer.status, "live"))

    with ThreadPoolExecutor(PHONES - 1) as pool:
        list(pool.map(phone, range(PHONES - 1)))
    stop.set()
    scorer.join(60)
    p50 = percentile(scorer.tally.seconds, 0.5)
    print(f"\nPHONES {PHONES} of one address, {len(statuses)} requests, 0 refused, "
          f"{len(scorer.tally.acknowledged)} entries, p50 {1000 * p50:.0f} ms")  # fmt: skip
    assert {status for status, _ in statuses} <= {200, 302, 304, 404}
    assert scorer.tally.odd == []

"""Rounds of an attack: twelve clients at once, while a scorer enters at another table."""

from __future__ import annotations

import gc
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from statistics import median

from companion import printing
from companion.store import NotFound
from companion.store.clubs import Clubs
from companion.store.rows import MAX_ACTS
from tests import largest
from tests.hosting.serving import PATIENT, until
from tools.attack.target import SCORER, Route, Target, scorer

CLIENTS = 12
DEAREST = [("GET", "/"), ("GET", "/t/<code>/print/<kind>.html"), ("GET", "/t/<code>/print"),
           ("GET", "/club/<key>/along"), ("GET", "/club/<key>/club.json"),
           ("GET", "/t/<code>/export.json"), ("POST", "/import"), ("POST", "/take")]  # fmt: skip
"""The routes that cost most."""
COMPRESSED = {"Accept-Encoding": "br"}


@dataclass(frozen=True)
class Result:
    """The figures of a round."""

    name: str
    statuses: Counter[int]
    cpu: float
    slowest: float
    refused: int
    """Entries of the scorer that had to be sent again."""

    def __str__(self) -> str:
        statuses = " ".join(f"{status}:{n}" for status, n in sorted(self.statuses.items()))
        more = f", {self.refused} entries sent again" if self.refused else ""
        return (f"{self.name:58} {self.statuses.total():7} {self.cpu:6.2f} {self.slowest:9.2f}  "
                f"{statuses}{more}")  # fmt: skip


class Attack:
    """The rounds against one server, and their results."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.results: list[Result] = []
        self.tables = target.tables(CLIENTS)
        codes = [each.code for each in self.tables]
        self.club = self.found(codes)
        # The scorer shares this process: large inputs are made before a round, and not collected.
        for make in (largest.forty, largest.link):
            make()
        gc.collect()
        gc.freeze()
        self.stop = threading.Event()
        self.scorer = scorer(target.server.port, self.stop)

    def found(self, codes: Sequence[str]) -> str:
        """The largest club, with these tables."""
        return Clubs(self.target.store).found(largest.club_of(*codes))

    @contextmanager
    def entering(self) -> Iterator[None]:
        """Enter answers at another table meanwhile."""
        self.scorer.start()
        try:
            until(lambda: len(self.scorer.tally.seconds) > 5)
            yield
        finally:
            self.stop.set()
            self.scorer.join(PATIENT)

    @contextmanager
    def measured(self, name: str) -> Iterator[None]:
        """Measure the entries at the other table until this call ends, with the running one."""
        tally, target = self.scorer.tally, self.target
        start, odd, cpu = len(tally.seconds), len(tally.odd), target.spent()
        target.statuses = Counter()
        yield
        done = len(tally.seconds)
        until(lambda: len(tally.seconds) > done or not self.scorer.is_alive())
        cpu = target.spent() - cpu
        result = Result(name, target.statuses, cpu, max(tally.seconds[start:]),
                       len(tally.odd) - odd)  # fmt: skip
        self.results.append(result)
        print(result, flush=True)

    def at_once(self, name: str, works: Sequence[Callable[[], object]]) -> None:
        """Does all of these at the same moment."""
        ready = threading.Barrier(len(works))

        def begin(work: Callable[[], object]) -> None:
            ready.wait()
            # After a refusal a page has no form to fill in; every response is recorded on arrival.
            with suppress(AssertionError, AttributeError, LookupError, OSError):
                work()

        with ThreadPoolExecutor(len(works)) as pool, self.measured(name):
            list(pool.map(begin, works))

    def of(self, route: Route, number: int, address: str) -> Callable[[], object]:
        """The most expensive input for a route, by one of the clients at its own table."""
        method, rule = route
        self.replace(number)
        phone = self.target.phone(address, [self.tables[number]], self.club)
        page = largest.page_of(rule, phone.code, self.club, phone.night)
        if method == "GET":
            return lambda: phone.get(page, headers=COMPRESSED)
        phone.prepare(rule)

        def work() -> None:
            form = "application/x-www-form-urlencoded"
            phone.post(page.partition("?")[0], largest.LARGEST_FORM, content_type=form)
            largest.LARGEST[rule](phone)

        return work

    def replace(self, number: int) -> None:
        """Gives a client a new table if its own takes no more entries of it, and a new club
        if theirs is deleted."""
        store = self.target.store
        try:
            Clubs(store).get(self.club)
        except LookupError:
            self.club = self.found([each.code for each in self.tables])
        mine = self.tables[number]
        with suppress(NotFound), store.looking(mine.code) as (_, row):
            writes = row.key == mine.key and not row.scorer
            if writes and row.status == "playing" and row.seq < MAX_ACTS - 200:
                return
        self.tables[number] = self.target.tables(1)[0]

    def every_route(self, addresses: Sequence[str], only: str = "") -> None:
        """A round for each route."""
        for route in self.target.routes:
            if only in " ".join(route):
                works = [self.of(route, number, addresses[number % len(addresses)])
                         for number in range(CLIENTS)]  # fmt: skip
                self.at_once(" ".join(route), works)

    def mixed(self, addresses: Sequence[str]) -> None:
        """Every route once, twelve routes at once; then the most expensive ones."""
        routes = [*self.target.routes]
        for start in range(0, len(routes), CLIENTS):
            some = routes[start : start + CLIENTS]
            works = [self.of(route, n, addresses[n % len(addresses)])
                     for n, route in enumerate(some)]  # fmt: skip
            self.at_once(f"{' '.join(some[0])} and {len(some) - 1} more", works)
        self.dearest(addresses, DEAREST[:2])

    def dearest(self, addresses: Sequence[str], routes: Sequence[Route] = DEAREST) -> None:
        for route in routes:
            works = [self.of(route, n, addresses[n % len(addresses)])
                     for n in range(CLIENTS)]  # fmt: skip
            self.at_once(" ".join(route), works)

    def guesses(self) -> dict[str, str]:
        """Tries of a code by each of two routes: how many were answered before a 429."""
        report = {}
        for number, way in enumerate(("GET /t/CODE", "POST /club/KEY/in")):
            phone, answers = self.target.phone(f"192.0.2.{100 + number}", club=self.club), []
            for guess in range(40):
                code = "".join("BCDFGHJKMN"[int(digit)] for digit in f"{guess:08}")
                path = f"/t/{code}" if way.startswith("GET") else f"/club/{self.club}/in"
                reply = (phone.get(path) if way.startswith("GET")
                         else phone.post(path, {"table": code}))  # fmt: skip
                answers.append(reply.status_code)
            first = answers.index(429) if 429 in answers else len(answers)
            after = "429" if {*answers[first:]} == {429} else str(answers[first:])
            report[way] = f"{first} answered, then {after}"
        return report

    # -- printing

    def sheet(self, players: str, address: str = SCORER) -> float:
        """Seconds until a sheet for these is printed."""
        began, client = time.monotonic(), self.target.client(address)
        path = f"/print/kaiser/sheet.pdf?players=Nell,Omar,Pia,{players}"
        while (status := client.get(path).status_code) != 200:
            assert status in (202, 503), status
            assert time.monotonic() < began + PATIENT
            time.sleep(0.5)
        return time.monotonic() - began

    def prints(self, stranger: str) -> dict[str, str]:
        """Sheets of others while a stranger orders five sets."""
        if not printing.can_print():
            return {"sheets": "not measured: Pango is missing"}
        self.sheet("Ada")
        quiet = median(self.sheet(f"Bo{number}") for number in range(3))
        sets = [f"/print/club.pdf?game={largest.ACROSS}&club={number}" for number in range(5)]
        with self.measured("five sets, and thirty sheets"):
            for path in sets:
                self.target.client(stranger).get(path)
            behind = median(self.sheet(f"Cy{number}") for number in range(3))
            began = time.monotonic()
            with ThreadPoolExecutor(30) as pool:
                names = [f"Di{number}" for number in range(30)]
                done = list(pool.map(lambda name: self.sheet(name, "203.0.113.2"), names))
            whole = time.monotonic() - began
        return {
            "sheet, quiet": f"{quiet:.2f} s",
            "sheet, while a stranger orders five sets": f"{behind:.2f} s, x{behind / quiet:.1f}",
            "thirty sheets after that": f"{len(done)} of 30 in {whole:.1f} s",
        }

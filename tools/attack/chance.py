"""Random requests to every route: its own forms with some fields changed, and anything else."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import quote, urlencode

from companion import games, printing
from companion.engine.record import Record
from companion.store.clubs import Clubs
from companion.testing.evenings import evening
from tests import largest
from tests.web.hostile import FIELDS, VALUES
from tests.web.phones import Page
from tools.attack.target import Route, Target

PHONES = 4


class Walker:
    """A phone that scores one table of each game and sends anything to any route."""

    def __init__(self, target: Target, seed: int) -> None:
        self.target, self.chance = target, random.Random(seed)
        self.club = Clubs(target.store).found(largest.Club("T", ("Nell", "Omar")))
        self.log: list[str] = []
        self.renew()

    def renew(self) -> None:
        """Begins new tables in place of those that were deleted or are over."""
        records: list[Record] = []
        for game in self.chance.sample([*games.all_games().values()], 3):
            with suppress(LookupError):
                record, _ = evening(game, self.chance.randrange(10_000), hands=3, answers=25)
                records.append(record)
        tables = [self.target.store.begin(record) for record in records]
        self.phone = self.target.phone(f"198.51.100.{self.chance.randint(1, 99)}", tables,
                                       self.club)  # fmt: skip
        self.codes = [each.code for each in tables]

    def value(self) -> str:
        """Anything."""
        return self.chance.choice(VALUES)

    def address(self, rule: str) -> str:
        """An address of a route, with its parts mostly right."""
        chance, night = self.chance, self.phone.night
        path = largest.page_of(rule, chance_of(self), self.club, night)
        path = path.partition("?")[0].replace("/kaiser", f"/{chance.choice([*games.all_games()])}")
        path = path.replace("/sheet.", f"/{chance.choice([*printing.KINDS])}.")
        path = path.replace("/300", f"/{chance.randrange(7)}")
        if chance.random() < 0.15:
            parts = path.split("/")
            parts[chance.randrange(1, len(parts))] = quote(self.value(), safe="")
            path = "/".join(parts)
        return path

    def fields(self) -> dict[str, str]:
        """Fields that some route reads, with anything in them."""
        names = self.chance.sample(FIELDS, self.chance.randrange(8))
        return {name: self.value() for name in names}

    def ask(self, route: Route) -> None:
        """One request, and one more if a form is on the page."""
        method, rule = route
        path, query = self.address(rule), urlencode(self.fields(), errors="replace")
        headers = {"HX-Request": "true"} if self.chance.random() < 0.3 else {}
        if method == "GET":
            reply = self.send(path + (f"?{query}" if self.chance.random() < 0.5 else ""), headers)
            if reply.mimetype == "text/html":
                self.fill(Page(reply.text, path.partition("?")[0]))
            return
        form = self.fields()
        with suppress(LookupError):
            form |= {"seen": str(self.phone.store.seq(path.split("/")[2])), "hand": "1"}
        self.send(path, headers, form)

    def fill(self, page: Page) -> None:
        """Sends a form of the page with some of its fields changed."""
        if not page.forms:
            return
        chance, form = self.chance, self.chance.choice(page.forms)
        sent = dict(form.fields)
        for name, texts in form.chosen.items():
            sent[name] = chance.choice(texts)
        action, name, value = chance.choice(form.pressed or [("", "", "")])
        sent |= {name: value} if name else {}
        for name in chance.sample([*sent], min(len(sent), chance.choice((0, 0, 1, 2)))):
            sent[name] = self.value()
        path = action or form.action
        if form.get:
            self.send(f"{path}?{urlencode(sent, errors='replace')}", {})
        elif path.startswith("/"):
            self.send(path, {}, sent)

    def send(self, path, headers, form=None):
        """Sends it; a fault is noted with all that was sent."""
        method = "GET" if form is None else "POST"
        before = len(self.target.faults)
        reply = self.phone.client.open(path, method=method, data=form, headers=headers)
        if len(self.target.faults) > before and reply.status_code >= 500:
            self.log.append(f"{reply.status_code} {method} {path!r} {form!r} {headers!r}")
        return reply


def chance_of(walker: Walker) -> str:
    """The code of one of the tables."""
    return walker.chance.choice(walker.codes)


def run(target: Target, many: int, seed: int = 1) -> str:
    """Sends random requests and returns the counts."""
    seen = Counter[int]()
    target.statuses = seen
    routes = target.routes

    def walk(number: int) -> list[str]:
        walker, count = Walker(target, seed * PHONES + number), 0
        own = [*routes]
        while seen.total() < many:
            if count % len(own) == 0:
                walker.chance.shuffle(own)
                walker.renew()
            walker.ask(own[count % len(own)])
            count += 1
        return walker.log

    with ThreadPoolExecutor(PHONES) as pool:
        logs = [line for log in pool.map(walk, range(PHONES)) for line in log]
    statuses = " ".join(f"{status}:{n}" for status, n in sorted(seen.items()))
    return "\n".join([f"{seen.total()} random requests to {len(routes)} routes: {statuses}",
                      f"faults: {len(target.faults)}", *logs, *target.faults[:20]])  # fmt: skip

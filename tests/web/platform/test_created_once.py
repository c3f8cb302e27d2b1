"""A form that creates something creates it once, also if it is sent twice: by a double tap, or
because the reply was lost. Routes are found in the URL map."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from companion import games
from companion.engine.record import RECORD_ACTS, Act, Record
from companion.nights.night import Night
from companion.store.clubs import Clubs, RuleSets
from companion.store.exchange import dump
from companion.store.keeping import discard
from companion.store.nights import Nights
from companion.tables import Tables
from tests.daily import daily
from tests.web.clubs.club import Club
from tests.web.phones import HANDS, NAMES, kept
from tests.web.platform.test_hostile import routes
from tests.web.tables.test_many import MADE, filled, looked_at

OPEN = next(game for game in games.all_games().values() if game.come_and_go)
"""A game that people join and leave between hands."""
COOKIE = "companion"
Form = tuple[str, MultiDict]


def pressed(one, action, value="", **fields) -> Form:
    """The form of the last page with this button, with these fields changed; and its address."""
    page = one.page
    for form in page.forms:
        for own, name, text in form.pressed:
            if (own or form.action) == one.at(action) and value in ("", text):
                data = MultiDict([*form.fields, *([(name, text)] if value else [])])
                for key, typed in fields.items():
                    data[key] = typed
                return one.at(action), data
    raise AssertionError(f"{page.path} has no form for {action} {value}")


class World(Club):
    """A phone, its club and tables, and data from other phones."""

    def __init__(self, app, elsewhere) -> None:
        super().__init__(app)
        self.there = elsewhere

    def new(self) -> Form:
        self.get("/new/kaiser")
        return pressed(self, "/new/kaiser", "begin", **NAMES)

    def for_club(self) -> Form:
        self.found()
        self.get(f"/new/kaiser?club={self.key}")
        return pressed(self, "/new/kaiser", "begin")

    def house_rules(self) -> Form:
        self.get("/new/kaiser")
        more = {"set": "Friday", "rule.min_bid": "7"}
        return pressed(self, "/new/kaiser", "keep", **more)

    def three_hands(self, **head) -> None:
        """A table after three hands, which this phone scores."""
        record = Record.begin("kaiser", [*NAMES.values()])
        record.head |= {name.replace("_", " "): text for name, text in head.items()}
        self.open(self.store.begin(record))
        for number, hand in enumerate(HANDS, 1):
            self.enter(Act("answer", number, hand))

    def rematch(self) -> Form:
        self.three_hands(rule_target="28")
        self.get("")
        return pressed(self, "rematch")

    def company(self) -> Form:
        self.open(self.store.begin(Record.begin(OPEN.key, ["Nell", "Omar", "Pia"])))
        self.enter(
            Act("answer", 1, {"@void": "none", "@adjust 1": "1 7 won", "@adjust 2": "2 -7 "})
        )
        self.get("seats")
        return pressed(self, "company", joins="Eve", leaves="2")

    def demo(self) -> Form:
        self.get("/more")
        return pressed(self, "/demo", game="kaiser")

    def named(self) -> Form:
        self.get("/clubs")
        return pressed(self, "/clubs", name="Friday club")

    def night(self) -> Form:
        self.found(people=", ".join("ABCDEFGH"))
        self.get(f"{self.url}/night")
        return pressed(self, f"{self.url}/night", game="kaiser", rounds="6")

    def text(self) -> Form:
        return self.imported(games.find("kaiser").file("evening.txt"))

    def file(self) -> Form:
        codes = [kept(self.there.store, day=day).code for day in (1, 2)]
        return self.imported(json.dumps(dump(Tables(self.there.store).export(codes))))

    def club_file(self) -> Form:
        club = Club(self.there.client.application).found()
        club.start()
        return self.imported(club.get(f"{club.url}/club.json").text)

    def imported(self, text) -> Form:
        self.get("/import")
        return pressed(self, "/import", text=text)

    def link(self, one=None) -> None:
        """Opens the link of a table elsewhere, three hands long."""
        self.there.begin(**NAMES)
        for number, hand in enumerate(HANDS, 1):
            self.there.enter(Act("answer", number, hand))
        self.arrive()

    def arrive(self) -> None:
        page = self.there.get("take").text
        self.post("/take", {"table": re.findall(r'value="([^"]*#take=[^"]+)"', page)[0]})

    def write(self) -> Form:
        self.link()
        return pressed(self, "/take", "write")

    def watch(self) -> Form:
        self.link()
        return pressed(self, "/take", "look")

    def bring(self) -> Form:
        path, form = self.write()
        self.post(path, form)
        self.there.enter(Act("answer", 4, {"bid 4": "7"}))
        self.arrive()
        return pressed(self, "/take", "bring")

    def other(self) -> Form:
        return self.parted("other")

    def both(self) -> Form:
        return self.parted("write")

    def parted(self, value) -> Form:
        path, form = self.write()
        self.go(self.post(path, form))
        self.enter(Act("answer", 4, {"bid 4": "8"}))
        self.there.enter(Act("answer", 4, {"bid 4": "7"}))
        self.arrive()
        return pressed(self, "/take", value)

    def club_link(self) -> Form:
        club = Club(self.there.client.application).found()
        club.start()
        page = club.get(f"{club.url}/along").text
        self.post("/take", {"table": re.findall(r'value="([^"]*#take=[^"]+)"', page)[0]})
        return pressed(self, "/take", "club")

    def many(self) -> Form:
        self.begin(**NAMES)
        return self.at("many"), MultiDict(looked_at(self, filled(self, MADE, MADE)))


MAKING: dict[str, list[Callable[[World], Form]]] = {
    "tables.new.begin": [World.new, World.for_club, World.house_rules],
    "tables.actions.rematch": [World.rematch],
    "tables.seats.company": [World.company],
    "tables.demo.begin": [World.demo],
    "tables.exports.take_in": [World.text, World.file, World.club_file],
    "tables.carry.arrived": [World.write, World.watch, World.bring, World.other, World.both,
                             World.club_link],
    "clubs.club_changes.found": [World.named],
    "nights.begin.begin": [World.night],
    "tables.many.save": [World.many],
}  # fmt: skip
"""The routes that create something, with all their forms that do."""


def things(store):
    """All tables with the number of their entries, all clubs with their tables, all sets, all
    nights."""
    clubs = {key: club.tables for key, club in Clubs(store).all().items()}
    nights = {key for club in clubs for key in Nights(store).of(club)}
    sets = {each.id for each in RuleSets(store).all()}
    tables = {
        each.code: sum(row.kind in RECORD_ACTS for row in store.journal(each.code))
        for each in store.tables(limit=1000)
    }
    return tables, clubs, sets, nights


@pytest.fixture
def world(app, elsewhere):
    return World(app, elsewhere)


@daily("lost", [False, True], [False], ids=["double tap", "lost reply"])
@pytest.mark.parametrize("make", [make for each in MAKING.values() for make in each],
                         ids=lambda make: make.__name__)  # fmt: skip
def test_form_sent_twice_makes_one_thing(world, make, lost):
    path, form = make(world)
    before, cookie = things(world.store), world.client.get_cookie(COOKIE)
    first = world.post(path, form.copy())
    assert first.status_code in (200, 303)
    made = things(world.store)
    assert made != before
    if lost:  # the browser has no cookie from the lost reply
        world.client.delete_cookie(COOKIE)
        if cookie:
            world.client.set_cookie(COOKIE, cookie.value)
    second = world.post(path, form.copy())
    assert things(world.store) == made
    tables = [code for code in made[0] if code not in before[0]]
    for link in [first.headers["Location"]] if first.status_code == 303 else tables:
        assert second.headers.get("Location") == link or f'{link}"' in second.text, link
    if tables and make not in (World.watch, World.demo):
        assert world.get(f"/t/{tables[0]}/more").status_code == 200  # it may be written to
    # The same page with other values is another form.
    if make is World.new:
        world.post(path, MultiDict({**form, "name.1": "Zoe"}))
        assert len(things(world.store)[0]) == len(made[0]) + 1


# -- every other route ---------------------------------------------------------------------------


def running(world):
    """A running hand, a confirmed one before it, and an entry that can be redone."""
    world.three_hands()
    for hand, answers in ((0, {"confirm": "yes"}), (4, {"bid 4": "7", "stray": "x"})):
        world.enter(Act("answer", hand, answers))
    world.enter(Act("answer", 3, {"@note": "n"}))
    world.enter(Act("undo"))


def finished(world):
    world.rematch()


def abandoned(world):
    running(world)
    world.store.mark_as(world.code, "abandon", "abandoned")


def deleted(world):
    running(world)
    discard(world.store, world.code)


STATES = (running, finished, abandoned, deleted)
BESIDES = {
    "tables.write_access.joined": ("join", {"said": "1234", "seat": "1"}),
    "tables.write_access.take": ("pencil", {}),
    "people.people.forget": ("/people/forget", {"name": "Nell"}),
    "people.people.erase": ("/people/erase", {"name": "Nell", "sure": "yes"}),
    "tables.play.check": ("check", {"seen": "8", "a.bid 1": "8"}),
}
"""Forms that the pages of these states do not have, and one that a script sends."""


def begin(world, state):
    """A set of house rules, a club with a night, and a table in this state."""
    path, form = world.house_rules()
    world.post(path, form)
    world.found()
    night = Night("2026-01-31", "kaiser", tuple("ABCDEFGH"), scores={"1.1": "54 31"})
    world.own_night = Nights(world.store).found(world.key, night)
    state(world)


def pages(world) -> Iterator[str]:
    """Every page of the table, of the club, and of no table."""
    own = world.code, world.key, world.own_night
    for rule, path in routes(world.client.application, "GET", *own):
        if not re.search(r"\.(pdf|png|json|csv|svg|txt)$", rule.rule):
            yield path
    yield from (world.at("readings/min_bid"), "/person/Nell")


def posted(world, path) -> Iterator[tuple[str, str, MultiDict]]:
    """The possible posts of a page: route, address and fields of each form and button."""
    world.get(path, follow_redirects=True)
    there = world.client.application.url_map.bind("localhost")
    for form in world.page.forms:
        for own, name, text in form.pressed or [("", "", "")]:
            fields = MultiDict([*form.fields, *([(name, text)] if name else [])])
            if own or not form.get:
                endpoint, _ = there.match(urlsplit(own or form.action).path, "POST")
                yield endpoint, own or form.action, fields


def others(world) -> dict[str, tuple[Callable[[World], object], str]]:
    """By route that is not in MAKING, the state of a table and the page that has a form for it."""
    found: dict[str, tuple[Callable[[World], object], str]] = {}
    for state in STATES:
        begin(world, state)
        for path in pages(world):
            for endpoint, *_ in posted(world, path):
                page = path.replace(world.code, "CODE").replace(world.key, "KEY")
                page = page.replace(world.own_night, "OWN")
                found.setdefault(endpoint, (state, page))
    return {endpoint: where for endpoint, where in found.items() if endpoint not in MAKING}


@pytest.mark.long
def test_no_other_route_makes_anything(world):
    rules = world.client.application.url_map.iter_rules()
    posts = {rule.endpoint for rule in rules if "POST" in rule.methods}
    found = others(world)
    assert posts == {*MAKING, *found, *BESIDES}
    for endpoint in sorted(posts - {*MAKING}):
        state, page = found.get(endpoint, (running, ""))
        begin(world, state)
        page = page.replace("CODE", world.code).replace("KEY", world.key)
        page = page.replace("OWN", world.own_night)
        sent = [each for each in posted(world, page or "/") if each[0] == endpoint]
        if endpoint in BESIDES:
            action, given = BESIDES[endpoint]
            sent = [(endpoint, action, MultiDict(given))]
        assert sent, (endpoint, page)
        for _, action, fields in sent[:4]:
            before = things(world.store)
            world.post(action, fields)
            once = things(world.store)
            world.post(action, fields)
            after = things(world.store)
            for made in (once, after):
                new = [{*now} - {*was} for was, now in zip(before, made, strict=True)]
                assert not any(new), (endpoint, action, fields)
            # A form enters its answers once.
            assert sum(after[0].values()) <= sum(once[0].values()), (endpoint, action, fields)

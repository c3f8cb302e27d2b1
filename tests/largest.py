"""The largest input of each route, by a scorer of the longest table and the largest club."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from io import BytesIO
from urllib.parse import quote, urlencode

from companion import clock, games
from companion.clubs.club import (
    MAX_DAYS,
    MAX_GAMES,
    MAX_LETTERS,
    MAX_PEOPLE,
    MAX_RULES,
    MAX_TABLES,
    Club,
    ClubGame,
)
from companion.engine.record import MAX_HANDS, Act, Record
from companion.nights.night import Night
from companion.store import JournalRow, NotFound
from companion.store.clubs import RuleSets
from companion.store.exchange import dump
from companion.store.nights import Nights
from companion.store.rows import MAX_ACTS
from companion.store.saved import Saved
from companion.tables.carrying import packed
from tests.web.phones import Phone, golden

ROWS = MAX_ACTS - 100
NOTE = "Nell " + "x" * 120


def row(seq: int, answers: dict[str, str | None], hand: int = 1) -> JournalRow:
    """An answer in a journal."""
    return JournalRow(
        table_id=0, submission="", seq=seq, at=clock.now(), who="Nell", kind="answer", hand=hand,
        answers=answers, replaced={}, why="", form=seq,
    )  # fmt: skip


def long(rows: int = ROWS, number: int = 0, note: str = NOTE) -> Saved:
    """A table with three hands and this number of notes on the first."""
    record = golden(hands=3)
    record.head["dealer"] = "1"
    saved = Saved.beginning(record, 1, "Nell")
    saved.row.code = f"MKTR{number:02}"
    for seq in range(1, rows + 1):
        saved.rows.append(row(seq, {"@note": note}))
    return saved


def heaviest() -> Saved:
    """A table with the most hands and the most rows allowed."""
    record = Record.begin("kaiser", ("Nell", "Omar", "Pia", "Quin"))
    saved = Saved.beginning(record, 1, "Nell")
    each = ROWS // MAX_HANDS
    acts: list[tuple[int, dict[str, str | None]]] = [
        (hand, {f"@adjust {n}": "A 1 late"} if n else {"@void": "rain"})
        for hand in range(1, MAX_HANDS)
        for n in range(each)
    ]
    for seq, (hand, answers) in enumerate(acts, 1):
        saved.rows.append(row(seq, answers, hand))
    return saved


def club_of(*codes: str) -> Club:
    """The largest club allowed."""
    days = [(date(2026, 1, 1) + timedelta(number)).isoformat() for number in range(MAX_DAYS)]
    people = tuple(f"Nell {number}" for number in range(MAX_PEOPLE))
    count = MAX_RULES - 1
    letters = MAX_LETTERS // count - len("rule 59")
    rules = {f"rule {number}": "x" * letters for number in range(count)}
    more = (f"{number:06}" for number in range(MAX_TABLES - 1 - len(codes)))
    return Club(
        "Thursday", people, notes=dict.fromkeys(days, "\U0001f0cf" * 500),
        games=tuple(ClubGame("kaiser", rules | {"title": f"{n}"}) for n in range(MAX_GAMES - 1)),
        tables=(*codes, *more), here=people,
    )  # fmt: skip


def longest_night() -> Night:
    """The night with most people and rounds, all of them scored."""
    people = tuple(f"Nell {number}" for number in range(60))
    night = Night("2026-01-31", "kaiser", people, rounds=12)
    every = [key for round in range(1, 12) for key in night.places(round)]
    return replace(night, scores=dict.fromkeys(every, "12345 -12345"))


class Scorer(Phone):
    """The scorer of a table with the longest journal, in the largest club."""

    club = ""

    def saved(self, path, **fields):
        """Requests the preview of a change, then saves it."""
        self.post(path, {"hand": "1", **fields})
        return self.send(path, do="save")

    def prepare(self, rule):
        """Enters what the largest input of this route needs, each part as one submission."""
        for number, acts in enumerate(NEEDED.get(rule, ())):
            self.store.act(self.code, *acts, seen=self.seq, submission=f"many {number}")

    def done(self, path):
        self.post(path, {})
        return self

    def answered(self):
        return self.answer(self.replay.pending.sample(lambda most: 0), follow=False)

    def imported(self):
        file = BytesIO(forty())
        return self.post("/import", {"file": (file, "export.json"), "submission": "s"})

    def joined(self):
        """The form of another game, which lets people join and leave."""
        start = Record.begin("panguingue", ["Nell", "Omar", "Pia"])
        self.take(self.store.begin(start))
        return self.fill("company", on="seats", follow=False, joins="Rosa")

    def digits(self):
        self.get("pencil")
        with self.store.looking(self.code) as (_, row):
            return row.invitation.digits

    def rows(self):
        """As many rows as a form has."""
        self.get("many")
        form = self.form("many") | {"rows": "40"}
        form |= {f"r{n}.a.bidder": "nobody" for n in range(1, 41)}
        self.post("many/check", form)
        return self.post("many", form | {"digest": self.form("many")["digest"]})

    def decided(self):
        link = "readings/target"
        return self.fill(link, on=f"{link}?other=20&from=1", follow=False)

    def renamed(self):
        return self.fill("seats", follow=False, do="save", when="start", **{"name.1": "Nora"})

    def without_set(self):
        """A set of house rules that this phone keeps."""
        self.fill("/new/kaiser", do="keep", set="Legion", **{"rule.target": "62"})
        return self.post(f"/sets/{RuleSets(self.store).all()[0].id}/forget", {})

    @property
    def night(self):
        """The key of a night of its club, which has the most people and rounds."""
        nights = Nights(self.store)
        with suppress(NotFound):  # the club may be deleted
            return next(iter(nights.of(self.club)), "") or nights.found(self.club, longest_night())
        return "x" * 24

    def pointed(self):
        """Points of every table of the last round."""
        path, night = f"/night/{self.night}/round/12", longest_night()
        form = {f"{key}.{side}": "99" for key in night.places(12) for side in (0, 1)}
        form |= {f"{key}.who": " ".join(str(n) for n, _ in night.seats(key))
                 for key in night.places(12)}  # fmt: skip
        return self.same(path, **form)

    def same(self, path, **fields):
        """A form of one table, of the club or of none."""
        form = {"seen": str(self.seq), "hand": "1", **fields}
        return self.post(path.replace("KEY", self.club), form)


def file_of(*tables: Saved) -> str:
    """An export without the fields that the reader computes."""
    data = dump(tables)
    for table in data["tables"]:
        del table["record"]
        for row in table["journal"]:
            del row["replaced"]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@cache
def forty() -> bytes:
    """The largest file that a page takes."""
    return file_of(*(long(350, number=number) for number in range(40))).encode()


@cache
def link() -> str:
    """The longest table that fits a link."""
    return f"#take={packed(long(number=1, note='Nell'))}"


ACTS = json.dumps([["answer", 1, {"@note": str(number)}] for number in range(90)])
MANY = [Act("answer", 1, {"@note": str(number)}) for number in range(33)]
NEEDED = {"/t/<code>/undo": [MANY], "/t/<code>/redo": [MANY, [Act("undo")] * len(MANY)]}
"""By route, the submissions before its largest input. A table has room for three of these."""
HALL = {"game": "kaiser", "shape": "partners", "rounds": "12", "hands": "40",
        "names": ", ".join(f"Nell {number}" for number in range(60))}  # fmt: skip
PEOPLE = {f"name.{number}": name for number, name in enumerate(("Nell", "Omar", "Pia", "Quin"), 1)}
LARGEST = {
    "/club/<key>/night": lambda p: p.same("/club/KEY/night", **HALL),
    "/club/<key>/night/forget": lambda p: p.same(
        "/club/KEY/night/forget", night=p.night, sure="yes"
    ),
    "/night/<key>": lambda p: p.same(f"/night/{p.night}", do="leave", number="3", round="2"),
    "/night/<key>/round/<int:number>": lambda p: p.pointed(),
    "/club/<key>": lambda p: p.same("/club/KEY", do="note", day="2026-01-01", note=NOTE * 4),
    "/club/<key>/forget": lambda p: p.same("/club/KEY/forget", sure="yes"),
    "/club/<key>/in": lambda p: p.same("/club/KEY/in", table=p.code),
    "/clubs": lambda p: p.same("/clubs", name="Thursday"),
    "/demo": lambda p: p.same("/demo", game="kaiser"),
    "/import": lambda p: p.imported(),
    "/look": lambda p: p.same("/look", theme="dark"),
    "/new/<key>": lambda p: p.same("/new/kaiser", do="begin", club=p.club, **PEOPLE),
    "/people/erase": lambda p: p.same("/people/erase", name="Nell", sure="yes"),
    "/people/forget": lambda p: p.same("/people/forget", name="Nell"),
    "/sets/<code>/forget": lambda p: p.without_set(),
    "/take": lambda p: p.same("/take", table=link(), do="write"),
    "/t/<code>/<any(amend, insert, remove):kind>/<int:hand>": lambda p: p.saved(
        "amend/1", acts=ACTS, at="0"
    ),
    "/t/<code>/abandon": lambda p: p.same("abandon"),
    "/t/<code>/adjust": lambda p: p.saved("adjust", side="A", points="5", word=NOTE),
    "/t/<code>/answer": lambda p: p.answered(),
    "/t/<code>/check": lambda p: p.look({"bid 1": "7"}),
    "/t/<code>/close": lambda p: p.same("close"),
    "/t/<code>/company": lambda p: p.joined(),
    "/t/<code>/confirm": lambda p: p.same("confirm"),
    "/t/<code>/confirming": lambda p: p.same("confirming", wish="yes"),
    "/t/<code>/dealer": lambda p: p.same("dealer", seat="2", hand="4"),
    "/t/<code>/delete": lambda p: p.same("delete"),
    "/t/<code>/entry": lambda p: p.same("entry", mode="quick", hand="4"),
    "/t/<code>/forget": lambda p: p.done("delete").same("forget"),
    "/t/<code>/join": lambda p: p.same("join", said=p.digits()),
    "/t/<code>/links": lambda p: p.same("links", wish="names"),
    "/t/<code>/many": lambda p: p.rows(),
    "/t/<code>/many/check": lambda p: p.same("many/check", rows="40"),
    "/t/<code>/mine": lambda p: p.same("mine", seat="2"),
    "/t/<code>/note": lambda p: p.same("note", note=NOTE * 3),
    "/t/<code>/pencil": lambda p: p.same("pencil", key=p.stored.key),
    "/t/<code>/pencil/shut": lambda p: p.same("pencil/shut"),
    "/t/<code>/readings/<key>": lambda p: p.decided(),
    "/t/<code>/redo": lambda p: p.same("redo"),
    "/t/<code>/rekey": lambda p: p.same("rekey"),
    "/t/<code>/rematch": lambda p: p.same("rematch", submission="s"),
    "/t/<code>/resume": lambda p: p.done("abandon").same("resume"),
    "/t/<code>/seats": lambda p: p.renamed(),
    "/t/<code>/series": lambda p: p.same("series", wish="yes"),
    "/t/<code>/stray": lambda p: p.same("stray", key="@note"),
    "/t/<code>/undelete": lambda p: p.done("delete").same("undelete"),
    "/t/<code>/undo": lambda p: p.same("undo"),
    "/t/<code>/void": lambda p: p.saved("void", word=NOTE),
}
"""By route, the allowed input that takes longest."""

ACROSS = "&game=".join([*games.all_games()][:5])
GIVEN = {"key": "kaiser", "kind": "sheet", "number": "300", "hand": "300", "place": "1",
         "day": "2026-01-31", "id": "KAI-MADE", "name": "Nell", "asked": "worth", "token": "1234",
         "edition": "1"}  # fmt: skip
KEYS = {"/readings/": "min_bid", "/score/": "x" * 32}
LONG = "trump " * 33
QUERIES = {
    "sheet": "show=log",
    "print": "copies=50&rows=60",
    "print/<key>": "copies=50&rows=60",
    "<kind>.html": "copies=50&rows=60",
    "<kind>.pdf": "copies=50&rows=60",
    "t/<code>/print": "copies=2",
    "t/<code>/print/<kind>.html": "copies=2",
    "t/<code>/print/<kind>.pdf": "copies=2",
    "print/cards.pdf": "club=Thursday",
    "print/club.pdf": f"game={ACROSS}",
    "rules": f"q={LONG}",
    "rules/<key>": f"q={LONG}&table=CODE",
    "rules/words": f"q={LONG}",
    "referee/<key>": "table=CODE",
    "new/<key>": "table=CODE&club=CLUB",
    "menu": f"q={LONG}",
    "disputed": f"q={LONG}",
    "people": "one=Nell&two=Omar",
    "history": "q=Nell",
    "club/<key>": "evenings=all",
}
"""By the end of a route, the query that makes it most expensive."""


def page_of(rule: str, code: str, club: str, night: str = "") -> str:
    """The most expensive address of a GET route, at this table, club and night."""
    given = {**GIVEN, "code": code}
    given |= {"key": club} if rule.startswith("/club/") else {}
    given |= {"key": night, "kind": "sheets", "number": "12"} if rule.startswith("/night/") else {}
    given |= {"kind": "amend"} if "amend" in rule else {}
    given["key"] = next((key for part, key in KEYS.items() if part in rule), given["key"])
    path = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: given[part[1]], rule)
    found = [text for end, text in QUERIES.items() if rule.endswith(f"/{end}")]
    query = found[-1].replace("CODE", code).replace("CLUB", club) if found else ""
    return quote(path) + (f"?{query.replace(' ', '+')}" if query else "")


FORM = {"seen": "1", "hand": "1", "acts": json.dumps([["answer", 1, {"bid 2": "7"}]] * 6000),
        "at": "1", "q": "x" * 500, "other": "8", "text": "hand\nbid 2: 7\n" * 6000,
        **{f"a.bid {n}": "7" for n in range(9)}}  # fmt: skip
LARGEST_FORM = urlencode(FORM).encode()[: 250 << 10]
"""A form for every route, a little smaller than the limit."""

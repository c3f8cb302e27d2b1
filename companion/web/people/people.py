"""The people: what each has played, won, made and broken, with whom and against whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlencode
from zlib import crc32

from flask import Blueprint, Flask, abort, redirect, request, session
from flask.typing import ResponseReturnValue

from companion.questions import fold
from companion.store import NotFound
from companion.store.keeping import erase_name
from companion.tally import (
    Company,
    Entry,
    InGame,
    Person,
    Result,
    pairs,
    people,
    played,
    together,
)
from companion.web.people.history import title_of
from companion.web.people.visible import gather, listed_for_all, visible
from companion.web.platform import browser
from companion.web.platform.pages import shown
from companion.words import told_apart, with_minus

pages = Blueprint("people", __name__)
SHOWN = 60
"""People, pairs or opponents in one list."""
BARS = 24
"""Games in a chart: the latest."""


def person_url(name: str) -> str:
    """The page of a person."""
    return f"/people/{quote(name, safe='')}"


def pair_url(one: str, two: str) -> str:
    """The page of two who played on one side."""
    return f"/pair?{urlencode({'one': one, 'two': two})}"


def init_app(app: Flask) -> None:
    """Gives the templates the addresses of people, and what stands in their discs."""
    app.jinja_env.globals |= {"person_url": person_url, "pair_url": pair_url, "faces": faces}
    app.jinja_env.filters |= {"face": face, "title_of": title_of}


FACES = 6
"""Colours of people; who shares one is told apart by the letters."""


def face(name: str) -> int:
    """The colour of a person, the same wherever the name stands."""
    return crc32(fold(name).encode()) % FACES


def faces(names: Iterable[str]) -> dict[str, str]:
    """Letters that tell these people apart; the initial alone where no letters do."""
    every = list(dict.fromkeys(names))
    letters = zip(every, told_apart(every), strict=True)
    return {name: found or name[:1].upper() for name, found in letters}


MONTH = 30
"""Days that count as lately."""


@dataclass(frozen=True)
class Span:
    """Which games a page counts: all of them, or those of the last thirty days."""

    entries: Sequence[Entry]
    """All of them."""
    lately: bool
    recent: Sequence[Entry]

    @property
    def counted(self) -> Sequence[Entry]:
        """Those the page shows."""
        return self.recent if self.lately else self.entries

    @property
    def both(self) -> tuple[tuple[bool, int], ...]:
        """(lately, games ended) for either choice."""
        ended = [sum(each.summary.ended for each in part) for part in (self.recent, self.entries)]
        return (True, ended[0]), (False, ended[1])


def span(entries: Sequence[Entry]) -> Span:
    """The games as the address asks for them."""
    since = datetime.now(UTC) - timedelta(days=MONTH)
    recent = [each for each in entries if each.at >= since]
    return Span(entries, request.args.get("days") == str(MONTH), recent)


@pages.get("/people")
def everybody() -> ResponseReturnValue:
    """Everybody who played at a table this browser may look back on."""
    found = gather(visible())
    counted = span(found.entries)
    return shown(
        "people/people.html", people=people(counted.counted)[:SHOWN], span=counted,
        pairs=pairs(counted.counted)[:SHOWN],
        games=[(title_of(each.key), each) for each in played(found.entries)],
        left=found.left, counted=len(found.entries), remembered=browser.names(), here="/people",
        everybody=listed_for_all(), forgot=request.args.get("forgot", ""),
    )  # fmt: skip


@dataclass(frozen=True)
class Bar:
    """One game in a chart, in SVG units."""

    x: float
    y: float
    height: float
    won: bool
    words: str


@dataclass(frozen=True)
class Bars:
    """A person’s latest games of one kind as columns."""

    bars: Sequence[Bar]
    zero: float
    low: int
    high: int
    width: float
    won: int


LEFT, RIGHT, TOP, FOOT = 34.0, 354.0, 10.0, 110.0
"""The field of the chart, in SVG units."""


def chart(every: Sequence[Result]) -> Bars | None:
    """The totals of the latest games as columns; None for fewer than two."""
    results = every[-BARS:]
    if len(results) < 2:
        return None
    low = min(0, *(result.total for result in results))
    high = max(0, *(result.total for result in results), low + 1)
    step = (RIGHT - LEFT) / max(len(results), 8)
    scale = (FOOT - TOP) / (high - low)
    zero = FOOT + low * scale
    bars = []
    for place, result in enumerate(results):
        y = zero - max(0, result.total) * scale
        said = f"{result.at:%d.%m.%Y}: {result.total}, {'won' if result.won else 'lost'}"
        height = max(1.0, abs(result.total) * scale)
        bars.append(Bar(LEFT + place * step + 2, y, height, result.won, with_minus(said)))
    won = sum(result.won for result in results)
    return Bars(bars, zero, low, high, step - 4, won)


@dataclass(frozen=True)
class Played:
    """One game on a person’s or a pair’s page."""

    key: str
    title: str
    game: InGame
    chart: Bars | None


@pages.get("/people/<path:name>")
def person(name: str) -> ResponseReturnValue:
    """One person, game by game, with partners and opponents."""
    heads = [head for head in visible() if fold(name) in map(fold, head.names)]
    found = gather(heads)
    counted = span(found.entries)
    one = next((p for p in people(counted.counted) if fold(p.name) == fold(name)), None)
    if one is None:
        # Who has not played of late may have played before.
        ever = next((p for p in people(found.entries) if fold(p.name) == fold(name)), None)
        if ever is None and not found.left:
            abort(404, f"Nobody called {name[:40]} has played at a table this phone knows.")
        one = Person(name=ever.name if ever else name)
    mine = [head for head in heads if browser.known().get(head.code)]
    return shown(
        "people/person.html", one=one, games=in_games(one), partners=most(one.partners),
        left=found.left, opponents=most(one.opponents), here=person_url(name), mine=len(mine),
        search=one.name, counted=len(found.entries), span=counted,
    )  # fmt: skip


def in_games(one: Person) -> list[Played]:
    return [
        Played(key, title_of(key), game, chart(game.results)) for key, game in one.games.items()
    ]


@pages.get("/pair")
def pair() -> ResponseReturnValue:
    """Two who played on one side, game by game."""
    names = [" ".join(request.args.get(key, "").split()) for key in ("one", "two")]
    wanted = set(map(fold, names))
    heads = [head for head in visible() if wanted <= set(map(fold, head.names))]
    found = gather(heads)
    counted = span(found.entries)
    one = together(counted.counted, *names)
    if not together(found.entries, *names).games and not found.left:
        abort(404, f"{names[0][:40]} and {names[1][:40]} have not shared a side yet.")
    one.name = one.name or " & ".join(names)
    return shown(
        "people/person.html", one=one, games=in_games(one), partners=[], left=found.left,
        opponents=most(one.opponents), here=pair_url(*names), mine=0, search=" ".join(names),
        counted=len(found.entries), span=counted,
    )  # fmt: skip


@pages.get("/played/<key>")
def game(key: str) -> ResponseReturnValue:
    """What was played of one game, and how everybody did in it."""
    heads = [head for head in visible() if head.game == key]
    found = gather(heads)
    figures = next(iter(played(found.entries)), None)
    if figures is None and not found.left:
        abort(404, "None of that game has been played at a table this phone knows.")
    everybody = [(one, one.games[key]) for one in people(found.entries)][:SHOWN]
    return shown(
        "people/played.html", key=key, title=title_of(key), figures=figures, people=everybody,
        chart=chart(figures.winning) if figures else None, left=found.left,
        counted=len(found.entries), here=f"/played/{key}",
        contracts=any(each.made or each.broken for _, each in everybody),
    )  # fmt: skip


def most(counts: dict[str, Company]) -> list[tuple[str, Company]]:
    """Those met most often first."""
    return sorted(counts.items(), key=lambda item: (-item[1].played, item[0]))[:SHOWN]


# -- forgetting ----------------------------------------------------------------------------------


@pages.post("/people/forget")
def forget() -> ResponseReturnValue:
    name = request.form.get("name", "")
    session["names"] = [n for n in browser.names() if name and fold(n) != fold(name)]
    return redirect("/people#names", 303)


@pages.post("/people/erase")
def erase() -> ResponseReturnValue:
    """Takes a name out of every table this browser may write to, for good."""
    name = " ".join(request.form.get("name", "").split())
    if not name:
        abort(400, "The form does not say which name.")
    if request.form.get("sure") != "yes":
        return redirect(f"{person_url(name)}#erase", 303)
    known, changed = browser.known(), 0
    found = [*visible(), *visible(deleted=True)]
    for head in found:
        if known.get(head.code) and fold(name) in map(fold, head.names):
            try:
                if browser.may_write(browser.table(head.code, deleted=True)):
                    changed += erase_name(browser.store(), head.code, name)
            except NotFound:
                continue
    session["names"] = [n for n in browser.names() if fold(n) != fold(name)]
    return redirect(f"/people?forgot={changed}", 303)

"""Statistics of people: games, wins, contracts made and broken, partners and opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import quote, urlencode
from zlib import crc32

from flask import Blueprint, Flask, abort, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import clock
from companion.questions import fold
from companion.results.tally import (
    Company,
    GameResult,
    InGame,
    PersonTally,
    SummaryEntry,
    pairs,
    people,
    played,
    together,
)
from companion.store import NotFound
from companion.store.keeping import erase_name
from companion.web.people import clubs
from companion.web.people.history import gather, listed, listed_for_all, title_of, visible
from companion.web.platform import browser
from companion.web.platform.browser import line, shown
from companion.words import told_apart, with_minus

pages = Blueprint("people", __name__)
SHOWN = 60
"""Most entries of one list."""
BARS = 24
"""Most games in a chart; the latest count."""


def person_url(name: str) -> str:
    """URL of a person's page."""
    return f"/people/{quote(name, safe='')}"


def pair_url(one: str, two: str) -> str:
    """URL of the page of two partners."""
    return f"/pair?{urlencode({'one': one, 'two': two})}"


def init_app(app: Flask) -> None:
    """Registers URLs and initials of people for templates."""
    app.jinja_env.globals |= {"person_url": person_url, "pair_url": pair_url, "faces": faces}
    app.jinja_env.filters |= {"face": face, "title_of": title_of}


FACES = 6
"""Number of colours for people; those who share one are told apart by initials."""


def face(name: str) -> int:
    """The colour index of a person: the same on every page."""
    return crc32(fold(name).encode()) % FACES


def faces(names: Iterable[str]) -> dict[str, str]:
    """Initials that tell these people apart; one letter if more would not help."""
    every = list(dict.fromkeys(names))
    letters = zip(every, told_apart(every), strict=True)
    return {name: found or name[:1].upper() for name, found in letters}


MONTH = 30
"""Days in the "lately" period."""


@dataclass(frozen=True)
class Period:
    """The period a page covers: all games, or those of the last thirty days."""

    entries: Sequence[SummaryEntry]
    """All games, of any period."""
    lately: bool
    recent: Sequence[SummaryEntry]

    @property
    def chosen(self) -> Sequence[SummaryEntry]:
        """The games of the chosen period."""
        return self.recent if self.lately else self.entries

    @property
    def both(self) -> tuple[tuple[bool, int], ...]:
        """(lately, number of games) for both periods."""
        ended = [sum(each.summary.ended for each in part) for part in (self.recent, self.entries)]
        return (True, ended[0]), (False, ended[1])


def chosen_period(entries: Sequence[SummaryEntry]) -> Period:
    """The period that the query string names."""
    since = clock.now() - timedelta(days=MONTH)
    recent = [each for each in entries if each.at >= since]
    return Period(entries, request.args.get("days") == str(MONTH), recent)


@pages.get("/people")
def everybody() -> ResponseReturnValue:
    """Everybody who played at a table this browser may see."""
    found = gather(listed())
    period = chosen_period(found.entries)
    return shown(
        "people/people.html", people=people(period.chosen)[:SHOWN], period=period,
        pairs=pairs(period.chosen)[:SHOWN],
        games=[(title_of(each.key), each) for each in played(found.entries)],
        left=found.left, counted=len(found.entries), remembered=browser.names(), here="/people",
        everybody=listed_for_all(), forgot=request.args.get("forgot", ""),
    )  # fmt: skip


@dataclass(frozen=True)
class Bar:
    """One bar of a chart, in SVG units."""

    x: float
    y: float
    height: float
    won: bool
    words: str


@dataclass(frozen=True)
class Bars:
    """A bar chart of a person's latest totals in one game."""

    bars: Sequence[Bar]
    zero: float
    low: int
    high: int
    width: float
    won: int


LEFT, RIGHT, TOP, FOOT = 34.0, 354.0, 10.0, 110.0
"""Size of the plot area, in SVG units."""


def chart(every: Sequence[GameResult]) -> Bars | None:
    """The bar chart of these results; None for fewer than two."""
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
        day, came = f"{result.at.astimezone():%d.%m.%Y}", "won" if result.won else "lost"
        said = f"{day}: {result.total}, {came}"
        height = max(1.0, abs(result.total) * scale)
        bars.append(Bar(LEFT + place * step + 2, y, height, result.won, with_minus(said)))
    won = sum(result.won for result in results)
    return Bars(bars, zero, low, high, step - 4, won)


@pages.get("/people/<path:name>")
def person(name: str) -> ResponseReturnValue:
    """One person, game by game, with partners and opponents."""
    heads = [head for head in visible() if fold(name) in map(fold, head.names)]
    found = gather(heads)
    period = chosen_period(found.entries)
    one = next((p for p in people(period.chosen) if fold(p.name) == fold(name)), None)
    if one is None:
        # With no games of late, the page may still have earlier ones.
        ever = next((p for p in people(found.entries) if fold(p.name) == fold(name)), None)
        if ever is None and not found.left:
            abort(404, f"Nobody called {name[:40]} has played at a table this phone knows.")
        one = PersonTally(name=ever.name if ever else name)
    mine = [head for head in heads if browser.known().get(head.code)]
    return shown(
        "people/person.html", one=one, games=in_games(one), partners=most(one.partners),
        left=found.left, opponents=most(one.opponents), here=person_url(name), mine=len(mine),
        search=one.name, counted=len(found.entries), period=period,
    )  # fmt: skip


def in_games(one: PersonTally) -> list[tuple[str, InGame, Bars | None]]:
    """The key, the figures and the chart of each game."""
    return [(key, game, chart(game.results)) for key, game in one.games.items()]


@pages.get("/pair")
def pair() -> ResponseReturnValue:
    """The page of two partners, game by game."""
    names = [" ".join(request.args.get(key, "").split()) for key in ("one", "two")]
    wanted = set(map(fold, names))
    heads = [head for head in visible() if wanted <= set(map(fold, head.names))]
    found = gather(heads)
    period = chosen_period(found.entries)
    one = together(period.chosen, *names)
    if not together(found.entries, *names).games and not found.left:
        abort(404, f"{names[0][:40]} and {names[1][:40]} have not shared a side yet.")
    one.name = one.name or " & ".join(names)
    return shown(
        "people/person.html", one=one, games=in_games(one), partners=[], left=found.left,
        opponents=most(one.opponents), here=pair_url(*names), mine=0, search=" ".join(names),
        counted=len(found.entries), period=period,
    )  # fmt: skip


@pages.get("/played/<key>")
def game(key: str) -> ResponseReturnValue:
    """The statistics of one game: everybody who played it."""
    heads = [head for head in visible() if head.game == key.partition(": ")[0]]
    found = gather(heads)
    entries = [entry for entry in found.entries if entry.summary.game == key]
    figures = next(iter(played(entries)), None)
    if figures is None and not found.left:
        abort(404, "None of that game has been played at a table this phone knows.")
    everybody = [(one, one.games[key]) for one in people(entries)][:SHOWN]
    return shown(
        "people/played.html", key=key, title=title_of(key), figures=figures, people=everybody,
        chart=chart(figures.winning) if figures else None, left=found.left,
        counted=len(entries), here=f"/played/{key}",
        contracts=any(each.made or each.broken for _, each in everybody),
    )  # fmt: skip


def most(counts: dict[str, Company]) -> list[tuple[str, Company]]:
    """The entries with the highest counts first."""
    return sorted(counts.items(), key=lambda item: (-item[1].played, item[0]))[:SHOWN]


# -- erasing a name ------------------------------------------------------------------------------


@pages.post("/people/forget")
def forget() -> ResponseReturnValue:
    name = request.form.get("name", "")
    session["names"] = [n for n in browser.names() if name and fold(n) != fold(name)]
    return redirect("/people#names", 303)


@pages.post("/people/erase")
def erase() -> ResponseReturnValue:
    """Erases a name from every table this browser may write to; cannot be undone."""
    name = line("name")
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
    clubs.erase(name)
    session["names"] = [n for n in browser.names() if fold(n) != fold(name)]
    return redirect(f"/people?forgot={changed}", 303)

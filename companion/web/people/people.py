"""Statistics of people: games, wins, contracts made and broken, partners and opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from urllib.parse import quote
from zlib import crc32

from flask import Blueprint, Flask, abort, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.questions import fold
from companion.results.ranking import by_share, in_share, ties
from companion.results.tally import (
    Company,
    GameResult,
    InGame,
    PersonTally,
    people,
    played,
    together,
)
from companion.store import NotFound
from companion.store.erasing import erase_name
from companion.store.statistics import Statistics
from companion.web.clubs import clubs
from companion.web.people import periods
from companion.web.people.history import (
    left,
    listed_for_all,
    listing,
    mine,
    month,
    seen,
    title_of,
)
from companion.web.people.periods import Period
from companion.web.platform import browser
from companion.web.platform.browser import line, shown
from companion.words import capital, told_apart, with_minus

pages = Blueprint("people", __name__)
NAME = attrgetter("name")
SHOWN = 60
"""Most entries of one list."""
BARS = 24
"""Most games in a chart; the latest count."""


def person_url(name: str) -> str:
    """URL of a person's page."""
    # In a name "/../" would be a way up.
    return f"{url_for('people.people.everybody')}/{quote(name, safe='')}"


def pair_url(one: str, two: str) -> str:
    """URL of the page of two partners."""
    return url_for("people.people.pair", one=one, two=two)


def init_app(app: Flask) -> None:
    """Registers URLs and initials of people for templates."""
    app.jinja_env.globals |= {"person_url": person_url, "pair_url": pair_url, "faces": faces}
    app.jinja_env.filters["title_of"] = title_of


FACES = 5
"""Number of colours for people; further people are grey, with two letters."""


@dataclass(frozen=True)
class Face:
    """The disc of a person: letters, and a colour by its number (the last is grey)."""

    letters: str
    colour: int


def faces(names: Iterable[str]) -> dict[str, Face]:
    """Letters and colours that tell these people apart.

    A person has the same colour on every page, unless somebody before them on the page has it.
    """
    every = list(dict.fromkeys(names))
    first = list(dict.fromkeys(fold(name) for name in every))[:FACES]
    own: dict[str, int] = {}
    for key in first:
        if (colour := crc32(key.encode()) % FACES) not in own.values():
            own[key] = colour
    free = [colour for colour in range(FACES) if colour not in own.values()]
    own |= zip((key for key in first if key not in own), free, strict=False)
    faces = {}
    for name, letters in zip(every, told_apart(every), strict=True):
        colour = own.get(fold(name), FACES)
        if len(letters) < 2 and (colour == FACES or not letters):
            letters = capital(name[: 2 if colour == FACES else 1])
        faces[name] = Face(letters, colour)
    return faces


@pages.get("/people")
def everybody() -> ResponseReturnValue:
    """Everybody who played at a table this browser may see."""
    unread, every, figures = left(), seen(), Statistics(browser.store())
    games = {key: figures.games(periods.within(every, key)) for key in periods.KEYS}
    period = Period({key: sum(each.played for each in part) for key, part in games.items()})
    chosen = periods.within(every, period.key)
    folk = by_share(figures.people(chosen, SHOWN), NAME)
    return shown(
        "people/people.html", people=folk, period=period, ties=ties(folk, NAME),
        pairs=by_share(figures.pairs(chosen, SHOWN), lambda pair: " & ".join(pair.names)),
        any=bool(games["all"]), hands=sum(game.hands for game in games[period.key]),
        games=[(title_of(each.key), each) for each in games["all"]],
        left=unread, remembered=browser.names(), here=url_for("people.people.everybody"),
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
        label = f"{day}: {result.total}, {came}"
        height = max(1.0, abs(result.total) * scale)
        bars.append(Bar(LEFT + place * step + 2, y, height, result.won, with_minus(label)))
    won = sum(result.won for result in results)
    return Bars(bars, zero, low, high, step - 4, won)


@pages.get("/people/<path:name>")
def person(name: str) -> ResponseReturnValue:
    """One person, game by game, with partners and opponents."""
    unread, every = left(), seen(people=(name,))
    entries = listing().entries(every)
    period, chosen = periods.chosen(entries)
    ever = people(entries, name)
    if not ever and not unread:
        abort(404, f"No player named {name[:40]} at the tables of this phone.")
    # With no games of late, the page has earlier ones.
    nothing = PersonTally(name=ever[0].name if ever else name)
    one = next(iter(people(chosen, name) if chosen is not entries else ever), nothing)
    return shown(
        "people/person.html", one=one, games=in_games(one), partners=most(one.partners),
        left=unread, opponents=most(one.opponents), here=person_url(name),
        mine=listing().count(every.only(*(mine().codes or ()))), search=one.name, period=period,
        since=since(one),
    )  # fmt: skip


def in_games(one: PersonTally) -> list[tuple[str, InGame, Bars | None]]:
    """The key, the figures and the chart of each game."""
    return [(key, game, chart(game.results)) for key, game in one.games.items()]


@pages.get("/pair")
def pair() -> ResponseReturnValue:
    """The page of two partners, game by game."""
    names = [" ".join(request.args.get(key, "").split()) for key in ("one", "two")]
    unread, entries = left(), listing().entries(seen(people=tuple(names)))
    period, chosen = periods.chosen(entries)
    ever = together(entries, *names)
    one = together(chosen, *names) if chosen is not entries else ever
    if not ever.games and not unread:
        abort(404, f"{names[0][:40]} and {names[1][:40]} have not shared a side yet.")
    one.name = one.name or " & ".join(names)
    return shown(
        "people/person.html", one=one, games=in_games(one), partners=[], left=unread,
        opponents=most(one.opponents), here=pair_url(*names), mine=0, search=" ".join(names),
        period=period, since=since(one),
    )  # fmt: skip


def since(one: PersonTally) -> str:
    """The month of the first finished game; "" without one."""
    return month(one.results[-1].at) if one.results else ""


@pages.get("/played/<key>")
def game(key: str) -> ResponseReturnValue:
    """The statistics of one game: everybody who played it."""
    unread, all_entries = left(), listing().entries(seen(game=key.partition(": ")[0]))
    entries = [entry for entry in all_entries if entry.summary.game == key]
    figures = played(entries, key)
    if figures is None and not unread:
        abort(404, "None of that game has been played at a table this phone knows.")
    folk = by_share(people(entries)[:SHOWN], NAME)
    return shown(
        "people/played.html", key=key, title=title_of(key), figures=figures,
        people=[(one, one.games[key]) for one in folk],
        chart=chart(figures.winning) if figures else None, left=unread,
        here=url_for("people.people.game", key=key),
        contracts=any(one.games[key].made or one.games[key].broken for one in folk),
    )  # fmt: skip


def most(counts: dict[str, Company]) -> list[tuple[str, Company]]:
    """The `SHOWN` people with most games, ordered by the share of games won."""
    ranked = sorted(counts.items(), key=lambda item: (-item[1].played, item[0]))[:SHOWN]
    return sorted(ranked, key=lambda item: in_share(item[1], item[0]))


# -- erasing a name ------------------------------------------------------------------------------


@pages.post("/people/forget")
def forget() -> ResponseReturnValue:
    name = request.form.get("name", "")
    session["names"] = [n for n in browser.names() if name and fold(n) != fold(name)]
    return redirect(url_for("people.people.everybody", _anchor="names"), 303)


@pages.post("/people/erase")
def erase() -> ResponseReturnValue:
    """Erases a name from every table this browser may write to; cannot be undone."""
    name = line("name")
    if not name:
        abort(400, "The form does not say which name.")
    if request.form.get("sure") != "yes":
        return redirect(f"{person_url(name)}#erase", 303)
    changed = 0
    for deleted in (False, True):
        for table in listing().listed(mine(deleted=deleted, unplayed=True)):
            # Somebody else may write now, or have deleted it for good.
            with suppress(NotFound):
                if browser.may_write(browser.table(table.code, deleted=True)):
                    changed += erase_name(browser.store(), table.code, name)
    clubs.erase(name)
    session["names"] = [n for n in browser.names() if fold(n) != fold(name)]
    return redirect(url_for("people.people.everybody", forgot=changed), 303)

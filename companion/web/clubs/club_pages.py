"""The pages of a club: tonight, an evening, the season, payments, house rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion import clock, games, printing
from companion.clubs import season, settling
from companion.clubs.club import MAX_NOTE, Club
from companion.nights.night import check_day
from companion.printing import Document
from companion.printing import library as printed
from companion.questions import Refused
from companion.results import report
from companion.rules.differences import differences
from companion.store.exchange import dump
from companion.store.listing import Scope
from companion.store.saved import Saved
from companion.tables.carrying import packed
from companion.tables.decisions import ignored
from companion.web.clubs import clubs
from companion.web.clubs.clubs import ClubPage, page_of
from companion.web.paper.prints import as_pdf
from companion.web.people.history import kept, listing, mine, title_of
from companion.web.platform import browser
from companion.web.platform.browser import shown
from companion.web.platform.cards import name_of, tonight
from companion.web.platform.qr import qr
from companion.web.tables import carry
from companion.web.tables.exports import as_csv, download, safe
from companion.words import listed

pages = Blueprint("club_pages", __name__)
RECENT = 60
"""Most evenings in a list."""
USUAL_POINTS = {"5 4 3 2 1": "5 4 3 2 1", "3 2 1": "3 2 1", "1": "1"}
USUAL_COUNTS = {"all": "All", "6": "Best 6", "average": "Average"}
USUAL_DEALS = {"turn": "In turn", "winner": "Last winner", "drawn": "Drawn"}
USUAL_STAKES = {"0": "None", "10": "0.10", "100": "1.00"}
"""The usual season points, evenings that count, first dealers and stakes in cents, with their
words."""


def init_app(app: Flask) -> None:
    """Registers the filters of money, days and names for templates."""
    app.jinja_env.filters |= {
        "money": settling.money, "evening": season.day, "result": season.result_of,
        "all_of": lambda names: listed(names, "and"),
    }  # fmt: skip


def day_in(text: str) -> str:
    """A day of an address; 404 for anything else."""
    try:
        check_day(text)
    except Refused as refusal:
        abort(404, refusal.message)
    return text


def view(
    page: ClubPage, name: str, here: str, status: int = 200, **more: Any
) -> ResponseReturnValue:
    """A page of a club; at its URL `here` it counts on what was left."""
    more |= {"left": page.left}
    return shown(f"clubs/{name}.html", status, page=page, club=page.club, here=here, **more)


@pages.get("/clubs")
def every(problem: str = "", name: str = "", status: int = 200) -> ResponseReturnValue:
    """The clubs this browser knows, and the form of a new one."""
    return shown("clubs/clubs.html", status, clubs=clubs.known(), problem=problem, name=name,
                 submission=browser.submission())  # fmt: skip


@pages.get("/club/<key>")
def club(key: str) -> ResponseReturnValue:
    """Tonight: people, first dealer, tables and games, and the season so far."""
    page = page_of(key)
    here = set(page.codes)
    others = [code for code in mine().codes or () if code not in here]
    going = listing().listed(Scope(club=key, evening=page.today, status="playing", unplayed=True))
    evening = next(tonight({key: page.club}, clock.now()), None)
    return view(
        page, "club", page.url, differences=differences, all_games=games.covers(),
        games=games.all_games(), going=going, tonight=evening.tables if evening else (),
        name_of=name_of,
        elsewhere=listing().listed(Scope(codes=others), 8),
        counting=counting(page), **recent(page), **figures(page.club),
    )  # fmt: skip


@pages.get("/club/<key>/evening/<day>")
def evening(key: str, day: str) -> ResponseReturnValue:
    """One evening: its games, places, and notes."""
    page = page_of(key)
    club_evening = page.evening(day_in(day))
    notes = [(f"{title_of(each.summary.game)}, {where}", what)
             for each in club_evening.entries for where, what in each.summary.notes]  # fmt: skip
    here = url_for("clubs.club_pages.evening", key=key, day=day)
    copies = [kept(each, page.copies) for each in page.tables(day) if each.id in page.copies]
    return view(page, "club_evening", here, evening=club_evening, mark=season.mark,
                max_note=MAX_NOTE, notes=notes, copies=copies)  # fmt: skip


@pages.get("/club/<key>/settle/<day>")
def settle(key: str, day: str) -> ResponseReturnValue:
    """The payments of an evening."""
    page = page_of(key)
    evening = page.evening(day_in(day))
    owed = [(each, settling.owed(each.summary, page.club)) for each in evening.played]
    balance = settling.balances(cents for _, cents in owed)
    hows = (f"{title_of(each.summary.game)}: {settling.how(each.summary, page.club)}"
            for each in evening.played)  # fmt: skip
    here = url_for("clubs.club_pages.settle", key=key, day=day)
    return view(
        page, "club_settle", here, evening=evening, owed=owed, balance=balance,
        payments=settling.payments(balance), hows=list(dict.fromkeys(hows)),
        exact=lambda cents: settling.money(round(cents), sign=True),
    )  # fmt: skip


@pages.get("/club/<key>/season")
def table(key: str) -> ResponseReturnValue:
    page = page_of(key)
    here = url_for("clubs.club_pages.table", key=key)
    return view(page, "club_season", here, counting=counting(page), **recent(page),
                **figures(page.club))  # fmt: skip


def recent(page: ClubPage) -> dict[str, Any]:
    """The evenings of the last year or so, the latest first; all of them if that is asked."""
    every = request.args.get("evenings") == "all"
    evenings = [*reversed(page.evenings)]
    return {"recent": evenings if every else evenings[:RECENT], "all": every}


def counting(page: ClubPage) -> int:
    """The number of evenings in the season."""
    return sum(page.club.counts(each.day) for each in page.evenings)


def figures(club: Club) -> dict[str, Any]:
    return {"headings": season.headings(club), "figures": partial(season.figures, club),
            "leaders": partial(season.leaders, club),
            "how": season.how(club)}  # fmt: skip


@pages.get("/club/<key>/season.pdf")
def table_pdf(key: str) -> ResponseReturnValue:
    """The season's table on one page."""
    page = whole(key, url_for("clubs.club_pages.table", key=key))
    return pdf(
        page, "season", page.evenings, partial(printed.season_page, page.club, page.evenings)
    )


@pages.get("/club/<key>/evening/<day>.pdf")
def evening_pdf(key: str, day: str) -> ResponseReturnValue:
    """An evening on one page, with its notes."""
    page = whole(key, url_for("clubs.club_pages.evening", key=key, day=day_in(day)))
    evening = page.evening(day)
    titles = {each.summary.game: title_of(each.summary.game) for each in evening.played}
    # A dictionary, unlike a function of these pages, can be sent to a printing process.
    builder = partial(printed.evening_page, page.club, evening, title_of=titles.__getitem__)
    return pdf(page, day, evening, builder)


def whole(key: str, back: str) -> ClubPage:
    """The club with all its evenings; if some are not counted yet, redirects to the URL `back`."""
    page = page_of(key)
    if page.left:
        abort(redirect(back, 303))
    return page


def pdf(page: ClubPage, name: str, facts: object, builder: Callable[..., Document]) -> Response:
    """A page of the club as PDF, cached by the facts in it (`facts`)."""
    paper = request.args.get("paper", "a4")
    settings = printing.PrintSettings(paper if paper in printing.PAPERS else "a4")
    tag = printing.tag("club", name, settings, report.as_json(asdict(page.club)), facts)
    return as_pdf(tag, f"club-{name}", lambda: partial(builder, settings=settings))


@pages.get("/club/<key>/season.csv")
def table_csv(key: str) -> ResponseReturnValue:
    """The season's table for a spreadsheet: a row for each person, a column for each evening."""
    page = whole(key, url_for("clubs.club_pages.table", key=key))
    days = [each.day for each in page.evenings if page.club.counts(each.day)]
    rows: list[list[object]] = [["place", "name", *season.headings(page.club), *days]]
    for one in page.standings:
        points = (str(one.by_day[day].points) if day in one.by_day else "" for day in days)
        rows.append([one.place, safe(one.name), *season.figures(page.club, one), *points])
    return download(as_csv(rows), "text/csv", "season.csv")


@pages.get("/club/<key>/agreed")
def agreed(key: str) -> ResponseReturnValue:
    """The settings of a club: people, games, season scoring, the stake."""
    return settings(page_of(key))


def settings(page: ClubPage, problem: str = "", status: int = 200) -> ResponseReturnValue:
    here = url_for("clubs.club_pages.agreed", key=page.key)
    return view(
        page, "club_agreed", here, status, problem=problem, form=request.form,
        differences=differences, ignored=ignored, games=games.all_games(), known=browser.names(),
        points=USUAL_POINTS, counts=USUAL_COUNTS, deals=USUAL_DEALS, stakes=USUAL_STAKES,
    )  # fmt: skip


def carried(page: ClubPage) -> tuple[list[Saved], Club]:
    """The club with those of its tables that this browser may write to, to be taken elsewhere."""
    known = browser.known()
    codes = tuple(code for code in page.codes if known.get(code))
    nights = tuple(page.nights.values())
    return browser.tables().export(codes), replace(page.club, tables=codes, nights=nights)


@pages.get("/club/<key>/along")
def transfer(key: str) -> ResponseReturnValue:
    """The club as a link, a picture and a file."""
    page = page_of(key)
    tables, club = carried(page)
    link = carry.link_to(packed(*tables, clubs=[club]))
    code = qr(link, "l") if len(link) <= carry.LONGEST else ""
    live = url_for("clubs.club_pages.club", key=key, _external=True)
    here = url_for("clubs.club_pages.transfer", key=key)
    return view(page, "club_transfer", here, link=link, qr=code, live=live,
                longest=carry.LONGEST, tables=len(tables),
                missing=len(page.codes) - len(tables))  # fmt: skip


@pages.get("/club/<key>/club.json")
def as_file(key: str) -> ResponseReturnValue:
    """The club with those of its tables that this browser may write to, as an export."""
    tables, club = carried(page_of(key))
    return download(report.as_json(dump(tables, [club])) + "\n", "application/json", "club.json")

"""The pages of a club: tonight, an evening, the season, who pays whom, what is agreed."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

from flask import Blueprint, Flask, Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion import games, printing
from companion.desk.rulesets import differences
from companion.engine.record import MAX_NAME
from companion.questions import Refused
from companion.results import report, season
from companion.results.club import MAX_NOTE, Club, check_day
from companion.results.game_summary import GameSummary
from companion.store.exchange import dump
from companion.store.keeping import aware
from companion.web.people import clubs
from companion.web.people.clubs import ClubPage, page_of
from companion.web.platform import browser
from companion.web.platform.pages import shown
from companion.web.tables.exports import safe
from companion.words import with_minus

pages = Blueprint("club_pages", __name__)


def init_app(app: Flask) -> None:
    """Registers the filters of money and days for templates."""
    app.jinja_env.filters |= {
        "money": money,
        "short_evening": short_evening,
        "long_evening": long_evening,
    }


def money(cents: int, sign: bool = False) -> str:
    """Cents as "3.30"; with `sign` also "+3.30" and "−3.30"."""
    front = ("+" if cents > 0 else "−" if cents < 0 else "") if sign else "−" if cents < 0 else ""
    return f"{front}{abs(cents) // 100}.{abs(cents) % 100:02}"


def short_evening(day: str) -> str:
    """ "5 Nov"."""
    when = date.fromisoformat(day)
    return f"{when.day} {when:%b}"


def long_evening(day: str) -> str:
    """ "Thursday, 5 November 2026"."""
    when = date.fromisoformat(day)
    return f"{when:%A}, {when.day} {when:%B} {when.year}"


def day_in(text: str) -> str:
    """A day of an address; 404 for anything else."""
    try:
        check_day(text)
    except Refused as refusal:
        abort(404, refusal.message)
    return text


@pages.get("/clubs")
def every() -> ResponseReturnValue:
    """The clubs this browser knows, and the form of a new one."""
    return shown("people/clubs.html", clubs=clubs.known(), problem="", name="")


@pages.get("/club/<key>")
def club(key: str) -> ResponseReturnValue:
    """Tonight: who is here, who deals first, the games."""
    page = page_of(key)
    return shown(
        "people/club.html", page=page, club=page.club, differences=differences,
        tonight=page.evening(page.today), shelf=games.covers(), here=page.url, left=page.left,
        counted=page.counted,
        going=[head for head in page.heads if head.status == "playing"
               and season.day_of(aware(head.begun)) == page.today],
    )  # fmt: skip


@pages.get("/club/<key>/evening/<day>")
def evening(key: str, day: str) -> ResponseReturnValue:
    """One evening: its games, places, and note."""
    page, day = page_of(key), day_in(day)
    return shown(
        "people/club_evening.html", page=page, club=page.club, evening=page.evening(day),
        here=f"{page.url}/evening/{day}", left=page.left, counted=page.counted, max_note=MAX_NOTE,
    )  # fmt: skip


@pages.get("/club/<key>/settle/<day>")
def settle(key: str, day: str) -> ResponseReturnValue:
    """Who pays whom of an evening."""
    page, day = page_of(key), day_in(day)
    evening = page.evening(day)
    owed = [(each, season.owed(each.summary, page.club)) for each in evening.played]
    balance = season.balances(cents for _, cents in owed)
    return shown(
        "people/club_settle.html", page=page, club=page.club, evening=evening, owed=owed,
        balance=balance, payments=season.payments(balance), here=f"{page.url}/settle/{day}",
        left=page.left, counted=page.counted, averages=averages,
        exact=lambda cents: money(round(cents), sign=True),
    )  # fmt: skip


def averages(summary: GameSummary) -> str:
    """The average total of a game among more than two sides, as it is said; "" for two."""
    people = season.people_of(summary)
    if len({each.side for each in people}) < 3:
        return ""
    mean = sum(summary.totals[each.side] for each in people) / len(people)
    return with_minus(f"{mean:.1f}".removesuffix(".0"))


@pages.get("/club/<key>/season")
def table(key: str) -> ResponseReturnValue:
    """The season's table."""
    page = page_of(key)
    return shown(
        "people/club_season.html", page=page, club=page.club, here=f"{page.url}/season",
        left=page.left, counted=page.counted, can_print=printing.can_print(), **figures(page.club),
    )  # fmt: skip


def figures(club: Club) -> dict[str, Any]:
    """How the deciding figure of a season is called and written."""
    if club.average:
        return {"heading": "average", "figure": lambda one: f"{float(one.figure):.2f}"}
    heading = f"best {club.best}" if club.best else "points"
    return {"heading": heading, "figure": lambda one: str(int(one.figure))}


@pages.get("/club/<key>/season.csv")
def table_csv(key: str) -> ResponseReturnValue:
    """The season's table for a spreadsheet: a row for each person, a column for each evening."""
    page = page_of(key)
    days = [each.day for each in page.evenings if page.club.counts(each.day)]
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    said = figures(page.club)
    writer.writerow(
        ["place", "name", said["heading"], "all", "games won", "evenings won", "evenings", *days]
    )
    for one in page.standings:
        points = (str(one.by_day[day].points) if day in one.by_day else "" for day in days)
        writer.writerow([one.place, safe(one.name), said["figure"](one), one.all, one.won,
                         one.firsts, one.evenings, *points])  # fmt: skip
    headers = {"Content-Disposition": 'attachment; filename="season.csv"'}
    return Response(out.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)


@pages.get("/club/<key>/agreed")
def agreed(key: str) -> ResponseReturnValue:
    """What a club agreed on: people, games, how a season counts, the stake."""
    return settings(page_of(key))


def settings(page: ClubPage, problem: str = "", status: int = 200) -> ResponseReturnValue:
    return shown(
        "people/club_agreed.html", status, page=page, club=page.club, problem=problem,
        form=request.form, shelf=games.covers(), differences=differences, max_name=MAX_NAME,
        link=url_for("people.club_pages.club", key=page.key, _external=True),
    )  # fmt: skip


@pages.get("/club/<key>/club.json")
def as_file(key: str) -> ResponseReturnValue:
    """The club with its tables, as an export that any Companion takes in.

    Tables include hidden answers only where this browser may write, as in every export.
    """
    page, mine = page_of(key), browser.known()
    codes = [head.code for head in reversed(page.heads) if mine.get(head.code)]
    data = dump(browser.tables().export(codes), [(page.club, codes)])
    headers = {"Content-Disposition": 'attachment; filename="club.json"'}
    return Response(report.as_json(data) + "\n", content_type="application/json", headers=headers)

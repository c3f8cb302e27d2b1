"""The tables this browser may see, and their results: search, delete and restore them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import clock, games
from companion.store.listing import Listed, Listing, Scope
from companion.store.models import DELETED, DEMO
from companion.tables.summaries import fill
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, shown
from companion.web.rules.words import on_weekday, short_day
from companion.words import listed as every
from companion.words import with_minus

SECONDS = 0.3
"""Processor seconds that one page spends on summaries which an older release did not store."""


def listed_for_all() -> bool:
    """True if every client sees all tables; otherwise each sees those it opened before."""
    return bool(current_app.config.get("LISTED", True))


def codes_seen() -> Collection[str] | None:
    """The tables this browser may see, by code; None for every table."""
    return None if listed_for_all() else [*browser.known()]


def seen(**more: Any) -> Scope:
    """The tables this browser may see; `more` as in Scope."""
    return Scope(codes=codes_seen(), **more)


def mine(**more: Any) -> Scope:
    """The tables this browser may write to: only these it may export with hidden answers."""
    codes = [code for code, key in browser.known().items() if key]
    return Scope(codes=codes, **more)


def owned() -> int:
    """The number of tables this browser may write to."""
    return listing().count(mine(unplayed=True))


def listing() -> Listing:
    return Listing(browser.store())


def left() -> int:
    """Tables whose summary is still missing, after this page has made some."""
    store = browser.store()
    return fill(store, SECONDS) if store.summaries.left() else 0


pages = Blueprint("history", __name__)
PAGE = 20
"""Tables on one page."""


@dataclass(frozen=True)
class Wanted:
    """A search as typed."""

    text: str = ""
    game: str = ""
    since: str = ""
    until: str = ""
    problem: str = ""

    @property
    def anything(self) -> bool:
        """True if the search has any criterion."""
        return bool(self.text or self.game or self.since or self.until)

    @property
    def scope(self) -> Scope:
        """The tables that match: every word is in a name, the game or the code, or begins the
        weekday, day, month or year of the last entry."""
        return seen(
            game=self.game, words=tuple(self.text.split()),
            since=datetime.fromisoformat(self.since).astimezone() if self.since else None,
            before=datetime.fromisoformat(self.until).astimezone() + timedelta(days=1)
            if self.until else None,
        )  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """One table in a list of results: winners or players, opponents, score."""

    code: str
    title: str
    names: str
    at: datetime
    status: str
    first: str = ""
    """Winners; all players if there is none."""
    mark: str = ""
    won: bool = False
    draw: bool = False
    others: str = ""
    score: str = ""
    """Scores, the winner's first."""
    hands: int = 0
    copy: bool = False
    """A copy of another table, which counts in its place."""

    @property
    def when(self) -> Markup:
        """ "Saturday" for a week, then "14 Nov"; the heading of the month has the year."""
        late = clock.now() - self.at < timedelta(days=6)
        return on_weekday(self.at) if late else short_day(self.at)


def title_of(key: str) -> str:
    """A game's title, or the name a table gave it; its key if it is not installed any more."""
    game, _, named = key.partition(": ")
    cover = games.covers().get(game)
    return named or (cover.title if cover else key)


def wanted() -> Wanted:
    """The search in the query string. An invalid date is reported and ignored."""
    args = request.args
    days, problem = {}, ""
    for name in ("since", "until"):
        text = args.get(name, "").strip()
        try:
            days[name] = date.fromisoformat(text).isoformat() if text else ""
        except ValueError:
            days[name], problem = "", f"“{text[:20]}” is not a day: write it as 2026-11-20."
    text = " ".join(args.get("q", "").split())[:80]
    game = games.key_of(args.get("game", ""))
    return Wanted(text, game if game in games.all_games() else "", **days, problem=problem)


def page_number(count: int) -> tuple[int, int]:
    """(current page, number of pages), counted from 1."""
    most = max(1, -(-count // PAGE))
    return min(max(1, asked_number("page")), most), most


def kept(table: Listed, copies: Collection[int] = ()) -> Kept:
    """The row of a table; `copies` are the ids of those that do not count."""
    names, summary = table.names, table.summary
    row = Kept(table.code, title_of(summary.game if summary else table.game), names,
               table.touched, table.status, names, copy=table.id in copies)  # fmt: skip
    if summary is None:
        return row
    sides, won = summary.sides, summary.winners
    order = [*won, *(code for code in sides if code not in won)]
    few = len(order) < 4
    score = " : ".join(str(summary.totals[code]) for code in (order if few else won[:1]))
    if not won:
        draw = summary.ended and not summary.closed
        first = (" – " if len(sides) == 2 else ", ").join(sides.values()) if few else row.first
        return replace(row, first=first, draw=draw, score=with_minus(score), hands=summary.hands)
    rest = [sides[code] for code in order[len(won) :]]
    others = "all level" if not rest else (
        f"against {every(rest, 'and')}" if few else f"against {len(rest)} others")  # fmt: skip
    mark = "abcef"[list(sides).index(won[0])] if len(won) == 1 and len(sides) < 6 else ""
    return replace(row, first=" and ".join(sides[code] for code in won), mark=mark, won=True,
                   others=others, score=with_minus(score), hands=summary.hands)  # fmt: skip


def by_month(rows: Sequence[Kept], search: Wanted) -> list[tuple[str, int, list[Kept]]]:
    """The rows of each month under its name, with the number of games that it has on all pages."""
    if not rows:
        return []
    first = rows[-1].at.astimezone().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    every = Counter(map(month, listing().entered(search.scope.later(first))))
    return [(words, every[words], list(some))
            for words, some in groupby(rows, key=lambda row: month(row.at))]  # fmt: skip


def month(at: datetime) -> str:
    return f"{at.astimezone():%B %Y}"


@pages.get("/history")
def history() -> ResponseReturnValue:
    """All tables, newest first, or those that match the search."""
    search, unread = wanted(), left()
    count = listing().count(search.scope)
    number, most = page_number(count)
    tables = listing().listed(search.scope, PAGE, (number - 1) * PAGE)
    copies = listing().copies(seen())
    rows = [kept(each, copies) for each in tables]
    return shown(
        "people/history.html", months=by_month(rows, search), count=count, number=number,
        most=most, search=search, left=unread, games=games.all_games().values(),
        gone=just_deleted(),
        bin=listing().count(mine(deleted=True, unplayed=True)), copies=any(r.copy for r in rows),
        everybody=listed_for_all(), here=request.full_path,
    )  # fmt: skip


def just_deleted() -> Kept | None:
    """The table deleted a moment ago, for the undo button."""
    code = request.args.get("deleted", "")
    scope = mine(deleted=True, unplayed=True)
    tables = listing().listed(scope.only(code)) if code in (scope.codes or ()) else []
    return kept(tables[0]) if tables else None


# -- deleting ------------------------------------------------------------------------------------


@pages.post("/t/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """Marks a table as deleted; it can be restored."""
    table = browser.tables().discard(browser.writable(code).code, browser.who())
    return redirect(url_for("people.history.history", deleted=table.code), 303)


@pages.post("/t/<code>/undelete")
def undelete(code: str) -> ResponseReturnValue:
    table = browser.writable(code, deleted=True)
    browser.tables().restore(table.code, browser.who())
    if "bin" in request.form:
        return redirect(url_for("people.history.deleted", restored=table.code), 303)
    return redirect(url_for("tables.play.table", code=table.code), 303)


@pages.post("/t/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Deletes a table for good: one already marked as deleted, or a demo."""
    table = browser.writable(code, deleted=True)
    demo = DEMO in table.record.head
    if table.status != DELETED and not demo:
        abort(409, "Delete the table first; then it can be deleted for good.")
    browser.tables().forget(table)
    browser.drop(table.code)
    gone = url_for("platform.home.home") if demo else url_for("people.history.deleted", gone=1)
    return redirect(gone, 303)


@pages.get("/deleted")
def deleted() -> ResponseReturnValue:
    """Deleted tables that can still be restored."""
    tables = listing().listed(mine(deleted=True, unplayed=True), 100)
    rows = [kept(table) for table in tables]
    back = next((kept(each) for each in listing().listed(mine(unplayed=True), 100)
                 if each.code == request.args.get("restored")), None)  # fmt: skip
    return shown("people/deleted.html", rows=rows, gone="gone" in request.args, back=back,
                 backed_up=bool(browser.last_backup()))  # fmt: skip

"""The tables this browser may see, and their results: search, delete and restore them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import cast

from flask import Blueprint, Flask, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import clock, games
from companion.engine.game import Game
from companion.questions import fold
from companion.results.tally import SummaryEntry
from companion.store.keeping import DELETED, DEMO, TableHead, heads
from companion.tables import Tables
from companion.tables.statistics import SECONDS, Gathered, Statistics
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, shown
from companion.web.rules.words import on_weekday, short_day, weekday
from companion.words import listed as every
from companion.words import with_minus

EXTENSION = "companion-statistics"


def listed_for_all() -> bool:
    """True if every client sees all tables; otherwise each sees those it opened before."""
    return bool(current_app.config.get("LISTED", True))


def codes_seen() -> dict[str, str] | None:
    """The tables this browser may see, by code; None for every table."""
    return None if listed_for_all() else browser.known()


def visible(*, deleted: bool = False, demo: bool = False) -> list[TableHead]:
    """Tables this browser may see, newest first; with `deleted`, only those it may write to."""
    known = browser.known()
    if listed_for_all() and not deleted and not demo:
        return heads(browser.store())
    found = heads(browser.store(), known, deleted=deleted, demo=demo)
    return [head for head in found if known[head.code]] if deleted else found


def listed(*, demo: bool = False) -> list[TableHead]:
    """Those at which something was entered: the tables of every list."""
    return [head for head in visible(demo=demo) if head.played]


def mine() -> list[TableHead]:
    """The tables this browser may write to: only these it may export with hidden answers."""
    known = browser.known()
    return [head for head in visible() if known.get(head.code)]


def gather(found: Iterable[TableHead], seconds: float = SECONDS) -> Gathered:
    """The results of these tables, as many as fit in `seconds`."""
    return cast(Statistics, current_app.extensions[EXTENSION]).gather(found, seconds)


def init_app(app: Flask, tables: Tables) -> None:
    app.extensions[EXTENSION] = Statistics(tables)


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

    def fits(self, head: TableHead) -> bool:
        """True if every word of the search begins a name, a word of the game's title, or the
        table's day, weekday or month."""
        day = head.touched.astimezone().date().isoformat()
        if (self.game and head.game != self.game) or (self.since and day < self.since):
            return False
        if self.until and head.begun.astimezone().date().isoformat() > self.until:
            return False
        there = fold(" ".join((*head.names, title_of(head.game), head.code)))
        days = fold(weekday(head.touched)).replace(",", "").split()
        return all(word in there or any(each.startswith(word) for each in days)
                   for word in fold(self.text).split())  # fmt: skip


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

    @property
    def when(self) -> Markup:
        """ "Saturday" for a week, then "14 Nov"; the heading of the month has the year."""
        late = clock.now() - self.at < timedelta(days=6)
        return on_weekday(self.at) if late else short_day(self.at)


def title_of(key: str) -> str:
    """A game's title, or the name a table gave it; its key if it is not installed any more."""
    room, _, named = key.partition(": ")
    found = games.covers().get(room)
    return named or (found.title if found else key)


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
    return Wanted(text, game if game in games.shelf() else "", **days, problem=problem)


def page_number(count: int) -> tuple[int, int]:
    """(current page, number of pages), counted from 1."""
    most = max(1, -(-count // PAGE))
    return min(max(1, asked_number("page")), most), most


def kept(head: TableHead, entry: SummaryEntry | None) -> Kept:
    names = ", ".join(head.names)
    at = head.touched
    row = Kept(head.code, title_of(head.game), names, at, head.status, names)
    if entry is None:
        return row
    summary = entry.summary
    sides, won = summary.sides, summary.winners
    order = [*won, *(code for code in sides if code not in won)]
    few = len(order) < 4
    score = " : ".join(str(summary.totals[code]) for code in (order if few else won[:1]))
    if not won:
        draw = summary.ended and not summary.closed
        first = (" – " if len(sides) == 2 else ", ").join(sides.values()) if few else row.first
        return replace(row, first=first, draw=draw, score=with_minus(score),
                       hands=len(summary.hands))  # fmt: skip
    rest = [sides[code] for code in order[len(won) :]]
    others = "all level" if not rest else (
        f"against {every(rest, 'and')}" if few else f"against {len(rest)} others")  # fmt: skip
    mark = "abcef"[list(sides).index(won[0])] if len(won) == 1 and len(sides) < 6 else ""
    return replace(row, first=" and ".join(sides[code] for code in won), mark=mark, won=True,
                   others=others, score=with_minus(score), hands=len(summary.hands))  # fmt: skip


def results(found: Sequence[TableHead]) -> list[Kept]:
    """Tables with their results, as many as the page's time limit allows."""
    known = {entry.code: entry for entry in gather(found, seconds=1.0).entries}
    return [kept(head, known.get(head.code)) for head in found]


def month(at: datetime) -> str:
    return f"{at.astimezone():%B %Y}"


@pages.get("/history")
def history() -> ResponseReturnValue:
    """All tables, newest first, or those that match the search."""
    search = wanted()
    found = [head for head in listed() if search.fits(head)]
    number, most = page_number(len(found))
    rows = results(found[(number - 1) * PAGE : number * PAGE])
    each = Counter(month(head.touched) for head in found)
    months = [(words, each[words], list(some))
              for words, some in groupby(rows, key=lambda row: month(row.at))]  # fmt: skip
    return shown(
        "people/history.html", months=months, count=len(found), number=number, most=most,
        search=search,
        games=shelf(), gone=just_deleted(), bin=len(visible(deleted=True)),
        everybody=listed_for_all(),
    )  # fmt: skip


def shelf() -> list[Game]:
    return list(games.shelf().values())


def just_deleted() -> Kept | None:
    """The table deleted a moment ago, for the undo button."""
    code = request.args.get("deleted", "")
    found = [head for head in visible(deleted=True) if head.code == code] if code else []
    return kept(found[0], None) if found else None


# -- deleting ------------------------------------------------------------------------------------


@pages.post("/t/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """Marks a table as deleted; it can be restored."""
    table = browser.tables().discard(browser.writable(code).code, browser.who())
    return redirect(f"/history?deleted={table.code}", 303)


@pages.post("/t/<code>/undelete")
def undelete(code: str) -> ResponseReturnValue:
    table = browser.writable(code, deleted=True)
    browser.tables().restore(table.code, browser.who())
    return redirect("/deleted" if "bin" in request.form else f"/t/{table.code}", 303)


@pages.post("/t/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Deletes a table for good: one already marked as deleted, or a demo."""
    table = browser.writable(code, deleted=True)
    demo = DEMO in table.record.head
    if table.status != DELETED and not demo:
        abort(409, "Delete the table first; then it can be deleted for good.")
    browser.tables().forget(table)
    browser.drop(table.code)
    return redirect("/" if demo else "/deleted?gone=1", 303)


@pages.get("/deleted")
def deleted() -> ResponseReturnValue:
    """Deleted tables that can still be restored."""
    found = visible(deleted=True)
    rows = [kept(head, None) for head in found[:100]]
    backed_up = bool(browser.last_backup())
    return shown("people/deleted.html", rows=rows, gone="gone" in request.args, backed_up=backed_up)

"""The home page: games in progress, all games, and the page "More"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, current_app, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import games
from companion.games import Cover
from companion.questions import Refused
from companion.seating import Side
from companion.store import NotFound
from companion.store.keeping import TableHead
from companion.store.stored import normalised
from companion.tables import Snapshot
from companion.web.people.visible import visible
from companion.web.platform import browser, pocket
from companion.web.platform.pages import LOOKS, shown
from companion.words import counted, with_minus

pages = Blueprint("home", __name__)
SHOWN = 12
"""Most tables of each status on the home page."""
MANY = 4
"""Most sides whose totals a card shows."""
IDLE = timedelta(days=14)
"""Age after which an idle game is folded away."""
LONG = 1500
"""Records with more answers are not replayed for the home page; an evening has fewer."""


@dataclass(frozen=True)
class TableCard:
    """A table on the first page."""

    code: str
    title: str
    standing: Sequence[tuple[str, Side | str]]
    """Totals, each with its side; with many sides the first, and the number of others."""
    words: str
    """Who is asked, or who won."""
    when: str
    mine: bool
    idle: bool


def card(head: TableHead, table: Snapshot, mine: bool, now: datetime) -> TableCard | None:
    """The card of a table; None if its game or house rules are not installed any more."""
    when, idle = ago(head.row.touched, now), now - aware(head.row.touched) > IDLE
    try:
        game = table.game
        if table.weight > LONG:
            title = f"{game.called(table.record.rules)}, hand {len(table.record.hands)}"
            return TableCard(table.code, title, short(table), "a long evening", when, mine, idle)
        replay = table.replay
    except (KeyError, Refused):
        return None
    hand, totals = replay.hand, replay.ledger.totals
    if len(totals) <= MANY:
        standing: list[tuple[str, Side | str]] = [
            (with_minus(total), side) for side, total in totals.items()
        ]
    else:
        first = replay.ledger.leaders()[0]
        rest = f"{'lowest' if replay.ledger.lowest else 'highest'} of {len(totals)}"
        standing = [(with_minus(totals[first]), first), ("", rest)]
    if replay.outcome:
        winners = " and ".join(map(str, replay.outcome.winners))
        ended = f"{winners} won" if winners else "a draw"
        return TableCard(table.code, replay.title, standing, ended, when, mine, idle)
    title = f"{replay.title}, {hand.title or f'hand {hand.number}'}" if hand else replay.title
    asked = replay.pending.title if replay.pending else "closed"
    return TableCard(table.code, title, standing, asked, when, mine, idle)


def short(table: Snapshot) -> list[tuple[str, Side | str]]:
    """Card text from stored data alone, for records too long to replay here."""
    totals = table.stored.totals
    if not totals or len(totals) > MANY:
        return []
    return [(with_minus(" : ".join(map(str, totals.values()))), "")]


def aware(moment: datetime) -> datetime:
    """The time with a timezone: some databases return UTC without one."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def ago(moment: datetime, now: datetime) -> str:
    """How long ago, in words that do not depend on the reader's timezone."""
    passed = now - aware(moment)
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{counted(minutes, 'minute')} ago"
    if minutes < 24 * 60:
        return f"{counted(minutes // 60, 'hour')} ago"
    if passed.days < 7:
        return f"{counted(passed.days, 'day')} ago"
    return f"{moment.day} {moment:%b}" if passed.days < 300 else f"{moment:%b %Y}"


def cards(status: str, found: Sequence[TableHead], now: datetime) -> list[TableCard]:
    """Cards of the tables of one status: those this browser knows first, newest first."""
    known = browser.known()
    heads = [head for head in found if head.status == status]
    heads.sort(key=lambda head: head.code not in known)
    shown = []
    for head in heads[:SHOWN]:
        with suppress(NotFound):
            table = browser.tables().get(head.code, keep=False)
            shown.append(card(head, table, bool(known.get(head.code)), now))
    return [each for each in shown if each]


@dataclass(frozen=True)
class Tile:
    """A game in the list of games."""

    game: Cover
    players: str


def tiles(found: Sequence[TableHead]) -> list[Tile]:
    """All games, those this browser played last first."""
    known = browser.known()
    played = list(dict.fromkeys(head.game for head in found if head.code in known))
    every = games.covers()
    keys = [*(key for key in played if key in every), *(k for k in every if k not in played)]
    return [Tile(every[key], seats(every[key])) for key in keys]


def seats(game: Cover) -> str:
    """ "2 to 7 players"."""
    few, many = min(game.players), max(game.players)
    return f"{few} players" if few == many else f"{few} to {many} players"


@pages.get("/")
def home() -> ResponseReturnValue:
    """The home page: games in progress, then all games."""
    found = [*visible(demo=True), *visible()]
    now = datetime.now(UTC)
    known, playing = browser.known(), cards("playing", found, now)
    going = [card for card in playing if card.code in known and not card.idle]
    return shown(
        "platform/home.html",
        playing=[card for card in going if card.mine],
        watched=[card for card in going if not card.mine],
        others=[card for card in playing if card.code not in known and not card.idle],
        idle=[card for card in playing if card.idle],
        finished=cards("finished", found, now),
        abandoned=cards("abandoned", found, now),
        tiles=tiles(found),
        newcomer=not known,
    )


@pages.get("/watch")
def watch() -> ResponseReturnValue:
    """Asks for the code of a table to watch, and redirects there."""
    code = normalised(request.args.get("code", ""))
    return redirect(f"/t/{code}") if code else shown("platform/code.html")


@pages.get("/more")
def more() -> ResponseReturnValue:
    """The page "More": this phone's settings and the lists of all tables."""
    lists = [
        ("People", "/people", "who has played, and how it went"),
        ("History", "/history", "finished games and those still open"),
        ("House-rule sets", "/sets", "the rules you play by, kept under a name"),
        ("Referee", "/referee", "a case of your own, in any game"),
        ("Words", "/rules/words", "what trump, pass and trick mean"),
        ("Print", "/print", "score sheets, pocket cards, rules"),
        ("Import and export", "/import", "an evening as a file"),
    ]
    if current_app.config.get("ALONE"):
        lists.append(("Saved on this phone", "/saved", "what is kept, and a copy of it"))
    if pocket.offered():
        lists.append(("Without a server", "/pocket/", "the whole Companion on this phone alone"))
    return shown(
        "platform/more.html", back=inside(request.args.get("back", "/")), lists=lists,
        shelf=games.covers().values(), submission=browser.submission(),
        failed=games.guests().failed,
    )  # fmt: skip


@pages.post("/look")
def looks() -> ResponseReturnValue:
    """Saves the display settings that the form has."""
    session.permanent = True
    session.update((name, request.form[name]) for name, each in LOOKS.items()
                   if request.form.get(name) in each)  # fmt: skip
    return redirect(inside(request.form.get("back", "/")), 303)


def inside(back: str) -> str:
    """The path if it is within this site, else the home page."""
    # Browsers drop tabs and newlines, and read "\\" as "/": "/⇥/x" would lead to another site.
    return back if re.fullmatch(r"/(?![/\\])[^\x00-\x20\\]*", back) else "/"

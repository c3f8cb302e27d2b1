"""The first page: games in progress, the fourteen games, and the page of everything else."""

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
"""Tables of each kind on the first page."""
MANY = 4
"""Sides whose totals a table's card tells."""
IDLE = timedelta(days=14)
"""A game nobody has touched for so long is folded."""
LONG = 1500
"""Answers of a record above which the first page does not replay it: more than an evening has."""


@dataclass(frozen=True)
class Card:
    """A table on the first page."""

    code: str
    title: str
    standing: Sequence[tuple[str, Side | str]]
    """Totals with whose they are; where there are many, of the first and how many others."""
    words: str
    """Whose turn it is, or who won."""
    when: str
    mine: bool
    idle: bool


def card(head: TableHead, table: Snapshot, mine: bool, now: datetime) -> Card | None:
    """What the first page says of a table; None for one whose game or rules are gone."""
    when, idle = ago(head.row.touched, now), now - aware(head.row.touched) > IDLE
    try:
        game = table.game
        if table.weight > LONG:
            return Card(table.code, f"{game.title}, hand {len(table.record.hands)}", short(table),
                        "a long evening", when, mine, idle)  # fmt: skip
        replay = table.replay
    except (KeyError, Refused):
        return None
    hand, totals = replay.hand, replay.ledger.totals
    if len(totals) <= MANY:
        standing: list[tuple[str, Side | str]] = [
            (with_minus(total), side) for side, total in totals.items()
        ]
    else:
        first = max(totals, key=lambda side: totals[side])
        rest = f"highest of {len(totals)}"
        standing = [(with_minus(totals[first]), first), ("", rest)]
    if replay.outcome:
        winners = " and ".join(map(str, replay.outcome.winners))
        return Card(table.code, game.title, standing, f"{winners} won" if winners else "a draw",
                    when, mine, idle)  # fmt: skip
    title = f"{game.title}, {hand.title or f'hand {hand.number}'}" if hand else game.title
    asked = replay.pending.title if replay.pending else "closed"
    return Card(table.code, title, standing, asked, when, mine, idle)


def short(table: Snapshot) -> list[tuple[str, Side | str]]:
    """What is stored of a table, with nothing replayed: so that no table holds up everybody."""
    stored = table.stored
    hands = stored.marks.hands if stored.marks else {}
    totals = stored.totals or (hands[max(hands)] if hands else {})
    if not totals or len(totals) > MANY:
        return []
    return [(with_minus(" : ".join(map(str, totals.values()))), "")]


def aware(moment: datetime) -> datetime:
    """The moment with its zone: databases keep UTC, some without saying so."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def ago(moment: datetime, now: datetime) -> str:
    """How long ago that was, in words that are true in every time zone."""
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


def cards(status: str, found: Sequence[TableHead], now: datetime) -> list[Card]:
    """Tables of one status: first those this browser knows, the latest first."""
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
    """A game on the first page."""

    game: Cover
    players: str


def tiles(found: Sequence[TableHead]) -> list[Tile]:
    """Every game, those this browser played last first."""
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
    """The first page: games under way, then every game."""
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
    """Asks for the code of a table, or finds it by that."""
    code = normalised(request.args.get("code", ""))
    return redirect(f"/t/{code}") if code else shown("platform/code.html")


@pages.get("/more")
def more() -> ResponseReturnValue:
    """What is not a game: this phone's settings, and the lists of all tables."""
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
    )  # fmt: skip


@pages.post("/look")
def looks() -> ResponseReturnValue:
    """Keeps what was chosen of how the pages look; the rest stays as it is."""
    session.permanent = True
    session.update((name, request.form[name]) for name, each in LOOKS.items()
                   if request.form.get(name) in each)  # fmt: skip
    return redirect(inside(request.form.get("back", "/")), 303)


def inside(back: str) -> str:
    """The address if it is one of ours, else the first page."""
    # Browsers drop tabs and line ends, and take "\\" for "/": "/⇥/x" would be another site.
    return back if re.fullmatch(r"/(?![/\\])[^\x00-\x20\\]*", back) else "/"

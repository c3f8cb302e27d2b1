"""A table as its pages show it to one browser, which may write or watch: a dataclass, filled once
per response."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache
from flask import current_app, session

from companion.engine.game import Game, Replay
from companion.engine.panels import Calls, Meter
from companion.engine.table import Hand, Pending, Tell
from companion.rules.wording import under
from companion.seating import Seat
from companion.store import Stored, pencils
from companion.store.rows import digest
from companion.tables import Snapshot, comparing
from companion.tables.log import StrayAnswer, strays
from companion.tables.snapshot import Standing, standing
from companion.web.platform import browser
from companion.words import capital, with_minus

Panels = Sequence[tuple[str, Any]]
"""(kind, panel) in display order."""


@dataclass(frozen=True)
class Note:
    """A notice at the top of a page: title, sentences, and whether it is a refusal."""

    title: str
    words: Sequence[str] = ()
    stop: bool = False
    rule: str = ""


@dataclass(frozen=True)
class View:
    """Data of every page of a table."""

    table: Snapshot
    stored: Stored
    game: Game
    replay: Replay
    pending: Pending | None
    title: str
    """The game's title at this table."""
    code: str
    url: str
    """URL of the table."""
    seen: int
    """The journal position shown."""
    since: int
    """When this question was first shown (ms): a tap too soon after it is ignored."""
    submission: str
    writes: bool
    hand: Hand | None
    """The hand shown."""
    standing: Standing
    tells: Sequence[Tell]
    calls: Calls | None
    """Bids of the running hand."""
    scored: Sequence[Hand]
    strays: Sequence[StrayAnswer]
    """Answers that are not used any more, in words."""
    undo: str
    """What undo would undo; "" for nothing."""
    redo: str
    """What redo would redo; "" for nothing."""
    modes: Sequence[str]
    """Ways of entry to choose from; none once the hand has answers."""
    confirming: bool
    """The other side confirms each hand."""
    unconfirmed: Sequence[int]
    """Numbers of scored hands that wait for confirmation."""
    note: Note | None = None


def look(table: Snapshot, hand: Hand | None = None, note: Note | None = None) -> View:
    """The view of a table; `hand` is the hand shown, by default the last."""
    replay, writes = table.replay, browser.may_write(table)
    hand = hand or replay.hand
    fresh = hand is not None and not hand.asked and hand is replay.hand and len(hand.modes) > 1
    over = hand is not replay.hand or (hand is not None and hand.over)
    shown = hand.panels.values() if hand and not replay.over else ()
    scored = [each for each in replay.hands if each.over]
    confirming = "confirm" in table.record.head
    return View(
        table=table, stored=table.stored, game=table.game, replay=replay, pending=table.pending,
        title=replay.title, code=table.code, url=f"/t/{table.code}", seen=table.seq,
        since=round(table.stored.touched.timestamp() * 1000),
        submission=browser.submission(), writes=writes,
        hand=hand,
        standing=standing(replay, hand, totals=True) if over else table.standing,
        tells=[t for t in hand.tells if t.keep or t.page == hand.pages] if hand else (),
        calls=next((panel for panel in shown if isinstance(panel, Calls)), None),
        scored=scored,
        strays=strays(replay, browser.store().saved(table.code)) if replay.strays else (),
        undo=table.undo_label if writes else "", redo=table.redo_label if writes else "",
        modes=hand.modes if hand and fresh else (), confirming=confirming,
        unconfirmed=[h.number for h in scored if confirming and "@ok" not in h.answers],
        note=note,
    )  # fmt: skip


def panels_of(hand: Hand | None, *without: type) -> Panels:
    """Panels of a hand except those of these classes."""
    found = hand.panels.values() if hand else ()
    return [(type(each).__name__.lower(), each) for each in found if not isinstance(each, without)]


def left(hand: Hand) -> Panels:
    """Panels that stay once a hand is scored: boards, squares, melds, grids."""
    return panels_of(hand, Meter, Calls)


# -- what a page says first ----------------------------------------------------------------------


def comes_to_something_else(view: View) -> Note | None:
    """A warning that this version scores a finished table differently."""
    if not (found := view.table.differences):
        return None
    title = "The rules of today make something else of this game"
    return Note(title, [f"{capital(each)}." for each in found], stop=True)


def half_amended(view: View) -> Note | None:
    """A warning that a corrected hand lacks answers, with the last complete totals."""
    pending = view.pending
    if pending is None or not view.replay.half_amended:
        return None
    later = len(view.table.record.hands) - pending.hand
    waits = "The hand after it waits." if later == 1 else f"The {later} hands after it wait."
    words = [f"It still needs: {pending.title}. {waits}"]
    saved = browser.store().saved(view.code)
    whole = comparing.last_whole(view.game, saved, view.table.seq)
    if whole:
        stood = ", ".join(f"{side} {total}" for side, total in whole.ledger.totals.items())
        words.append(with_minus(f"Before the correction it stood {stood}."))
    return Note(f"Hand {pending.hand}: one more answer is needed", words)


def passed(view: View, took: bool = False) -> Note | None:
    """The notice that the pencil moved: for the phone that took it, the one that lost it, and
    watchers."""
    told = moved(view.table, took and view.writes, browser.lost(view.table))
    return Note(told[0], [words for words in told[1:] if words]) if told else None


# -- what the scorer has filled in -----------------------------------------------------------------


HALF = "companion-half-entered"
"""Extension key of what was filled in last at each table, for a phone that takes the pencil. It is
kept in this process alone: where another answers, the page is merely empty."""
_guard = threading.Lock()


def half_entered(table: Snapshot, found: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """What the scorer has filled in of the page that is asked now; with `found`, keeps it."""
    hand, record = table.pending.hand if table.pending else 0, table.record
    page = hand, str(record.hands[hand - 1] if 0 < hand <= len(record.hands) else {})
    with _guard:
        kept: LRUCache[str, tuple[tuple[int, str], Mapping[str, str]]]
        kept = current_app.extensions.setdefault(HALF, LRUCache(500))
        if found is not None:
            kept[table.code] = page, dict(found)
        at, texts = kept.get(table.code, (None, {}))
        return texts if at == page else {}


@dataclass(frozen=True)
class WayToEnter:
    """What a way of entry asks of a hand, and how many taps that takes: "9 taps", "1 a turn"."""

    asks: str
    taps: str = ""

    @property
    def number(self) -> str:
        return self.taps.partition(" ")[0]

    @property
    def unit(self) -> str:
        return self.taps.partition(" ")[2] or "taps"


def ways_told(game: Game) -> dict[str, WayToEnter]:
    """By mode, from the line `ways` of the rule sheet: "quick: who bid what, tricks: 7 | …"."""
    line = under(game.rules).facts.get("ways")
    parts = [each.split(": ") for each in line.text.split(" | ")] if line else []
    return {mode.strip(): WayToEnter(*(text.strip() for text in rest)) for mode, *rest in parts}


@dataclass(frozen=True)
class PhoneHere:
    """A phone that was let in, and its owner; "" if unknown."""

    name: str
    keeps: bool
    mine: bool
    who: str
    """Its id in the journal."""


@dataclass(frozen=True)
class Pencil:
    """The right to write at a table, as one phone sees it."""

    takes: bool
    """This phone watches, and may take over."""
    lost: bool
    """This phone was the scorer, and may take over again."""
    phones: Sequence[PhoneHere]
    seats: Sequence[Seat]

    @property
    def keeper(self) -> str:
        """Name of the scorer; "" if unknown."""
        return next((each.name for each in self.phones if each.keeps), "")

    @property
    def own(self) -> str:
        """Name of this phone's owner."""
        return next((each.name for each in self.phones if each.mine), "")

    @property
    def free(self) -> list[Seat]:
        """Seats this phone may claim: all but that of the scorer on another phone."""
        taken = {each.name for each in self.phones if each.keeps and not each.mine}
        return [seat for seat in self.seats if seat.name not in taken]


def pencil_of(table: Snapshot) -> Pencil:
    """The right to write as this phone sees it."""
    me = digest(str(session.get("phone", "")))
    there = [
        PhoneHere(seated(table, row.seat), row.phone == table.stored.row.pencil, row.phone == me,
                  row.who)
        for row in pencils.phones(browser.store(), table.code)
    ]  # fmt: skip
    writes = browser.may_write(table)
    takes = not writes and (browser.has_key(table) or any(each.mine for each in there))
    return Pencil(takes, takes and browser.lost(table), there, table.replay.table.seats)


def seated(table: Snapshot, seat: str | None) -> str:
    """Name in a seat; "" for none."""
    return next((each.name for each in table.replay.table.seats if each.code == seat), "")


def people(table: Snapshot) -> dict[str, str]:
    """Owner's name by phone id in the journal."""
    return {each.who: each.name for each in pencil_of(table).phones if each.name and each.who}


def moved(table: Snapshot, mine: bool, lost: bool) -> tuple[str, str] | None:
    """Title and sentence of the notice that another phone writes now; None for none.

    Watchers see it until the next answer, a phone that lost the pencil as long as it has not got it
    back.
    """
    row = pencils.moved(browser.store(), table.code)
    if row is None or not (mine or lost or row.seq == table.seq):
        return None
    if row.kind == "rekey":
        return ("Only one other phone scores now.", "This phone watches.") if lost else None
    name, before = seated(table, row.answers.get("seat")), seated(table, row.answers.get("from"))
    if mine:
        return "You keep the score.", f"{before}’s phone is told." if before else ""
    if lost:
        return f"{name or 'Another phone'} took the pencil.", "What was saved is safe."
    taken = f"Pencil taken from {before} at {row.at.astimezone():%H:%M}." if before else ""
    return f"{name or 'Another phone'} keeps the score now.", taken

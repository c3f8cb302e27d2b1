"""A table as its pages show it: the replay, the standing, the question, what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from companion import checking, games
from companion.game import Game, Replay
from companion.ledger import Line
from companion.panels import Calls, Meter
from companion.questions import Refused
from companion.seating import Side
from companion.store import Row, Stored
from companion.table import Hand, Pending, Tell
from companion.web import deeds, keys
from companion.web.fields import Page, page_of
from companion.web.pages import Drawn
from companion.web.preview import Attempt, scores_nothing
from companion.web.replays import replay_of
from companion.web.sheets import SheetView, sheet_view
from companion.web.standing import Standing, standing

A = TypeVar("A")


@dataclass(frozen=True)
class Note:
    """Something the page says first: a title, sentences, and whether it is a refusal."""

    title: str
    words: Sequence[str] = ()
    stop: bool = False
    rule: str = ""


@dataclass(frozen=True)
class View:
    """Everything the table's templates draw."""

    stored: Stored
    game: Game
    replay: Replay
    writes: bool
    submission: str
    hand: Hand | None = None
    """The hand the page is about."""
    page: Page | None = None
    tried: Attempt | None = None
    note: Note | None = None

    @property
    def code(self) -> str:
        """The table's watch code."""
        return self.stored.code

    @property
    def url(self) -> str:
        """The table's own page."""
        return f"/t/{self.stored.code}"

    @property
    def seen(self) -> int:
        """The journal position the page shows."""
        return self.stored.seq

    @property
    def pending(self) -> Pending | None:
        """What is asked."""
        return self.replay.pending

    @cached_property
    def standing(self) -> Standing:
        """The standing bar."""
        if self.hand is not self.replay.hand or (self.hand is not None and self.hand.over):
            return standing(self.replay, self.hand, totals=True)
        return self._kept("standing", lambda: standing(self.replay, self.hand))

    @cached_property
    def undo(self) -> str:
        """What an undo takes back; "" when there is nothing."""
        act = self.stored.undoable
        if not act or not self.writes:
            return ""
        known, words = self.replay.extra.get("undo", (None, ""))
        return words if known == act else deeds.short(self.replay, act)

    @cached_property
    def redo(self) -> str:
        """What a redo brings back; "" when there is nothing."""
        act = self.stored.redoable
        return deeds.short(self.replay, act) if act and self.writes else ""

    @property
    def tells(self) -> list[Tell]:
        """The guidance that belongs here."""
        if self.hand is None:
            return []
        return [tell for tell in self.hand.tells if tell.keep or tell.page == self.hand.pages]

    @property
    def panels(self) -> list[tuple[str, Any]]:
        """(kind, panel) in the order the game showed them."""
        shown = self.hand.panels.values() if self.hand else ()
        meter = self.standing.meter if self.standing.wide else None
        return [
            (type(panel).__name__.lower(), panel)
            for panel in shown
            if not (isinstance(panel, Meter) and panel is meter)
        ]

    @property
    def tracks(self) -> list[tuple[str, Any]]:
        """Those of them that only tell how far everybody has come."""
        return [each for each in self.panels if each[0] == "track"]

    @property
    def helping(self) -> list[tuple[str, Any]]:
        """Those of them that help to answer."""
        return [each for each in self.panels if each[0] != "track"]

    def left(self, hand: Hand) -> list[tuple[str, Any]]:
        """(kind, panel) of what a scored hand leaves to look at: boards, squares, melds, grids."""
        return [
            (type(panel).__name__.lower(), panel)
            for panel in hand.panels.values()
            if not isinstance(panel, Meter | Calls)
        ]

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways this hand can be entered, while nothing has been entered."""
        fresh = self.hand is not None and not self.hand.asked and self.hand is self.replay.hand
        return self.hand.modes if self.hand and fresh and len(self.hand.modes) > 1 else ()

    @cached_property
    def sheet(self) -> SheetView:
        """The scoresheet so far."""
        return self._kept("sheet", lambda: sheet_view(self.replay))

    def _kept(self, name: str, make: Callable[[], A]) -> A:
        """What follows from the replay alone: made once for all who look at it."""
        known = self.replay.extra
        if name not in known:
            known[name] = make()
        found: A = known[name]
        return found

    @property
    def drawn(self) -> Drawn | None:
        """Where the table's page is kept, if it shows how the table stands and nothing else."""
        if self.note or self.page or self.tried or self.hand is not self.replay.hand:
            return None
        known, stands = self.replay.extra, (self.stored.seq, self.stored.status)
        if known.get("drawn", ((),))[0] != stands:
            known["drawn"] = stands, {}
        return Drawn(self.submission, known["drawn"][1])

    @property
    def confirming(self) -> bool:
        """Whether the other side confirms each hand at this table."""
        return "confirm" in self.stored.record.head

    def unconfirmed(self, hand: Hand) -> bool:
        """Whether a scored hand still waits to be confirmed."""
        return self.confirming and hand.over and "@ok" not in hand.answers

    @property
    def say(self) -> str:
        """The last scored hand and the standing in words, for the ear."""
        return self._kept("said", self._said)

    def _said(self) -> str:
        words: list[str] = []
        if self.scored:
            last = self.scored[-1]
            lines = last.lines
            words = [f"Hand {last.number}: {last.summary or last.void or 'scored'}."]
            for side in self.replay.table.sides:
                if points := self.brought(lines, side):
                    words.append(f"{points} to {' and '.join(s.name for s in side.seats)}.")
        totals = self.replay.ledger.totals.items()
        words.append("Standing: " + ", ".join(f"{side} {total}" for side, total in totals) + ".")
        return " ".join(words).replace(" -", " −").replace("&", "and")

    @property
    def totals(self) -> dict[str, int]:
        """The totals by the code of the side."""
        return {side.code: total for side, total in self.replay.ledger.totals.items()}

    def brought(self, lines: Sequence[Line], side: Side) -> int:
        """What lines come to for one side, paid or paying."""
        return sum(line.change(side) for line in lines)

    @property
    def scored(self) -> list[Hand]:
        """Every hand that is over."""
        return [hand for hand in self.replay.hands if hand.over]

    def leads(self, hand: Hand) -> Hand | None:
        """The hand after this one, if it has begun to be asked."""
        hands = self.replay.hands
        return hands[hand.number] if hand.number < len(hands) else None


def look(stored: Stored, **more: Any) -> View:
    """The view of a table; `more` are the fields a page sets itself."""
    game = games.find(stored.game).at(stored.edition)
    replay = more.pop("replay", None) or replay_of(stored)
    more.setdefault("hand", replay.hand)
    return View(stored, game, replay, keys.may_write(stored), keys.submission(), **more)


def question_page(
    view: View,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, Refused] | None = None,
    missing: Sequence[str] = (),
) -> Page | None:
    """The pending questions as a page, with what was typed or stands in the record."""
    pending = view.pending
    if pending is None:
        return None
    known = view.replay.extra
    if "at once" not in known:
        known["at once"] = scores_nothing(view.game, view.stored.record, view.replay, pending)
    at_once = True if known["at once"] else None
    return page_of(
        f"f{pending.hand}-{view.hand.pages if view.hand else 0}",
        pending.title,
        pending.page,
        pending.given if typed is None else typed,
        pending.problems if problems is None else problems,
        at_once=at_once,
        missing=missing,
        game=view.game.key,
    )


def other_edition(view: View) -> Note | None:
    """What is otherwise since the table began, where its own edition is not kept any more."""
    marks = view.stored.marks
    if marks is None or view.stored.edition == view.game.edition:
        return None
    before = keys.store().saved(view.code).record_at(marks.seq)
    try:
        found = [str(each) for each in checking.by_hand(view.game, before, marks.hands)]
    except Refused as refusal:
        found = [refusal.message]
    if not found:
        return None
    title = f"These rules now come to something else: edition {view.game.edition} of the game"
    words = f"The table began under edition {view.stored.edition}."
    rest = [f"And {len(found) - SAID} more."] if len(found) > SAID else []
    return Note(title, [words, *(f"{each}." for each in found[:SAID]), *rest], stop=True)


SAID = 6
"""Differences of an edition that a page names."""


def half_amended(view: View, rows: list[Row]) -> Note | None:
    """What a half-amended hand still needs, and how the table last stood whole."""
    pending = view.pending
    if pending is None or not view.replay.half_amended:
        return None
    later = len(view.stored.record.hands) - pending.hand
    waits = "The hand after it waits." if later == 1 else f"The {later} hands after it wait."
    words = [f"It still needs: {pending.title}. {waits}"]
    whole = deeds.last_whole(view.game, view.stored.record, rows)
    if whole:
        stood = ", ".join(f"{side} {total}" for side, total in whole.ledger.totals.items())
        words.append(f"Before the amendment it stood {stood}.".replace("-", "−"))
    return Note(f"Hand {pending.hand} is half amended", words)

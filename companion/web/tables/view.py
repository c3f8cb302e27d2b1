"""A table as its pages show it to one browser: the snapshot, who may write, the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import session

from companion.game import WAYS, Game, Replay
from companion.ledger import Line
from companion.panels import Calls, Meter
from companion.questions import Refused
from companion.seating import Side
from companion.store import Stored
from companion.table import Pending, Played, Tell
from companion.tables import Snapshot, checking, telling
from companion.tables.correction import last_whole
from companion.tables.log import Stray, strays
from companion.tables.preview import Attempt
from companion.tables.sheet import SheetView
from companion.tables.standing import Standing, standing
from companion.web.platform import browser
from companion.web.tables.fields import Page, page_of
from companion.words import signed, with_minus


@dataclass(frozen=True)
class Note:
    """Something the page says first: a title, sentences, and whether it is a refusal."""

    title: str
    words: Sequence[str] = ()
    stop: bool = False
    rule: str = ""
    ask: bool = False
    """True where the pencil can be asked back."""


@dataclass(frozen=True)
class View:
    """Everything the table's templates draw."""

    table: Snapshot
    writes: bool
    submission: str
    hand: Played | None = None
    """The hand the page is about."""
    page: Page | None = None
    tried: Attempt | None = None
    note: Note | None = None
    live: bool = False
    """Somebody is still choosing: what is unfinished is not refused."""

    @property
    def stored(self) -> Stored:
        return self.table.stored

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def replay(self) -> Replay:
        return self.table.replay

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def url(self) -> str:
        """The table's own page."""
        return f"/t/{self.code}"

    @property
    def seen(self) -> int:
        """The journal position the page shows."""
        return self.table.seq

    @property
    def pending(self) -> Pending | None:
        return self.table.pending

    @cached_property
    def standing(self) -> Standing:
        if self.hand is not self.replay.hand or (self.hand is not None and self.hand.over):
            return standing(self.replay, self.hand, totals=True)
        return self.table.standing

    @cached_property
    def strays(self) -> Sequence[Stray]:
        """The answers that count no more, in words."""
        if not self.replay.strays:
            return ()
        return strays(self.replay, browser.store().saved(self.code))

    @property
    def at_table(self) -> bool:
        """True for a phone that writes, and for one that may have been let in."""
        return self.writes or "phone" in session

    @property
    def undo(self) -> str:
        """What an undo takes back; "" when there is nothing."""
        return self.table.undo_label if self.writes else ""

    @property
    def redo(self) -> str:
        """What a redo brings back; "" when there is nothing."""
        return self.table.redo_label if self.writes else ""

    @property
    def sheet(self) -> SheetView:
        return self.table.sheet

    @property
    def say(self) -> str:
        return self.table.spoken

    @property
    def tells(self) -> list[Tell]:
        if self.hand is None:
            return []
        return [tell for tell in self.hand.tells if tell.keep or tell.page == self.hand.pages]

    @property
    def panels(self) -> list[tuple[str, Any]]:
        """(kind, panel) in the order the game showed them."""
        shown = self.hand.panels.values() if self.hand else ()
        meter = self.standing.meter if self.standing.crowded else None
        return [
            (type(panel).__name__.lower(), panel)
            for panel in shown
            if not (isinstance(panel, Meter) and panel is meter)
        ]

    @property
    def context(self) -> tuple[str, Any]:
        """(kind, panel) of the one that stands above the answers: the bids, or a few cards."""
        lying = [each for each in self.panels if each[0] == "tray" and each[1].lying]
        for kind, panel in [*lying, *self.panels]:
            cards = sum(len(each) for _, each in panel.groups) if kind == "tray" else 0
            if kind in ("calls", "won") or (cards and cards <= IN_LINE and len(panel.groups) <= 2):
                return kind, panel
        return "", None

    @property
    def last(self) -> Played | None:
        """The hand scored last, while nothing is saved of the one that follows it."""
        fresh = self.hand is self.replay.hand and self.hand is not None and not self.hand.asked
        before = self.hand.number - 1 if fresh and self.hand else 0
        found = self.replay.hands[before - 1] if before else None
        return found if found and found.over else None

    @property
    def told(self) -> bool:
        """True as soon as something is told of the page, though nothing is saved yet."""
        return bool(self.tried and self.tried.answers)

    @property
    def calls(self) -> Calls | None:
        """The bids of the running hand."""
        if self.hand is None or self.replay.over:
            return None
        shown = self.hand.panels.values()
        return next((panel for panel in shown if isinstance(panel, Calls)), None)

    @property
    def below(self) -> list[tuple[str, Any]]:
        """The others stand below the answers, without squares that are keys there."""
        one, above = self.page.single if self.page else None, self.context[1]
        tapped = "square" if one and one.boards else ""
        return [each for each in self.panels if each[1] is not above and each[0] != tapped]

    # -- the message line and the bar ------------------------------------------------------------

    @property
    def refusal(self) -> Refused | None:
        """What is refused, once the answers that it is about are finished."""
        page = self.page
        if page is None or page.problem is None:
            return None
        if self.live and (self.missing or any(f.problem and f.taken_in for f in page.fields)):
            return None
        return page.problem

    @property
    def missing(self) -> list[str]:
        """What is still to be answered on the page."""
        if self.tried:
            return [question.prompt for question in self.tried.missing]
        fields = self.page.fields if self.page else ()
        return [f.question.prompt for f in fields if not f.text and not f.skipped]

    @property
    def ready(self) -> bool:
        """The page can be saved as it is."""
        return bool(self.tried and self.tried.ready)

    @property
    def open(self) -> tuple[str, str]:
        """What the closing step says while it cannot be taken."""
        if self.missing:
            more = len(self.missing) - 1
            return (f"{more + 1} still open" if more else "Still open"), self.missing[0]
        if self.refusal:
            return "Not like this", "see above"
        return ("Not finished", "go on") if self.page and self.page.problem else ("Go on", "")

    @property
    def message(self) -> Note:
        """The one message of the page: a refusal, what the answers bring, what is open, help."""
        refusal, tried = self.refusal, self.tried
        if refusal:
            return Note("", [refusal.message], True, refusal.rule)
        if self.note:
            return self.note
        if self.page and self.page.problem:
            return Note("", [self.page.problem.message])
        if tried and tried.ready:
            if not tried.gains:
                return Note("Good.", [f"Tap {tried.button[0]}."])
            said = ", ".join(f"{gain.side} {signed(gain.points)}" for gain in tried.gains)
            return Note(f"{said}.", [tried.summary] if tried.summary else [])
        if tried and self.missing and self.page and any(f.text for f in self.page.fields):
            return Note("", ["Still open:", " · ".join(self.missing)])
        one = self.page.single if self.page else None
        words = [one.question.hint] if one and one.question.hint else []
        if one and self.page and one.question.prompt != self.page.title:
            words.insert(0, one.question.prompt)
        return Note("", words or [tell.words for tell in self.tells])

    @property
    def other_modes(self) -> tuple[str, ...]:
        return tuple(mode for mode in self.modes if self.hand and mode != self.hand.mode)

    @property
    def other_way(self) -> str:
        """The way offered beside the question: step by step, or just the result."""
        names = {self.game.way(mode): mode for mode in self.other_modes}
        return (
            names.get(WAYS["quick"]) or names.get(WAYS["guided"]) or next(iter(names.values()), "")
        )

    @property
    def more_ways(self) -> list[str]:
        return [mode for mode in self.other_modes if mode != self.other_way]

    @property
    def keys_told(self) -> dict[str, str]:
        """What each answer of a page of keys says: the words while it waits for the network."""
        page = self.page
        one = page.single if page else None
        if page is None or one is None or not one.at_once or one.question.secret:
            return {}
        table, prompt, title = self.replay.table, one.question.prompt, page.title
        answers = getattr(one.question, "answers", ())
        return {o.text: telling.told(table, prompt, o.label, title) for o in answers}

    @property
    def since(self) -> int:
        """When what is asked came to be asked, in milliseconds: nobody can have read it at once.
        A page that is made anew meanwhile asks nothing new."""
        return round(self.table.stored.touched.timestamp() * 1000)

    def left(self, hand: Played) -> list[tuple[str, Any]]:
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

    @property
    def confirming(self) -> bool:
        """True if the other side confirms each hand at this table."""
        return "confirm" in self.table.record.head

    def unconfirmed(self, hand: Played) -> bool:
        """True if a scored hand still waits to be confirmed."""
        return self.confirming and hand.over and "@ok" not in hand.answers

    @property
    def totals(self) -> dict[str, int]:
        return {side.code: total for side, total in self.replay.ledger.totals.items()}

    def brought(self, lines: Sequence[Line], side: Side) -> int:
        """What lines come to for one side, paid or paying."""
        return sum(line.change(side) for line in lines)

    @property
    def scored(self) -> list[Played]:
        return [hand for hand in self.replay.hands if hand.over]

    def leads(self, hand: Played) -> Played | None:
        """The hand after this one, if it has begun to be asked."""
        hands = self.replay.hands
        return hands[hand.number] if hand.number < len(hands) else None


IN_LINE = 9
"""Cards that the line above the answers has room for."""


def look(table: Snapshot, **more: Any) -> View:
    """The view of a table; `more` are the fields a page sets itself."""
    more.setdefault("hand", table.replay.hand)
    return View(table, browser.may_write(table), browser.submission(), **more)


def question_page(
    view: View,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, Refused] | None = None,
    missing: Sequence[str] = (),
) -> Page | None:
    """The pending questions as a page, with what was typed or stands in the record.

    What stands there and is refused is asked anew: its box is empty, so that a card that is tapped
    is not added to it.
    """
    pending = view.pending
    if pending is None:
        return None
    stands = {key: text for key, text in pending.given.items() if key not in pending.problems}
    entered = stands if typed is None else typed
    return page_of(
        f"f{pending.hand}-{view.hand.pages if view.hand else 0}",
        pending.title,
        pending.page_for(entered),
        entered,
        pending.problems if problems is None else problems,
        at_once=True if view.table.moves_on else None,
        missing=missing,
        game=view.game.key,
        together=pending.together,
    )


def other_edition(view: View) -> Note | None:
    """What is otherwise since the table began, where its own edition is not kept any more."""
    marks = view.stored.marks
    if marks is None or view.stored.edition == view.game.edition:
        return None
    before = browser.store().saved(view.code).record_at(marks.seq)
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


def half_amended(view: View) -> Note | None:
    """What a hand that is half corrected still needs, and how the table last stood whole."""
    pending = view.pending
    if pending is None or not view.replay.half_amended:
        return None
    later = len(view.table.record.hands) - pending.hand
    waits = "The hand after it waits." if later == 1 else f"The {later} hands after it wait."
    words = [f"It still needs: {pending.title}. {waits}"]
    whole = last_whole(view.table, browser.store().saved(view.code))
    if whole:
        stood = ", ".join(f"{side} {total}" for side, total in whole.ledger.totals.items())
        words.append(with_minus(f"Before the correction it stood {stood}."))
    return Note(f"Hand {pending.hand}: one more answer is needed", words)


def passed(view: View) -> Note:
    """What a phone is told that wrote until the pencil passed to another one."""
    rows = [row for row in browser.store().journal(view.code) if row.kind in ("pencil", "rekey")]
    seat = rows[-1].answers.get("seat") if rows else None
    name = next((each.name for each in view.replay.table.seats if each.code == seat), "")
    to = f"{name}’s phone" if name else "another phone"
    return Note(f"The pencil has passed to {to}", ["This phone watches now."], ask=True)

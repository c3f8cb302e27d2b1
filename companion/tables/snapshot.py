"""Snapshot: a table at one position of its journal, with everything derived from it, and its
standing: totals, distance to the target, dealer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

# Unlike functools.cached_property before Python 3.12, it has no lock that all tables share: nobody
# waits for the replay of another table, nor for its slot.
from sqlalchemy.util import memoized_property

from companion import budget, games
from companion.engine.game import Game, Replay
from companion.engine.panels import Meter
from companion.engine.record import Record
from companion.engine.table import Badge, Hand, Pending
from companion.results.chart import Chart, chart
from companion.results.hand_result import Ending
from companion.seating import Seat, Side
from companion.store import Stored
from companion.tables import names
from companion.tables.comparing import otherwise
from companion.tables.proposal import propose, scores_nothing
from companion.tables.sheet import SheetView, sheet_view


@dataclass(frozen=True)
class Progress:
    """The progress bar under a total, in points; `mark` is the threshold, if it is shown."""

    length: int
    run: int
    mark: int | None


@dataclass(frozen=True)
class SideStanding:
    """One side in the standing."""

    side: Side
    total: int
    state: str
    badges: Sequence[Badge]
    dealer: Seat | None
    bar: Progress | None
    speaks: bool
    """The pending page asks this side."""


@dataclass(frozen=True)
class Standing:
    """The standing bar, on the screen and read out."""

    title: str
    more: str
    places: Sequence[SideStanding]
    hand: Hand | None
    meter: Meter | None
    lowest: bool = False
    """The lowest total is best."""
    scored: Hand | None = None
    """The hand that led to these totals; None while a hand moves them."""

    @property
    def spoken(self) -> str:
        """The last finished hand and these totals in words, for speech output."""
        words: list[str] = []
        if last := self.scored:
            words = [f"Hand {last.number}: {last.came_to or 'scored'}."]
            for side in last.table.sides:
                if points := last.points(side):
                    words.append(f"{points} to {' and '.join(s.name for s in side.seats)}.")
        totals = ", ".join(f"{place.side} {place.total}" for place in self.places)
        words.append(f"Standing: {totals}.")
        return " ".join(words).replace(" -", " −").replace("&", "and")

    @property
    def wide(self) -> bool:
        """True for more than four sides: one line here, and a ledger on the page."""
        return len(self.places) > 4

    @property
    def crowded(self) -> bool:
        """True if only the leader is shown: over eight sides, or over four with a meter."""
        return len(self.places) > 8 or (self.wide and self.meter is not None)

    @property
    def about(self) -> str:
        """The hand's title for the top line, shortened to what fits."""
        hand = self.more.rpartition(" · ")[2]
        parts = self.hand.parts if self.hand else ()
        return hand if len(hand) < 17 else str(parts[-1] if parts else hand.partition(",")[0])

    @property
    def leaders(self) -> list[SideStanding]:
        """The places with the best total."""
        best = (min if self.lowest else max)(place.total for place in self.places)
        return [place for place in self.places if place.total == best]

    @property
    def dealer(self) -> Seat | None:
        return self.hand.dealer if self.hand and self.hand.dealt else None


def standing(replay: Replay, hand: Hand | None = None, totals: bool = False) -> Standing:
    """The current standing, or with `totals` the one after `hand`."""
    hand = hand or replay.hand
    amounts = hand.totals if totals and hand else replay.ledger.totals
    live = hand is replay.hand and not replay.over
    sides = replay.table.sides
    if totals and hand and not (hand is replay.hand and replay.over):
        sides = hand.table.sides
    places = [place(replay, hand, side, amounts.get(side, 0), live) for side in sides]
    before = [each for each in replay.hands if each.over and hand and each.number <= hand.number]
    last = before[-1] if before else None
    moved = last and any(place.total != last.totals.get(place.side) for place in places)
    meters = [p for p in hand.panels.values() if isinstance(p, Meter)] if hand else []
    return Standing(
        replay.title, about(replay, hand), places, hand, meters[0] if meters else None,
        replay.ledger.lowest, None if moved else last,
    )  # fmt: skip


def about(replay: Replay, hand: Hand | None) -> str:
    """ "to 52 · hand 8"."""
    target = f"to {replay.table.target}" if replay.table.target is not None else ""
    if replay.over:
        return "finished" if replay.outcome else "closed"
    title = hand.name if hand else "hand 1"
    return " · ".join(part for part in (target, title) if part)


def place(replay: Replay, hand: Hand | None, side: Side, total: int, live: bool) -> SideStanding:
    """One side's place in the standing."""
    table = replay.table
    bar = None
    if table.target:
        most = max(table.target, *(max(0, n) for n in replay.ledger.totals.values()), 1)
        mark = table.threshold if 0 < (table.threshold or 0) < most else None
        bar = Progress(most, max(0, min(total, most)), mark)
    dealer = hand.dealer if hand and hand.dealt and live and hand.dealer in side else None
    badges = [badge for badge in hand.badges if badge.side == side] if hand and live else []
    state = state_of(replay, hand, side, total, live)
    speaks = replay.pending and any(who.side == side for who in replay.pending.by)
    return SideStanding(side, total, state, badges, dealer, bar, bool(speaks))


FEW = 3
"""With so many sides or more, the score has no space for a sentence."""


def state_of(replay: Replay, hand: Hand | None, side: Side, total: int, live: bool) -> str:
    target = replay.table.target
    if replay.outcome:
        if side in replay.outcome.winners:
            return "won" if len(replay.outcome.winners) == 1 else "shared"
        if target is None or replay.ledger.lowest:
            return ""
        return f"{target - total} short" if total < target else ""
    if hand and live and side in hand.status:
        return str(hand.status[side])
    if live and (reached := replay.reached(side)):
        return reached if len(replay.table.sides) < FEW else f"{target} reached"
    if target is not None and not replay.ledger.lowest and total < target:
        return f"{target - total} to go"
    return ""


AT_LEAST = 10
"""Base weight of a snapshot in the cache, in answers: its rendered pages."""


SHOWN = 3
"""The number of replays of a hand in the time that a page needs to show it."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Immutable and shared by all requests: work on a copy of its record. `tried` is the replay if
    it was computed before the acts were stored."""

    stored: Stored
    tried: Replay | None = field(default=None, repr=False)
    carried_entry: tuple[int, str] | None = None
    """(hand, entry mode) carried over from the previous hand; written to the journal with this
    hand's first answer."""
    _pages: dict[Hashable, bytes] = field(default_factory=dict, init=False, repr=False)
    _rendering: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    @property
    def identity(self) -> tuple[int, int]:
        """Table, position in its journal."""
        return self.stored.id, self.stored.seq

    @property
    def code(self) -> str:
        return self.stored.code

    @property
    def seq(self) -> int:
        """The number of the last row of the journal."""
        return self.stored.seq

    @property
    def status(self) -> str:
        return self.stored.status

    @memoized_property
    def record(self) -> Record:
        if not self.carried_entry:
            return self.stored.record
        record = self.stored.record.copy()
        hand, way = self.carried_entry
        record.put(hand, {"@entry": way})
        return record

    @property
    def with_entry_mode(self) -> Snapshot:
        """The table with the previous hand's entry mode applied to a hand just dealt."""
        return self._carried or self

    @memoized_property
    def _carried(self) -> Snapshot | None:
        """The same, if the running hand has no answer yet, allows that mode and would otherwise
        have another one."""
        hands, hand = self.replay.hands, self.replay.hand
        if hand is None or hand.over or hand.asked or not self.pending:
            return None
        if self.pending.hand != hand.number or self.pending.given or "@entry" in hand.answers:
            return None
        before = next((each for each in hands[-2::-1] if each.asked and each.mode), None)
        if not (before and before.over and before.mode in hand.modes and before.mode != hand.mode):
            return None
        return Snapshot(self.stored, carried_entry=(len(hands), before.mode))

    @property
    def weight(self) -> int:
        """Its weight in the cache, in answers."""
        return AT_LEAST + sum(map(len, self.record.hands))

    @property
    def cost(self) -> int:
        """The cost of showing it, in rows of a journal."""
        return self.seq + SHOWN * self.stored.state.record.weight

    @memoized_property
    def game(self) -> Game:
        """The game; KeyError if it is not installed."""
        return games.find(self.stored.game)

    @memoized_property
    def replay(self) -> Replay:
        """The replay of the record, cached; Refused if its head is illegal. Requests that compute
        it at the same time all get the one stored first: hands are compared by identity."""
        one: Replay = vars(self).setdefault("_replay", self.tried or self.game.replay(self.record))
        return one

    @property
    def pending(self) -> Pending | None:
        return self.replay.pending

    @memoized_property
    def standing(self) -> Standing:
        return standing(self.replay, self.replay.hand)

    @memoized_property
    def sheet(self) -> SheetView:
        return sheet_view(self.replay)

    @memoized_property
    def chart(self) -> Chart | None:
        """The progress chart on screen; None before two hands are scored."""
        return chart(self.replay)

    @property
    def differences(self) -> list[str]:
        """Differences between a finished table's stored result and its replay now, in sentences."""
        over = self.status == "finished"
        return list(otherwise(self.replay, self.stored)) if over else []

    @memoized_property
    def undo_label(self) -> str:
        """The effect of an undo, as a phrase; "" if there is nothing to undo."""
        return names.undoing(self.replay, self.stored.undoable)

    @memoized_property
    def redo_label(self) -> str:
        """The act that a redo restores, as a phrase, or ""."""
        return names.together(self.replay, self.stored.redoable)

    @memoized_property
    def taken_back(self) -> dict[str, str]:
        """Answers of the pending page that an undo removed: the page opens with them, unless they
        are not legal any more."""
        pending, act = self.pending, next(iter(self.stored.redoable), None)
        if pending is None or act is None or act.kind != "answer" or act.hand != pending.hand:
            return {}
        answers = {q.key: act.answers[q.key] or "" for q in pending.page if act.answers.get(q.key)}
        one = len(pending.page) < 2 and not pending.page[0].parts  # answered again by one tap
        if one or not answers or any(q.secret for q in pending.page):
            return {}
        proposal = propose(self, [act])
        return {} if proposal.replay.pending and proposal.replay.pending.problems else answers

    @memoized_property
    def ending(self) -> Ending:
        """The result of the evening, so far or final, and of each hand."""
        return Ending(self.replay)

    @memoized_property
    def moves_on(self) -> bool:
        """True if no answer to the pending page scores anything, so that it needs no preview."""
        return scores_nothing(self)

    def scored_since(self, before: Replay) -> int:
        """The number of the hand scored since `before`, if it is exactly one and the game goes on;
        otherwise 0."""
        known = {hand.number for hand in before.hands if hand.over and not hand.void}
        new = [h.number for h in self.replay.hands if h.over and not h.void]
        new = [number for number in new if number not in known]
        return new[0] if len(new) == 1 and not self.replay.over else 0

    def cached_page(self, key: Hashable, render: Callable[[], bytes]) -> bytes:
        """A page that is the same for all watchers: rendered once per snapshot and key."""
        if key in self._pages:
            return self._pages[key]
        budget.expect(self.cost)
        _ = self.replay  # like the line above, it may wait for a slot: not while others wait here
        with self._rendering:
            if key not in self._pages:
                self._pages[key] = render()
            return self._pages[key]

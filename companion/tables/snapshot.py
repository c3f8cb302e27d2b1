"""Snapshot: a table at one position of its journal, with everything derived from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property

from companion import games
from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.table import Pending
from companion.results.game_summary import GameSummary, summary_of
from companion.store import Stored
from companion.tables import act_labels
from companion.tables.changes import scores_nothing
from companion.tables.sheet import SheetView, sheet_view
from companion.tables.standing import Standing, standing

AT_LEAST = 50
"""Base weight of a snapshot in the cache, in answers."""


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

    @cached_property
    def record(self) -> Record:
        if not self.carried_entry:
            return self.stored.record
        found = self.stored.record.copy()
        hand, way = self.carried_entry
        found.put(hand, {"@entry": way})
        return found

    @cached_property
    def with_entry_mode(self) -> Snapshot:
        """The table with the previous hand's entry mode applied to a hand just dealt."""
        way = self._carried_mode()
        return Snapshot(self.stored, carried_entry=(len(self.replay.hands), way)) if way else self

    def _carried_mode(self) -> str:
        """The previous hand's entry mode, if the running hand has no answer yet, allows that mode
        and would otherwise have another one; else ""."""
        hands, hand = self.replay.hands, self.replay.hand
        if hand is None or hand.over or hand.asked or not self.pending:
            return ""
        if self.pending.hand != hand.number or self.pending.given or "@entry" in hand.answers:
            return ""
        before = next((each for each in hands[-2::-1] if each.asked and each.mode), None)
        fits = before and before.over and before.mode in hand.modes and before.mode != hand.mode
        return before.mode if before and fits else ""

    @property
    def weight(self) -> int:
        """Its weight in the cache, in answers."""
        return AT_LEAST + sum(map(len, self.record.hands))

    @cached_property
    def game(self) -> Game:
        """The game; KeyError if it is not installed."""
        return games.find(self.stored.game)

    @cached_property
    def replay(self) -> Replay:
        """The replay of the record, cached; Refused if its head is illegal."""
        return self.tried or self.game.replay(self.record)

    @property
    def pending(self) -> Pending | None:
        return self.replay.pending

    @cached_property
    def standing(self) -> Standing:
        return standing(self.replay, self.replay.hand)

    @cached_property
    def sheet(self) -> SheetView:
        return sheet_view(self.replay)

    @cached_property
    def undo_label(self) -> str:
        """What an undo would take back, as a phrase; "" for nothing."""
        return act_labels.together(self.replay, self.stored.undoable)

    @cached_property
    def redo_label(self) -> str:
        """What a redo would bring back, as a phrase; "" for nothing."""
        return act_labels.together(self.replay, self.stored.redoable)

    @cached_property
    def summary(self) -> GameSummary:
        return summary_of(self.replay)

    @cached_property
    def spoken(self) -> str:
        """The last finished hand and the standing in words, for speech output."""
        words: list[str] = []
        sides = self.replay.table.sides
        if scored := [hand for hand in self.replay.hands if hand.over]:
            last = scored[-1]
            words = [f"Hand {last.number}: {last.came_to or 'scored'}."]
            for side in sides:
                if points := sum(line.change(side) for line in last.lines):
                    words.append(f"{points} to {' and '.join(s.name for s in side.seats)}.")
        totals = self.replay.ledger.totals.items()
        words.append("Standing: " + ", ".join(f"{side} {total}" for side, total in totals) + ".")
        return " ".join(words).replace(" -", " −").replace("&", "and")

    @cached_property
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
        with self._rendering:
            if key not in self._pages:
                self._pages[key] = render()
            return self._pages[key]

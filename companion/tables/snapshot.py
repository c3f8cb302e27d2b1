"""A table at one position of its journal: what is stored of it, and all that follows from that."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property

from companion import games
from companion.game import Game, Replay
from companion.game_summary import GameSummary, summary_of
from companion.record import Record
from companion.store import Stored
from companion.table import Pending
from companion.tables import act_labels
from companion.tables.preview import scores_nothing
from companion.tables.sheet import SheetView, sheet_view
from companion.tables.standing import Standing, standing

AT_LEAST = 50
"""What every replay weighs, in answers."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Never changed, and shared by everybody who looks at the table: try things out on a copy of
    its record. `tried` is what an entry was found to come to before it was stored."""

    stored: Stored
    tried: Replay | None = field(default=None, repr=False)
    kept: tuple[int, str] | None = None
    """(hand, way): a fresh hand that goes on as the one before it was entered. That is stored
    with its first answer."""
    _drawn: dict[Hashable, bytes] = field(default_factory=dict, init=False, repr=False)
    _drawing: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    @property
    def identity(self) -> tuple[int, int, int]:
        """Table, position in its journal, edition of the game it is scored by."""
        return self.stored.id, self.stored.seq, self.game.edition

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
        if not self.kept:
            return self.stored.record
        found = self.stored.record.copy()
        hand, way = self.kept
        found.put(hand, {"@entry": way})
        return found

    @cached_property
    def going_on(self) -> Snapshot:
        """The table with a fresh hand entered in the way of the hand before it."""
        way = self._way_before()
        return Snapshot(self.stored, kept=(len(self.replay.hands), way)) if way else self

    def _way_before(self) -> str:
        """How the last hand was entered, if nobody has said yet how the next one is, which
        otherwise would be entered in another way; else ""."""
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
        """What it costs to replay and to keep, in answers."""
        return AT_LEAST + sum(map(len, self.record.hands))

    @cached_property
    def game(self) -> Game:
        """The game as the table's edition plays it; KeyError when it is not on the shelf."""
        return games.find(self.stored.game).at(self.stored.edition)

    @cached_property
    def replay(self) -> Replay:
        """What the record comes to. Refused when its head cannot stand."""
        return self.tried or self.game.replay(self.record)

    @property
    def pending(self) -> Pending | None:
        """What is asked."""
        return self.replay.pending

    @cached_property
    def standing(self) -> Standing:
        """Who has how many, who deals."""
        return standing(self.replay, self.replay.hand)

    @cached_property
    def sheet(self) -> SheetView:
        return sheet_view(self.replay)

    @cached_property
    def undo_label(self) -> str:
        """What an undo takes back; "" when there is nothing."""
        act = self.stored.undoable
        return act_labels.short(self.replay, act) if act else ""

    @cached_property
    def redo_label(self) -> str:
        """What a redo brings back; "" when there is nothing."""
        act = self.stored.redoable
        return act_labels.short(self.replay, act) if act else ""

    @cached_property
    def summary(self) -> GameSummary:
        """The table in the terms of its people."""
        return summary_of(self.replay)

    @cached_property
    def spoken(self) -> str:
        """The last scored hand and the standing in words, for the ear."""
        words: list[str] = []
        sides = self.replay.table.sides
        if scored := [hand for hand in self.replay.hands if hand.over]:
            last = scored[-1]
            words = [f"Hand {last.number}: {last.summary or last.void or 'scored'}."]
            for side in sides:
                if points := sum(line.change(side) for line in last.lines):
                    words.append(f"{points} to {' and '.join(s.name for s in side.seats)}.")
        totals = self.replay.ledger.totals.items()
        words.append("Standing: " + ", ".join(f"{side} {total}" for side, total in totals) + ".")
        return " ".join(words).replace(" -", " −").replace("&", "and")

    @cached_property
    def moves_on(self) -> bool:
        """True if any answer to the page that is asked only leads to the next question."""
        return self.pending is not None and scores_nothing(
            self.game, self.record, self.replay, self.pending
        )

    def scored_since(self, before: Replay) -> int:
        """The one hand that was scored since, while the game goes on; 0 for none or several."""
        known = {hand.number for hand in before.hands if hand.over and not hand.void}
        new = [h.number for h in self.replay.hands if h.over and not h.void]
        new = [number for number in new if number not in known]
        return new[0] if len(new) == 1 and not self.replay.over else 0

    def drawn(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """A page that shows the table and nothing else: drawn once, however many watch."""
        with self._drawing:
            if key not in self._drawn:
                self._drawn[key] = draw()
            return self._drawn[key]

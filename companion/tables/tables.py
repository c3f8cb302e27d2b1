"""Tables: every operation on a table, for web and terminal."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cachetools import LRUCache

from companion import games, store
from companion.desk.readings import always
from companion.engine.game import Replay
from companion.engine.record import Act, BadRecord, Record
from companion.questions import Refused
from companion.store import JournalRow, Store, Stored, keeping
from companion.store.exchange import Saved
from companion.store.stored import normalised
from companion.tables import checking
from companion.tables.carrying import Held
from companion.tables.preview import Attempt, attempt
from companion.tables.proposal import Proposal
from companion.tables.snapshot import Snapshot

ANSWERS = 2000
"""Capacity of the snapshot cache, in answers of up to 3 KB each: about sixteen active tables."""
CONFIRMED = "The other side has confirmed this hand: say why it is changed."


class Stale(Exception):
    """The client's position is out of date: `table` is the current one, `rows` what the client had
    not seen, `acts` what was not entered."""

    def __init__(self, table: Snapshot, rows: Sequence[JournalRow], acts: Sequence[Act]) -> None:
        super().__init__(table.code, table.seq)
        self.table = table
        self.rows = rows
        self.acts = acts


@dataclass(frozen=True)
class Sent:
    """Metadata of every change: the last journal row the client has seen, and a submission id that
    makes it idempotent."""

    seen: int
    submission: str
    who: str = ""
    why: str = ""

    @classmethod
    def now(cls, table: Snapshot, who: str = "", why: str = "") -> Sent:
        """A new submission at the table's current position."""
        return cls(table.seq, secrets.token_urlsafe(12), who, why)


@dataclass(frozen=True)
class Entered:
    """The result of answering the pending page: `table` has the answers if `tried.ready`; otherwise
    `tried` has the refusals."""

    table: Snapshot
    tried: Attempt
    scored: int = 0
    """The number of the hand they finish, if its result is shown next; else 0."""


class Tables:
    """The tables of one store. Methods that change one return its new Snapshot, or raise Refused,
    Stale or NotFound."""

    def __init__(self, store: Store, answers: int = ANSWERS) -> None:
        self.store = store
        self._kept: LRUCache[str, Snapshot] = LRUCache(answers, getsizeof=self._weight)
        self._guard = threading.Lock()

    # -- looking --------------------------------------------------------------------------------

    def seq(self, code: str) -> int:
        """The number of the last row of a table's journal."""
        return self.store.seq(code)

    def get(self, code: str, *, keep: bool = True) -> Snapshot:
        """The current snapshot; without `keep` it is not cached."""
        return self._snapshot(self.store.table(code, self._known(code)), keep=keep)

    def preview(self, table: Snapshot, answers: Mapping[str, str]) -> Attempt:
        """Tries answers to the pending page, of which there must be one."""
        assert table.pending is not None
        return attempt(table.game, table.record, table.replay, table.pending, answers)

    def _known(self, code: str) -> Stored | None:
        """The cached version of a table, possibly out of date."""
        with self._guard:
            known = self._kept.get(normalised(code))
        return known.stored if known else None

    def _snapshot(
        self, stored: Stored, tried: Replay | None = None, *, keep: bool = True
    ) -> Snapshot:
        """The snapshot of a stored table, from the cache if it is current."""
        with self._guard:
            known = self._kept.get(stored.code)
        if known and known.stored == stored:
            return known
        if tried is None and known and _same_play(known.stored, stored):
            tried = known.tried
        elif tried and tried.record != stored.record:
            tried = None
        fresh = Snapshot(stored, tried)
        if keep:
            with self._guard:
                self._kept[stored.code] = fresh
        return fresh

    def _weight(self, table: Snapshot) -> int:
        return min(table.weight, int(self._kept.maxsize))

    # -- beginning, keeping, forgetting ---------------------------------------------------------

    def begin(self, record: Record, edition: int, sent: Sent) -> Snapshot:
        """A new table; a repeated submission returns the same one."""
        begun = self.store.begin(record, edition, sent.who, submission=sent.submission)
        return self._snapshot(begun)

    def discard(self, code: str, who: str = "") -> Snapshot:
        """Soft-deletes a table; `restore` undoes it."""
        return self._snapshot(keeping.discard(self.store, code, who=who))

    def restore(self, code: str, who: str = "") -> Snapshot:
        """Undoes `discard`."""
        return self._snapshot(keeping.bring_back(self.store, code, who=who))

    def forget(self, table: Snapshot) -> None:
        """Deletes a table permanently."""
        self.store.forget(table.code)
        with self._guard:
            self._kept.pop(table.code, None)

    def abandon(self, code: str, who: str = "") -> Snapshot:
        """Marks a table as abandoned."""
        return self._snapshot(self.store.abandon(code, who=who))

    def resume(self, code: str, who: str = "") -> Snapshot:
        """Undoes `abandon`."""
        return self._snapshot(self.store.resume(code, who=who))

    def export(self, codes: Iterable[str]) -> list[Saved]:
        """Tables with their whole journals, for an export."""
        return [self.store.saved(code) for code in codes]

    def take_in(
        self, saved: Sequence[Saved], in_time: Callable[[], bool] = always
    ) -> list[Snapshot]:
        """Imports tables, all or none; finished ones get their totals stored.

        Refused, BadRecord or KeyError if one cannot be replayed, BadRecord if time runs out.
        """
        replays = []
        for each in saved:
            if not in_time():
                raise BadRecord("it takes too long for a page; “companion import” takes it")
            replays.append(replayed(each))
        stored = self.store.restore(saved)
        found = [
            self._snapshot(each, replay, keep=False)
            for each, replay in zip(stored, replays, strict=True)
        ]
        return [self._settled(each) if each.status == "playing" else each for each in found]

    def go_on(self, table: Snapshot, came: Saved, held: Held) -> Snapshot:
        """Appends the further rows of a received copy (`held.kind` must be "grown")."""
        assert held.kind == "grown"
        replay = replayed(came)
        stored = self.store.append(table.code, held.there, came.row, seen=table.seq)
        after = self._snapshot(stored, replay)
        return self._settled(after) if after.status == "playing" else after

    # -- entering -------------------------------------------------------------------------------

    def answer(self, table: Snapshot, answers: Mapping[str, str], sent: Sent) -> Entered:
        """Tries answers to the pending page, and enters them if they are legal."""
        assert table.pending is not None
        tried = self.preview(table, answers)
        if not tried.ready:
            return Entered(table, tried)
        way = {"@entry": table.carried_entry[1]} if table.carried_entry else {}
        act = Act("answer", table.pending.hand, {**way, **tried.answers})
        after = self.enter(table.code, act, sent, tried.replay)
        # After a whole-hand page the result is shown above the next question, not on its own.
        above = tried.over and tried.together and "confirm" not in table.record.head
        goes_on = above and not after.replay.over
        return Entered(after, tried, 0 if goes_on else after.scored_since(table.replay))

    def enter(self, code: str, act: Act, sent: Sent, tried: Replay | None = None) -> Snapshot:
        """Enters one act; Refused if the record could not be replayed with it.

        `tried` is the replay after it, if known.
        """
        return self.enter_many(code, [act], sent, tried)

    def enter_many(
        self,
        code: str,
        acts: Sequence[Act],
        sent: Sent,
        tried: Replay | None = None,
        *,
        apart: bool = False,
    ) -> Snapshot:
        """Enters acts in order, all or none, once per submission. One undo takes them all back,
        unless they are entered `apart`."""
        before = self.get(code)
        sent = self._caught_up(before, sent)
        if sent.seen != before.seq:
            tried = None  # repeated or stale: the store finds out which
        elif tried is None:
            tried = _after(before, acts)
        try:
            after = self.store.acts(
                code, acts, seen=sent.seen, submission=sent.submission, who=sent.who, why=sent.why,
                known=before.stored, apart=apart,
            )  # fmt: skip
        except store.StaleWrite as stale:
            raise Stale(self._snapshot(stale.stored), stale.rows, acts) from None
        return self._settled(self._snapshot(after, tried), sent.who)

    def current(self, table: Snapshot, sent: Sent) -> bool:
        """True if the client's copy is current."""
        return self._caught_up(table, sent).seen == table.seq

    def _caught_up(self, table: Snapshot, sent: Sent) -> Sent:
        """The submission with access-control rows treated as seen."""
        return replace(sent, seen=self.store.caught_up(table.code, sent.seen, table.seq))

    def undo(self, code: str, sent: Sent) -> Snapshot:
        """Undoes the last submission."""
        acts = len(self.get(code).stored.undoable)
        return self.enter_many(code, [Act("undo")] * max(1, acts), sent)

    def redo(self, code: str, sent: Sent) -> Snapshot:
        """Redoes the submission undone last."""
        acts = len(self.get(code).stored.redoable)
        return self.enter_many(code, [Act("redo")] * max(1, acts), sent)

    def make(self, made: Proposal, sent: Sent) -> Snapshot:
        """Saves a proposal's acts. Refused without a reason if it changes a hand that the opponents
        have confirmed."""
        code = made.table.code
        if made.confirmed and not sent.why and self.current(made.table, sent):
            raise Refused(CONFIRMED, code="confirmed")
        return self.enter_many(code, made.acts, sent, made.replay)

    # -- the end of a game ----------------------------------------------------------------------

    def _settled(self, table: Snapshot, who: str = "") -> Snapshot:
        """Stores totals and winners if the game is over; see `checking`."""
        if table.status == "finished":
            return table
        came_to = checking.came_to(table.replay)
        if came_to is None:
            return table
        try:
            return self._snapshot(self.store.settle(table.code, *came_to, seen=table.seq, who=who))
        except store.StaleWrite:
            return self.get(table.code)  # something was entered meanwhile


def _same_play(one: Stored, other: Stored) -> bool:
    """True if both versions produce the same replay."""
    return one.record == other.record


def _after(table: Snapshot, acts: Sequence[Act]) -> Replay:
    """The replay after the acts; Refused or BadRecord if they are illegal."""
    state = table.stored.state
    for act in acts:
        state = state.after(act)
    return table.game.replay(state.record)


def replayed(saved: Saved) -> Replay:
    """The replay of an imported table."""
    return games.find(saved.game).replay(saved.record)

"""Tables: every operation on a table, for web and terminal."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cachetools import LRUCache

from companion import games, store
from companion.engine.game import Replay
from companion.engine.record import Act, Record
from companion.questions import Refused
from companion.store import JournalRow, Store, Stored, keeping
from companion.store.models import normalised
from companion.store.saved import Saved
from companion.store.summaries import Summarised
from companion.tables.proposal import Proposal, answering, propose
from companion.tables.snapshot import Snapshot
from companion.tables.summaries import replayed_as, summarised

ANSWERS = 20_000
"""Capacity of the snapshot cache, in answers of about 3 KB each: 300 active tables in 64 MB."""
CONFIRMED = "The other side confirmed this hand. Enter a reason for the change."


@dataclass(eq=False)
class Stale(Exception):
    """The client's position is out of date: `table` is the current one, `rows` what the client had
    not seen, `acts` what was not entered."""

    table: Snapshot
    rows: Sequence[JournalRow]
    acts: Sequence[Act]


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
    """The result of answering the pending page: `table` has the answers if `made.ready`; otherwise
    `made` has the refusals."""

    table: Snapshot
    proposal: Proposal
    scored: int = 0
    """The number of the hand they finish, if its result is shown next; else 0."""
    above: int = 0
    """The same, if its result is shown for a moment above the next question."""


class Tables:
    """The tables of one store. Methods that change one return its new Snapshot, or raise Refused,
    Stale or NotFound."""

    def __init__(self, store: Store, answers: int = ANSWERS) -> None:
        self.store = store
        self._kept: LRUCache[str, Snapshot] = LRUCache(answers, getsizeof=self._weight)
        self._guard = threading.Lock()

    # -- looking --------------------------------------------------------------------------------

    def get(self, code: str, *, keep: bool = True) -> Snapshot:
        """The current snapshot; without `keep` it is not cached."""
        return self._snapshot(self.store.table(code, self._known(code)), keep=keep)

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
        if tried is None and known and known.stored.record == stored.record:
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

    def begin(self, record: Record, edition: int, sent: Sent, instead: str = "") -> Snapshot:
        """A new table; a repeated submission returns the same one. `instead` is as in the store."""
        replay = replayed_as(record)
        begun = self.store.begin(
            record, edition, sent.who, submission=sent.submission, instead=instead,
            summary=summarised(record, replay, played=bool(record.hands)),
        )  # fmt: skip
        return self._snapshot(begun, replay)

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
        return self._snapshot(self.store.mark_as(code, "abandon", "abandoned", who))

    def resume(self, code: str, who: str = "") -> Snapshot:
        """Undoes `abandon`."""
        return self._snapshot(self.store.mark_as(code, "resume", "playing", who))

    def export(self, codes: Iterable[str]) -> list[Saved]:
        """Tables with their whole journals, for an export."""
        return [self.store.saved(code) for code in codes]

    def imported(self, stored: Sequence[Stored], replays: Sequence[Replay]) -> list[Snapshot]:
        """Tables that were imported; finished ones get their totals stored."""
        snapshots = [
            self._snapshot(each, replay, keep=False)
            for each, replay in zip(stored, replays, strict=True)
        ]
        return [self._settled(each) if each.status == "playing" else each for each in snapshots]

    def go_on(self, code: str, rows: Sequence[JournalRow], seen: int, replay: Replay) -> Snapshot:
        """Append the further rows of a received copy. `replay` is its replay. Raise StaleWrite
        if there are rows after `seen`."""
        summary = summarised(replay.record, replay)
        stored = self.store.append(code, rows, seen=seen, summary=summary)
        return self._settled(self._snapshot(stored, replay))

    # -- entering -------------------------------------------------------------------------------

    def answer(self, table: Snapshot, answers: Mapping[str, str], sent: Sent) -> Entered:
        """Answers the page page, if the answers are legal."""
        proposal = answering(table, answers)
        if not proposal.ready:
            return Entered(table, proposal)
        after, page = self.enter(proposal, sent), table.pending
        # After a whole-hand page the result is shown above the next question, not on its own.
        above = proposal.over and page and page.together and "confirm" not in table.record.head
        scored = after.scored_since(table.replay)
        return Entered(after, proposal, *((0, scored) if above else (scored, 0)))

    def enter(self, proposal: Proposal, sent: Sent, *, apart: bool = False) -> Snapshot:
        """Saves a proposal's acts, all or none, once per submission. One undo takes them all back,
        unless they are entered `apart`. Refused without a reason if it changes a hand that the
        opponents have confirmed."""
        if proposal.confirmed and not sent.why and self.current(proposal.table, sent):
            raise Refused(CONFIRMED, code="confirmed")
        return self._entered(proposal.table, proposal.acts, sent, proposal.replay, apart=apart)

    def do(self, table: Snapshot, acts: Sequence[Act], sent: Sent) -> Snapshot:
        """Proposes these acts and enters them. Of a repeated or stale submission nothing is
        proposed: the store finds out which it is."""
        if not self.current(table, sent):
            return self._entered(table, acts, sent)
        return self.enter(propose(table, acts), sent)

    def _entered(
        self,
        table: Snapshot,
        acts: Sequence[Act],
        sent: Sent,
        after: Replay | None = None,
        *,
        apart: bool = False,
    ) -> Snapshot:
        """Appends the acts to the journal; `after` is the replay with them, if known."""

        def summarise(record: Record) -> Summarised:
            nonlocal after
            after = replayed_as(record, after)
            return summarised(record, after)

        try:
            stored = self.store.act(
                table.code, *acts, seen=self._seen(table, sent), who=sent.who,
                submission=sent.submission, why=sent.why, known=table.stored, apart=apart,
                summarise=summarise,
            )  # fmt: skip
        except store.StaleWrite as stale:
            raise Stale(self._snapshot(stale.stored), stale.rows, acts) from None
        return self._settled(self._snapshot(stored, after), sent.who)

    def current(self, table: Snapshot, sent: Sent) -> bool:
        """True if the client's copy is current."""
        return self._seen(table, sent) == table.seq

    def _seen(self, table: Snapshot, sent: Sent) -> int:
        """The last row the client has seen, with access-control rows treated as seen."""
        return self.store.caught_up(table.code, sent.seen, table.seq)

    def undo(self, code: str, sent: Sent) -> Snapshot:
        """Undoes the last submission."""
        table = self.get(code)
        return self._entered(table, [Act("undo")] * max(1, len(table.stored.undoable)), sent)

    def redo(self, code: str, sent: Sent) -> Snapshot:
        """Redoes the submission undone last."""
        table = self.get(code)
        return self._entered(table, [Act("redo")] * max(1, len(table.stored.redoable)), sent)

    # -- the end of a game ----------------------------------------------------------------------

    def _settled(self, table: Snapshot, who: str = "") -> Snapshot:
        """Stores totals and winners if the game is over."""
        if table.status == "finished" or not table.replay.over:
            return table
        final = table.replay.final
        try:
            return self._snapshot(self.store.settle(table.code, *final, seen=table.seq, who=who))
        except store.StaleWrite:
            return self.get(table.code)  # something was entered meanwhile


def replayed(saved: Saved) -> Replay:
    """The replay of an imported table; Refused as in `Game.accept`."""
    return games.find(saved.game).accept(saved.record)

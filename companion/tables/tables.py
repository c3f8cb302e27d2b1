"""What can be done at a table. The web and the terminal do it here, and nowhere else."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cachetools import LRUCache

from companion import games, store
from companion.decisions import acts_for
from companion.game import Replay
from companion.questions import Refused
from companion.readings import always
from companion.record import MAX_ANSWERS, Act, BadRecord, Record
from companion.store import JournalRow, Marks, Store, Stored, Trouble, keeping
from companion.store.exchange import Saved
from companion.store.stored import normalised
from companion.table import adjustment
from companion.tables import checking
from companion.tables.carrying import Held
from companion.tables.preview import Attempt, attempt
from companion.tables.shifting import must_be_there
from companion.tables.snapshot import Snapshot

ANSWERS = 2000
"""Answers that the snapshots in memory have together, at up to three kilobytes each: those of some
sixteen tables that are played at."""
CONFIRMED = "The other side has confirmed this hand: say why it is changed."


class Stale(Exception):
    """Somebody entered something meanwhile: the table as it stands now, the rows that were not
    seen, and what was not entered."""

    def __init__(self, table: Snapshot, rows: Sequence[JournalRow], acts: Sequence[Act]) -> None:
        super().__init__(table.code, table.seq)
        self.table = table
        self.rows = rows
        self.acts = acts


@dataclass(frozen=True)
class Sent:
    """What comes with every change: the row its sender had seen last, and an id under which it is
    entered once, however often it is sent."""

    seen: int
    submission: str
    who: str = ""
    why: str = ""

    @classmethod
    def now(cls, table: Snapshot, who: str = "", why: str = "") -> Sent:
        """By somebody who has the table before them as it stands."""
        return cls(table.seq, secrets.token_urlsafe(12), who, why)


class Tables:
    """The tables of one store. Methods that change one return its new Snapshot, or raise Refused,
    Stale or NotFound."""

    def __init__(self, store: Store, answers: int = ANSWERS) -> None:
        self.store = store
        self._kept: LRUCache[str, Snapshot] = LRUCache(answers, getsizeof=self._weight)
        self._guard = threading.Lock()

    # -- looking --------------------------------------------------------------------------------

    def seq(self, code: str) -> int:
        """Where the journal of a table stands."""
        return self.store.seq(code)

    def get(self, code: str, *, keep: bool = True) -> Snapshot:
        """The table as it stands; without `keep` it is not remembered for the next who asks."""
        return self._snapshot(self.store.table(code, self._known(code)), keep=keep)

    def preview(self, table: Snapshot, answers: Mapping[str, str]) -> Attempt:
        """What answers to the page that is asked would come to. The table must ask something."""
        assert table.pending is not None
        return attempt(table.game, table.record, table.replay, table.pending, answers)

    def _known(self, code: str) -> Stored | None:
        """The table as it was when it was last looked at."""
        with self._guard:
            known = self._kept.get(normalised(code))
        return known.stored if known else None

    def _snapshot(
        self, stored: Stored, tried: Replay | None = None, *, keep: bool = True
    ) -> Snapshot:
        """The snapshot of that position: the one in memory, if nothing has happened since."""
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
        """A new table; the same submission again begins no other."""
        begun = self.store.begin(record, edition, sent.who, submission=sent.submission)
        return self._snapshot(begun)

    def discard(self, code: str, who: str = "") -> Snapshot:
        """Deletes a table so that it can be brought back."""
        return self._snapshot(keeping.discard(self.store, code, who=who))

    def restore(self, code: str, who: str = "") -> Snapshot:
        """Brings a deleted table back as it was."""
        return self._snapshot(keeping.bring_back(self.store, code, who=who))

    def forget(self, table: Snapshot) -> None:
        """Deletes a table for good."""
        self.store.forget(table.code)
        with self._guard:
            self._kept.pop(table.code, None)

    def abandon(self, code: str, who: str = "") -> Snapshot:
        """The table stops where it is."""
        return self._snapshot(self.store.abandon(code, who=who))

    def resume(self, code: str, who: str = "") -> Snapshot:
        """An abandoned table goes on."""
        return self._snapshot(self.store.resume(code, who=who))

    def rekey(self, code: str, who: str = "") -> Snapshot:
        """Takes the right to write from whoever has it; the new key is the caller's."""
        return self._snapshot(self.store.rekey(code, who=who))

    def export(self, codes: Iterable[str]) -> list[Saved]:
        """Tables with their whole journals, for a file."""
        return [self.store.saved(code) for code in codes]

    def take_in(
        self, saved: Sequence[Saved], in_time: Callable[[], bool] = always
    ) -> list[Snapshot]:
        """Stores tables of a file, all of them or none; those that are over are settled.

        Refused, BadRecord or KeyError when one of them cannot be replayed, or not in time.
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
        """Adds what only the table that came has, which must have gone on from this one."""
        assert held.kind == "grown"
        replay = replayed(came)
        stored = self.store.append(table.code, held.there, came.row, seen=table.seq)
        after = self._snapshot(stored, replay)
        return self._settled(after) if after.status == "playing" else after

    # -- entering -------------------------------------------------------------------------------

    def enter(self, code: str, act: Act, sent: Sent, tried: Replay | None = None) -> Snapshot:
        """Enters one act. Refused when the record could not be replayed with it.

        `tried` is what the act was found to come to before.
        """
        return self.enter_many(code, [act], sent, tried)

    def enter_many(
        self, code: str, acts: Sequence[Act], sent: Sent, tried: Replay | None = None
    ) -> Snapshot:
        """Enters acts one after the other: all of them or none, and once."""
        before = self.get(code)
        sent = self._caught_up(before, sent)
        if sent.seen != before.seq:
            tried = None  # sent again, or too late: the store knows which
        elif tried is None:
            tried = _after(before, acts)
        marks = _marks(before.stored, tried, sent.seen + len(acts)) if tried else None
        try:
            after = self.store.acts(
                code, acts, seen=sent.seen, submission=sent.submission, who=sent.who, why=sent.why,
                marks=marks, known=before.stored,
            )  # fmt: skip
        except store.Stale as stale:
            raise Stale(self._snapshot(stale.stored), stale.rows, acts) from None
        return self._settled(self._snapshot(after, tried), sent.who)

    def _caught_up(self, table: Snapshot, sent: Sent) -> Sent:
        """Sent by somebody who has seen all but who was given the right to write meanwhile."""
        return replace(sent, seen=self.store.caught_up(table.code, sent.seen, table.seq))

    def undo(self, code: str, sent: Sent) -> Snapshot:
        """Takes the last act back."""
        return self.enter(code, Act("undo"), sent)

    def redo(self, code: str, sent: Sent) -> Snapshot:
        """Brings back what was undone last."""
        return self.enter(code, Act("redo"), sent)

    def amend(
        self, code: str, hand: int, answers: Mapping[str, str | None], sent: Sent
    ) -> Snapshot:
        """Corrects answers of a hand, or of the head for hand 0. Refused without a reason where
        the other side has confirmed the hand."""
        table = self.get(code)
        sent, hands = self._caught_up(table, sent), table.record.hands
        if sent.seen == table.seq and 0 < hand <= len(hands) and "@ok" in hands[hand - 1]:
            if not sent.why:
                raise Refused(CONFIRMED, code="confirmed")
            answers = {**answers, "@ok": None}
        return self.enter(code, Act("amend", hand, answers), sent)

    def insert(
        self,
        code: str,
        hand: int,
        sent: Sent,
        answers: Mapping[str, str | None] | None = None,
        dealer: str = "",
    ) -> Snapshot:
        """Puts a new hand before that one, with its answers or to be asked for next; `dealer` deals
        the hand that then follows. Refused where none is entered."""
        table = self.get(code)
        if self._caught_up(table, sent).seen == table.seq:
            must_be_there(table, hand)
        return self.enter_many(code, _dealt(Act("insert", hand, answers or {}), dealer), sent)

    def remove(self, code: str, hand: int, sent: Sent, dealer: str = "") -> Snapshot:
        """Takes a hand out; `dealer` deals the hand that then follows. Refused where there is none,
        or if it is confirmed and no why given."""
        table = self.get(code)
        sent = self._caught_up(table, sent)
        if sent.seen == table.seq:
            must_be_there(table, hand)
            if "@ok" in table.record.hands[hand - 1] and not sent.why:
                raise Refused(CONFIRMED, code="confirmed")
        return self.enter_many(code, _dealt(Act("remove", hand), dealer), sent)

    def decide(self, code: str, rules: Mapping[str, str], first: int, sent: Sent) -> Snapshot:
        """Plays by these house rules from a hand on, or with 0 over the whole evening."""
        return self.enter_many(code, acts_for(self.get(code).record, rules, first), sent)

    def adjust(self, code: str, hand: int, line: str, sent: Sent) -> Snapshot:
        """Points by agreement in a hand, listed apart from what the rules give: "A -10 revoke"."""
        table = self.get(code)
        sent = self._caught_up(table, sent)
        agreed = adjustment(line, table.replay.table.seating, table.game.adjust_rule)
        hands = table.record.hands
        there = hands[hand - 1] if 0 < hand <= len(hands) else {}
        free = next(n for n in range(1, MAX_ANSWERS + 2) if f"@adjust {n}" not in there)
        answers: dict[str, str | None] = {f"@adjust {free}": line}
        if "@ok" in there and sent.seen == table.seq:
            if not line.endswith(agreed.why):
                raise Refused(CONFIRMED, code="confirmed")
            answers["@ok"] = None
        return self.enter(code, Act("answer", hand, answers), sent)

    def close(self, code: str, sent: Sent) -> Snapshot:
        """Ends the evening before the next deal."""
        return self.enter(code, Act("answer", self.next_hand(code), {"@close": "yes"}), sent)

    def next_hand(self, code: str) -> int:
        """The hand that is asked for, or the one after the last."""
        table = self.get(code)
        return table.pending.hand if table.pending else len(table.record.hands) + 1

    # -- the end of a game ----------------------------------------------------------------------

    def _settled(self, table: Snapshot, who: str = "") -> Snapshot:
        """A table whose game has come to its end keeps what it came to as an assertion."""
        if table.status == "finished":
            return table
        self._mark(table)
        came_to = checking.ending(table.replay)
        if came_to is None:
            return table
        try:
            return self._snapshot(self.store.settle(table.code, *came_to, seen=table.seq, who=who))
        except store.Stale:
            return self.get(table.code)  # it goes on already

    def _mark(self, table: Snapshot) -> None:
        """Keeps what the totals were after each hand, where the entry did not bring it along.

        That entry is saved already, so no trouble here may say that it was not.
        """
        if marks := _marks(table.stored, table.replay, table.seq):
            with suppress(Trouble):
                self.store.mark(table.stored, marks.edition, marks.hands)


def _same_play(one: Stored, other: Stored) -> bool:
    """True if two rows of one table are replayed alike."""
    return one.edition == other.edition and one.record == other.record


def _dealt(act: Act, dealer: str) -> list[Act]:
    """A hand put in or taken out; before it, who deals the hand that then follows, so that one undo
    brings back what was there."""
    following = act.hand + (act.kind == "remove")
    return [Act("amend", following, {"@dealer": dealer}), act] if dealer else [act]


def _after(table: Snapshot, acts: Sequence[Act]) -> Replay:
    """The replay after the acts. Refused or BadRecord when there is none."""
    state = table.stored.state
    for act in acts:
        state = state.after(act)
    return table.game.replay(state.record)


def replayed(saved: Saved) -> Replay:
    """What a table from a file comes to, by the edition it was played with."""
    return games.find(saved.game).at(saved.edition).replay(saved.record)


def _marks(stored: Stored, replay: Replay, seq: int) -> Marks | None:
    """What the totals were after each hand, if the table does not say so already.

    Not of a table that another edition scores than the one it began with: what it came to then is
    what the present one is held against.
    """
    hands = checking.totals_by_hand(replay)
    known = stored.marks.hands if stored.marks else {}
    if hands == known or stored.edition != replay.game.edition:
        return None
    return Marks(stored.edition, seq, hands)

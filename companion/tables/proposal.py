"""Proposals: changes of a table tried on a copy before they are saved.

Every change, the next answer included, is a list of acts, which are applied to a copy of the record
and replayed. The proposal shows the differences by hand and asks any question the change raises.
Saving it enters exactly these acts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy.util import memoized_property

from companion.engine.game import Replay
from companion.engine.record import ASIDE, CHANGES, Act, BadRecord, Record
from companion.engine.table import Hand, Pending
from companion.questions import Count, Question, Refused
from companion.tables.comparing import compared, stopped
from companion.tables.effect import Effect, Then

if TYPE_CHECKING:
    from companion.tables.snapshot import Snapshot


@dataclass(frozen=True)
class Proposal:
    """Acts, and the table's record and replay after them."""

    table: Snapshot
    acts: Sequence[Act]
    record: Record
    replay: Replay
    places: Sequence[int]
    """The old number of each hand; 0 for an inserted one."""
    worked_at: Set[int]
    """Numbers of the hands that the acts change themselves; in others, changes are consequences."""
    page: Sequence[Question[Any]] = ()
    """The questions of the pending page, if the proposal only answers that; else ()."""
    missing: Sequence[Question[Any]] = ()
    """Those of `page` left unanswered."""

    @property
    def written(self) -> str:
        """Its acts, to be sent along by a form."""
        return written_acts(self.acts)

    @memoized_property
    def effect(self) -> Effect:
        """The differences by hand; computed on first use."""
        stops = self.open_page.hand if self.open_page else 0
        return compared(self.table.replay, self.replay, self.places, self.worked_at, stops)

    @memoized_property
    def open_page(self) -> Pending | None:
        """A page the change leaves unanswered or refused, which blocks all later hands. It is asked
        on the form of the change."""
        after, pending = self.replay, self.replay.pending
        if pending is None or not self.acts:
            return None
        was = self.was(pending.hand)
        if was is None:  # inserted; or the next hand: it counts if later ones have answers
            stops = self.put_in(pending.hand) or after.half_amended
        elif was.over:
            stops = True
        elif self.places[pending.hand - 1] == pending.hand:
            stops = stopped(self.table.replay, after, pending)
        else:
            stops = bool(pending.problems)
        return pending if stops else None

    @property
    def waiting(self) -> int:
        """The number of later hands that the open page blocks."""
        return len(self.record.hands[self.open_page.hand :]) if self.open_page else 0

    @property
    def refused(self) -> list[Refused]:
        """The refusals that keep it from being saved."""
        page = self.open_page
        own = page and any(a.hand == page.hand and a.kind != "remove" for a in self.acts)
        return list(page.problems.values()) if page and own else []

    @property
    def ready(self) -> bool:
        """True if it can be saved: it has acts, none is refused, and neither an inserted hand nor
        the pending page is left half answered."""
        if self.page:
            return self.problems is None
        page = self.open_page
        half_put_in = page is not None and self.put_in(page.hand)
        return bool(self.acts) and not self.refused and not half_put_in

    @property
    def problems(self) -> Mapping[str, Refused] | None:
        """Refusals by key while the same page is still asked afterwards; None once it is passed."""
        before, still = self.table.pending, self.replay.pending
        if before is None or still is None or still.hand != before.hand:
            return None
        if [q.key for q in still.page] != [q.key for q in before.page]:
            return None
        return still.problems

    @property
    def answers(self) -> Mapping[str, str | None]:
        """The answers of its last act, without the engine's ("@…")."""
        answers = self.acts[-1].answers if self.acts else {}
        return {key: text for key, text in answers.items() if not key.startswith("@")}

    @property
    def over(self) -> bool:
        """True if the hand of its last act is then over."""
        hand = self.replay.dealt(self.acts[-1].hand)
        return hand is not None and hand.over

    @memoized_property
    def here(self) -> Then:
        """The hand of its last act, before and after."""
        number = self.acts[-1].hand
        return Then(self.table.replay.dealt(number), self.replay.dealt(number))

    @property
    def confirmed(self) -> int:
        """The first hand it changes that the opponents have confirmed, so that a reason is
        required; 0 for none."""
        if self.page:  # a question that is open again
            return 0
        hands = self.table.record.hands
        touched = sorted(number for number in self._touched() if number <= len(hands))
        return next((number for number in touched if "@ok" in hands[number - 1]), 0)

    @memoized_property
    def digest(self) -> str:
        """A hash of acts and effect, to detect that a shown proposal is stale."""
        effects = [
            [each.names, each.dealers, each.words, each.totals, each.lines, each.stops]
            for each in self.effect.hands
        ]
        pending = self.replay.pending
        asked = pending and [pending.hand, [q.key for q in pending.page], list(pending.problems)]
        all_of_it = [self.written, effects, asked, self.effect.outcome, self.effect.falls]
        return sha256(json.dumps(all_of_it).encode()).hexdigest()[:24]

    def put_in(self, hand: int) -> bool:
        return hand <= len(self.places) and self.places[hand - 1] == 0

    def was(self, hand: int) -> Hand | None:
        """The hand before the change; None if it is inserted or was not reached."""
        place = self.places[hand - 1] if hand <= len(self.places) else 0
        return self.table.replay.dealt(place)

    def _touched(self) -> set[int]:
        """Old numbers of the hands whose answers or points change."""
        numbers: set[int] = set()
        places = _places(self.table)
        for act in self.acts:
            at = places[act.hand - 1] if 0 < act.hand <= len(places) else 0
            changes = act.kind == "remove" or act.answers.keys() - ASIDE
            if at and changes and act.kind != "insert":
                numbers.add(at)
            _renumber(places, act)
        if any(act.rules for act in self.acts):
            numbers |= {each.was.number for each in self.effect.hands if each.was and each.sums}
        return numbers


def propose(table: Snapshot, acts: Sequence[Act]) -> Proposal:
    """The proposal of these acts. Refused or BadRecord if they cannot be applied at all."""
    _leave_fixed(table, acts)
    record, places = table.record.copy(), _places(table)
    at: set[int] = set()
    for act in acts:
        if act.kind not in CHANGES:
            raise BadRecord(f"“{act.kind[:20]}” changes no hand")
        record.apply(act)
        _renumber(places, act)
        if act.kind == "insert":
            at = {each + (each >= act.hand) for each in at} | {act.hand}
        elif act.kind == "remove":
            at = {each - (each > act.hand) for each in at if each != act.hand}
        elif set(act.answers) - {"@dealer"}:
            at.add(act.hand)
    after = table.game.replay(record) if acts else table.replay
    return Proposal(table, list(acts), record, after, places, at)


def answering(table: Snapshot, answers: Mapping[str, str]) -> Proposal:
    """Answer the pending page, which must exist."""
    pending = table.pending
    assert pending is not None
    page = pending.page_for(answers)
    texts = {q.key: q.written(answers[q.key]) for q in page if q.key in answers and not q.off}
    missing = [q for q in page if not (q.key in answers or q.off or q.decided or q.confirms)]
    given = {q.key: texts.get(q.key) for q in page if q.key in {**pending.given, **texts}}
    way = {"@entry": table.carried_entry[1]} if table.carried_entry else {}
    proposal = propose(table, [Act("answer", pending.hand, {**way, **given})])
    return replace(proposal, page=page, missing=missing)


def scores_nothing(table: Snapshot) -> bool:
    """True if the pending page is one number that scores nothing: a tap may save it unpreviewed.

    Only the lowest and the highest legal number are tried.
    """
    question = table.pending.page[0] if table.pending and len(table.pending.page) == 1 else None
    if not isinstance(question, Count) or question.kind != "count":
        return False
    legal = [value for value in question.choices() if value not in question.impossible]
    for value in {legal[0], legal[-1]} if legal else ():
        proposal = answering(table, {question.key: str(value)})
        if not proposal.ready or proposal.here.gains or proposal.over:
            return False
    return bool(legal)


# -- acts in a form field -------------------------------------------------------------------------


def written_acts(acts: Sequence[Act]) -> str:
    return json.dumps([[act.kind, act.hand, dict(act.answers)] for act in acts],
                      ensure_ascii=False, separators=(",", ":"))  # fmt: skip


def read_acts(text: str) -> list[Act]:
    """The inverse of `written_acts`; BadRecord for anything else."""
    try:
        acts = [Act(str(kind), int(hand), {str(key): None if answer is None else str(answer)
                                            for key, answer in answers.items()})
                 for kind, hand, answers in json.loads(text or "[]")]  # fmt: skip
    except (ValueError, TypeError, AttributeError) as error:
        raise BadRecord(f"not a list of acts: {error!r}"[:200]) from None
    if any(act.kind not in CHANGES for act in acts):
        raise BadRecord("not a list of acts")
    return acts


# -- the parts ------------------------------------------------------------------------------------


def _leave_fixed(table: Snapshot, acts: Sequence[Act]) -> None:
    """Refused if an act changes a house rule that holds for the whole game: for one hand, or at all
    once a hand is scored."""
    rules, scored = table.replay.table.rules, table.replay.scored
    for act in acts:
        for key, text in act.rules.items() if act.hand or scored else ():
            option = table.game.rules.options.get(key)
            if option is None or (act.hand and text is None):
                continue
            if option.keeps(rules.text(option.key), option.default if text is None else text):
                raise option.stays


def _places(table: Snapshot) -> list[int]:
    """The numbers of all hands that are dealt or have answers."""
    return list(range(1, max(len(table.replay.hands), len(table.record.hands)) + 1))


def _renumber(places: list[int], act: Act) -> None:
    """The numbers of the hands after an act; 0 for an inserted one."""
    place = act.hand - 1
    if act.kind == "insert":
        places.insert(place, 0)
    elif act.kind == "remove":
        del places[place : act.hand]

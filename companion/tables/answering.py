"""Replaces a hand's answers on a copy of the record.

The form is parsed by the questions it was rendered from, untouched answers keep their meaning, and
answers no longer asked for are removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.fill import Answers, Given, Stage, fill
from companion.engine.game import Game, Replay
from companion.engine.record import Act, Record
from companion.engine.table import Hand
from companion.questions import Question
from companion.tables.proposal import Proposal, propose


class Answering:
    """Replaces the answers of one hand on a copy. `was` is the hand before any change."""

    def __init__(self, game: Game, replay: Replay, hand: int, was: Hand | None) -> None:
        self.game, self.hand, self.was = game, hand, was
        self.record = replay.record.copy()
        self.drawn = questions(replay, was, hand)
        """The questions the form was rendered from."""
        self.said = {q.key: q for q in [*asked_in(was), *self.drawn]}
        """The question each stored answer was given to, by key."""
        self.typed: set[str] = set()

    @property
    def answers(self) -> Mapping[str, str]:
        return self.record.answers(self.hand)

    def typed_in(self, asked: Sequence[Question[Any]], given: Given) -> dict[str, str]:
        """The form's answers to these questions that differ from the stored ones."""
        answers, new = given(asked), dict[str, str]()
        for question in (each for each in asked if each.key in answers):
            text, was = question.written(answers[question.key]), self.answers.get(question.key)
            if was is None or text != question.written(was):
                new[question.key] = text
        self.typed |= new.keys()
        return new

    def settle(self, given: Given) -> None:
        """Replays until no further page appears, then removes answers that nothing asks for."""
        before, drawn = self.record, {question.key for question in self.drawn}

        def run(answers: Answers) -> Stage[Replay]:
            self.record = before.copy()
            self.record.put(self.hand, answers)
            replay = self._replay()
            return replay, questions(replay, self.was, self.hand), None

        def supplied(asked: Sequence[Question[Any]]) -> Answers:
            fresh = [question for question in asked if question.key not in drawn]
            return self._carried(asked) | self.typed_in(fresh, given)

        replay = fill(run({}), supplied, run).end
        if replay.dealt(self.hand):
            self._without_what_falls(replay)
            self._as_it_was()

    def _as_it_was(self) -> None:
        """Restores the old text of answers that mean the same, so that no change is reported."""
        asked = {question.key: question for question in self.drawn}
        asked |= {q.key: q for q in questions(self._replay(), self.was, self.hand)}
        for old in self.was.asked if self.was else ():
            question, now = asked.get(old.question.key), self.answers.get(old.question.key)
            if (
                question
                and now
                and question.carried(old.text, old.question) == old.text
                and (now != old.text and question.written(now) == question.written(old.text))
            ):
                self.record.put(self.hand, {old.question.key: old.text})

    def _replay(self) -> Replay:
        return self.game.replay(self.record)

    def _carried(self, asked: Sequence[Question[Any]]) -> dict[str, str]:
        """Untouched answers that their changed question would read differently, rewritten."""
        now, kept = self.answers, self.said.keys() & self.answers.keys() - self.typed
        texts = {q.key: q.carried(now[q.key], self.said[q.key]) for q in asked if q.key in kept}
        return {key: text for key, text in texts.items() if text != now[key]}

    def _without_what_falls(self, replay: Replay) -> None:
        """Removes refused and unused answers. Of a finished hand a refused answer stays, to be
        answered again, unless nothing would ask for it any more."""
        running = self.was is not None and not self.was.over
        while running:  # each time an answer falls, or it ends
            pending = replay.pending
            if pending is None or pending.hand != self.hand or not pending.problems:
                break
            if {question.key for question in pending.page} & self.typed:
                break  # the change itself
            fallen = [key for key in pending.problems if key in pending.given]
            self.record.put(self.hand, dict.fromkeys(fallen or pending.given))
            replay = self._replay()
        if not running:
            replay = self._without_what_is_moot(replay)
        hand = replay.dealt(self.hand)
        if hand and hand.over and not hand.void and hand.unused:
            self.record.put(self.hand, dict.fromkeys(unused.key for unused in hand.unused))

    def _without_what_is_moot(self, replay: Replay) -> Replay:
        """Removes a refused answer if, without it, its question is no longer asked."""
        kept, page = self.record, replay.pending
        if page is None or page.hand != self.hand:
            return replay
        moot = [key for key in page.problems if key in page.given and key not in self.typed]
        if not moot:
            return replay
        self.record = kept.copy()
        self.record.put(self.hand, dict.fromkeys(moot))
        after = self._replay()
        then = after.pending
        if then and then.hand == self.hand:
            open_now = [q for q in then.page_for(then.given) if not (q.decided or q.off)]
            if then.problems or {q.key for q in open_now} & set(moot):
                self.record = kept
                return replay
        return after


def asked_in(hand: Hand | None) -> list[Question[Any]]:
    return [asked.question for asked in hand.asked] if hand else []


def questions(replay: Replay, was: Hand | None, hand: int) -> list[Question[Any]]:
    """The questions on a hand's form: those answered, and those of its pending page. Of a hand
    still being played, the pending page only has questions that were answered before."""
    questions = asked_in(replay.dealt(hand))
    if replay.pending and replay.pending.hand == hand:
        before = {question.key for question in asked_in(was)}
        free = was is None or was.over
        questions += [each for each in replay.pending.page if free or each.key in before]
    return questions


def answered(
    proposal: Proposal, hand: int, given: Given, own: Mapping[str, str | None] | None = None
) -> Proposal:
    """The proposal with the answers `given` for a hand, parsed by the questions *of this
    proposal*, from which the form was rendered. Later answers that no longer apply are removed;
    the others keep their meaning. `own` are engine answers ("@…") to set."""
    there = Answering(proposal.table.game, proposal.replay, hand, proposal.was(hand))
    there.record.put(hand, {**there.typed_in(there.drawn, given), **(own or {})})
    if there.record == proposal.record:
        return proposal
    there.settle(given)
    return propose(proposal.table, _joined(proposal, hand, there.record))


def _joined(proposal: Proposal, hand: int, record: Record) -> list[Act]:
    """The acts of a proposal, with one that gives hand `hand` its answers in `record`; it replaces
    an earlier act on that hand."""
    acts, at = list(proposal.acts), len(proposal.acts)
    now = record.answers(hand)
    for place, act in reversed(list(enumerate(acts))):
        if act.kind == "insert" and act.hand == hand:
            acts[place] = Act("insert", hand, now)
            return acts
        if act.kind in ("insert", "remove"):
            break  # hands are numbered differently before it
        if act.hand == hand:
            del acts[place]
            at = place
            break
    before = proposal.table.record.copy()
    for act in acts:
        before.apply(act)
    stood = before.answers(hand)
    changes = {key: now.get(key) for key in dict.fromkeys([*stood, *now])
               if now.get(key) != stood.get(key)}  # fmt: skip
    if "@ok" in stood and changes:
        changes["@ok"] = None
    return [*acts[:at], *([Act("amend", hand, changes)] if changes else []), *acts[at:]]

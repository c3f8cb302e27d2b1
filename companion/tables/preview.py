"""Previews answers to the pending page: what is missing, refused, or scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Game, Replay
from companion.engine.ledger import Line
from companion.engine.record import MAX_TEXT, Record
from companion.engine.table import Pending
from companion.questions import Count, Question, Refused, fold
from companion.seating import Side
from companion.tables.names import hand_short
from companion.words import does, signed, with_minus


@dataclass(frozen=True)
class Gain:
    """One side's points from the answers: lines and total."""

    side: Side
    points: int
    lines: Sequence[Line]
    total: int

    @property
    def why(self) -> str:
        return "; ".join(line.why for line in self.lines)


@dataclass(frozen=True)
class Attempt:
    """The result of answers to the pending page, not yet saved."""

    answers: Mapping[str, str | None]
    replay: Replay
    problems: Mapping[str, Refused]
    missing: Sequence[Question[Any]]
    gains: Sequence[Gain]
    ready: bool
    """True if they can be saved."""
    number: int
    """The hand's number."""
    page: Sequence[Question[Any]] = ()
    """The page's questions, given the answers."""
    together: bool = False
    """True for a whole-hand page."""
    moved: Sequence[tuple[Side, int]] = ()
    """(side, new total) of each side whose total changes."""

    @property
    def over(self) -> bool:
        """True if they end the hand."""
        hands = self.replay.hands
        return self.ready and self.number <= len(hands) and hands[self.number - 1].over

    @property
    def summary(self) -> str:
        return self.replay.hands[self.number - 1].summary if self.over else ""

    @property
    def totals(self) -> list[int]:
        hands = self.replay.hands
        after = hands[self.number - 1].totals if self.number <= len(hands) else {}
        return list(after.values())

    @property
    def then(self) -> tuple[str, str] | None:
        """(label, caption) of the save button where saving ends the game or deals the next hand."""
        after = self.replay
        if after.outcome:
            winners = after.outcome.winners
            return f"Save: {does(winners, 'win')}" if winners else "Save: a draw", self.score
        if self.number >= len(after.hands):
            return None
        return "Save and deal", f"{self.score}, then {after.hands[self.number].dealer} deals"

    @property
    def closing(self) -> str:
        """The save button's label by `Question.closing`; "" for none."""
        question = self.page[0] if len(self.page) == 1 else None
        text = self.answers.get(question.key) if question else None
        if question is None or question.closing is None or text is None:
            return ""
        return question.closing(question.parse(text))

    @property
    def score(self) -> str:
        """The totals after the hand: "46:10"."""
        return ":".join(map(with_minus, self.totals))

    @property
    def button(self) -> tuple[str, str]:
        """(label, caption) of the save button."""
        if not self.ready:
            return "Check", ""
        if self.over and self.together and (then := self.then):
            return then
        if self.over:
            short = len(self.totals) <= 3
            small = " : ".join(map(with_minus, self.totals)) if short and self.gains else ""
            return f"Save {hand_short(self.replay.hands[self.number - 1])}", small
        first = self.gains[0] if self.gains else None
        if words := self.closing:
            return words, f"{signed(first.points)} to {first.side}" if first else ""
        return "Save", f"{signed(first.points)} to {first.side}" if first else ""


def written(question: Question[Any], text: str) -> str:
    """The canonical text of an answer; the text as it is if it is refused."""
    try:
        return question.write(question.parse(text))
    except Refused:
        return text.strip()


def one_text(texts: Iterable[str]) -> str:
    """The texts of a form's fields joined by spaces.

    Refused if it is longer than `MAX_TEXT`: truncated, it might mean something else.
    """
    text = " ".join(part.strip() for part in texts if part.strip())
    if len(text) > MAX_TEXT:
        raise Refused(f"That is {len(text)} letters; an answer has at most {MAX_TEXT}.")
    return text


def written_in(questions: Sequence[Question[Any]], typed: Mapping[str, str], key: str) -> str:
    """The canonical text typed for one of the questions."""
    question = next((q for q in questions if q.key == key), None)
    text = typed.get(key, "")
    return written(question, text) if question and text else text


def attempt(
    game: Game, record: Record, replay: Replay, pending: Pending, answers: Mapping[str, str]
) -> Attempt:
    """Replays a copy of the record with these answers to the pending page."""
    entered: dict[str, str | None] = {}
    missing: list[Question[Any]] = []
    page = pending.page_for(answers)
    for question in page:
        key = question.key
        if skipped(page, answers, question) or (question.decided and key not in answers):
            if key in pending.given:
                entered[key] = None
        elif key in answers:
            entered[key] = written(question, answers[key])
        else:
            missing.append(question)
            if key in pending.given:
                entered[key] = None
    trial = record.copy()
    trial.put(pending.hand, entered)
    after = game.replay(trial)
    problems = same_page(pending, after)
    ready = problems is None
    lines = gains(replay, after, pending.hand) if ready else []
    moved = changed_totals(replay, after, pending.hand) if ready else []
    return Attempt(
        entered, after, problems or {}, missing, lines, ready, pending.hand, page,
        pending.together, moved,
    )  # fmt: skip


def without_overruled(pending: Pending, answers: Mapping[str, str]) -> dict[str, str]:
    """The answers without those that later answers on the page have made impossible."""
    found = dict(answers)
    for question in pending.page_for(answers) if pending.together else ():
        if question.decided and question.key in found and question.read_in(found) is None:
            del found[question.key]
    return found


def skipped(page: Sequence[Question[Any]], answers: Mapping[str, str], each: Question[Any]) -> bool:
    """True if another answer makes a question of the page moot."""
    if each.off:
        return True
    return bool(each.unless and fold(written_in(page, answers, each.unless[0])) == each.unless[1])


def same_page(pending: Pending, after: Replay) -> Mapping[str, Refused] | None:
    """The refusals if the replay still asks the same page; None if it has moved on."""
    still = after.pending
    if still is None or still.hand != pending.hand:
        return None
    if [q.key for q in still.page] != [q.key for q in pending.page]:
        return None
    return still.problems


def gains(before: Replay, after: Replay, number: int) -> list[Gain]:
    """The lines added to a hand, grouped by side."""
    new = after.ledger.of_hand(number)[len(before.ledger.of_hand(number)) :]
    sides: dict[Side, list[Line]] = {}
    for line in new:
        sides.setdefault(line.side, []).append(line)
    totals = after.hands[number - 1].totals
    return [
        Gain(side, sum(line.points for line in lines), lines, totals.get(side, 0))
        for side, lines in sides.items()
    ]


def changed_totals(before: Replay, after: Replay, number: int) -> list[tuple[Side, int]]:
    """(side, new total) of the sides whose total after a hand has changed."""
    was = list(before.hands[number - 1].totals.values())
    now = after.hands[number - 1].totals.items()
    return [(side, total) for (side, total), old in zip(now, was, strict=True) if total != old]


def scores_nothing(game: Game, record: Record, replay: Replay, pending: Pending) -> bool:
    """True if no answer to a page of one number scores anything, so a tap may save it at once.

    Only the lowest and the highest legal number are tried.
    """
    question = pending.page[0]
    if len(pending.page) != 1 or not isinstance(question, Count) or question.kind != "count":
        return False
    legal = [value for value in question.choices() if value not in question.impossible]
    for value in {legal[0], legal[-1]} if legal else ():
        tried = attempt(game, record, replay, pending, {question.key: str(value)})
        if not tried.ready or tried.gains or tried.over:
            return False
    return bool(legal)

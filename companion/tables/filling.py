"""Column entry: rows replayed by the engine, each as one hand, in order; nothing is saved here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.game import Game, Replay
from companion.questions import Choice, Question, Refused, Several, fold
from companion.record import MAX_HANDS, Act, Record
from companion.table import Pending, Played
from companion.tables.columns import same
from companion.tables.hand_rows import PLAYED, STILL_OPEN, VOID, HandRow, ahead, facts
from companion.tables.preview import Attempt, attempt, one_text, skipped

PAGES = 200
"""Pages of questions after which a hand must be over."""


@dataclass
class Entry:
    """The rows of a page, replayed one after the other from where a table stands."""

    game: Game
    record: Record
    replay: Replay
    way: str
    rows: list[HandRow]

    def __post_init__(self) -> None:
        first = self.replay.pending.hand if self.replay.pending else 0
        record, replay, stopped = self.record.copy(), self.replay, False
        last = max((row.place for row in self.rows if row.begun), default=0)
        for row in self.rows:
            if row.begun and 0 < row.number < first:
                self._late(row)
                continue
            row.number, row.hand = 0, None
            if stopped:
                continue
            row.number, row.hand = self._next(replay)
            if replay.over or row.number > MAX_HANDS:
                row.problems |= {"": over(replay)} if row.begun else {}
                continue
            row.known = facts(replay, row.hand.cells if row.hand else {})
            if row.place < last or row.begun:
                record, replay = self._enter(row, record, replay)
            stopped = not row.done
        self._number(first, replay)

    def _number(self, first: int, replay: Replay) -> None:
        """Numbers the rows that could not be dealt, and says what the sheet knows of them."""
        known = iter(ahead(replay))
        for row in self.rows:
            if not row.number:
                row.number = first
                row.known = facts(replay, next(known, {}))
            first = max(first, row.number + 1)

    def _next(self, replay: Replay) -> tuple[int, Played | None]:
        pending = replay.pending
        return (pending.hand, replay.hand) if pending else (len(replay.hands) + 1, None)

    def _late(self, row: HandRow) -> None:
        """A row for a hand that has been entered since the page was made."""
        row.hand = self.replay.hands[row.number - 1]
        words = row.hand.summary or row.hand.void or "scored"
        row.problems[""] = Refused(
            f"Hand {row.number} has been entered meanwhile: {words}. Leave this row out, "
            "and correct that hand if it is wrong."
        )

    def _enter(self, row: HandRow, record: Record, replay: Replay) -> tuple[Record, Replay]:
        """Replays a row as the next hand; the record and replay after it, if it can stand."""
        if not row.begun:
            words = f"Nothing is entered for hand {row.number}, but for a later one: fill it in, "
            row.problems[""] = Refused(words + "or say that it was thrown in or is left out.")
            return record, replay
        trial, begun = self._cleared(row, record, replay)
        if row.kind == VOID:
            trial.put(row.number, {"@void": "thrown in"})
            row.done, after = True, self.game.replay(trial)
        else:
            after = self._asked(row, trial)
        if not row.done:
            return record, replay
        row.hand, row.ends = after.hands[row.number - 1], after.outcome is not None
        now = trial.hands[row.number - 1]
        changed = {key: text for key, text in now.items() if begun.get(key) != text}
        gone = dict.fromkeys(key for key in begun if key not in now)
        row.act = Act("answer", row.number, {**gone, **changed})
        return trial, after

    def _cleared(
        self, row: HandRow, record: Record, replay: Replay
    ) -> tuple[Record, Mapping[str, str]]:
        """A copy whose hand is as it was dealt, to be entered in this way; what it had before."""
        trial, number = record.copy(), row.number
        begun = dict(record.hands[number - 1]) if number <= len(record.hands) else {}
        wanted: dict[str, str | None] = {key: None for key in begun if not key.startswith("@")}
        hand = replay.hand
        if row.kind == PLAYED and self.way and hand and self.way in hand.modes:
            wanted["@entry"] = self.way if hand.mode != self.way else begun.get("@entry")
        trial.put(number, wanted)
        return trial, begun

    def _asked(self, row: HandRow, trial: Record) -> Replay:
        """Answers page after page of the hand from the row, until it is over or refused."""
        replay = self.game.replay(trial)
        for _ in range(PAGES):
            pending = replay.pending
            if pending is None or pending.hand != row.number:
                row.done = True
                break
            given, unreadable = answers(row, pending)
            tried = attempt(self.game, trial, replay, pending, given)
            row.asked |= {
                question.key: question
                for question in tried.page
                if not skipped(tried.page, given, question)
            }
            still = tried.replay.pending
            if not tried.ready or (still and still.hand == row.number and same(still, pending)):
                row.problems |= refusals(tried, pending) | unreadable
                return replay
            trial.put(row.number, tried.answers)
            replay = tried.replay
        for key in idle(row):
            row.problems[key] = Refused("This hand does not ask for it: clear it.", code="idle")
        row.done = row.done and not row.problems
        return replay

    @property
    def ready(self) -> bool:
        """Every row that was begun can stand, and there is one."""
        return bool(self.acts) and not any(row.problems for row in self.rows)

    @property
    def ended(self) -> HandRow | None:
        """The row that ends the game, if one does."""
        last = next((row for row in reversed(self.rows) if row.done), None)
        return last if last and last.ends else None

    @property
    def refused(self) -> bool:
        """Something cannot stand; what is only open is not refused."""
        return any(
            problem.code != STILL_OPEN for row in self.rows for problem in row.problems.values()
        )

    @cached_property
    def acts(self) -> list[Act]:
        """What is saved, hand by hand."""
        return [row.act for row in self.rows if row.act]

    @property
    def hands(self) -> str:
        """Which hands are saved: "hand 4", "hands 4–6"."""
        numbers = [act.hand for act in self.acts]
        if len(numbers) == 1:
            return f"hand {numbers[0]}"
        return f"hands {numbers[0]}–{numbers[-1]}" if numbers else "hands"


def over(replay: Replay) -> Refused:
    """Why a row after the end of a game cannot stand."""
    if replay.outcome is None:
        return Refused(f"No hand can follow here; {MAX_HANDS} are the most. Leave this row out.")
    last = len(replay.hands)
    words = f"The game is over after hand {last}: {replay.outcome.why}. Leave this row out."
    return Refused(words, replay.outcome.rule)


def answers(row: HandRow, pending: Pending) -> tuple[dict[str, str], dict[str, Refused]]:
    """What a row says to each question of a page, and what is too long to be an answer."""
    found: dict[str, str] = {}
    refused: dict[str, Refused] = {}
    for question in pending.page:
        name = f"a.{question.key}"
        try:
            text = written(row, question, name)
        except Refused as refusal:
            refused[question.key] = refusal
            continue
        if isinstance(question, Several) and question.least == 0:
            text = text or "none"
        text = text or question.begins
        if text:
            found[question.key] = meant(question, text)
    return found, refused


def written(row: HandRow, question: Question[Any], name: str) -> str:
    """What stands in the boxes of a cell, in the order of this very question."""
    texts = [row.text(f"{name}.{who.code}").strip() for who in question.parts]
    if question.parts:
        return question.joined(texts) if any(texts) else ""
    return one_text(row.typed.get(name, ()))


def meant(question: Question[Any], text: str) -> str:
    """The text, or the one answer whose label it begins: "N" for Nell."""
    if not isinstance(question, Choice) or isinstance(question, Several) or question.find(text):
        return text
    begins = [o for o in question.answers if not o.hidden and fold(o.label).startswith(fold(text))]
    return begins[0].text if len(begins) == 1 else text


def refusals(tried: Attempt, pending: Pending) -> dict[str, Refused]:
    """What keeps a page from standing, by key; "" where it is no question of the page."""
    keys = {question.key for question in pending.page}
    found = {key if key in keys else "": refusal for key, refusal in tried.problems.items()}
    for question in tried.missing:
        would = question.legal()
        words = f"Still open: {would}." if 0 < len(would) < 90 else "Still open."
        found.setdefault(question.key, Refused(words, question.rule, STILL_OPEN))
    return found or {"": Refused("The same questions are asked again.")}


def idle(row: HandRow) -> list[str]:
    """Keys that were written in although the hand does not ask for them."""
    found: dict[str, None] = {}
    for name, texts in row.typed.items():
        if any(text.strip() for text in texts):
            key = name.removeprefix("a.")
            short = key.rpartition(".")[0]
            question = row.asked.get(short)
            if question and key.rpartition(".")[2] in [who.code for who in question.parts]:
                continue
            if key not in row.asked:
                found[short or key] = None
    return list(found)

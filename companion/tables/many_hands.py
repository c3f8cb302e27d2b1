"""Entering many hands at once: one row and one act a hand, one proposal for all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.fill import Answers, Stage, fill, hand_stage
from companion.engine.game import Replay
from companion.engine.hand import THROWN_IN
from companion.engine.record import MAX_HANDS, Act, Record
from companion.engine.table import Hand, Pending
from companion.questions import Choice, Question, Refused, Several, fold
from companion.tables.proposal import Proposal, propose
from companion.tables.snapshot import Snapshot
from companion.words import capital, signed, with_minus

GUIDED, QUICK = "guided", "quick"
STILL_OPEN = "still open"
"""Code of a refusal for a missing answer."""


def ways(replay: Replay) -> list[str]:
    """The entry modes other than guided, "quick" first."""
    modes = [mode for mode in (replay.hand.modes if replay.hand else ()) if mode != GUIDED]
    return sorted(modes, key=lambda mode: mode != QUICK)


@dataclass
class HandRow:
    """One row: the typed texts, and their result."""

    place: int
    """Position on the page, from 1."""
    read: Callable[[Question[Any]], str]
    """The text typed for a question; Refused if it is too long."""
    typed: Collection[str] = ()
    """Keys of the questions with a typed text."""
    void: bool = False
    """The hand was thrown in."""
    number: int = 0
    """The hand's number."""
    word: str = "hand"
    """The game's word for it."""
    hand: Hand | None = None
    """The replayed hand; None if it cannot be reached."""
    known: Sequence[str] = ()
    """Facts known before it is played: "Cards 7", "Quota Nell 5"."""
    asked: dict[str, Question[Any]] = field(default_factory=dict)
    """Its questions by key; those of the row it waits for, if any."""
    problems: dict[str, Refused] = field(default_factory=dict)
    """Refusals by question key; "" for the whole row."""
    done: bool = False
    """True if the row can be saved."""

    @property
    def begun(self) -> bool:
        return self.void or bool(self.typed)

    @property
    def title(self) -> str:
        name = self.hand.name if self.hand else f"{self.word} {self.number}"
        return capital(name)

    @property
    def gains(self) -> list[tuple[str, str, str]]:
        """(side, points, total) for a row that can be saved."""
        if not self.done or self.hand is None:
            return []
        return [
            (str(side), signed(points) if (points := self.hand.points(side)) else "", with_minus(n))
            for side, n in self.hand.totals.items()
        ]

    def answer_text(self, question: Question[Any]) -> str:
        """The row's answer to a question, as typed or by default; "" for none."""
        try:
            text = self.read(question)
        except Refused as refusal:
            self.problems[question.key] = refusal
            return ""
        if not text and question.key not in self.typed:
            return question.default or ("none" if question.optional else "")
        return question.written(_meant(question, text))

    def texts(self, questions: Sequence[Question[Any]]) -> dict[str, str]:
        """Its answers to these questions by key, without the empty ones."""
        texts = {question.key: self.answer_text(question) for question in questions}
        return {key: text for key, text in texts.items() if text}


@dataclass(frozen=True)
class ManyHands:
    """The rows of a page, and the proposal that saves those that can be."""

    rows: Sequence[HandRow]
    proposal: Proposal

    @property
    def ready(self) -> bool:
        """True if there is something to save and no begun row is refused."""
        return bool(self.proposal.acts) and all(row.done for row in self.rows if row.begun)

    @property
    def refused(self) -> bool:
        """True if an answer is refused; missing answers do not count."""
        return any(each.code != STILL_OPEN for row in self.rows for each in row.problems.values())

    @property
    def hands(self) -> str:
        """The hands to save: "hand 4", "hands 4–6"."""
        numbers, word = [act.hand for act in self.proposal.acts], self.proposal.replay.word
        if len(numbers) == 1:
            return f"{word} {numbers[0]}"
        return f"{word}s {numbers[0]}–{numbers[-1]}" if numbers else f"{word}s"


def many_hands(table: Snapshot, way: str, rows: Sequence[HandRow]) -> ManyHands:
    """Replays the rows in order as the next hands. Rows after one that cannot be saved wait."""
    record, replay, acts = table.record.copy(), table.replay, list[Act]()
    first = number = replay.pending.hand if replay.pending else len(replay.hands) + 1
    last = max((row.place for row in rows if row.begun), default=0)
    waits, asked = False, dict[str, Question[Any]]()
    for row in rows:
        row.word = replay.word
        if row.begun and 0 < row.number < first:
            row.problems[""] = _entered_meanwhile(table, row)
            continue
        row.number, number = number, number + 1
        if waits:
            row.asked = asked
        elif replay.over or row.number > MAX_HANDS:
            row.problems |= {"": _over(replay)} if row.begun else {}
        else:
            after = _played(table, _cleared(table, record, row, way), row)
            _judge(row, after, wanted=row.place < last)
            row.asked |= {key: asked[key] for key in row.typed if key in asked.keys() - row.asked}
            asked = max(row.asked, asked, key=len)
            if row.done:
                unused = row.hand.unused if row.hand else ()
                after.record.put(row.number, dict.fromkeys(unused.key for unused in unused))
                acts.append(_act(record, after.record, row.number))
                record, replay = after.record, after
            waits = not row.done
    return ManyHands(rows, propose(table, acts))


def _cleared(table: Snapshot, record: Record, row: HandRow, way: str) -> Record:
    """A copy of the record without the hand's answers, in entry mode `way`."""
    trial, begun = record.copy(), record.answers(row.number)
    wanted: dict[str, str | None] = {key: None for key in begun if not key.startswith("@")}
    head = table.record.head.get("entry", GUIDED)
    if way and not row.void and begun.get("@entry", head) != way:
        wanted["@entry"] = way
    trial.put(row.number, wanted)
    return trial


def _played(table: Snapshot, record: Record, row: HandRow) -> Replay:
    """The replay with the row's answers, until the hand is over, incomplete or refused."""

    def run(answers: Answers) -> Stage[Replay]:
        trial = record.copy()
        trial.put(row.number, answers)
        return hand_stage(table.game.replay(trial), row.number)

    start = run({})
    row.hand = start[0].dealt(row.number)
    row.known = _cell_texts(start[0], row.hand)
    if row.void or not row.begun:
        return run({"@void": THROWN_IN})[0] if row.void else start[0]
    filled = fill(start, row.texts, run)
    row.asked |= filled.asked
    return filled.end


def _judge(row: HandRow, replay: Replay, wanted: bool) -> None:
    """Sets the row's questions, its refusals, and whether it can be saved."""
    hand, pending, met = replay.hands[row.number - 1], replay.pending, row.asked
    row.asked = {each.question.key: each.question for each in hand.asked}
    if pending and pending.hand == row.number:
        row.asked |= {question.key: question for question in pending.page}
        for key, refusal in pending.problems.items():
            row.problems.setdefault(key if key in row.asked else "", refusal)
        if row.begun:
            _still_open(row, pending)
        elif wanted:
            words = f"Nothing is entered for {row.title.lower()}, but for a later one: fill it in, "
            row.problems[""] = Refused(words + "or say that it was thrown in or is left out.")
        return
    row.hand = hand
    used = {each.question.key for each in hand.asked}
    for key in row.typed if hand.over and not row.void else ():
        if key not in used and key in met:
            row.asked[key] = met[key]
            row.problems[key] = Refused("It is not asked for here: clear it.")
        elif key not in used:
            row.problems[""] = Refused(f"“{key}” is not asked for here; that was cleared.")
    row.done = hand.over and not row.problems


def _still_open(row: HandRow, pending: Pending) -> None:
    for question in pending.page:
        if question.key not in pending.given and not (question.decided or question.off):
            would = question.legal()
            words = f"Still open: {would}." if 0 < len(would) < 90 else "Still open."
            row.problems.setdefault(question.key, Refused(words, question.rule, STILL_OPEN))
    if not row.problems:
        row.problems[""] = Refused("The same questions are asked again.")


def _act(record: Record, trial: Record, number: int) -> Act:
    """The act that gives hand `number` its answers in `trial`."""
    was, now = record.answers(number), trial.answers(number)
    changed: dict[str, str | None] = {key: None for key in was if key not in now}
    return Act("answer", number, changed | {k: t for k, t in now.items() if was.get(k) != t})


def _entered_meanwhile(table: Snapshot, row: HandRow) -> Refused:
    row.hand = table.replay.hands[row.number - 1]
    row.asked = {each.question.key: each.question for each in row.hand.asked}
    words = row.hand.came_to or "scored"
    return Refused(f"{row.title} has been entered meanwhile: {words}. Leave this row out, "
                   "and correct that if it is wrong.")  # fmt: skip


def _over(replay: Replay) -> Refused:
    """The refusal of a row after the end of the game."""
    if replay.outcome is None:
        words = f"No {replay.word} can follow here; {MAX_HANDS} are the most."
        return Refused(f"{words} Leave this row out.")
    last = replay.named(len(replay.hands))
    words = f"The game is over after {last}: {replay.outcome.why}. Leave this row out."
    return Refused(words, replay.outcome.rule)


def _meant(question: Question[Any], text: str) -> str:
    """The text, or the option if it is the prefix of just one label: "N" for Nell."""
    if not isinstance(question, Choice) or isinstance(question, Several) or question.find(text):
        return text
    begins = [o for o in question.answers if not o.hidden and fold(o.label).startswith(fold(text))]
    return begins[0].text if len(begins) == 1 else text


def _cell_texts(replay: Replay, hand: Hand | None) -> list[str]:
    """The scoresheet cells of a hand in words: "Dealer Nell", "Quota Nell 3, Omar 4"."""
    content_lines: list[str] = []
    if hand is None:
        return content_lines
    seating, cells = hand.table.seating, hand.cells
    for column in replay.game.sheet.under(replay.table.rules).columns:
        if column.kind != "cell" or not column.mm:
            continue
        whose = seating.sides if column.per == "side" else seating.seats
        texts = [f"{who} {cells[key]}" for who in whose
                 if (key := f"{column.key} {who.code}") in cells and cells[key]]  # fmt: skip
        content = ", ".join(texts) if column.per else cells.get(column.key, "")
        if content:
            head = capital(column.head)
            content_lines.append(with_minus(f"{head} {content}"))
    return content_lines

"""The log of a table: corrections and changes of write access.

Each correction is described from the records just before and after it, so that hands inserted or
removed later do not change its description.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from companion import budget
from companion.engine.game import Game, Replay
from companion.engine.hand import THROWN_IN
from companion.engine.record import standing_acts
from companion.engine.table import COVERED
from companion.questions import Refused
from companion.store import JournalRow
from companion.store.models import ACCESS, ERASE
from companion.store.saved import Saved
from companion.tables.names import CORRECTIONS, SHIFTS, own_words, speaker
from companion.words import capital, with_minus

UNLISTED = ("@ok", "@entry")
"""Engine answers that are no correction of a hand."""
DESCRIBED = 40
"""Corrections described in full; earlier ones only name the hand."""


@dataclass(frozen=True)
class LogEntry:
    """One entry of the log."""

    at: datetime
    who: str
    """As in the journal."""
    words: str
    why: str = ""
    undone: bool = False
    """True for a correction that was undone."""
    correction: bool = True


def log_of(game: Game, saved: Saved, word: str = "hand") -> list[LogEntry]:
    """The log of a table, newest first. The last `DESCRIBED` corrections are in full as long
    as time is left; others only name the hand, by the game's `word` for it."""
    rows, standing = _corrections(saved)
    full = {row.seq for row in rows[-DESCRIBED:]}
    entries: list[tuple[int, LogEntry]] = []
    for row in reversed(rows):
        name = f"{capital(word)} {row.hand}" if row.hand else ""
        words = f"{name}: {SHIFTS.get(row.kind, 'corrected')}" if name else ""
        if row.seq in full and budget.in_time():
            words = _corrected(game, saved, row, name)
        if words:
            entry = LogEntry(row.at, row.who, words, row.why, row.seq not in standing)
            entries.append((row.seq, entry))
    seats = {key.rpartition(" ")[2]: text for key, text in saved.start.head.items()
             if key.startswith("player ")}  # fmt: skip
    for row in saved.rows:
        if row.kind in (*ACCESS, ERASE):
            words = access(row, seats)
            entries.append((row.seq, LogEntry(row.at, row.who, words, correction=False)))
    return [entry for _, entry in sorted(entries, key=lambda each: -each[0])]


def count_corrections(saved: Saved) -> int:
    """The number of corrections in force."""
    rows, standing = _corrections(saved)
    return sum(row.seq in standing for row in rows)


def corrected_hands(saved: Saved) -> set[int]:
    """The numbers that corrected and added hands have now."""
    rows, standing = _corrections(saved)
    numbers = set[int]()
    for row in rows:
        if row.seq not in standing or not row.hand:
            continue
        if row.kind == "insert":
            numbers = {number + (number >= row.hand) for number in numbers} | {row.hand}
        elif row.kind == "remove":
            numbers = {number - (number > row.hand) for number in numbers - {row.hand}}
        elif not all(key in UNLISTED or key.startswith("@rule ") for key in row.answers):
            numbers.add(row.hand)
    return numbers


def _corrections(saved: Saved) -> tuple[list[JournalRow], set[int]]:
    """(corrections in order, numbers of the journal rows whose acts are in force)."""
    # An act that only sets the dealer belongs to the insert or remove of its submission.
    shifts = {row.form for row in saved.rows if row.kind in SHIFTS}
    corrections = [
        row for row in saved.rows
        if row.kind in CORRECTIONS
        and not (row.form in shifts and row.kind == "amend" and set(row.answers) <= {"@dealer"})
    ]  # fmt: skip
    return corrections, {row.seq for row in standing_acts(saved.rows)[0]}


def _corrected(game: Game, saved: Saved, row: JournalRow, name: str) -> str:
    """A correction of the hand `name`, in a sentence; "" for one listed elsewhere (rules)."""
    number = row.hand
    try:
        was, now = (game.replay(saved.record_at(seq)) for seq in (row.seq - 1, row.seq))
    except Refused:
        return f"{name or 'The table'}: corrected"
    if row.kind in SHIFTS:
        hand = (now if row.kind == "insert" else was).dealt(number)
        words = hand.summary if hand else ""
        return f"{name}: {SHIFTS[row.kind]}{f' ({words})' if words else ''}"
    parts = [_part(was, now, number, key) for key in row.answers]
    phrases = [part for part in parts if part]
    if not number:
        return "; ".join(phrases)
    name = was.named(number)
    return f"{capital(name)}: {'; '.join(phrases)}" if phrases else ""


def _part(was: Replay, now: Replay, number: int, key: str) -> str:
    before, after = (each.record.answers(number).get(key) for each in (was, now))
    if before == after:
        return ""
    if not number:
        return _of_table(was, key, before, after)
    if key.startswith("@"):
        return _own(was, number, key, before, after)
    old = "" if before is None else was.shown(number, key, before)
    new = "" if after is None else now.shown(number, key, after)
    seat = speaker(was, number, key) or speaker(now, number, key)
    asked, asks = was.question(number, key), now.question(number, key)
    asking = asked or asks
    if old == new == COVERED:
        return f"{seat.name if seat else asking and asking.prompt}: {COVERED}, changed"
    if asked and asks and asked.subject != asks.subject and old and new:
        return f"{asked.prompt} {old} became {asks.prompt} {new}"
    if seat and old and new:
        return f"{seat.name}’s {old} became {new}"
    if not asking and not seat:
        return f"{new or old}: {'added' if new else 'taken out'}"
    ask = f"{seat.name}:" if seat else asking.prefix if asking else ""
    return f"{ask} {f'{new}, not {old}' if old and new else new or f'{old} is taken out'}"


def _own(replay: Replay, hand: int, key: str, before: str | None, after: str | None) -> str:
    """A change of an engine answer: dealer, throwing in, agreed points."""
    if key == "@void":
        why = f" ({after})" if after and after != THROWN_IN else ""
        return f"thrown in{why}" if after else "not thrown in after all"
    if key == "@dealer":
        names = {seat.code: seat.name for seat in replay.seating(hand).seats}
        dealt = names.get(after or "", "")
        return f"{dealt} dealt" if dealt else "dealt as the rules have it"
    if key.startswith("@adjust"):
        words = with_minus((after or before or "").partition(" ")[2])
        return f"extra points {words}{'' if after else ' are taken out'}"
    return "" if key in UNLISTED or key.startswith("@rule ") else (
        own_words(replay, hand, key, after)
    )  # fmt: skip


def _of_table(replay: Replay, key: str, before: str | None, after: str | None) -> str:
    """A change in the head; "" for house rules, which are listed as decisions."""
    if key.startswith("player ") and before and after:
        return f"{before} is now {after}"
    if key.startswith("team ") and after:
        return f"a side is called {after}"
    if key == "dealer" and after:
        seat = next((each.name for each in replay.seating(1).seats if each.code == after), after)
        return f"{seat} dealt first"
    if key == "confirm":
        return f"opponents must agree to each {replay.word}" if after else (
            f"opponents need not agree to each {replay.word} any more"
        )  # fmt: skip
    return ""


def access(row: JournalRow, seats: Mapping[str, str]) -> str:
    """An access-control row as a sentence. In earlier releases, scoring also changed by a vote, by
    silence or by a code."""
    if row.kind == ERASE:
        return "A name was erased"
    if row.kind == "rekey":
        return "A new scorer’s link: all other phones only watch"
    name, before = (seats.get(row.answers.get(key) or "", "") for key in ("seat", "from"))
    phone = f"{name}’s phone" if name else "A phone"
    if row.kind == "link":
        if "seat" in row.answers:
            return f"{phone} was let in, and can take over scoring"
        return "The scorer’s link was opened on another phone"
    if row.kind == "kept":
        return f"{phone} asked to take over scoring; the scorer said no"
    how = row.answers.get("how")
    if how == "taken":
        return f"{name or 'A phone'} took over scoring" + (f" from {before}" if before else "")
    if how == "laid down":
        return "A phone stopped scoring and only watches"
    return f"Scoring passed to {phone if name else 'another phone'}"

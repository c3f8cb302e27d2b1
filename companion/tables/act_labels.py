"""Acts of a journal in a player's words: what an undo takes back, what somebody else entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.decisions import Decision, decisions
from companion.game import Game, Replay
from companion.questions import Question, Refused
from companion.record import Act
from companion.seating import Seat
from companion.store import JournalRow
from companion.store.state import RECORD_ACTS
from companion.table import Played
from companion.tables.names import hand_name


def asked_in(replay: Replay, number: int) -> list[Question[Any]]:
    """What a hand asks: what was answered in it, and what it wants to know now."""
    asked = replay.hands[number - 1].asked if 0 < number <= len(replay.hands) else []
    found = [each.question for each in asked]
    if replay.pending and replay.pending.hand == number:
        found += replay.pending.page
    return found


def speaker(replay: Replay, key: str) -> Seat | None:
    """The seat a key belongs to: "bid 2" is the second seat's."""
    name, _, number = key.rpartition(" ")
    if not name or not number.isdecimal():
        return None
    seat = next((s for s in replay.table.seats if s.code == number), None)
    asked = (q for hand in replay.hands for q in asked_in(replay, hand.number) if q.key == key)
    one = next(asked, None)
    return seat if seat and one and one.prompt.startswith(str(seat)) else None


def said(replay: Replay, hand: int, key: str, text: str | None) -> str:
    """ "Pia: pass", "♦", or the plain text where the question is not asked any more."""
    if text is None:
        return f"{key} taken out"
    played = replay.hands[hand - 1] if 0 < hand <= len(replay.hands) else None
    for question in asked_in(replay, hand):
        if question.key == key:
            covered = question.secret and not (played and played.over)
            text = "a covered answer" if covered else as_read(played, question, text)
    seat = speaker(replay, key)
    return f"{seat}: {text}" if seat else text


def as_read(hand: Played | None, question: Question[Any], text: str) -> str:
    """An answer as a page shows it; as it was read when it was given, where it stands.

    Read anew it might be refused: the card has been played meanwhile.
    """
    for each in hand.asked if hand else ():
        if each.question is question and each.text == text:
            return each.shown
    return answer_shown(question, text)


def answer_shown(question: Question[Any], text: str) -> str:
    """An answer as a page shows it."""
    try:
        return question.show(question.parse(text))
    except Refused:
        return text


SPECIAL = {"@void": "the hand thrown in", "@dealer": "the dealer", "@entry": "the way of entry",
           "@ok": "the confirmation"}  # fmt: skip


SHIFTS = {"insert": "put in", "remove": "taken out"}
"""The acts that move the hands after a hand."""


def own_words(replay: Replay, key: str, text: str | None) -> str:
    """What an answer of the engine's own says."""
    if key == "@close":
        return "the evening’s end" if text is not None else "the evening goes on"
    if key.startswith("@adjust"):
        return f"the adjustment {text or ''}".strip()
    if key.startswith(("@rule ", "rule ")):
        option = replay.game.rules.options.get(key.partition(" ")[2])
        words = option.title[:1].lower() + option.title[1:] if option else key.partition(" ")[2]
        return f"the house rule, {words}"
    if key == "confirm":
        return "confirming hands" if text else "no confirming"
    if key == "@dealer" and text:
        try:
            return f"{replay.table.seating.seat(text)} as dealer"
        except KeyError:
            pass
    return SPECIAL.get(key, key)


def short(replay: Replay, act: Act) -> str:
    """An act in few words, as it stands on the undo button."""
    if act.kind in SHIFTS:
        return f"hand {act.hand} {SHIFTS[act.kind]}"
    # How a hand is entered is worth a word only where nothing is entered with it.
    keys = [key for key in act.answers if key != "@entry"] or list(act.answers)
    special = [key for key in keys if key.startswith("@") or act.hand == 0]
    if special:
        return own_words(replay, special[0], act.answers[special[0]])
    if act.kind == "amend":
        return f"amendment, hand {act.hand}" if act.hand else "amendment"
    if len(keys) == 1:
        return said(replay, act.hand, keys[0], act.answers[keys[0]])
    over = act.hand <= len(replay.hands) and replay.hands[act.hand - 1].over
    if over:
        return hand_name(replay.hands[act.hand - 1])
    return ", ".join(said(replay, act.hand, key, act.answers[key]) for key in keys)


def happened(replay: Replay, row: JournalRow) -> str:
    """A row of the journal as a sentence for somebody who had not seen it."""
    act = row.act
    if act.kind in ("undo", "redo"):
        which = f"something in hand {act.hand}" if act.hand else "something"
        return f"{which} was {'taken back' if act.kind == 'undo' else 'brought back'}"
    if act.kind not in RECORD_ACTS:
        words = {
            "settle": "the game was settled",
            "reopen": "the game goes on",
            "abandon": "the table was set aside",
            "resume": "the table was taken up again",
            "erase": "a name was erased",
        }
        return words.get(act.kind, act.kind)  # fmt: skip
    if act.kind == "amend":
        return f"hand {act.hand} was amended" if act.hand else "the table was amended"
    if act.kind in SHIFTS:
        return f"hand {act.hand} was {SHIFTS[act.kind]}"
    return short(replay, act)


@dataclass(frozen=True)
class Correction:
    """One entry of the correction log: what stood, what stands, when and why."""

    at: datetime
    who: str
    hand: int
    kind: str
    words: str
    was: str
    now: str
    why: str


def corrections(replay: Replay, rows: list[JournalRow]) -> list[Correction]:
    """Everything that changed an earlier entry, latest first."""
    found = []
    for row in rows:
        if row.act.kind in SHIFTS:
            was = texts(replay, row.act.hand, row.replaced) if row.replaced else ""
            kind = SHIFTS[row.act.kind]
            found.append(Correction(row.at, row.who, row.act.hand, kind, "", was, "", row.why))
        elif row.act.kind == "amend" or (row.act.kind in ("undo", "redo") and row.replaced):
            was = texts(replay, row.act.hand, row.replaced)
            now = texts(replay, row.act.hand, row.act.answers) if row.act.kind != "undo" else ""
            kind = {"amend": "amended", "undo": "taken back", "redo": "brought back"}[row.act.kind]
            found.append(Correction(row.at, row.who, row.act.hand, kind, "", was, now, row.why))
    return found[::-1]


@dataclass(frozen=True)
class Decided:
    """A decision about a house rule, with the row of the journal it was made in."""

    decision: Decision
    row: JournalRow


def decided(game: Game, rows: list[JournalRow]) -> list[Decided]:
    """The decisions of a table that stand, in the order they were made."""
    return [Decided(each, rows[each.place]) for each in decisions(game, [r.act for r in rows])]


def texts(replay: Replay, hand: int, answers: Mapping[str, str | None]) -> str:
    """Answers in a row."""
    parts = []
    for key, text in answers.items():
        own = key.startswith("@") or hand == 0
        parts.append(own_words(replay, key, text) if own else (
            said(replay, hand, key, text)))  # fmt: skip
    return ", ".join(parts) or "nothing"

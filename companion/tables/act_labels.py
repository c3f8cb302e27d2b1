"""Acts of a journal in a player's words: what an undo takes back, what somebody else entered."""

from __future__ import annotations

from dataclasses import dataclass
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
from companion.tables.telling import told


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
    """ "Pia passes", "trumps are ♦", or the plain text where the question is not asked any more."""
    if text is None:
        return "an answer taken out"
    played = replay.hands[hand - 1] if 0 < hand <= len(replay.hands) else None
    for question in asked_in(replay, hand):
        if question.key == key:
            if question.secret and not (played and played.over):
                seat = speaker(replay, key)
                return f"{seat}: a covered answer" if seat else "a covered answer"
            title = _title(replay, played, question)
            shown = as_read(played, question, text)
            return told(replay.table, question.prompt, shown, title, cards=question.kind == "cards")
    seat = speaker(replay, key)
    return f"{seat}: {text}" if seat else text


def _title(replay: Replay, hand: Played | None, question: Question[Any]) -> str:
    """What heads the page a question stands on."""
    for each in hand.asked if hand else ():
        if each.question is question:
            return each.title
    pending = replay.pending
    return pending.title if pending and question in pending.page else ""


def as_read(hand: Played | None, question: Question[Any], text: str) -> str:
    """An answer as a page shows it; as it was read when it was given, where it stands.

    Read anew it might be refused: the card has been played meanwhile.
    """
    for each in hand.asked if hand else ():
        if each.question is question and each.text == text:
            return each.shown
    return answer_shown(question, text)


def answer_shown(question: Question[Any], text: str) -> str:
    try:
        return question.show(question.parse(text))
    except Refused:
        return text


SPECIAL = {"@void": "the hand thrown in", "@dealer": "the dealer", "@entry": "how we enter it",
           "@ok": "opponents agree"}  # fmt: skip


SHIFTS = {"insert": "added", "remove": "taken away"}
"""The acts that move the hands after a hand."""


def own_words(replay: Replay, key: str, text: str | None) -> str:
    """What an answer of the engine's own says."""
    if key == "@close":
        return "the evening’s end" if text is not None else "the evening goes on"
    if key.startswith("@adjust"):
        return f"extra points {text or ''}".strip()
    if key.startswith(("@rule ", "rule ")):
        option = replay.game.rules.options.get(key.partition(" ")[2])
        words = option.title[:1].lower() + option.title[1:] if option else key.partition(" ")[2]
        return f"the house rule, {words}"
    if key == "confirm":
        return "opponents agree to each hand" if text else "nobody need agree"
    if key == "links":
        return "names in links" if text else "no names in links"
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
        return f"hand {act.hand} corrected" if act.hand else "the correction"
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
            "settle": "the game came to its end",
            "reopen": "the game goes on",
            "abandon": "the table was put away",
            "resume": "the table was taken up again",
            "erase": "a name was erased",
            "link": "another phone scores too",
            "rekey": "there is a new scorer’s link",
            "pencil": "the pencil passed on",
            "kept": "the scorer kept the pencil",
        }
        return words.get(act.kind, act.kind)  # fmt: skip
    if act.kind == "amend":
        return f"hand {act.hand} was corrected" if act.hand else "the table was corrected"
    if act.kind in SHIFTS:
        return f"hand {act.hand} was {SHIFTS[act.kind]}"
    return short(replay, act)


@dataclass(frozen=True)
class Decided:
    """A decision about a house rule, with the row of the journal it was made in."""

    decision: Decision
    row: JournalRow


def decided(game: Game, rows: list[JournalRow]) -> list[Decided]:
    """The decisions of a table that stand, in the order they were made."""
    return [Decided(each, rows[each.place]) for each in decisions(game, [r.act for r in rows])]

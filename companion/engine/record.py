"""A table's record (answers by hand and question) and the acts that build it.

A record is plain text and independent of the game. Its head holds players and house rules; each
hand holds its answers in the order given. Keys that begin with "@" belong to the engine: "@entry"
(entry mode), "@void" (thrown in), "@dealer", "@rule KEY", "@adjust N", "@ok" (confirmed by the
opponents), "@close" (the evening ends), and the keys of `REMARKS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, TypeVar

from companion.engine.replaced import EARLIER, companies, renumbered

MAX_HANDS, MAX_ANSWERS, MAX_TEXT, MAX_PLAYERS, MAX_NAME, MAX_KEY = 500, 2000, 500, 15, 40, 60
"""Limits: hands, answers in a hand, letters in an answer, players, letters in a name, in a key."""
MAX_RECORD = 10_000
"""Limit of answers in all hands together, some ten times the longest evening."""


@dataclass(frozen=True)
class Remark:
    """A free text that the players write beside a hand ("@KEY" of its answers) or beside the game
    (KEY of the head)."""

    key: str
    title: str
    most: int = 200
    """Most characters."""


REMARKS = (Remark("note", "Note"),)
"""The list of free texts for every page, paper, export and the terminal. The first text needs
no title in lists."""

ASIDE = frozenset({"@dealer", "@ok", *(f"@{each.key}" for each in REMARKS)})
"""Keys of the engine that leave what was played, and its points, as they are."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters, bidirectional overrides, lone surrogates and noncharacters."""
HAND = 8
"""The cost of a hand in addition to its answers, in rows of a journal."""


def clean(text: str) -> str:
    """Canonical text: single spaces, no control characters or bidirectional overrides."""
    return " ".join(_UNSEEN.sub("", text).split())


class BadRecord(ValueError):
    """An unreadable record. The message names the place and the valid content."""


@dataclass
class Record:
    """The head ("player 1", "dealer", "rule target" …) and one mapping of answers per hand."""

    game: str
    head: dict[str, str] = field(default_factory=dict)
    hands: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def begin(
        cls,
        game: str,
        players: Iterable[str],
        dealer: int = 1,
        rules: Mapping[str, object] | None = None,
        entry: str = "",
    ) -> Record:
        """A new record. Players in turn order; `dealer` is the first dealer's seat, from 1."""
        head = {f"player {place}": clean(name) for place, name in enumerate(players, 1)}
        head["dealer"] = str(dealer)
        head |= {f"rule {key}": str(value) for key, value in (rules or {}).items()}
        if entry:
            head["entry"] = entry
        return cls(game, head)

    @property
    def players(self) -> list[str]:
        """The names in turn order."""
        names: list[str] = []
        while (name := self.head.get(f"player {len(names) + 1}")) is not None:
            names.append(name)
        return names

    @property
    def companies(self) -> list[tuple[int, list[str]]]:
        """(last hand, names in turn order) of those who played before each replacement."""
        replaced = any(key.startswith(EARLIER) for key in self.head)
        return companies(self.head, self.players) if replaced else []

    @property
    def rules(self) -> dict[str, str]:
        """Values of house rules by option key; those not set have their default."""
        return {key[5:]: text for key, text in self.head.items() if key.startswith("rule ")}

    @property
    def dealer(self) -> str:
        """The first dealer, as a seat's number or name."""
        return self.head.get("dealer", "1")

    @property
    def weight(self) -> int:
        """The cost of a replay, in rows of a journal."""
        return sum(HAND + len(hand) for hand in self.hands)

    def answers(self, hand: int) -> Mapping[str, str]:
        """The answers of a hand, or (0) the head. Empty if there is no such hand."""
        if not hand:
            return self.head
        return self.hands[hand - 1] if 0 < hand <= len(self.hands) else {}

    def copy(self) -> Record:
        """A deep copy."""
        return Record(self.game, dict(self.head), [dict(hand) for hand in self.hands])

    def put(self, hand: int, answers: Mapping[str, str | None]) -> None:
        """Writes answers into a hand (from 1; 0 is the head); None removes one.

        BadRecord if the hand is neither an existing nor the next one, or a limit is exceeded.
        """
        if not 0 <= hand <= len(self.hands) + 1 or hand > MAX_HANDS:
            raise BadRecord(f"hand {hand}: hand {len(self.hands)} is the last")
        if hand == len(self.hands) + 1:
            self.hands.append({})
        write(self.hands[hand - 1] if hand else self.head, answers)
        self._bounded()
        self._trim()

    def insert(self, hand: int, answers: Mapping[str, str | None]) -> None:
        """Inserts a new hand before hand `hand`; one past the last appends it.

        Later hands move down one with all their answers, and the head's "earlier" keys are
        renumbered with them. An empty hand becomes the pending one.

        BadRecord if there is no such place, or a limit is exceeded.
        """
        if not 1 <= hand <= len(self.hands) + 1:
            raise BadRecord(f"hand {hand}: hand {len(self.hands)} is the last")
        if len(self.hands) >= MAX_HANDS:
            raise BadRecord(f"{MAX_HANDS} hands are the most")
        new: dict[str, str] = {}
        write(new, answers)
        self.hands.insert(hand - 1, new)
        self.head = renumbered(self.head, lambda last: last + (last >= hand))
        self._bounded()
        self._trim()

    def remove(self, hand: int) -> None:
        """Removes a hand with all its answers, "@…" included; later hands move up one. BadRecord
        if there is no such hand."""
        if not 1 <= hand <= len(self.hands):
            raise BadRecord(f"hand {hand}: hand {len(self.hands)} is the last")
        del self.hands[hand - 1]
        self.head = renumbered(self.head, lambda last: last - (last >= hand))
        self._trim()

    def _trim(self) -> None:
        while self.hands and not self.hands[-1]:
            self.hands.pop()

    def apply(self, act: Act) -> None:
        """Applies an act of kind answer, amend, insert or remove."""
        if act.kind == "insert":
            self.insert(act.hand, act.answers)
        elif act.kind == "remove":
            self.remove(act.hand)
        else:
            self.put(act.hand, act.answers)

    def json(self) -> dict[str, Any]:
        """The record as plain data, the inverse of `from_json`."""
        return {"game": self.game, "head": dict(self.head), "hands": [dict(h) for h in self.hands]}

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """The inverse of `json`; BadRecord for another shape or an exceeded limit."""
        try:
            record = cls(_text(data["game"]))
            write(record.head, _texts(data["head"]))
            for hand in data["hands"]:
                record.hands.append({})
                write(record.hands[-1], _texts(hand))
        except (KeyError, TypeError, AttributeError) as error:
            raise BadRecord(f"not a record: {error!r}") from None
        return record.limited()

    def limited(self) -> Record:
        """Returns itself; BadRecord if a limit is exceeded."""
        if len(self.hands) > MAX_HANDS:
            raise BadRecord(f"{len(self.hands)} hands; {MAX_HANDS} is the most")
        for number, hand in enumerate((self.head, *self.hands)):
            if len(hand) > MAX_ANSWERS:
                raise BadRecord(f"hand {number}: more than {MAX_ANSWERS} answers")
        self._bounded()
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            raise BadRecord(f"{len(self.players)} players; 1 to {MAX_PLAYERS} are possible")
        for name in self.players:
            if not name.strip() or len(name) > MAX_NAME:
                raise BadRecord(f"“{name}”: a name has 1 to {MAX_NAME} letters")
        return self

    def _bounded(self) -> None:
        if sum(map(len, self.hands)) > MAX_RECORD:
            raise BadRecord(f"more than {MAX_RECORD} answers in all hands together")


def write(target: dict[str, str], answers: Mapping[str, str | None]) -> None:
    """Writes answers in canonical form; BadRecord for an illegal key, or too many answers."""
    for key, text in answers.items():
        if text is None:
            target.pop(key, None)
        elif not 0 < len(key) <= MAX_KEY or not _KEY.fullmatch(key):
            raise BadRecord(f"“{key[:MAX_KEY]}” is not the key of an answer")
        else:
            target[key] = clean(text)[:MAX_TEXT]
    if len(target) > MAX_ANSWERS:
        raise BadRecord(f"more than {MAX_ANSWERS} answers in a hand")


_KEY = re.compile(r"[^\s:=!?#][^\s:]*( [^\s:]+)*")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def _texts(values: Any) -> dict[str, str]:
    return {_text(key): _text(text) for key, text in values.items()}


A = TypeVar("A", bound=Any)


@dataclass(frozen=True, slots=True)
class Act:
    """One change of a record; the journal is a list of acts, each of a `kind`.

    "answer", "amend"  Writes `answers` into hand `hand`; 0 is the head; None removes a key.
    "insert"           Inserts a hand with these answers before hand `hand` (`Record.insert`).
    "remove"           Removes hand `hand` (`Record.remove`).
    "undo", "redo"     Undoes the last act in force, or redoes the last one undone.
    """

    kind: str
    hand: int = 0
    answers: Mapping[str, str | None] = field(default_factory=dict)
    form: int = field(default=0, compare=False)
    """Number of the submission: acts with the same one are undone together; 0 if unknown."""

    @property
    def rules(self) -> dict[str, str | None]:
        """The values of house rules that it sets, by option key; None for the default."""
        front = "@rule " if self.hand else "rule "
        return {k.removeprefix(front): t for k, t in self.answers.items() if k.startswith(front)}


CHANGES = ("answer", "amend", "insert", "remove")
RECORD_ACTS = (*CHANGES, "undo", "redo")
"""The acts that change a record. Others ("settle", "abandon" …) change only the table's status."""


def standing_acts(acts: Iterable[A]) -> tuple[list[A], list[A]]:
    """(acts in force, undone acts that can be redone; the next to redo is last), of acts or of rows
    of a journal. Those that change no record are passed over."""
    done, undone = list[A](), list[A]()
    for act in acts:
        if act.kind == "undo" and done:
            undone.append(done.pop())
        elif act.kind == "redo" and undone:
            done.append(undone.pop())
        elif act.kind in CHANGES:
            done.append(act)
            undone.clear()
    return done, undone


def last_form(acts: Sequence[Act]) -> list[Act]:
    """The last act, and those just before it with the same `form`."""
    last = acts[-1].form if acts else 0
    if not last:
        return list(acts[-1:])
    return list(takewhile(lambda act: act.form == last, reversed(acts)))[::-1]


def derive(start: Record, acts: Iterable[Act]) -> Record:
    """The start record with all acts in force applied."""
    record = start.copy()
    for act in standing_acts(acts)[0]:
        record.apply(act)
    return record

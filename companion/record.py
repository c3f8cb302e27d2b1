"""A table's record: the answers given, keyed by hand and question, and the acts that made it.

The record is plain text and knows no game. Its head holds who plays and by which rules; each hand
holds its answers in the order they were given. Keys that begin with "@" belong to the engine, not
to a game: "@entry" (guided or quick), "@void" (thrown in), "@dealer", "@rule KEY", "@adjust N",
"@close" (the evening ends).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MAX_HANDS, MAX_ANSWERS, MAX_TEXT, MAX_PLAYERS, MAX_NAME, MAX_KEY = 500, 2000, 500, 15, 40, 60
"""What a record may hold: hands, answers in a hand, letters in an answer, players, letters in a
name and in a key."""


_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters, marks that turn the direction of what follows, and halves of characters."""


def clean(text: str) -> str:
    """Text in the one form a record keeps: single spaces, nothing unseen that a page would obey."""
    return " ".join(_UNSEEN.sub("", text).split())


class BadRecord(ValueError):
    """A record that cannot be read; the message says where and what would do."""


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
    def rules(self) -> dict[str, str]:
        """The house rules that were chosen, by option key."""
        return {key[5:]: text for key, text in self.head.items() if key.startswith("rule ")}

    @property
    def dealer(self) -> str:
        """The first dealer, as a seat's number or name."""
        return self.head.get("dealer", "1")

    def copy(self) -> Record:
        """A copy that can be changed without changing this one."""
        return Record(self.game, dict(self.head), [dict(hand) for hand in self.hands])

    def put(self, hand: int, answers: Mapping[str, str | None]) -> None:
        """Writes answers into a hand (from 1; 0 is the head); None takes one out.

        BadRecord when the hand does not exist and is not the next one, or a limit is passed.
        """
        if not 0 <= hand <= len(self.hands) + 1 or hand > MAX_HANDS:
            raise BadRecord(f"hand {hand}: the record has {len(self.hands)} hands")
        if hand == len(self.hands) + 1:
            self.hands.append({})
        _write(self.hands[hand - 1] if hand else self.head, answers)
        while self.hands and not self.hands[-1]:
            self.hands.pop()

    def json(self) -> dict[str, Any]:
        """The record as plain data, the inverse of `from_json`."""
        return {"game": self.game, "head": dict(self.head), "hands": [dict(h) for h in self.hands]}

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """Reads `json()` back; BadRecord when it has another shape or passes a limit."""
        try:
            record = cls(_text(data["game"]))
            _write(record.head, _texts(data["head"]))
            for hand in data["hands"]:
                record.hands.append({})
                _write(record.hands[-1], _texts(hand))
        except (KeyError, TypeError, AttributeError) as error:
            raise BadRecord(f"not a record: {error!r}") from None
        return record.limited()

    def limited(self) -> Record:
        """Itself, if it keeps to the limits; BadRecord otherwise."""
        if len(self.hands) > MAX_HANDS:
            raise BadRecord(f"{len(self.hands)} hands; {MAX_HANDS} is the most")
        for number, hand in enumerate((self.head, *self.hands)):
            if len(hand) > MAX_ANSWERS:
                raise BadRecord(f"hand {number}: more than {MAX_ANSWERS} answers")
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            raise BadRecord(f"{len(self.players)} players; 1 to {MAX_PLAYERS} are possible")
        for name in self.players:
            if not name.strip() or len(name) > MAX_NAME:
                raise BadRecord(f"“{name}”: a name has 1 to {MAX_NAME} letters")
        return self

    def text(self) -> str:
        """The record as lines a player can read and type, the inverse of `Transcript.read`."""
        lines = [f"game: {self.game}"]
        lines += [_line(key, text, key in _HEADINGS) for key, text in self.head.items()]
        for number, hand in enumerate(self.hands, 1):
            lines += ["", f"hand {number}"]
            for key, text in hand.items():
                plain = _keyed(key, self) == key != "winner"
                lines.append(_line(key, text, not plain or bool(_SPLIT.search(f"{key}: {text}"))))
        return "\n".join(lines) + "\n"


def _write(target: dict[str, str], answers: Mapping[str, str | None]) -> None:
    """Writes answers in the one form a record keeps; BadRecord for what is no key, or too many."""
    for key, text in answers.items():
        if text is None:
            target.pop(key, None)
        elif not 0 < len(key) <= MAX_KEY or not _KEY.fullmatch(key):
            raise BadRecord(f"“{key[:MAX_KEY]}” is not the key of an answer")
        else:
            target[key] = clean(text)[:MAX_TEXT]
    if len(target) > MAX_ANSWERS:
        raise BadRecord(f"more than {MAX_ANSWERS} answers in a hand")


_HEADINGS = ("game", "players", "rules", "winner")
_KEY = re.compile(r"[^\s:=!?#][^\s:]*( [^\s:]+)*")


def _line(key: str, text: str, exact: bool) -> str:
    """A line of the text form. Two colons say that nothing in it is to be read as anything else."""
    return f"{key}{'::' if exact else ':'} {text}".rstrip()


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def _texts(values: Any) -> dict[str, str]:
    return {_text(key): _text(text) for key, text in values.items()}


@dataclass(frozen=True)
class Expectation:
    """A line of a transcript that says what must follow: lines, totals, a refusal, a question."""

    hand: int
    sign: str
    text: str
    line: int


_SPLIT = re.compile(r"\s*;\s+(?=[^:;]+:)")
_EXACT = re.compile(r"([^:]+)::\s*(.*)")


@dataclass
class Transcript:
    """A record in its text form together with what it says must come of it.

    Lines: `key: answer` (several on a line parted by "; "; a key may end in a player's name),
    `hand 2`, and what is expected: `= who +9 RULE words + RULE`, `== totals`, `! code`, `? key`,
    `winner: who RULE words`. After two colons, `key:: answer`, key and answer stand exactly as
    they are.
    """

    record: Record
    expected: list[Expectation] = field(default_factory=list)

    @classmethod
    def read(cls, text: str, game: str = "") -> Transcript:
        """Reads the text form; BadRecord names the line it stumbled over."""
        script = cls(Record(game))
        record, hand = script.record, 0
        for number, line in enumerate(text.splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if found := re.fullmatch(r"hand(?:\s+(\d+))?", line, re.IGNORECASE):
                hand = int(found[1] or hand + 1)
                if hand != len(record.hands) + 1:
                    raise BadRecord(f"line {number}: hand {len(record.hands) + 1} comes next")
                if hand > MAX_HANDS:
                    raise BadRecord(f"line {number}: {MAX_HANDS} hands are the most")
                record.hands.append({})
            elif line[:1] in "=!?":
                sign = "==" if line.startswith("==") else line[0]
                script.expected.append(Expectation(hand, sign, line[len(sign) :].strip(), number))
            elif exact := _EXACT.fullmatch(line):
                _write(record.hands[hand - 1] if hand else record.head, {exact[1]: exact[2]})
            elif line.startswith("winner:"):
                script.expected.append(Expectation(hand, "winner", line[7:].strip(), number))
            elif hand:
                parts = [line] if line.startswith("@") else _SPLIT.split(line)
                for part in parts:
                    key, answer = _pair(part, number)
                    _write(record.hands[hand - 1], {_keyed(key, record): answer})
            else:
                _head(record, *_pair(line, number))
        record.limited()
        return script


def _pair(line: str, number: int) -> tuple[str, str]:
    key, colon, text = line.partition(":")
    if not colon or not key.strip():
        raise BadRecord(f"line {number}: “{line[:60]}” is not “key: answer”")
    return " ".join(key.split()), " ".join(text.split())


def _keyed(key: str, record: Record) -> str:
    """A key that ends in a player's name gets the seat's number instead.

    A key that ends in a seat's number already is left alone, whatever a player is called.
    """
    if key.rpartition(" ")[2].isdecimal():
        return key
    for place, name in enumerate(record.players, 1):
        if key.casefold().endswith(" " + name.casefold()):
            return key[: -len(name)] + str(place)
    return key


def _head(record: Record, key: str, text: str) -> None:
    if key == "game":
        record.game = text
    elif key == "players":
        for place, name in enumerate(text.split(","), 1):
            _write(record.head, {f"player {place}": name})
    elif key == "rules":
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.replace("=", " ").partition(" ")
            _write(record.head, {f"rule {name}": value})
    else:
        _write(record.head, {key: text})


@dataclass(frozen=True)
class Act:
    """One thing somebody did to a record: answers to one page, an amendment, an undo or a redo.

    `kind` is "answer", "amend", "undo" or "redo"; `hand` 0 changes the head; an answer of None
    takes the key out.
    """

    kind: str
    hand: int = 0
    answers: Mapping[str, str | None] = field(default_factory=dict)


def standing_acts(acts: Iterable[Act]) -> tuple[list[Act], list[Act]]:
    """The acts in force, and those undone that a redo would bring back (last one first)."""
    done: list[Act] = []
    undone: list[Act] = []
    for act in acts:
        if act.kind == "undo":
            if done:
                undone.append(done.pop())
        elif act.kind == "redo":
            if undone:
                done.append(undone.pop())
        else:
            done.append(act)
            undone.clear()
    return done, undone


def derive(start: Record, acts: Iterable[Act]) -> Record:
    """The record that the acts make of the start."""
    record = start.copy()
    for act in standing_acts(acts)[0]:
        record.put(act.hand, act.answers)
    return record


def answers_of(record: Record) -> Iterator[tuple[int, str, str]]:
    """Every answer as (hand, key, text), in order."""
    for number, hand in enumerate(record.hands, 1):
        for key, text in hand.items():
            yield number, key, text

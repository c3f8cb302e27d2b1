"""Transcript, the text form of a record, as people write it and as examples and exports have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.engine.record import MAX_HANDS, BadRecord, Record, write
from companion.seating import Seat, Seating, Sittings

MAX_LINE = 2000
"""Limit of characters in a line of the text form, after collapsing spaces."""

_HEADINGS = ("game", "players", "rules", "winner")


@dataclass(frozen=True)
class Expectation:
    """A line of a transcript that states a result: score lines, totals, a refusal, a question."""

    hand: int
    sign: str
    text: str
    line: int


_EXACT = re.compile(r"([^:]+)::\s*(.*)")


@dataclass
class Transcript:
    """A record in text form, and the results it expects.

    Lines: `key: answer` (several on a line separated by "; "; a key may end in a player's name),
    `hand 2`, and expectations: `= who +9 RULE words + RULE`, `== totals`, `! code`, `? key`,
    `winner: who RULE words`. With two colons, `key:: answer`, key and answer are literal:
    “count A:: 40” is the count of side A even if a player is called A. A key may occur once a hand.
    """

    record: Record
    expected: list[Expectation] = field(default_factory=list)

    @classmethod
    def read(cls, text: str, game: str = "") -> Transcript:
        """Parses the text form; BadRecord names the bad line."""
        script = cls(Record(game))
        record, hand = script.record, 0
        sittings: Sittings | None = None
        seats: Sequence[Seat] = ()
        for number, line in enumerate(text.splitlines(), 1):
            line = " ".join(line.split())
            if not line or line.startswith("#"):
                continue
            if len(line) > MAX_LINE:
                raise BadRecord(f"line {number}: {len(line)} letters; {MAX_LINE} are the most")
            if heading := re.fullmatch(r"hand(?: (\d{1,9}))?", line, re.IGNORECASE):
                hand = int(heading[1] or hand + 1)
                if hand != len(record.hands) + 1:
                    raise BadRecord(f"line {number}: hand {len(record.hands) + 1} comes next")
                if hand > MAX_HANDS:
                    raise BadRecord(f"line {number}: {MAX_HANDS} hands are the most")
                sittings = sittings or _sittings(record)
                seats = sittings.of(hand).seats
                record.hands.append({})
            elif line[:1] in "=!?":
                sign = "==" if line.startswith("==") else line[0]
                script.expected.append(Expectation(hand, sign, line[len(sign) :].strip(), number))
            elif exact := _EXACT.fullmatch(line):
                if hand:
                    _once(record, hand, exact[1], exact[2], number)
                else:
                    write(record.head, {exact[1]: exact[2]})
            elif line.startswith("winner:"):
                script.expected.append(Expectation(hand, "winner", line[7:].strip(), number))
            elif hand:
                for part in [line] if line.startswith("@") else _parts(line):
                    key, answer = _pair(part, number)
                    _once(record, hand, _keyed(key, seats), answer, number, key)
            else:
                for key, answer in _headed(record, *_pair(line, number)):
                    write(record.head, {key: answer})
        record.limited()
        return script

    def text(self) -> str:
        """The text form, the inverse of `read`, without what it expects."""
        record = self.record
        lines = [f"game: {record.game}"]
        lines += [_line(key, text, key in _HEADINGS) for key, text in record.head.items()]
        sittings = _sittings(record)
        for number, hand in enumerate(record.hands, 1):
            lines += ["", f"hand {number}"]
            seats = sittings.of(number).seats
            for key, text in hand.items():
                reads_back = _keyed(key, seats) == key != "winner"
                lines.append(_line(key, text, not reads_back or len(_parts(f"{key}: {text}")) > 1))
        return "\n".join(lines) + "\n"


def _sittings(record: Record) -> Sittings:
    return Sittings(Seating(record.players), record.companies)


def _parts(line: str) -> list[str]:
    """Splits a line at each "; " that is followed by a key and a colon."""
    parts: list[str] = []
    for piece in line.split(";"):
        if parts and not (piece.startswith(" ") and piece.find(":") > 1):
            parts[-1] += f";{piece}"
        else:
            parts.append(piece)
    return [part.strip() for part in parts]


def _pair(line: str, number: int) -> tuple[str, str]:
    key, colon, text = line.partition(":")
    if not colon or not key.strip():
        raise BadRecord(f"line {number}: “{line[:60]}” is not “key: answer”")
    return " ".join(key.split()), " ".join(text.split())


def _keyed(key: str, seats: Sequence[Seat]) -> str:
    """Replaces a player's name at the end of a key by the seat's number.

    A key that ends in a number is left alone, even if a player is called so.
    """
    if key.rpartition(" ")[2].isdecimal():
        return key
    names = [(seat.name, seat) for seat in seats]
    names += [(name, seat) for seat in seats for name in seat.also]
    for name, seat in names:
        if key.casefold().endswith(" " + name.casefold()):
            return key[: -len(name)] + seat.code
    return key


def _headed(record: Record, key: str, text: str) -> Iterator[tuple[str, str]]:
    """The (key, text) pairs of a head line; "players" and "rules" have several."""
    if key == "game":
        record.game = text
    elif key == "players":
        for place, name in enumerate(text.split(","), 1):
            yield f"player {place}", name
    elif key == "rules":
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.replace("=", " ").partition(" ")
            yield f"rule {name}", value
    else:
        yield key, text


def _once(record: Record, hand: int, key: str, text: str, number: int, typed: str = "") -> None:
    """Writes an answer into a hand; BadRecord if the key is there already."""
    target = record.hands[hand - 1]
    if key in target:
        same = f" (“{typed}” is a player’s: for the side write “{typed}:: …”)"
        sided = typed not in ("", key) and re.fullmatch("[A-G]", typed.rpartition(" ")[2])
        raise BadRecord(f"line {number}: hand {hand} says “{key}” twice{same if sided else ''}")
    write(target, {key: text})


def _line(key: str, text: str, exact: bool) -> str:
    """A line of the text form; `exact` writes "::", so that key and text are taken literally."""
    return f"{key}{'::' if exact else ':'} {text}".rstrip()

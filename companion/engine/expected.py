"""Compare a replay with the expectations of a transcript, and list differences line by line."""

from __future__ import annotations

import re

from companion.engine.game import Replay
from companion.engine.transcript import Expectation
from companion.seating import Seating, Side
from companion.words import signed

RULE_ID = re.compile(r"\b[A-Z]{2,4}-[A-Z0-9][A-Z0-9-]*\b")


def compare(replay: Replay, expected: list[Expectation], out: list[str]) -> None:
    refusals = [e for e in expected if e.sign == "!"]
    if replay.refused and not refusals:
        out += [f"refused {r.key}: {r.message} ({r.code})" for r in replay.refused]
    if replay.unused and not refusals:
        out += map(str, replay.unused)
    for number in {e.hand for e in expected if e.sign == "="}:
        _lines(replay, number, [e for e in expected if e.sign == "=" and e.hand == number], out)
    for each in expected:
        if each.sign == "==":
            _totals(replay, each, out)
        elif each.sign == "!":
            _refusal(replay, each, out)
        elif each.sign == "?":
            keys = [question.key for question in replay.pending.page] if replay.pending else []
            if each.text not in keys:
                out.append(f"line {each.line}: expected the question {each.text!r}, found {keys}")
        elif each.sign == "winner":
            _winner(replay, each, out)


def _lines(replay: Replay, number: int, expected: list[Expectation], out: list[str]) -> None:
    lines = replay.ledger.of_hand(number)
    postings = [f"{line.side} {signed(line.points)} {line.rule} {line.why}" for line in lines]
    if len(lines) != len(expected):
        out.append(f"hand {number}: expected {len(expected)} lines, found {len(lines)}: {postings}")
        return
    for each, line, posted in zip(expected, lines, postings, strict=True):
        # who, points, rule, part of the reason, "+ RULE" for further rules cited
        match = re.fullmatch(r"(.+?)\s+([+−-]?\d+)\s+(\S+)\s*:?\s*(.*)", each.text)
        if not match:
            out.append(f"line {each.line}: “{each.text}” is not “who +points RULE words”")
            continue
        side = _side(replay.seating(number), match[1])
        points = int(match[2].replace("−", "-"))
        words, *also = re.split(r"\s*\+ (?=[A-Z]{2,4}-[A-Z0-9])", match[4])
        right = (side, points, match[3]) == (line.side, line.points, line.rule)
        if not right or words not in line.why or not {*also} <= {*line.also}:
            out.append(f"line {each.line}: expected “{each.text}”, found “{posted}”")


def _side(seating: Seating, text: str) -> Side | None:
    """The side of that code or name; None if there is none."""
    try:
        return seating.side(text)
    except KeyError:
        return None


def _totals(replay: Replay, each: Expectation, out: list[str]) -> None:
    wanted = [int(part.replace("−", "-")) for part in re.findall(r"[−-]?\d+", each.text)]
    if each.hand > len(replay.hands):
        out.append(f"line {each.line}: hand {each.hand} was not reached")
        return
    totals = list(replay.hands[each.hand - 1].totals.values())
    if totals != wanted:
        out.append(f"line {each.line}: expected totals {wanted}, found {totals}")


def _refusal(replay: Replay, each: Expectation, out: list[str]) -> None:
    code, _, key = each.text.partition(" ")
    codes = [(r.code, r.key, replay.pending.hand if replay.pending else 0) for r in replay.refused]
    if not any(c == code and h == each.hand and (not key or k == key) for c, k, h in codes):
        out.append(f"line {each.line}: expected the refusal {each.text!r}, found {codes}")


def _winner(replay: Replay, each: Expectation, out: list[str]) -> None:
    winners = [side.code for side in replay.outcome.winners] if replay.outcome else ["nobody yet"]
    rule = RULE_ID.search(each.text)
    text = each.text[: rule.start()].strip() if rule else each.text
    words = each.text[rule.end() :].strip() if rule else ""
    if text in ("none", "nobody yet"):
        wanted = ["nobody yet"]
    elif text == "draw":
        wanted = []
    else:
        sides = [_side(replay.table.seating, part) for part in text.split(",")]
        wanted = [side.code if side else "nobody at the table" for side in sides]
    if winners != wanted:
        out.append(f"line {each.line}: expected winner {text}, found {winners}")
    elif rule and (end := replay.outcome) and (rule[0] != end.rule or words not in end.why):
        out.append(
            f"line {each.line}: expected it by “{rule[0]} {words}”, found “{end.rule} {end.why}”"
        )

"""Transcripts and worked examples held against what the games make of them.

A transcript is a record in its text form with lines that say what must follow (see
`companion.record.Transcript`). An enquiry's example gives answers and, after "=", the ruling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from companion.game import Game, Replay, Ruling
from companion.ledger import signed
from companion.questions import Refused
from companion.record import Expectation, Transcript
from companion.rules import Example
from companion.seating import Seating, Side
from companion.table import Asked

RULE_ID = re.compile(r"\b[A-Z]{2,4}-[A-Z0-9][A-Z0-9-]*\b")


@dataclass
class Result:
    """What became of an example: how it differs from what it says, and which rules it cited."""

    differences: list[str] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    replay: Replay | None = None
    refusal: Refused | None = None
    """Why the answers cannot stand, where the example is about that."""
    asked: list[Asked] = field(default_factory=list)
    """What an enquiry asked, with its answers."""
    ruling: Ruling | None = None


def run(game: Game, example: Example) -> Result:
    """Runs one worked example of a rule sheet."""
    if example.kind == "ask":
        return _enquiry(game, example)
    return transcript(game, example.text)


def transcript(game: Game, text: str) -> Result:
    """Replays a transcript and compares it with its expectations."""
    script = Transcript.read(text, game.key)
    result = Result()
    try:
        replay = game.replay(script.record)
    except Refused as refusal:
        wanted = [e for e in script.expected if e.sign == "!"]
        if not wanted or wanted[0].text.split()[0] != refusal.code:
            result.differences.append(f"refused: {refusal.message} ({refusal.code})")
        result.cited.add(refusal.rule)
        result.refusal = refusal
        return result
    result.replay = replay
    result.refusal = replay.refused[0] if replay.refused else None
    result.cited = cited(replay)
    _compare(replay, script.expected, result.differences)
    return result


def cited(replay: Replay) -> set[str]:
    """Every rule a replay rests on: lines, outcome, guidance, badges, refusals."""
    rules: set[str] = set()
    for entry in replay.ledger.entries:
        rules |= {entry.line.rule, *entry.line.also}
    if replay.outcome:
        rules.add(replay.outcome.rule)
    for hand in replay.hands:
        rules |= {tell.rule for tell in hand.tells} | {badge.rule for badge in hand.badges}
    rules |= {refusal.rule for refusal in replay.refused}
    return rules - {""}


def _compare(replay: Replay, expected: list[Expectation], out: list[str]) -> None:
    refusals = [e for e in expected if e.sign == "!"]
    if replay.refused and not refusals:
        out += [f"refused {r.key}: {r.message} ({r.code})" for r in replay.refused]
    if replay.strays and not refusals:
        out += [f"stray in hand {hand}: {key}: {text}" for hand, key, text in replay.strays]
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
    found = [f"{line.side.code} {signed(line.points)} {line.rule}: {line.why}" for line in lines]
    if len(lines) != len(expected):
        out.append(f"hand {number}: expected {len(expected)} lines, found {len(lines)}: {found}")
        return
    for each, line, posted in zip(expected, lines, found, strict=True):
        # who, points, rule, some of the words, "+ RULE" for further rules it rests on
        match = re.fullmatch(r"(.+?)\s+([+−-]?\d+)\s+(\S+)\s*:?\s*(.*)", each.text)
        if not match:
            out.append(f"line {each.line}: “{each.text}” is not “who +points RULE words”")
            continue
        side = _side(replay, match[1])
        points = int(match[2].replace("−", "-"))
        words, *also = re.split(r"\s*\+ (?=[A-Z]{2,4}-[A-Z0-9])", match[4])
        right = (side, points, match[3]) == (line.side, line.points, line.rule)
        if not right or words not in line.why or not {*also} <= {*line.also}:
            out.append(f"line {each.line}: expected “{each.text}”, found “{posted}”")


def _side(replay: Replay, text: str) -> Side | None:
    """The side of that code or name; None when nobody at the table is meant."""
    try:
        return replay.table.seating.side(text)
    except KeyError:
        return None


def _totals(replay: Replay, each: Expectation, out: list[str]) -> None:
    wanted = [int(part.replace("−", "-")) for part in re.findall(r"[−-]?\d+", each.text)]
    if each.hand > len(replay.hands):
        out.append(f"line {each.line}: hand {each.hand} was not reached")
        return
    found = list(replay.hands[each.hand - 1].totals.values())
    if found != wanted:
        out.append(f"line {each.line}: expected totals {wanted}, found {found}")


def _refusal(replay: Replay, each: Expectation, out: list[str]) -> None:
    code, _, key = each.text.partition(" ")
    found = [(r.code, r.key, replay.pending.hand if replay.pending else 0) for r in replay.refused]
    if not any(c == code and h == each.hand and (not key or k == key) for c, k, h in found):
        out.append(f"line {each.line}: expected the refusal {each.text!r}, found {found}")


def _winner(replay: Replay, each: Expectation, out: list[str]) -> None:
    found = [side.code for side in replay.outcome.winners] if replay.outcome else ["nobody yet"]
    rule = RULE_ID.search(each.text)
    text = each.text[: rule.start()].strip() if rule else each.text
    words = each.text[rule.end() :].strip() if rule else ""
    if text in ("none", "nobody yet"):
        wanted = ["nobody yet"]
    elif text == "draw":
        wanted = []
    else:
        sides = [_side(replay, part) for part in text.split(",")]
        wanted = [side.code if side else "nobody at the table" for side in sides]
    if found != wanted:
        out.append(f"line {each.line}: expected winner {text}, found {found}")
    elif rule and (end := replay.outcome) and (rule[0] != end.rule or words not in end.why):
        out.append(
            f"line {each.line}: expected it by “{rule[0]} {words}”, found “{end.rule} {end.why}”"
        )


def _enquiry(game: Game, example: Example) -> Result:
    """Lines `key: answer`, `players:`, `rules:`; then "= words of the ruling IDS" or "! code"."""
    result = Result()
    enquiry = next((e for e in game.enquiries if e.key == example.name), None)
    if enquiry is None:
        result.differences.append(f"no enquiry {example.name!r}")
        return result
    head = [line for line in example.text.splitlines() if re.match(r"(players|rules):", line)]
    body = [line.strip() for line in example.text.splitlines() if line.strip() and line not in head]
    script = Transcript.read("\n".join(["players: -", *head]))  # house rules may stand alone
    rules = game.rules.chosen(script.record.rules)
    seating: Seating | None = None
    if any(line.startswith("players:") for line in head):
        seating = game.seating(script.record, rules)
    answers: dict[str, str] = {}
    expected: list[str] = []
    for line in body:
        if line[0] in "=!":
            expected.append(line)
        else:
            key, _, text = line.partition(":")
            answers[key.strip()] = text.strip()
    desk, ruling = game.enquire(enquiry, answers, rules, seating)
    result.asked = desk.asked
    if not isinstance(ruling, Ruling):
        result.refusal = next(iter(ruling.problems.values()), None)
        codes = [f"! {problem.code}" for problem in ruling.problems.values()]
        result.cited |= {problem.rule for problem in ruling.problems.values()}
        if not codes or not expected or expected[0] not in codes:
            wants = [question.key for question in ruling.page if question.key not in ruling.given]
            messages = [str(problem) for problem in ruling.problems.values()]
            result.differences.append(f"no ruling: wants {wants}, refused {codes} {messages}")
        return result
    result.ruling = ruling
    if stray := set(answers) - {asked.question.key for asked in desk.asked}:
        result.differences.append(f"never asked: {sorted(stray)}")
    result.cited |= set(ruling.rules)
    for line in expected:
        ids = RULE_ID.findall(line)
        words = RULE_ID.sub("", line[1:]).strip(" ,")
        if line[0] == "!" or words not in ruling.answer or not set(ids) <= set(ruling.rules):
            result.differences.append(
                f"expected “{line}”, found “{ruling.answer}” {', '.join(ruling.rules)}"
            )
    if not expected:
        result.differences.append("the example expects nothing")
    return result

"""Runs transcripts and worked examples and compares the results with the expected ones.

A transcript (`companion.engine.transcript.Transcript`) is a record in text form with expectations.
An enquiry's example has answers and, after "=", the ruling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.engine.expected import RULE_ID, compare
from companion.engine.game import Game, Replay, Ruling
from companion.engine.record import Record
from companion.engine.table import Asked
from companion.engine.transcript import Transcript
from companion.questions import Question, Refused
from companion.rules import Example, HouseRules
from companion.rules.pieces import ExampleText, RuleText, SectionText
from companion.seating import Seating, Side
from companion.words import signed, with_minus

NOTHING = ("nobody", "none", "no", "played out")
"""Answers that mean "nothing special happened", tried in this order."""


@dataclass
class ExampleResult:
    """The result of an example: differences from its expectations, and rules cited."""

    differences: list[str] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    replay: Replay | None = None
    refusal: Refused | None = None
    """The refusal, in an example of one."""
    asked: list[Asked] = field(default_factory=list)
    """The answered questions of an enquiry."""
    ruling: Ruling | None = None


def run(game: Game, example: Example) -> ExampleResult:
    """Runs one worked example of a rule sheet."""
    if example.kind == "ask":
        return _enquiry(game, example)
    return transcript(game, example.text)


def here(game: Game, example: Example, rules: HouseRules) -> ExampleResult | None:
    """The example under these house rules; None if it does not hold under them.

    It does not hold if its own house rules differ from these, if its answers are refused or not
    asked for, or if its winner, refusal or ruling changes.
    """
    own = own_rules(game, example)
    if any(rules.text(key) != value for key, value in game.rules.chosen(own) if key in own):
        return None
    changed = game.rules.changed(rules)
    if changed == game.rules.changed(own):
        return run(game, example)
    if example.kind == "ask":
        result = _enquiry(game, example, changed)
        return None if result.differences else result
    return _replayed(game, example, changed)


def own_rules(game: Game, example: Example) -> dict[str, str]:
    """The house rules that the example sets."""
    lines = [line for line in example.text.splitlines() if line.startswith("rules:")]
    return Transcript.read("\n".join(["players: -", *lines]), game.key).record.rules


def _replayed(game: Game, example: Example, rules: dict[str, str]) -> ExampleResult | None:
    script = Transcript.read(example.text, game.key)
    refuses = any(each.sign == "!" for each in script.expected)
    own = None if refuses else game.replay(script.record)
    script.record.head |= {f"rule {key}": value for key, value in rules.items()}
    if own:
        with suppress(Refused):
            _nothing_else(game, script.record, own)
    wanted = [e for e in script.expected if e.sign in ("!", "winner")]
    result = transcript_of(game, Transcript(script.record, wanted))
    if result.differences:
        return None
    if own and result.replay:
        ended = [[(hand.number, hand.over) for hand in each.hands] for each in (own, result.replay)]
        if ended[0] != ended[1]:
            return None
    return result


def _nothing_else(game: Game, record: Record, own: Replay) -> None:
    """Adds "nothing happened" answers that only these rules ask for in finished hands."""
    finished = {hand.number for hand in own.hands if hand.over}
    while (asks := game.replay(record).pending) and asks.hand in finished and not asks.problems:
        answers = record.hands[asks.hand - 1]
        more = {q.key: nothing for q in asks.page if (nothing := _nothing(q))}
        if more.keys() <= answers.keys():
            return
        answers |= more


def _nothing(question: Question[Any]) -> str:
    """The first of `NOTHING` that the question accepts; "" for none."""
    return next((word for word in NOTHING if reads(question, word)), "")


def played(
    game: Game, holder: RuleText | SectionText, rules: HouseRules
) -> Iterator[tuple[ExampleText, ExampleResult]]:
    """The worked examples of a rule or section that hold under these house rules, with results."""
    for text in holder.examples:
        if result := here(game, text.example, rules):
            yield text, result


def transcript(game: Game, text: str) -> ExampleResult:
    """Replays a transcript and compares it with its expectations."""
    return transcript_of(game, Transcript.read(text, game.key))


def transcript_of(game: Game, script: Transcript) -> ExampleResult:
    """Replays a parsed transcript and compares it with its expectations."""
    result = ExampleResult()
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
    compare(replay, script.expected, result.differences)
    return result


def expecting(game: Game, text: str) -> str:
    """The transcript with its expectations replaced by the actual results.

    Answers and comments are unchanged; a hand's lines and totals follow its last answer, the winner
    the last hand. Refused if the record cannot be replayed.
    """
    replay = game.replay(Transcript.read(text, game.key).record)
    kept: list[list[str]] = [[]]
    for line in text.splitlines():
        if re.match(r"\s*hand\b(?!.*:)", line, re.IGNORECASE):
            kept.append([])
        if not re.match(r"\s*([=!?]|winner:)", line):
            kept[-1].append(line)
    parts = ["\n".join(kept[0]).rstrip()]
    for number, lines in enumerate(kept[1:], 1):
        parts.append("\n".join(["\n".join(lines).rstrip(), *_comes_to(replay, number)]))
    if end := replay.outcome:
        who = ", ".join(_named(side) for side in end.winners) or "draw"
        parts[-1] += f"\nwinner: {who} {end.rule} {end.why}"
    return "\n\n".join(parts) + "\n"


def _named(side: Side) -> str:
    """A player by name, a partnership by its letter."""
    return side.name if len(side.seats) == 1 and "," not in side.name else side.code


def _comes_to(replay: Replay, number: int) -> list[str]:
    if number > len(replay.hands):
        return []
    lines = [
        f"= {_named(line.side)} {signed(line.points)} {line.rule} {line.why}".rstrip()
        for line in replay.ledger.of_hand(number)
    ]
    totals = " ".join(with_minus(total) for total in replay.hands[number - 1].totals.values())
    problems = [f"! {each.code} {each.key}" for each in replay.refused]
    if replay.pending and replay.pending.hand == number:
        return [*lines, *problems]
    return [*lines, f"== {totals}"]


def cited(replay: Replay) -> set[str]:
    """Ids of the rules cited in a replay: lines, outcome, guidance, badges, refusals."""
    rules: set[str] = set()
    for entry in replay.ledger.entries:
        rules |= {entry.line.rule, *entry.line.also}
    if replay.outcome:
        rules.add(replay.outcome.rule)
    for hand in replay.hands:
        rules |= {tell.rule for tell in hand.tells} | {badge.rule for badge in hand.badges}
    rules |= {refusal.rule for refusal in replay.refused}
    return rules - {""}


def _enquiry(game: Game, example: Example, more: dict[str, str] | None = None) -> ExampleResult:
    """Runs an enquiry's example.

    Lines `key: answer`, `players:`, `rules:`; then "= words of the ruling IDS" or "! code".

    The words may be those of a step.
    """
    result = ExampleResult()
    enquiry = next((e for e in game.enquiries if e.key == example.name), None)
    if enquiry is None:
        result.differences.append(f"no enquiry {example.name!r}")
        return result
    head = [line for line in example.text.splitlines() if re.match(r"(players|rules):", line)]
    body = [line.strip() for line in example.text.splitlines() if line.strip() and line not in head]
    script = Transcript.read("\n".join(["players: -", *head]))  # there may be only house rules
    rules = game.rules.chosen({**script.record.rules, **(more or {})})
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
    if unused := set(answers) - {asked.question.key for asked in desk.asked}:
        result.differences.append(f"never asked: {sorted(unused)}")
    result.cited |= set(ruling.rules)
    for line in expected:
        ids = RULE_ID.findall(line)
        words = RULE_ID.sub("", line[1:]).strip(" ,")
        quoted = any(words in each for each in (ruling.answer, *ruling.steps))
        if line[0] == "!" or not quoted or not set(ids) <= set(ruling.rules):
            steps = "".join(f" – {step}" for step in ruling.steps)
            cited = ", ".join(ruling.rules)
            result.differences.append(f"expected “{line}”, found “{ruling.answer}” {cited}{steps}")
    if not expected:
        result.differences.append("the example expects nothing")
    return result


def reads(question: Question[Any], text: str) -> bool:
    """True if the question accepts the text."""
    try:
        question.parse(text)
    except Refused:
        return False
    return True

"""Formats a Report for the terminal: a ledger whose lines name their rules."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

import click

from companion.engine.record import REMARKS
from companion.engine.table import Unused
from companion.results.report.format import (
    AskedData,
    HandData,
    Refusal,
    Report,
    RulingData,
)
from companion.rules import marks
from companion.words import capital, listed, signed, with_minus


def width() -> int:
    """Columns of the terminal."""
    return max(60, min(shutil.get_terminal_size().columns, 110))


def bold(text: str) -> str:
    return click.style(text, bold=True)


def dim(text: str) -> str:
    return click.style(text, dim=True)


def block(text: str, indent: int = 2, hang: int | None = None) -> Iterator[str]:
    """A wrapped paragraph; continuation lines are indented by `hang`."""
    first, rest = " " * indent, " " * (indent if hang is None else hang)
    yield from _wrapped(text, width(), first, rest) or [""]


def _wrapped(text: str, columns: int, first: str, rest: str) -> list[str]:
    # Rule ids do not break at their hyphens.
    return wrap(text, columns, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def ledger(report: Report, *, answers: bool = False) -> Iterator[str]:
    """Everything: players, hands with their lines, standing."""
    yield from head(report)
    before: Sequence[str] = ()
    for hand in report.hands:
        yield ""
        for was, now in zip(before, hand.players, strict=False):
            if was != now:
                yield from block(f"{now} takes over from {was}", 0)
        before = hand.players
        yield from hand_lines(hand, report, answers=answers)
    yield ""
    yield from ending(report)


def head(report: Report) -> Iterator[str]:
    """Game, sides, house rules that differ from the standard."""
    first = report.hands[0].players if report.hands else [each.name for each in report.players]
    dealer = first[int(report.first_dealer) - 1]
    yield bold(report.game.title)
    sides = " · ".join(side.name for side in report.sides)
    yield from block(f"{sides}; first dealer {dealer}")
    for rule in report.rules:
        value = rule.words if rule.words == rule.value else f"{rule.value} ({rule.words})"
        text = f"House rule: {rule.title}: {value}; usually {rule.default}. {rule.rule}"
        yield from block(text.rstrip(), 2, 4)


def hand_lines(hand: HandData, report: Report, *, answers: bool = False) -> Iterator[str]:
    """One hand: title, lines with rule and words, totals."""
    names = dict(zip((side.code for side in report.sides), hand.sides, strict=True))
    dealer = hand.players[int(hand.dealer) - 1]
    title = f"{capital(hand.title)}, {dealer} deals"
    if hand.void:
        title += f": thrown in ({hand.void})" if hand.void != "thrown in" else ": thrown in"
    elif hand.summary:
        title += f": {hand.summary}"
    yield bold(title)
    if answers:
        for answer in hand.answers:
            yield from block(f"{answer.key}: {answer.shown}   {dim(answer.prompt)}", 4, 8)
    yield from _lines(hand, names)
    for each in REMARKS:
        if text := hand.settings.get(f"@{each.key}"):
            yield from block(f"{each.title}: {text}", 2, 4)
    if hand.over and len(names) <= 6:
        totals = " · ".join(f"{names[code]} {with_minus(n)}" for code, n in hand.totals.items())
        yield from block(f"= {totals}", 2, 4)
    elif hand.over:
        yield from block("= " + ", ".join(with_minus(n) for n in hand.totals.values()), 2, 4)


def _lines(hand: HandData, names: Mapping[str, str]) -> Iterator[str]:
    if not hand.lines:
        return
    who = min(28, max(len(line.name) for line in hand.lines))
    rule = max(len(line.rule) for line in hand.lines)
    for line in hand.lines:
        front = f"  {signed(line.points):>5}  {line.name:<{who}}  {line.rule:<{rule}}  "
        more = f" ({', '.join(line.also)})" if line.also else ""
        column = f" [{line.column}]" if line.column else ""
        paid = ", ".join(names[code] for code in line.by)
        words = line.why + (f", paid by {paid}" if paid else "") + more + column
        yield from _wrapped(words, max(width(), len(front) + 30), front, " " * len(front))


def ending(report: Report) -> Iterator[str]:
    """The winner, or the standing; unused answers."""
    names = {side.code: side.name for side in report.sides}
    if report.outcome:
        winners = " and ".join(names[code] for code in report.outcome.winners)
        word = f"{winners} win" + "s" * (_alone(report)) if winners else "A draw"
        yield from block(f"{bold(word)}: {report.outcome.why} ({report.outcome.rule})", 0, 2)
    elif report.closed:
        yield from block(bold(report.unfinished), 0, 2)
    yield from standing(report)
    if report.half_amended:
        number = report.hands[-1].number
        yield from block(
            f"Hand {number}: one more answer is needed; the hands after it wait for it.", 0, 2
        )
    for unused in report.strays:
        leftover = Unused(unused.hand, unused.key, unused.text, unused.why)
        yield from block(str(leftover), 0, 2)


def _alone(report: Report) -> bool:
    """True if the winner is one person: singular verb."""
    assert report.outcome
    winners = [side for side in report.sides if side.code in report.outcome.winners]
    return len(winners) == 1 and len(winners[0].seats) == 1


def standing(report: Report) -> Iterator[str]:
    """Each side's total, columns and status."""
    width = max(len(each.name) for each in report.standing)
    for each in report.standing:
        more = [f"{name} {with_minus(n)}" for name, n in each.columns.items() if name and n]
        more += [each.status] if each.status else []
        more += [f"{badge.word} ({badge.more})" if badge.more else badge.word
                 for badge in each.badges]  # fmt: skip
        tail = f"   {', '.join(more)}" if more else ""
        yield f"  {each.name:<{width}}  {with_minus(each.total):>5}{tail}"
    if report.target is not None and not report.over:
        yield f"  to reach: {report.target}"


def questions(asked: Sequence[AskedData]) -> Iterator[str]:
    """The questions of a page with their legal answers."""
    for each in asked:
        yield from block(f"{each.key}: {each.prompt} {dim(each.rule)}".rstrip(), 2, 4)
        if each.given is not None:
            yield from block(f"given: {each.given}", 4, 6)
        yield from block(f"say {each.legal}", 4, 6)


def refused(refusal: Refusal) -> Iterator[str]:
    """A refusal: hand, key, answer, reason, rule."""
    place = f"hand {refusal.hand}, {refusal.key}" if refusal.hand else refusal.key or "the head"
    entered = f" “{refusal.entered}”" if refusal.entered not in refusal.message else ""
    why = refusal.message + (f" ({refusal.rule})" if refusal.rule else "")
    stands = f" If it is right, add “{refusal.stands}”." if refusal.stands else ""
    yield from block(f"Refused: {place}{entered}. {why} [{refusal.code}]{stands}", 0, 2)


def ruling(data: RulingData) -> Iterator[str]:
    """A ruling with its steps and rules."""
    if data.answer is None:
        yield from questions(data.questions)
        for each in data.refusals:
            yield from refused(each)
        yield from taken(data)
        return
    yield from block(bold(data.answer), 0, 2)
    if data.undecided:
        yield "  The sources do not decide this. What is usual:"
    for step in data.steps:
        yield from block(f"– {step}", 2, 4)
    for rule in data.rules:
        yield f"  {rule.id}  {rule.title}"
        yield from rule_lines(rule.text, 4)
        for other in rule.others:
            yield from block(f"Others play: {other}.", 4, 6)
    for source in dict.fromkeys(rule.source for rule in data.rules if rule.source):
        ids = [rule.id for rule in data.rules if rule.source == source]
        whose = f"Source of {listed(ids, 'and')}" if len(ids) < len(data.rules) else "Source"
        yield from block(f"{whose}: {source}.", 2, 4)
    yield from taken(data)


def taken(data: RulingData) -> Iterator[str]:
    """The hand of a ruling, and its assumptions."""
    if data.hand:
        yield from block(f"Ruled on: {data.hand}.", 2, 4)
    for key, words in data.assumed.items():
        other = "" if key.startswith("rule ") else f" ({key}=…)"
        yield from block(f"Assumed: {words}{other}.", 2, 4)


def rule_lines(markdown: str, indent: int = 0) -> Iterator[str]:
    """Return the lines of a rule as plain text, with “[here]” for differences."""
    unstarred = re.sub(r"(\*\*?)(?=\S)(.+?)\1", r"\2", marks.bracketed(markdown), flags=re.DOTALL)
    for unit in marks.units(unstarred):
        if unit.startswith("|") or not unit.strip():
            yield f"{' ' * indent}{unit}".rstrip()
        else:
            yield from block(" ".join(unit.split()), indent)

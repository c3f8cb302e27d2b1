"""A replay as plain data, for the terminal and JSON.

`report(replay)` makes a Report, `as_json(report)` its text; `format` declares the fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.engine.game import Desk, Enquiry, Game, Replay, Ruling
from companion.engine.ledger import Entry
from companion.engine.table import Hand, Pending
from companion.questions import Choice, Count, Question, Refused, Several
from companion.results.report.format import (
    FORMAT,
    VERSION,
    Answer,
    AskedData,
    BadgeData,
    CitedData,
    ColumnData,
    GameName,
    HandData,
    LineData,
    OutcomeData,
    Player,
    Refusal,
    Report,
    RuleInForce,
    RulingData,
    SideData,
    StandingData,
    UnusedData,
)
from companion.rules import HouseRules
from companion.rules.differences import differences
from companion.rules.pieces import RuleText
from companion.rules.wording import SheetText, under


def as_json(data: object, indent: int | None = 2) -> str:
    """A Report (or any part of one) as JSON text."""
    return json.dumps(data, default=_fields, ensure_ascii=False, indent=indent)


def _fields(data: Any) -> dict[str, Any]:
    return {field.name: getattr(data, field.name) for field in fields(data)}


def report(replay: Replay, *, secrets: bool = True) -> Report:
    """The whole replay. Without `secrets`, secret answers of unfinished hands are left out."""
    game, table, seating = replay.game, replay.table, replay.table.seating
    entries: dict[int, list[Entry]] = {}
    for entry in replay.ledger.entries:
        entries.setdefault(entry.hand, []).append(entry)
    outcome = replay.outcome
    return Report(
        format=FORMAT,
        version=VERSION,
        game=game_name(game),
        players=[Player(seat.code, seat.name, seat.side.code) for seat in seating.seats],
        sides=[SideData(s.code, s.name, [t.code for t in s.seats]) for s in seating.sides],
        first_dealer=table.first_dealer.code,
        rules=rules_in_force(game, table.rules),
        columns=[ColumnData(c.key, c.head, c.per, c.kind) for c in game.sheet.columns],
        hands=[_hand(hand, entries.get(hand.number, []), secrets) for hand in replay.hands],
        standing=_standing(replay),
        target=table.target,
        outcome=OutcomeData([side.code for side in outcome.winners], outcome.rule, outcome.why)
        if outcome
        else None,
        over=replay.over,
        closed=replay.closed,
        unfinished=replay.unfinished,
        refusals=_refusals(replay.pending) if replay.pending else [],
        strays=[UnusedData(s.hand, s.key, s.text, s.why) for s in replay.unused],
        half_amended=replay.half_amended,
    )


def ruling(
    game: Game,
    enquiry: Enquiry,
    answers: Mapping[str, str],
    desk: Desk[Any],
    outcome: Ruling | Pending,
    hand: Hand | None = None,
) -> RulingData:
    """The result of `Game.enquire` as data; `hand` is the one of a table that it is about."""
    head = (FORMAT, VERSION, game_name(game), enquiry.key, enquiry.title, dict(answers))
    about = hand.place if hand else ""
    if isinstance(outcome, Pending):
        page, refused = questions(outcome), _refusals(outcome)
        return RulingData(*head, None, [], [], False, page, refused, about, desk.assumed)
    text = under(game.rules, desk.rules)
    rules = [text.rule(id) for id in outcome.rules]
    cited = [
        CitedData(rule.id, rule.title, rule.source, rule.text, list(_others(text.house, rule)))
        for rule in rules
    ]
    played = {} if hand else _played(text, outcome)
    return RulingData(
        *head, outcome.answer, cited, list(outcome.steps), outcome.undecided, [], [], about,
        desk.assumed | played,
    )  # fmt: skip


def _others(house: HouseRules, rule: RuleText) -> Iterator[str]:
    """Other variants of a rule, each with its source."""
    for option in rule.options:
        for value in option.values:
            if value.key != house.text(option.key):
                source = f" ({value.source})" if value.source else ""
                yield f"{option.title}: {value.words}{source}"
        if option.low is not None:
            yield f"{option.title}: {option.written}"
    if rule.dispute and rule.dispute.question.text and not rule.options:
        yield f"{rule.dispute.question.text}: {rule.dispute.elsewhere.text}"


def _played(text: SheetText, ruling: Ruling) -> dict[str, str]:
    """The house rules at their standard value that the cited rules depend on."""
    options = [option for id in ruling.rules for option in text.rule(id).options]
    return {
        f"rule {option.key}": f"{option.title}: {option.value(option.default).words}"
        for option in options
        if text.house.text(option.key) == option.default
    }


def game_name(game: Game) -> GameName:
    return GameName(game.key, game.title, game.edition)


def rules_in_force(game: Game, rules: HouseRules) -> list[RuleInForce]:
    """The house rules whose value is not the default."""
    return [
        RuleInForce(rule.key, rule.title, each.value.key, each.value.words, rule.default, rule.rule)
        for each in differences(game.rules, dict(rules))
        for rule in (each.option,)
    ]


def refusal(refused: Refused, hand: int = 0, entered: str = "", stands: str = "") -> Refusal:
    hand = hand or refused.hand
    words = refused.code, refused.message, refused.rule
    return Refusal(hand, refused.key, entered, *words, stands)


def questions(pending: Pending) -> list[AskedData]:
    """The questions of a page, each with its legal answers as they can be typed."""
    return [
        AskedData(each.key, each.prompt, each.rule, legal(each), pending.given.get(each.key))
        for each in pending.page
    ]


def legal(asked: Question[Any]) -> str:
    """The legal answers of a question, as they can be typed."""
    words = asked.legal()
    if isinstance(asked, Choice):
        words = ", ".join(
            f"{each.text} ({each.label})" if each.label not in ("", each.text) else each.text
            for each in asked.answers
            if not each.refusal
        )
    if isinstance(asked, Several):
        words = f"{asked.least} to {min(asked.most, len(asked.answers))} of {words}"
    if isinstance(asked, Count) and asked.impossible:
        words = f"{words}, but not {', '.join(map(str, asked.impossible))}"
    return words


def _hand(hand: Hand, entries: list[Entry], secrets: bool) -> HandData:
    return HandData(
        number=hand.number,
        title=hand.name,
        players=[seat.name for seat in hand.table.seats],
        sides=[side.name for side in hand.table.sides],
        dealer=hand.dealer.code,
        mode=hand.mode,
        modes=list(hand.modes),
        void=hand.void,
        over=hand.over,
        summary=hand.summary,
        caveat=str(hand.caveat),
        answers=_answers(hand, secrets),
        settings={key: text for key, text in hand.answers.items() if key.startswith("@")},
        cells=dict(hand.cells),
        lines=[_line(entry) for entry in entries],
        totals={side.code: total for side, total in hand.totals.items()},
    )


def _answers(hand: Hand, secrets: bool) -> list[Answer]:
    answers: list[Answer] = []
    for asked in hand.asked:
        kept = asked.question.secret and not secrets and not hand.over
        text, display = (None, None) if kept else (asked.text, asked.shown)
        one = asked.question
        answers.append(Answer(one.key, one.prompt, text, display, one.rule, asked.page))
    return answers


def _line(entry: Entry) -> LineData:
    line = entry.line
    return LineData(
        to=line.to.code,
        name=str(line.to),
        side=line.side.code,
        points=line.points,
        rule=line.rule,
        also=list(line.also),
        why=line.why,
        column=line.column,
        total=entry.total,
        by=[payer.code for payer in line.by],
    )


def _standing(replay: Replay) -> list[StandingData]:
    ledger, hand = replay.ledger, replay.hand
    columns = sorted({e.line.column for e in ledger.entries if e.line.column})
    standings: list[StandingData] = []
    for side, total in ledger.totals.items():
        badges = [b for b in hand.badges if b.side == side] if hand else []
        standings.append(
            StandingData(
                side=side.code,
                name=side.name,
                total=total,
                columns={column: ledger.column(side, column) for column in columns},
                status=str((hand and hand.status.get(side)) or replay.reached(side)),
                badges=[BadgeData(b.word, b.more, b.rule) for b in badges],
            )
        )
    return standings


def _refusals(pending: Pending) -> list[Refusal]:
    return [
        refusal(problem, pending.hand, pending.given.get(key, ""), _stands(pending, key))
        for key, problem in pending.problems.items()
    ]


def _stands(pending: Pending, key: str) -> str:
    """The answer that lets a refused one stand: "stands: yes"; "" if none does."""
    asked = pending.confirming(key, pending.given)
    return f"{asked.key}: {asked.only()}" if asked else ""

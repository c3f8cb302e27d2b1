"""A replay as plain data, for the terminal and JSON.

`report(replay)` makes a Report, `as_json(report)` its text; `format` declares the fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from companion.desk.decisions import differences
from companion.engine.game import Desk, Enquiry, Game, Replay, Ruling
from companion.engine.ledger import Entry
from companion.engine.panels import Calls, Grid, Meter, Panel, Square, Track, Tray, Won
from companion.engine.table import Hand, Pending
from companion.questions import Question, Refused
from companion.results.report.format import (
    FORMAT,
    VERSION,
    Answer,
    AskedData,
    BadgeData,
    CitedData,
    ColumnData,
    GameName,
    Guidance,
    HandData,
    LineData,
    OutcomeData,
    PanelData,
    PendingData,
    Player,
    Refusal,
    Report,
    RuleInForce,
    RulingData,
    SideData,
    StandingData,
    StrayData,
)
from companion.rules import HouseRules
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
        pending=_pending(replay.pending) if replay.pending else None,
        refusals=_refusals(replay.pending) if replay.pending else [],
        strays=[StrayData(s.hand, s.key, s.text, s.why) for s in replay.strays],
        half_amended=replay.half_amended,
    )


def ruling(
    game: Game,
    enquiry: Enquiry,
    answers: Mapping[str, str],
    desk: Desk[Any],
    found: Ruling | Pending,
    hand: Hand | None = None,
) -> RulingData:
    """The result of `Game.enquire` as data; `hand` is the one of a table that it is about."""
    head = (FORMAT, VERSION, game_name(game), enquiry.key, enquiry.title, dict(answers))
    about = hand.place if hand else ""
    if isinstance(found, Pending):
        page, refused = _pending(found), _refusals(found)
        return RulingData(*head, None, [], [], False, page, refused, about, desk.assumed)
    text = under(game.rules, desk.rules)
    rules = [text.rule(id) for id in found.rules]
    cited = [CitedData(rule.id, rule.title, rule.source) for rule in rules]
    played = {} if hand else _played(text, found)
    return RulingData(
        *head, found.answer, cited, list(found.steps), found.undecided, None, [], about,
        desk.assumed | played,
    )  # fmt: skip


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
        for each in differences(game, dict(rules))
        for rule in (each.option,)
    ]


def refusal(refused: Refused, hand: int = 0, entered: str = "", stands: str = "") -> Refusal:
    hand = hand or refused.hand
    words = refused.code, refused.message, refused.rule
    return Refusal(hand, refused.key, entered, *words, stands)


def question(asked: Question[Any]) -> AskedData:
    return AskedData(
        key=asked.key,
        kind=asked.kind,
        prompt=asked.prompt,
        rule=asked.rule,
        hint=str(asked.hint),
        secret=bool(asked.secret),
        unless=None,
        legal_words=asked.legal(),
        legal=asked.answers_in_full(),
    )


def panel(shown: Panel) -> PanelData:
    heads: list[str] = []
    rows: list[list[str]] = []
    foot: list[str] = []
    marked: list[int] = []
    match shown:
        case Calls():
            rows = [[str(seat), call or ""] for seat, call in shown.calls]
        case Grid():
            rows = [list(row) for row in shown.rows]
            heads, foot, marked = list(shown.heads), list(shown.foot), list(shown.marked)
        case Tray():
            rows = [[name, " ".join(map(str, cards))] for name, cards in shown.groups]
        case Won():
            rows = [[str(number), str(seat)] for number, seat in enumerate(shown.by, 1)]
            marked = list(shown.marked)
        case Square():
            cells, width = list(shown.cells), shown.columns
            rows = [cells[at : at + width] for at in range(0, len(cells), width)]
            rows += [[name, value] for name, value in shown.lines]
        case Track():
            heads = ["", f"of {shown.length}", "before"]
            rows = [[str(side), str(front), str(back)] for side, front, back in shown.runners]
        case Meter():
            rows = [[name, amount] for name, amount in shown.amounts]
    return PanelData(type(shown).__name__.lower(), shown.title, heads, rows, foot, marked)


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
        guidance=[
            Guidance(t.words, t.rule, not hand.over and (t.keep or t.page == hand.pages))
            for t in hand.tells
        ],
        panels=[panel(each) for each in hand.panels.values()],
        cells=dict(hand.cells),
        lines=[_line(entry) for entry in entries],
        totals={side.code: total for side, total in hand.totals.items()},
    )


def _answers(hand: Hand, secrets: bool) -> list[Answer]:
    found: list[Answer] = []
    for asked in hand.asked:
        kept = asked.question.secret and not secrets and not hand.over
        text, shown = (None, None) if kept else (asked.text, asked.shown)
        one = asked.question
        found.append(Answer(one.key, one.prompt, text, shown, one.rule, asked.page))
    return found


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
    found: list[StandingData] = []
    for side, total in ledger.totals.items():
        badges = [b for b in hand.badges if b.side == side] if hand else []
        found.append(
            StandingData(
                side=side.code,
                name=side.name,
                total=total,
                columns={column: ledger.column(side, column) for column in columns},
                status=str((hand and hand.status.get(side)) or replay.reached(side)),
                badges=[BadgeData(b.word, b.more, b.rule) for b in badges],
            )
        )
    return found


def _pending(pending: Pending) -> PendingData:
    questions = [question(asked) for asked in pending.page]
    return PendingData(pending.hand, pending.title, questions, dict(pending.given))


def _refusals(pending: Pending) -> list[Refusal]:
    return [
        refusal(problem, pending.hand, pending.given.get(key, ""), _stands(pending, key))
        for key, problem in pending.problems.items()
    ]


def _stands(pending: Pending, key: str) -> str:
    """The answer that lets a refused one stand: "stands: yes"; "" if none does."""
    asked = pending.confirming(key, pending.given)
    return f"{asked.key}: {asked.only()}" if asked else ""

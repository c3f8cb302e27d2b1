"""House rules for the whole game: every later change is refused, and records that already have
such a change can still be opened."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import product

import pytest

from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.questions import Refused
from companion.rules.sheet import EVERY
from companion.store.exchange import dump
from companion.store.saved import Saved
from companion.tables import Sent, Tables
from companion.tables.carrying import canonical, tables_of
from companion.tables.changes import deciding
from companion.tables.copies import take_in
from companion.tables.decisions import decisions
from companion.tables.proposal import propose
from companion.testing import Cases
from companion.testing.evenings import NAMES, at_once, evening, values
from tests.texts import USE_THIS_RULE
from tests.web.phones import plain


def fixed(game) -> Cases:
    for option in game.rules.options.values():
        if option.fixed:
            yield pytest.param(option, id=option.key)


def other(game, option, replay):
    """A value to which no change is possible, and the record of a change in hand 2."""
    now = replay.table.rules.text(option.key)
    wish = next(value for value in [*values(option), option.default] if option.keeps(now, value))
    record = replay.record.copy()
    while len(record.hands) < 2:
        record.hands.append({})
    record.hands[1][f"@rule {option.key}"] = wish
    return wish, record


def stamp(one):
    """The hidden fields of a form drawn now."""
    return {"seen": str(one.seq), "submission": f"form {one.seq}"}


def scored(game, option):
    """A record of two scored hands."""
    for seed in range(60):
        record, replay = evening(game, seed, hands=2, answers=60, start=at_once)
        if sum(bool(hand.over and hand.lines) for hand in replay.hands) == 2 and not replay.over:
            return canonical(game, record)
    raise LookupError(game.key)


@pytest.mark.each("option", fixed)
def test_fixed_rule_cannot_change_once_scored(game, option, phone):
    record = scored(game, option)
    one = phone(record)
    wish, changed = other(game, option, one.replay)
    tables = Tables(one.store)
    table = tables.get(one.code)
    for first in (0, 1, 2, 3):
        with pytest.raises(Refused, match="cannot change once a hand is scored") as refused:
            deciding(table, {option.key: wish}, first)
        assert refused.value.rule == option.rule
    for act in (Act("answer", 2, {f"@rule {option.key}": wish}),
                Act("answer", 0, {f"rule {option.key}": wish})):  # fmt: skip
        with pytest.raises(Refused, match="holds for the whole game"):
            propose(table, [act])
    page = one.get(f"readings/{option.key}").text
    assert f'value="{wish}"' not in page
    if EVERY in option.fixed:
        assert "cannot change once a hand is scored" in plain(page)
        assert USE_THIS_RULE not in plain(page)
    reply = one.post(f"readings/{option.key}", stamp(one) | {"value": wish, "from": "0"})
    assert reply.status_code == 422
    assert "cannot change once a hand is scored" in plain(reply.text)
    assert one.record == record
    for text in (Transcript(changed).text(), json.dumps(changed.json())):
        with pytest.raises(Refused, match="holds for the whole game"):
            tables_of(text)
    with pytest.raises(Refused, match="holds for the whole game"):
        take_in(tables, [Saved.beginning(changed, game.edition)])


def legal_change(game, option):
    """A new table, and a value of the house rule with which it can be played, too."""
    for count, (was, now) in product(
        game.players, product([option.default, *values(option)], repeat=2)
    ):
        given = {key: text.split("/")[0] for key, text in option.given}
        records = [
            Record.begin(game.key, NAMES[:count], 1, {**given, option.key: each})
            for each in (was, now)
        ]
        with suppress(Refused):
            for record in records:
                game.replay(record)
            if option.keeps(was, now):
                return records[0], now
    raise LookupError(option.key)


@pytest.mark.each("option", fixed)
def test_fixed_rule_can_change_before_scoring(game, option, phone):
    record, wish = legal_change(game, option)
    one = phone(record)
    tables = Tables(one.store)
    made = deciding(tables.get(one.code), {option.key: wish}, 1)
    assert made.acts == [Act("answer", 0, {f"rule {option.key}": wish})]
    after = tables.enter(made, Sent.now(made.table))
    assert after.replay.table.rules.text(option.key) == wish
    assert [str(side) for side in after.replay.table.sides] == [
        str(side) for side in game.replay(made.record).table.sides
    ]


@pytest.mark.each("option", fixed)
def test_stored_fixed_rule_change_has_no_effect(game, option, phone, store):
    record = scored(game, option)
    _, changed = other(game, option, game.replay(record))
    one = phone(changed)
    assert one.get("").status_code == 200
    assert one.totals == [*game.replay(record).ledger.totals.values()]
    unused = next(each for each in one.replay.unused if each.key == f"@rule {option.key}")
    assert (unused.hand, unused.why) == (2, "it holds for the whole game")
    journal = [*one.store.journal(one.code)]
    assert option.key not in {
        each.option.key for each in decisions(one.replay, journal) if each.hand
    }
    words = plain(one.get("sheet").text)
    assert (
        f"Hand 2: {option.title}" in words
        or f"{one.replay.word.title()} 2: {option.title}" in words
    )
    assert one.get("print/sheet.html").status_code == 200
    one.get("sheet")
    one.send("stray", hand="2", key=f"@rule {option.key}")
    assert one.record == record
    assert dump([one.store.saved(one.code)])

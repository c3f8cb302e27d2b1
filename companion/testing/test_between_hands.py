"""Between the hands of any game: the dealer after a hand that was thrown in, and house rules that
cannot change."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.questions import Refused
from companion.rules import HouseRule
from companion.testing.evenings import NAMES, at_once, evening, values


def redealt(game: Game, record: Record, dealers: list[str]) -> list[str]:
    """The dealers of the next hands if each of them but the last is set and thrown in."""
    record = record.copy()
    start = len(record.hands)
    for dealer in dealers:
        record.hands.append({"@dealer": dealer, "@void": "misdeal"})
    return [hand.dealer.code for hand in game.replay(record).hands[start:]]


def test_throw_in_keeps_the_same_dealer(game: Game) -> None:
    tried = 0
    for seed in range(6):
        chance = random.Random(f"{game.key} redeal {seed}")
        record, replay = evening(game, seed, seed % 3, 40, at_once)
        if replay.pending is None or replay.half_amended:
            continue
        record.hands = record.hands[: replay.pending.hand - 1]
        dealers = [chance.choice(replay.table.seats).code for _ in range(3)]
        assert redealt(game, record, dealers[:1]) == [dealers[0]] * 2
        assert redealt(game, record, dealers) == [*dealers, dealers[-1]]
        tried += 1
    assert tried > 2


def start_of(replay: Replay) -> tuple[object, ...]:
    """The start of a hand as it is shown: sides, totals, goals, quotas, cells, the first page."""
    table, hand, pending = replay.table, replay.hand, replay.pending
    display: tuple[object, ...] = ()
    if hand:
        status = {side.code: str(words) for side, words in hand.status.items()}
        panels, tells = list(map(repr, hand.panels.values())), [str(t.words) for t in hand.tells]
        display = (hand.title, hand.dealer.code, hand.cells, status, panels, tells)
    asked = [(each.key, str(each.prompt), each.legal()) for each in pending.page] if pending else []
    sides = [[seat.code for seat in side.seats] for side in table.sides]
    ledger = replay.ledger
    return (sides, list(ledger.totals.values()), ledger.opening, ledger.lowest, table.target,
            table.length, table.threshold, display, asked)  # fmt: skip


def tried(game: Game, record: Record) -> object:
    """The start of the pending hand of a record, or the refusal of its head."""
    try:
        return start_of(game.replay(record))
    except Refused as refusal:
        return refusal.message


def changes(option: HouseRule) -> Iterator[tuple[str, str]]:
    """Pairs of values of a house rule: from one, to the other."""
    others = values(option)
    yield from ((option.default, value) for value in others)
    yield from ((value, option.default) for value in others)


def differs(game: Game, option: HouseRule, was: str, now: str) -> bool:
    """True if a change after hand 1, which was thrown in, has another effect than at the start."""
    given = {key: text.split("/")[0] for key, text in option.given}
    for count, entry in product(game.players, ("guided", "quick")):
        change = Record.begin(game.key, NAMES[:count], 1, {**given, option.key: was}, entry)
        change.hands = [{"@void": "misdeal"}, {f"@rule {option.key}": now}]
        start = Record.begin(game.key, NAMES[:count], 1, {**given, option.key: now}, entry)
        start.hands = [{"@void": "misdeal"}]
        if tried(game, change) != tried(game, start):
            return True
    return False


def test_rule_for_sides_or_start_is_declared_fixed(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = game.rules.options.values()
    fixed = {
        option.key: [pair for pair in changes(option) if option.keeps(*pair)] for option in options
    }
    monkeypatch.setattr(HouseRule, "keeps", lambda *_: False)
    for option in options:
        different = [pair for pair in changes(option) if differs(game, option, *pair)]
        assert different == [pair for pair in fixed[option.key] if pair in different], option.key
        assert bool(different) == bool(fixed[option.key]), option.key

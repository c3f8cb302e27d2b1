"""A blank sheet lists the hands that its players are dealt, by every house rule."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile

import pytest

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.sheets import EventSheet
from companion.printing.figures import scored
from companion.printing.people import Party, party
from companion.printing.scoresheet import once
from companion.questions import Refused
from companion.testing.evenings import NAMES, Supplied, values

HANDS = 30 if os.environ.get("COMPANION_TEST_LONG") else 8
"""So many hands are played to see if they are those of the sheet."""


def every_party(game: Game) -> Iterator[Party]:
    """The parties of every number of players and every value of every house rule."""
    wanted = [{}, *({o.key: v} for o in game.rules.options.values() for v in values(o))]
    for rules in wanted:
        for count in game.players:
            with suppress(Refused):
                yield party(game, players=NAMES[:count], rules=rules)


def begun(who: Party) -> Record:
    """The record of a table of these players."""
    rules = {key: who.rules.text(key) for key, _ in who.rules}
    return Record.begin(who.game.key, [seat.name for seat in who.seating.seats], 1, rules, "quick")


def played(who: Party) -> Replay:
    """An evening of these players with random results, of so many hands at most."""
    record = begun(who)
    chance = random.Random(str(record.head))
    return who.game.replay(record, Supplied(record, chance, lambda page: page.hand <= HANDS))


@pytest.mark.slow
@pytest.mark.kinds
def test_blank_sheet_rows_match_the_hands_dealt(game: Game) -> None:
    """A prefilled row has the values of the hand, until a hand is thrown in, which is unknown
    before. For an `EventSheet`, this is the line before the first hand."""
    for who in every_party(game):
        replay = played(who)
        who = replace(who, dealer=replay.hands[0].dealer.number)  # a draw can name another
        rows = [] if isinstance(who.sheet, EventSheet) else who.known
        hands = takewhile(scored, replay.hands)
        about = (len(who.seating.seats), dict(who.rules))
        for hand, row in zip(hands, rows, strict=False):
            dealt = {key: hand.cells[key] for key in row if key in hand.cells}
            assert dealt == {key: row[key] for key in dealt}, about
            assert row.get("dealer") in (None, hand.dealer.name), about
        assert not replay.table.length or replay.table.length == who.sheet.rows, about


def test_sheet_head_tells_game_targets_apart(game: Game) -> None:
    """Equal heads belong to games with the same target. A filled sheet has the same head."""
    targets = dict[tuple[tuple[str, str], ...], int | None]()
    for who in every_party(game):
        replay = game.replay(begun(who))
        head = tuple(once(who))
        assert targets.setdefault(head, replay.table.target) == replay.table.target, head
        assert head == tuple(once(party(game, replay=replay)))

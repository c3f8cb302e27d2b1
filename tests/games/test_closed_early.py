"""A game of a fixed number of hands, closed before the last, has a leader and no winner."""

from __future__ import annotations

import pytest

from companion.engine.transcript import Transcript
from companion.games import find


@pytest.mark.parametrize("key", ["back-alley", "dealers-dilemma", "leopard", "tres", "tribello"])
def test_early_close_names_hands_and_no_winner(key):
    game = find(key)
    record = Transcript.read(game.file("evening.txt"), key).record
    del record.hands[1:]
    record.put(2, {"@close": "yes"})
    replay = game.replay(record)
    assert replay.outcome is None
    assert f"Closed after 1 of {replay.table.length} hands: nobody has won." in replay.unfinished

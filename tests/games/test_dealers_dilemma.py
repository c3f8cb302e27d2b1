"""Dealer's Dilemma, where its examples do not reach."""

from companion import games
from companion.record import Record


def test_a_round_in_which_everybody_bids_zero_is_entered_at_once():
    record = Record.begin("dealers-dilemma", ["Nell", "Omar", "Pia"], entry="quick")
    record.put(1, {"kind 1": "zero", "kind 2": "zero", "kind 3": "zero", "tricks": "6 0 4"})
    replay = games.find("dealers-dilemma").replay(record)
    assert replay.hands[0].over
    assert [line.side.code for line in replay.hands[0].lines if line.points > 0] == ["2"]

"""The column of a wide page beside the question."""

from __future__ import annotations

from companion.engine.record import Record
from tests.web.phones import golden, plain


def test_glance_shows_until_a_hand_is_scored(phone):
    record = golden()
    assert "The sheet" in plain(phone(record).get("beside").text)
    begun = Record.begin("kaiser", record.players, rules={"target": "62"})
    shown = plain(phone(begun).get("beside").text)
    assert "Deal 8 each, clockwise" in shown
    assert "Game 62 points" in shown

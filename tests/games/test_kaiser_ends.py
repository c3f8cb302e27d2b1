"""Kaiser for a number of hands: ten evenings under rare house rules, scored by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine.examples import transcript
from tests.games.written import game_of

GAME = game_of("kaiser")
_, *EVENINGS = re.split(
    "^title: ", Path(__file__).with_name("kaiser_ends.txt").read_text("utf-8"), flags=re.MULTILINE
)


@pytest.mark.parametrize("text", [pytest.param(each, id=each[:40]) for each in EVENINGS])
def test_evening_scores_and_ends_as_by_hand(text):
    record = text.partition("\n")[2]
    assert "winner:" in record
    assert record.count("\n==") == record.count("\nhand")
    assert transcript(GAME, record).differences == []


def test_ten_evenings_are_scored_by_hand():
    assert len(EVENINGS) == 10

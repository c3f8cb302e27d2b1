"""A tap on a card or a space has the same effect with and without a script.

taps.json lists the effects: this file tests the questions, tests/browser/test_tapped.py tests the
script.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cards import Suit
from companion.questions import Cards, Cells, Melds, Question, option

CASES = json.loads((Path(__file__).parent / "taps.json").read_text(encoding="utf-8"))
ASKED: dict[str, Question[Any]] = {
    "cards": Cards("it", "Which cards?"),
    "melds": Melds("it", "Which groups?"),
    "cells": Cells("it", "What lies there?", marks=[option(suit) for suit in Suit]),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_tap_changes_text_as_cases_say(case):
    found = ASKED[case["kind"]].tapped(case["text"], case["act"], case["told"])
    assert found == case["after"]

"""Sentences said at a card table, each with randomly drawn games."""

from __future__ import annotations

import random
from pathlib import Path

from companion.games import all_games

SENTENCES = [
    line
    for line in Path(__file__).with_name("at_the_table.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
_chance = random.Random(20261128)
ASKED = [(words, key) for words in SENTENCES for key in _chance.sample([*all_games()], 3)]
"""Each sentence in three games."""
SOME = _chance.sample(ASKED, 60)
"""For the tests of the pages, which all query the same index."""

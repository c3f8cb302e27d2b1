"""What is said at a card table, and games at which it is asked, drawn at random."""

from __future__ import annotations

import random
from pathlib import Path

from companion.games import shelf

SENTENCES = [
    line
    for line in Path(__file__).with_name("at_the_table.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
_chance = random.Random(20261128)
ASKED = [(words, key) for words in SENTENCES for key in _chance.sample([*shelf()], 3)]
"""Each sentence in three games."""
SOME = _chance.sample(ASKED, 60)
"""For the ways in, which all ask the one index."""

"""Rulings word by word: the sentence, every step, the rules, and what is no answer.

`rulings.txt` has them as blocks: game, enquiry and house rules; the answers; then `=` the ruling,
`-` its steps, `~` its rules, or `!` a question and why its answer is refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Ruling
from companion.games import shelf

BLOCKS = [
    block.splitlines()
    for block in Path(__file__).with_name("rulings.txt").read_text(encoding="utf-8").split("\n\n")
    if block.strip()
]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block[0]} {block[1].strip()}")
def test_a_ruling_is_given_word_by_word(block: list[str]) -> None:
    (key, asked, *house), answered, *expected = block[0].split(), block[1], *block[2:]
    game = shelf()[key]
    enquiry = next(each for each in game.enquiries if each.key == asked)
    rules = game.rules.chosen(dict(each.split("=") for each in house))
    answers = dict(each.strip().split(": ") for each in answered.split(";"))
    _, end = game.enquire(enquiry, answers, rules)
    if isinstance(end, Ruling):
        steps = [f"  - {step}" for step in end.steps]
        said = [f"  = {end.answer}", *steps, f"  ~ {' '.join(end.rules)}"]
    else:
        said = [f"  ! {question}: {each.message}" for question, each in end.problems.items()]
    assert said == expected

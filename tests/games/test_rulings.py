"""Rulings word by word: the sentence, every step, the rules, and what is no answer.

A room's `rulings.txt` has them as blocks: game, enquiry and house rules; the answers ("nothing"
where none is asked for); then `=` the ruling (`?` where it leaves the decision to the table), `-`
its steps, `~` its rules, or `!` a question and why its answer is refused. It takes every branch of
the referee, and the lowest and the highest answer of every question and one beyond. After a change
of words `python -m tests.games.approve_rulings` writes them anew, to be read as a difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.engine.game import Ruling
from companion.games import find, shelf

FILES = sorted(
    file for room in games.rooms().values() if (file := room.folder / "rulings.txt").exists()
)


def blocks_of(file: Path) -> list[list[str]]:
    """The lines of every block of a file."""
    text = file.read_text(encoding="utf-8")
    return [block.strip("\n").splitlines() for block in text.split("\n\n") if block.strip()]


BLOCKS = [block for file in FILES for block in blocks_of(file)]


def said(block: list[str]) -> list[str]:
    """What the referee says to the enquiry of a block, as its lines."""
    (key, asked, *house), answered = block[0].split(), block[1]
    game = find(key)
    enquiry = next(each for each in game.enquiries if each.key == asked)
    rules = game.rules.chosen(dict(each.split("=") for each in house))
    told = [] if answered == "  nothing" else answered.strip().split("; ")
    answers = dict(each.split(": ", 1) for each in told)
    _, end = game.enquire(enquiry, answers, rules)
    if isinstance(end, Ruling):
        steps = [f"  - {step}" for step in end.steps]
        return [
            f"  {'?' if end.undecided else '='} {end.answer}",
            *steps,
            f"  ~ {' '.join(end.rules)}",
        ]
    return [f"  ! {question}: {each.message}" for question, each in end.problems.items()]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block[0]} {block[1].strip()}")
def test_a_ruling_is_given_word_by_word(block: list[str]) -> None:
    assert said(block) == block[2:]


def test_every_enquiry_has_rulings_word_by_word() -> None:
    """What is listed lacks a block in its room's rulings.txt: two lines, and `approve_rulings`."""
    asked = {tuple(block[0].split()[:2]) for block in BLOCKS}
    every = {(key, each.key) for key, game in shelf().items() for each in game.referee}
    assert sorted(every - asked) == []

"""Rulings word by word: the sentence, every step, the rules, and what is no answer.

A room's `rulings.txt` has them as blocks: game, enquiry and house rules; the answers ("nothing"
where none is asked for); then `=` the ruling (`?` where it leaves the decision to the table), `-`
its steps, `~` its rules, or `!` a question and why its answer is refused. It takes every branch of
the referee, and the lowest and the highest answer of every question and one beyond. After a change
of words `pytest --write` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game import Game, Ruling
from companion.games import rooms
from companion.testing import Cases


def file_of(game: Game) -> Path:
    return rooms()[game.key].folder / "rulings.txt"


def blocks_of(game: Game) -> list[list[str]]:
    """The lines of every block of a room's rulings."""
    text = file.read_text(encoding="utf-8") if (file := file_of(game)).is_file() else ""
    return [block.strip("\n").splitlines() for block in text.split("\n\n") if block.strip()]


def said(game: Game, block: list[str]) -> list[str]:
    """What the referee says to the enquiry of a block, as its lines."""
    (_, asked, *house), answered = block[0].split(), block[1]
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


def blocks(game: Game) -> Cases:
    for block in blocks_of(game):
        yield pytest.param(block, id=f"{block[0]} {block[1].strip()}")


@pytest.mark.each("block", blocks)
def test_a_ruling_is_given_word_by_word(game: Game, block: list[str]) -> None:
    told = said(game, block)
    assert told, "it asks for more: answer every question of its page"
    assert told == block[2:]


def test_every_enquiry_has_rulings_word_by_word(game: Game, pytestconfig: pytest.Config) -> None:
    """What is listed lacks a block in the room's rulings.txt: two lines, then `--write`."""
    if pytestconfig.getoption("write") and (told := blocks_of(game)):
        text = "\n\n".join("\n".join([*block[:2], *said(game, block)]) for block in told)
        file_of(game).write_text(f"{text}\n", encoding="utf-8")
    asked = {block[0].split()[1] for block in blocks_of(game)}
    assert sorted({each.key for each in game.referee} - asked) == []
    cited = {rule for each in game.referee for rule in each.rules}
    assert sorted(cited - game.rules.rules.keys()) == []

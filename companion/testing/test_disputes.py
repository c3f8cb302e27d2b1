"""Disputes at the current place of a table: the fitting enquiries, filled in, for every game. And
rulings word by word: the sentence, every step, the rules, and refused answers.

A game's `rulings.txt` has them as blocks: game, enquiry and house rules; the answers ("nothing"
if there is no question); then `=` the ruling (`?` if it leaves the decision to the table), `-`
its steps, `~` its rules, or `!` a question and why its answer is refused. It covers every branch of
the referee, and the lowest and the highest answer of every question and one beyond. After a change
of words, `pytest --write` rewrites them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import count
from pathlib import Path

import pytest

from companion.engine.game import SCORED, Game, Replay, Ruling
from companion.engine.table import Pending
from companion.engine.transcript import Transcript
from companion.games import packages
from companion.questions import Choice, Question
from companion.tables.disputes import FilledEnquiry, asked, disputes, filled, in_question
from companion.testing import Cases, trials
from companion.testing.evenings import PLURAL_OF_ONE, Supplied, at_once, entered, evening, positions
from companion.words import signed

EVENINGS, FILLED, ANSWERS, DRAWS = 8, 3, 25, 5
"""Random evenings in which the play asks its questions, and in which every enquiry is filled in at
every page; pages of each at most, and draws for an answer."""


def asked_in(replay: Replay, dispute: FilledEnquiry) -> list[Question[object]]:
    """The questions of the enquiry as far as they were answered, and the page after them."""
    hand = in_question(dispute.enquiry, replay)
    assert hand
    desk, end = asked(replay, dispute.enquiry, dispute.known, hand)
    page = [] if isinstance(end, Ruling) else end.page
    return [*(each.question for each in desk.asked), *page]


def verdict(ruling: Ruling) -> bool | None:
    """True if a ruling on a player's claim is a yes. None if it says something else."""
    if re.match(r"Yes\b", ruling.answer):
        return True
    return False if re.match(r"No[:.]", ruling.answer) else None


def test_every_enquiry_appears_beside_a_question_asked(game: Game) -> None:
    golden = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    keys = {each.question.key for hand in golden.hands for each in hand.asked}
    for seed in range(EVENINGS):
        pages = count()

        def more(page: Pending, pages: Iterator[int] = pages) -> bool:
            keys.update(question.key for question in page.page)
            return next(pages) < ANSWERS

        chance = random.Random(f"{game.key} disputes {seed}")
        record = entered(game, chance, seed)
        game.replay(record, Supplied(record, chance, more))
    for enquiry in game.enquiries:
        assert enquiry.at, enquiry.key
        for pattern in set(enquiry.at) - {SCORED}:
            met = any(fnmatchcase(key, pattern) for key in keys)
            assert met or pattern in trials(game).rare, (enquiry.key, pattern)


@pytest.mark.kinds
def test_referee_and_page_allow_the_same_answers(game: Game) -> None:
    """Known answers are filled in. If an enquiry has the question of the table, the test tries each
    answer of the table in it, and no other is allowed."""
    for replay in (each for seed in range(FILLED) for each in positions(game, seed, ANSWERS)):
        if replay.pending is None:
            continue
        enquiries = disputes(replay)
        assert enquiries or replay.pending.page[0].key.split()[0] in trials(game).undisputed
        for each in enquiries:
            questions = asked_in(replay, each)
            assert set(each.known) <= {question.key for question in questions}
            assert not each.asks or each.asks in {question.key for question in questions}
            for question in replay.pending.page:
                if agreed(question, each):
                    check(replay, each, question)


def agreed(question: Question[object], dispute: FilledEnquiry) -> bool:
    """True if an enquiry offered beside the question asks the same."""
    return bool(dispute.asks) and any(
        asks == dispute.asks and fnmatchcase(question.key, pattern)
        for pattern, asks in dispute.enquiry.at.items()
    )


def check(replay: Replay, dispute: FilledEnquiry, question: Question[object]) -> None:
    """Check that the referee allows every answer of the play, and none that is struck out.

    If the play refuses tapped cards, the reason can be one that no enquiry knows.
    """
    hand = replay.hand
    assert hand
    chance = random.Random(question.key)
    if isinstance(question, Choice):
        texts = {each.text: not each.refusal for each in question.answers}
    else:
        texts = {question.sample(chance.randrange): True for _ in range(DRAWS)}
    for text, taken in texts.items():
        answers = {**dispute.known, dispute.asks: text}
        _, end = replay.game.enquire(dispute.enquiry, answers, hand.rules, replay.table.seating)
        decision = verdict(end) if isinstance(end, Ruling) else None
        assert decision is not (not taken), (dispute.enquiry.key, answers, end)


def test_what_a_hand_scores_is_what_was_written(game: Game) -> None:
    """The enquiry for a whole hand, asked in the place of each hand that is known whole."""
    (enquiry,) = (each for each in game.enquiries if each.whole)
    assert enquiry.title == "What does this hand score?"
    golden = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    ruled = 0
    for replay in (golden, *(evening(game, seed, 8, 30, at_once)[1] for seed in range(3))):
        for hand in replay.hands:
            end = filled(replay, enquiry, hand).ruling if hand.over and not hand.void else None
            if end is None:
                continue
            lines = [line for line in hand.lines if not line.agreed]
            steps = [f"{signed(line.points)} {line.to}: {line.why}" for line in lines]
            if hand.mode == "quick":
                assert list(end.steps) == steps, hand.number
            # Step by step some games know more than the result, such as the cards of a meld.
            sums = [f"{side} {signed(hand.brought(side))}" for side in replay.table.sides]
            assert not lines or end.answer == f"{', '.join(sums)}.", hand.number
            ruled += 1
    assert ruled


def file_of(game: Game) -> Path:
    return packages()[game.key].folder / "rulings.txt"


def blocks_of(game: Game) -> list[list[str]]:
    """The lines of every block of a game package's rulings."""
    text = file.read_text(encoding="utf-8") if (file := file_of(game)).is_file() else ""
    return [block.strip("\n").splitlines() for block in text.split("\n\n") if block.strip()]


def said(game: Game, block: list[str]) -> list[str]:
    """The ruling on the enquiry of a block, as its lines."""
    (_, asked, *house), answered = block[0].split(), block[1]
    enquiry = next(each for each in game.enquiries if each.key == asked)
    rules = game.rules.chosen(dict(each.split("=") for each in house))
    pairs = [] if answered == "  nothing" else answered.strip().split("; ")
    answers = dict(each.split(": ", 1) for each in pairs)
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
    lines = said(game, block)
    assert lines, "it asks for more: answer every question of its page"
    assert lines == block[2:]
    assert [line for line in lines if PLURAL_OF_ONE.search(line)] == []


def test_every_enquiry_has_rulings_word_by_word(game: Game, pytestconfig: pytest.Config) -> None:
    """A listed enquiry has no block in the game's rulings.txt: add two lines, then `--write`."""
    if pytestconfig.getoption("write") and (blocks := blocks_of(game)):
        text = "\n\n".join("\n".join([*block[:2], *said(game, block)]) for block in blocks)
        file_of(game).write_text(f"{text}\n", encoding="utf-8")
    asked = {block[0].split()[1] for block in blocks_of(game)}
    assert sorted({each.key for each in game.referee} - asked) == []
    cited = {rule for each in game.referee for rule in each.rules}
    assert sorted(cited - game.rules.rules.keys()) == []

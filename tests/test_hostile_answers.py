"""Any text as an answer, to any question, is read or refused, within a short time."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games, questions
from companion.cards import Pack
from companion.engine.record import MAX_TEXT
from companion.exact import Model, Undecided
from companion.questions import (
    Cards,
    Cells,
    Choice,
    Count,
    Melds,
    Option,
    Points,
    Question,
    Refused,
    Several,
    Shares,
    Words,
    option,
    yes_no,
)
from companion.seating import Seating
from companion.testing.evenings import evening
from tests.daily import LONG
from tests.spent import spent
from tests.web.hostile import VALUES

SLOW = 1.0
"""Seconds of work no answer may cost."""
SEATS = Seating(["Nell", "Omar", "7", "Pia Q"], None).seats
PACK = Pack.french() if hasattr(Pack, "french") else games.find("kaiser").pack
MARKS = [Option("H", "H", "hat"), Option("S", "S", "shoe")]


def either(text: str) -> str:
    if text != "x":
        raise Refused("say x")
    return text


ONE_OF_EACH: list[Question[Any]] = [
    Choice("c", "Which?", "R", ["a", "b c", 7, *SEATS]),
    Choice("l", "Which?", "R", lambda: [option(n) for n in range(200)]),
    yes_no("y", "Is it?", "R"),
    Several("s", "Which?", "R", [*SEATS, "a", "b"], least=1, most=3),
    Count("n", "How many?", "R", 0, 8, complement_of="them"),
    Count("d", "How many?", "R", -40, 40, step=5, impossible={5: "not five"}),
    Points("p", "How many?", "R", -999, 999),
    Cards("k", "Which card?", "R", PACK, 0, 8),
    Cards("o", "Which trick?", "R", PACK, 4, 4, order=True),
    Melds("m", "Which melds?", "R", PACK),
    Shares("h", "Who won how many?", "R", SEATS, 0, 99, total=40, step=4, lot="trick"),
    Cells("q", "Which marks?", "R", 3, 3, MARKS),
    Words("w", "Say", "R", read=either, samples=("x",)),
]


def kinds() -> set[type]:
    """Every kind of question there is."""

    def below(kind: type) -> set[type]:
        subs: list[type] = kind.__subclasses__()
        return {kind, *(each for sub in subs for each in below(sub))}

    # A class with slots replaces the one it was declared as, which may not be collected yet.
    every = {each for each in below(Question) if "__slots__" in vars(each)}
    return {each for each in every if each.__module__.startswith(questions.__name__)} - {Question}


def taken(question: Question[object], text: str) -> bool:
    """Reads an answer; the value can be written and read again unchanged."""
    value, said = None, "taken"
    with spent() as work:
        try:
            value = question.parse(text)
        except Refused as refused:
            said = refused.message
    assert work.seconds < SLOW, (question.kind, text[:80])
    assert said, "a refusal without words"
    if said != "taken":
        return False
    written = question.write(value)
    assert len(written) <= 4 * MAX_TEXT
    assert question.parse(written) == value
    question.show(value)
    return True


pieces = st.sampled_from([
    "a", "b c", "7", "Nell", "Pia Q", "AS", "10H", "kh", "none", "-", "/", ",", " ", "+", "−", "12",
    "999999", "H", "S", ".", "x", "yes", "\t", "\x00", "♥", "²", "９",
])  # fmt: skip
texts = st.one_of(
    st.sampled_from(VALUES).map(lambda text: text[:MAX_TEXT]),
    st.lists(pieces, max_size=60).map(" ".join),
    st.lists(pieces, max_size=60).map("".join),
    st.text(max_size=MAX_TEXT),
)


def test_samples_include_every_kind_of_question():
    assert {type(question) for question in ONE_OF_EACH} == kinds()


@pytest.mark.parametrize("question", ONE_OF_EACH, ids=lambda q: f"{q.kind} {q.key}")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=texts)
def test_every_kind_of_question_reads_or_refuses_anything(question, text):
    taken(question, text)


@pytest.mark.parametrize("question", ONE_OF_EACH, ids=lambda q: f"{q.kind} {q.key}")
@pytest.mark.parametrize("piece", ["AS ", "7 ", "a,", "/", "1+", "-", "H", " ", "♥", "Nell 7,"])
def test_longest_answer_is_handled_at_once(question, piece):
    taken(question, (piece * MAX_TEXT)[:MAX_TEXT])


def drawn(question, chance: random.Random) -> str:
    """A legal answer; "" if random draws find none."""
    try:
        return question.sample(chance.randrange)
    except LookupError:
        return ""


def asked(key: str, tries: int, chance: random.Random) -> int:
    """Answers the pages of random evenings with any text; returns their number."""
    count = 0
    for _ in range(tries):
        try:
            _, replay = evening(games.find(key), chance.randrange(10**6), 4, chance.randrange(40))
        except LookupError:
            continue
        for question in replay.pending.page if replay.pending else ():
            for _ in range(12):
                piece = chance.choice(VALUES)[:MAX_TEXT]
                before = "" if chance.random() < 0.5 else f"{drawn(question, chance)} "
                taken(question, (before + piece)[:MAX_TEXT])
                count += 1
    return count


@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_every_game_question_reads_or_refuses_anything(key):
    assert asked(key, 500 if LONG else 5, random.Random(key)) > 0


def test_the_solver_stops_when_its_time_is_over():
    """A knapsack problem that takes long."""
    model, chance = Model(), random.Random(5)
    for _ in range(60):
        model.whole(0, 1, gain=chance.randint(10**5, 10**6))
    for _ in range(30):
        weights = {n: chance.randint(10**4, 10**5) for n in range(60)}
        model.between(0, weights, sum(weights.values()) // 3)
    began = time.monotonic()
    with pytest.raises(Undecided):
        model.solve(0.2)
    assert time.monotonic() - began < 60  # without a limit it takes minutes

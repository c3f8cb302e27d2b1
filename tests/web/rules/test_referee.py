"""The referee's pages: what is answered leads on to the next questions, and then to a ruling."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from companion.desk.examples import run
from companion.engine.game import Enquiry, Game, Ruling
from companion.games import shelf
from companion.questions import Choice, Question
from tests.web.phones import plain

FEW, DRAWS = 20, 60
"""Random answers at most, until some can stand together; few beside a given first one."""


def firsts(question: Question) -> list[str]:
    """First answers worth trying: each of a choice, one of anything else."""
    if isinstance(question, Choice):
        return [each.text for each in question.answers if not each.refusal and not each.hidden]
    return [""]


def answered(
    game: Game, enquiry: Enquiry, first: Mapping[str, str], chance: random.Random
) -> dict[str, str]:
    """Answers that lead from a first one to a ruling."""
    for _ in range(FEW if first else DRAWS):
        answers: dict[str, str] = {}
        _, found = game.enquire(enquiry, answers)
        while not isinstance(found, Ruling) and not found.problems:
            answers |= {**found.sample(chance.randrange), **({} if answers else first)}
            _, found = game.enquire(enquiry, answers)
        if isinstance(found, Ruling):
            return answers
    for example in game.rules.examples if not first else ():
        if (example.kind, example.name) == ("ask", enquiry.key):
            answers = {each.question.key: each.text for each in run(game, example).asked}
            if isinstance(game.enquire(enquiry, answers)[1], Ruling):
                return answers
    raise AssertionError(f"{game.key}, {enquiry.key}: no answers beside {first} lead to a ruling")


def ways(game: Game) -> Iterator[tuple[Enquiry, dict[str, str], str]]:
    """Every enquiry from every first answer, and the ruling it comes to."""
    for enquiry in game.enquiries:
        chance = random.Random(f"{game.key} {enquiry.key}")
        _, page = game.enquire(enquiry, {})
        if isinstance(page, Ruling):
            continue
        question = page.page[0]
        for text in firsts(question):
            first = {question.key: text} if text else {}
            try:
                answers = answered(game, enquiry, first, chance)
            except AssertionError:
                if text:
                    continue  # nothing fits beside that answer: the form refuses it in words
                raise
            _, ruling = game.enquire(enquiry, answers)
            assert isinstance(ruling, Ruling)
            yield enquiry, answers, ruling.answer


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.key)
def test_every_enquiry_reaches_its_ruling_through_its_page(app, game: Game) -> None:
    ruled, client = set(), app.test_client()
    for enquiry, answers, words in ways(game):
        sent = {f"a.{key}": text for key, text in answers.items()}
        page = client.get(f"/referee/{game.key}/{enquiry.key}", query_string=sent).text
        assert 'id="ruling"' in page, (enquiry.key, answers)
        assert plain(words.split(".")[0]) in plain(page)
        ruled.add(enquiry.key)
    unruled = {e.key for e in game.enquiries if not isinstance(game.enquire(e, {})[1], Ruling)}
    assert unruled - ruled == set()

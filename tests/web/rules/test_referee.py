"""The referee's pages: what is answered leads on to the next questions, and then to a ruling."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.desk.examples import run
from companion.engine.enquiry import COUNT
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
        _, found = game.enquire(enquiry, answers, asks_size=True)
        while not isinstance(found, Ruling) and not found.problems:
            keys = {question.key for question in found.page}
            meant = {key: text for key, text in first.items() if key in keys}
            answers |= {**found.sample(chance.randrange), **meant}
            _, found = game.enquire(enquiry, answers, asks_size=True)
        if isinstance(found, Ruling):
            return answers
    for example in game.rules.examples if not first else ():
        if (example.kind, example.name) == ("ask", enquiry.key):
            ran = run(game, example)
            answers = {each.question.key: each.text for each in ran.asked}
            answers = {**size(game, enquiry, "4"), **answers}
            if isinstance(game.enquire(enquiry, answers, asks_size=True)[1], Ruling):
                return answers
    raise AssertionError(f"{game.key}, {enquiry.key}: no answers beside {first} lead to a ruling")


def size(game: Game, enquiry: Enquiry, wished: str) -> dict[str, str]:
    """How many play, if the enquiry asks that."""
    _, page = game.enquire(enquiry, {}, asks_size=True)
    if isinstance(page, Ruling) or page.page[0].key != COUNT:
        return {}
    return {COUNT: wished if wished in firsts(page.page[0]) else firsts(page.page[0])[0]}


def beginnings(game: Game, enquiry: Enquiry) -> Iterator[dict[str, str]]:
    """Every first answer, at every number of players that it is asked for."""
    _, page = game.enquire(enquiry, {}, asks_size=True)
    if isinstance(page, Ruling):
        return
    sizes: list[dict[str, str]] = [{}]
    if page.page[0].key == COUNT:
        sizes = [{COUNT: text} for text in firsts(page.page[0])]
    for seated in sizes:
        _, page = game.enquire(enquiry, seated, asks_size=True)
        if isinstance(page, Ruling):
            yield seated
            continue
        question = page.page[0]
        for text in firsts(question):
            yield {**seated, **({question.key: text} if text else {})}


def ways(game: Game) -> Iterator[tuple[Enquiry, dict[str, str], str]]:
    """Every enquiry from every first answer, and the ruling it comes to."""
    for enquiry in game.enquiries:
        chance = random.Random(f"{game.key} {enquiry.key}")
        for first in beginnings(game, enquiry):
            try:
                answers = answered(game, enquiry, first, chance)
            except AssertionError:
                if first:
                    continue  # nothing fits beside that answer: the form refuses it in words
                raise
            _, ruling = game.enquire(enquiry, answers, asks_size=True)
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
    asking = [e for e in game.enquiries if any(True for _ in beginnings(game, e))]
    assert {each.key for each in asking} - ruled == set()


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.key)
def test_the_terminal_comes_to_the_same_rulings(game: Game) -> None:
    runner = CliRunner()
    told = set()
    for enquiry, answers, words in ways(game):
        if enquiry.key in told:
            continue
        told.add(enquiry.key)
        typed = [f"{key}={text}" for key, text in answers.items()]
        said = runner.invoke(main, ["ask", game.key, enquiry.key, *typed, "--json"])
        assert said.exit_code == 0, (enquiry.key, typed, said.output)
        assert json.loads(said.output)["answer"] == words

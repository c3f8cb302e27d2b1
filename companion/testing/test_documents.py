"""Nothing on paper contradicts another part of it, and everything has its room there, under house
rules of every kind: nothing is tried in print, so it is tried here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.engine.game import Game
from companion.games import find
from companion.printing import KINDS, PrintQueue, PrintSettings, build
from companion.printing.in_force import changed, worked
from companion.printing.people import Party, party
from companion.printing.rulesheet import also_here, on_the_sheet, running
from companion.rules import HouseRule
from companion.testing.evenings import houses, values
from companion.testing.lessons import checked

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
PAGES = {"rules": 3, "cards": 2, "house-card": 1, "sheet": 4}
"""The most pages of a kind, under any house rules."""


def overfull(fitting: PrintQueue, game: Game, wanted: Iterator[tuple[str, str]]) -> list[Any]:
    """Texts that do not fit on the shorter paper, or too many pages, by rule set and kind."""
    wrong = []
    for name, kind in wanted:
        rules = houses(game)[name]
        pdf = fitting.print(
            build(kind, game, settings=PrintSettings(paper="letter"), rules=rules).sheets
        )
        if pdf.warnings or pdf.pages > PAGES[kind]:
            wrong.append((name, kind, pdf.pages, pdf.warnings))
    return wrong


@pytest.mark.kinds
@pytest.mark.slow
def test_long_documents_fit_with_every_option_changed(fitting: PrintQueue, game: Game) -> None:
    last = [*houses(game)][-1]
    assert overfull(fitting, game, ((last, kind) for kind in ("rules", "sheet"))) == []


@pytest.mark.slow
@pytest.mark.kinds
def test_documents_fit_under_every_kind_of_house_rule(fitting: PrintQueue, game: Game) -> None:
    """A preset changes little: each is tried with one kind in turn. Where every option is another
    rules and sheet are, and once a card of either sort."""

    def wanted() -> Iterator[tuple[str, str]]:
        names = [*houses(game)]
        for turn, name in enumerate(names):
            few = (
                ["rules", "sheet"]
                if name.startswith("all otherwise")
                else [[*KINDS][turn % len(KINDS)]]
            )
            few = ["cards", "house-card"] if name == names[-1] else few
            yield from ((name, kind) for kind in (KINDS if LONG else few))

    assert overfull(fitting, game, wanted()) == []


@cache
def printed(kind: str, key: str, rules: tuple[tuple[str, str], ...]) -> str:
    """The body of a document under these house rules, all of them named."""
    return build(kind, find(key), rules=dict(rules)).body


PHONE = re.compile(r"\b(tap|tick|enter|type)(ped|ed|d)\b", re.IGNORECASE)


def of_a_phone(body: str) -> list[object]:
    """The words of a document that tell what is done on a phone."""
    return PHONE.findall(re.sub("<[^>]+>", " ", body))


def every_value(game: Game) -> Iterator[tuple[HouseRule, Party, Party]]:
    """The parties of every value of every option but the standard one, if it has an effect."""
    for option in game.rules.options.values():
        given = {key: values.partition("/")[0] for key, values in option.given}
        for value in values(option):
            yield option, party(game, rules={**given, option.key: value}), party(game, rules=given)


def body_of(who: Party) -> list[Any]:
    return [*running(who), *also_here(who, changed(who))]


def sentences(who: Party) -> Iterator[str]:
    """All that the body of a rule sheet says: running text, and the rows of what scores."""
    for section in body_of(who):
        yield section.intro
        yield from (each.html for each in (*section.before, *section.rules))
        yield from (f"{row.what} {row.points} {row.also}" for row in section.rows)


@pytest.mark.kinds
def test_option_values_change_text_and_have_examples(game: Game) -> None:
    """The value changes a sentence of the body. No side note quotes the standard rule as a house
    rule. An example is a text, not only a list of points. If a value ends a game at once, it has
    no example."""
    for option, who, without in every_value(game):
        about = (option.key, who.rules.text(option.key))
        assert not option.rule or [*sentences(who)] != [*sentences(without)], about
        parts: list[Any] = [part for s in who.text.running for part in (s, *s.rules)]
        notes = [note for part in parts for note in part.asides if note.here]
        quoted = [n.body for n in notes if "(standard)" in n.body.text or n.title == "Elsewhere"]
        assert quoted == [], about
        examples = worked(who, on_the_sheet(who))
        assert all(hand.text for each in examples for hand in each.hands), about
        at_once = option.low is not None and who.rules.text(option.key) == str(option.low)
        assert examples or at_once or option.key == "match_to" or game.named, about


@pytest.mark.kinds
def test_rule_sheet_contains_cited_rules_without_phone_words(game: Game) -> None:
    for who in [party(game, rules=rules) for rules in houses(game).values()]:
        body = printed("rules", game.key, tuple(who.rules))
        assert of_a_phone(body) == []
        main = body[body.index("<main") :]
        head, *examples = re.split('<div class="example">', main)
        there = set(re.findall(' id="([^"]+)"', head))
        cited = re.findall('class="id" href="#([^"]+)"', "".join(examples))
        assert set(cited) <= there


def test_rule_sheet_has_every_rule_cited_for_points(game: Game) -> None:
    """The foot of a rule sheet says that its ids are the ones cited beside every score."""
    section = game.rules.section("rulings")
    assert section
    rulings = {rule.id for rule in section.rules}
    lines = [
        line
        for example in game.rules.examples
        if "rules:" not in example.text and example.kind == "example"
        for line in example.text.splitlines()
    ]
    matches = (re.match(rf"= .*? [+-]?\d+ ({game.prefix}-[A-Z0-9-]+)", line) for line in lines)
    cited = {each[1] for each in matches if each}
    assert cited - rulings - {game.adjust_rule} <= on_the_sheet(party(game))


def test_teach_in_agrees_with_referee_and_record(game: Game) -> None:
    assert (checked(game) is None) == (not game.teach)

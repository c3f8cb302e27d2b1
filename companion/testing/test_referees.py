"""No referee contradicts its table: random positions under random house rules, every game."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from companion.engine.examples import own_rules, reads, run
from companion.engine.game import Enquiry, Game, Replay, Ruling
from companion.engine.table import Hand, Pending
from companion.engine.testing import Case
from companion.questions import Refused
from companion.tables.disputes import known
from companion.testing import began, trials
from companion.testing.evenings import positions

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
EVENINGS, ANSWERS = (40, 60) if LONG else (3, 12)
"""Random evenings of a game, and pages answered in each."""
DRAWS, PAGES = 12, 400
"""Draws for answers that stand together, and pages an enquiry may take at most."""


@dataclass
class Hearing:
    """An enquiry asked in a position: the facts it took over, and how it ended."""

    taken: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    """Questions that do not accept the fact of the same name."""
    ruling: Ruling | None = None
    refusals: list[Refused] = field(default_factory=list)


def heard(
    game: Game, enquiry: Enquiry, replay: Replay, facts: Mapping[str, str], chance: random.Random
) -> Hearing:
    """Ask with the facts of the position. The other questions get random legal answers."""
    hearing, rules = Hearing(), replay.hands[-1].rules
    answers: dict[str, str] = {}
    for _ in range(PAGES):
        _, end = game.enquire(enquiry, answers, rules, replay.table.seating)
        if isinstance(end, Ruling):
            hearing.ruling = end
            return hearing
        if end.problems:
            hearing.refusals = list(end.problems.values())
            return hearing
        answers |= filled(end, facts, hearing, chance)
    raise AssertionError(f"{enquiry.key} never ends: {answers}")


def filled(
    page: Pending, facts: Mapping[str, str], hearing: Hearing, chance: random.Random
) -> dict[str, str]:
    """The answers to a page of an enquiry."""
    drawn = page.sample(chance.randrange)
    for question in page.page:
        if question.key in facts and not question.off:
            if reads(question, facts[question.key]):
                drawn[question.key] = hearing.taken[question.key] = facts[question.key]
            else:
                hearing.unread.append(question.key)
    return drawn


def ends(
    game: Game, enquiry: Enquiry, replay: Replay, facts: Mapping[str, str], chance: random.Random
) -> None:
    """Holds that an enquiry ends in a ruling or in refusals that say why."""
    for _ in range(DRAWS):
        hearing = heard(game, enquiry, replay, facts, chance)
        unread = {(enquiry.key, key) for key in hearing.unread}
        assert unread <= trials(game).other_meaning, (
            "a fact of the hand is another thing to the enquiry's question of that name: "
            "name it in other_meaning of the room's testing.py, or the fact otherwise"
        )
        for refusal in hearing.refusals:
            assert refusal.message
            assert refusal.rule in {"", *game.rules.rules}, (enquiry.key, refusal)
        if hearing.ruling:
            assert hearing.ruling.rules, enquiry.key
            assert set(hearing.ruling.rules) <= set(game.rules.rules)
            assert hearing.ruling.answer.endswith((".", "?", ")")), hearing.ruling.answer
            break


def agrees(game: Game, replay: Replay, hand: Hand, case: Case) -> None:
    """Holds that the referee says of the hand what the case wants, or does not say it."""
    enquiry = next(each for each in game.enquiries if each.key == case.enquiry)
    _, end = game.enquire(enquiry, case.answers, hand.rules, replay.table.seating)
    assert isinstance(end, Ruling), (case, dict(end.problems))
    assert end.answer.startswith(case.says) is case.true, (case, end.answer)
    assert not case.rule or case.rule in end.rules, (case, end.rules)


@pytest.mark.kinds
def test_referee_ends_and_agrees_with_the_hand_played(game: Game) -> None:
    tried = dict[str, set[object]]()
    for seed in range(EVENINGS):
        chance = random.Random(f"{game.key} enquiries {seed}")
        asked = dict[str, Mapping[str, str]]()
        for replay in positions(game, seed, ANSWERS):
            for enquiry in game.enquiries:
                facts = known(enquiry, hand := replay.hands[-1])
                if enquiry.whole:
                    facts |= began(game, replay, hand)
                if facts != asked.get(enquiry.key):
                    asked[enquiry.key] = facts
                    ends(game, enquiry, replay, facts, chance)
            for hand in replay.hands[-2:]:
                for case in [] if hand.void else trials(game).cases(replay, hand):
                    done, mark = (
                        tried.setdefault(case.enquiry, set()),
                        (seed, hand.number, str(case)),
                    )
                    if mark not in done:
                        done.add(mark)
                        agrees(game, replay, hand, case)
    assert tried.keys() == trials(game).asked


# -- house rules -----------------------------------------------------------------------------------


def without_example(game: Game) -> Iterator[tuple[str, str, str]]:
    """Every enquiry with a house rule of a rule it cites that none of its examples changes."""
    for enquiry in game.enquiries:
        cited, changed = set(enquiry.rules), set[str]()
        for example in game.rules.examples:
            if example.kind == "ask" and example.name == enquiry.key:
                ruling = run(game, example).ruling
                cited |= set(ruling.rules) if ruling else set()
                changed |= game.rules.changed(own_rules(game, example)).keys()
        for option in game.rules.options.values():
            if option.rule in cited and option.key not in changed:
                yield game.key, enquiry.key, option.key


def test_cited_house_rules_have_examples_under_another_value(game: Game) -> None:
    assert not list(without_example(game))

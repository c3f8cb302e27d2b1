"""The referee: a page for every enquiry of every room; the query string has the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion import games
from companion.desk import disputes
from companion.engine.game import Desk, Enquiry, Game, Ruling
from companion.engine.table import Pending
from companion.questions import Choice, Question
from companion.rules import HouseRule
from companion.rules.wording import RuleText, SheetText, under
from companion.tables import Snapshot
from companion.web.platform.pages import shown
from companion.web.questions import Page, page_of
from companion.web.rules.rulebook import game_of, table_asked
from companion.web.tables import drafts

pages = Blueprint("referee", __name__)
FORM = "enquiry"
WIDE = 4
"""Columns of keys that are too many for half a row: a form that scrolls has room for thumbs."""


@dataclass(frozen=True)
class EnquiryPage:
    """An enquiry with its questions, and the ruling once all are answered."""

    game: Game
    enquiry: Enquiry
    page: Page
    ruling: Ruling | None
    table: Snapshot | None
    taken: tuple[str, ...]
    """Prompts of the answers prefilled from the running hand."""
    text: SheetText
    """The rules under the house rules in force."""

    @property
    def url(self) -> str:
        """URL of the page without answers."""
        return f"/referee/{self.game.key}/{self.enquiry.key}"

    @property
    def link(self) -> str:
        """URL of this ruling."""
        answers = {f"a.{f.question.key}": f.text for f in self.page.fields if f.text}
        if self.table:
            answers["table"] = self.table.code
        return f"{self.url}?{urlencode(answers)}"

    @property
    def cited(self) -> list[RuleText]:
        """The rules the ruling cites, the decisive one first."""
        found = dict.fromkeys(self.ruling.rules if self.ruling else ())
        return [self.text.rules[id] for id in found if id in self.text.rules]

    @property
    def differing(self) -> list[HouseRule]:
        """House rules that change a cited rule."""
        return [option for rule in self.cited for option in rule.options]

    def played(self, option: HouseRule) -> str:
        """The value in force of a house rule."""
        return self.text.house.text(option.key)


@pages.get("/referee")
def every() -> ResponseReturnValue:
    return shown("rules/referee.html", shelf=games.shelf())


@pages.get("/referee/<key>")
def enquiries(key: str) -> ResponseReturnValue:
    game = game_of(key)
    return shown("rules/enquiries.html", game=game, table=table_asked(game.key))


@pages.get("/referee/<key>/<asked>")
def enquiry(key: str, asked: str) -> ResponseReturnValue:
    """An enquiry: its questions, then its ruling."""
    game = game_of(key)
    found = next((each for each in game.enquiries if each.key == asked), None)
    if found is None:
        abort(404, f"The referee of {game.title} has no question “{asked[:40]}”.")
    return shown("rules/enquiry.html", c=case(game, found, table_asked(game.key)))


def case(game: Game, found: Enquiry, stored: Snapshot | None) -> EnquiryPage:
    """The enquiry with the answers of the query string, prefilled from the running hand.

    Answers decide which questions follow: the form is read again with the new questions until it
    answers none of them.
    """
    replay = stored.replay if stored else None
    answers, taken, texts = dict[str, str](), dict[str, str](), dict[str, str]()
    hand = disputes.in_question(found, replay) if replay else None
    rules = replay.table.rules if replay else None
    facts: Mapping[str, str] = {}
    if hand and not any(name[:2] in ("a.", "t.") for name in request.args):
        facts = disputes.known(found, hand)

    def enquire() -> tuple[Desk[Any], Ruling | Pending]:
        if replay and hand:
            return disputes.asked(replay, found, answers, hand)
        seating = replay.table.seating if replay else None
        return game.enquire(found, answers, rules, seating, asks_size=True)

    desk, result = enquire()
    while True:
        asked = [each.question for each in desk.asked]
        questions = asked + (list(result.page) if isinstance(result, Pending) else [])
        form = drafts.tapped(request.args, questions)
        known = disputes.fitting(questions, facts)
        taken |= {q.key: q.prompt for q in questions if q.key in known}
        texts = known | drafts.draft(form, questions)
        given = known | drafts.typed(form, questions)
        if given.keys() <= answers.keys():
            break
        answers |= given
        desk, result = enquire()
    problems = result.problems if isinstance(result, Pending) else {}
    title = result.title if isinstance(result, Pending) else found.title
    page = page_of(FORM, title, roomy(questions), texts, problems, at_once=False, game=game.key)
    ruling = result if isinstance(result, Ruling) else None
    text = under(game.rules, rules or game.rules.chosen({}))
    return EnquiryPage(game, found, page, ruling, stored, tuple(taken.values()), text)


def roomy(questions: Sequence[Question[Any]]) -> list[Question[Any]]:
    """The questions, of which one with many columns of keys has a row of its own."""
    found: list[Question[Any]] = []
    for question in questions:
        many = isinstance(question, Choice) and question.columns >= WIDE
        found.append(replace(question, beside=False) if many else question)
    return found

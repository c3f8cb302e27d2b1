"""The referee: every enquiry of every room as a page, its answers in its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion import disputes, games
from companion.game import Enquiry, Game, Ruling
from companion.questions import Question
from companion.rules import HouseRule, HouseRules
from companion.rules.wording import RuleText, SheetText, under
from companion.seating import Seating
from companion.table import Pending
from companion.tables import Snapshot
from companion.web.platform.pages import shown
from companion.web.rules.rulebook import game_of, table_asked
from companion.web.tables import drafts
from companion.web.tables.fields import Page, page_of

pages = Blueprint("referee", __name__)
FORM = "enquiry"


@dataclass(frozen=True)
class Case:
    """An enquiry as its page shows it: the questions, and the ruling once they are answered."""

    game: Game
    enquiry: Enquiry
    page: Page
    ruling: Ruling | None
    table: Snapshot | None
    taken: tuple[str, ...]
    """Prompts of the answers taken over from the running hand."""
    text: SheetText
    """The rules as they are played here."""

    @property
    def url(self) -> str:
        """The page without answers."""
        return f"/referee/{self.game.key}/{self.enquiry.key}"

    @property
    def link(self) -> str:
        """The address that reproduces the ruling."""
        answers = {f"a.{f.question.key}": f.text for f in self.page.fields if f.text}
        if self.table:
            answers["table"] = self.table.code
        return f"{self.url}?{urlencode(answers)}"

    @property
    def cited(self) -> list[RuleText]:
        """The rules the ruling rests on, the one that decides first."""
        found = dict.fromkeys(self.ruling.rules if self.ruling else ())
        return [self.text.rules[id] for id in found if id in self.text.rules]

    @property
    def differing(self) -> list[HouseRule]:
        """The house rules that change one of them."""
        return [option for rule in self.cited for option in rule.options]

    def played(self, option: HouseRule) -> str:
        """The value of a house rule that is played here."""
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
    """One enquiry: its questions, and its ruling when they are answered."""
    game = game_of(key)
    found = next((each for each in game.enquiries if each.key == asked), None)
    if found is None:
        abort(404, f"The referee of {game.title} has no question “{asked[:40]}”.")
    return shown("rules/enquiry.html", c=case(game, found, table_asked(game.key)))


def case(game: Game, found: Enquiry, stored: Snapshot | None) -> Case:
    """The enquiry with the answers of the address, filled up from the running hand."""
    rules, seating, facts = surroundings(game, stored)
    questions = asked_of(game, found, {}, rules, seating)
    form = drafts.tapped(request.args, questions)
    fresh = not any(name.startswith(("a.", "t.")) for name in request.args)
    shown_text = drafts.draft(form, questions)
    answers = drafts.typed(form, questions)
    taken: tuple[str, ...] = ()
    if fresh:
        known = disputes.fitting(questions, disputes.known(found, facts))
        shown_text, answers = known | shown_text, known | answers
        taken = tuple(question.prompt for question in questions if question.key in known)
    _, result = game.enquire(found, answers, rules, seating)
    problems = result.problems if isinstance(result, Pending) else {}
    title = result.title if isinstance(result, Pending) else found.title
    page = page_of(FORM, title, questions, shown_text, problems, at_once=False, game=game.key)
    ruling = result if isinstance(result, Ruling) else None
    text = under(game.rules, rules or game.rules.chosen({}))
    return Case(game, found, page, ruling, stored, taken, text)


def surroundings(
    game: Game, stored: Snapshot | None
) -> tuple[HouseRules | None, Seating | None, Mapping[str, str]]:
    """The house rules, the people and the facts of the running hand, if there is a table."""
    if stored is None:
        return None, None, {}
    replay = stored.replay
    facts = replay.hand.facts if replay.hand else {}
    return replay.table.rules, replay.table.seating, facts


def asked_of(
    game: Game,
    found: Enquiry,
    answers: Mapping[str, str],
    rules: HouseRules | None,
    seating: Seating | None,
) -> list[Question[Any]]:
    desk, result = game.enquire(found, answers, rules, seating)
    if isinstance(result, Pending):
        return [*(each.question for each in desk.asked), *result.page]
    return [each.question for each in desk.asked]

"""The rules desk: every rule sheet to read and to search, in or out of a running game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion import games
from companion.examples import Result, run
from companion.game import Game
from companion.ledger import signed
from companion.rules import Example, HouseRule, Rule
from companion.search import Found, Index
from companion.store import Stored
from companion.web import keys
from companion.web.pages import shown
from companion.web.words import glossary, rule_url

pages = Blueprint("rulebook", __name__)


@cache
def index() -> Index:
    """The index over every sheet, made at the first search."""
    return Index(games.shelf().values())


def game_of(key: str) -> Game:
    """The game of a key; a 404 page when there is none."""
    try:
        return games.find(key)
    except KeyError:
        abort(404, f"There is no game “{key[:40]}” on the shelf.")


def table_asked(game: str = "") -> Stored | None:
    """The running table the reader comes from, if the address names one of this game."""
    code = request.args.get("table", "").strip()
    if not code:
        return None
    stored = keys.table(code)
    return stored if game in ("", stored.game) else None


@dataclass(frozen=True)
class HandShown:
    """A hand of a worked example: what was answered, what it scored, the totals after it."""

    number: int
    answers: Sequence[tuple[str, str]]
    lines: Sequence[tuple[str, str, str, str]]
    """(who, points, rule, words)."""
    totals: str


@dataclass(frozen=True)
class ExampleShown:
    """A worked example as it is read: hands with their lines, or an enquiry and its ruling."""

    title: str
    rules: str
    hands: Sequence[HandShown]
    asked: Sequence[tuple[str, str]]
    ruling: str
    refused: str


@cache
def example_shown(game: str, name: str, place: int) -> ExampleShown:
    """The example of that place among the sheet's, run and set as a page shows it."""
    room = games.find(game)
    example = room.rules.examples[place]
    result = run(room, example)
    if example.kind == "ask":
        return _ruled(example, result)
    replay = result.replay
    refused = result.refusal.message if result.refusal else ""
    house = ", ".join(
        f"{option.title}: {option.value(text).words}"
        for key, text in (replay.record.rules.items() if replay else ())
        for option in [room.rules.options[key]]
    )
    hands = [
        HandShown(
            hand.number,
            [(asked.question.prompt, asked.shown) for asked in hand.asked],
            [(str(x.to), signed(x.points), x.rule, x.why) for x in hand.lines],
            " – ".join(str(total) for total in hand.totals.values()).replace("-", "−"),
        )
        for hand in (replay.hands if replay else ())
    ]
    return ExampleShown(example.title, house, hands, (), "", refused)


def _ruled(example: Example, result: Result) -> ExampleShown:
    pairs = [(each.question.prompt, each.shown) for each in result.asked]
    answer = result.ruling.answer if result.ruling else ""
    refused = result.refusal.message if result.refusal else ""
    return ExampleShown(example.title, "", (), pairs, answer, refused)


@dataclass(frozen=True)
class Book:
    """A rule sheet as its page draws it, marked with what a table plays otherwise."""

    game: Game
    table: Stored | None
    differs: dict[str, str]
    """House rules that this table plays otherwise than printed: key -> value."""

    def examples(self, rule: Rule) -> list[ExampleShown]:
        """The worked examples of a rule."""
        every = self.game.rules.examples
        return [example_shown(self.game.key, e.name, every.index(e)) for e in rule.examples]

    def option_here(self, option: HouseRule) -> str:
        """What this table plays, where it is not the printed value."""
        value = self.differs.get(option.key, "")
        return option.value(value).words if value else ""

    def links(self, rule: Rule) -> list[Rule]:
        """The related rules that the sheet has."""
        return [self.game.rules.rules[id] for id in rule.see if id in self.game.rules.rules]

    def cited_by(self, rule: Rule) -> list[Rule]:
        """The rules that relate themselves to this one, where it does not name them back."""
        every = self.game.rules.rules.values()
        return [each for each in every if rule.id in each.see and each.id not in rule.see]


def book(game: Game) -> Book:
    """The sheet of a game for this reader."""
    stored = table_asked(game.key)
    differs: dict[str, str] = {}
    if stored:
        replay = game.replay(stored.record)
        printed = game.rules.defaults
        differs = {key: text for key, text in replay.table.rules if text != printed[key]}
    return Book(game, stored, differs)


@pages.get("/rules")
def every() -> ResponseReturnValue:
    """Search over all sheets, and the way to each."""
    query = request.args.get("q", "").strip()[:200]
    stored = table_asked()
    found = index().find(query, limit=25) if query else []
    return shown("rules/all.html", query=query, found=found, shelf=games.shelf(), table=stored)


@pages.get("/rules/words")
def words() -> ResponseReturnValue:
    """The words of the card table, as these pages use them."""
    return shown("rules/words.html", words=glossary())


@pages.get("/rules/<key>")
def sheet(key: str) -> ResponseReturnValue:
    """One rule sheet; with `q` what it says about that, best first."""
    game = game_of(key)
    query = request.args.get("q", "").strip()[:200]
    found: list[Found] = index().find(query, game.key, limit=12) if query else []
    return shown("rules/sheet.html", b=book(game), query=query, found=found)


@pages.get("/rule/<id>")
def permanent(id: str) -> ResponseReturnValue:
    """The lasting address of a rule: leads to it on its sheet."""
    shelf = games.shelf().values()
    game = next((game for game in shelf if id.upper() in game.rules.rules), None)
    if game is None:
        abort(404, f"No sheet has a rule {id[:40]}.")
    return redirect(rule_url(game.key, id.upper()))

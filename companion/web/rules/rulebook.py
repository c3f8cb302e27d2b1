"""Rule sheets, to read and to search, alone or for a running table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, lru_cache
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import clock, games
from companion.engine.examples import ExampleResult, own_rules, played
from companion.engine.game import Game
from companion.questions import Refused
from companion.rules import HouseRule, marks
from companion.rules.pieces import ExampleText, RuleText, SectionText
from companion.rules.search import Found, Index, SearchResult
from companion.rules.templates import rendered_drawing
from companion.rules.wording import SheetText, under
from companion.store import NotFound
from companion.store.listing import Listing, Scope
from companion.tables import Snapshot
from companion.web.platform import browser
from companion.web.platform.browser import game_of, shown, table_asked
from companion.web.rules.prose import glossary
from companion.web.rules.sets import found as found_set
from companion.web.rules.words import rule_url
from companion.words import signed, with_minus

pages = Blueprint("rulebook", __name__)


@cache
def index() -> Index:
    """The search index of all rule sheets, built at the first search."""
    return Index(games.all_games().values())


@lru_cache(maxsize=8)
def index_here(key: str, rules: tuple[tuple[str, str], ...]) -> Index:
    """The search index with one sheet under these house rules."""
    return Index(games.all_games().values(), {key: games.find(key).rules.chosen(dict(rules))})


def where_to_look(b: Book | None) -> Index:
    return index_here(b.game.key, tuple(b.text.house)) if b and b.differs else index()


@dataclass(frozen=True)
class HandShown:
    """A hand of a worked example: answers, score lines, totals."""

    number: int
    answers: Sequence[tuple[str, str]]
    lines: Sequence[tuple[str, str, str, str]]
    """(who, points, rule, words)."""
    totals: str
    text: str = ""


@dataclass(frozen=True)
class ExampleShown:
    """A worked example to render: hands with their lines, or an enquiry and its ruling."""

    title: str
    rules: str
    hands: Sequence[HandShown]
    asked: Sequence[tuple[str, str]]
    ruling: str
    refused: str
    text: str = ""


@lru_cache(maxsize=32)
def examples_shown(
    key: str, rules: tuple[tuple[str, str], ...]
) -> Mapping[str, Sequence[ExampleShown]]:
    """The worked examples of every rule and section, scored under these house rules."""
    game = games.find(key)
    chosen = game.rules.chosen(dict(rules))
    text = under(game.rules, chosen)
    examples: dict[str, Sequence[ExampleShown]] = {}
    for section in text.sections:
        holders: list[SectionText | RuleText] = [section, *section.rules]
        for holder in holders:
            every = [_shown(game, example, run) for example, run in played(game, holder, chosen)]
            if every:
                examples[holder.id] = every
    return examples


def _shown(game: Game, text: ExampleText, result: ExampleResult) -> ExampleShown:
    answer = result.ruling.answer if result.ruling else ""
    refused = result.refusal.message if result.refusal else ""
    asked = [(each.question.prompt, each.shown) for each in result.asked]
    house = ", ".join(
        f"{option.title}: {option.value(value).words}"
        for key, value in own_rules(game, text.example).items()
        for option in [game.rules.options[key]]
    )
    hands = [
        HandShown(
            hand.number,
            [(asked.question.prompt, asked.shown) for asked in hand.asked],
            [(str(x.to), signed(x.points), x.rule, x.why) for x in hand.lines],
            with_minus(" : ".join(str(total) for total in hand.totals.values())),
            text.telling.get(hand.number, ""),
        )
        for hand in (result.replay.hands if result.replay else ())
    ]
    guidance = text.telling.get(0, "")
    return ExampleShown(text.title, house, hands, asked, answer, refused, guidance)


@dataclass(frozen=True)
class Book:
    """A rule sheet to render, with differences from the standard rules marked."""

    game: Game
    table: Snapshot | None
    text: SheetText
    asked: Mapping[str, str]
    """Query parameters that select the house rules: {"table": "K7M2PX"}, {"rule.target": "62"}."""

    @property
    def query(self) -> str:
        """The same as a query string."""
        return "?" + urlencode(self.asked) if self.asked else ""

    @property
    def printed(self) -> str:
        """The house rules as a query string for printed documents."""
        rules = {f"rule.{key}": text for key, text in self.differs.items()}
        return "&" + urlencode(rules) if rules else ""

    @property
    def drawing(self) -> str:
        """The game's drawing under these house rules."""
        return rendered_drawing(self.game.drawing, self.game.rules, self.text.house)

    @property
    def differs(self) -> dict[str, str]:
        """House rules that are not at their standard value."""
        return {option.key: self.text.house.text(option.key) for option in self.text.changed}

    def examples(self, holder: RuleText | SectionText) -> Sequence[ExampleShown]:
        """The worked examples of a rule that hold under these house rules."""
        return examples_shown(self.game.key, tuple(self.text.house)).get(holder.id, ())

    @property
    def options(self) -> Mapping[str, HouseRule]:
        """The house rules, at a table in the words that hold for its players."""
        return self.table.replay.options if self.table else self.text.options

    def option_here(self, option: HouseRule) -> str:
        """The value in force, if it is not the standard one; otherwise ""."""
        value = self.differs.get(option.key, "")
        return option.value(value).words if value else ""

    @property
    def first_changed(self) -> str:
        """Id of the first rule that differs from the standard rules; "" if none does."""
        every = (rule for section in self.text.running for rule in section.rules)
        return next((rule.id for rule in every if rule.here), "")

    def struck(self, rule: RuleText) -> str:
        """The standard wording that the house rules replace, without tables."""
        now = set(marks.units(rule.body.text))
        gone = [unit for unit in marks.units(rule.body.standard) if unit not in now]
        return "\n\n".join(unit for unit in gone if unit.strip() and "|" not in unit)

    def links(self, rule: RuleText) -> list[RuleText]:
        return [self.text.rules[id] for id in rule.see if id in self.text.rules]

    def cited_by(self, rule: RuleText) -> list[RuleText]:
        """Rules that name this one in `see:` without being named by it."""
        every = self.text.rules.values()
        return [each for each in every if rule.id in each.see and each.id not in rule.see]


def book(game: Game) -> Book:
    """The sheet of a game under the house rules of the query string, a table or a set."""
    if table := table_asked(game.key):
        return book_of(table)
    given = {key[5:]: text for key, text in request.args.items() if key.startswith("rule.")}
    if code := request.args.get("set", ""):
        kept = found_set(code)
        given = {**kept.rules, **given} if kept.game == game.key else given
    try:
        chosen = game.rules.chosen(given)
    except Refused as refusal:
        abort(404, refusal.message)
    asked = {f"rule.{key}": text for key, text in given.items()}
    return Book(game, None, under(game.rules, chosen), asked)


def book_of(table: Snapshot) -> Book:
    """The sheet of a table's game under the table's house rules."""
    replay, game = table.replay, table.game
    rules = replay.hand.rules if replay.hand else replay.table.rules
    return Book(game, table, under(game.rules, rules), {"table": table.code})


ALL = "all"
"""Value of the game field that searches all games."""
NO_RESULT = SearchResult("", "", ())
"""The result before any search."""


def on_the_table() -> str:
    """Key of the game this browser played last; "" if none."""
    for code in reversed(browser.known()):
        try:
            return browser.tables().get(code, keep=False).record.game
        except NotFound:
            continue
    return ""


def asked_lately(query: str, best: Found) -> list[tuple[str, str, str]]:
    """The last three queries of this phone with a sure answer: (query, key of the game, answer),
    each to 90 letters, newest first. One that goes on from another takes its place."""
    answer = (best.said.answer if best.said else best.rule.title)[:90]
    others = [each for each in session.get("asked", ()) if each[2] != answer
              and not (each[0].startswith(query) or query.startswith(each[0]))]  # fmt: skip
    return [(query[:90], best.game.key, answer), *others][:3]


def in_play() -> Snapshot | None:
    """This browser's table that was played last, if its game goes on today; else None."""
    playing = Scope(codes=[*browser.known()], status="playing")
    for each in Listing(browser.store()).listed(playing, 1):
        if each.game in games.all_games() and clock.now() - each.touched < timedelta(days=1):
            return browser.tables().get(each.code, keep=False)
    return None


@pages.get("/rules")
def every() -> ResponseReturnValue:
    """Search in all games, or in one: chosen, of the table, named, or in play."""
    query = request.args.get("q", "").strip()[:200]
    table, all_games = table_asked(), games.covers()
    chosen = games.key_of(request.args.get("game", ""))
    scope = chosen if chosen in (*all_games, ALL) else table.game.key if table else ALL
    look = where_to_look(book_of(table) if table else None)
    known = "" if scope == ALL else scope
    answer = look.answer(query, known, limit=12 if known else 25) if query else NO_RESULT
    running, lacking = in_play() if query and not (chosen or table or answer.game) else None, ""
    if running:
        own = where_to_look(book_of(running)).answer(query, running.game.key, limit=12)
        if not (own.weak or own.others or own.alone):
            known, answer = running.game.key, own
        elif answer.sure and answer.found[0].game is not running.game:
            lacking = running.replay.title
    key = known or answer.game
    if answer.sure:
        session["asked"] = asked_lately(query, answer.found[0])
    hits = {each.game.key: each.game for each in answer.found}
    return shown(
        "rules/all.html",
        query=query, answer=answer, lacking=lacking, all_games=all_games,
        lately=[each for each in session.get("asked", ()) if each[1] in all_games],
        near=[game for game in hits.values() if game.key != key][:4] or all_games.values(),
        table=table,
        scope=scope if chosen else "",
        known=known,
        chosen=games.find(key) if key else None,
    )  # fmt: skip


@pages.get("/rules/words")
def words() -> ResponseReturnValue:
    """The glossary of card words."""
    return shown("rules/words.html", words=glossary())


@pages.get("/rules/<key>")
def sheet(key: str) -> ResponseReturnValue:
    """A rule sheet; with `q`, search results in it, best first."""
    game = game_of(key)
    query = request.args.get("q", "").strip()[:200]
    b = book(game)
    answer = where_to_look(b).answer(query, game.key, limit=12) if query else NO_RESULT
    return shown("rules/sheet.html", b=b, query=query, answer=answer)


@pages.get("/rule/<id>")
def permanent(id: str) -> ResponseReturnValue:
    """Permanent URL of a rule: redirects to its place on the sheet."""
    game = next(
        (game for game in games.all_games().values() if id.upper() in game.rules.rules), None
    )
    if game is None:
        abort(404, f"There is no rule {id[:40]}.")
    return redirect(rule_url(game.key, id.upper()))

"""The whole library: every document of every game, and the club book of them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Game
from companion.printing import cards, rulesheet
from companion.printing.documents import (
    CARD_FITS,
    KINDS,
    PAPERS,
    Document,
    Kind,
    Wish,
    build,
    fit,
    rendered,
)
from companion.printing.people import party
from companion.printing.text import file_name

LONG, LONGEST = 6000, 9000
"""Letters of rules that begin a third page, which has room for all worked examples, and of those
that fill it."""
FEW, ALL = 2, 6
BOOK = Kind(
    "book", "club book", "Club book", "rules.css", lambda *_: {}, (fit(9.4, ALL),), seconds=180
)
SET = Kind("cards", "card set", "A card of each game", "cards.css", lambda *_: {}, CARD_FITS)


@dataclass(frozen=True)
class Chapter:
    """One game of the book, under its house rules."""

    game: Game
    view: dict[str, Any]

    @property
    def whole(self) -> bool:
        """Whether its pages come out full with few examples and its box of rulings in one piece."""
        return not LONG <= letters(self.game) < LONGEST


def letters(game: Game) -> int:
    """How much its rule sheet says, examples and credits left out."""
    return sum(
        len(rule.title) + len(rule.text)
        for section in game.rules.sections
        if section.id not in rulesheet.APART - {"rulings"}
        for rule in section.rules
    )


def book(
    games: Sequence[Game],
    wish: Wish | None = None,
    rules: Mapping[str, Mapping[str, str]] | None = None,
) -> Document:
    """The club book of these games; `rules` are house rules by the key of a game."""
    wish = wish or Wish()
    chapters = [
        Chapter(game, rulesheet.view(party(game, rules=(rules or {}).get(game.key)), ALL))
        for game in games
    ]
    for chapter in chapters:
        if chapter.whole:
            chapter.view["worked"] = chapter.view["worked"][:FEW]
    index = sorted(
        (rule.id, rule.title)
        for game in games
        for section in game.rules.sections
        if section.id not in rulesheet.APART
        for rule in section.rules
        if rule.id != game.adjust_rule
    )
    title = "The club book"
    body = rendered("book.html", BOOK, wish, title, chapters=chapters, index=index)
    return Document(title, file_name("club-book", wish.paper), body, BOOK, wish)


def card_set(games: Sequence[Game], wish: Wish | None = None) -> Document:
    """A pocket card of each game, nine to a sheet."""
    wish = wish or Wish()
    title = "Pocket cards of all games"
    body = rendered("cards.html", SET, wish, title, sides=cards.sides(list(games)))
    return Document(title, file_name("card-set", wish.paper), body, SET, wish)


def library(games: Iterable[Game], papers: Iterable[str] = PAPERS) -> Iterator[Document]:
    """Every document of these games on these papers, then the book and the card set."""
    games = list(games)
    for paper in papers:
        wish = Wish(paper=paper)
        for game in games:
            for kind in KINDS:
                yield build(kind, game, wish=wish)
        yield book(games, wish)
        yield card_set(games, wish)

"""The whole library: every document of every game, and the club book of them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.game import Game
from companion.printing import cards, measure, rulesheet
from companion.printing.documents import (
    CARD_FITS,
    PAPERS,
    Document,
    Kind,
    Wish,
    build,
    fragment,
    kinds_of,
    rendered,
)
from companion.printing.people import Party, party
from companion.printing.text import file_name
from companion.rules.wording import SheetText

BOOK = Kind("book", "club book", "Club book", "rules.css", lambda *_: {}, (measure.FLOWING,),
            seconds=180)  # fmt: skip
SET = Kind("cards", "card set", "A card of each game", "cards.css", lambda *_: {}, CARD_FITS,
           seconds=60)  # fmt: skip


@dataclass(frozen=True)
class Chapter:
    """One game of the book, under its house rules."""

    party: Party
    body: Markup

    @property
    def game(self) -> Game:
        return self.party.game

    @property
    def sheet(self) -> SheetText:
        """Its rules as the club plays them."""
        return self.party.text


def book(
    games: Sequence[Game],
    wish: Wish | None = None,
    rules: Mapping[str, Mapping[str, str]] | None = None,
    club: str = "",
) -> Document:
    """The club book of these games; `rules` are house rules by the key of a game."""
    wish = wish or Wish()
    chapters = []
    for who in (party(game, rules=(rules or {}).get(game.key)) for game in games):
        shown = {**rulesheet.view(who), "rulings": rulesheet.rulings(who)}
        body = fragment("_rules.html", game=who.game, sheet=who.text, **shown)
        chapters.append(Chapter(who, body))
    index = sorted(
        (
            (rule.title, chapter.game.title, rule.id)
            for chapter in chapters
            for rule in rulesheet.told(chapter.party)
        ),
        key=lambda entry: entry[0].casefold(),
    )
    title = club or "The club book"
    whole = rendered("book.html", BOOK, wish, title, chapters=chapters, index=index, club=club)
    return Document(title, file_name("club-book", wish.paper), whole, BOOK, wish)


def card_set(games: Sequence[Game], wish: Wish | None = None) -> Document:
    """A pocket card of each game, nine to a sheet."""
    wish = wish or Wish()
    title = "Pocket cards of all games"
    sides = cards.sides([party(game) for game in games])
    body = rendered("cards.html", SET, wish, title, sides=sides)
    return Document(title, file_name("card-set", wish.paper), body, SET, wish)


def library(
    games: Iterable[Game], papers: Iterable[str] = PAPERS, club: str = ""
) -> Iterator[Document]:
    """Every document of these games on these papers, then the book and the card set."""
    games = list(games)
    for paper in papers:
        wish = Wish(paper=paper, club=club)
        for game in games:
            for kind in kinds_of(game):
                yield build(kind, game, wish=wish)
        yield book(games, wish, club=club)
        yield card_set(games, wish)

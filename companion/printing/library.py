"""The whole library: every document of every game, and the club book of them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from companion.game import Game
from companion.printing import cards, measure, rulesheet
from companion.printing.cards import faces
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
            seconds=400)  # fmt: skip
ALONE = (".ticks { display: none }",)
"""A scoresheet of the book has no questions on its back: the chapter before it answers them."""
SET = Kind("cards", "card set", "A card of each game", "cards.css", lambda *_: {}, CARD_FITS,
           seconds=60)  # fmt: skip


Entry = tuple[str, list[tuple[str, str]]]


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

    @property
    def places(self) -> list[tuple[str, str]]:
        """What the contents name below the game: the id of each place, and what stands there."""
        found = [(each.id, each.title) for each in rulesheet.running(self.party)]
        found += [("differ", "Where tables differ"), ("rulings", "Rulings")]
        found += [("card", "On the pocket card"), ("sheet", "Scoresheet")]
        return [(f"{self.game.key}-{id}", title) for id, title in found]


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
        shown = {**rulesheet.view(who), "rulings": rulesheet.rulings(who), "faces": faces(who)}
        body = fragment("_rules.html", game=who.game, sheet=who.text, **shown)
        chapters.append(Chapter(who, body))
    title = club or "The club book"

    def part(name: str, **shown: object) -> Document:
        html = rendered("book.html", BOOK, wish, title, part=name, **shown)
        return Document(title, file_name("club-book", wish.paper), html, BOOK, wish)

    bound = []
    for each in chapters:
        text = part("chapter", chapter=each).sheets
        bound.append(replace(text, fits=measure.CHAPTER, even=True))
        house = (rules or {}).get(each.game.key)
        sheet = build("sheet", each.game, wish=wish, rules=house)
        bound.append(replace(sheet.sheets, fits=ALONE))
    bound.append(part("index", letters=_index(chapters)).sheets)
    return replace(part("front", chapters=chapters, club=club), parts=tuple(bound))


def _index(chapters: Iterable[Chapter]) -> list[tuple[str, list[Entry]]]:
    """What rules are about, by letters: each with the games that have it, and their ids."""
    found: dict[str, list[tuple[str, str]]] = {}
    for chapter in chapters:
        for rule in rulesheet.told(chapter.party):
            found.setdefault(subject(rule.title), []).append((chapter.game.title, rule.id))
    entries = sorted(found.items(), key=lambda entry: entry[0].casefold())
    return [(letter, list(some)) for letter, some in groupby(entries, lambda each: each[0][0])]


def subject(title: str) -> str:
    """The title of a rule as an index has it: "The first deal" is looked for under F."""
    first, _, rest = title.rstrip(".").partition(" ")
    if rest and first in {"A", "An", "The"}:
        return rest[0].upper() + rest[1:]
    return title.rstrip(".")


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

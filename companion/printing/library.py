"""The whole library: every document of every game, and a pocket card of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.engine.game import Game
from companion.printing import cards
from companion.printing.documents import (
    KINDS,
    PAPERS,
    Document,
    Wish,
    build,
    kinds_of,
    rendered,
)
from companion.printing.people import party
from companion.printing.text import file_name


def card_set(games: Sequence[Game], wish: Wish | None = None) -> Document:
    """A pocket card of each game, nine to a sheet."""
    wish = wish or Wish()
    title = "Pocket cards of all games"
    kind = KINDS["cards"]
    body = rendered("cards.html", kind, wish, title, sides=cards.sides([party(g) for g in games]))
    return Document(title, card_set_name(wish), body, kind, wish)


def card_set_name(wish: Wish) -> str:
    """What a file of it is called, without ending."""
    return file_name("card-set", wish.paper)


def library(
    games: Iterable[Game], papers: Iterable[str] = PAPERS, club: str = ""
) -> Iterator[Document]:
    """Every document of these games on these papers, and a card of each."""
    games = list(games)
    for paper in papers:
        wish = Wish(paper=paper, club=club)
        for game in games:
            for kind in kinds_of(game):
                yield build(kind, game, wish=wish)
        yield card_set(games, wish)

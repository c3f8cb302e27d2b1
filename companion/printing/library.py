"""The whole library: every document of every game, and a pocket card of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from markupsafe import escape

from companion.engine.game import Game
from companion.printing import cards
from companion.printing.documents import (
    KINDS,
    Document,
    build,
    kinds_of,
    rendered,
)
from companion.printing.people import party
from companion.printing.text import file_name
from companion.printing.wish import PAPERS, Wish


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


def club_set(games: Sequence[Game], wish: Wish | None = None) -> Document:
    """Every document of these games, joined in one PDF; a page for a browser shows the first."""
    wish = wish or Wish()
    first, *others = [build(kind, game, wish=wish) for game in games for kind in kinds_of(game)]
    title = f"{wish.club or 'Club'}: {', '.join(game.title for game in games)}"
    body = first.body.replace(f"<title>{escape(first.title)}</title>",
                              f"<title>{escape(title)}</title>")  # fmt: skip
    return replace(first, title=title, name=club_set_name(wish), body=body, more=tuple(others))


def club_set_name(wish: Wish) -> str:
    """What a file of it is called, without ending."""
    return file_name("club", wish.club, wish.paper)


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

"""Documents of many games: every document of every game, a pocket card of each, and a club's
season or evening on one page, with people as rows and evenings or games as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import escape

from companion import games as all_games
from companion.clubs import season
from companion.clubs.club import Club
from companion.clubs.season import ClubEvening, SeasonRow
from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.printing import cards
from companion.printing.documents import KINDS, Document, Kind, build, kinds_of, rendered
from companion.printing.people import party
from companion.printing.print_settings import PAPERS, PrintSettings
from companion.printing.text import file_name
from companion.results.summary import GameSummary
from companion.words import listed, with_minus


def one(
    kind: str, key: str, *, record: Record | None = None, replay: Replay | None = None, **how: Any
) -> Document:
    """A document of the game with this key. A process that has no replay makes it of the record."""
    game = all_games.find(key)
    if record and not replay:
        replay = game.replay(record)
    return build(kind, game, replay=replay, **how)


def several(
    make: Callable[[Sequence[Game], PrintSettings], Document],
    games: Sequence[str],
    settings: PrintSettings,
) -> Document:
    """A document of the games with these keys."""
    return make([all_games.find(key) for key in games], settings)


def card_set(games: Sequence[Game], settings: PrintSettings | None = None) -> Document:
    """A pocket card of each game, nine to a sheet."""
    settings = settings or PrintSettings()
    title = "Pocket cards of all games"
    kind = KINDS["cards"]
    sides = cards.sides([cards.faces(party(game)) for game in games])
    body = rendered("cards.html", kind, settings, title, sides=sides)
    return Document(title, card_set_name(settings), body, kind, settings)


def card_set_name(settings: PrintSettings) -> str:
    """The name of its file, without ending."""
    return file_name("card-set", settings.paper)


def club_set(games: Sequence[Game], settings: PrintSettings | None = None) -> Document:
    """Every document of these games, joined in one PDF; a page for a browser shows the first."""
    settings = settings or PrintSettings()
    first, *others = [
        build(kind, game, settings=settings) for game in games for kind in kinds_of(game)
    ]
    title = f"{settings.club or 'Club'}: {', '.join(game.title for game in games)}"
    body = first.body.replace(f"<title>{escape(first.title)}</title>",
                              f"<title>{escape(title)}</title>")  # fmt: skip
    return replace(first, title=title, name=club_set_name(settings), body=body, more=tuple(others))


def club_set_name(settings: PrintSettings) -> str:
    """The name of its file, without ending."""
    return file_name("club", settings.club, settings.paper)


def library(
    games: Iterable[Game], papers: Iterable[str] = PAPERS, club: str = ""
) -> Iterator[Document]:
    """Every document of these games on these papers, and a card of each."""
    games = list(games)
    for paper in papers:
        settings = PrintSettings(paper=paper, club=club)
        for place, game in enumerate(games):
            for kind in kinds_of(game):
                yield build(kind, game, settings=settings)
            if place == 0:
                # It takes longest to print, so it is not the last. To build it the rules of all
                # games are read, so it is not the first.
                yield card_set(games, settings)


NARROW, UPRIGHT, WIDE = 10, 16, 22
"""Columns beside the figures of a season, and of an evening, on an upright page; and on one that
lies."""
LYING, TIES = 30, 8
"""Most people on a page in landscape; most ties that are explained."""
SIZES = {False: {"larger": 30, "": 36, "close": 41}, True: {"larger": 19, "": 23, "close": 26}}
"""Most lines that a page has in each size of type, upright and lying. With more it is small."""
LETTERS, LARGE_COLUMNS, FEW = (100, 145), 16, 7
"""Letters in a line, upright and lying; most columns beside large type; so many are not wide."""


def season_page(club: Club, evenings: Sequence[ClubEvening], settings: PrintSettings) -> Document:
    """The season's table; of more evenings than fit, the latest have a column."""
    counted = [each.day for each in evenings if club.counts(each.day)]
    rows = season.standings(club, evenings)
    lies = len(counted) > NARROW - 2 and len(rows) <= LYING
    days = counted[-(WIDE if lies else NARROW) :]
    words = [season.how(club)]
    if len(days) < len(counted):
        words.append(f"Columns: the latest {len(days)} of {len(counted)} evenings; all count.")
    ties = [f"{one.name}: {one.why[:1].lower()}{one.why[1:]}." for one in rows if one.why]
    words += [" ".join(ties)] if len(ties) <= TIES else []
    span = f", {season.day(counted[0])} to {season.day(counted[-1])}" if counted else ""
    first = [each for each in rows if each.place == 1 and each.evenings]
    each = " an evening" if club.average else ""
    points = season.figures(club, first[0])[0] if first else ""
    lead = f", {points} {'point' if points == '1' else 'points'}{each}" if first else ""
    return table_page(
        settings, club.name, f"Season table{span}", "season", lies, words=words, lists=[], games=[],
        first=headline([each.name for each in first]), line=f"first in the season{lead}",
        figures=season.headings(club),
        columns=[season.day(day, short=True).replace(" ", "\n") for day in days],
        rows=[(f"{one.place}." if one.evenings else "", one.name, season.figures(club, one),
               _points(one, days)) for one in rows],
    )  # fmt: skip


def _points(one: SeasonRow, days: Sequence[str]) -> list[tuple[str, bool]]:
    """The text of each column, with True if it is struck out."""
    cells = {day: (str(each.points), day not in one.counted) for day, each in one.by_day.items()}
    return [cells.get(day, ("", False)) for day in days]


def evening_page(
    club: Club, evening: ClubEvening, settings: PrintSettings, title_of: Callable[[str], str]
) -> Document:
    """An evening: who won which game, the season's points, and every note."""
    games = [(f"{number} {title_of(each.summary.game)}", each.summary)
             for number, each in enumerate(evening.played, 1)]  # fmt: skip
    rows = evening.places
    columns = games[-(WIDE if len(rows) <= LYING else UPRIGHT) :]
    notes = [("The evening", club.notes[evening.day])] if evening.day in club.notes else []
    notes += [(f"{title}, {where}", what) for title, game in games for where, what in game.notes]
    return table_page(
        settings, club.name, season.day(evening.day), evening.day,
        len(columns) > UPRIGHT and len(rows) <= LYING, words=[], lists=[("Notes", notes)],
        first=headline(evening.winners), line=f"won the evening of {season.day(evening.day)}",
        games=[(*title.split(" ", 1), *_result(game)) for title, game in games],
        figures=["season points", "games won"], columns=[title.split()[0] for title, _ in columns],
        rows=[(f"{each.place}.", each.name, [str(each.points), str(each.won)],
               [(season.mark(game, each.name), False) for _, game in columns]) for each in rows],
    )  # fmt: skip


MOST_NAMES = 3
"""Most level winners that the head names. If there are more, it names the club."""


def headline(names: Sequence[str]) -> str:
    """The winners in one line; "" if there is none, or too many."""
    return listed(names, "and") if 0 < len(names) <= MOST_NAMES else ""


def _result(game: GameSummary) -> tuple[str, str, str]:
    """Return the winners of a game, their total, and the others with theirs."""
    won = [code for code in game.sides if code in game.winners]
    rest = [f"{name} {with_minus(game.totals[code])}"
            for code, name in game.sides.items() if code not in won]  # fmt: skip
    totals = [with_minus(game.totals[code]) for code in won[:1]]
    why = "closed early" if game.closed else "" if won else "not finished"
    names = listed([game.sides[code] for code in won], "and") if won else why
    return names, "".join(totals), ", ".join(rest)


def table_page(
    settings: PrintSettings,
    club: str,
    under: str,
    name: str,
    lies: bool,
    roomy: bool = False,
    close: bool = False,
    **context: Sequence[Any],
) -> Document:
    """A page with people as rows; `first` and `line` are its headline, `under` its subject. With
    `roomy` the columns are wide, with `close` the type is not large."""
    kind, size = Kind("club", under, under, "club.css", lambda *_: {}), _size(lies, **context)
    size = "close" if close and size in ("larger", "") else size
    body = rendered("club.html", kind, settings, f"{club}: {under}", club=club, under=under,
                    lies=lies, size=size, **context,
                    roomy=roomy or len(context["columns"]) < FEW)  # fmt: skip
    return Document(
        f"{club}: {under}", file_name("club", name, settings.paper), body, kind, settings
    )


def _size(
    lies: bool,
    *,
    rows: Sequence[Any],
    games: Sequence[Any],
    words: Sequence[Any],
    lists: Sequence[Any],
    columns: Sequence[Any],
    **_: Sequence[Any],
) -> str:
    """The largest size of type at which everything fits on a page."""
    noted = [f"{about}: {text}" for _, lines in lists for about, text in lines]
    texts = [*words, *noted, *("".join(game[1:]) for game in games)]
    lines = len(rows) + sum(1 + len(text) // LETTERS[lies] for text in texts)
    lines += 3 * bool(games) + 3 * bool(noted)
    sizes = (name for name, most in SIZES[lies].items() if lines <= most)
    size = next(sizes, "small")
    return "" if size == "larger" and len(columns) > LARGE_COLUMNS else size

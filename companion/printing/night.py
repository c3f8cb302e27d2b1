"""The papers of a night of tables: chart, player cards, table signs, ranking, scoresheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion import games
from companion.clubs.season import day
from companion.nights.night import Night, NightPlace
from companion.nights.rotation import Chair, stays
from companion.printing.documents import Document, Kind, build, rendered
from companion.printing.library import LYING, headline, table_page
from companion.printing.print_settings import PrintSettings
from companion.printing.text import file_name
from companion.words import with_minus


class NightTitle(NamedTuple):
    """The heading of the papers of a night."""

    club: str
    game: str
    """The game as this club calls it."""
    url: str = ""
    """The address in the code of chart and signs; "" for no code."""


CUT = {"eight": 8, "six": 6}
"""Player cards on a page."""
FEW_ROUNDS = 6
"""Most rounds on one of eight cards."""
CARD_NAMES = {
    "partners": {"plain": 13, "long": 17, "longest": 999},
    "three": {"plain": 15, "long": 19, "small": 25, "longest": 50, "none": 999},
}
"""The sizes of type on a card, with the most letters of the names in a row."""
ROW_HEIGHTS = {"roomy": 13.1, "": 11.3, "tight": 8.4}
"""The heights of a row of the chart, in mm."""
MANY_TABLES, LEAST = 15, 10.2
"""With more tables each person has a line of a row; the least height of the row."""
CHART, NAMES_HEAD, NAME_LINE = 128.0, 8.0, 5.1
"""The room for the rows of the chart and the names, the heading of the names, and a line, in mm."""
IN_LINE, LETTERS = 5, 20
"""Names in a line below the chart, and letters of a name in its column."""
RANKED = (
    "Points of your side, round by round. A dot: the round does not count for this person. "
    "Points a hand decide the place, then rounds won, then the best round. After that the place "
    "is shared."
)
BROAD, WIDE_NAME = 9, 26
"""Most rounds with wide columns in a ranking, and letters of a name in large type."""


def _paper(
    night: Night, title: NightTitle, kind: str, words: str, settings: PrintSettings, **facts: Any
) -> Document:
    """A document of the night from the template of this kind."""
    heading, names = f"{title.club}, {day(night.day)}: {words}", "club.css night.css"
    made_of = Kind(kind, words, words, names, lambda *_: {})
    body = rendered(f"night-{kind}.html", made_of, settings, heading, night=night, words=words,
                    when=day(night.day), at=title, people=_people(night), **facts)  # fmt: skip
    name = file_name("night", night.day, kind, settings.paper)
    return Document(heading, name, body, made_of, settings)


def _people(night: Night) -> list[tuple[int, str]]:
    """The numbers and names of those who are there in the last round."""
    return [(number, name or "stand-in") for number, name in enumerate(night.sitting[-1], 1)]


def chart_page(night: Night, title: NightTitle, settings: PrintSettings) -> Document:
    """The tables of every round, and the number of each person."""
    plan, tables = night.plan, max(map(len, night.plan.rounds))
    lines = sum(1 + len(name) // LETTERS for _, name in _people(night)) / IN_LINE
    names = NAMES_HEAD + NAME_LINE * (int(lines) + 1)
    least = LEAST if tables > MANY_TABLES else 0
    sizes = {size: night.rounds * max(high, least) for size, high in ROW_HEIGHTS.items()}
    size = next((size for size, high in sizes.items() if high + names <= CHART), "")
    apart = sizes[size] + names > CHART
    if apart:
        size = next((size for size, high in sizes.items() if high <= CHART), "tight")
    return _paper(
        night, title, "chart", "Who plays where", settings, apart=apart, row=size, tables=tables,
        again=plan.partners_again, many=tables > MANY_TABLES,
        kept=plan.people if stays(plan.people, night.shape) else 0,
        long=any(len(name) > WIDE_NAME for name in night.sitting[-1]),
    )  # fmt: skip


def cards_page(night: Night, title: NightTitle, settings: PrintSettings) -> Document:
    """A card for each person: chairs, partners and opponents, room for points and a signature."""
    size = "eight" if night.rounds <= FEW_ROUNDS else "six"
    rounds = range(1, night.rounds + 1)
    cards = [(number, name, [_line(night, number, each) for each in rounds])
             for number, name in _people(night)]  # fmt: skip
    pages = [cards[at : at + CUT[size]] for at in range(0, len(cards), CUT[size])]
    return _paper(night, title, "cards", "Player cards", settings, pages=pages, cut=size,
                  short=day(night.day, short=True))  # fmt: skip


def _line(
    night: Night, number: int, round: int
) -> tuple[Chair | None, list[tuple[int, str]], str, tuple[int, ...]]:
    """A person's chair in a round, the partner by name (of three at a table, both others) with the
    size of the type, and the opponents by number."""
    others = night.plan.table(number, round)[1:]
    named = others[1:2] if night.shape == "partners" else others
    names = [_people(night)[each - 1] for each in named]
    letters = sum(len(name) for _, name in names)
    size = next(size for size, most in CARD_NAMES[night.shape].items() if letters <= most)
    names = [(each, "" if size == "none" else name) for each, name in names]
    return night.plan.chair(number, round), names, size, others[::2]


def signs_page(night: Night, title: NightTitle, settings: PrintSettings) -> Document:
    """The sign of each table with the way out of its chairs, and that of the places to sit out."""
    tables = dict[int, list[tuple[Chair, Chair]]]()
    for chair, to in night.plan.ways.items():  # those to sit out are the last
        tables.setdefault(chair.table, []).append((chair, to))
    return _paper(night, title, "signs", "Table signs", settings, tables=tables.items())


def ranking_page(
    night: Night, lines: Sequence[NightPlace], title: NightTitle, settings: PrintSettings
) -> Document:
    """The ranking of the night, with the points of every round."""
    first = [each for each in lines if each.place == 1]
    few = any(not each.place for each in lines)
    words = [RANKED, "No place: fewer than half of the hands."][: 1 + few]
    return table_page(
        settings, title.club, f"{title.game}, {day(night.day)}", f"night-{night.day}-ranking",
        night.rounds > BROAD and len(lines) <= LYING, words=words, lists=[], games=[],
        first=headline([each.name for each in first]),
        line=f"won the night with {first[0].average} points a hand" if first else "",
        figures=["a hand", "points", "hands", "rounds won"], roomy=night.rounds <= BROAD,
        close=any(len(each.name) > WIDE_NAME for each in lines),
        columns=[str(each) for each in range(1, night.rounds + 1)],
        rows=[(f"{one.place}." if one.place else "", one.name,
               [one.average, with_minus(one.total), one.hands, one.won],
               [("·" if each is None else with_minus(each), False) for each in one.points])
              for one in lines],
    )  # fmt: skip


def sheets_page(night: Night, round: int, settings: PrintSettings) -> Document:
    """The game's scoresheet for each table of a round, with its people and a row for each hand."""
    game = games.find(night.game)
    back = -1 if game.turned(night.rules) or game.turn == "anticlockwise" else 1
    sheets = []
    for table, place in enumerate(night.places(round), 1):
        names = [name or f"Stand-in {number}" for number, name in night.seats(place)]
        chosen = replace(settings, rows=night.hands, code=f"{table}, round {round}",
                       date=day(night.day))  # fmt: skip
        sheets.append(build("sheet", game, settings=chosen, rules=night.rules,
                            players=[names[0], *names[1:][::back]]))  # fmt: skip
    parts = [re.split("(?<=<!--copy-->)|(?=<!--/copy-->)", each.body) for each in sheets]
    body = "".join([parts[0][0], *(copy for _, copy, _ in parts), parts[0][2]])
    name = file_name("night", night.day, f"round-{round}", settings.paper)
    return replace(sheets[0], name=name, body=body)

"""A club's evenings: places, the season's table, who deals first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import groupby

from companion.clubs.club import Club
from companion.nights.night import NightPlace
from companion.questions import fold
from companion.results.summary import GameSummary, Sitter, SummaryEntry, somebody
from companion.words import listed, with_minus


def people_of(summary: GameSummary) -> list[Sitter]:
    """The people who finished a game, each once: a name in two seats is one person."""
    people: dict[str, Sitter] = {}
    for sitter in summary.finishers:
        if somebody(sitter.name):
            people.setdefault(fold(sitter.name), sitter)
    return list(people.values())


def mark(summary: GameSummary, name: str) -> str:
    """ "1" for a game that somebody won, "0" for another, "–" for one they did not finish."""
    sides = (each.side for each in people_of(summary) if fold(each.name) == fold(name))
    return next(("01"[side in summary.winners] for side in sides if summary.ended), "–")


@dataclass(frozen=True)
class Place:
    """Somebody's evening."""

    name: str
    place: int
    """From 1; those who are level have the same one."""
    points: int
    won: int
    """Games; at a night of tables, rounds."""
    alone: int
    """Games won without a partner or another winner."""

    @property
    def first(self) -> bool:
        """True for a winner of the evening."""
        return self.place == 1 and bool(self.won or self.points)


@dataclass(frozen=True)
class Finisher:
    """Somebody who finished a game."""

    key: str
    """The folded name."""
    name: str
    won: bool


@dataclass(frozen=True)
class ClubEvening:
    """The games that a club began on one day."""

    day: str
    games: Sequence[Sequence[Finisher]]
    """The people who finished each game that ended."""
    begun: int
    """The number of games begun."""
    points: Sequence[int]
    """Season points by place."""
    entries: Sequence[SummaryEntry] = ()
    """The games, of an evening that is shown by itself."""
    night: Sequence[NightPlace] = ()
    """The ranking of a night of tables on that day, which alone decides the places."""

    @property
    def played(self) -> list[SummaryEntry]:
        """The games that ended, of an evening that is shown by itself."""
        return [each for each in self.entries if each.summary.ended]

    @cached_property
    def places(self) -> list[Place]:
        """Everybody who finished a game, the best first: games won decide, then games won alone.

        Nobody gets points for an evening at which nobody won a game.
        """
        if self.night:
            return self._night_places()
        won: dict[str, list[int]] = {}
        names: dict[str, str] = {}
        for game in self.games:
            alone = sum(each.won for each in game) == 1
            for each in game:
                names.setdefault(each.key, each.name)
                count = won.setdefault(each.key, [0, 0])
                count[0] += each.won
                count[1] += each.won and alone
        order = sorted(won, key=lambda key: (-won[key][0], -won[key][1], key))
        places: list[Place] = []
        for _, level in groupby(order, key=lambda key: won[key]):
            place = len(places) + 1
            scores = place <= len(self.points) and won[order[0]][0]
            points = self.points[place - 1] if scores else 0
            places += [Place(names[key], place, points, *won[key]) for key in level]
        return places

    def _night_places(self) -> list[Place]:
        """Those with a place in the night. After two nights on a day, the better place counts."""
        places: dict[str, Place] = {}
        for each in sorted(self.night, key=lambda each: each.place):
            if each.place and somebody(each.name):
                points = self.points[each.place - 1] if each.place <= len(self.points) else 0
                place = Place(each.name, each.place, points, each.won, 0)
                places.setdefault(fold(each.name), place)
        return [*places.values()]

    @property
    def winners(self) -> list[str]:
        """The people in first place. Empty if nobody won a game."""
        return [each.name for each in self.places if each.first]


def evening(day: str, entries: Sequence[SummaryEntry], points: Sequence[int]) -> ClubEvening:
    """An evening that is shown by itself; its games in the order in which they were begun."""
    games = [finishers(each.summary) for each in entries if each.summary.ended]
    return ClubEvening(day, games, len(entries), points, entries)


def with_nights(
    evenings: Iterable[ClubEvening],
    nights: Mapping[str, Sequence[NightPlace]],
    points: Sequence[int],
) -> list[ClubEvening]:
    """The evenings with the nights of tables, by day; those with a result."""
    by_day = {each.day: each for each in evenings}
    for day, lines in nights.items():
        if any(each.place for each in lines):
            by_day[day] = replace(by_day.get(day, ClubEvening(day, [], 0, points)), night=lines)
    return [by_day[day] for day in sorted(by_day)]


def finishers(summary: GameSummary) -> list[Finisher]:
    return [Finisher(fold(s.name), s.name, s.side in summary.winners) for s in people_of(summary)]


@dataclass
class SeasonRow:
    """Somebody's season."""

    name: str
    by_day: dict[str, Place] = field(default_factory=dict)
    """The evenings that count, by day."""
    counted: frozenset[str] = frozenset()
    """Days that are among the best ones."""
    figure: Fraction = Fraction(0)
    """The deciding figure: the points of the days counted, or points per evening."""
    place: int = 0
    why: str = ""
    """The tie-break against the person above, or the note that the tie remains."""

    @property
    def won(self) -> int:
        """Games won."""
        return sum(each.won for each in self.by_day.values())

    @property
    def firsts(self) -> int:
        """Evenings won."""
        return sum(each.first for each in self.by_day.values())

    @property
    def evenings(self) -> int:
        return len(self.by_day)


def standings(club: Club, evenings: Sequence[ClubEvening]) -> list[SeasonRow]:
    """The season's table, the leader first; then those of the club who have not played."""
    every: dict[str, SeasonRow] = {fold(name): SeasonRow(name) for name in club.people}
    for evening in evenings:
        if club.counts(evening.day):
            for place in evening.places:
                one = every.setdefault(fold(place.name), SeasonRow(place.name))
                one.by_day[evening.day] = place
    for one in every.values():
        _count(club, one)
    order = sorted(every.values(), key=lambda one: (not one.evenings, *_merit(one), fold(one.name)))
    for number, one in enumerate(order, 1):
        above = order[number - 2] if number > 1 else None
        level = above is not None and _merit(above) == _merit(one)
        one.place = above.place if above and level else number
        if above and one.evenings and above.figure == one.figure:
            one.why = _why(above, one)
    return order


def _count(club: Club, one: SeasonRow) -> None:
    days = sorted(one.by_day, key=lambda day: (-one.by_day[day].points, day))
    best = days if club.average or not club.best else days[: club.best]
    one.counted = frozenset(best)
    total = sum(one.by_day[day].points for day in best)
    one.figure = Fraction(total, len(days)) if club.average and days else Fraction(total)


def _merit(one: SeasonRow) -> tuple[Fraction, int, int]:
    return -one.figure, -one.firsts, -one.won


def _why(above: SeasonRow, one: SeasonRow) -> str:
    if above.firsts != one.firsts:
        return f"{above.name} won more evenings: {above.firsts} to {one.firsts}"
    if above.won != one.won:
        return f"{above.name} won more games: {above.won} to {one.won}"
    return f"level with {above.name}"


def next_dealer(people: Sequence[str], here: Sequence[str], last: str) -> str:
    """Who deals first: of those here, the next one after the first dealer of last time in the order
    of the club; "" if nobody is here."""
    keys = [fold(name) for name in people]
    after = keys.index(fold(last)) + 1 if fold(last) in keys else 0
    return next((name for name in (*people[after:], *people[:after]) if name in here), "")


def drawn(here: Iterable[str], seed: str) -> str:
    """One of those here, the same for the same `seed` as long as this person is here; "" if nobody
    is here."""
    return max(here, key=lambda name: sha256(f"{seed} {name}".encode()).digest(), default="")


# -- texts --------------------------------------------------------------------------------------


def day(text: str, short: bool = False) -> str:
    """A day of an address as "5 November 2026", or "5 Nov"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b}" if short else f"{when.day} {when:%B} {when.year}"


def result_of(game: GameSummary) -> str:
    """The result of a game: "Ada & Cy 55, Bo & Dee 31"."""
    words = ", ".join(f"{name} {with_minus(str(game.totals[code]))}"
                      for code, name in game.sides.items())  # fmt: skip
    return words + ("; closed early" if game.closed else "")


def headings(club: Club) -> list[str]:
    """The headings of a season's figures, the deciding one first."""
    own = "average" if club.average else f"best {club.best}" if club.best else ""
    return [*([own, "all"] if own else ["points"]), "games won", "evenings won", "evenings"]


def figures(club: Club, one: SeasonRow) -> list[str]:
    """Somebody's figures under these headings."""
    every = str(sum(each.points for each in one.by_day.values()))
    own = f"{float(one.figure):.2f}" if club.average else str(int(one.figure))
    figures = [own, *([every] if club.average or club.best else []), str(one.won), str(one.firsts)]
    return [*(figures if one.evenings else "–" * len(figures)), str(one.evenings)]


def leaders(club: Club, rows: Sequence[SeasonRow]) -> str:
    """The leaders: "Ana and Dan lead with 5", or "" before the first evening."""
    first = [one for one in rows if one.evenings and one.place == 1]
    if not first:
        return ""
    verb = "leads" if len(first) == 1 else "lead"
    return f"{listed([one.name for one in first], 'and')} {verb} with {figures(club, first[0])[0]}"


def how(club: Club) -> str:
    """The calculation of a season's figures."""
    best = club.best and not club.average
    return (
        f"Points of an evening: {', '.join(map(str, club.points))}. Games won decide the place, "
        "not the points of a game. A game closed early counts as not won. Among equals, games won "
        "alone decide. Ties share a place. An evening that nobody won brings no points. "
        f"{f'Struck out: not among the best {club.best}. ' if best else ''}"
        "A tie is broken by evenings won, then by games won."
    )

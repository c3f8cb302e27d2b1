"""Statistics of people over many tables: played, won, average, contracts, head to head.

Everything here is a pure function of summaries. People are told apart by their names, whatever the
case of the letters; seats nobody gave a name to are nobody.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from companion.game_summary import GameSummary, Sitter
from companion.questions import fold

_NOBODY = re.compile(r"north|east|south|west|player \d+", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """A summary with its place in time: the table's code and when it was last played."""

    code: str
    at: datetime
    summary: GameSummary


@dataclass
class Count:
    """Games played to their end, and how they went. A shared win is a win."""

    played: int = 0
    won: int = 0
    lost: int = 0

    @property
    def share(self) -> int:
        """Games won of a hundred."""
        return round(100 * self.won / self.played) if self.played else 0

    def add(self, won: bool, lost: bool = False) -> None:
        """One more game; neither won nor lost is a draw, or two who were both beaten."""
        self.played += 1
        self.won += won
        self.lost += lost


@dataclass
class Company(Count):
    """Games with a partner, or against somebody: by game, and how many were won of late."""

    games: dict[str, int] = field(default_factory=dict)
    row: int = 0
    """Won one after the other, up to the latest."""

    def met(self, game: str, won: bool, lost: bool) -> None:
        """One more game, an earlier one each time."""
        if won and self.row == self.played:
            self.row += 1
        self.add(won, lost)
        self.games[game] = self.games.get(game, 0) + 1


@dataclass(frozen=True)
class Best:
    """The hand that brought most."""

    points: int
    words: str
    code: str
    hand: int
    at: datetime


@dataclass(frozen=True)
class Result:
    """One game of one person: the total of the side, and whether it won."""

    code: str
    at: datetime
    total: int
    won: bool
    game: str = ""
    partners: tuple[str, ...] = ()
    others: tuple[int, ...] = ()
    """The totals of the other sides."""
    draw: bool = False


@dataclass
class InGame(Count):
    """What a person (or a pair) did in one game."""

    made: int = 0
    broken: int = 0
    best: Best | None = None
    results: list[Result] = field(default_factory=list)
    """Games played to their end, oldest first."""

    @property
    def average(self) -> float | None:
        totals = [result.total for result in self.results]
        return sum(totals) / len(totals) if totals else None


@dataclass
class Person(Count):
    """Everything known of one name."""

    name: str = ""
    games: dict[str, InGame] = field(default_factory=dict)
    partners: dict[str, Company] = field(default_factory=dict)
    opponents: dict[str, Company] = field(default_factory=dict)
    """Won: this one did; lost: the other did."""
    open: int = 0
    """Tables that go on or were left without an end."""
    last: datetime | None = None

    @property
    def results(self) -> list[Result]:
        """Every game played to its end, the latest first."""
        found = [result for game in self.games.values() for result in game.results]
        return sorted(found, key=lambda result: result.at, reverse=True)

    @property
    def evening(self) -> tuple[date, int, int] | None:
        """The best evening with more than one game: its day, games won and games played."""
        days: dict[date, list[bool]] = {}
        for result in self.results:
            days.setdefault(result.at.astimezone().date(), []).append(result.won)
        found = [(day, sum(won), len(won)) for day, won in days.items() if len(won) > 1]
        return max(found, key=lambda each: (each[1], -each[2], each[0]), default=None)

    @property
    def best(self) -> tuple[str, Best] | None:
        """The best hand of the game played most, with the key of that game."""
        return next(((key, game.best) for key, game in self.games.items() if game.best), None)


def somebody(name: str) -> bool:
    """Whether a name is somebody's, not a stand-in for an empty field."""
    return not _NOBODY.fullmatch(name)


def people(entries: Iterable[Entry]) -> list[Person]:
    """Everybody, those who played most first; the name is spelt as it was last."""
    found: dict[str, Person] = {}
    for entry in sorted(entries, key=lambda entry: entry.at, reverse=True):
        for key in dict.fromkeys(fold(s.name) for s in entry.summary.sitters if somebody(s.name)):
            name = next(s.name for s in entry.summary.sitters if fold(s.name) == key)
            one = found.setdefault(key, Person(name=name, last=entry.at))
            add(one, entry, [s for s in entry.summary.sitters if fold(s.name) == key], {key})
    for one in found.values():
        in_order(one)
    return sorted(found.values(), key=lambda one: (-one.played, fold(one.name)))


def together(entries: Iterable[Entry], one: str, two: str) -> Person:
    """Two who shared a side, counted as one: the hands and games that both were in."""
    keys = (fold(one), fold(two))
    pair = Person()
    for entry in sorted(entries, key=lambda entry: entry.at, reverse=True):
        sitters = entry.summary.sitters
        first, second = ([s for s in sitters if fold(s.name) == key] for key in keys)
        mine = [both for a in first for b in second if (both := shared(a, b))]
        if mine:
            pair.name = pair.name or mine[-1].name
            add(pair, entry, mine, keys)
    in_order(pair)
    return pair


def shared(one: Sitter, two: Sitter) -> Sitter | None:
    """The hands two held cards in on one side, as if they were one; None for none."""
    lasts = [sitter.last for sitter in (one, two) if sitter.last is not None]
    first, last = max(one.first, two.first), min(lasts, default=None)
    if one.side != two.side or one.seat == two.seat or (last is not None and last < first):
        return None
    return Sitter(f"{one.name} & {two.name}", one.seat, one.side, first, last)


def in_order(person: Person) -> None:
    """Games played most first, the results of each oldest first."""
    person.games = dict(sorted(person.games.items(), key=lambda item: -item[1].played))
    for game in person.games.values():
        game.results.reverse()


def add(person: Person, entry: Entry, mine: Sequence[Sitter], keys: Container[str]) -> None:
    """Counts one table for a person: the seats taken, and the names that are this person."""
    summary = entry.summary
    game = person.games.setdefault(summary.game, InGame())
    add_hands(game, entry, mine)
    seat = next((sitter for sitter in mine if sitter.last is None), None)
    if seat is None:
        return
    if not summary.ended:
        person.open += 1
        return
    won, draw = seat.side in summary.winners, not summary.winners
    for count in (person, game):
        count.add(won, not won and not draw)
    others = [each for each in summary.finishers if fold(each.name) not in keys]
    game.results.append(
        Result(
            entry.code,
            entry.at,
            summary.totals[seat.side],
            won,
            summary.game,
            tuple(each.name for each in others if each.side == seat.side),
            tuple(total for side, total in summary.totals.items() if side != seat.side),
            draw,
        )
    )
    for other in others:
        if not somebody(other.name):
            continue
        if other.side == seat.side:
            book, lost = person.partners, not won and not draw
        else:
            book, lost = person.opponents, other.side in summary.winners
        both = won and lost
        company = book.setdefault(other.name, Company())
        company.met(summary.game, won and not both, lost and not both)


def add_hands(game: InGame, entry: Entry, mine: Sequence[Sitter]) -> None:
    """Contracts and the best hand, of the hands this person held cards in."""
    for hand in entry.summary.hands:
        for sitter in mine:
            if not sitter.played(hand.number):
                continue
            if sitter.side in hand.contracts:
                game.made += hand.contracts[sitter.side]
                game.broken += not hand.contracts[sitter.side]
            points = hand.points.get(sitter.side, 0)
            if points > 0 and (game.best is None or points > game.best.points):
                words = hand.seen_by(sitter.side)
                game.best = Best(points, words, entry.code, hand.number, entry.at)


@dataclass
class Pair(Count):
    """Two who played on one side."""

    names: tuple[str, str] = ("", "")


def pairs(entries: Iterable[Entry]) -> list[Pair]:
    """Everybody who shared a side, those who played most together first."""
    found: dict[frozenset[str], Pair] = {}
    for entry in sorted(entries, key=lambda entry: entry.at, reverse=True):
        summary = entry.summary
        if not summary.ended:
            continue
        seats = [sitter for sitter in summary.finishers if somebody(sitter.name)]
        for place, one in enumerate(seats):
            for other in seats[place + 1 :]:
                if one.side == other.side:
                    key = frozenset((fold(one.name), fold(other.name)))
                    pair = found.setdefault(key, Pair(names=(one.name, other.name)))
                    won = one.side in summary.winners
                    pair.add(won, bool(summary.winners) and not won)
    return sorted(found.values(), key=lambda pair: (-pair.played, pair.names))


@dataclass
class GamePlayed:
    """What was played of one game: tables ended, hands, the winners' totals, the best hand."""

    key: str
    played: int = 0
    hands: int = 0
    winning: list[Result] = field(default_factory=list)
    """The winning total of each game, oldest first; a draw has none."""
    best: Best | None = None
    by: str = ""
    """Who had the best hand."""


def played(entries: Iterable[Entry]) -> list[GamePlayed]:
    """Every game that was played, those played most first."""
    found: dict[str, GamePlayed] = {}
    for entry in sorted(entries, key=lambda entry: entry.at):
        summary = entry.summary
        if not summary.hands:
            continue
        game = found.setdefault(summary.game, GamePlayed(summary.game))
        game.hands += len(summary.hands)
        game.played += summary.ended
        for code in summary.winners[:1]:
            game.winning.append(Result(entry.code, entry.at, summary.totals[code], True))
        for hand in summary.hands:
            code, points = max(hand.points.items(), key=lambda item: item[1])
            if points > 0 and (game.best is None or points > game.best.points):
                words = hand.seen_by(code)
                game.best = Best(points, words, entry.code, hand.number, entry.at)
                game.by = summary.sides[code]
    return sorted(found.values(), key=lambda game: (-game.played, -game.hands, game.key))

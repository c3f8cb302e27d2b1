"""Statistics of people, partners and games over many tables.

Everything here is a pure function of summaries. People are identified by name, case-insensitively;
default names ("North", "Player 2") are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from companion.questions import fold
from companion.results.game_summary import GameSummary, Sitter

_NOBODY = re.compile(r"north|east|south|west|player \d+", re.IGNORECASE)


@dataclass(frozen=True)
class SummaryEntry:
    """A summary with the table's code and the time it was last played."""

    code: str
    at: datetime
    summary: GameSummary


@dataclass
class Tally:
    """Games won and lost; a shared win is a win, a game closed early neither."""

    played: int = 0
    won: int = 0
    lost: int = 0

    @property
    def share(self) -> int:
        """Percentage of games won."""
        return round(100 * self.won / self.played) if self.played else 0

    def add(self, won: bool, lost: bool = False) -> None:
        """Adds a game; neither won nor lost is a draw, or both were beaten."""
        self.played += 1
        self.won += won
        self.lost += lost


@dataclass
class Company(Tally):
    """Games with a partner or against an opponent."""

    games: dict[str, int] = field(default_factory=dict)
    in_a_row: int = 0
    """The latest games, all won; games closed early are passed over."""
    _ended: bool = False
    """True once a game was met that ended the streak."""

    def met(self, game: str, won: bool, lost: bool, closed: bool) -> None:
        """Adds a game; the latest comes first, since the streak is counted back from it."""
        self._ended = self._ended or not (won or closed)
        self.in_a_row += won and not self._ended
        self.add(won, lost)
        self.games[game] = self.games.get(game, 0) + 1


@dataclass(frozen=True)
class Best:
    """The hand with most points."""

    points: int
    words: str
    code: str
    hand: int
    at: datetime


@dataclass(frozen=True)
class GameResult:
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
    closed: bool = False
    """Closed before its end: nobody won, nobody lost."""


@dataclass
class InGame(Tally):
    """A person's or pair's results in one game."""

    made: int = 0
    broken: int = 0
    best: Best | None = None
    results: list[GameResult] = field(default_factory=list)
    """Finished games, oldest first (`PersonTally.results`: latest first)."""

    @property
    def average(self) -> float | None:
        totals = [result.total for result in self.results]
        return sum(totals) / len(totals) if totals else None


@dataclass
class PersonTally(Tally):
    """The statistics of one person."""

    name: str = ""
    games: dict[str, InGame] = field(default_factory=dict)
    partners: dict[str, Company] = field(default_factory=dict)
    opponents: dict[str, Company] = field(default_factory=dict)
    """`won`: by this person; `lost`: the opponent won."""
    open: int = 0
    """Unfinished tables."""
    last: datetime | None = None

    @property
    def results(self) -> list[GameResult]:
        """All finished games, latest first."""
        found = [result for game in self.games.values() for result in game.results]
        return sorted(found, key=lambda result: result.at, reverse=True)

    @property
    def evening(self) -> tuple[date, int, int] | None:
        """(day, games won, games played) of the best evening of several games; None without."""
        days: dict[date, list[bool]] = {}
        for result in self.results:
            days.setdefault(evening_of(result.at), []).append(result.won)
        found = [(day, sum(won), len(won)) for day, won in days.items() if len(won) > 1]
        return max(found, key=lambda each: (each[1], -each[2], each[0]), default=None)

    @property
    def best(self) -> tuple[str, Best] | None:
        """(game key, best hand) of the game played most that has one."""
        return next(((key, game.best) for key, game in self.games.items() if game.best), None)


NIGHT = timedelta(hours=5)
"""What is played before five in the morning belongs to the evening before."""


def evening_of(moment: datetime) -> date:
    """The day on which the evening began to which a moment belongs."""
    return (moment.astimezone() - NIGHT).date()


def somebody(name: str) -> bool:
    """False for a default name such as "North" or "Player 2"."""
    return not _NOBODY.fullmatch(name)


def people(entries: Iterable[SummaryEntry]) -> list[PersonTally]:
    """Everybody, by descending number of games; names are spelt as at their latest table."""
    found: dict[str, PersonTally] = {}
    for entry in sorted(entries, key=lambda entry: entry.at, reverse=True):
        for key in dict.fromkeys(fold(s.name) for s in entry.summary.sitters if somebody(s.name)):
            name = next(s.name for s in entry.summary.sitters if fold(s.name) == key)
            one = found.setdefault(key, PersonTally(name=name, last=entry.at))
            add(one, entry, [s for s in entry.summary.sitters if fold(s.name) == key], {key})
    for one in found.values():
        in_order(one)
    return sorted(found.values(), key=lambda one: (-one.played, fold(one.name)))


def together(entries: Iterable[SummaryEntry], one: str, two: str) -> PersonTally:
    """Two partners counted as one person: the hands and games they played on one side."""
    keys = (fold(one), fold(two))
    pair = PersonTally()
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
    """The overlap of two sitters on one side as one Sitter; None if there is none."""
    lasts = [sitter.last for sitter in (one, two) if sitter.last is not None]
    first, last = max(one.first, two.first), min(lasts, default=None)
    if one.side != two.side or one.seat == two.seat or (last is not None and last < first):
        return None
    return Sitter(f"{one.name} & {two.name}", one.seat, one.side, first, last)


def in_order(person: PersonTally) -> None:
    """Sorts games by descending number played, and reverses results to oldest first."""
    person.games = dict(sorted(person.games.items(), key=lambda item: -item[1].played))
    for game in person.games.values():
        game.results.reverse()


def add(
    person: PersonTally, entry: SummaryEntry, mine: Sequence[Sitter], keys: Container[str]
) -> None:
    """Adds one table to a person; `mine` are their seats, `keys` their folded names."""
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
        GameResult(
            entry.code,
            entry.at,
            summary.totals[seat.side],
            won,
            summary.game,
            tuple(each.name for each in others if each.side == seat.side),
            tuple(total for side, total in summary.totals.items() if side != seat.side),
            draw and not summary.closed,
            summary.closed,
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
        company.met(summary.game, won and not both, lost and not both, summary.closed)


def add_hands(game: InGame, entry: SummaryEntry, mine: Sequence[Sitter]) -> None:
    """Adds contracts and best hand, from the hands this person played."""
    summary = entry.summary
    for hand in summary.hands:
        for sitter in mine:
            if not sitter.played(hand.number):
                continue
            if sitter.side in hand.contracts:
                game.made += hand.contracts[sitter.side]
                game.broken += not hand.contracts[sitter.side]
            points = 0 if summary.lowest else hand.points.get(sitter.side, 0)
            if points > 0 and (game.best is None or points > game.best.points):
                words = hand.seen_by(sitter.side)
                game.best = Best(points, words, entry.code, hand.number, entry.at)


@dataclass
class Pair(Tally):
    """Two partners."""

    names: tuple[str, str] = ("", "")


def pairs(entries: Iterable[SummaryEntry]) -> list[Pair]:
    """All partners, by descending number of games together."""
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
    """Statistics of one game: finished tables, hands, winning totals, the best hand."""

    key: str
    played: int = 0
    hands: int = 0
    winning: list[GameResult] = field(default_factory=list)
    """The winning total of each finished game, oldest first; draws are left out."""
    best: Best | None = None
    by: str = ""
    """Name of the side with the best hand."""


def played(entries: Iterable[SummaryEntry]) -> list[GamePlayed]:
    """Every game with a hand, by descending number of tables."""
    found: dict[str, GamePlayed] = {}
    for entry in sorted(entries, key=lambda entry: entry.at):
        summary = entry.summary
        if not summary.hands:
            continue
        game = found.setdefault(summary.game, GamePlayed(summary.game))
        game.hands += len(summary.hands)
        game.played += summary.ended
        for code in summary.winners[:1]:
            game.winning.append(GameResult(entry.code, entry.at, summary.totals[code], True))
        for hand in () if summary.lowest else summary.hands:
            code, points = max(hand.points.items(), key=lambda item: item[1])
            if points > 0 and (game.best is None or points > game.best.points):
                words = hand.seen_by(code)
                game.best = Best(points, words, entry.code, hand.number, entry.at)
                game.by = hand.sides[code]
    return sorted(found.values(), key=lambda game: (-game.played, -game.hands, game.key))

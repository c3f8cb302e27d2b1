"""Statistics of people, partners and games over many tables.

Everything here is a pure function of summaries. People are identified by name, case-insensitively;
default names ("North", "Player 2") are ignored.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from companion.questions import fold
from companion.results.summary import (
    BestScore,
    GameSummary,
    Sitter,
    SummaryEntry,
    evening_of,
    somebody,
)


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
    """The hand with most points, and its table."""

    score: BestScore
    code: str
    at: datetime

    @property
    def points(self) -> int:
        return self.score.points


def better(best: Best | None, hand: BestScore | None, entry: SummaryEntry) -> Best | None:
    """The better of the best hand so far and one of this table; the former if they are level."""
    if hand and (best is None or hand.points > best.points):
        return Best(hand, entry.code, entry.at)
    return best


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

    @property
    def results(self) -> list[GameResult]:
        """All finished games, latest first."""
        results = [result for game in self.games.values() for result in game.results]
        return sorted(results, key=lambda result: result.at, reverse=True)

    @property
    def evening(self) -> tuple[date, int, int] | None:
        """(day, games won, games played) of the best evening of several games; None without."""
        days: dict[date, list[bool]] = {}
        for result in self.results:
            days.setdefault(evening_of(result.at), []).append(result.won)
        evenings = [(day, sum(won), len(won)) for day, won in days.items() if len(won) > 1]
        return max(evenings, key=lambda each: (each[1], -each[2], each[0]), default=None)

    @property
    def bids(self) -> tuple[int, int]:
        """Contracts made, and all of them, in all games."""
        successes = sum(game.made for game in self.games.values())
        return successes, successes + sum(game.broken for game in self.games.values())

    @property
    def best(self) -> tuple[str, Best] | None:
        """(game key, best hand) of the game played most that has one."""
        return next(((key, game.best) for key, game in self.games.items() if game.best), None)


def people(entries: Iterable[SummaryEntry], only: str = "") -> list[PersonTally]:
    """Everybody, or only one person, by descending number of games; a name is spelt as at the
    latest table."""
    tallies: dict[str, PersonTally] = {}
    one = fold(only)
    for entry in sorted(entries, key=lambda entry: entry.at, reverse=True):
        mine: dict[str, list[Sitter]] = {}
        for sitter in entry.summary.sitters:
            if somebody(sitter.name) and (not one or fold(sitter.name) == one):
                mine.setdefault(fold(sitter.name), []).append(sitter)
        for key, each in mine.items():
            add(tallies.setdefault(key, PersonTally(name=each[0].name)), entry, each, {key})
    for person in tallies.values():
        in_order(person)
    return sorted(tallies.values(), key=lambda person: (-person.played, fold(person.name)))


def together(entries: Iterable[SummaryEntry], one: str, two: str) -> PersonTally:
    """Two partners counted as one person: the hands and games they played on one side."""
    keys = (fold(one), fold(two))
    pair = PersonTally()
    for entry in sorted(entries, key=lambda entry: entry.at, reverse=True):
        sitters = entry.summary.sitters
        first, second = ([s for s in sitters if fold(s.name) == key] for key in keys)
        couples = (shared(entry.summary, a, b) for a in first for b in second)
        mine = [both for both in couples if both]
        if mine:
            pair.name = pair.name or mine[-1].name
            add(pair, entry, mine, keys)
    in_order(pair)
    return pair


def shared(summary: GameSummary, one: Sitter, two: Sitter) -> Sitter | None:
    """The overlap of two sitters on one side as one Sitter; None if there is none."""
    lasts = [sitter.last for sitter in (one, two) if sitter.last is not None]
    first, last = max(one.first, two.first), min(lasts, default=None)
    if one.side != two.side or one.seat == two.seat or (last is not None and last < first):
        return None
    both = replace(one, name=f"{one.name} & {two.name}", first=first, last=last)
    return both.with_figures(summary.by_hand, summary.lowest) if summary.by_hand else both


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
    for sitter in mine:
        game.made += sitter.made
        game.broken += sitter.broken
        game.best = better(game.best, sitter.best, entry)


@dataclass
class Pair(Tally):
    """Two partners."""

    names: tuple[str, str] = ("", "")


@dataclass
class GamePlayed:
    """Statistics of one game: finished tables, hands, winning totals, the best hand."""

    key: str
    played: int = 0
    hands: int = 0
    winning: list[GameResult] = field(default_factory=list)
    """The winning total of each finished game, oldest first; draws are left out."""
    best: Best | None = None


def played(entries: Iterable[SummaryEntry], key: str) -> GamePlayed | None:
    """A game; None without a hand."""
    game = GamePlayed(key)
    for entry in sorted(entries, key=lambda entry: entry.at):
        summary = entry.summary
        game.hands += summary.hands
        game.played += summary.ended and summary.hands > 0
        for code in summary.winners[:1]:
            game.winning.append(GameResult(entry.code, entry.at, summary.totals[code], True))
        game.best = better(game.best, summary.best, entry)
    return game if game.hands else None

"""Statistics of partners, and of each game, over many tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.questions import fold
from companion.results.tally import Best, GameResult, SummaryEntry, Tally, somebody


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
                game.by = summary.sides[code]
    return sorted(found.values(), key=lambda game: (-game.played, -game.hands, game.key))

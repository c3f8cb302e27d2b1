"""The words of Jo-Jotte’s score lines, and of how a rubber ends."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.jo_jotte.facts import Aside, Contract, Result
from companion.games.jo_jotte.melds import WORDS, Run
from companion.games.jo_jotte.pack import PLURAL, TRICKS
from companion.seating import Seat
from companion.words import counted

JOTTE = "Jo with the king of trumps, Jotte with the queen later"
LUCKY = "all nine tricks, neither nullo nor slam bid"
SOME_RUN = {20: "a run of three", 40: "a run of four", 50: "a run of five or more"}


def four_scored(rank: str, why: str) -> str:
    return f"four {PLURAL[rank]}{': ' * bool(why)}{why}"


def run_scored(run: Run, why: str) -> str:
    return f"run of {WORDS[run.length]} {run}{': ' * bool(why)}{why}"


def fours_beat(better: str, worse: str) -> str:
    """Why a four is good."""
    return f"four {PLURAL[better]} beat four {PLURAL[worse]}"


def longer(better: int, worse: int) -> str:
    """Why the longer run is good."""
    return f"a run of {WORDS[better]} beats one of {WORDS[worse]}"


def higher(better: str, worse: str) -> str:
    """Why the run with the higher top card is good."""
    return f"of equal length, the {better} at the top beats the {worse}"


IN_TRUMPS = "of equal length and top, the run in trumps is better"


def equal_plain(way: str) -> str:
    """Why one of two equal plain runs is good; house rule `equal_runs`."""
    who = "defender’s" if way == "defender" else "non-dealer’s"
    return f"of two equal plain runs the {who} is good"


def some_four(number: int) -> str:
    """A four known only by its points; `number` were scored before it."""
    return "another four of a kind" if number else "a four of a kind"


def some_runs(worths: Iterable[str]) -> str:
    """Runs known only by their sum, with what they may be."""
    return f"runs worth {' or '.join(sorted(worths))}"


def added(result: Result) -> str:
    """Both players' trick points, the greater first: "60 + 45 = 105"."""
    parts = sorted(result.points.values(), reverse=True)
    return f"{' + '.join(map(str, parts))} = {result.both}"


def made(mine: int, theirs: int) -> str:
    """The declarer has more."""
    return f"{mine} trick points against {theirs}: made"


def beaten(mine: int, theirs: int, result: Result) -> str:
    """The defender has more."""
    return f"{mine} trick points against {theirs}: beaten, {added(result)}"


def tied(contract: Contract, result: Result) -> str:
    """Equal counts."""
    plain = ", undoubled" if contract.times > 1 else ""
    return f"{result.points[contract.declarer]} trick points each: {added(result)} set aside{plain}"


def revoked(result: Result, winner: Seat) -> str:
    """A revoke in an ordinary hand."""
    return f"{result.revoked} revoked: {winner} scores both, {added(result)}"


def also_revoked(result: Result) -> str:
    """A revoke in a nullo or slam."""
    return f"; {result.revoked} revoked" if result.revoked else ""


def multiplied(points: int, times: int) -> str:
    """What doubling makes of the points below the line."""
    word = {2: "doubled", 4: "redoubled"}[times]
    return f"{word}: {points} × {times} = {points * times}"


def game_closed(words: str, total: int, game: int) -> str:
    """The line that ends a game."""
    return f"{words}; {total} below: game {game} is closed"


def carried(aside: Aside) -> str:
    """What was set aside and in which hands: "100 (game 1, hand 1) + 80 (game 1, hand 3) = 180"."""
    parts = " + ".join(f"{points} ({hand})" for hand, points in aside.ties)
    total = f" = {aside.amount}" if len(aside.ties) > 1 else ""
    return f"{parts}{total} set aside, to the winner of this hand"


def nullo(tricks: int, result: Result) -> str:
    """A nullo made or lost."""
    if not tricks:
        return f"nullo bid, no trick taken{also_revoked(result)}"
    more = f" + {tricks - 1} × 100 = {100 + 100 * tricks}" if tricks > 1 else ""
    return f"nullo bid, {counted(tricks, 'trick')} taken: 200{more}{also_revoked(result)}"


def slam(tricks: int, result: Result, made: bool) -> str:
    lost = "" if made else f": {added(result)}"
    return f"slam bid, {tricks} of {TRICKS} tricks{lost}{also_revoked(result)}"


def slam_below(points: int) -> str:
    """A made slam that scores below too."""
    return f"a made slam also scores its {points} trick points"


def rubber_counted(high: int, low: int) -> str:
    """Both totals before the bonus."""
    return f"everything above and below: {high} to {low}"


def rubber_won(high: int, low: int) -> str:
    return f"the rubber, {high} to {low}"


def rubber_drawn(total: int) -> str:
    """A rubber with equal totals."""
    return f"level at {total}: the rubber is drawn"


def bonus_shared(total: int) -> str:
    """The bonus at a table that shares it."""
    return f"{total} each: the 300 are shared"


def rubber_shared(total: int) -> str:
    return f"level at {total}: the rubber is shared"

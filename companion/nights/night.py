"""A night of tables: its people by number, the points of each table and round, the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import itemgetter

from companion.engine.record import MAX_NAME, clean
from companion.nights.rotation import PEOPLE, ROUNDS, SEATS, Schedule, schedule
from companion.questions import Refused, fold
from companion.results.summary import GameSummary
from companion.words import with_minus

SIDES = {"partners": ((0, 2), (1, 3)), "three": ((0,), (1,), (2,))}
"""The sides of a table by the places of their people in turn order."""
MAX_HANDS, MAX_CHANGES, MAX_POINTS, MAX_NIGHTS = 40, 120, 99_999, 120
MAX_RULES, MAX_TEXT, MAX_ID = 60, 300, 24
"""Limits: hands of a round, arrivals and departures, points of a round, nights of a club; house
rules, letters of a text, letters of an id."""


@dataclass(frozen=True)
class Night:
    """All that is kept of a night. Refused for one that cannot be. Numbers, rounds and tables are
    counted from 1; "2.3" is table 3 of round 2."""

    day: str
    game: str
    """The key of the game."""
    people: tuple[str, ...]
    """By number; "" for a stand-in, whose points count for nobody. Latecomers are the last."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The house rules that are not standard."""
    shape: str = "partners"
    rounds: int = 6
    hands: int = 8
    """Hands of each round."""
    lowest: bool = False
    """True if the lowest total is best."""
    late: tuple[int, ...] = ()
    """The first round of each latecomer with a new number."""
    changes: Mapping[str, str] = field(default_factory=dict)
    """ "7.3": the person who plays number 7 from round 3 on, or "" for a stand-in."""
    scores: Mapping[str, str] = field(default_factory=dict)
    """The points from paper of each side of a table, "54 31": N and S first."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """The watch code of a table that a phone scored, instead of points from paper."""
    id: str = ""
    """By which a copy of this night is recognised. It opens nothing."""

    def __post_init__(self) -> None:
        every, begun = len(self.people), len(self.people) - len(self.late)
        check(self.shape in SEATS, f"“{self.shape[:20]}” is no kind of table.")
        for count in (begun, every):
            check(count in PEOPLE,
                  f"A night is for {PEOPLE[0]} to {PEOPLE[-1]} people, not {count}.")  # fmt: skip
        check(self.rounds in ROUNDS,
               f"{self.rounds} rounds: a night has {ROUNDS[0]} to {ROUNDS[-1]}.")  # fmt: skip
        check(0 < self.hands <= MAX_HANDS, f"{self.hands} hands: a round has 1 to {MAX_HANDS}.")
        check(sorted(self.late) == [*self.late] and {*self.late} <= {*range(2, self.rounds + 1)},
               f"Somebody who is late begins in round 2 to {self.rounds}, in turn.")  # fmt: skip
        check(len(self.changes) <= MAX_CHANGES, f"A night has at most {MAX_CHANGES} changes.")
        tables = self.rounds, every // len(SEATS[self.shape])
        places = [(key, (every, self.rounds)) for key in self.changes]
        for key, most in places + [(key, tables) for key in (*self.scores, *self.tables)]:
            right = all(0 < at <= end for at, end in zip(_pair(key), most, strict=True))
            check(right, f"“{key[:9]}” is no place here.")
        for points in self.scores.values():
            figures(points, self.shape)
        check(not {*self.scores} & {*self.tables}, "A table is scored on paper or on a phone.")
        words = [self.game, self.id, *self.tables.values(), *self.scores.values(),
                 *self.rules, *self.rules.values()]  # fmt: skip
        right = all(len(each) <= MAX_TEXT and each == clean(each) for each in words)
        check(right and len(self.rules) <= MAX_RULES and len(self.id) <= MAX_ID,
               "A text of the night is too long or cannot be printed.")  # fmt: skip
        check_day(self.day or "–")
        for name in (*self.people, *self.changes.values()):
            check(len(name) <= MAX_NAME, f"“{name[:20]}…”: a name has at most {MAX_NAME} letters.")
            check(name == clean(name) and not name.isdecimal(), f"“{name}” is not a name.")
        for names in dict.fromkeys(self.sitting):
            many = Counter(fold(name) for name in names if name)
            twice = next((name for name in names if many[fold(name)] > 1), "")
            check(not twice, f"{twice} would be here twice: add a letter to one of the names.")

    @property
    def size(self) -> int:
        """The bytes of its texts."""
        return len(repr((self.people, self.rules, self.changes, self.scores, self.tables)).encode())

    @cached_property
    def plan(self) -> Schedule:
        """Who sits where in each round."""
        begun = len(self.people) - len(self.late)
        return schedule(begun, self.rounds, self.shape, self.late)

    @cached_property
    def sitting(self) -> tuple[tuple[str, ...], ...]:
        """By round the names by number; "" for a stand-in."""
        begun, rounds = len(self.people) - len(self.late), []
        for number in range(1, self.rounds + 1):
            names = [*self.people[: begun + sum(first <= number for first in self.late)]]
            for who, since in sorted(map(_pair, self.changes)):
                if since <= number and who <= len(names):
                    names[who - 1] = self.changes[f"{who}.{since}"]
            rounds.append(tuple(names))
        return tuple(rounds)

    @cached_property
    def on_paper(self) -> list[NightPlace]:
        """The ranking by the points from paper."""
        return ranking(self, {})

    @property
    def results(self) -> dict[str, str]:
        """The points of each table with a result, or "@" and the code of the table of a phone."""
        return {**self.scores, **{at: f"@{code}" for at, code in self.tables.items()}}

    def seats(self, key: str) -> tuple[tuple[int, str], ...]:
        """The number and name of each person at a table, in turn order."""
        round, table = _pair(key)
        names = self.sitting[round - 1]
        return tuple((each, names[each - 1]) for each in self.plan.rounds[round - 1][table - 1])

    def sides(self, key: str) -> list[list[tuple[int, str]]]:
        """The number and name of each person at a table, by side."""
        seats = self.seats(key)
        return [[seats[place] for place in side] for side in SIDES[self.shape]]

    def places(self, round: int) -> list[str]:
        """The keys of the tables of a round."""
        return [f"{round}.{table}" for table in range(1, len(self.plan.rounds[round - 1]) + 1)]

    def result(
        self, key: str, phones: Mapping[str, GameSummary]
    ) -> tuple[Sequence[int], int] | None:
        """The points of each side of a table, and the hands; None for a table without a result."""
        if text := self.scores.get(key):
            return figures(text, self.shape), self.hands
        summary = phones.get(self.tables.get(key, ""))
        points = points_of(summary, self.sides(key)) if summary else None
        return (points, summary.hands) if summary and points else None


def figures(text: str, shape: str) -> tuple[int, ...]:
    """The points of each side; Refused for another text."""
    parts, many = text.replace("−", "-").split(), len(SIDES[shape])
    right = [each for each in parts if each.removeprefix("-").isdecimal() and len(each) < 7]
    check(len(parts) == len(right) == many and all(abs(int(each)) <= MAX_POINTS for each in right),
           f"“{text[:20]}”: write {many} whole numbers, the points of each side.")  # fmt: skip
    return tuple(map(int, right))


def points_of(
    summary: GameSummary, sides: Sequence[Sequence[tuple[int, str]]]
) -> tuple[int, ...] | None:
    """The totals of these sides at a finished table of a phone; None if other people sat there. A
    stand-in may have any name."""
    by = {fold(each.name): each.side for each in summary.finishers}
    named = [{by.get(fold(name), "") for _, name in side if name} for side in sides]
    left = {*summary.totals}.difference(*named)
    codes = [code for each in named for code in each or left]
    one_each = all(len(each or left) == 1 for each in named) and len({*codes}) == len(codes)
    right = summary.ended and one_each and {*codes} <= {*summary.totals}
    return tuple(summary.totals[code] for code in codes) if right else None


@dataclass(frozen=True)
class NightPlace:
    """A line of the ranking."""

    number: int
    name: str
    points: tuple[int | None, ...]
    """By round; None for a round that this person did not play."""
    hands: int
    won: int
    """Rounds won."""
    place: int = 0
    """Shared by those who are level. 0 for somebody with fewer than half of the hands."""

    @property
    def total(self) -> int:
        return sum(each or 0 for each in self.points)

    @property
    def rate(self) -> Fraction:
        """Points a hand."""
        return Fraction(self.total, self.hands or 1)

    @property
    def average(self) -> str:
        """Points a hand, to two places; "–" without a hand."""
        return with_minus(f"{float(self.rate):.2f}") if self.hands else "–"

    def merit(self, lowest: bool) -> tuple[Fraction, int, int]:
        """What decides the place, the best first: points a hand, rounds won, the best round."""
        played = [each for each in self.points if each is not None]
        sign = 1 if lowest else -1
        return sign * self.rate, -self.won, min((sign * each for each in played), default=0)


def ranking(night: Night, phones: Mapping[str, GameSummary]) -> list[NightPlace]:
    """Everybody, the best first; then those without a place. `phones` has the results of tables
    that a phone scored, by watch code. Nobody wins a level round."""
    names: dict[str, tuple[int, str]] = {}
    for sitting in dict.fromkeys(night.sitting):
        for number, name in enumerate(sitting, 1):
            names.setdefault(fold(name), (number, name))
    names.pop("", None)
    played: dict[str, dict[int, int]] = {key: {} for key in names}
    hands, won = Counter[str](), Counter[str]()
    for round in range(1, night.rounds + 1):
        for place in night.places(round):
            points, many = night.result(place, phones) or ((), 0)
            best = (min if night.lowest else max)(points, default=0)
            for side, own in zip(night.sides(place), points, strict=False):
                for key in filter(None, (fold(name) for _, name in side)):
                    played[key][round] = own
                    hands[key] += many
                    won[key] += own == best and points.count(best) == 1
    lines = [NightPlace(*names[key], tuple(map(each.get, range(1, night.rounds + 1))), hands[key],
                        won[key]) for key, each in played.items()]  # fmt: skip
    half = Fraction(len({*chain(*played.values())}) * night.hands, 2)
    ranked = [(each.merit(night.lowest), each.number, each) for each in lines
              if each.hands and each.hands >= half]  # fmt: skip
    ranked.sort(key=itemgetter(0, 1))
    merits = [merit for merit, *_ in ranked]
    return [*(replace(each, place=merits.index(merit) + 1) for merit, _, each in ranked),
            *(each for each in lines if not each.hands or each.hands < half)]  # fmt: skip


def merged(here: Night, came: Night) -> Night:
    """Two copies of a night in one. If they differ, the one that came counts."""
    base = came if len(came.late) >= len(here.late) else here
    scores = {key: text for key, text in here.scores.items() if key not in came.tables}
    scores |= came.scores
    tables = {**here.tables, **came.tables}
    with suppress(Refused):
        return replace(base, changes={**here.changes, **came.changes}, scores=scores,
                       tables={at: tables[at] for at in tables if at not in scores})  # fmt: skip
    return base


def erased(night: Night, name: str) -> Night:
    """The night without this name: the number takes its place, or a stand-in if another person has
    that as a name."""
    for word in ("Player {}", ""):
        people = tuple(word.format(number) if fold(each) == fold(name) else each
                       for number, each in enumerate(night.people, 1))  # fmt: skip
        changes = {key: word.format(_pair(key)[0]) if fold(each) == fold(name) else each
                   for key, each in night.changes.items()}  # fmt: skip
        with suppress(Refused):  # somebody else may be called so
            return replace(night, people=people, changes=changes)
    return night


def _pair(key: str) -> tuple[int, int]:
    """Both numbers of "2.3"; (0, 0) for another text."""
    first, _, second = key[:9].partition(".")
    right = first.isdecimal() and second.isdecimal() and f"{int(first)}.{int(second)}" == key
    return (int(first), int(second)) if right else (0, 0)


def check_day(text: str) -> None:
    """Raise Refused if the text is neither a day, as 2026-11-20, nor empty."""
    try:
        right = not text or date.fromisoformat(text).isoformat() == text
    except ValueError:
        right = False
    check(right, f"“{text[:20]}” is not a day: write it as 2026-11-20.")


def check(right: bool, words: str) -> None:
    """Raise Refused with these words if something is not right."""
    if not right:
        raise Refused(words)

"""The chairs of a night: which number sits where in each round.

The file has one seating for each number of people. After each round everybody takes the chair of
the number before theirs, so a chair has one way out for the whole night. Byes are even after
every round. Nothing is searched here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

SEATS = {"partners": "NESW", "three": "NEW"}
"""The chairs of a table in turn order, by the shape of the night. Partners are N and S, E and W."""
PEOPLE, ROUNDS = range(8, 61), range(4, 13)
SHORT = 6
"""Most rounds of a short night, which has seatings of its own."""
STAYS = -1
"""The mark of the person who stays seated: the last number."""

Tables = tuple[tuple[int, ...], ...]


class Chair(NamedTuple):
    """A chair in the hall."""

    table: int
    """0: a place to sit out."""
    seat: str
    """N, E, S or W; to sit out, 1, 2 or 3."""


@dataclass(frozen=True)
class Schedule:
    """The tables of a night. People and rounds are numbered from 1."""

    shape: str
    rounds: tuple[Tables, ...]
    """Of each round its tables, of each table its people in turn order."""
    benches: tuple[tuple[int, ...], ...]
    """Of each round the people who sit out, in order of their places."""
    ways: Mapping[Chair, Chair]
    """The way out of each chair. With latecomers: in the rounds after the last of them."""

    @property
    def people(self) -> int:
        """The number of people, latecomers included."""
        return sum(map(len, self.rounds[-1])) + len(self.benches[-1])

    def chair(self, number: int, round: int) -> Chair | None:
        """The chair of a person in a round; None before the person comes."""
        return next((at for at, who in self.chairs(round).items() if who == number), None)

    def chairs(self, round: int) -> dict[Chair, int]:
        """The person on each chair in a round, and on each place to sit out."""
        return _chairs(self.shape, self.rounds[round - 1], self.benches[round - 1])

    def table(self, number: int, round: int) -> tuple[int, ...]:
        """The people at this person's table in turn order, this person first; () if out."""
        at = next((each for each in self.rounds[round - 1] if number in each), ())
        first = at.index(number) if at else 0
        return at[first:] + at[:first]

    @property
    def partners_again(self) -> int:
        """The number of pairs who are partners more than once."""
        pairs = [frozenset(each[s::2]) for tables in self.rounds for each in tables for s in (0, 1)]
        return sum(times > 1 for times in Counter(pairs).values()) * (self.shape == "partners")


def schedule(
    people: int, rounds: int, shape: str = "partners", late: Sequence[int] = ()
) -> Schedule:
    """The schedule of a night that begins with so many people.

    `late` has the first round of each latecomer, who takes the next number. The rounds from there
    on are drawn anew: partners may repeat, and byes may differ by two. The numbers are those of a
    `Night`, which checks them.
    """
    most = people + len(late)
    here = [people + sum(first <= each for first in late) for each in range(1, rounds + 1)]
    kind = "short" if shape == "partners" and rounds <= SHORT else shape
    seated = [_moved(_first(kind)[n], n, step, shape) for step, n in enumerate(here)]
    tables, benches = zip(*seated, strict=True)
    now, then = (_moved(_first(kind)[most], most, step, shape) for step in (0, 1))
    after = {number: chair for chair, number in _chairs(shape, *then).items()}
    ways = {chair: after[number] for chair, number in _chairs(shape, *now).items()}
    return Schedule(shape, tables, benches, ways)


def sitting_out(people: int, shape: str = "partners") -> int:
    """The number of people who sit out each round."""
    return people % len(SEATS[shape])


def stays(people: int, shape: str = "partners") -> bool:
    """True if the last number has the same chair for the whole night."""
    return not sitting_out(people, shape) and people % 2 == 0


def advice(people: int, shape: str = "partners") -> str:
    """The words for the organiser if the number of people does not fit; "" if it does."""
    over = sitting_out(people, shape)
    if not over:
        return ""
    who = ("one person sits", "two people sit", "three people sit")[over - 1]
    words = f"{who} out each round, in turn. Nobody sits out two rounds together."
    if over < len(SEATS[shape]) - 1 or people + 1 not in PEOPLE:
        return words[0].upper() + words[1:]
    return (f"One more person makes another table. If you run the night, you can play as number "
            f"{people + 1}, out of the ranking. Otherwise {words}")  # fmt: skip


def _chairs(shape: str, tables: Tables, bench: Sequence[int]) -> dict[Chair, int]:
    seated = {Chair(table, seat): number for table, each in enumerate(tables, 1)
              for seat, number in zip(SEATS[shape], each, strict=True)}  # fmt: skip
    return seated | {Chair(0, str(place)): number for place, number in enumerate(bench, 1)}


def _moved(first: Tables, people: int, step: int, shape: str) -> tuple[Tables, tuple[int, ...]]:
    """The tables and the bench after so many moves."""
    ring, out = people - stays(people, shape), sitting_out(people, shape)
    tables = tuple(
        tuple(people if start == STAYS else (start + step) % ring + 1 for start in each)
        for each in first
    )
    return tables, tuple((place * people // out + step) % ring + 1 for place in range(out))


@cache
def _first(kind: str) -> Mapping[int, Tables]:
    """The first seating for each number of people."""
    text = Path(__file__).with_name("rotations.txt").read_text(encoding="utf-8")
    lines = (line.partition(": ") for line in text.splitlines() if line.startswith(f"{kind} "))
    return {
        int(head.split()[1]): tuple(tuple(map(int, table.split())) for table in tables.split(" | "))
        for head, _, tables in lines
    }

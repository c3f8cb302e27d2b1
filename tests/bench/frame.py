"""Rows of the benchmark: what is measured, the goal, and how tries become a verdict."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

TRIES = 3


@dataclass(frozen=True)
class Figure:
    """One number of a row. All are better when they are smaller."""

    key: str
    what: str
    goal: float | None = None
    """What is wanted at most; None for what is only told."""
    unit: str = "×"
    bound: float | None = None
    """Where the goal is missed: what it must never be worse than, for the short run."""
    why: str = ""
    """Why the bound is looser than the goal."""

    @property
    def limit(self) -> float | None:
        """What the short run fails at."""
        return self.goal if self.bound is None else self.bound


@dataclass(frozen=True)
class Scale:
    """How much is measured: all of it, or what a push has time for."""

    short: bool = False

    def of(self, full: int, short: int) -> int:
        """How many, or how long."""
        return short if self.short else full


Measure = Callable[[Scale], Mapping[str, float]]


@dataclass(frozen=True)
class Row:
    """One row of the table: a measure yields every figure of it, once per try."""

    number: int
    title: str
    figures: tuple[Figure, ...]
    measure: Measure
    tries: int = TRIES
    """One where a try takes a minute, or where nothing can vary."""
    needs: str = ""
    """What the machine must have: "pango", "proc" (Linux’s /proc), "pocket" (`make pocket`)."""


@dataclass
class Result:
    """What the tries of one figure came to."""

    row: Row
    figure: Figure
    values: list[float] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """The median of the tries."""
        return median(self.values)

    @property
    def met(self) -> bool | None:
        """Whether the median keeps to the goal; None for what is only told."""
        return None if self.figure.goal is None else self.middle <= self.figure.goal

    @property
    def failed(self) -> bool:
        """Whether every try is beyond the limit."""
        limit = self.figure.limit
        return limit is not None and all(value > limit for value in self.values)


ROWS: list[Row] = []


def row(number: int, title: str, *figures: Figure, tries: int = TRIES, needs: str = ""
        ) -> Callable[[Measure], Measure]:  # fmt: skip
    """Enters a measure as a row of the table."""

    def entered(measure: Measure) -> Measure:
        ROWS.append(Row(number, title, figures, measure, tries, needs))
        return measure

    return entered


def run(row: Row, scale: Scale, tries: int = TRIES) -> list[Result]:
    """Every try; the short run stops at the first that keeps to all limits."""
    results = [Result(row, figure) for figure in row.figures]
    for _ in range(tries if scale.short else min(tries, row.tries)):
        found = row.measure(scale)
        for result in results:
            result.values.append(found[result.figure.key])
        if scale.short and not any(result.failed for result in results):
            break
    return results


# -- measuring -----------------------------------------------------------------------------------


def took(what: Callable[[], object]) -> float:
    """Seconds of one call."""
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def ratio(one: Callable[[], object], other: Callable[[], object], times: int) -> float:
    """The median of the one to that of the other, taken in turn."""
    pairs = [(took(one), took(other)) for _ in range(times)]
    return median(pair[0] for pair in pairs) / median(pair[1] for pair in pairs)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so large a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def cpu(process: int) -> float:
    """Seconds of a core that a process has used."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """Megabytes of memory a process holds."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        line = next(line for line in file if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024

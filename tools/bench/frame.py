"""Rows of the benchmark: measurements, goals and verdicts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

TRIES = 3


@dataclass(frozen=True)
class Figure:
    """One number of a row; smaller is better."""

    key: str
    what: str
    goal: float | None = None
    """The goal; None if the figure is informative only."""
    unit: str = "×"
    bound: float | None = None
    """Upper bound for the short run where the goal is missed."""
    why: str = ""
    """Why the bound is looser than the goal."""

    @property
    def limit(self) -> float | None:
        """The value above which the short run fails."""
        return self.goal if self.bound is None else self.bound


@dataclass(frozen=True)
class Scale:
    """How much is measured: a full or a short run."""

    short: bool = False

    def of(self, full: int, short: int) -> int:
        """The count or duration for this run."""
        return short if self.short else full


Measure = Callable[[Scale], Mapping[str, float]]


@dataclass(frozen=True)
class Row:
    """One row; its measure returns all its figures, once per try."""

    number: int
    title: str
    figures: tuple[Figure, ...]
    measure: Measure
    tries: int = TRIES
    """Number of tries: one where a try takes a minute or cannot vary."""
    needs: str = ""
    """Requirements: "pango", "proc" (Linux's /proc), "pocket" (`make pocket`)."""


@dataclass
class Result:
    """The values of one figure over all tries."""

    row: Row
    figure: Figure
    values: list[float] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.values)

    @property
    def met(self) -> bool | None:
        """True if the median meets the goal; None without a goal."""
        return None if self.figure.goal is None else self.middle <= self.figure.goal

    @property
    def failed(self) -> bool:
        """True if every try exceeds the limit."""
        limit = self.figure.limit
        return limit is not None and all(value > limit for value in self.values)


ROWS: list[Row] = []


def row(number: int, title: str, *figures: Figure, tries: int = TRIES, needs: str = ""
        ) -> Callable[[Measure], Measure]:  # fmt: skip
    """Registers a measure as a row."""

    def entered(measure: Measure) -> Measure:
        ROWS.append(Row(number, title, figures, measure, tries, needs))
        return measure

    return entered


def run(row: Row, scale: Scale, tries: int = TRIES) -> list[Result]:
    """Runs all tries; a short run stops at the first within all limits."""
    results = [Result(row, figure) for figure in row.figures]
    for _ in range(tries if scale.short else min(tries, row.tries)):
        figures = row.measure(scale)
        for result in results:
            result.values.append(figures[result.figure.key])
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
    """Ratio of the medians of two functions, called alternately."""
    pairs = [(took(one), took(other)) for _ in range(times)]
    return median(pair[0] for pair in pairs) / median(pair[1] for pair in pairs)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def cpu(process: int) -> float:
    """CPU seconds a process has used."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """Resident memory of a process, in MB."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        line = next(line for line in file if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024

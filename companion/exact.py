"""Exact answers to "how many of each": whole numbers under linear conditions, solved by HiGHS.

A thin layer over the solver library, an extra that is imported only when somebody asks.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SECONDS = 2.0
"""How long an answer may take."""


class Undecided(Exception):
    """The solver did not come to an answer; the message says what would help."""


class NoSolver(Undecided):
    """The solver is not installed: it is an extra, since few need it and some machines lack it."""

    def __init__(self) -> None:
        if sys.platform == "emscripten":  # in the phone's own browser there is none to be had
            super().__init__(
                "the search through melds is too much for a phone without a server. Lay the cards "
                "out and try, or ask a Companion that runs on a computer. No score needs it."
            )
            return
        super().__init__(
            "the solver that searches through melds is not installed here. Whoever runs the "
            'Companion adds it:  pip install "companion-cards[solver]"'
        )


@dataclass
class Model:
    """Whole-number variables, conditions on their sums, and what to make as large as possible."""

    bounds: list[tuple[int, int]] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)
    rows: list[tuple[int, int, dict[int, int]]] = field(default_factory=list)

    def whole(self, low: int, high: int, gain: int = 0) -> int:
        """A new variable from `low` to `high`, worth `gain` a unit; returns its number."""
        self.bounds.append((low, high))
        self.gains.append(gain)
        return len(self.bounds) - 1

    def between(self, low: int, terms: Mapping[int, int], high: int) -> None:
        """Demands low ≤ sum of factor × variable ≤ high; `terms` maps variables to factors."""
        self.rows.append((low, high, dict(terms)))

    def equal(self, terms: Mapping[int, int], value: int) -> None:
        """Demands that the sum of factor × variable be this value."""
        self.between(value, terms, value)

    def solve(self, seconds: float = SECONDS) -> list[int] | None:
        """The best values in the order of the variables; None when nothing fits, for certain.

        Undecided when the time runs out before that is known, or there is no solver.
        """
        try:
            import highspy
            import numpy
        except ImportError:
            raise NoSolver from None

        solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        solver.silent()
        solver.setOptionValue("time_limit", seconds)
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.setOptionValue("threads", 1)
        model: Any = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.bounds), len(self.rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = numpy.array(self.gains, dtype=numpy.double)
        model.col_lower_ = numpy.array([low for low, _ in self.bounds], dtype=numpy.double)
        model.col_upper_ = numpy.array([high for _, high in self.bounds], dtype=numpy.double)
        model.row_lower_ = numpy.array([low for low, _, _ in self.rows], dtype=numpy.double)
        model.row_upper_ = numpy.array([high for _, high, _ in self.rows], dtype=numpy.double)
        starts, index, value = [0], [], []
        for _, _, terms in self.rows:
            index += list(terms)
            value += list(terms.values())
            starts.append(len(index))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = numpy.array(starts)
        model.a_matrix_.index_ = numpy.array(index)
        model.a_matrix_.value_ = numpy.array(value, dtype=numpy.double)
        model.integrality_ = numpy.array([highspy.HighsVarType.kInteger] * len(self.bounds))
        solver.passModel(model)
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise Undecided(f"it was not decided within {seconds:g} seconds")
        return [round(number) for number in solver.getSolution().col_value]

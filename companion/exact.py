"""Integer linear programs, solved by HiGHS.

The solver is an optional extra (`solver`), imported only in `Model.solve`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SECONDS = 2.0
"""Default time limit of `Model.solve`."""


class Undecided(Exception):
    """The solver found no answer in time, or is missing; the message is for the player."""


class NoSolver(Undecided):
    """The solver extra is not installed."""

    def __init__(self) -> None:
        if sys.platform == "emscripten":  # HiGHS does not run in the browser
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
    """Integer variables with bounds, linear constraints, and an objective to maximise."""

    bounds: list[tuple[int, int]] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)
    rows: list[tuple[int, int, dict[int, int]]] = field(default_factory=list)

    def whole(self, low: int, high: int, gain: int = 0) -> int:
        """Adds a variable from `low` to `high` with objective coefficient `gain`; its index."""
        self.bounds.append((low, high))
        self.gains.append(gain)
        return len(self.bounds) - 1

    def between(self, low: int, terms: Mapping[int, int], high: int) -> None:
        """Adds the constraint low ≤ Σ factor × variable ≤ high; `terms` maps indices to factors."""
        self.rows.append((low, high, dict(terms)))

    def equal(self, terms: Mapping[int, int], value: int) -> None:
        """Adds the constraint Σ factor × variable = value."""
        self.between(value, terms, value)

    def solve(self, seconds: float = SECONDS) -> list[int] | None:
        """The optimal values by index; None if the constraints are infeasible.

        Undecided if the time limit is reached first, NoSolver if the solver is not installed.
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

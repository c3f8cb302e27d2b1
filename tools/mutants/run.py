"""Mutation testing of the games' scoring, on demand: `python tools/mutants/run.py [GAME …]`.

`kaiser/referee.py` tries one file of a game package, `kaiser/referee.py:20-40` some of its lines;
`--every 4` tries every fourth mutant.

Cosmic Ray's operators change one thing at a time in the scoring of a game (an operator, a number, a
comparison); its rulings word by word, worked examples, golden evening and own tests should notice.
Each mutant runs in a forked process, so that a game's hundreds of mutants take a minute. Needs
`pip install cosmic-ray`.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from _pytest.config import default_plugins
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "companion" / "games"
SECONDS = 30
"""CPU seconds after which a mutant that does not end counts as noticed."""

SCORING: dict[str, dict[str, tuple[str, ...]]] = {
    "back_alley": {
        "score.py": (),
        "facts.py": ("rank", "of", "needs", "made", "leader", "most_bid", "factors", "schedule",
                     "ahead", "can_be_dealt", "undealt"),
        "bidding.py": ("why_not", "levels_clash", "auctions", "too_many"),
        "referee.py": (),
        "referee_cards.py": (),
    },
    "carousel": {
        "score.py": (),
        "play.py": ("low_enough",),
        "melds.py": ("judge", "_consecutive", "deadwood", "value"),
        "referee.py": (),
    },
    "dealers_dilemma": {"score.py": (), "facts.py": (), "referee.py": ()},
    "dilemma": {"score.py": (), "facts.py": (), "referee.py": ()},
    "jo_jotte": {
        "score.py": (),
        "counting.py": (),
        "page.py": (),
        "melds.py": (),
        "referee.py": (),
        "referee_melds.py": (),
    },
    "kaiser": {"score.py": (), "facts.py": (), "referee.py": ()},
    "leopard": {
        "facts.py": ("worths", "worth", "kind_of", "judged", "of_kinds", "_fits", "possible"),
        "turns.py": ("why_not_there", "why_not_covered"),
        "score.py": (),
        "play.py": ("carried", "term"),
        "referee.py": (),
    },
    "nine_card_don": {
        "facts.py": (),
        "page.py": (),
        "race.py": (),
        "score.py": (),
        "referee.py": (),
        "referee_deal.py": (),
    },
    "panguingue": {
        "score.py": (),
        "facts.py": ("triple", "_kind", "_conditions", "most", "missing", "least_cards"),
        "melds.py": ("grown", "parts", "without", "part"),
        "play.py": ("collected", "only_one_out", "who_went_out", "held"),
        "acts.py": ("why_not", "no_split"),
        "referee.py": (),
    },
    "scotch_whist": {
        "score.py": (),
        "ending.py": ("out_of_reach", "too_few", "other_cards", "honours_fit"),
        "piles.py": ("count_cards", "check", "why_not"),
        "referee.py": (),
    },
    "shakespeares_dilemma": {
        "score.py": (),
        "facts.py": (),
        "play.py": ("auction", "bid", "a_price"),
        "referee.py": (),
    },
    "tadmur": {
        "score.py": (),
        "facts.py": ("last", "spaces", "barred", "neighbours", "joins"),
        "turns.py": ("guess", "full", "stuck", "used_up", "false_denial"),
        "referee.py": (),
    },
    "tres": {
        "score.py": (),
        "facts.py": (),
        "play.py": ("keys_fit", "tallies_fit", "totals_fit"),
        "referee.py": (),
    },
    "tribello": {
        "facts.py": ("phase_of", "quotas"),
        "score.py": (),
        "referee.py": (),
    },
}  # fmt: skip
"""The scoring code of each game package: files, and functions of a file (all if empty)."""

ASIDE = re.compile(r"strict=True|\bcolumns=\d|(set_apart|hidden|typed|instead|beside)=True")
"""Lines where numbers and booleans are not mutated: defensive length checks, and layout."""

PREFERRED = (
    "Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Mul", "Eq_NotEq", "NotEq_Eq", "Lt_LtE",
    "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_GtE", "Gt_LtE", "In_NotIn", "NotIn_In", "Is_IsNot",
    "IsNot_Is", "BitAnd_BitOr", "BitOr_BitAnd",
)  # fmt: skip
"""The operator replacements: those that a typing error could make."""


def operators() -> list[str]:
    """Names of the Cosmic Ray operators used."""
    chosen = []
    for name in operator_names():
        short = name.split("/")[-1]
        if short.startswith(("ReplaceBinaryOperator_", "ReplaceComparisonOperator_")):
            if short.split("_", 1)[1] in PREFERRED:
                chosen.append(name)
        elif short in (
            "core/x", "NumberReplacer", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue",
            "ReplaceAndWithOr", "ReplaceOrWithAnd", "AddNot", "ReplaceUnaryOperator_Delete_Not",
            "ReplaceUnaryOperator_Delete_USub", "ReplaceContinueWithBreak",
            "ReplaceBreakWithContinue", "ZeroIterationForLoop",
        ):  # fmt: skip
            chosen.append(name)
    return chosen


@dataclass(frozen=True)
class Mutant:
    """One change to one file."""

    file: Path
    line: int
    operator: str
    source: str
    was: str
    now: str

    def __str__(self) -> str:
        place = f"{self.file.relative_to(GAMES)}:{self.line}"
        return f"{place} [{self.operator}]\n    - {self.was.strip()}\n    + {self.now.strip()}"


def lines_of(source: str, names: tuple[str, ...]) -> set[int]:
    """Return the lines of the functions of these names; without names, of all functions."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (not names or node.name in names):
            body = [
                n
                for n in node.body
                if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))
            ]
            for part in body:
                lines |= set(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    return lines


def types_of(source: str) -> set[int]:
    """Lines of type annotations, which have no effect at run time."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
            lines |= set(range(node.annotation.lineno, (node.annotation.end_lineno or 0) + 1))
    return lines


def mutants(file: Path, names: tuple[str, ...]) -> Iterator[Mutant]:
    """All mutants of a file's scoring code."""
    source = file.read_text(encoding="utf-8")
    wanted, types = lines_of(source, names), types_of(source)
    old = source.splitlines()
    seen: set[str] = set()
    for name in operators():
        operator = get_operator(name)()
        occurrence = 0
        while (changed := mutate_code(source, operator, occurrence)) is not None:
            occurrence += 1
            new = changed.splitlines()
            line = next((n for n, (a, b) in enumerate(zip(old, new, strict=False), 1) if a != b), 0)
            if line in types and "_BitOr_" in name:
                continue
            if line and ASIDE.search(old[line - 1]) and name.endswith(("NumberReplacer", "False")):
                continue
            if line in wanted and changed not in seen:
                seen.add(changed)
                yield Mutant(file, line, name.split("/")[-1], changed, old[line - 1], new[line - 1])


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import hook that loads one module from a mutant's source."""

    def __init__(self, module: str, mutant: Mutant) -> None:
        self.module = module
        self.mutant = mutant

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Handles the mutated module only."""
        if name != self.module:
            return None
        return importlib.util.spec_from_loader(name, self, origin=str(self.mutant.file))

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """As usual."""

    def exec_module(self, module: ModuleType) -> None:
        """Runs the mutant's source."""
        module.__file__ = str(self.mutant.file)
        exec(compile(self.mutant.source, str(self.mutant.file), "exec"), module.__dict__)


def noticed(package: str, mutant: Mutant | None) -> bool:
    """True if the game's examples, recorded evening or tests notice the mutant; runs in a
    subprocess."""
    child = os.fork()
    if not child:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        os._exit(0 if passes(package, mutant) and own_tests_pass(package) else 1)
    _, status = os.waitpid(child, 0)
    return status != 0


def passes(package: str, mutant: Mutant | None) -> bool:
    """True if all expected results are met."""
    if mutant:
        module = f"companion.games.{package}.{mutant.file.stem}"
        sys.meta_path.insert(0, Changed(module, mutant))
    try:
        game = importlib.import_module(f"companion.games.{package}").GAME
        from companion.engine.examples import run, transcript
        from companion.testing.evenings import inexact
        from companion.testing.test_disputes import blocks_of, said

        if any(said(game, block) != block[2:] for block in blocks_of(game)):
            return False
        evening = game.file("evening.txt")
        if any(run(game, example).differences for example in game.rules.examples):
            return False
        return not transcript(game, evening).differences and not list(inexact(game, evening))
    except BaseException:  # noqa: BLE001 - whatever a mutant does, it was noticed
        return False


def own_tests_pass(package: str) -> bool:
    """True if the game's own tests pass, and the shared tests of referees and entry modes; run
    only if everything else passed."""
    own = ROOT / "tests" / "games" / f"test_{package}.py"
    shared = ROOT / "companion" / "testing"
    every = [str(shared / "test_referees.py"), str(shared / "test_ways.py")]
    key = package.replace("_", "-")
    import pytest

    # The plugin is loaded before pytest, in every fork's parent.
    quietly = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=1",
               "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
    return pytest.main([*quietly, str(own), *every, "--game", key]) == pytest.ExitCode.OK


def prepare(package: str) -> None:
    """Import the modules that the tests need once, instead of in every fork."""
    needed = [
        "companion.tables.disputes", "companion.engine.referee", "companion.engine.examples",
        "companion.exact", "companion.testing.evenings", "companion.testing.test_disputes",
        "hypothesis.internal.conjecture.engine", "hypothesis.strategies", "pytest_rerunfailures",
        "xdist", *(f"_pytest.{name}" for name in default_plugins),
    ]  # fmt: skip
    for module in needed:
        importlib.import_module(module)
    for other in SCORING.keys() - {package}:
        # With its rules read.
        importlib.import_module(f"companion.games.{other}").GAME.rules  # noqa: B018
    loaded = [name for name in sys.modules if name.startswith(f"companion.games.{package}")]
    assert not loaded, f"{loaded} would be tested without the mutant"


def equivalents() -> dict[str, str]:
    """Equivalent mutants listed in SURVIVORS.md: file and changed code, with the reason."""
    text = (Path(__file__).parent / "SURVIVORS.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^- (`\S+` `.+?`): (.+)$", text, re.MULTILINE))


def known(mutant: Mutant, listed: Iterable[str]) -> str:
    """The entry of the list that matches a mutant; "" if none does."""
    place = mutant.file.relative_to(GAMES)
    for entry in listed:
        file, words = entry[1:-1].split("` `", 1)
        if file == str(place) and words in mutant.now and words not in mutant.was:
            return entry
    return ""


def wanted(place: str) -> list[Mutant]:
    """The mutants of a game package, of a file, or of some lines."""
    where, _, span = place.partition(":")
    package, _, file = where.partition("/")
    first, _, last = span.partition("-")
    return [
        mutant
        for name, names in SCORING[package].items()
        if file in ("", name)
        for mutant in mutants(GAMES / package / name, names)
        if not span or int(first) <= mutant.line <= int(last or first)
    ]


def main(place: str, step: int) -> None:
    """Print the surviving mutants of a game package (of every Nth mutant), and their number."""
    listed = equivalents()
    met: set[str] = set()
    package, every = place.partition(":")[0].partition("/")[0], wanted(place)[::step]
    prepare(package)
    if noticed(package, None):
        sys.exit(f"{package}: does not come out as it says even without a mutant")
    alive = 0
    for mutant in every:
        if noticed(package, mutant):
            continue
        if entry := known(mutant, listed):
            met.add(entry)
        else:
            alive += 1
            print(f"  {mutant}", flush=True)
    share = 100 * alive / max(1, len(every))
    summary = f"{len(every)} mutants, {alive} alive ({share:.1f} %)"
    print(f"{place}: {summary}, {len(met)} kinds that change nothing\n", flush=True)
    for entry in listed:
        if place == package and step == 1 and entry.startswith(f"`{package}/") and entry not in met:
            print(f"  no mutant survives any more as {entry}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place", nargs="*", default=sorted(SCORING))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    given = parser.parse_args()
    for each in given.place:
        # One process per game package, since the others are imported there.
        if len(given.place) == 1:
            main(each, given.every)
        else:
            subprocess.run(
                [sys.executable, __file__, each, "--every", str(given.every)], check=False
            )

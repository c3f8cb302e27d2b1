"""The mutated functions exist: a renamed one would be skipped silently."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES, TOOLS = ROOT / "companion" / "games", ROOT / "tools" / "mutants"


def test_the_scoring_that_mutants_try_is_there():
    program = ast.parse((TOOLS / "run.py").read_text(encoding="utf-8"))
    scoring = next(
        ast.literal_eval(node.value)
        for node in program.body
        if isinstance(node, ast.AnnAssign) and node.value
        if getattr(node.target, "id", "") == "SCORING"
    )
    for package, files in scoring.items():
        for file, names in files.items():
            tree = ast.parse((GAMES / package / file).read_text(encoding="utf-8"))
            there = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
            assert set(names) <= there, (package, file)
    listed = (TOOLS / "SURVIVORS.md").read_text(encoding="utf-8")
    files = re.findall(r"^- `(\w+/\w+\.py)`", listed, re.MULTILINE)
    assert [file for file in files if not (GAMES / file).exists()] == []

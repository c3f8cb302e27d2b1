"""`make lint` finds a wrong docstring and a misspelt word, and knows our card words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, words)], cwd=ROOT, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    ("docstring", "rule"),
    [("Return the bid.", ""), ("Return the bid", "D415"), ("return the bid.", "D403")],
)
def test_lint_checks_docstrings_by_one_convention(tmp_path, docstring, rule):
    """A docstring may be missing, and its first sentence may take two lines."""
    file = tmp_path / "bidding.py"
    file.write_text(f'def bid():\n    """{docstring}"""\n\n\ndef suit():\n    return "H"\n')
    done = run("ruff", "check", "--config", ROOT / "pyproject.toml", file)
    assert (done.returncode, rule in done.stdout) == (1 if rule else 0, True)


def test_lint_finds_misspelt_words_alone(tmp_path):
    file = tmp_path / "rules.md"
    wrong = "rec" + "ieve"  # this file is checked, too
    file.write_text(f"Players who renig {wrong} no points. Statics are files.\n")
    done = run("codespell_lib", file)
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == [f"{wrong} ==> receive"]


def test_lint_runs_the_pinned_spelling_checker():
    assert "\n\t$(BIN)/codespell\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    pin = next(line for line in lock.splitlines() if line.startswith("codespell=="))
    assert f'"{pin.split()[0]}",' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")

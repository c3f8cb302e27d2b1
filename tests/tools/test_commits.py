"""`tools.commits` checks the subjects since the merge base, and no others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FINE = "Refuse a bid that skips a seat"
WHO = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER")
       for what in ("NAME", "EMAIL")}  # fmt: skip
BARE = {name: value for name, value in os.environ.items() if name != "COMPANION_BASE"}


class Clone:
    """A repository with a branch main, and a branch of two commits that is checked out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("An old subject; of two changes, which nobody has to write again now")
        self.git("checkout", "--quiet", "-b", "part")
        self.commit(FINE)

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.folder, env=BARE | WHO, check=True,
                              capture_output=True, text=True)  # fmt: skip
        return done.stdout.strip()

    def commit(self, subject: str) -> None:
        self.git("commit", "--quiet", "--allow-empty", "-m", subject)

    def checked(self, *words: str, **more: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "tools.commits", *words], cwd=self.folder,
            env=BARE | {"PYTHONPATH": str(ROOT)} | more, capture_output=True, text=True,
        )  # fmt: skip
        return done.returncode, done.stdout


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


def test_old_commits_are_not_checked(clone):
    code, output = clone.checked()
    assert (code, output[:15]) == (0, "1 commits since")
    clone.git("checkout", "--quiet", "main")
    assert clone.checked()[1].startswith("0 commits")


@pytest.mark.parametrize(
    ("subject", "why"),
    [("x" * 61, "61 letters, at most 60"), ("Add a page; fix a test", "make two commits")],
)
def test_wrong_subject_fails_and_is_named(clone, subject, why):
    clone.commit("x" * 60)
    assert clone.checked()[0] == 0
    clone.commit(subject)
    code, output = clone.checked()
    assert (code, subject in output, why in output) == (1, True, True)


def test_base_is_an_argument_or_a_variable(clone):
    clone.git("tag", "before")
    clone.commit("One; two")
    clone.git("tag", "after")
    assert clone.checked("after")[0] == 0
    assert clone.checked(COMPANION_BASE="after")[0] == 0
    assert clone.checked("before")[0] == 1
    assert clone.checked(COMPANION_BASE="0" * 40)[0] == 1


def test_merges_and_clones_without_main_pass(clone):
    clone.git("checkout", "--quiet", "main")
    clone.commit("Change main")
    clone.git("checkout", "--quiet", "part")
    clone.git("merge", "--quiet", "main", "-m", "Merge main; of whatever length GitHub writes")
    assert clone.checked()[0] == 0
    clone.git("branch", "--quiet", "-D", "main")
    code, output = clone.checked()
    assert (code, output[:20]) == (0, "No commit is checked")


def test_workflow_checks_commits_with_their_history():
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text("utf-8")
    assert "python3 -m tools.commits" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert "COMPANION_BASE: ${{ github.event.pull_request.base.sha ||" in workflow
    assert "fetch-depth: 0" in workflow
    before, checkout, _ = workflow.partition("actions/checkout@")
    assert checkout
    assert re.search(r"apt-get install .*\bgit\n", before)

"""The steps of a release: .github/workflows/release.yml and the container image."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.finding import match_in

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
RELEASE = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")
JOBS = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", RELEASE.partition("\njobs:\n")[2], re.M))
COMMANDS = re.compile(r"^ +(?:- )?run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)", re.MULTILINE)


def test_release_needs_every_check_and_a_person():
    assert 'tags: ["v*"]' in RELEASE
    assert [*JOBS] == ["check", "files", "image", "publish"]
    assert "uses: ./.github/workflows/check.yml" in JOBS["check"]
    assert "\n  workflow_call:\n" in (WORKFLOWS / "check.yml").read_text(encoding="utf-8")
    assert all("needs: check\n" in JOBS[name] for name in ("files", "image"))
    assert "needs: [files, image]\n" in JOBS["publish"]
    assert "environment: release\n" in JOBS["publish"]
    public = ("uv publish", "--draft=false", ":latest")
    assert [[name for name, job in JOBS.items() if each in job] for each in public] == [
        ["publish"], ["publish"], ["publish"],
    ]  # fmt: skip
    assert "--draft --verify-tag" in JOBS["files"]


@pytest.mark.parametrize("name", ["files", "image", "publish"])
def test_commands_of_a_release_are_valid_shell(name):
    commands = [block or line for block, line in COMMANDS.findall(JOBS[name])]
    assert len(commands) >= 3
    for command in commands:
        checked = subprocess.run(["bash", "-n"], input=command, text=True, capture_output=True)
        assert checked.returncode == 0, (command, checked.stderr)
        for module in re.findall(r"python3 -m (tools[\w.]+)", command):
            assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


def test_release_names_every_setting_it_reads():
    head = match_in(r"(?:#.*\n)+", RELEASE)[0]
    read = set(re.findall(r"\b(?:vars|secrets)\.(\w+)", RELEASE))
    assert read == {"IMAGE", "PACKAGE", "IMAGE_USER", "IMAGE_TOKEN"}
    assert all(re.search(rf"\b{name}\b", head) for name in read)


def test_image_copies_files_that_docker_sees():
    """Each copied file exists, and .dockerignore lets it through."""
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    copied = [name for line in re.findall(r"^COPY (.+) \S+$", text, re.M) for name in line.split()]
    seen = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert sorted(copied) == sorted(line[1:] for line in seen if line.startswith("!"))
    assert all((ROOT / name).exists() for name in copied)

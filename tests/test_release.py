"""The steps of a release: .github/workflows/release.yml, its files, and the container image."""

from __future__ import annotations

import csv
import io
import os
import re
import subprocess
import sys
import tarfile
import threading
import venv
import zipfile
from pathlib import Path

import pytest

from companion import __version__
from companion.pocket import runtime
from tests.finding import match_in
from tests.hosting.serving import SCRIPT, Scorer
from tests.test_package import BARE, files_below, install, linked, locked, runs, serving
from tools.served import fetch

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


# -- its files, each installed alone ---------------------------------------------------------------


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """Wheel and sdist by the command of the workflow: the wheel is built from the sdist."""
    command = match_in(r"run: \.venv/bin/python (-m build .+)\n", JOBS["files"])[1].split()
    out = tmp_path_factory.mktemp("dist")
    runs(sys.executable, *command, "--outdir", out, cwd=ROOT)
    assert sorted(file.name for file in out.iterdir()) == [
        f"companion_cards-{__version__}-py3-none-any.whl", f"companion_cards-{__version__}.tar.gz",
    ]  # fmt: skip
    return {"wheel": next(out.glob("*.whl")), "sdist": next(out.glob("*.tar.gz"))}


@pytest.fixture(scope="module", params=["wheel", pytest.param("sdist", marks=pytest.mark.long)])
def released(request, dist, tmp_path_factory):
    """The bin folder of an environment that has one of the two, and its locked dependencies."""
    home = tmp_path_factory.mktemp(request.param) / "venv"
    venv.create(home, symlinks=True)
    linked(next(home.glob("lib/*/site-packages")), locked("requirements.lock"))
    install(home / "bin", dist[request.param])
    return home / "bin"


def with_data(folder: str) -> set[str]:
    return {f"companion/_data/{name}" for name in files_below(folder)}


@pytest.mark.slow
def test_released_files_are_whole_and_clean(dist):
    program = files_below("companion")
    data = [with_data(folder) for folder in ("templates", "static", "printables")]
    wheel = set(zipfile.ZipFile(dist["wheel"]).namelist())
    assert program.union(*data) - wheel == set()
    assert {f"companion/games/{name}/rules.md" for name in ("kaiser", "tres")} <= program
    top = f"companion_cards-{__version__}/"
    with tarfile.open(dist["sdist"]) as packed:
        source = {name.removeprefix(top) for name in packed.getnames()}
    folders = ("companion", "templates", "static", "printables", "tests", "tools", "deploy", "docs")
    assert set().union(*map(files_below, folders)) - source == set()
    assert {"README.md", "CHANGELOG.md", "LICENSE", "Makefile", "requirements.lock"} <= source
    unwanted = re.compile(r"__pycache__|\.pyc$|\.db$|(^|/)\.(git|venv|\w+_cache)(/|$)")
    assert [name for name in wheel | source if unwanted.search(name)] == []


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_released_file_serves_prints_and_plays(released, tmp_path):
    """A sheet as PDF; the first hand of the recorded evening, with its points."""
    assert runs(released / "companion", "--version").split()[-1] == __version__
    with serving(released, tmp_path) as address:
        status, sheet = fetch(f"{address}print/kaiser/sheet.pdf")
        assert (status, sheet[:5]) == (200, b"%PDF-")
        port = int(match_in(r":(\d+)/", address)[1])
        scorer = Scorer("release", [port], threading.Event())
        code = scorer.begin()
        form = {f"a.{key}": text for key, text in SCRIPT.hands[0].items()}
        for seen in range(len(form)):
            answer = scorer.send(f"/t/{code}/answer", {**form, "hand": "1", "seen": str(seen)})
            if answer.headers["Location"].endswith("/hand/1"):
                break
        scorer.clients[0].close()
        assert scorer.tally.odd == []
        status, ledger = fetch(f"{address}t/{code}/ledger.csv")
    rows = csv.DictReader(io.StringIO(ledger.decode("utf-8-sig")))
    points = {row["side"]: (row["rule"], row["points"]) for row in rows}
    assert points == {"A": ("KAI-DEFEND", "0"), "B": ("KAI-MADE", "10")}


@pytest.mark.long
def test_released_file_builds_the_offline_version(released, tmp_path):
    runtime.fetched()
    path = f"{Path(runtime.node()[0]).parent}{os.pathsep}{BARE['PATH']}"
    site = tmp_path / "site"
    output = runs(released / "companion", "pocket", site, "--quick", PATH=path)
    assert f"edition {__version__}-" in output
    assert {"index.html", "sw.js", "edition.json", "files"} <= {
        each.name for each in site.iterdir()
    }

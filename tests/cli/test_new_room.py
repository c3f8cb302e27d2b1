"""A fifteenth game: written by a command, and every test of the rooms holds for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from companion.cli.new_room import prefix

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path):
    for name in ("companion", "templates", "static", "printables", "tests", "scripts"):
        copytree(CHECKOUT / name, tmp_path / name, ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        tmp_path.joinpath(name).write_bytes(CHECKOUT.joinpath(name).read_bytes())
    return tmp_path


def runs(folder, *arguments, code=0):
    env = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_a_new_room_plays_prints_and_passes_the_tests_of_every_room(checkout, tmp_path):
    said = runs(checkout, "companion", "new-room", "oh-hell", "--title", "Oh Hell")
    assert "companion rules oh-hell" in said
    assert "OH-TRICK" in runs(checkout, "companion", "rules", "oh-hell")
    tests = runs(
        checkout,
        *("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"),
        *("companion/testing", "--game", "oh-hell"),
    )
    assert " passed" in tests
    assert "failed" not in tests
    sheet = tmp_path / "oh-hell.pdf"
    runs(checkout, "companion", "print", "oh-hell", "rules", "-o", str(sheet))
    assert sheet.read_bytes().startswith(b"%PDF")
    evening = checkout / "companion" / "games" / "oh_hell" / "evening.txt"
    evening.unlink()
    lacks = runs(checkout, "companion", "rules", "oh-hell", code=2)
    assert "has no evening.txt yet" in lacks
    again = runs(checkout, "companion", "new-room", "oh-hell", code=2)
    assert "is there already" in again


@pytest.mark.slow
def test_a_package_brings_a_game_and_one_that_fails_takes_nothing_along(tmp_path):
    def runs(*arguments, cwd=tmp_path):
        env = os.environ | {"PYTHONPATH": f"{CHECKOUT}{os.pathsep}{tmp_path / 'site'}"}
        command = [sys.executable, "-m", *arguments]
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    runs("companion", "new-room", "oh-hell", "--title", "Oh Hell", "--package")
    made = tmp_path / "companion-oh-hell"
    install = ["--no-deps", "--no-build-isolation", "--no-index", "--target", tmp_path / "site"]
    runs("pip", "install", "-q", *map(str, install), str(made))
    assert "oh-hell " in runs("companion", "games")
    assert "OH-TRICK" in runs("companion", "rules", "oh-hell")
    evening = made / "companion_oh_hell" / "evening.txt"
    assert "Nell" in runs("companion", "score", str(evening))
    runs("companion", "print", "oh-hell", "sheet", "-o", "sheet.html")
    assert "Oh Hell" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    (tmp_path / "site" / "companion_oh_hell" / "play.py").write_text("wrong", encoding="utf-8")
    left = runs("companion", "games")
    assert "Not loaded: companion-oh-hell, oh-hell: " in left
    assert "kaiser " in left


def test_a_key_that_is_none_is_refused_with_one_that_is(run):
    done = run("new-room", "Oh Hell!")
    assert (done.exit_code, "small letters" in done.stderr) == (2, True)


def test_the_ids_of_its_rules_begin_with_what_no_other_game_has():
    assert prefix("oh-hell") == "OH"
    assert prefix("kaiser") != "KAI"

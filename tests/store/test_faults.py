"""A fault at every call to the disk: what was acknowledged is there, once, and scoring goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.needs("cc")]
SHIM = Path(__file__).with_name("faults.c")


@pytest.fixture(scope="session")
def shim(tmp_path_factory):
    made = tmp_path_factory.mktemp("shim") / "faults.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", made, SHIM, "-ldl"], check=True)
    return made


def faults(shim: Path, folder: Path, what: str) -> None:
    command = [sys.executable, "-m", "tests.store.faulty", str(folder / "disk"), what]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "LD_PRELOAD": str(shim)},
    )  # fmt: skip
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("what", ["entry", pytest.param("checkpoint", marks=pytest.mark.long)])
def test_a_fault_at_any_call_of_an_entry_loses_nothing(shim, tmp_path, what):
    faults(shim, tmp_path, what)


@pytest.mark.long
@pytest.mark.parametrize("what", ["backup", "restore"])
def test_a_fault_at_any_call_of_a_backup_or_a_restore_loses_nothing(shim, tmp_path, what):
    faults(shim, tmp_path, what)

"""A fault at every call to the disk: acknowledged entries are stored once, and scoring goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHIM = Path(__file__).with_name("faults.c")
MORE = ("checkpoint", "backup", "restore", "import", "migration")
LONG = [pytest.param(what, marks=pytest.mark.long) for what in MORE]


@pytest.mark.slow
@pytest.mark.needs("cc")
@pytest.mark.parametrize("what", ["entry", *LONG])
def test_disk_fault_at_any_call_loses_nothing(tmp_path, what):
    shim = tmp_path / "faults.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, SHIM, "-ldl"], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.faulty", tmp_path / "disk", what],
        capture_output=True, text=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "LD_PRELOAD": str(shim)},
    )  # fmt: skip
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr

"""What a test may need of the machine: `@pytest.mark.needs("pdfinfo", "qpdf", "pango")`.

`browser` needs Chromium and `postgres` PostgreSQL's programs without saying so. A test whose needs
are not met is skipped; where CI is set it fails, so that no such test is lost unseen.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says something about the machine, not about the example.
settings.register_profile("companion", deadline=None)
settings.load_profile("companion")

IMPLIED = {"browser": ["chromium"], "postgres": ["postgres"]}


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "needs(*what): programs the test runs, or `pango`, or `postgres`"
    )


@cache
def missing(what: str) -> bool:
    if what == "pango":
        # In a process of its own: a Pango that does not load prints a banner.
        run = subprocess.run([sys.executable, "-c", "import weasyprint"], capture_output=True)
        return run.returncode != 0
    if what == "postgres":
        places = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), shutil.which("initdb")]
        return not any(places)
    return shutil.which(what) is None


def pytest_runtest_setup(item):
    asked = os.environ.get("CI") or os.environ.get("COMPANION_TEST_LONG")
    if item.get_closest_marker("long") and not asked:
        pytest.skip("set COMPANION_TEST_LONG to run it")
    needs = [what for mark in item.iter_markers("needs") for what in mark.args]
    for marker, implied in IMPLIED.items():
        if item.get_closest_marker(marker):
            needs += implied
    lacking = sorted({what for what in needs if missing(what)})
    if not lacking:
        return
    reason = f"not on this machine: {', '.join(lacking)}"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)

"""Requirements of tests: `@pytest.mark.needs("pdfinfo", "pango")`.

`browser` implies Chromium and Playwright, and `postgres` PostgreSQL. A test with unmet needs is
skipped and lists the packages to install; with CI set it fails, so that no skip goes unnoticed.
"""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from companion import games
from tests.chromium import ARGS, executable
from tests.spent import freeze

# Hypothesis deadlines would measure the machine.
settings.register_profile("companion", deadline=None)
settings.load_profile("companion")

IMPLIED = {"browser": ["chromium", "playwright"], "postgres": ["postgres"]}
PACKAGES = {
    "cc": "gcc libc6-dev",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
    "chromium": "chromium-headless-shell",
    "nginx": "nginx-light",
    "pango": "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core",
    "pdfinfo": "poppler-utils",
    "pdftotext": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "playwright": "libatomic1",
    "postgres": "postgresql",
    "systemd-analyze": "systemd",
    "setpriv": "util-linux",
}
"""Debian's package for each requirement."""


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "needs(*what): programs the test runs, or `pango`, or `postgres`"
    )


KINDS = {"jo-jotte", "kaiser", "panguingue"}
"""Games of every kind: answered by keys, by numbers, by cards."""


def game_of(item):
    """The key of the game that a test is about; "" if it is about none, or about several."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    named = [getattr(each, "game", getattr(each, "key", each)) for each in given]
    found = {each for each in named if isinstance(each, str)} & games.all_games().keys()
    return found.pop() if len(found) == 1 else ""


def pytest_collection_modifyitems(items):
    """In a test marked `kinds`, games like those of KINDS are `long`; in one marked with games, as
    `kinds("kaiser")`, all others. In CI, retries a failed test once; the summary lists it."""
    for item in items:
        if kinds := item.get_closest_marker("kinds"):
            assert game_of(item), f"{item.nodeid} is about no game"
            if game_of(item) not in (kinds.args or KINDS):
                item.add_marker(pytest.mark.long)
        if os.environ.get("CI"):
            item.add_marker(pytest.mark.flaky(reruns=1))


GAME = re.compile(
    "|".join(
        path.parent.name.replace("_", "-")
        for path in sorted(Path(games.__file__).parent.glob("*/rules.md"), reverse=True)
    )
)


SHARED = tuple(f"tests/browser/test_{each}.py" for each in ("search", "pages", "people"))
"""Files whose tests share a table or a club with every possible part of its pages."""


def pytest_collection_finish(session):
    freeze()


class Grouped(LoadScopeScheduling):  # type: ignore[misc]
    """Sends tests that share an expensive fixture (the offline version, an installed package, a
    database server, the print queue with its cached documents) to one process. The same for
    thousands of short tests: the examples and rulings of a game package."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(("tests/pocket/", "tests/site/", "tests/test_package.py")):
            return nodeid.partition("/test_")[0]
        if nodeid.startswith(SHARED):
            return nodeid.partition("::")[0]
        if "[postgres" in nodeid:
            return "postgres"
        papers = nodeid.startswith(("tests/printing/", "companion/testing/"))
        about = GAME.search(nodeid) if papers else None
        return f"paper of {about[0]}" if about else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    # With pytest 9.2 the marks of `--dist loadgroup` have no effect.
    return Grouped(config, log)


@cache
def missing(what: str) -> bool:
    if what == "pango":
        # In a subprocess: a Pango that cannot be loaded prints a banner.
        return _fails(sys.executable, "-c", "import weasyprint")
    if what == "playwright":
        # Playwright's Node needs a library that minimal machines lack.
        from playwright._impl._driver import compute_driver_executable

        return _fails(compute_driver_executable()[0], "--version")
    if what == "postgres":
        places = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), shutil.which("initdb")]
        return not any(places)
    if what == "chromium":
        return executable() is None
    return shutil.which(what) is None


def _fails(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode != 0
    except OSError:
        return True


def pytest_runtest_setup(item):
    needs = [what for mark in item.iter_markers("needs") for what in mark.args]
    for marker, implied in IMPLIED.items():
        if item.get_closest_marker(marker):
            needs += implied
    lacking = sorted({what for what in needs if missing(what)})
    if not lacking:
        return
    packages = " ".join(dict.fromkeys(PACKAGES.get(what, what) for what in lacking))
    reason = f"not on this machine: {', '.join(lacking)}; as root:  apt install {packages}"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests: Playwright allows one driver per process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGS)
        yield browser
        browser.close()

"""The notes of a release come from CHANGELOG.md."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import __version__
from tools.notes import HEADING, ROOT, section, version

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
LINES = 40
"""Most lines of a release's section."""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.notes", *words], cwd=ROOT, capture_output=True, text=True
    )


def test_notes_are_the_section_of_the_tag():
    done = run(f"v{__version__}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in CHANGELOG
    assert "## [" not in done.stdout
    assert 5 < len(done.stdout.splitlines()) < LINES


@pytest.mark.parametrize("tag", [__version__, "v0.0.1", "v1"])
def test_tag_of_another_version_has_no_notes(tag):
    done = run(tag)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"The tag is {tag}, but the version of this checkout is {__version__}." in done.stderr


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("## [2.0.0] - 2027-01-01\n\n- New\n", "no section [1.0.0]"),
        ("## [1.0.0] - 2026-11-29\n\n## [0.9.0] - 2026-10-01\n\n- Old\n", "is empty"),
        ("## [1.0.0]\n\n- New\n", "has no date"),
    ],
)
def test_section_needs_a_date_and_text(text, why):
    with pytest.raises(ValueError, match=why.replace("[", r"\[")):
        section(text, "1.0.0")


def test_section_ends_at_the_next_heading():
    text = "# All\n\n## [Unreleased]\n\n- Next\n\n## [2.0.0] - 2027-01-01\n\n### Added\n\n- New\n\n"
    assert section(f"{text}## [1.0.0] - 2026-11-29\n\n- Old\n", "2.0.0") == "### Added\n\n- New\n"


def test_changelog_begins_with_unreleased_and_this_version():
    found = [heading["version"] for heading in HEADING.finditer(CHANGELOG)]
    assert found[:2] == ["Unreleased", __version__]
    assert version() == __version__

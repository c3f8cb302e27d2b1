"""Print the notes of a release: its section of CHANGELOG.md, without the heading.

Usage:  python3 -m tools.notes TAG

TAG is "v" and the version of this checkout, such as v1.0.0. Ends with 1 if the tag names another
version, or if the section is missing, empty or without a date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
HEADING = re.compile(r"^## \[(?P<version>[^]]+)\](?: - (?P<date>\d{4}-\d\d-\d\d))?$", re.MULTILINE)


def version(root: Path = ROOT) -> str:
    """Return the version of a checkout: `companion/__init__.py` alone has it."""
    text = (root / "companion" / "__init__.py").read_text(encoding="utf-8")
    return VERSION.findall(text)[0]


def section(changelog: str, wanted: str) -> str:
    """Return the notes of a version; ValueError says what is wrong with its section."""
    headings = [*HEADING.finditer(changelog)]
    ends = [each.start() for each in headings[1:]] + [len(changelog)]
    for heading, end in zip(headings, ends, strict=True):
        if heading["version"] == wanted:
            text = changelog[heading.end() : end].strip()
            if not heading["date"]:
                raise ValueError(f"The section [{wanted}] of CHANGELOG.md has no date.")
            if not text:
                raise ValueError(f"The section [{wanted}] of CHANGELOG.md is empty.")
            return f"{text}\n"
    raise ValueError(f"CHANGELOG.md has no section [{wanted}].")


def notes(tag: str, root: Path = ROOT) -> str:
    """Return the notes of the release with this tag; ValueError if it is not this checkout's."""
    if tag != f"v{version(root)}":
        raise ValueError(f"The tag is {tag}, but the version of this checkout is {version(root)}.")
    return section((root / "CHANGELOG.md").read_text(encoding="utf-8"), version(root))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    try:
        print(notes(sys.argv[1]), end="")
    except ValueError as error:
        raise SystemExit(str(error)) from None

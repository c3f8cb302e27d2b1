"""Folders of the data files: templates, static files, sources of printed documents.

In a checkout, an editable install or an unpacked sdist they are beside the package. A wheel
contains them in ``_data``.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
DATA = PACKAGE / "_data"
ROOT = DATA if DATA.is_dir() else PACKAGE.parent

TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
PRINTABLES = ROOT / "printables"


def inside(folder: Path, name: str) -> Path | None:
    """The file `name` in a folder; None if it does not exist or lies outside (path traversal)."""
    try:
        place = (folder / name).resolve()
        there = place.is_file()
    except (OSError, ValueError):
        return None  # name too long, or with characters no file name can have
    return place if there and place.is_relative_to(folder.resolve()) else None

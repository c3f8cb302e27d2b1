"""Where the plain files are: templates, static files, sources of printed documents.

In a checkout, an editable install or an unpacked sdist they stand beside the package; a wheel
carries them inside it, in ``_data``.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
DATA = PACKAGE / "_data"
ROOT = DATA if DATA.is_dir() else PACKAGE.parent

TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
PRINTABLES = ROOT / "printables"


def inside(folder: Path, name: str) -> Path | None:
    """The file of that name in a folder; None when there is none, or the name leads out of it."""
    try:
        place = (folder / name).resolve()
        there = place.is_file()
    except (OSError, ValueError):
        return None  # a name too long for a file, or one that no file can have
    return place if there and place.is_relative_to(folder.resolve()) else None

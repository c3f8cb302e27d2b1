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

"""The fingerprints of documents, and the formats that this machine can produce."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from companion.paths import PRINTABLES
from companion.printing.worker import Sheets


@cache
def edition() -> str:
    """The digest of a PDF's inputs except its text: stylesheets, fonts, version of WeasyPrint."""
    try:
        digest = sha256(version("weasyprint").encode())
    except PackageNotFoundError:
        digest = sha256()  # without WeasyPrint there are only print pages
    for file in sorted(PRINTABLES.glob("css/*.css")) + sorted(PRINTABLES.glob("fonts/*")):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


@cache
def program() -> str:
    """The digest of a document's inputs except its settings: the program's text, read once."""
    digest = sha256(edition().encode())
    folders = (Path(__file__).parents[1], PRINTABLES / "html")
    for file in sorted(file for folder in folders for file in folder.rglob("*.*")):
        if file.suffix in {".py", ".md", ".txt", ".svg", ".html"} and file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def tag(*order: object) -> str:
    """The key of a document in the cache and in ETags before it is built, from all its inputs."""
    return sha256("\0".join([program(), *map(repr, order)]).encode()).hexdigest()[:40]


def fingerprint(sheets: Sheets) -> str:
    """The content hash of a document that nobody gave another key."""
    more = map(fingerprint, sheets.more)
    parts = (edition(), str(sheets.copies), sheets.html, *sheets.styles, *more)
    return sha256("\0".join(parts).encode()).hexdigest()[:40]


@cache
def can_print() -> bool:
    """Whether Pango is here. Costs a millisecond, once; WeasyPrint itself is not imported."""
    try:
        import ctypes
    except ImportError:
        return False
    ending = ".dylib" if sys.platform == "darwin" else ".so"
    for name in ("libgobject-2.0", "libpango-1.0", "libpangoft2-1.0", "libharfbuzz"):
        file = f"{name}.0{ending}" if sys.platform == "darwin" else f"{name}{ending}.0"
        try:
            ctypes.CDLL(file)
        except OSError:
            return False
    return True


@cache
def can_paint() -> bool:
    """True if pictures can be made here."""
    return find_spec("resvg_py") is not None

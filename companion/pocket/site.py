"""Writes the offline version as static files.

Everything is compressed and split into pieces named by their hash, so that it works on any file
host; an interrupted download resumes, and an update fetches only changed pieces.

Importing Alembic takes seconds on a phone, so its migrations are run here once from each revision,
and their SQL statements are recorded.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import re
import sqlite3
import struct
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from alembic import command
from alembic.script import ScriptDirectory
from jinja2 import Environment, FileSystemLoader
from sqlalchemy import event

from companion import __version__, games
from companion.paths import ROOT, STATIC, TEMPLATES
from companion.pocket import archive, runtime
from companion.store.engine import connect
from companion.store.migrate import config, upgrade
from companion.web.platform import pocket
from companion.web.platform.making import Built, built

SHELL = Path(__file__).with_name("shell")
PAGES = ("index.html", "shell.js", "shell.css", "worker.js", "image.js", "store.js",
         "manifest.webmanifest")  # fmt: skip
"""Shell files at the site's root, cached together with an edition."""
ICON = "icon-512.png"
FACES = ("vollkorn-600.woff2", "fira-400.woff2", "fira-600.woff2", "suits.woff2")
PIECE = 512 << 10
FORMAT = 1
KINDS = pocket.KINDS | {
    ".mjs": "text/javascript; charset=utf-8", ".wasm": "application/wasm",
    ".webm": "video/webm", ".zip": "application/zip",
}  # fmt: skip


HEADERS = """\
/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: same-origin
  Content-Security-Policy: frame-ancestors 'self'
  Cache-Control: no-cache
/files/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
"""
"""The headers of the files, for hosts that read them from a file `_headers`."""


@dataclass(frozen=True)
class Pieces:
    """Files that are compressed and downloaded together."""

    name: str
    title: str
    files: Mapping[str, bytes]

    @property
    def body(self) -> bytes:
        """A header with names and lengths, then the files' contents."""
        index = [[name, len(body), KINDS.get(Path(name).suffix, "application/octet-stream")]
                 for name, body in self.files.items()]  # fmt: skip
        head = json.dumps(index, separators=(",", ":")).encode()
        return struct.pack("<I", len(head)) + head + b"".join(self.files.values())


@dataclass(frozen=True)
class Site:
    """The result of writing a site."""

    edition: str
    sent: int
    """Bytes of a first visit."""
    files: int


def write(target: Path, *, small: bool = True, url: str = "", picture: str = ICON) -> Site:
    """Writes the site into a folder, replacing existing files.

    Without `small`, compression is faster and worse, for tests. `url` is its public address, and
    `picture` that of the picture of link previews, if known.
    """
    folder = runtime.fetched()
    statics = built()
    page = index(url, picture)
    packs = _packs(folder, statics, page)
    digest = hashlib.sha256(b"".join(pack.body for pack in packs)).hexdigest()
    edition = f"{__version__}-{digest[:10]}"
    target.mkdir(parents=True, exist_ok=True)
    (target / "files").mkdir(exist_ok=True)
    entries, sent, wanted = [], 0, set()
    for pack in packs:
        body = pack.body
        packed = _compressed(body, folder, small)
        pieces = []
        for place in range(0, len(packed), PIECE):
            piece = packed[place : place + PIECE]
            name = hashlib.sha256(piece).hexdigest()
            wanted.add(f"{name}.bin")
            (target / "files" / f"{name}.bin").write_bytes(piece)
            pieces.append([name, len(piece)])
        sent += len(packed)
        entries.append(
            {"name": pack.name, "title": pack.title, "size": len(packed), "whole": len(body),
             "hash": hashlib.sha256(body).hexdigest(), "pieces": pieces}
        )  # fmt: skip
    for name, body in shell(page).items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(body)
    (target / "_headers").write_text(HEADERS)
    (target / "sw.js").write_bytes((SHELL / "sw.js").read_bytes())
    (target / "licences.txt").write_text(licences(folder), encoding="utf-8")
    for old in (target / "files").iterdir():
        if old.name not in wanted:
            old.unlink()
    # Last: until then visitors get the previous edition.
    known = {
        "format": FORMAT, "edition": edition, "version": __version__, "packs": entries,
        "titles": {key: each.title for key, each in games.covers().items()},
    }  # fmt: skip
    (target / "edition.json").write_text(json.dumps(known, separators=(",", ":")))
    return Site(edition, sent, len(wanted))


def index(url: str = "", picture: str = ICON) -> bytes:
    """The first page, with the names of the games for readers without scripts."""
    environment = Environment(
        loader=FileSystemLoader([SHELL, TEMPLATES]), autoescape=True, trim_blocks=True
    )
    titles = [cover.title for cover in games.covers().values() if not cover.last]
    page = environment.get_template(PAGES[0])
    return page.render(url=url, picture=picture, titles=titles, count=len(titles)).encode()


def shell(page: bytes) -> dict[str, bytes]:
    """The files at the site's root."""
    files = {PAGES[0]: page} | {name: (SHELL / name).read_bytes() for name in PAGES[1:]}
    for size in (192, 512):
        files[f"icon-{size}.png"] = (STATIC / f"icon-{size}.png").read_bytes()
    files["icon.svg"] = (STATIC / "icon.svg").read_bytes()
    for face in FACES:
        files[f"fonts/{face}"] = (STATIC / "fonts" / face).read_bytes()
    return files


def _packs(folder: Path, statics: Built, page: bytes) -> list[Pieces]:
    core = archive.compiled(archive.binary(folder), folder)
    foreign = itertools.chain(archive.standard(folder), archive.libraries())
    python = archive.compiled(foreign, folder)
    every = itertools.chain(archive.ours(), archive.brought(), archive.pages())
    ours = archive.compiled(every, folder)
    app = {"base": "", "ready": ready(), "static": statics.names, "version": __version__,
           "abi": runtime.ABI}  # fmt: skip
    served = {}
    for name in statics.names.values():
        served[f"app/static/{name}"] = Path(statics.folder.name, name).read_bytes()
    # Typefaces and icons are in it twice: side by side, the second copy takes no room.
    pages = dict(sorted({**shell(page), **served}.items(), key=_packed_order))
    start = {name: (folder / name).read_bytes() for name in runtime.WANTED if name.startswith("py")
             and not name.endswith(".zip")}  # fmt: skip
    return [
        Pieces("pages", "The pages", pages),
        Pieces("runtime", "The scorer", {f"runtime/{name}": body for name, body in start.items()}),
        Pieces("python", "What the scorer is written in", {
            "python/standard.zip": archive.zipped(python),
            "python/core.pack": Pieces("", "", core).body,
        }),
        Pieces("games", "The games and their rules", {
            "python/companion.pack": Pieces("", "", ours).body,
            "python/setup.json": json.dumps(app, separators=(",", ":")).encode(),
        }),
    ]  # fmt: skip


def _packed_order(file: tuple[str, bytes]) -> int:
    """Texts first, in the order given; then typefaces and icons by length."""
    name, body = file
    return len(body) if name.endswith((".png", ".woff2")) else 0


def _compressed(body: bytes, folder: Path, small: bool) -> bytes:
    """Compressed as gzip; the best level takes minutes, so results are cached by content."""
    if not small:
        return gzip.compress(body, 9, mtime=0)
    kept = folder / "packed" / hashlib.sha256(body).hexdigest()
    if not kept.is_file():
        from zopfli import gzip as zopfli

        kept.parent.mkdir(exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_bytes(zopfli.compress(body, numiterations=3))
        part.replace(kept)
    return kept.read_bytes()


def licences(folder: Path) -> str:
    """The licences of everything included."""
    sections = [f"The Companion {__version__}\n\n{_text(ROOT / 'LICENSE')}"]
    sections.append(
        f"Pyodide {runtime.version()} is under the Mozilla Public License 2.0; its source is at\n"
        "https://github.com/pyodide/pyodide. It holds CPython (Python Software Foundation License\n"
        "Version 2), SQLite (public domain), zlib, bzip2, and parts of Emscripten (MIT)."
    )
    for name in (*archive.LIBRARIES, "pydantic-core", *archive.bringing()):
        package = distribution(name)
        texts = [
            Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
            for file in package.files or ()
            if ".dist-info/" in str(file) and "licen" in str(file).lower()
        ]
        sections.append("\n\n".join([f"{package.name} {package.version}", *texts]))
    for place in sorted((STATIC / "vendor").glob("*LICENSE*")):
        sections.append(f"{place.name}\n\n{_text(place)}")
    fonts = ROOT / "printables" / "fonts" / "OFL.txt"
    sections.append(f"Typefaces\n\n{_text(fonts)}")
    line = "\n\n" + "-" * 78 + "\n\n"
    return line.join(sections) + "\n"


def _text(place: Path) -> str:
    return place.read_text(encoding="utf-8") if place.is_file() else ""


LOOKS = re.compile(r"\s*(SELECT|PRAGMA|BEGIN|COMMIT)\b", re.IGNORECASE)


class NotWritable(RuntimeError):
    """A migration computes data in Python, so its SQL alone is not enough."""


def ready() -> dict[str, Any]:
    """The newest revision, with the SQL for a new database and from each earlier revision."""
    with TemporaryDirectory() as temporary:
        here = Path(temporary)
        script = ScriptDirectory.from_config(config("sqlite://"))
        head = script.get_current_head()
        past = [each.revision for each in script.walk_revisions() if each.revision != head]
        steps = {revision: recorded(here / revision, revision) for revision in sorted(past)}
        return {"head": head, "fresh": _fresh(here / "fresh"), "steps": steps}


def _fresh(file: Path) -> list[str]:
    upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database:
        return [line for line in database.iterdump() if not LOOKS.match(line)]


def recorded(file: Path, revision: str) -> list[str]:
    """SQL of the migrations from a revision on."""
    url, statements = f"sqlite:///{file}", list[str]()
    upgrade(url, revision)
    _, writer = connect(url, migrating=True)

    def note(*args: Any) -> None:
        statement, parameters, many = args[2], args[3], args[5]
        if LOOKS.match(statement):
            return
        if parameters or many:
            raise NotWritable(f"after revision {revision}: {statement}")
        statements.append(statement)

    event.listen(writer, "before_cursor_execute", note)
    settings = config(url)
    try:
        with writer.begin() as connection:
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")
    finally:
        writer.dispose()
    return statements

"""Writes the pocket edition as a folder of static files.

What is sent is compressed here and cut into pieces, each under the hash of its content, so that any
file host will do, whatever it knows of compression; an opening that was broken off goes on with the
next piece, and an update fetches only what has changed.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from companion import __version__
from companion.paths import ROOT, STATIC
from companion.pocket import archive, runtime, schema
from companion.web.platform.making import Built, built

SHELL = Path(__file__).with_name("shell")
PAGES = ("index.html", "shell.js", "shell.css", "keeper.js", "store.js", "manifest.webmanifest")
"""The shell: what stands at the site's root beside the service worker; kept with an edition."""
FACES = ("vollkorn-600.woff2", "fira-400.woff2", "fira-600.woff2", "suits.woff2")
PIECE = 512 << 10
FORMAT = 1
KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".webm": "video/webm", ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json", ".zip": "application/zip",
}  # fmt: skip


@dataclass(frozen=True)
class Pack:
    """Files that are sent together, compressed as one."""

    name: str
    title: str
    files: Mapping[str, bytes]

    @property
    def body(self) -> bytes:
        """A head that says which files there are and how long they are, then the files."""
        index = [[name, len(body), KINDS.get(Path(name).suffix, "application/octet-stream")]
                 for name, body in self.files.items()]  # fmt: skip
        head = json.dumps(index, separators=(",", ":")).encode()
        return struct.pack("<I", len(head)) + head + b"".join(self.files.values())


@dataclass(frozen=True)
class Site:
    """What was written."""

    edition: str
    sent: int
    """Bytes of a first opening."""
    files: int


def write(target: Path, *, small: bool = True) -> Site:
    """Writes the site into a folder, which is made or replaced file by file. Without `small` it is
    compressed less well and much sooner, for a test."""
    folder = runtime.fetched()
    statics = built()
    packs = _packs(folder, statics)
    digest = hashlib.sha256(b"".join(pack.body for pack in packs)).hexdigest()
    edition = f"{__version__}-{digest[:10]}"
    target.mkdir(parents=True, exist_ok=True)
    (target / "files").mkdir(exist_ok=True)
    told, sent, wanted = [], 0, set()
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
        told.append(
            {"name": pack.name, "title": pack.title, "size": len(packed), "whole": len(body),
             "hash": hashlib.sha256(body).hexdigest(), "pieces": pieces}
        )  # fmt: skip
    for name, body in shell(statics).items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(body)
    (target / "sw.js").write_bytes((SHELL / "sw.js").read_bytes())
    (target / "licences.txt").write_text(licences(folder), encoding="utf-8")
    for old in (target / "files").iterdir():
        if old.name not in wanted:
            old.unlink()
    # Last: whoever comes while it is written finds the edition before, whole or not at all.
    known = {"format": FORMAT, "edition": edition, "version": __version__, "packs": told}
    (target / "edition.json").write_text(json.dumps(known, separators=(",", ":")))
    return Site(edition, sent, len(wanted))


def shell(statics: Built) -> dict[str, bytes]:
    """The files at the site's root."""
    found = {name: (SHELL / name).read_bytes() for name in PAGES}
    for size in (192, 512):
        found[f"icon-{size}.png"] = (STATIC / f"icon-{size}.png").read_bytes()
    found["icon.svg"] = (STATIC / "icon.svg").read_bytes()
    for face in FACES:
        found[f"fonts/{face}"] = (STATIC / "fonts" / face).read_bytes()
    return found


def _packs(folder: Path, statics: Built) -> list[Pack]:
    core = archive.compiled(archive.binary(folder), folder)
    foreign = itertools.chain(archive.standard(folder), archive.libraries())
    python = archive.compiled(foreign, folder)
    ours = archive.compiled(archive.ours(), folder)
    app = {"base": "", "ready": schema.ready(), "static": statics.names, "version": __version__}
    served = {}
    for name in statics.names.values():
        served[f"app/static/{name}"] = Path(statics.folder.name, name).read_bytes()
    start = {name: (folder / name).read_bytes() for name in runtime.WANTED if name.startswith("py")
             and not name.endswith(".zip")}  # fmt: skip
    return [
        Pack("pages", "The pages", {**shell(statics), **served}),
        Pack("runtime", "The scorer", {f"runtime/{name}": body for name, body in start.items()}),
        Pack("python", "What the scorer is written in", {
            "python/standard.zip": archive.zipped(python),
            "python/core.pack": Pack("", "", core).body,
        }),
        Pack("games", "The games and their rules", {
            "python/companion.pack": Pack("", "", ours).body,
            "python/told.json": json.dumps(app, separators=(",", ":")).encode(),
        }),
    ]  # fmt: skip


def _compressed(body: bytes, folder: Path, small: bool) -> bytes:
    """As gzip. The smallest that any unpacker reads takes minutes, so it is kept by its content."""
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
    """The licences of everything that travels along."""
    said = [f"The Companion {__version__}\n\n{_text(ROOT / 'LICENSE')}"]
    said.append(
        f"Pyodide {runtime.version()} is under the Mozilla Public License 2.0; its source is at\n"
        "https://github.com/pyodide/pyodide. It holds CPython (Python Software Foundation License\n"
        "Version 2), SQLite (public domain), zlib, bzip2, and parts of Emscripten (MIT)."
    )
    for name in (*archive.LIBRARIES, "pydantic-core"):
        found = distribution(name)
        texts = [
            Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
            for file in found.files or ()
            if ".dist-info/" in str(file) and "licen" in str(file).lower()
        ]
        said.append("\n\n".join([f"{found.name} {found.version}", *texts]))
    for place in sorted((STATIC / "vendor").glob("*LICENSE*")):
        said.append(f"{place.name}\n\n{_text(place)}")
    fonts = ROOT / "printables" / "fonts" / "OFL.txt"
    said.append(f"Typefaces\n\n{_text(fonts)}")
    line = "\n\n" + "-" * 78 + "\n\n"
    return line.join(said) + "\n"


def _text(place: Path) -> str:
    return place.read_text(encoding="utf-8") if place.is_file() else ""

"""Builds the static files: minified, compressed, and with a hash of their content in the name."""

from __future__ import annotations

import atexit
import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import tinycss2
from rjsmin import jsmin
from whitenoise.compress import Compressor

from companion.paths import STATIC

PARTS = ("shared", "guard", "unsent", "back", "keys", "awake", "up", "clock", "moment")
"""Scripts in static/parts that every page loads, in order."""
JOINED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "companion.js": ((), ()),
    "table.js": (("draft",), ("vendor/htmx-4.0.1.min.js",)),
}
"""The two bundles: their own parts, and what follows them. htmx comes last, so that our parts see
all its events. A page loads one bundle: one file compresses better than five."""
PACK = Compressor(quiet=True)
_URL = re.compile(r"url\(([\"']?)([\w./-]+)\1\)")


@dataclass
class Built:
    """The built files, with their served names by source name."""

    folder: TemporaryDirectory[str] = field(
        default_factory=lambda: TemporaryDirectory(prefix="companion-static-")
    )
    names: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, body: bytes) -> None:
        """Writes a file under its hashed name, and a compressed copy if that is smaller."""
        tag, path = hashlib.sha256(body).hexdigest()[:12], Path(name)
        self.names[name] = str(path.with_name(f"{path.stem}.{tag}{path.suffix}"))
        place = Path(self.folder.name, self.names[name])
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body)
        if PACK.should_compress(place.name):
            PACK.compress(str(place))

    def renamed(self, text: str) -> str:
        """A stylesheet whose URLs are replaced by served names."""
        return _URL.sub(lambda found: f"url({self.names.get(found[2], found[2])})", text)


@cache
def built() -> Built:
    """Builds everything in static/, on first use."""
    made = Built()
    atexit.register(made.folder.cleanup)
    found = {str(place.relative_to(STATIC)): place for place in STATIC.rglob("*")
             if place.is_file() and place.parent.name != "parts"}  # fmt: skip
    # Stylesheets last: they contain names of other files.
    for name, place in sorted(found.items(), key=lambda each: each[0].endswith(".css")):
        body = place.read_bytes()
        if name.endswith(".css"):
            body = made.renamed(uncommented(body.decode())).encode()
        elif name.endswith(".js") and not name.startswith("vendor/"):
            body = str(jsmin(body.decode())).encode()
        made.add(name, body)
    for name, (more, behind) in JOINED.items():
        made.add(name, joined(more, behind))
    return made


def uncommented(text: str) -> str:
    """A minified stylesheet: no comments, no optional spaces or semicolons."""
    tokens = tinycss2.parse_component_value_list(text, skip_comments=True)
    single = re.sub(r"\s+", " ", str(tinycss2.serialize(tokens)))
    return re.sub(r";?\s*([{};])\s*", r"\1", single)


def joined(more: tuple[str, ...], behind: tuple[str, ...]) -> bytes:
    """Parts joined into one function, followed by other scripts.

    Each part but the first, whose helpers they share, fails alone; its error is reported.
    """
    texts = [
        (STATIC / "parts" / f"{part}.js").read_text(encoding="utf-8") for part in (*PARTS, *more)
    ]
    alone = "".join(
        f"try{{\n{text}}}catch(e){{setTimeout(()=>{{throw e}})}}\n" for text in texts[1:]
    )
    ours = f"(()=>{{\n{texts[0]}{alone}}})();\n"
    others = b"".join((STATIC / name).read_bytes() for name in behind)
    return str(jsmin(ours)).encode() + b"\n" + others

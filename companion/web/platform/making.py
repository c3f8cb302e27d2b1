"""Makes the static files: slim, compressed, and under names that carry a hash of their content."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import brotli
import tinycss2
from rjsmin import jsmin

from companion.paths import STATIC

PARTS = ("shared", "guard", "unsent", "keys", "awake", "up", "clock", "moment")
"""Our scripts in static/parts that every page has, in their order."""
JOINED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "companion.js": ((), ()),
    "table.js": (("draft",), ("vendor/htmx-4.0.1.min.js",)),
}
"""Scripts made of our parts, with the parts only they have, and what comes behind them: htmx, so
that our parts hear of all it does. A page has one of the two, since one file is compressed better
than five."""
TEXT = (".css", ".js", ".svg", ".json", ".txt")
_URL = re.compile(r"url\(([\"']?)([\w./-]+)\1\)")


@dataclass
class Built:
    """The files as they are served, and the name of each by the name of its source."""

    folder: TemporaryDirectory[str] = field(
        default_factory=lambda: TemporaryDirectory(prefix="companion-static-")
    )
    names: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, body: bytes) -> None:
        """Writes a file under its own name, and compressed where that makes it smaller."""
        tag, path = hashlib.sha256(body).hexdigest()[:12], Path(name)
        self.names[name] = str(path.with_name(f"{path.stem}.{tag}{path.suffix}"))
        place = Path(self.folder.name, self.names[name])
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body)
        if path.suffix in TEXT:
            packed = {"gz": gzip.compress(body, 9, mtime=0), "br": brotli.compress(body)}
            for ending, each in packed.items():
                if len(each) < len(body):
                    place.with_name(f"{place.name}.{ending}").write_bytes(each)

    def renamed(self, text: str) -> str:
        """A stylesheet that names other files as they are served."""
        return _URL.sub(lambda found: f"url({self.names.get(found[2], found[2])})", text)


@cache
def built() -> Built:
    """Everything in static/, made when it is first wanted."""
    made = Built()
    found = {str(place.relative_to(STATIC)): place for place in STATIC.rglob("*")
             if place.is_file() and place.parent.name != "parts"}  # fmt: skip
    # Stylesheets come last, for they name others.
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
    """A stylesheet without its comments, the spaces about braces and semicolons and a block's last
    semicolon, and with one space where there are more."""
    tokens = tinycss2.parse_component_value_list(text, skip_comments=True)
    single = re.sub(r"\s+", " ", str(tinycss2.serialize(tokens)))
    return re.sub(r";?\s*([{};])\s*", r"\1", single)


def joined(more: tuple[str, ...], behind: tuple[str, ...]) -> bytes:
    """Our parts as one function, in which each is a block, and other scripts behind it."""
    parts = (STATIC / "parts" / f"{part}.js" for part in (*PARTS, *more))
    ours = "(()=>{\n" + "".join(part.read_text(encoding="utf-8") for part in parts) + "})();\n"
    others = b"".join((STATIC / name).read_bytes() for name in behind)
    return str(jsmin(ours)).encode() + b"\n" + others

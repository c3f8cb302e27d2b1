"""What is sent of scripts and stylesheets: some joined of parts, and packed beforehand.

`make pack` minifies and packs better than can be done while somebody waits, and lays the result
into static/packed with a hash of what it was made of. Where that hash is not that of the sources,
because somebody is at work on them, they are slimmed and packed here, and mean the same.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path

from companion.paths import STATIC, inside
from companion.web.slim import js, slim

PACKED = STATIC / "packed"
MANIFEST = PACKED / "MANIFEST.json"
OURS = ("shared", "keys", "unsent", "awake")
"""Parts of static/parts, in their order."""
HTMX = "vendor/htmx-4.0.1.min.js"
JOINED = {"companion.js": "", "table.js": HTMX}
"""Scripts that are joined of our parts, and what comes behind them. htmx comes behind, so that our
parts hear of all it does; a page has one of the two, since one file is packed better than six."""
AHEAD = ("companion.css", "pages.css", "companion.js", "table.js", "seats.js", "icon.svg")
"""What is packed beforehand."""


def sources(name: str) -> list[Path]:
    """The files an asset is made of; KeyError when there is none of that name."""
    if name in JOINED:
        parts = [STATIC / "parts" / f"{part}.js" for part in OURS]
        return [*parts, STATIC / JOINED[name]] if JOINED[name] else parts
    place = inside(STATIC, name)
    if place is None:
        raise KeyError(name)
    return [place]


def origin(name: str) -> str:
    """A hash of what an asset is made of."""
    return hashlib.sha256(b"\0".join(each.read_bytes() for each in sources(name))).hexdigest()


def ours(name: str) -> str:
    """The part of a joined script that we wrote: one function, in which each part is a block."""
    parts = sources(name)[: len(OURS)]
    blocks = "".join(each.read_text(encoding="utf-8") for each in parts)
    return f"(()=>{{\n{blocks}}})();\n"


def made(name: str) -> tuple[bytes, bytes]:
    """An asset as it is sent, plain and packed by gzip."""
    known = _ahead().get(name)
    if known and known == origin(name):
        packed = (PACKED / f"{name}.gz").read_bytes()
        return gzip.decompress(packed), packed
    if name in JOINED:
        behind = b"".join(each.read_bytes() for each in sources(name)[len(OURS) :])
        body = js(ours(name)).encode("utf-8") + behind
    else:
        body = slim(name, sources(name)[0].read_bytes())
    return body, gzip.compress(body, mtime=0)


@cache
def _ahead() -> dict[str, str]:
    """By name, what each packed file was made of."""
    try:
        found: dict[str, str] = json.loads(MANIFEST.read_bytes())
    except FileNotFoundError:
        return {}
    return found

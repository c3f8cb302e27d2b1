"""Makes static/packed: `scripts/pack` runs it where the minifier is."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import minify
from zopfli.gzip import compress

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from companion.web.packed import AHEAD, JOINED, MANIFEST, OURS, PACKED, origin, ours, sources  # noqa: E402
from companion.web.slim import slim  # noqa: E402


def short(name: str) -> bytes:
    """The asset, minified; what others wrote stays as it is."""
    if name in JOINED:
        behind = b"".join(each.read_bytes() for each in sources(name)[len(OURS) :])
        return minify.string("text/javascript", ours(name)).encode() + b";\n" + behind
    body = sources(name)[0].read_bytes()
    if name.endswith(".js"):
        return minify.string("text/javascript", body.decode()).encode()
    # Stylesheets are slimmed by ourselves: DECISIONS.md says why.
    return slim(name, body)


def main() -> None:
    """Packs everything anew."""
    PACKED.mkdir(exist_ok=True)
    for name in AHEAD:
        body = short(name)
        packed = compress(body, numiterations=100)
        assert gzip.decompress(packed) == body
        (PACKED / f"{name}.gz").write_bytes(packed)
        print(f"{len(packed):7} {name}")
    text = json.dumps({name: origin(name) for name in AHEAD}, indent=2)
    MANIFEST.write_text(f"{text}\n", encoding="ascii")


main()

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

PARTS = (
    "shared",
    "guard",
    "unsent",
    "back",
    "keys",
    "typed",
    "awake",
    "up",
    "clock",
    "result",
    "draft",
    "tiles",
)
"""The scripts in static/parts, in order."""
JOINED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "companion.js": (("back", "typed", "up", "result", "draft"), ()),
    "table.js": (("tiles",), ("vendor/htmx-4.0.1.min.js",)),
}
"""The two bundles: the parts they lack, and what follows them. The first is for pages without htmx,
which have no form that is kept, no overlay and no result. htmx comes last, so that our parts see
all its events. A page loads one bundle: one file compresses better than five."""
STYLES = {
    "home.css": """
        faces tokens page platform/macros tables/table tables/save tables/up rules/_found short
        narrow large tables/aside platform/look""",
    "companion.css": """
        faces tokens page platform/macros tables/standing tables/table tables/tells tables/in_play
        tables/stairs questions/choice questions/_answer questions/shares questions/crossed
        tables/save questions/cards questions/cells questions/keypad questions/_picker thumb
        thumb_side thumb_keys tables/again tables/preview tables/panels tables/up rules/_found
        short narrow packs wordy large tables/aside tables/brief platform/look""",
    "pages.css": """
        tables/moved platform/home home_narrow home_again wide questions/question questions/several
        tables/note tables/sheet_table tables/panel_meter columns tables/sheet platform/more
        tables/new tables/sentence tables/chairs tables/way tables/readings tables/chart tables/hand
        tables/latest tables/watch tables/end tables/picture sideways tables/beside rules/enquiry
        people/people people/history clubs/club nights/night tables/many tables/write_access
        tables/proposal rules/all tables/disputed""",
    "board.css": "tables/board board_in_play board_chart board_many",
}
"""The stylesheets: parts in static/styles, in order, most of them named like the template whose
elements they lay out. The home page has the first and the third, a table's own pages the second
alone, all other pages the second and third, the large screen the fourth instead of the third."""
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
        return _URL.sub(lambda match: f"url({self.names.get(match[2], match[2])})", text)


@cache
def built() -> Built:
    """Builds everything in static/, on first use."""
    assets = Built()
    atexit.register(assets.folder.cleanup)
    files = {str(place.relative_to(STATIC)): place for place in STATIC.rglob("*.*")
             if place.suffix != ".css" and place.parent.name != "parts"}  # fmt: skip
    for name, place in files.items():
        body = place.read_bytes()
        if name.endswith(".js") and not name.startswith("vendor/"):
            body = str(jsmin(body.decode())).encode()
        assets.add(name, body)
    for name, (lacking, behind) in JOINED.items():
        assets.add(name, joined(lacking, behind))
    # Stylesheets last: they contain names of other files.
    for name in STYLES:
        assets.add(name, assets.renamed(uncommented(stylesheet(name))).encode())
    return assets


def stylesheet(name: str) -> str:
    """A stylesheet as it is written, its parts one after the other."""
    parts = (STATIC / "styles" / f"{part}.css" for part in STYLES[name].split())
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def uncommented(text: str) -> str:
    """A minified stylesheet: no comments, no optional spaces or semicolons."""
    tokens = tinycss2.parse_component_value_list(text, skip_comments=True)
    single = re.sub(r"\s+", " ", str(tinycss2.serialize(tokens)))
    return re.sub(r";?\s*([{};])\s*", r"\1", single)


def joined(lacking: tuple[str, ...], behind: tuple[str, ...]) -> bytes:
    """All parts but those lacking, joined into one function, followed by other scripts.

    Each part but the first, whose helpers they share, fails alone; its error is reported.
    """
    parts = (STATIC / "parts" / f"{part}.js" for part in PARTS if part not in lacking)
    texts = [part.read_text(encoding="utf-8") for part in parts]
    alone = "".join(
        f"try{{\n{text}}}catch(e){{setTimeout(()=>{{throw e}})}}\n" for text in texts[1:]
    )
    ours = f"(()=>{{\n{texts[0]}{alone}}})();\n"
    others = b"".join((STATIC / name).read_bytes() for name in behind)
    return str(jsmin(ours)).encode() + b"\n" + others

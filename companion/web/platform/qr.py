"""QR codes."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup


def qr(url: str, error: str = "m") -> Markup:
    """A QR code as SVG, a single path without styles; `error` is the level of its correction."""
    out = io.BytesIO()
    segno.make(url, error=error, micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, svgclass=None,
        lineclass=None, nl=False, dark="#000", light=None, title="QR code of the link",
    )  # fmt: skip
    return Markup(out.getvalue().decode())

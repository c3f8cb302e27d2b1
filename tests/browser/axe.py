"""Accessibility violations that axe finds, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.daily import LONG

SCRIPT = Path(__file__).parent / "vendor" / "axe.min.js"
STILL = "footer.actions, .standing, .hd, .bar { position: static !important; }"
"""CSS that unfixes the bars: they hide content only until it is scrolled."""
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""Rules whose result can differ between light and dark."""


SCHEMES = ("light", "dark") if LONG else ("light",)
"""Schemes of most pages; pages with colours on colours are checked in the dark every day."""


UNFOLD = "document.querySelectorAll('details:not(.help)').forEach(d => d.open = true)"
"""JavaScript: opens everything but the help, which covers the page."""


def violations(page: Page, *schemes: str, folded: bool = False) -> list[Any]:
    """Violations with everything unfolded, or with `folded` as it is; colour schemes after the
    first are checked for contrast only.

    Without schemes the page is checked in its own.
    """
    if not folded:
        page.evaluate(UNFOLD)
        page.add_style_tag(content=STILL)
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=SCRIPT)
    found = []
    for before, scheme in enumerate(schemes or (None,)):
        if scheme:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        options = {
            "runOnly": COLOURS if before else ALL,
            "resultTypes": ["violations"],  # details of passed rules take most of the time
            "preload": False,  # none of these rules reads stylesheets
        }
        for each in page.evaluate("options => axe.run(options)", options)["violations"]:
            nodes = [node["html"][:160] for node in each["nodes"]][:4]
            found.append((scheme or "", each["id"], nodes))
    return found

"""The Chromium that tests and screenshots use."""

import shutil

ARGS = ["--no-sandbox", "--font-render-hinting=none"]
"""Its arguments: runs as root, and with fractional text widths as on phones; headless Chromium
would round them to pixels."""


def executable() -> str | None:
    """Path of Chromium's headless shell, or of Chromium; None if neither is installed.

    The shell is the same engine without windows, at two thirds of the CPU time.
    """
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")

"""The browser that tests and pictures open."""

import shutil

ARGS = ["--no-sandbox", "--font-render-hinting=none"]
"""What it is started with: as root too, and with letters as wide as on a phone; by itself the shell
rounds their widths to whole pixels."""


def executable() -> str | None:
    """Chromium's headless shell, or Chromium itself; None where neither is on this machine.

    The shell is the same engine without windows, and wants a third less of the processor.
    """
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")

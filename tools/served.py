"""Start the Companion by a command, and fetch its first page and a document.

Usage:  python3 -m tools.served make run

Needs nothing but Python, so that a machine with nothing installed can run it. Prints the output of
the command. Ends with 1 if the command does not serve, or if a page is wrong.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.request import ProxyHandler, build_opener

PATIENCE = 1800
"""Seconds until the server must have an address: `make run` first installs what is missing."""
PAGES = (("", b"<!doctype html>"), ("print/kaiser/rules.pdf", b"%PDF-"))
"""The fetched paths, and the first bytes of each response."""
ADDRESS = re.compile(r"The Companion is at (http\S+/)\s")


def address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address that the server prints; SystemExit if it ends or takes too long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        ended = server.poll()
        match = ADDRESS.search(log.read_text(encoding="utf-8"))
        if match:
            return match[1]
        if ended is not None:
            raise SystemExit(f"The command ended with {ended} before it served.")
        time.sleep(0.25)
    raise SystemExit(f"No address after {PATIENCE} s.")


def fetch(page: str) -> tuple[int, bytes]:
    """Return status and content. While a document is made, 202 is the answer: ask again."""
    opener = build_opener(ProxyHandler({}))
    for _ in range(120):
        with opener.open(page, timeout=120) as answer:
            status, content = answer.status, answer.read()
        if status != 202:
            break
        time.sleep(1)
    return status, content


def main(command: list[str]) -> None:
    with NamedTemporaryFile() as output:
        log = Path(output.name)
        server = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
        try:
            at = address(server, log)
            for path, begins in PAGES:
                status, content = fetch(at + path)
                if content[: len(begins)].lower() != begins.lower():
                    raise SystemExit(f"GET /{path}: {status}, {content[:80]!r}")
                print(f"GET /{path}: {status}, {len(content)} bytes")
        finally:
            print(log.read_text(encoding="utf-8"))
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main(sys.argv[1:])

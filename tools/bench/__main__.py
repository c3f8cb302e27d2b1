"""The benchmark: `python -m tools.bench`; `--short` for CI."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tools.bench import answering, crowd, evenings, frame, home, packages, paper, pocket, report

MODULES = (answering, crowd, evenings, home, paper, pocket, packages)
"""Modules with the rows; importing one registers its rows."""
ROOT = Path(__file__).resolve().parents[2]


@cache
def can_print() -> bool:
    """True if Pango can be loaded; tried in a subprocess, since a failure prints a banner."""
    run = subprocess.run([sys.executable, "-c", "import weasyprint"], capture_output=True)
    return run.returncode == 0


HAS: dict[str, Callable[[], bool]] = {
    "pango": can_print,
    "proc": Path("/proc/self/stat").exists,
    "pocket": pocket.built,
}


def main() -> int:
    """Measures and reports; a short run fails if every try of a figure is over its limit."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less of everything; judge it")
    parser.add_argument("--row", type=int, action="append", help="only this row; may be repeated")
    parser.add_argument("--tries", type=int, default=frame.TRIES, help="otherwise %(default)s")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "bench")
    parser.add_argument("--svg", type=Path, help="where the picture goes")
    asked = parser.parse_args()
    rows = [row for row in sorted(frame.ROWS, key=lambda row: row.number)
            if not asked.row or row.number in asked.row]  # fmt: skip
    lacking = [row for row in rows if row.needs and not HAS[row.needs]()]
    if lacking and os.environ.get("CI"):
        print(f"This machine lacks {', '.join({row.needs for row in lacking})}.", file=sys.stderr)
        return 2
    for row in lacking:
        how = " (make pocket)" if row.needs == "pocket" else ""
        print(f"Row {row.number} is left out: no {row.needs} on this machine{how}.")
        rows.remove(row)
    results: list[frame.Result] = []
    for row in rows:
        began = time.monotonic()
        results += frame.run(row, frame.Scale(asked.short), asked.tries)
        print(f"row {row.number}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(report.text(results))
    report.write(results, asked.short, asked.folder, asked.svg)
    failed = [each for each in results if each.failed] if asked.short else []
    for each in failed:
        print(f"Row {each.row.number} is beyond its limit in every try: {each.row.title} "
              f"{each.figure.what}: {each.values}, {each.figure.limit} allowed")  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

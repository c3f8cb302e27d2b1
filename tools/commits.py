"""Check the subjects of commits: at most 60 letters, and no ";", which joins two changes.

Usage:  python3 -m tools.commits [BASE]

Only commits since the merge base with BASE are checked. BASE is a branch or commit. Without it,
COMPANION_BASE has it, or it is the branch main. Merges are not checked. Ends with 1 if a subject
is wrong.
"""

from __future__ import annotations

import os
import subprocess
import sys

MOST = 60
"""Most letters of a subject."""
NAMES = ("origin/main", "main")
"""The branches that are tried if no base is given, or if the given one is not in this clone."""


def git(*words: str) -> str | None:
    """Return the output of a git command; None if it fails."""
    done = subprocess.run(["git", *words], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def since(base: str = "") -> str | None:
    """Return the merge base of this checkout and the base; None if no branch is known."""
    for name in (base, *NAMES):
        if name and (commit := git("merge-base", name, "HEAD")):
            return commit
    return None


def wrong(subject: str) -> str:
    """Return the reason why a subject is wrong; "" if it is right."""
    if len(subject) > MOST:
        return f"{len(subject)} letters, at most {MOST}"
    return "“;” joins two changes: make two commits" if ";" in subject else ""


def main(words: list[str]) -> int:
    start = since(words[0] if words else os.environ.get("COMPANION_BASE", ""))
    if start is None:
        print(f"No commit is checked: this clone has none of {', '.join(NAMES)}.")
        return 0
    lines = (git("log", "--no-merges", "--format=%h %s", f"{start}..HEAD") or "").splitlines()
    faults = [(line, why) for line in lines if (why := wrong(line.partition(" ")[2]))]
    for line, why in faults:
        print(f"{line}\n    {why}")
    print(f"{len(lines)} commits since {start[:8]}, {len(faults)} with a wrong subject.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

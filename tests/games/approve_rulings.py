"""Rewrites the approved rulings with the current wording: `python -m tests.games.approve_rulings`.

Read the diff before it is committed.
"""

from __future__ import annotations

from tests.games.test_rulings import FILES, blocks_of, said


def main() -> None:
    """Rewrites every file of rulings."""
    for file in FILES:
        told = ["\n".join([*block[:2], *said(block)]) for block in blocks_of(file)]
        file.write_text("\n\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Rewrites the approved rulings of games with the current wording; of every game if none is named:
`python -m companion.testing.approve_rulings [KEY …]`. Read the diff before it is committed.
"""

from __future__ import annotations

import sys

from companion.games import find, shelf
from companion.testing.test_rulings import blocks_of, file_of, said


def main() -> None:
    for game in map(find, sys.argv[1:] or shelf()):
        if told := ["\n".join([*block[:2], *said(game, block)]) for block in blocks_of(game)]:
            file_of(game).write_text("\n\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

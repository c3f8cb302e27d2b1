"""The path of one tap: the modules that run between an answer and the next question."""

import sys
from pathlib import Path

import companion
from tests.web.phones import HTMX

PACKAGE = Path(companion.__file__).parent
APART = ("games", "questions", "web/questions", "hosting")
"""Game packages, the modules of questions and their controls, and what only a server has."""
BOUND = 30
"""The most other modules of the companion that a guided tap may visit."""


def visited(act):
    """The modules whose functions an act calls."""
    found = set()

    def note(frame, event, _):
        path = Path(frame.f_code.co_filename)
        if event == "call" and PACKAGE in path.parents:
            found.add(path.relative_to(PACKAGE).as_posix())

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return {path for path in found if not path.startswith(APART)}


def test_a_tap_visits_few_modules(scorer):
    def tap(answer):
        form = scorer.filled(answer)
        return visited(lambda: scorer.post("answer", form, headers=HTMX))

    tap({"bid 2": "6"})  # compiles templates
    found = tap({"bid 3": "7"})
    assert len(found) <= BOUND, sorted(found)

"""The list of protections names existing lines, and tests that run by day."""

import re

import pytest

from tools.mutants.protections import PROTECTIONS, ROOT, Protection


@pytest.mark.parametrize("one", PROTECTIONS, ids=lambda one: one.promise)
def test_the_lines_of_a_protection_are_there_once(one: Protection) -> None:
    text = (ROOT / one.file).read_text(encoding="utf-8")
    assert text.count(one.lines) == 1
    assert one.without != one.lines
    file, _, test = one.test.partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    if test:
        head = re.search(rf"((?:^[@ )].*\n)*)def {test.partition('[')[0]}\(", source, re.MULTILINE)
        assert head
        # The run without a protection leaves the tests of the night out.
        assert "mark.long\n" not in head[1]

"""The list of protections names existing lines."""

import pytest

from tools.mutants.protections import PROTECTIONS, ROOT, Protection


@pytest.mark.parametrize("one", PROTECTIONS, ids=lambda one: one.promise)
def test_the_lines_of_a_protection_are_there_once(one: Protection) -> None:
    text = (ROOT / one.file).read_text(encoding="utf-8")
    assert text.count(one.lines) == 1
    assert one.without != one.lines
    file, _, test = one.test.partition("::")
    assert f"def {test.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8")

"""SECURITY.md and docs/security-tests.md agree with the program and its tests."""

from __future__ import annotations

import re

from tools.mutants.guarantees import GUARANTEES
from tools.mutants.page import PAGE, page
from tools.mutants.protections import PROTECTIONS, ROOT


def test_page_of_security_tests_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.mutants.page"


def test_security_lists_the_twelve_guarantees() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\d+\. \*\*(.+?)\*\*", text, re.MULTILINE)
    assert listed == [guarantee.sentence for guarantee in GUARANTEES.values()]
    assert len(listed) == 12


def test_every_protection_belongs_to_a_guarantee() -> None:
    assert {each.guarantee for each in PROTECTIONS} <= set(GUARANTEES)
    assert len({each.promise for each in PROTECTIONS}) == len(PROTECTIONS)


def test_tests_of_each_guarantee_exist() -> None:
    files = list((ROOT / "tests").rglob("test_*.py"))
    names = {file.relative_to(ROOT).as_posix() for file in files}
    for file in files:
        names |= set(re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE))
    listed = {name for guarantee in GUARANTEES.values() for name in guarantee.tests}
    assert listed - names == set()

"""Templates and stylesheets are laid out so that a change can be read line by line."""

import pytest

from companion.paths import PRINTABLES, STATIC, TEMPLATES

WIDE = 120
SOURCES = [
    *TEMPLATES.rglob("*.html"),
    *TEMPLATES.rglob("*.css"),
    *STATIC.rglob("*.css"),
    *PRINTABLES.rglob("*.css"),
]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_no_line_is_wider_than_120_letters(source):
    lines = source.read_text(encoding="utf-8").splitlines()
    assert not [number for number, line in enumerate(lines, 1) if len(line) > WIDE]

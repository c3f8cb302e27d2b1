"""The folder that is put online."""

import json

import pytest

pytestmark = pytest.mark.slow

HASTE = 0.97
"""What is sent is about that much smaller where a build takes its time; see `small`."""


def test_a_first_opening_brings_at_most_ten_megabytes(built):
    folder, made = built
    told = json.loads((folder / "edition.json").read_text())
    pieces = {name: size for pack in told["packs"] for name, size in pack["pieces"]}
    there = {file.stem: file.stat().st_size for file in (folder / "files").iterdir()}
    assert there == pieces
    assert sum(pieces.values()) == made.sent
    assert made.sent * HASTE <= 10e6

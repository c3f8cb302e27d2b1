"""The folder that is put online."""

import json
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parents[2]
HASTE = 0.965
"""The size of a release by that of a fast build: 9,958,910 by 10,328,667 bytes when measured."""


def test_a_first_opening_brings_at_most_ten_megabytes(built):
    folder, made = built
    told = json.loads((folder / "edition.json").read_text())
    pieces = {name: size for pack in told["packs"] for name, size in pack["pieces"]}
    there = {file.stem: file.stat().st_size for file in (folder / "files").iterdir()}
    assert there == pieces
    assert sum(pieces.values()) == made.sent
    assert made.sent * HASTE <= 10e6


def test_headers_file_tells_host_what_to_send(built):
    """`_headers`: a path, then its headers, indented."""
    told, path = dict[str, dict[str, str]](), ""
    for line in (built[0] / "_headers").read_text().splitlines():
        if line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            told[path][name] = value
        else:
            path = line
            told[path] = {}
    assert set(told) == {"/*", "/files/*"}
    assert told["/*"]["Content-Security-Policy"] == "frame-ancestors 'self'"
    assert told["/*"]["X-Content-Type-Options"] == "nosniff"
    assert told["/*"]["Cache-Control"] == "no-cache"
    # File names are digests; this rule cancels the Cache-Control of the first rule.
    assert "immutable" in told["/files/*"]["Cache-Control"]
    assert "! Cache-Control" in told["/files/*"]
    assert (built[0] / "files").is_dir()


def test_published_folder_is_what_make_builds():
    workflow = (HERE / ".github" / "workflows" / "site.yml").read_text()
    assert "run: make site" in workflow
    assert "path: build/site" in workflow
    for target in ("site", "pocket"):
        done = subprocess.run(
            ["make", "-n", target, "URL=https://x"], cwd=HERE, capture_output=True, text=True
        )
        assert f"build/{target}" in done.stdout

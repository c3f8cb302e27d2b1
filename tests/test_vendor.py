"""Third-party files are unchanged, with version and licence."""

import hashlib
import json
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FOLDERS = [TESTS.parent / "static" / "vendor", TESTS / "browser" / "vendor"]


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.parent.name)
def folder(request):
    return request.param


@pytest.fixture
def manifest(folder):
    return json.loads((folder / "MANIFEST.json").read_text())


def test_every_vendored_file_is_the_one_the_manifest_names(folder, manifest):
    for name, entry in manifest.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"], name


def test_every_vendored_file_has_a_version_and_a_licence_text(folder, manifest):
    for name, entry in manifest.items():
        assert entry["package"], name
        assert entry["version"], name
        assert entry["licence"], name
        for text in entry["licence_files"]:
            assert (folder / text).stat().st_size > 100, text


def test_nothing_lies_in_a_vendor_folder_that_the_manifest_leaves_out(folder, manifest):
    texts = {text for entry in manifest.values() for text in entry["licence_files"]}
    known = {"MANIFEST.json", *manifest, *texts}
    # Compressed copies may be beside the originals.
    found = {path.name.removesuffix(".gz") for path in folder.iterdir()}
    assert found == known

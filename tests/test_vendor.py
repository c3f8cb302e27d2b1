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


def test_vendored_files_match_the_manifest(folder, manifest):
    for name, entry in manifest.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"], name


def test_vendored_files_have_version_and_licence(folder, manifest):
    for name, entry in manifest.items():
        assert entry["package"], name
        assert entry["version"], name
        assert entry["licence"], name
        for text in entry["licence_files"]:
            assert (folder / text).stat().st_size > 100, text


def test_vendor_folder_has_only_listed_files(folder, manifest):
    texts = {text for entry in manifest.values() for text in entry["licence_files"]}
    known = {"MANIFEST.json", *manifest, *texts}
    # Compressed copies may be beside the originals.
    found = {path.name.removesuffix(".gz") for path in folder.iterdir()}
    assert found == known

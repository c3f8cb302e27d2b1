"""Every packed module can be imported in the browser: none of its imports is missing."""

import json
from pathlib import Path

import pytest

from companion.pocket import archive, runtime

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("imports.mjs")


def test_every_module_that_is_packed_can_be_imported(brought, tmp_path):
    foreign = [*archive.standard(brought), *archive.libraries()]
    zipped = archive.zipped(archive.compiled(foreign, brought))
    (tmp_path / "standard.zip").write_bytes(zipped)
    for found in (archive.binary(brought), archive.ours()):
        for name, body in archive.compiled(found, brought).items():
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(body)
    command = [*runtime.node(), str(SCRIPT), str(brought), str(tmp_path), runtime.ABI]
    assert json.loads(runtime.run(command, tmp_path)) == {}

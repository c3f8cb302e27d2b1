"""`tools.image`: the Dockerfile as scripts; `scripts/bare image` runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.image import scripts

ROOT = Path(__file__).parents[2]


@pytest.fixture
def written(tmp_path):
    """The three scripts of our Dockerfile."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.image", ROOT, tmp_path / "image"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return {file.name: file for file in (tmp_path / "image").iterdir()}


def test_dockerfile_becomes_three_valid_scripts(written):
    assert sorted(written) == ["build", "health", "serve"]
    for script in written.values():
        subprocess.run(["sh", "-n", script], check=True)
    build = written["build"].read_text(encoding="utf-8")
    assert "pip install --no-cache-dir --require-hashes -r requirements-hosted.lock\n" in build
    for name in ("serve", "health"):
        text = written[name].read_text(encoding="utf-8")
        assert "--reuid companion" in text
        assert "COMPANION_DATA=/data" in text
        assert "8000" in text


def test_steps_keep_their_order_and_folders(tmp_path):
    (tmp_path / "from").mkdir()
    (tmp_path / "from" / "a").write_text("a")
    (tmp_path / "b").write_text("b")
    here = tmp_path / "image"
    text = f"""FROM any
WORKDIR {here}
# Two lines.
RUN echo 1 \\
    && echo 2
COPY from to
COPY b ./
ENV WORD=3
RUN echo $WORD; cat to/a b
CMD ["sh", "-c", "echo it is"]
"""
    built = subprocess.run(
        ["sh", "-c", scripts(text, tmp_path)["build"]], capture_output=True, text=True
    )
    assert (built.returncode, built.stdout) == (0, "1\n2\n3\nab")
    assert scripts(text, tmp_path)["serve"].endswith(" sh -c 'echo it is'\n")


def test_unknown_instruction_is_refused(tmp_path):
    with pytest.raises(ValueError, match="ONBUILD of the Dockerfile"):
        scripts("FROM any\nONBUILD RUN true\n", tmp_path)

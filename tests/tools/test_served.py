"""`tools.served`: `scripts/bare` uses it to test the Companion on a bare machine."""

import subprocess
import sys

import pytest


def served(*command):
    return subprocess.run(
        [sys.executable, "-m", "tools.served", *command], capture_output=True, text=True
    )


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.needs("pango")
def test_served_fetches_the_first_page_and_a_document(tmp_path):
    companion = [sys.executable, "-m", "companion", "serve", "--port", "0", "--data", tmp_path]
    done = served(*companion)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = [line.split(":")[0] for line in done.stdout.splitlines() if line.startswith("GET")]
    assert pages == ["GET /", "GET /print/kaiser/rules.pdf"]
    assert "The Companion is at " in done.stdout


def test_served_fails_when_the_command_does_not_serve():
    done = served("sh", "-c", "echo no disk; exit 3")
    assert (done.returncode, done.stdout) == (1, "no disk\n\n")
    assert done.stderr == "The command ended with 3 before it served.\n"

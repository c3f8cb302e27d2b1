"""The wheel, installed where there is nothing else, is the whole Companion."""

import contextlib
import os
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

from companion import __version__, paths

CHECKOUT = Path(__file__).resolve().parent.parent
# One worker builds and installs for all.
pytestmark = pytest.mark.xdist_group("package")

# The checkout must not be found by accident: no import path, another working directory.
BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        out,
        CHECKOUT,
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return next(out.glob("*.whl"))


def files_below(folder: str) -> set[str]:
    found = (path for path in (CHECKOUT / folder).rglob("*") if path.is_file())
    names = {path.relative_to(CHECKOUT) for path in found}
    return {str(name) for name in names if "__pycache__" not in name.parts}


@pytest.mark.slow
def test_the_wheel_carries_every_template_static_file_and_printable(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static", "printables"):
        expected = {f"companion/_data/{name}" for name in files_below(folder)}
        assert expected - inside == set()


@pytest.mark.slow
def test_the_wheel_carries_the_whole_package(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert files_below("companion") - inside == set()


@pytest.mark.slow
def test_the_wheel_says_its_version_and_brings_its_licences(wheel):
    inside = zipfile.ZipFile(wheel).namelist()
    assert wheel.name == f"companion_cards-{__version__}-py3-none-any.whl"
    licences = {name.split("/licenses/")[1] for name in inside if "/licenses/" in name}
    assert {"LICENSE", "static/vendor/htmx.LICENSE.txt", "printables/fonts/OFL.txt"} <= licences


def test_a_checkout_finds_its_own_folders():
    assert paths.ROOT == CHECKOUT
    assert all(folder.is_dir() for folder in (paths.TEMPLATES, paths.STATIC, paths.PRINTABLES))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The bin folder of an environment that holds the wheel and its locked dependencies alone."""
    venv = tmp_path_factory.mktemp("elsewhere") / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True, env=BARE)
    pip = [venv / "bin" / "python", "-m", "pip", "install", "--quiet"]
    lock = CHECKOUT / "requirements.lock"
    subprocess.run([*pip, "--require-hashes", "-r", lock], check=True, cwd="/", env=BARE)
    subprocess.run([*pip, "--no-deps", wheel], check=True, cwd="/", env=BARE)
    return venv / "bin"


def free_port() -> int:
    """A free port below those that the system gives to clients, which another test may get."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as one:
            one.bind(("0.0.0.0", port))
            return port


@pytest.fixture(scope="module")
def served(installed, tmp_path_factory):
    """The address of an installed Companion started from the root folder."""
    port = free_port()
    data = tmp_path_factory.mktemp("data")
    log = data / "log.txt"
    command = [installed / "companion", "serve", "--port", str(port), "--data", data, "--no-qr"]
    with log.open("w") as output:
        server = subprocess.Popen(command, cwd="/", env=BARE, stdout=output, stderr=output)
    try:
        for _ in range(1200):  # two minutes: another job may have the machine
            assert server.poll() is None, log.read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"no answer within two minutes:\n{log.read_text()}")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(60)


def fetch(address: str) -> tuple[int, str, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers.get_content_type(), refusal.read()


@pytest.mark.slow
def test_the_installed_companion_shows_its_first_page(served):
    status, kind, body = fetch(f"{served}/")
    assert (status, kind) == (200, "text/html")
    assert b"<h1" in body


@pytest.mark.slow
def test_the_installed_companion_serves_its_static_files(served):
    status, kind, body = fetch(f"{served}/static/companion.css")
    assert (status, kind) == (200, "text/css")
    assert b"/*" not in body
    status, kind, body = fetch(f"{served}/static/icon.svg")
    assert (status, kind) == (200, "image/svg+xml")
    assert body == (CHECKOUT / "static" / "icon.svg").read_bytes()


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_the_installed_companion_prints_a_sheet(served):
    for _ in range(60):  # a waiting page says 202, and asks again after a second
        status, kind, body = fetch(f"{served}/print/kaiser/sheet.pdf")
        if status != 202:
            break
        time.sleep(1)
    assert (status, kind) == (200, "application/pdf")
    assert body.startswith(b"%PDF-")

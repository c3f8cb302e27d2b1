"""The wheel, installed where there is nothing else, is the whole Companion."""

import contextlib
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from companion import __version__, paths
from companion.pocket import runtime
from tests.browser.conftest import PHONE
from tests.pocket.conftest import Host, Phone

CHECKOUT = Path(__file__).resolve().parent.parent

# The checkout must not be found by accident: no import path, another working directory.
BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
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
def installed(wheel, tmp_path_factory):
    """The bin folder of an environment that holds the wheel and its locked dependencies alone."""
    venv = tmp_path_factory.mktemp("elsewhere") / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True, env=BARE)
    pip = [venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-compile"]
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


@contextlib.contextmanager
def serving(installed, data):
    """The address of an installed Companion started from the root folder."""
    port = free_port()
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


@pytest.fixture(scope="module")
def served(installed, tmp_path_factory):
    with serving(installed, tmp_path_factory.mktemp("data")) as address:
        yield address


def fetch(address: str) -> tuple[int, str, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers.get_content_type(), refusal.read()


def printed(address: str) -> bytes:
    for _ in range(60):  # a waiting page says 202, and asks again after a second
        status, kind, body = fetch(address)
        if status != 202:
            break
        time.sleep(1)
    assert (status, kind) == (200, "application/pdf")
    return body


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
    assert printed(f"{served}/print/kaiser/sheet.pdf").startswith(b"%PDF-")


# -- a game that a package brings -----------------------------------------------------------------


@pytest.fixture(scope="module")
def bringing(installed, wheel, tmp_path_factory):
    """The example of docs/adding-a-game.md, installed beside the Companion and pytest."""
    home = tmp_path_factory.mktemp("brought") / "companion-oh-hell"
    copytree(CHECKOUT / "docs" / home.name, home)
    pip = [installed / "python", "-m", "pip", "install", "--quiet"]
    runs(*pip, f"{wheel}[testing]")
    runs(*pip, "--no-deps", "--no-build-isolation", home)
    return home


def runs(*command, cwd="/", **more) -> str:
    done = subprocess.run(command, cwd=cwd, env=BARE | more, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def made(installed, bringing):
    """A package as `companion new-room` writes it, installed too."""
    runs(installed / "companion", "new-room", "hol-ober", "--package", cwd=bringing.parent)
    home = bringing.parent / "companion-hol-ober"
    pip = [installed / "python", "-m", "pip", "install", "-q", "--no-deps"]
    runs(*pip, "--no-build-isolation", "-e", home)
    return home


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("which", ["bringing", "made"])
def test_a_package_passes_the_tests_of_every_room(request, installed, which):
    """The example, and one that was just begun, whose room `test_new_room` tries every day."""
    home = request.getfixturevalue(which)
    runs(installed / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=home)
    room = home / home.name.replace("-", "_")
    runs(sys.executable, "-m", "mypy", "--strict", room, cwd=home, MYPYPATH=str(CHECKOUT))


def a_hand(page, at: str) -> str:
    """What the sheet says after a hand of three, by tapping: all bid 0, West takes all."""
    page.goto(f"{at}new/oh-hell")
    page.get_by_role("button", name="One player fewer").tap()
    page.get_by_text("3 players").wait_for()
    page.get_by_role("button", name="Deal the first hand").tap()
    for code in (2, 3, 1):
        bid = page.locator(f'button[name="a.bid {code}"][value="0"]')
        bid.wait_for()
        page.wait_for_timeout(500)  # a table rests before it takes the next tap
        bid.tap()
    page.locator('[name="a.tricks.0"]').first.wait_for()
    for place, number in enumerate((0, 0, 7)):
        page.locator(f'label:has([name="a.tricks.{place}"][value="{number}"])').tap()
    page.get_by_role("button", name="Save hand 1").tap()
    page.wait_for_url(re.compile("/hand/1$"))
    page.goto(page.url.replace("/hand/1", "/sheet"))
    return " ".join(page.locator("main").inner_text().split())


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.needs("pango")
def test_a_game_of_a_package_is_played_searched_and_printed(
    installed, bringing, chromium, tmp_path
):
    with (
        serving(installed, tmp_path) as address,
        closing(chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)) as one,
    ):
        assert "10 +10 10 +10 0 0" in a_hand(one.new_page(), f"{address}/")
        assert b"OH-EVEN" in fetch(f"{address}/rules?q=oh+hell+last+bid")[2]
        assert b"Oh Hell" in fetch(f"{address}/people")[2]
        assert printed(f"{address}/print/oh-hell/sheet.pdf").startswith(b"%PDF-")


@pytest.mark.long
@pytest.mark.browser
def test_a_game_of_a_package_is_taken_into_the_pocket(installed, bringing, chromium, tmp_path):
    runtime.fetched()
    path = f"{Path(runtime.node()[0]).parent}{os.pathsep}{BARE['PATH']}"
    said = runs(installed / "companion", "pocket", tmp_path / "site", "--quick", PATH=path)
    assert "With companion-oh-hell: oh-hell\n" in said
    host = Host(tmp_path / "site")
    phone = Phone(chromium.browser_type, tmp_path / "phone", host.url).open()
    phone.flight()
    host.stop()
    assert "10 +10 10 +10 0 0" in a_hand(phone.frame, f"{host.url}app/")
    assert phone.complaints == []
    phone.stop()


@pytest.mark.slow
def test_a_package_that_fails_is_named_where_one_chooses_and_takes_nothing_along(
    installed, bringing, tmp_path
):
    broken = next((installed.parent / "lib").glob("*/site-packages/companion_oh_hell/rules.md"))
    whole = broken.read_text(encoding="utf-8")
    broken.write_text(whole.replace("ace high.", "{{ nobody }} high."), encoding="utf-8")
    try:
        with serving(installed, tmp_path) as address:
            why = "oh-hell: ValueError: companion_oh_hell/rules.md, rule OH-PACK"
            pages = {path: fetch(f"{address}{path}") for path in ("/", "/more", "/rules?q=revoke")}
    finally:
        broken.write_text(whole, encoding="utf-8")
    assert [status for status, _, _ in pages.values()] == [200, 200, 200]
    assert "companion-oh-hell, oh-hell" in pages["/"][2].decode()
    assert why in pages["/more"][2].decode()
    assert "KAI-" in pages["/rules?q=revoke"][2].decode()

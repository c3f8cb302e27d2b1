"""The wheel, installed alone, is the whole Companion."""

import contextlib
import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterable
from contextlib import closing
from importlib import metadata
from pathlib import Path
from shutil import copytree

import pytest

from companion import __version__, paths
from companion.pocket import runtime
from tests.browser.conftest import PHONE
from tests.cli.test_serve import started
from tests.pocket.conftest import Host, Phone
from tests.texts import DEAL_THE_FIRST_HAND

CHECKOUT = Path(__file__).resolve().parent.parent

# The checkout must not be found by accident: no import path, another working directory.
BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def locked(file: str) -> dict[str, str]:
    """The version of each distribution of a lock, with the hashes of its files."""
    text = (CHECKOUT / file).read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+)==(\S+)[^\n]*((?:\n    --hash=[^\n]+)+)", text, re.MULTILINE)
    return {name: f"{version} {sorted(hashes.split())}" for name, version, hashes in pins}


def test_what_is_served_is_what_was_tried():
    """Each package of the players' lock is in the developers' lock with the same hashes."""
    ours = locked("requirements.lock")
    assert len(ours) > 20
    assert ours.items() <= locked("requirements-dev.lock").items()


def test_offline_pydantic_core_is_what_pip_installs():
    """Without a lock, too: the pinned pydantic requires exactly the runtime's pydantic-core."""
    needs = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["dependencies"]
    core = re.findall(r"pydantic-core==[\d.]+", (runtime.LOCKS / "requirements.txt").read_text())
    assert f"pydantic=={metadata.version('pydantic')}" in needs
    assert core == [need for need in metadata.requires("pydantic") or () if "-core" in need]


def test_a_checkout_finds_its_own_folders():
    assert paths.ROOT == CHECKOUT
    assert all(folder.is_dir() for folder in (paths.TEMPLATES, paths.STATIC, paths.PRINTABLES))


def runs(*command, cwd="/", **more) -> str:
    done = subprocess.run(command, cwd=cwd, env=BARE | more, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("dist")
    runs(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=CHECKOUT)
    return next(out.glob("*.whl"))


def files_below(folder: str) -> set[str]:
    found = (path for path in (CHECKOUT / folder).rglob("*") if path.is_file())
    names = {path.relative_to(CHECKOUT) for path in found}
    return {str(name) for name in names if "__pycache__" not in name.parts}


@pytest.mark.slow
def test_wheel_contains_whole_package_and_licences(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    folders = [files_below(folder) for folder in ("templates", "static", "printables")]
    expected = {f"companion/_data/{name}" for names in folders for name in names}
    assert (expected | files_below("companion")) - inside == set()
    assert wheel.name == f"companion_cards-{__version__}-py3-none-any.whl"
    licences = {name.split("/licenses/")[1] for name in inside if "/licenses/" in name}
    assert {"LICENSE", "static/vendor/htmx.LICENSE.txt", "printables/fonts/OFL.txt"} <= licences


def linked(there: Path, names: Iterable[str]) -> None:
    """Puts distributions of our environment into another one."""
    for name in names:
        with contextlib.suppress(metadata.PackageNotFoundError):  # of another system
            found = metadata.distribution(name)
            for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
                with contextlib.suppress(FileExistsError):
                    (there / top).symlink_to(Path(str(found.locate_file(top))))


def install(where: Path, *what: object) -> None:
    """Installs into an environment that has no pip of its own."""
    pip = [sys.executable, "-m", "pip", "--python", where / "python", "install", "--quiet"]
    runs(*pip, "--no-deps", "--no-build-isolation", "--no-compile", *what)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The bin folder of an environment that holds the wheel and its locked dependencies alone."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, symlinks=True)
    linked(next(home.glob("lib/*/site-packages")), locked("requirements.lock"))
    install(home / "bin", wheel)
    return home / "bin"


@pytest.fixture(scope="module")
def bringing(installed, tmp_path_factory):
    """The example of docs/adding-a-game/api.md, installed beside the Companion and pytest."""
    home = tmp_path_factory.mktemp("brought") / "companion-oh-hell"
    copytree(CHECKOUT / "docs" / home.name, home)
    packages = next(installed.parent.glob("lib/*/site-packages"))
    linked(packages, ("pytest", "iniconfig", "packaging", "pluggy", "pygments"))
    install(installed, home)
    return home


@contextlib.contextmanager
def serving(installed, data):
    """The address of an installed Companion started from the root folder."""
    where = ["--host", "127.0.0.1", "--port", "0", "--data", data]
    command = [installed / "companion", "serve", *where]
    with started(data / "log.txt", *command, cwd="/", env=BARE) as (_, said):
        yield re.findall(r"http://localhost:\d+/", said)[0]


@pytest.fixture(scope="module")
def served(installed, bringing, tmp_path_factory):
    with serving(installed, tmp_path_factory.mktemp("data")) as address:
        yield address


def fetch(address: str) -> tuple[int, str, bytes]:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.status, answer.headers.get_content_type(), answer.read()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "kind", "words"),
    [
        ("", "text/html", b"<h1"),
        ("static/companion.css", "text/css", b"{"),
        ("static/icon.svg", "image/svg+xml", (CHECKOUT / "static" / "icon.svg").read_bytes()),
        ("rules?q=oh+hell+last+bid", "text/html", b"OH-EVEN"),
    ],
)
@pytest.mark.long
def test_installed_companion_shows_pages_and_packaged_game(served, page, kind, words):
    status, found, body = fetch(f"{served}{page}")
    assert (status, found, words in body) == (200, kind, True)


@pytest.mark.slow
@pytest.mark.needs("pango")
@pytest.mark.parametrize("game", ["kaiser", "oh-hell"])
@pytest.mark.long
def test_the_installed_companion_prints_a_sheet(served, game):
    for _ in range(60):  # a waiting page says 202, and asks again after a second
        status, kind, body = fetch(f"{served}print/{game}/sheet.pdf")
        if status != 202:
            break
        time.sleep(1)
    assert (status, kind, body[:5]) == (200, "application/pdf", b"%PDF-")


@pytest.fixture
def made(installed, bringing):
    """A package written by `companion new-game`, also installed."""
    runs(installed / "companion", "new-game", "hol-ober", "--package", cwd=bringing.parent)
    home = bringing.parent / "companion-hol-ober"
    install(installed, "-e", home)
    return home


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("which", ["bringing", "made"])
def test_package_passes_the_tests_of_every_game(request, installed, which):
    """The example, and a new package; `test_new_game` tests its game every day."""
    home = request.getfixturevalue(which)
    runs(installed / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=home)
    folder = home / home.name.replace("-", "_")
    runs(sys.executable, "-m", "mypy", "--strict", folder, cwd=home, MYPYPATH=str(CHECKOUT))


def a_hand(page, at: str) -> str:
    """The text of the sheet after a tapped hand of three: all bid 0, West takes all."""
    page.goto(f"{at}new/oh-hell")
    page.get_by_role("button", name="One player fewer").tap()
    page.get_by_text("3 players").wait_for()
    page.get_by_role("button", name=DEAL_THE_FIRST_HAND).tap()
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
@pytest.mark.long
def test_a_game_of_a_package_is_played(served, chromium):
    phone = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    with closing(phone) as one:
        assert "10 +10 10 +10 0 0" in a_hand(one.new_page(), served)
    assert b"Oh Hell" in fetch(f"{served}people")[2]


@pytest.mark.long
@pytest.mark.browser
def test_packaged_game_works_in_offline_version(installed, bringing, chromium, tmp_path):
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
@pytest.mark.long
def test_broken_game_package_is_named_and_harms_nothing(installed, bringing, tmp_path):
    broken = next((installed.parent / "lib").glob("*/site-packages/companion_oh_hell/rules.md"))
    whole = broken.read_text(encoding="utf-8")
    broken.write_text(whole.replace("ace high.", "{{ nobody }} high."), encoding="utf-8")
    try:
        with serving(installed, tmp_path) as address:
            why = "oh-hell: ValueError: companion_oh_hell/rules.md, rule OH-PACK"
            pages = {path: fetch(f"{address}{path}") for path in ("", "more", "rules?q=revoke")}
    finally:
        broken.write_text(whole, encoding="utf-8")
    assert [status for status, _, _ in pages.values()] == [200, 200, 200]
    assert "companion-oh-hell, oh-hell" in pages[""][2].decode()
    assert why in pages["more"][2].decode()
    assert "KAI-" in pages["rules?q=revoke"][2].decode()

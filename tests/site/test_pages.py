"""The site in a browser: for everybody by axe, no sideways scroll, and few taps to a first bid."""

from __future__ import annotations

import pytest

from companion import games
from companion.cli import main
from companion.site import build
from tests.browser.axe import violations
from tests.chromium import ARGS, executable
from tests.daily import LONG
from tests.pocket.conftest import PATIENT, Host, brought  # noqa: F401
from tests.site.links import broken

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.needs("pango")]

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
BREADTH = "document.documentElement.scrollWidth"
PLAY_NOW = ".go", '.tile[href*="kaiser"]'
FROM_GAME = '.tile[href*="kaiser"]', ".go"
"""The ways from the front page to a new game."""
URL = "https://cards.example.org/"


@pytest.fixture
def hosted(small):
    host = Host(small.folder)
    yield host
    host.stop()


def test_site_is_accessible_and_fits_the_screen(small, hosted, chromium):
    page = chromium.new_page(viewport=DESK)
    for place in ("", "kaiser/", "about/"):
        page.goto(hosted.url + place)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            assert page.evaluate(BREADTH) <= size["width"], place
        page.emulate_media(color_scheme="light")
        assert violations(page, "light", "dark") == [], place
    page.close()


@pytest.fixture(scope="session")
def whole(brought, tmp_path_factory):  # noqa: F811
    """The site that the command writes: of all games if every test runs at length."""
    folder = tmp_path_factory.mktemp("whole")
    few = [] if LONG else ["kaiser"]
    main.main(["site", str(folder), *few, "--url", URL, "--quick"], standalone_mode=False)
    return folder


@pytest.mark.long
def test_whole_site_is_linked_and_light(whole):
    places = ["", "about/", *(f"{key}/" for key in games.covers() if (whole / key).is_dir())]
    assert broken(whole, URL, places, build.PLAY) == []
    assert (whole / build.PLAY / "sw.js").is_file()
    assert f"{URL}preview.png" in (whole / build.PLAY / "index.html").read_text("utf-8")
    pages = {place: (whole / place / "index.html").stat().st_size for place in places}
    fixed = [whole / "site.css", whole / "icon.svg", *(whole / "fonts").iterdir()]
    assert max(pages.values()) + sum(file.stat().st_size for file in fixed) <= 120_000


@pytest.mark.long
@pytest.mark.parametrize("way", [PLAY_NOW, FROM_GAME], ids=["play", "game"])
def test_first_bid_takes_four_taps(whole, chromium, tmp_path, way):
    host = Host(whole)
    context = chromium.browser_type.launch_persistent_context(
        str(tmp_path), executable_path=executable(), args=ARGS, viewport=PHONE, has_touch=True,
        is_mobile=True,
    )  # fmt: skip
    context.set_default_timeout(PATIENT)
    page = context.new_page()
    page.goto(host.url)
    page.locator(way[0]).first.tap()
    if way is PLAY_NOW:
        page.frame_locator("#app").locator(way[1]).first.tap()
    else:
        page.locator(way[1]).first.tap()
    app = page.frame_locator("#app")
    app.locator("button[value=begin]").first.tap()
    app.locator('form.ask-form button[value="7"]').first.tap()
    app.locator("h1", has_text="South").wait_for()
    context.close()
    host.stop()

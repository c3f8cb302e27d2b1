"""What the served app says about itself: to people on a page of its own, to search engines."""

import re

from companion import __version__, games
from companion.app import create_app
from companion.paths import STATIC
from companion.pocket.site import SHELL
from tests.web.phones import plain

GREEN = "#14503c"
DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


def test_about_page_is_linked_from_more(played):
    assert 'href="/about"' in played.get("/more").text
    words = plain(played.get("/about").text)
    for heading in ("Who sees a score", "How to delete it", "Contact", "Licences"):
        assert heading in words
    assert f"Version {__version__}" in words
    assert "ask the person who runs this server" in words.lower()


def test_about_page_says_what_a_server_lists(store, tmp_path):
    words = dict[bool, str]()
    for listed in (True, False):
        app = create_app(store, testing=True, data=tmp_path)
        app.config["LISTED"] = listed
        words[listed] = plain(app.test_client().get("/about").text)
    assert "every table to everybody" in words[True]
    assert "only the tables that it opened before" in words[False]


def test_about_page_names_buttons_that_exist(played):
    """Every key of the app that the page quotes is on the page where it sends its reader."""
    quoted = set(re.findall(r"“([^”]+)”", plain(played.get("/about").text)))
    table = f"/t/{played.code}"
    played.post(f"{table}/delete", {})
    places = ("/", "/more", f"{table}/menu", f"{table}/pause", "/history", "/deleted", "/people")
    seen = " ".join(plain(played.get(place).text) for place in places)
    named = {"Erase this name for good", "Settings", "Delete the club"}  # of one person or club
    assert named <= quoted
    assert [each for each in quoted - named if each not in seen] == []


def test_alone_about_page_speaks_of_the_phone(store, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, ALONE=True)
    words = plain(app.test_client().get("/about").text)
    assert "Scores are stored on your phone only." in words
    assert "server’s backups" not in words


def test_each_game_has_a_description_of_its_own(played):
    seen = set()
    for key, cover in games.covers().items():
        (text,) = DESCRIPTION.findall(played.get(f"/rules/{key}").text)
        assert text.startswith(f"{cover.title}: rules, scoring and score sheets to print.")
        assert len(text) <= 240
        assert text not in seen
        seen.add(text)
    assert "real cards" in DESCRIPTION.findall(played.get("/").text)[0]


def test_search_engines_are_asked_to_skip_tables(played):
    table = f"/t/{played.code}"
    hidden = [table, f"{table}/sheet", f"{table}/board", f"/rules/kaiser?table={played.code}",
              "/t/XXXXXX", "/watch", "/clubs", "/people", "/history"]  # fmt: skip
    public = ["/about", "/rules", "/rules/kaiser", "/referee/kaiser", "/print/kaiser"]
    tags = {path: played.get(path).headers.get("X-Robots-Tag") for path in (*hidden, *public)}
    assert tags == dict.fromkeys(hidden, "noindex") | dict.fromkeys(public)


def test_first_page_is_indexed_unless_it_lists_tables(store, tmp_path):
    tags = list[str | None]()
    for listed in (True, False):
        app = create_app(store, testing=True, data=tmp_path)
        app.config["LISTED"] = listed
        tags.append(app.test_client().get("/").headers.get("X-Robots-Tag"))
    assert tags == ["noindex", None]


def test_every_icon_has_the_colour_of_the_pages(played):
    assert f'fill="{GREEN}"' in (STATIC / "icon.svg").read_text()
    for size in (192, 512):
        png = (STATIC / f"icon-{size}.png").read_bytes()
        palette = png[png.index(b"PLTE") + 4 :]
        assert f"#{palette[:3].hex()}" == GREEN
    assert f"--go: var(--L, {GREEN})" in (STATIC / "styles" / "tokens.css").read_text()
    offline = (SHELL / "manifest.webmanifest").read_text()
    for manifest in (played.get("/manifest.webmanifest").text, offline):
        assert re.search(f'"theme_color": ?"{GREEN}"', manifest)

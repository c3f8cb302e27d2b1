"""Headers, static files, errors, and forbidden content of pages."""

import gzip
import re
from html import unescape
from pathlib import Path

import brotli
import pytest
from backports import zstd

from companion import games
from companion.app import create_app
from companion.paths import STATIC, TEMPLATES
from companion.web.platform.security import POLICY, secret_key
from tests.web.phones import plain

TABLE = ["", "/sheet", "/more", "/share", "/hand/1", "/why/1/1", "/amend/1"]
LINKED = ["/", "/new/kaiser", *(f"/t/{{code}}{part}" for part in TABLE)]
"""Pages whose links are followed."""
PAGES = [*LINKED, "/t/XXXXXX", "/nowhere", "/history", "/deleted", "/import", "/away", "/rules",
         "/rules/words", "/rules/kaiser", "/referee/kaiser", "/referee/kaiser/trick", "/sets",
         "/about", "/people", *(f"/t/{{code}}{part}" for part in (
             "/hand/2", "/pencil", "/seats", "/amend/2", "/board", "/readings/failed_contract"))
         ]  # fmt: skip
ASKS = re.compile(r"\bhx-(get|post|trigger)=")


def test_pages_keep_policy_and_anchors_exist(played):
    """And loads htmx if it requests parts from the server."""
    for path in PAGES:
        reply = played.get(path.format(code=played.code))
        assert reply.headers["Content-Security-Policy"] == POLICY, path
        assert reply.headers["X-Content-Type-Options"] == "nosniff", path
        assert reply.headers["Referrer-Policy"] == "same-origin", path
        for wrong in (" style=", "<style", r"\son\w+=", r"<script(?![^>]*\ssrc=)", "javascript:",
                      r'(src|href)="https?://'):  # fmt: skip
            assert not re.search(wrong, reply.text), (path, wrong)
        ids = re.findall(r'\sid="([^"]+)"', reply.text)
        twice = {each for each in ids if ids.count(each) > 1}
        assert not twice, (path, twice)
        assert set(re.findall(r'href="#([^"]+)"', reply.text)) <= set(ids), path
        asks, brings = bool(ASKS.search(reply.text)), "/table." in reply.text
        assert asks <= brings, path
        assert not (asks or brings) or path not in ("/", "/history", "/t/XXXXXX"), path


@pytest.mark.parametrize("start", LINKED)
def test_links_lead_somewhere(played, start):
    text = played.get(start.format(code=played.code)).text
    for link in sorted(set(re.findall(r'href="(/[^"#]*)', text))):
        assert played.get(unescape(link)).status_code in (200, 302, 303, 308), link
    for page, rule in set(re.findall(r'href="(/rules/[^"#]*)#([^"]+)"', text)):
        assert f'id="{rule}"' in played.get(unescape(page)).text  # to the rule itself


def test_templates_and_the_web_package_name_no_game():
    package = Path(create_app.__code__.co_filename).parent / "web"
    files = [*TEMPLATES.rglob("*.html"), *package.rglob("*.py"), *STATIC.rglob("*.css"),
             *STATIC.glob("*.js"), *STATIC.glob("parts/*.js")]  # fmt: skip
    words = {word for game in games.all_games().values() for word in (game.key, game.title)}
    words -= {"another", "Another game"}  # everyday words; its address is looked for in test_rooms
    prefixes = "|".join(game.prefix for game in games.all_games().values())
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(rf"\b({prefixes})-", text), file.name
        for word in words:
            assert not re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE), (file.name, word)


@pytest.mark.parametrize(
    ("asked", "sent", "unpacked"),
    [
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("zstd", "zstd", zstd.decompress),
    ],
)
def test_pages_are_compressed(scorer, asked, sent, unpacked):
    reply = scorer.get("/", headers={"Accept-Encoding": asked})
    assert reply.headers["Content-Encoding"] == sent
    assert b"The Companion" in unpacked(reply.data)
    assert "Accept-Encoding" in reply.headers["Vary"]


def test_the_first_view_is_small(scorer):
    """Page, stylesheets and scripts as sent, under 36 KB without the typefaces, which are kept, and
    under 56 with them; scripts of our own, with the keypad and the queue, under 8.5."""
    asked = {"Accept-Encoding": "gzip"}
    page = scorer.get("/", headers=asked)
    urls = re.findall(r'"(/static/[^"]+)"', gzip.decompress(page.data).decode())
    sizes = {url: len(scorer.get(url, headers=asked).data) for url in urls}
    faces = sum(size for url, size in sizes.items() if "/fonts/" in url)
    assert sum(sizes.values()) + len(page.data) - faces < 36_000
    assert 0 < faces < 20_000
    assert sum(size for url, size in sizes.items() if re.search(r"/companion\..*js$", url)) < 8500


def test_errors_have_pages_in_plain_words(scorer):
    for path, words in (("/t/XXXXXX", "There is no table XXXXXX"), ("/nowhere", "Page not found"),
                        ("/new/whist-of-nowhere", "")):  # fmt: skip
        assert words in scorer.words(path)
        assert scorer.last.status_code == 404
    reply = scorer.post("answer", {"a": "x" * 300_000})
    assert reply.status_code == 413
    assert "Too much data" in plain(reply.text)
    assert scorer.get("answer").status_code == 405


def test_server_fault_shows_page_and_loses_nothing(store, tmp_path, monkeypatch):
    app = create_app(store, data=tmp_path)
    monkeypatch.setattr("companion.web.platform.home.tiles", lambda found: 1 / 0)
    reply = app.test_client().get("/")
    assert reply.status_code == 500
    assert "Nothing entered before is lost" in plain(reply.text)
    assert reply.headers["Content-Security-Policy"] == POLICY


def test_secret_key_is_made_once_and_private(tmp_path):
    first = secret_key(tmp_path)
    assert secret_key(tmp_path) == first
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert len(first) > 40

"""The page of the offline version before any script runs."""

from __future__ import annotations

import re

from companion import games
from companion.pocket import site
from tests.site.links import PageReader, plain


def test_offline_page_says_what_it_is():
    words = plain(site.index().decode())
    assert [c.title for c in games.covers().values() if not c.last and c.title not in words] == []
    assert "you play with real cards." in words
    assert "14 card games" in words


def test_offline_page_has_preview_and_picture():
    alone, public = site.index().decode(), site.index("https://a.example/play/", "p.png").decode()
    assert '<meta property="og:image" content="icon-512.png">' in alone
    assert "canonical" not in alone
    assert '<meta property="og:image" content="p.png">' in public
    assert '<link rel="canonical" href="https://a.example/play/">' in public
    for page in (alone, public):
        title = re.findall('<meta property="og:title" content="(.+)">', page)
        assert title == re.findall("<title>(.+)</title>", page)
        assert "what" in PageReader(page).ids

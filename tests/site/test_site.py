"""The public site: pages that read without JavaScript, links that lead somewhere, light pages."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from companion import games
from companion.rules.wording import under
from companion.site import addresses, build
from tests.site.conftest import FEW, URL
from tests.site.links import PageReader, broken, plain

pytestmark = [pytest.mark.slow, pytest.mark.needs("pango")]

HERE = Path(__file__).parents[2]
WEIGHT = 120_000
POINTS = {"a4": (595, 842), "letter": (612, 792)}
PLACES = ["", *(f"{key}/" for key in FEW), "about/"]


def test_every_link_leads_somewhere(small):
    assert small.pages == PLACES
    assert broken(small.folder, URL, small.pages, build.PLAY) == []


@pytest.mark.parametrize("place", PLACES)
def test_page_needs_no_script(small, place):
    page = PageReader(small.text(place))
    assert not {"script", "style", "iframe"} & page.tags
    assert [each for each, times in Counter(page.ids).items() if times > 1] == []


def test_game_page_is_light(small):
    css = (small.folder / "site.css").read_text()
    faces = [small.folder / name for name in re.findall(r"url\(([^)]+)\)", css)]
    assert len(faces) > 4
    for key in FEW:
        page = small.folder / key / "index.html"
        loads = [page.parent / name for name in PageReader(page.read_text("utf-8")).loads]
        assert sum(file.stat().st_size for file in (page, *loads, *faces)) <= WEIGHT


def test_each_page_has_title_and_description(small):
    heads = {}
    for place in PLACES:
        text = small.text(place)
        head = [re.findall(pattern, text) for pattern in (
            r"<title>(.+)</title>\s+<meta", '<meta name="description" content="(.+)">',
            '<link rel="canonical" href="(.+)">', '<meta property="og:url" content="(.+)">',
            '<meta property="og:title" content="(.+)">')]  # fmt: skip
        (title,), (description,), (address,), (shared,), (og_title,) = head
        assert address == shared == URL + place
        assert title == og_title
        heads[place] = (title, description)
    assert len(set(heads.values())) == len({title for title, _ in heads.values()}) == len(PLACES)
    game = games.find(FEW[0])
    assert heads[f"{game.key}/"][0].startswith(f"{game.title}: rules, scoring and score sheets")


@pytest.mark.parametrize("key", FEW)
def test_game_page_has_rules_questions_and_scores(small, key):
    text, words = under(games.find(key).rules), plain(small.text(key))
    asked = [each for rule in text.rules.values() for each in rule.asked]
    assert len(asked) > 20
    assert [each.question for each in asked if each.question not in words] == []
    rows = re.findall(r'<th scope="row">', small.text(key))
    assert len(rows) >= len(text.scoring) + len(text.disputes)
    apart = (*build.LEFT_OUT, "sheet", "card-front", "card-back")
    titles = [rule.title for rule in text.rules.values() if rule.section not in apart]
    assert [title for title in titles if title not in words] == []
    assert f'href="../play/#/new/{key}"' in small.text(key)


@pytest.mark.parametrize("key", FEW)
def test_sheets_are_linked_on_both_papers(small, key):
    files = {name for name in PageReader(small.text(key)).links if name.endswith(".pdf")}
    assert files == {file.name for file in (small.folder / key).glob("*.pdf")}
    assert len(files) == 6
    for name in files:
        paper = name.removesuffix(".pdf").rpartition("-")[2]
        with pikepdf.open(small.folder / key / name) as pdf:
            size = tuple(round(float(side)) for side in list(pdf.pages[0].mediabox)[2:])
        assert size in (POINTS[paper], POINTS[paper][::-1])


def test_front_page_names_every_game(small):
    words = plain(small.text(""))
    for key in FEW:
        assert games.covers()[key].title in words
    assert "you play with real cards." in words
    assert f'href="{build.PLAY}#/"' in small.text("")
    assert PageReader(small.text("")).tags >= {"img"}


def test_sitemap_and_robots_name_every_page(small):
    root = ElementTree.parse(small.folder / "sitemap.xml").getroot()
    listed = [each.text for each in root.iter() if each.tag.endswith("loc")]
    assert listed == [URL + place for place in (*PLACES, build.PLAY)]
    assert f"Sitemap: {URL}sitemap.xml" in (small.folder / "robots.txt").read_text()


def test_preview_pictures_have_the_stated_size(small):
    for place in ("", *FEW):
        head = (small.folder / place / "preview.png").read_bytes()[:24]
        assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (1200, 630)


def test_about_page_links_the_contact_only_if_given(small, tmp_path):
    assert 'href="mailto:a@example.org"' in small.text("about/")
    build.write(tmp_path, URL, [games.find(FEW[0])], {})
    text = (tmp_path / "about" / "index.html").read_text("utf-8")
    assert "mailto:" not in text
    assert "This copy has no contact address." in text


def test_addresses_come_from_one_file(tmp_path):
    file = tmp_path / "address.txt"
    assert addresses.addresses(file) == addresses.Addresses()
    file.write_text("# none yet\n\nsite: https://a.example\ncontact: mailto:b@a.example\n")
    known = addresses.Addresses("https://a.example", "mailto:b@a.example")
    assert addresses.addresses(file) == known
    assert addresses.public(known.site) == "https://a.example/"
    for wrong in ("a.example", "https://a.example/?x=1", "file:///tmp"):
        with pytest.raises(ValueError, match="no address"):
            addresses.public(wrong)


def test_readme_links_the_site_only_if_decided():
    known = addresses.addresses(HERE / "docs" / "address.txt")
    readme = (HERE / "README.md").read_text("utf-8")
    assert not known.site or known.site in readme


def test_workflow_publishes_what_make_builds():
    text = (HERE / ".github" / "workflows" / "site.yml").read_text()
    assert "run: make site URL=" in text
    assert "path: build/site" in text
    assert re.search(r'tags: \["v\*"\]', text)
    assert "build/site" in (HERE / "Makefile").read_text()

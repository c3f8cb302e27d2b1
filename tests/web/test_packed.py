"""Scripts and stylesheets as they are sent: packed ahead, and no page misses a rule."""

from __future__ import annotations

import gzip
import re

import cssselect2
import pytest
import tinycss2
import tinyhtml5

from companion import games
from companion.paths import STATIC
from companion.record import Record, Transcript
from companion.web import packed
from companion.web.slim import css

MOVING = re.compile(
    r":(?:checked|focus-visible|focus|hover|active|target)\b|::[\w-]+(?:\([^)]*\))?"
)
"""What depends on a finger, or is drawn beside an element: it says nothing of which there are."""


@pytest.mark.parametrize("name", packed.AHEAD)
def test_what_was_packed_ahead_was_made_of_what_is_there(name):
    assert packed._ahead().get(name) == packed.origin(name), "run `make pack`"


@pytest.mark.parametrize("name", packed.AHEAD)
def test_it_is_smaller_than_what_would_be_packed_here(name, monkeypatch):
    ahead = packed.made(name)
    monkeypatch.setattr(packed, "_ahead", dict)
    here = packed.made(name)
    for body, zipped in (ahead, here):
        assert gzip.decompress(zipped) == body
    assert len(ahead[1]) < len(here[1])


def test_a_stylesheet_packed_ahead_is_the_slimmed_source():
    for name in ("companion.css", "pages.css"):
        text = (STATIC / name).read_text(encoding="utf-8")
        assert packed.made(name)[0].decode() == css(text)


def test_a_script_that_was_changed_is_sent_as_it_is_now(tmp_path, monkeypatch):
    monkeypatch.setattr(packed, "STATIC", tmp_path)
    (tmp_path / "parts").mkdir()
    for part in packed.OURS:
        (tmp_path / "parts" / f"{part}.js").write_text(f"{{\n  run('{part}');\n}}\n")
    body, _ = packed.made("companion.js")
    lines = [line for part in packed.OURS for line in ("{", f"run('{part}');", "}")]
    assert body.decode().splitlines() == ["(()=>{", *lines, "})();"]


def test_a_name_of_nothing_is_no_asset():
    with pytest.raises(KeyError):
        packed.sources("../README.md")


# -- the second stylesheet -----------------------------------------------------------------------


def rules(found) -> list[str]:
    """The selectors of a stylesheet, those inside media and container queries too."""
    selectors = []
    for rule in found:
        if rule.type == "qualified-rule":
            selectors.append(tinycss2.serialize(rule.prelude))
        elif rule.type == "at-rule" and rule.content:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            selectors += rules(inner)
    return selectors


def still(selector: str) -> str:
    """The selector of the elements it is about, whatever is done to them."""
    text = re.sub(r"(^|[\s,>+~])(?=,|$)", r"\1*", MOVING.sub("", selector).strip())
    return re.sub(r":not\(\s*\)|:has\(\s*\)", "", text)


@pytest.fixture(scope="module")
def second():
    """Each rule of pages.css, to be tried on elements."""
    text = (STATIC / "pages.css").read_text(encoding="utf-8")
    sheet = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    found = {each: cssselect2.compile_selector_list(still(each)) for each in rules(sheet)}
    assert len(found) > 200
    return found


def missed(second, html: str) -> list[str]:
    """The rules of the second stylesheet that a page without it would want."""
    document = tinyhtml5.parse(html, namespace_html_elements=False)
    elements = list(cssselect2.ElementWrapper.from_html_root(document).iter_subtree())
    return [text for text, compiled in second.items()
            if any(each.test(element) for each in compiled for element in elements)]  # fmt: skip


def evening(key: str) -> Record:
    return Transcript.read(games.find(key).file("evening.txt"), key).record


def moments(record: Record) -> list[Record]:
    """The record as it was before each page of questions that is unlike those before it."""
    found, met = [], set()
    replay = games.find(record.game).replay(record)
    for hand in replay.hands:
        asked: dict[int, list] = {}
        for each in hand.asked:
            asked.setdefault(each.page, []).append(each)
        own = {key: text for key, text in hand.answers.items() if key.startswith("@")}
        for page in sorted(asked):
            kinds = tuple(sorted({(a.question.kind, a.question.secret) for a in asked[page]}))
            if kinds not in met:
                met.add(kinds)
                earlier = record.copy()
                earlier.hands = [*earlier.hands[: hand.number - 1], dict(own)]
                found.append(earlier)
            own |= {a.question.key: a.question.write(a.value) for a in asked[page]}
    return found


@pytest.mark.parametrize("key", games.shelf())
def test_a_table_misses_no_rule_without_the_second_stylesheet(key, store, phone, second):
    """Every kind of question of every game, the last hand scored, and what watchers see."""
    pages = []
    for record in moments(evening(key)):
        stored = store.begin(record)
        scorer = phone()
        scorer.get(f"/t/{stored.code}/score/{stored.key}")
        pages += [scorer.get(f"/t/{stored.code}"), phone().get(f"/t/{stored.code}")]
    whole = store.begin(evening(key))
    pages.append(phone().get(f"/t/{whole.code}/hand/1"))
    for page in pages:
        assert page.status_code == 200
        assert "/static/pages." not in page.text
        assert missed(second, page.text) == []


def test_other_pages_have_it(played):
    for path in ("/", "/rules/kaiser", f"/t/{played.code}/sheet", f"/t/{played.code}/more"):
        assert "/static/pages." in played.get(path).text


def test_a_part_brings_it_where_its_page_would_have_it(played):
    reply = played.get(f"/t/{played.code}/sheet", headers={"HX-Request": "true"})
    assert "/static/pages." in reply.text
    reply = played.get(f"/t/{played.code}/hand/1", headers={"HX-Request": "true"})
    assert "/static/pages." not in reply.text

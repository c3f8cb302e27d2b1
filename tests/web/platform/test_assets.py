"""Static files as sent: compressed in advance, cached for ever, and no page lacks a rule."""

from __future__ import annotations

import ast
import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from urllib.parse import quote

import brotli
import cssselect2
import pytest
import tinycss2
import tinyhtml5

from companion import games
from companion.paths import STATIC, TEMPLATES
from companion.rules.wording import under
from companion.web.platform import making
from tests.browser.test_places import moments
from tests.web.phones import HTMX, golden

MOVING = re.compile(
    r":(?:checked|focus-visible|focus|hover|active|target|placeholder-shown)\b|::[\w-]+(?:\([^)]*\))?"
)
"""States of a tap, and pseudo-elements: removed before elements are searched."""


def test_static_files_are_cached_under_hashed_names(phone):
    one = phone()
    for name, sent in making.built().names.items():
        reply = one.get(f"/static/{sent}")
        assert reply.status_code == 200, name
        assert reply.headers["Cache-Control"].endswith("public, immutable")
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in reply.headers
        assert hashlib.sha256(reply.data).hexdigest()[:12] in sent, name


@pytest.mark.parametrize(
    ("asked", "unpacked"), [("gzip", gzip.decompress), ("br", brotli.decompress)]
)
@pytest.mark.parametrize("name", ["companion.css", "table.js", "icon.svg"])
def test_what_is_text_was_compressed_ahead(name, asked, unpacked, phone):
    one, url = phone(), f"/static/{making.built().names[name]}"
    reply, plain = one.get(url, headers={"Accept-Encoding": asked}), one.get(url)
    assert reply.headers["Content-Encoding"] == asked
    assert len(reply.data) < len(plain.data)
    assert unpacked(reply.data) == plain.data
    assert "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize("name", ["companion.css", "companion.000000000000.css"])
def test_old_file_names_lead_to_current_one(name, phone):
    reply = phone().get(f"/static/{name}", follow_redirects=False)
    assert reply.status_code == 302
    assert reply.headers["Location"] == f"/static/{making.built().names['companion.css']}"
    assert reply.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["././companion.css", "../README.md", "parts/keys.js", "nothing"])
def test_unknown_file_name_is_not_found_or_remembered(name, phone):
    assert phone().get(f"/static/{name}").status_code == 404
    assert name not in making.built().names


def test_stylesheet_refers_to_files_as_sent():
    made = making.Built()
    made.add("fonts/a.woff2", b"a typeface")
    sheet = "@font-face{src:url('fonts/a.woff2')}i{background:url(data:x)}"
    wanted = f"@font-face{{src:url({made.names['fonts/a.woff2']})}}i{{background:url(data:x)}}"
    assert made.renamed(sheet) == wanted
    assert made.names["fonts/a.woff2"].startswith("fonts/a.")
    made.folder.cleanup()


@pytest.mark.parametrize("sheet", sorted(STATIC.rglob("*.css")), ids=lambda sheet: sheet.name)
def test_a_stylesheet_closes_what_it_opens(sheet):
    # A browser reads an unclosed block to the end of the file: all rules after it are lost.
    text = sheet.read_text()
    blocks = re.sub(r"/\*.*?\*/|\"[^\"]*\"|'[^']*'", "", text, flags=re.DOTALL)
    assert blocks.count("{") == blocks.count("}")
    nodes = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    assert [node.message for node in nodes if node.type == "error"] == []


def test_scripts_are_joined_and_fail_separately(tmp_path, monkeypatch):
    monkeypatch.setattr(making, "STATIC", tmp_path)
    (tmp_path / "parts").mkdir()
    (tmp_path / "more.js").write_bytes(b"more()")
    for part in making.PARTS:
        (tmp_path / "parts" / f"{part}.js").write_text(f"{{\n  run('{part}');\n}}\n")
    first, *others = (f"{{run('{part}');}}" for part in making.PARTS if part != "keys")
    runs = first + "".join(
        f"try{{{other}}}catch(e){{setTimeout(()=>{{throw e}})}}" for other in others
    )
    body = making.joined(("keys",), ("more.js",)).decode()
    assert body.replace("\n", "") == f"(()=>{{{runs}}})();more()"


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
    """The selector without states: the elements to which it can apply."""
    text = re.sub(r"(^|[\s,>+~])(?=,|$)", r"\1*", MOVING.sub("", selector).strip())
    return re.sub(r",\s*\)", ")", re.sub(r":not\(\s*\)|:has\(\s*\)", "", text))


def parsed(name: str) -> list:
    """The rules of a stylesheet."""
    text = making.stylesheet(name)
    return list(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


@pytest.fixture(scope="module")
def second():
    """Each rule of pages.css, to be matched with elements."""
    selectors = set(rules(parsed("pages.css")))
    assert len(selectors) > 200
    return tried(selectors)


def tried(selectors) -> cssselect2.Matcher:
    matcher = cssselect2.Matcher()
    for text in selectors:
        for each in cssselect2.compile_selector_list(still(text)):
            matcher.add_selector(each, text)
    return matcher


def missed(second, html: str) -> list[str]:
    """The rules of the second stylesheet that a page without it would need."""
    document = tinyhtml5.parse(html, namespace_html_elements=False)
    elements = cssselect2.ElementWrapper.from_html_root(document).iter_subtree()
    return [text for each in elements for *_, text in second.match(each)]


def test_home_page_misses_no_rule_of_companion_css(phone):
    """First visit, a table that is over, and a running one."""
    others = set(rules(parsed("companion.css"))) - set(rules(parsed("home.css")))
    only = tried(each for each in others if "%" not in each and each not in ("from", "to"))
    running = golden("panguingue")
    del running.hands[2:]
    phones = [phone(), phone(golden("kaiser")), phone(running)]
    pages = [one.get("/").text for one in phones]
    assert all("/static/home." in page for page in pages)
    assert [missed(only, page) for page in pages] == [[], [], []]


@pytest.mark.kinds("kaiser")
@pytest.mark.slow
@pytest.mark.parametrize("key", games.all_games())
def test_table_pages_miss_no_rule_of_second_stylesheet(key, phone, second):
    """Every kind of question of every game; and each is checked while it is filled in."""
    for _, kinds, record in moments(golden(key)):
        one = phone(record)
        page = one.get("")
        assert page.status_code == 200
        assert "/static/pages." not in page.text
        assert missed(second, page.text) == []
        assert one.look({}).status_code == 200, kinds


def loaded(html: str) -> list[tuple[str, str]]:
    """(address, target) of each element of a page, or of a part of one, that loads a part."""
    document = tinyhtml5.parse(html, namespace_html_elements=False)
    return [(each.get("hx-get"), each.get("hx-target", "")) for each in document.iter("*")
            if each.get("hx-get")]  # fmt: skip


@cache
def questions(key: str) -> list[str]:
    """The questions that the rules of a game answer."""
    rules = games.find(key).rules
    text = under(rules, rules.chosen({}))
    return [said.question for rule in text.rules.values() for said in rule.asked]


def searched(key: str) -> list[str]:
    """Searches at a table: with one answer, with several, with none, and with one elsewhere."""
    others = [questions(each)[0] for each in games.all_games() if each != key and questions(each)]
    return [*questions(key)[:2], "can I lead", games.find(key).title, "xyzzy", *others]


@pytest.mark.kinds("kaiser")
@pytest.mark.slow
@pytest.mark.parametrize("key", games.all_games())
def test_parts_of_table_page_miss_no_rule(key, phone, second):
    """The table page has no second stylesheet, and neither has a part that it loads. Search
    results are the same at each moment."""
    searches = [f"?q={quote(words)}" for words in searched(key)]
    for _, kinds, record in moments(golden(key)):
        one = phone(record)
        page = one.get("").text
        # The overlay is checked in its dialog, without the table, which was checked alone.
        frame = page[: page.index('<div id="table"')] + page[page.index('<dialog id="up"') :]
        open_, seen = loaded(page), set()
        assert any(target == "#up" for _, target in open_)
        while open_:
            path, target = open_.pop()
            if path in seen:
                continue
            seen.add(path)
            part = one.get(path, headers=HTMX).text
            if target == "#up":
                open_ += loaded(part)
                if 'name="q"' in part and "?" not in path:
                    open_ += [(path + query, target) for query in searches]
                    searches = []
                part = frame.replace("</dialog>", f"{part}</dialog>", 1)
            if "/static/pages." not in part:
                assert missed(second, part) == [], (kinds, path)


NO_TEMPLATE = {
    "faces", "tokens", "page", "short", "narrow", "sideways", "large", "wide", "columns",
    "thumb", "thumb_keys", "home_narrow", "home_again", "board_chart", "board_in_play",
    "board_many", "thumb_side", "packs", "wordy",
}  # fmt: skip
"""Parts for more than one template: typefaces, colours, every page, other screens."""


def test_stylesheet_parts_match_templates_and_are_short():
    """An unclosed block hides all rules after it, without an error in any browser."""
    files = {str(file.relative_to(STATIC / "styles").with_suffix("")): file
             for file in (STATIC / "styles").rglob("*.css")}  # fmt: skip
    home = making.STYLES["home.css"].split()
    assert set(home) < set(making.STYLES["companion.css"].split())
    others = [text for name, text in making.STYLES.items() if name != "home.css"]
    assert sorted(" ".join(others).split()) == sorted(files)
    assert list(STATIC.glob("*.css")) == []
    for part, file in files.items():
        assert part in NO_TEMPLATE or (TEMPLATES / f"{part}.html").exists(), part
        lines = file.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 300, part
        assert max(map(len, lines)) <= 120, part
        assert sum(line.count("{") - line.count("}") for line in lines) == 0, part


NOTE = re.compile(r"\{#.*?#\}", re.DOTALL)
TEXT = re.compile(r"""\"[^"\n]*"|'[^'\n]*'|`[^`]*`""")
COMPOSED = re.compile(r"[a-z]+\d+|at-\w+|r[ab]")
"""Classes made of a letter and a number or place: rows, columns, places of a figure."""


def test_stylesheets_name_only_classes_in_use():
    """Each is a word in a template, a script or a text of the program."""
    texts = [NOTE.sub("", file.read_text(encoding="utf-8")) for file in TEMPLATES.rglob("*.html")]
    for file in STATIC.rglob("*.js"):
        if "vendor" not in file.parts:
            texts += TEXT.findall(file.read_text(encoding="utf-8"))
    words = {word for text in texts for word in re.findall(r"[\w-]+", text)}
    for file in Path(making.__file__).parents[2].rglob("*.py"):
        if file.name in ("house.py", "testing.py"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            inside = [] if isinstance(node, ast.Expr) else ast.iter_child_nodes(node)  # docstrings
            for text in inside:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    words |= set(re.findall(r"[\w-]+", text.value))
    unused = {
        f"{name}: {found}"
        for name in making.STYLES
        for selector in rules(parsed(name))
        for found in re.findall(r"[.#]([a-zA-Z][\w-]*)", re.sub(r'"[^"]*"', "", selector))
        if found not in words and not COMPOSED.fullmatch(found)
    }
    assert unused == set()


def test_other_pages_and_parts_load_second_stylesheet(played):
    for path in ("/", "/rules/kaiser", "sheet", "more"):
        assert "/static/pages." in played.get(path).text
    assert "/static/pages." in played.get("sheet", headers=HTMX).text
    assert "/static/pages." not in played.get("", headers=HTMX).text

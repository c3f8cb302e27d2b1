"""Endpoints named in the source exist, and no address is written by hand."""

import ast
import re

import pytest
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

from companion.paths import PACKAGE, TEMPLATES

CALLED = re.compile(r"""url_for\(\s*["']([\w.]+)["']""")
IN_TEMPLATE = re.compile(r"""["'](/(?:\{\{.*?\}\}|[^"'{])*)["'](?: *(~))?""", re.DOTALL)
AFTER_URL = re.compile(r"""\burl *(?:\}\}|~ *["'])/\w""")
ALLOWED = {"/saved", "/new/1", "/rules/1"}
"""Only the offline version has the first; it asks for the others when it starts."""


def sources(suffix):
    """The text of every template or of every module with pages, by name."""
    folders = (TEMPLATES, PACKAGE / "web", PACKAGE / "hosting", PACKAGE / "pocket")
    for path in (path for folder in folders for path in folder.rglob(f"*{suffix}")):
        yield path.name, path.read_text(encoding="utf-8")


def test_named_endpoints_exist(app):
    modules = "|".join(re.escape(name) for name in app.blueprints if "." in name)
    nested = re.compile(rf"""["']((?:{modules})\.\w+)["']""")
    named = {
        (name, endpoint)
        for name, text in [*sources(".html"), *sources(".py")]
        for endpoint in [*CALLED.findall(text), *nested.findall(text)]
    }
    assert {"tables.play.table", "hosting.health.ready", "asset"} <= {each for _, each in named}
    assert [each for each in sorted(named) if each[1] not in app.view_functions] == []


def leads(routes, address):
    """True if a route has this address. Its values are numbers; a query is left out."""
    try:
        routes.match(re.split(r"[?#]", address)[0])
    except (MethodNotAllowed, RequestRedirect):
        return True
    except NotFound:
        return False
    return True


def in_template(text):
    """The addresses that a template writes, with 1 for each value and for a table's own."""
    text = re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL)
    for path, goes_on in IN_TEMPLATE.findall(text):
        yield re.sub(r"\{\{.*?\}\}", "1", path) + "1" * bool(goes_on)
    for _ in AFTER_URL.findall(text):
        yield "/t/1"


class Written(ast.NodeVisitor):
    """The strings of a module, without the rules of its routes, with 1 for each value."""

    def __init__(self, text):
        self.found: list[str] = []
        self.visit(ast.parse(text))

    def visit_Call(self, node):
        if getattr(node.func, "attr", "") not in ("get", "post", "add_url_rule"):
            self.generic_visit(node)

    def visit_JoinedStr(self, node):
        parts = [str(each.value) if isinstance(each, ast.Constant) else "1" for each in node.values]
        if re.match(r"f.\{[\w.]*\burl\}/", ast.unparse(node)):
            parts[0] = "/t/1"
        self.found.append("".join(parts))

    def visit_Constant(self, node):
        self.found.append(str(node.value))


def in_module(text):
    """The strings of a module, with 1 for each value and for a table's own URL."""
    return Written(text).found


@pytest.mark.parametrize(("suffix", "addresses"), [(".html", in_template), (".py", in_module)])
def test_addresses_are_made_by_url_for(app, suffix, addresses):
    routes = app.url_map.bind("localhost")
    written = {
        (name, address)
        for name, text in sources(suffix)
        for address in addresses(text)
        if re.match("/[a-z]", address) and address not in ALLOWED and leads(routes, address)
    }
    assert sorted(written) == []


@pytest.mark.parametrize(
    ("addresses", "text", "found"),
    [
        (in_template, '<a href="/rules/{{ key }}?q=1">', "/rules/1?q=1"),
        (in_template, '<a href="{{ v.url }}/sheet">', "/t/1"),
        (in_template, '{{ m.row("/t/" ~ code) }}', "/t/1"),
        (in_module, 'redirect(f"/t/{code}/hand/{number}")', "/t/1/hand/1"),
        (in_module, 'Item("Sheet", f"{view.url}/sheet")', "/t/1/sheet"),
    ],
)
def test_written_addresses_are_found(addresses, text, found):
    assert found in [*addresses(text)]

"""Endpoints and addresses that the source writes as strings lead to a page."""

import re

import pytest
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

from companion.paths import PACKAGE, TEMPLATES

CALLED = re.compile(r"""url_for\(\s*["']([\w.]+)["']""")
ADDRESS = re.compile(r'(?:href|action|hx-get|hx-post)="(/(?:\{\{.*?\}\}|[^"{])+)"')
IN_PYTHON = re.compile(r'"(/t/(?:\{[^"}]*\}|[^"{}<>*\\ ])*)"')


def sources():
    """The text of every template and of every module with pages, by name."""
    yield from ((path.name, path.read_text(encoding="utf-8")) for path in TEMPLATES.rglob("*.html"))
    for folder in ("web", "pocket"):
        for path in PACKAGE.joinpath(folder).rglob("*.py"):
            yield path.name, path.read_text(encoding="utf-8")


def test_named_endpoints_exist(app):
    modules = "|".join(re.escape(name) for name in app.blueprints if "." in name)
    nested = re.compile(rf"""["']((?:{modules})\.\w+)["']""")
    named = {
        (name, endpoint)
        for name, text in sources()
        for endpoint in [*CALLED.findall(text), *nested.findall(text)]
    }
    assert {"tables.play.table", "platform.health.ready", "asset"} <= {each for _, each in named}
    assert [each for each in sorted(named) if each[1] not in app.view_functions] == []


def leads(routes, address):
    """True if a route has this address. A value stands for a part of the path, or for a query."""
    path = re.sub(r"(?<=/)\{+.*?\}+", "1", address)
    path = re.split(r"[?#{]", path)[0]
    try:
        routes.match(path)
    except (MethodNotAllowed, RequestRedirect):
        return True
    except NotFound:
        return False
    return True


@pytest.mark.parametrize("pattern", [ADDRESS, IN_PYTHON], ids=["templates", "modules"])
def test_written_addresses_have_a_route(app, pattern):
    routes = app.url_map.bind("localhost")
    written = {
        (name, address)
        for name, text in sources()
        if name.endswith(".html") == (pattern is ADDRESS)
        for address in pattern.findall(text)
    }
    assert len(written) > 10
    assert not leads(routes, "/t/{code}/nowhere/at/all")
    assert [each for each in sorted(written) if not leads(routes, each[1])] == []

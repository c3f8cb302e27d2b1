"""A minimal browser: reads forms from pages and submits them."""

from __future__ import annotations

import base64
import os
import re
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urljoin

from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.store.portions import import_tables
from companion.store.saved import Saved
from companion.tables.carrying import canonical
from companion.web.platform.browser import STORE

HOSTED = os.environ.get("COMPANION_TEST_DATABASE") == "postgres"
APPS = 2 if HOSTED else 1
"""Number of apps that take turns; one must not need the caches of the other."""

HTMX = {"HX-Request": "true"}
NAMES = {"name.1": "Nell", "name.2": "Omar", "name.3": "Pia", "name.4": "Quin"}

HANDS = [
    {"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass", "trump": "D",
     "tricks": "5", "5H": "B", "3S": "A"},
    {"bid 3": "7", "bid 4": "7 no", "bid 1": "8 no", "bid 2": "pass",
     "tricks": "5", "5H": "A", "3S": "B"},
    {"bid 4": "8", "bid 1": "pass", "bid 2": "pass", "bid 3": "8", "trump": "C",
     "tricks": "6", "5H": "A", "3S": "A"},
]  # fmt: skip


@dataclass
class Form:
    """A form of a page: its current fields, its other options and boxes, its text fields and its
    buttons."""

    action: str = ""
    get: bool = False
    fields: list[tuple[str, str]] = field(default_factory=list)
    hidden: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, list[str]] = field(default_factory=dict)
    ticked: list[tuple[str, str]] = field(default_factory=list)
    typed: dict[str, str] = field(default_factory=dict)
    pressed: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, html: str, path: str = "/") -> None:
        super().__init__()
        self.path, self.links, self.forms = path, list[str](), list[Form]()
        self.inputs: list[dict[str, str]] = []
        self.ids = {one: Form() for one in re.findall(r"<form\b[^>]*\bid=\"([^\"]+)\"", html)}
        self.here: Form | None = None
        self.select = ""
        self.feed(html)

    def fields(self, action) -> list[tuple[str, str]]:
        """The current fields of the form of an address, or of a form with a button for it."""
        own = [form for form in self.forms if form.action == action]
        buttons = [form for form in self.forms if action in [at for at, *_ in form.pressed]]
        assert own or buttons, f"{self.path} has no form for {action}"
        return (own[-1:] or buttons)[0].fields

    def handle_starttag(self, tag, attrs):
        at = {name: value or "" for name, value in attrs}
        if tag in ("a", "iframe") and (link := at.get("href") or at.get("src")):
            self.links.append(link)
        elif tag == "form":
            self.here = self.ids.get(at.get("id", "")) or Form()
            self.here.action = urljoin(self.path, at.get("action", ""))
            self.here.get = at.get("method", "get").lower() == "get"
            self.forms.append(self.here)
        elif tag == "input":
            self.inputs.append(at)
        if form := self.ids.get(at["form"]) if "form" in at else self.here:
            self.offer(form, tag, at)

    def offer(self, form, tag, at):
        """Adds a field or button."""
        name, value, kind = at.get("name", ""), at.get("value", ""), at.get("type", "text")
        if tag == "button":
            own = urljoin(self.path, at["formaction"]) if "formaction" in at else ""
            form.pressed.append((own, name, value))
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            form.chosen.setdefault(self.select, []).append(value)
        elif tag == "textarea" and name:
            form.typed[name] = ""
        elif tag == "input":
            if kind not in ("radio", "checkbox") or "checked" in at:
                form.fields.append((name, value))
            if not name or "disabled" in at or kind == "file":
                return
            if kind == "hidden":
                form.hidden[name] = value
            elif kind == "radio":
                form.chosen.setdefault(name, []).append(value)
            elif kind == "checkbox":
                form.ticked.append((name, value))
            else:
                form.typed[name] = value

    def handle_endtag(self, tag):
        if tag == "form":
            self.here = None
        elif tag == "select":
            self.select = ""


class Compact(TestResponse):
    """A response whose text is the page without the line breaks of its templates beside tags."""

    @property
    def text(self):
        return compact(super().text) if self.mimetype == "text/html" else super().text


def compacts(client) -> None:
    """Makes a client return such responses."""
    if not issubclass(client.response_wrapper, Compact):
        client.response_wrapper = type("Page", (Compact, client.response_wrapper), {})


class Phone:
    """One person's browser. At a table, paths without a slash before them are that table's."""

    last: TestResponse

    def __init__(self, app, code="") -> None:
        self.client, self.code = app.test_client(), code
        compacts(self.client)

    # -- what a browser does

    def at(self, path):
        if path.startswith(("/", "http:")):
            return path
        assert self.code, "this phone is at no table"
        return f"/t/{self.code}/{path}".rstrip("/")

    def get(self, path, **more):
        self.last = self.client.get(self.at(path), **more)
        return self.last

    def post(self, path, data, **more):
        self.last = self.client.post(self.at(path), data=data, **more)
        return self.last

    @property
    def page(self):
        return Page(self.last.text, self.last.request.path)

    def words(self, path=None):
        """The text of a page; without a path of the last one."""
        page = self.last if path is None else self.get(path)
        return plain(page.get_data(as_text=True))

    def form(self, action):
        return dict(self.page.fields(self.at(action)))

    def send(self, action, follow=True, **fields):
        """Submits a form of the last page, with its current values and these changes."""
        data = MultiDict(self.page.fields(self.at(action)))
        for name, text in fields.items():
            data.setlist(name, [text])
        return self.post(action, data, follow_redirects=follow)

    def fill(self, action, on=None, **more):
        """Opens the page with a form (without `on`, the address of the form), and submits it."""
        self.get(action if on is None else on)
        return self.send(action, **more)

    # -- at a table

    def begin(self, game="kaiser", **fields):
        """Creates a table and opens it; returns its code."""
        reply = self.fill(f"/new/{game}", follow=False, do="begin", **fields)
        assert reply.status_code == 303, reply.text
        return self.go(reply)

    def go(self, reply):
        """Goes to the table that a response redirects to; returns its code."""
        self.code = reply.headers["Location"].rsplit("/", 1)[1]
        return self.code

    def open(self, stored):
        """Opens a table by the scorer's link."""
        self.code = stored.code
        return self.get(f"score/{stored.key}", follow_redirects=True)

    def take(self, stored):
        """Takes over scoring at a table by the scorer's link."""
        self.open(stored)
        return self.post("pencil", {"key": stored.key})

    def filled(self, answers):
        """The form of the table's page with these answers."""
        self.get("")
        return self.form("answer") | {f"a.{key}": text for key, text in answers.items()}

    def answer(self, answers, follow=True):
        """Answers the question of the table by the page's form."""
        return self.post("answer", self.filled(answers), follow_redirects=follow)

    def play(self, answers, many=99):
        """Answers several questions, one after the other."""
        for key, text in [*answers.items()][:many]:
            self.answer({key: text})

    def look(self, answers, **more):
        """The response to the page's own check while it has these answers."""
        return self.post("check?live=1", self.filled(answers) | more, headers=HTMX)

    # -- what is stored of the table

    @property
    def store(self):
        return self.client.application.extensions[STORE]

    @property
    def stored(self):
        return self.store.table(self.code)

    @property
    def seq(self):
        return self.store.seq(self.code)

    @property
    def record(self):
        return self.stored.record

    @property
    def replay(self):
        return games.find(self.record.game).replay(self.record)

    @property
    def totals(self):
        return [*self.replay.ledger.totals.values()]

    def enter(self, act, **more):
        """Enters an act past the pages, as another phone might meanwhile."""
        seq = self.seq
        return self.store.act(self.code, act, seen=seq, submission=f"past {seq}", **more)


def golden(key="kaiser", hands=None) -> Record:
    """The recorded evening of a game, up to so many hands."""
    record = Transcript.read(games.find(key).file("evening.txt"), key).record
    record.hands = record.hands[:hands]
    return record


@cache
def _canonical(key) -> Record:
    return canonical(games.find(key), golden(key))


def kept(store, key="kaiser", day=1, at=None, **head):
    """The recorded evening of a game, played at some time or a day of November, as it is stored."""
    record = _canonical(key).copy()
    record.head |= {name.replace("_", " "): text for name, text in head.items()}
    at = at or datetime(2026, 11, day, 20, tzinfo=UTC)
    saved = Saved.beginning(record, games.find(key).edition, at=at)
    saved.row.status = "finished"
    return import_tables(store, [saved])[0]


def deflated(body: bytes) -> str:
    """The fragment of a link with this content."""
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(body) + packer.flush()).decode()


def compact(html: str) -> str:
    """The page without line breaks and indents beside tags, and a space for one between words."""
    parts = re.split(r"(<(?:textarea|script|pre)\b.*?</(?:textarea|script|pre)>)", html, flags=re.S)
    for place, part in enumerate(parts[::2]):
        tags = re.sub(r"<[^>]*>", lambda tag: " ".join(tag[0].split()).replace(" >", ">"), part)
        beside = re.sub(r"(?<=>)(\s\s+|\n)|(\s\s+|\n)(?=<)", "", tags)
        parts[2 * place] = re.sub(r"\s\s+|\n", " ", beside)
    return "".join(parts)


def plain(html: str) -> str:
    """The text of a page, with spaces where a browser would separate words."""
    text = re.sub(r"<(script|style|title)[^>]*>.*?</\1>", " ", html, flags=re.DOTALL)
    text = re.sub(r"</?(span|b|bdi|i|s|sup)\b[^>]*>", "", text)
    text = unescape(re.sub(r"<[^>]+>", " ", text)).replace("\ufe0e", "").replace("\xa0", " ")
    return " ".join(text.split())

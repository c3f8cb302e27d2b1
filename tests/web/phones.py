"""A minimal browser: reads forms from pages and submits them."""

from __future__ import annotations

import os
import re
from html import unescape
from html.parser import HTMLParser

from werkzeug.test import TestResponse

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript

HOSTED = os.environ.get("COMPANION_TEST_DATABASE") == "postgres"
APPS = 2 if HOSTED else 1
"""Number of apps that take turns; caches of one must not be needed by the other."""

NAMES = {"name.1": "Nell", "name.2": "Omar", "name.3": "Pia", "name.4": "Quin"}


HANDS = [
    {"bid 2": "7", "bid 3": "pass", "bid 4": "pass", "bid 1": "pass", "trump": "D",
     "tricks": "5", "5H": "B", "3S": "A"},
    {"bid 3": "7", "bid 4": "7 no", "bid 1": "8 no", "bid 2": "pass",
     "tricks": "5", "5H": "A", "3S": "B"},
    {"bid 4": "8", "bid 1": "pass", "bid 2": "pass", "bid 3": "8", "trump": "C",
     "tricks": "6", "5H": "A", "3S": "A"},
]  # fmt: skip


class Forms(HTMLParser):
    """The forms of a page: fields by action, buttons apart."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, list[tuple[str, str]]] = {}
        self.ids: dict[str, str] = {}
        self.here = ""
        self.buttons: list[dict[str, str]] = []
        self.links: list[str] = []
        self.inputs: list[dict[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.here = attributes.get("action", "")
            self.forms[self.here] = []
            if "id" in attributes:
                self.ids[attributes["id"]] = self.here
        elif tag == "input":
            self.inputs.append(attributes)
            kind = attributes.get("type", "text")
            action = self.ids.get(attributes["form"]) if "form" in attributes else self.here
            if action and (kind not in ("radio", "checkbox") or "checked" in attributes):
                field = (attributes.get("name", ""), attributes.get("value", ""))
                self.forms.setdefault(action, []).append(field)
        elif tag == "button":
            self.buttons.append(attributes)
            own = self.ids.get(attributes.get("form", ""), self.here)
            if "formaction" in attributes and own in self.forms:
                self.forms.setdefault(attributes["formaction"], self.forms[own])
        elif tag == "a":
            self.links.append(attributes.get("href", ""))

    def handle_endtag(self, tag):
        if tag == "form":
            self.here = ""


class Phone:
    """One person's browser."""

    def __init__(self, app) -> None:
        self.client = app.test_client()
        self.last: TestResponse | None = None

    def get(self, path, **more):
        self.last = self.client.get(path, **more)
        return self.last

    def post(self, path, data, **more):
        self.last = self.client.post(path, data=data, **more)
        return self.last

    @property
    def page(self):
        assert self.last
        return Forms(self.last.text)

    def form(self, action):
        return dict(self.page.forms[action])

    def send(self, action, follow=True, **fields):
        """Submits a form of the last page with these fields changed."""
        data = self.form(action) | fields
        return self.post(action, data, follow_redirects=follow)

    def answer(self, code, answers, **more):
        """Answers the question of a table by the page's form."""
        self.get(f"/t/{code}")
        fields = {f"a.{key}": text for key, text in answers.items()}
        return self.send(f"/t/{code}/answer", **fields, **more)

    def take(self, stored):
        """Takes the pencil of a table by the scorer's link."""
        self.get(f"/t/{stored.code}/score/{stored.key}")
        return self.post(f"/t/{stored.code}/pencil", {"key": stored.key})

    def begin(self, game="kaiser", **fields):
        """Creates a table; returns its code."""
        self.get(f"/new/{game}")
        reply = self.send(f"/new/{game}", follow=False, do="begin", **fields)
        assert reply.status_code == 303, reply.text
        return reply.headers["Location"].rsplit("/", 1)[1]


def near_the_end() -> Record:
    """A record whose next hand may end the game: 46 to 18."""
    record = Transcript.read(games.find("kaiser").file("evening.txt"), "kaiser").record
    record.hands = record.hands[:8]
    return record


def plain(html: str) -> str:
    """The text of a page, with spaces where a browser would separate words."""
    text = re.sub(r"<(script|style|title)[^>]*>.*?</\1>", " ", html, flags=re.DOTALL)
    text = re.sub(r"</?(span|b|bdi|i|s|sup)\b[^>]*>", "", text)
    text = unescape(re.sub(r"<[^>]+>", " ", text)).replace("\ufe0e", "").replace("\xa0", " ")
    return " ".join(text.split())

"""Jinja filters for the text of rules: Markdown, glossary terms, search terms."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from flask import Flask, url_for
from markupsafe import Markup

from companion import games
from companion.rules import markdown
from companion.rules.vocabulary import wanted
from companion.web.rules.words import chip, coloured

RULE = re.compile(r"\b([A-Z]{2,4}-[A-Z0-9][A-Z0-9-]*)\b")


def rule_text(text: str, game: str = "") -> Markup:
    """A rule's Markdown as HTML, with coloured cards and linked rule ids."""
    html = coloured(markdown.html(text))
    if game:
        known = games.find(game).rules.rules
        html = RULE.sub(lambda m: str(chip(game, m[1])) if m[1] in known else m[1], html)
    return Markup(html)


@cache
def glossary() -> tuple[tuple[str, str], ...]:
    """(term, meaning) in alphabetical order, from words.md."""
    text = files("companion.web.rules").joinpath("words.md").read_text(encoding="utf-8")
    pairs = [line.split(": ", 1) for line in text.splitlines() if ": " in line]
    return tuple(sorted((term, meaning) for term, meaning in pairs))


@cache
def _term_pattern() -> re.Pattern[str]:
    names = sorted((term for term, _ in glossary()), key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")(s?)\b")


def terms(html: str) -> Markup:
    """Links the first use of each glossary term; existing links stay."""
    seen: set[str] = set()
    depth = 0

    def linked(match: re.Match[str]) -> str:
        term = match[1]
        if term in seen:
            return match[0]
        seen.add(term)
        url = f"{url_for('rules.rulebook.words')}#{term.replace(' ', '-')}"
        return f'<a class="term" href="{url}">{match[0]}</a>'

    parts = re.split(r"(<[^>]+>)", html)
    for place, part in enumerate(parts):
        if part.startswith("<"):
            depth += part.startswith("<a ") - part.startswith("</a>")
        elif not depth:
            parts[place] = _term_pattern().sub(linked, part)
    return Markup("".join(parts))


def highlighted(html: str, query: str) -> Markup:
    """Highlights search terms, with their endings, in HTML; stop words are not."""
    looked_for = wanted(query)
    if not looked_for:
        return Markup(html)
    pattern = re.compile(rf"(?<!&)\b((?:{'|'.join(map(re.escape, looked_for))})\w{{0,3}})\b", re.I)
    parts = re.split(r"(<[^>]+>)", html)
    marked = [
        part if part.startswith("<") else pattern.sub(r"<mark>\1</mark>", part) for part in parts
    ]
    return Markup("".join(marked))


def init_app(app: Flask) -> None:
    """Registers these filters."""
    app.jinja_env.filters |= {"md": rule_text, "terms": terms, "highlighted": highlighted}

"""How texts become marks on a page: suits, rule chips, Markdown, signed numbers, names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup, escape

from companion import games
from companion.cards import Card, Suit
from companion.game import WAYS
from companion.panels import Calls
from companion.rules import markdown, marks
from companion.search import wanted
from companion.seating import Seat, Side
from companion.tables.names import (
    alike,
    deal_name,
    hand_name,
    hand_short,
    initials,
    name_parts,
    short_parts,
)
from companion.words import counted, signed, with_minus

_RANK = "(?:10|[2-9AKQJ])"
_CARD = re.compile(rf"((?:(?<![\w-])(?:{_RANK}-)+)?{_RANK}?)([♣♦♥♠])[\ufe0e\ufe0f]?")
"""A suit sign, with the card before it or the run it ends: 4-5-6♥."""
_LETTER = {"♣": "cl", "♦": "d", "♥": "h", "♠": "s"}
TEXT = "\ufe0e"
"""After a suit sign: no phone turns it into a picture."""


def suits(text: object) -> Markup:
    """The text, escaped, with every card and suit sign in its colour."""
    safe = escape(text)
    if safe.isascii():
        return safe
    return Markup(marks.words(_CARD.sub(_coloured, str(safe))))


def unbroken(text: str) -> Markup:
    """The text as `suits` has it; a short one is not broken between its words ("7 no")."""
    marked = suits(text)
    return Markup(f'<span class="nb">{marked}</span>') if len(text) < 7 and " " in text else marked


def _coloured(found: re.Match[str]) -> str:
    letter = _LETTER[found[2]]
    return f'<span class="{letter} nb">{found[1]}{found[2]}{TEXT}</span>'


def suit_letter(value: object) -> str:
    """The class of a suit or of a card's suit: cl, d, h, s; "" for anything else."""
    suit = value.suit if isinstance(value, Card) else value
    return _LETTER[suit.symbol] if isinstance(suit, Suit) else ""


def card_face(card: Card) -> Markup:
    """A card as it is drawn: rank and sign, with the suit's name for the ear.

    Packs of other suits name theirs after a dash: "Moon-E" shows a small E.
    """
    if card.suit:
        face = '{}<i aria-hidden="true">{}</i><span class="sr"> of {}</span>'
        return Markup(face).format(card.rank, card.suit.symbol + TEXT, card.suit.word)
    rank, dash, suit = card.rank.rpartition("-")
    return Markup("{}<i>{}</i>").format(rank, suit) if dash else Markup("{}").format(card.rank)


def side_mark(who: object) -> str:
    """The mark of a side: disc, ring, square, triangle, lozenge; of more than five, its number."""
    if not isinstance(who, Seat | Side) or not who.side.others:
        return ""
    return "abcef"[who.side.number - 1] if len(who.side.others) < 5 else "n"


_RULE = re.compile(r"\b([A-Z]{2,4}-[A-Z0-9][A-Z0-9-]*)\b")


def rule_text(text: str, game: str = "") -> Markup:
    """A rule's Markdown as HTML, with cards in their colours and ids of rules as links."""
    html = _CARD.sub(_coloured, markdown.html(text))
    if game:
        known = games.find(game).rules.rules
        html = _RULE.sub(lambda m: str(chip(game, m[1])) if m[1] in known else m[1], html)
    return Markup(html)


@cache
def glossary() -> tuple[tuple[str, str], ...]:
    """(term, meaning) in alphabetical order, from words.md beside this file."""
    text = files("companion.web.rules").joinpath("words.md").read_text(encoding="utf-8")
    pairs = [line.split(": ", 1) for line in text.splitlines() if ": " in line]
    return tuple(sorted((term, meaning) for term, meaning in pairs))


@cache
def _term_pattern() -> re.Pattern[str]:
    names = sorted((term for term, _ in glossary()), key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")(s?)\b")


def terms(html: str) -> Markup:
    """The first use of each word of the glossary becomes a link to it; links stay as they are."""
    seen: set[str] = set()
    depth = 0

    def linked(found: re.Match[str]) -> str:
        term = found[1]
        if term in seen:
            return found[0]
        seen.add(term)
        return f'<a class="term" href="/rules/words#{term.replace(" ", "-")}">{found[0]}</a>'

    parts = re.split(r"(<[^>]+>)", html)
    for place, part in enumerate(parts):
        if part.startswith("<"):
            depth += part.startswith("<a ") - part.startswith("</a>")
        elif not depth:
            parts[place] = _term_pattern().sub(linked, part)
    return Markup("".join(parts))


def sought(html: str, query: str) -> Markup:
    """The words of a search marked in a page's HTML, with their endings; small words are not."""
    looked_for = wanted(query)
    if not looked_for:
        return Markup(html)
    found = re.compile(rf"(?<!&)\b((?:{'|'.join(map(re.escape, looked_for))})\w{{0,3}})\b", re.I)
    parts = re.split(r"(<[^>]+>)", html)
    marked = [
        part if part.startswith("<") else found.sub(r"<mark>\1</mark>", part) for part in parts
    ]
    return Markup("".join(marked))


def rule_url(game: str, rule: str) -> str:
    return f"/rules/{game}#{rule}"


def chip(game: str, rule: str) -> Markup:
    """A rule's id as a link to it."""
    if not rule:
        return Markup("")
    return Markup('<a class="rule" href="{}">{}</a>').format(rule_url(game, rule), rule)


def rule_link(game: str, rule: str) -> Markup:
    """A link to a rule where cards are played: its id is for whoever listens, and for “why”."""
    if not rule:
        return Markup("")
    return Markup('<a class="rule" href="{}">Rule<span class="sr"> {}</span></a>').format(
        rule_url(game, rule), rule
    )


def mode_name(mode: str, game: str = "") -> str:
    """What a way of entry is called on the page."""
    if game:
        return games.find(game).way(mode)
    return WAYS.get(mode, mode.capitalize())


def capital(text: str) -> str:
    """A label as it stands on a key: "pass" with a capital letter, "7 no" as it is."""
    return text[:1].upper() + text[1:] if text == text.lower() else text


def crowded_calls(calls: Calls) -> bool:
    """True if the names of those who bid neither fit side by side nor can be cut."""
    return alike([seat.name for seat, _ in calls.calls], 44 // len(calls.calls) - 2)


ROOM = {4: 8, 5: 6, 6: 9}
"""Letters of a name that so many columns of a phone 390 pixels wide show: four or five beside one
another, six in two rows of three; seven and more stand in fours, the figure beside the name."""


def crowded_score(sides: Sequence[Side]) -> bool:
    """True if the names above the scores of many sides, once cut, would look the same."""
    return len(sides) > 3 and alike([str(side) for side in sides], ROOM.get(len(sides), 5))


def day(moment: datetime, month: str = "%B") -> str:
    """A date without a nought before the day, which not every system's own form can leave out."""
    return f"{moment.day} {moment:{month} %Y}"


def clock(moment: datetime) -> Markup:
    """A time of day as the table's clock has it: this machine's, until the phone puts its own."""
    there = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        f"{there.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", f"{there.astimezone():%H:%M}"
    )


def whose(who: str, people: Mapping[str, str]) -> str:
    """Who did something, as far as a page may tell: never what the journal calls a phone."""
    if "phone " not in who:
        return who
    return who.rpartition("phone ")[0].rstrip(", ") or people.get(who, "")


def short_day(moment: datetime) -> str:
    """ "22 Nov", which has room beside the name of nearly every game."""
    here = moment.astimezone()
    return f"{here.day} {here:%b}"


def weekday(moment: datetime) -> str:
    """ "Saturday, 21 November 2026"."""
    here = moment.astimezone()
    return f"{here:%A}, {day(here)}"


def has_route(app: Flask, path: str) -> bool:
    """True if a path leads anywhere yet."""
    adapter = app.url_map.bind("local")
    return adapter.test(path)


def init_app(app: Flask) -> None:
    """Gives the templates these words."""
    app.jinja_env.filters |= {
        "clock": clock,
        "day": day,
        "short_day": short_day,
        "suits": suits,
        "capital": capital,
        "crowded_calls": crowded_calls,
        "unbroken": unbroken,
        "whose": whose,
        "signed": signed,
        "md": rule_text,
        "terms": terms,
        "sought": sought,
        "suit_letter": suit_letter,
        "card_face": card_face,
        "side_mark": side_mark,
        "name_parts": name_parts,
        "short_parts": short_parts,
        "initials": initials,
        "crowded_score": crowded_score,
        "minus": with_minus,
        "mode_name": mode_name,
        "hand_name": hand_name,
        "hand_short": hand_short,
        "deal_name": deal_name,
    }
    more: dict[str, Any] = {
        "chip": chip,
        "rule_link": rule_link,
        "rule_url": rule_url,
        "plural": counted,
        "leads": lambda path: has_route(app, path),
        "url_for": url_for,
    }
    app.jinja_env.globals |= more
    app.jinja_env.tests["seat"] = lambda value: isinstance(value, Seat)
    app.jinja_env.tests["side"] = lambda value: isinstance(value, Side)
    app.jinja_env.tests["suit"] = lambda value: isinstance(value, Suit)

"""Jinja filters and globals: suits, rule chips, signed numbers, names, dates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from flask import Flask, url_for
from markupsafe import Markup, escape

from companion.cards import Card, Suit
from companion.engine.record import MAX_NAME
from companion.results.summary import NIGHT
from companion.rules import marks
from companion.seating import Seat, Side
from companion.tables.names import being_played, deal_name, numbered, short_parts, turn
from companion.web.questions.cells import edged
from companion.words import capital, counted, listed, signed, with_minus

_RANK = "(?:10|[2-9AKQJ])"
_COUNTED = re.compile(r"\d+ \w+")
_CARD = re.compile(rf"((?:(?<![\w-])(?:{_RANK}-)+)?{_RANK}?)([♣♦♥♠])[\ufe0e\ufe0f]?")
"""A suit sign with the rank or run before it: 4-5-6♥."""
_APART = re.compile(r"(?<=[a-z]) (?=[♣♦♥♠])")
"""The space between a word and a suit sign: no line begins with the sign."""
_LETTER = {"♣": "cl", "♦": "d", "♥": "h", "♠": "s"}
TEXT = "\ufe0e"
"""Variation selector that keeps a suit sign from being shown as an emoji."""


def suits(text: object) -> Markup:
    """The text, escaped, with cards and suit signs in their colours."""
    safe = escape(text)
    if safe.isascii():
        return safe
    html = coloured(str(safe))
    return Markup(marks.words(html) if marks.HERE in html or marks.GONE in html else html)


def coloured(html: str) -> str:
    """HTML with cards and suit signs in their colours."""
    return _CARD.sub(_coloured, _APART.sub("\N{NO-BREAK SPACE}", html))


def clauses(text: str) -> Markup:
    """As `suits`; a line ends between short clauses, not in them: formulas stay whole."""
    parts = [] if isinstance(text, Markup) else re.split("(?<=;) ", text)
    marked = (Markup('<span class="clause">{}</span>').format(suits(each)) for each in parts)
    return Markup(" ").join(marked) if len(parts) > 1 else suits(text)


def unbroken(text: str) -> Markup:
    """As `suits`; a number and the word after it stay on one line ("7 no")."""
    marked = suits(text)
    return Markup(f'<span class="nb">{marked}</span>') if _COUNTED.fullmatch(text) else marked


def _coloured(match: re.Match[str]) -> str:
    letter = _LETTER[match[2]]
    return f'<span class="{letter} nb">{match[1]}{match[2]}{TEXT}</span>'


def suit_letter(value: object) -> str:
    """CSS class of a suit or a card's suit: cl, d, h, s; "" for anything else."""
    suit = value.suit if isinstance(value, Card) else value
    return _LETTER[suit.symbol] if isinstance(suit, Suit) else ""


def card_look(card: Card) -> str:
    """CSS classes of a card: its suit, and whether it shows a name instead of a rank."""
    return suit_letter(card) + (" name" if len(card.rank) > 4 else "")


def card_face(card: Card) -> Markup:
    """A card as HTML: rank and suit sign, with the suit's name for screen readers.

    In packs with suits of their own the suit follows a dash: "Moon-E" shows a small E.
    """
    if card.suit:
        face = '{}<i aria-hidden="true">{}</i><span class="sr"> of {}</span>'
        return Markup(face).format(card.rank, card.suit.symbol + TEXT, card.suit.word)
    rank, dash, suit = card.rank.rpartition("-")
    return Markup("{}<i>{}</i>").format(rank, suit) if dash else Markup("{}").format(card.rank)


def side_mark(who: object) -> str:
    """The symbol of a side: disc, ring, square, triangle, lozenge; from the sixth on its number."""
    if not isinstance(who, Seat | Side) or not who.side.others:
        return ""
    return "abcef"[who.side.number - 1] if len(who.side.others) < 5 else "n"


def rule_url(game: str, rule: str) -> str:
    return f"{url_for('rules.rulebook.sheet', key=game)}#{rule}"


def chip(game: str, rule: str) -> Markup:
    """A rule's id as a link to it."""
    if not rule:
        return Markup("")
    return Markup('<a class="rule" href="{}">{}</a>').format(rule_url(game, rule), rule)


def rule_link(game: str, rule: str) -> Markup:
    """A link to a rule whose id only screen readers get."""
    if not rule:
        return Markup("")
    return Markup('<a class="rule" href="{}">Rule<span class="sr"> {}</span></a>').format(
        rule_url(game, rule), rule
    )


def keycap(text: str) -> str:
    """A label with a capital first letter: "Pass", "From Ben"."""
    first = text.partition(" ")[0]
    return capital(text) if first == first.lower() else text


def day(time: datetime, month: str = "%B") -> str:
    """A date without a leading zero; not every platform's strftime can leave it out."""
    return f"{time.day} {time:{month} %Y}"


def _time(time: datetime, form: str, text: str) -> Markup:
    """A moment as `text`, in the server's time zone. A script converts it to the phone's, by a
    `form` (static/parts/clock.js)."""
    return Markup('<time datetime="{}" data-form="{}">{}</time>').format(
        f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", form, text
    )


def clock(time: datetime) -> Markup:
    """ "19:04"."""
    return _time(time, "time", f"{time.astimezone():%H:%M}")


def on_day(time: datetime) -> Markup:
    """ "22 November 2026"."""
    return _time(time, "day month year", day(time.astimezone()))


def whose(who: str, people: Mapping[str, str]) -> str:
    """The owner of the phone that made a change, in words, never the phone's id in the journal."""
    if "phone " not in who:
        return who
    return who.rpartition("phone ")[0].rstrip(", ") or people.get(who, "")


def short_day(time: datetime) -> Markup:
    """ "22 Nov", the day of the evening; short enough to fit beside most games' names."""
    evening = (time - NIGHT).astimezone()
    return _time(evening, "day mon", f"{evening.day} {evening:%b}")


def in_month(time: datetime) -> Markup:
    """ "Nov 2026"."""
    return _time(time, "mon year", f"{time.astimezone():%b %Y}")


def on_weekday(time: datetime) -> Markup:
    """ "Saturday", the day of the evening."""
    return _time(time - NIGHT, "weekday", f"{(time - NIGHT).astimezone():%A}")


def weekday(time: datetime) -> str:
    """ "Saturday, 21 November 2026"."""
    here = time.astimezone()
    return f"{here:%A}, {day(here)}"


def init_app(app: Flask) -> None:
    """Registers these filters and globals."""
    filters = (
        clock, day, on_day, short_day, suits, clauses, capital, keycap, unbroken, whose,
        signed,
        suit_letter, card_face, card_look, edged, side_mark, numbered, short_parts,
        being_played, turn, deal_name, listed,
    )  # fmt: skip
    env = app.jinja_env
    env.filters |= {each.__name__: each for each in filters}
    env.filters |= {"minus": with_minus}
    env.globals |= {each.__name__: each for each in (chip, rule_link, rule_url, url_for)}
    env.globals["plural"] = counted
    env.globals["MAX_NAME"] = MAX_NAME
    env.tests["seat"] = lambda value: isinstance(value, Seat)
    env.tests["side"] = lambda value: isinstance(value, Side)
    env.tests["suit"] = lambda value: isinstance(value, Suit)

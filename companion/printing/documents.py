"""The documents: make one HTML text with its stylesheets from a game and the print settings."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO

import segno
from jinja2 import Environment
from markupsafe import Markup, escape

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.paths import PRINTABLES
from companion.printing import (
    cards,
    housecard,
    in_force,
    rulesheet,
    scoresheet,
    teachin,
)
from companion.printing.grid import LANDSCAPE, PORTRAIT
from companion.printing.layouts.heights import TYPE, type_of
from companion.printing.lesson import lesson
from companion.printing.people import Journalled, Party, numbered, party
from companion.printing.print_settings import PrintSettings
from companion.printing.text import (
    BLACK,
    RED,
    file_name,
    inline,
    length_of,
    linked,
    rule_text,
    sized,
    suits,
    templates,
    without,
)
from companion.printing.worker import Sheets
from companion.questions import Refused
from companion.said import word
from companion.words import signed, with_minus


@dataclass(frozen=True)
class Kind:
    """A kind of document: its name, its stylesheets, and the function that builds its content."""

    key: str
    title: str
    words: str
    style: str
    view: Callable[
        [Party, PrintSettings, Sequence[Journalled], Record | None], Mapping[str, object]
    ]


@dataclass(frozen=True)
class Document:
    """A document ready for the print worker or for a browser."""

    title: str
    name: str
    """The name of its file, without ending."""
    body: str
    kind: Kind
    settings: PrintSettings
    more: tuple[Document, ...] = ()
    """Documents that follow in the same PDF."""

    @property
    def styles(self) -> tuple[str, ...]:
        """Its stylesheets in order."""
        paper = f"paper-{self.settings.paper}.css"
        return ("base.css", "measures.css", "page.css", paper, *self.kind.style.split())

    @property
    def sheets(self) -> Sheets:
        more = tuple(each.sheets for each in self.more)
        # Of nine cards that are alike the worker lays out one.
        once = re.sub("<!--again-->.*?<!--/again-->", "", _page(self, ""), flags=re.DOTALL)
        return Sheets(once, self.styles, more, self.settings.copies)

    def linked(self, base: str, note: str = "") -> str:
        """The page for a browser, its stylesheets linked below this address.

        The note is above the page on the screen, and is not printed.
        """
        names = ("fonts.css", *self.styles, "screen.css")
        links = "".join(f'<link rel="stylesheet" href="{escape(base + name)}">' for name in names)
        return _page(self, links, note, self.settings.copies)

    def embedded(self) -> str:
        """The page for a browser, complete in one file, fonts included."""
        names = ("fonts.css", *self.styles, "screen.css")
        css = "".join(_embedded(name) for name in names)
        return _page(self, f"<style>{css}</style>", copies=self.settings.copies)


@cache
def _embedded(name: str) -> str:
    text = (PRINTABLES / "css" / name).read_text(encoding="utf-8")

    def data(match: re.Match[str]) -> str:
        font = (PRINTABLES / "css" / match[1]).read_bytes()
        return f"url(data:font/ttf;base64,{base64.b64encode(font).decode()})"

    return re.sub(r'url\("([^"]+\.ttf)"\)', data, text)


@cache
def _environment() -> Environment:
    environment = templates("html")
    environment.filters |= {
        "markdown": rule_text,
        "inline": inline,
        "word": word,
        "minus": with_minus,
        "signed": signed,
        "mm": mm,
        "short": rulesheet.short,
        "length_of": length_of,
        "linked": linked,
        "without": without,
        "sized": sized,
    }
    environment.globals |= {"qr": qr, "readable": readable, "ids": rulesheet.ids}
    return environment


def mm(width: float) -> str:
    """The class of a measure in half millimetres: w7, w7h."""
    return f"{int(width)}{'h' if width % 1 else ''}"


def qr(url: str, error: str = "m") -> Markup:
    """A QR code as a drawing, with its address as the title."""
    out = BytesIO()
    code = segno.make(url, error=error, micro=False)
    code.save(out, kind="svg", xmldecl=False, omitsize=True, border=0, title=f"QR code: {url}")
    return Markup(out.getvalue().decode().replace("<svg ", '<svg class="qr" role="img" ', 1))


def code_width(url: str) -> float:
    """The width of a code at the head of a sheet, in mm; 0 if none is wide enough."""
    return next((wide for wide in CODES if readable(url, wide)), 0)


def readable(url: str, mm: float) -> bool:
    """True if a phone can read the code of this address if it is `mm` wide."""
    return bool(url) and len(segno.make(url, error="l", micro=False).matrix) * MODULE <= mm


def _page(document: Document, links: str, note: str = "", copies: int = 1) -> str:
    notice = f'<p class="screen-note">{escape(note)}</p>' if note else ""
    page = document.body.replace("<!--links-->", links, 1).replace("<!--note-->", notice, 1)
    before, copy, after = re.split("<!--/?copy-->", page)
    return before + copy * copies + after


def rendered(
    template: str, kind: Kind, settings: PrintSettings, title: str, /, **context: object
) -> str:
    known = {"kind": kind, "settings": settings, "title": title, "size": ""}
    html = _environment().get_template(template).render({**known, **context})
    # Drawings and charts contain their colours, which no stylesheet can change.
    return suits(numbered(html.replace(RED, BLACK) if settings.suits == "black" else html))


def name_of(title: str, kind: str, settings: PrintSettings, *, filled: bool = False) -> str:
    """The name of the file of such a document, without ending."""
    return file_name(
        title, kind, "filled" * (filled and kind == "sheet"), settings.code, settings.paper
    )


CODES, MODULE, BESIDE = (14, 20), 0.4, 4
"""Widths of a code at the head of a sheet; the least width of one of its squares that every phone
reads; the space beside it. All in mm."""
NOTES = 500
"""From so many letters on the reminders of a sheet are set smaller."""


def _sheet(
    who: Party, settings: PrintSettings, journal: Sequence[Journalled], start: Record | None
) -> Mapping[str, object]:
    context = scoresheet.view(who, rows=settings.rows, start=start, journal=journal)
    once = scoresheet.once(who, settings.date, settings.code)
    landscape = context["drawn"].landscape
    size = type_of(who, landscape)
    wide = LANDSCAPE if landscape else PORTRAIT
    wide -= (who.coded + BESIDE) * bool(who.coded)
    crowded = scoresheet.crowded(who.title, once, wide / (1.2 if who.large else 1))
    rules, left = in_force.first_of(context["rules"], in_force.foot(who, landscape))
    changes = [each for each in context["rules"] if each.changed] if left else []
    context |= {"rules": rules, "left": left, "changes": changes}
    context["ticks"] = (
        housecard.ticks(who, landscape, changes, TYPE.get(size, 1))
        # People who have a date have agreed.
        if who.replay is None and not settings.date and (changes or not context["drawn"].full)
        else []
    )
    context["long_notes"] = sum(len(each.text) for each in who.reminders) > NOTES
    return {**context, "once": once, "crowded": crowded, "landscape": landscape, "size": size}


def _rules(who: Party, settings: PrintSettings, *_: object) -> Mapping[str, object]:
    context = rulesheet.view(who, settings.paper)
    return {**context, "size": "large" if settings.large else "roomy" if context["roomy"] else ""}


def _teach(who: Party, *_: object) -> Mapping[str, object]:
    plan = lesson(who.game)
    assert plan
    if not teachin.leaves_alone(plan, who):
        raise Refused("These house rules change how the deal of the teach-in is played or scored: "
                      "leave them out.")  # fmt: skip
    return {**teachin.view(plan), "changed": in_force.changed(who)}


KINDS = {
    kind.key: kind
    for kind in (
        Kind("rules", "rule sheet", "Rule sheet", "rules.css", _rules),
        Kind("sheet", "scoresheet", "Scoresheet", "sheet.css", _sheet),
        Kind("cards", "pocket cards", "Pocket cards", "cards.css", cards.view),
        Kind("house-card", "house card", "House card", "house.css", housecard.view),
    )
}
"""Every kind of document that all games have, by its key."""
TEACH = Kind("teach", "teach-in", "Teach-in, one deal", "rules.css", _teach)


def kinds_of(game: Game) -> dict[str, Kind]:
    """The kinds of document this game has."""
    return KINDS | {TEACH.key: TEACH} if game.teach else KINDS


def build(
    kind: str,
    game: Game,
    *,
    settings: PrintSettings | None = None,
    replay: Replay | None = None,
    rules: Mapping[str, str] | None = None,
    players: Sequence[str] = (),
    dealer: int = 1,
    journal: Sequence[Journalled] = (),
    start: Record | None = None,
) -> Document:
    """The document of that kind; KeyError for an unknown kind, Refused for impossible wishes."""
    settings, doc_kind = settings or PrintSettings(), kinds_of(game)[kind]
    who = party(
        game, players=players, rules=rules, dealer=dealer, replay=replay, seats=settings.seats
    )
    who = replace(who, large=settings.large, coded=0 if replay else code_width(settings.url))
    context = doc_kind.view(who, settings, journal, start)
    title, sides = f"{who.title}: {doc_kind.title}", who.seating.sides
    if who.replay and kind == "sheet":
        against = " against ".join(side.name for side in sides)
        title += f", {against if len(sides) < 3 else f'{len(sides)} players'}"
    body = rendered(f"{kind}.html", doc_kind, settings, title, game=game, called=who.title,
                    sheet=who.text, **context)  # fmt: skip
    name = name_of(who.title, kind, settings, filled=replay is not None)
    return Document(title, name, body, doc_kind, settings)

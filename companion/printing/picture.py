"""A result as a picture for a chat, and the preview of a link, from printables/svg.

The chart in it is the one that prints. Nothing breaks lines in an SVG: a line that is likely to be
longer than its room is set smaller, and its `textLength` is that of the room.
"""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import east_asian_width

from jinja2 import Environment

from companion.paths import PRINTABLES
from companion.printing.chart import Look, Stroke, inside
from companion.printing.text import PLAIN, templates
from companion.printing.worker import Drawing
from companion.results.chart import Frame
from companion.results.hand_result import Ending
from companion.seating import Side
from companion.words import listed, signed, with_minus

PAPER, INK, SOFT = "#f4f1e9", "#1c1a16", "#57524a"
SIDES = ("#1d4e93", "#9a4a00", "#5d3a8e", "#00695f", "#8c2359")
"""The colours of the first five sides; with more, everybody goes by the number of the seat."""
FACES = (
    ("Vollkorn Lining", 600, "VollkornLining-SemiBold"),
    ("Vollkorn Lining", 900, "VollkornLining-Black"),
    ("Fira Sans Condensed", 400, "FiraSansCondensed-Regular"),
    ("Fira Sans Condensed", 600, "FiraSansCondensed-SemiBold"),
    ("Noto Sans Symbols2", 400, "NotoSansSymbols2-Subset"),
)
"""The typefaces of printables/svg: family, weight, file."""
NAME = "The Companion"
EMS = {"title": 0.49, "figure": 0.56, "text": 0.42, "strong": 0.43}
"""About how wide a letter is in each face, in ems."""


@dataclass(frozen=True)
class Fit:
    """The typesetting of a line: its size, its approximate width, and its drawn length or 0."""

    size: float
    wide: float
    length: float = 0


@dataclass(frozen=True)
class PictureRow:
    """A side with its total; `part` is how much of the highest total that is."""

    side: Side
    total: str
    colour: str
    part: float = 0
    note: str = ""


def colour(side: Side) -> str:
    return SIDES[side.number - 1] if len(side.others) < len(SIDES) else SOFT


def fitted(words: object, face: str, size: float, space: float, least: float = 0.5) -> Fit:
    """A line in its space: of the wanted size, or smaller, but no smaller than `least` of it."""
    wide = size * EMS[face] * sum(map(_breadth, str(words)))
    if wide <= space:
        return Fit(round(size, 1), wide)
    return Fit(round(max(least * size, size * space / wide), 1), space, round(space, 1))


def _breadth(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 2.2
    return 1.35 if letter.isupper() else 1


def _sizes(rows: Sequence[PictureRow], space: float) -> float:
    """The size at which the widest of all totals fits."""
    return min(fitted(row.total, "figure", 290, space, 0.2).size for row in rows)


@cache
def _environment() -> Environment:
    environment = templates("svg")
    environment.globals |= {"fitted": fitted, "sizes": _sizes}
    return environment


def finished(ending: Ending, day: str) -> Drawing:
    """The picture of a result: two sides in the winner's colour, more of them in a ranking. `day`
    is "Saturday, 21 November 2026"."""
    context = {"wide": 1080, "high": 1350, "edge": 72, "head": 116, "when": day, "foot": NAME}
    if len(ending.ranking) == 2:
        return _drawing("duel.svg", ending, {**context, **_duel(ending)})
    return _drawing("ranking.svg", ending, {**context, **_ranking(ending)})


def preview(ending: Ending, *, names: bool) -> Drawing:
    """The preview of a link: the score, and no name unless the table has said so."""
    context = {"wide": 1200, "high": 630, "edge": 60, "head": 96, "names": names}
    return _drawing("link.svg", ending, {**context, **_link(ending, names)})


def lettered(drawing: Drawing) -> str:
    """The SVG with its typefaces in it, for a browser that makes the picture of it."""
    faces = ""
    for family, weight, file in FACES:
        face = base64.b64encode((PRINTABLES / "fonts" / f"{file}.ttf").read_bytes()).decode()
        faces += (
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
            f"src: url(data:font/ttf;base64,{face}) }}"
        )
    return drawing.svg.replace("<style>", f"<style>{faces}", 1)


def _drawing(template: str, ending: Ending, context: Mapping[str, object]) -> Drawing:
    table = ending.replay.table
    names = [*(seat.name for seat in table.seats), *(side.title for side in table.sides)]
    names += [ending.best.side.name] if ending.best else []
    foreign = any(ord(letter) >= PLAIN for name in names for letter in name)
    known = {"game": ending.replay.title, "ink": "#fff", "soft": SOFT, "rays": 0}
    many = len(table.sides) > len(SIDES)
    page = _environment().get_template(template)
    return Drawing(page.render({**known, **context, "many": many}), foreign)


def _title(ending: Ending) -> list[str]:
    """The winner, in one line or two."""
    return textwrap.wrap(ending.title, 26, max_lines=2, placeholder="…")


def highlights(ending: Ending) -> list[tuple[str, str]]:
    """Facts of an evening other than its score, at most four of them."""
    highlights: list[tuple[str, str]] = []
    if ending.best and len(ending.results) > 1:
        best = ending.best
        highlights.append((best.title, f"{signed(best.points)} {best.side}"))
    if ending.bids:
        highlights.append(("Bids made", ending.bids))
    if ending.ahead:
        highlights.append(("In front", ending.ahead))
    highlights.append(("Played", ending.hands))
    return highlights


def _duel(ending: Ending) -> dict[str, object]:
    first, last = ending.ranking
    ground = colour(first.side) if ending.winners[:1] == (first.side,) else "#3b3f42"
    if not ending.replay.over and first.after != last.after:
        ground = colour(first.side)
    score = with_minus(first.after), with_minus(last.after)
    other = f"against {last.side}" if ending.winners else f"{last.side} {score[1]}"
    return {
        "ground": ground,
        "rays": 740,
        "title": _title(ending),
        "score": score,
        "beside": f"{other}, {_length(ending)}",
        "chart": inside(ending.replay, _chart_look(ground, ending), 42, 730, 996, 320),
        "facts": highlights(ending)[:4],
    }


def _length(ending: Ending) -> str:
    return f"in {ending.hands}" if ending.replay.over else f"after {ending.hands}"


def _chart_look(ground: str, ending: Ending) -> Look:
    order = ending.replay.table.sides
    first = ending.ranking[0].side
    strokes = [
        Stroke("#fff", wide=1.1) if side == first else Stroke("#dfe6f2", "3.2 2", 1, hollow=True)
        for side in order
    ]
    return Look(
        60, Frame(left=14, right=160, top=5, foot=48, line=6, hands=12), text="#fff",
        rule="#ffffff66", goal="#fff", ground=ground, strokes=strokes, dot=1.7, named=False,
    )  # fmt: skip


def _ranking(ending: Ending) -> dict[str, object]:
    target = ending.replay.table.target
    notes = _notes(ending)
    most = max(1, *(abs(each.after) for each in ending.ranking))
    rows = [
        PictureRow(each.side, with_minus(each.after), colour(each.side), each.after / most,
            notes.get(each.side, ""))
        for each in ending.ranking
    ]  # fmt: skip
    return {
        "ground": PAPER,
        "ink": INK,
        "title": _title(ending),
        "beside": f"{_length(ending)}{f', first to {target}' if target else ''}",
        "rows": rows,
    }


def _notes(ending: Ending) -> dict[Side, str]:
    """Each side's best hand, in points."""
    notes: dict[Side, str] = {}
    for row in ending.ranking:
        changes = [(m.change, g) for g in ending.results for m in g.moves if m.side == row.side]
        if len(changes) > 1 and (best := max(changes, key=lambda each: each[0]))[0] > 0:
            notes[row.side] = f"best hand {signed(best[0])}"
    return notes


def _link(ending: Ending, names: bool) -> dict[str, object]:
    replay = ending.replay
    hand = replay.hand
    when = "finished" if replay.outcome else "closed" if replay.over else (
        hand.name if hand else "hand 1"
    )  # fmt: skip
    foot = f"First to {replay.table.target}" if replay.table.target else NAME
    totals = replay.ledger.totals.items()
    return {
        "ground": colour(ending.ranking[0].side) if len(totals) <= len(SIDES) else INK,
        "rays": 700,
        "when": when,
        "rows": [PictureRow(side, with_minus(total), "#fff") for side, total in totals],
        "foot": ending.title if names and replay.outcome else foot,
    }


def as_text(ending: Ending, day: str, link: str) -> str:
    """The result in words for a chat."""
    replay = ending.replay
    rows = [f"{row.side} {with_minus(row.after)}" for row in ending.ranking]
    if len(rows) == 2:
        score = " : ".join(with_minus(row.after) for row in ending.ranking)
        first = f"{replay.title}: {ending.title}, {score}"
        if not ending.winners:
            first += f" ({listed([row.side for row in ending.ranking], 'and')})"
        rows = []
    else:
        first = f"{replay.title}: {ending.title}"
    lines = [f"{first}.", *rows]
    if ending.why:
        lines.append(ending.why)
    if ending.best and len(ending.results) > 1:
        best = ending.best
        lines.append(
            f"{best.title}: {signed(best.points)} {best.side}"
            + (f" ({best.words})." if best.words else ".")
        )
    return "\n".join([*lines, f"{day}, {ending.hands}. {link}".strip()])

"""The progress chart as a drawing: on paper without need of colour, in a picture in its colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from companion.engine.game import Replay
from companion.printing.figures import ordinal
from companion.printing.text import BLACK, RED
from companion.results.chart import Chart, Curve, Frame, chart
from companion.words import with_minus


@dataclass(frozen=True)
class Stroke:
    """The style of one line: its ink, width and dashes in mm, and if its dots are hollow."""

    ink: str
    dash: str = ""
    wide: float = 0.55
    hollow: bool = False


STROKES = (
    Stroke(RED),
    Stroke(BLACK, "2 1"),
    Stroke(BLACK, "0.6 0.9"),
    Stroke("#4a4a4a", "3.2 0.9 0.6 0.9"),
    Stroke(BLACK, wide=1),
    Stroke("#6a6a6a", "4 1.4", hollow=True),
    Stroke(BLACK, "1.2 0.6 0.4 0.6 0.4 0.6", hollow=True),
)
"""One for each style of a curve."""


@dataclass(frozen=True)
class Look:
    """The size of a drawing in mm, and its inks."""

    high: float
    frame: Frame
    text: str = "#4a4a4a"
    rule: str = "#b5b5b5"
    goal: str = BLACK
    ground: str = "#fff"
    strokes: Sequence[Stroke] = STROKES
    dot: float = 0.8
    named: bool = True
    """True if each line bears its name; otherwise its total alone."""
    numbered: bool = False
    """True if players have their numbers before their names."""


WIDE, LETTER = 178.0, 1.75
"""Width of a drawing, and of a letter of a name, in mm."""
PAPER = Frame(left=12, right=150, top=5, foot=38, line=3.4, hands=20)
PRINTED = Look(46, PAPER)


def progress(replay: Replay, numbered: bool = False) -> Markup:
    """The chart as SVG, its title the same in words; empty before two hands are over."""
    chart, look = _of(replay, PAPER), replace(PRINTED, numbered=numbered)
    if chart is None:
        return Markup("")
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{WIDE:g}mm" '
        f'height="{PRINTED.high:g}mm" viewBox="0 0 {WIDE:g} {PRINTED.high:g}" role="img" '
        f'font-family="Fira Sans Condensed" font-size="2.8" fill="{PRINTED.text}">'
        f"<title>{escape(chart.words)}</title>{drawn(chart, look)}</svg>"
    )


def inside(replay: Replay, look: Look, x: float, y: float, wide: float, high: float) -> Markup:
    """The same drawing at its place in a larger one; empty before two hands are over."""
    chart = _of(replay, look.frame)
    if chart is None:
        return Markup("")
    return Markup(
        f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" '
        f'viewBox="0 0 {WIDE:g} {look.high:g}" font-family="Fira Sans Condensed" '
        f'font-size="5" fill="{look.text}">{drawn(chart, look)}</svg>'
    )


def _of(replay: Replay, frame: Frame) -> Chart | None:
    titled = any(hand.title for hand in replay.hands)
    return chart(replay, frame, lambda hand: ordinal(hand, titled))


def drawn(chart: Chart, look: Look) -> str:
    """Grid, lines and labels."""
    parts = [
        *_lines(chart, look),
        *_hands(chart, look),
        *(part for curve in chart.curves for part in _curve(curve, look)),
        *(_label(curve, look) for curve in chart.curves),
    ]
    return "".join(parts)


def _lines(chart: Chart, look: Look) -> list[str]:
    levels = [_level(y, value, look.rule, look) for y, value in chart.levels]
    if chart.mark:
        levels.append(_level(*chart.mark, look.text, look, "1.4 1.2"))
    return [*levels, _level(*chart.goal, look.goal, look)] if chart.goal else levels


def _level(y: float, value: int, ink: str, look: Look, dash: str = "") -> str:
    frame = look.frame
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{frame.left:g} {y:.2f}H{frame.right:g}" stroke="{ink}" stroke-width=".25"'
        f"{dashed}/>"
        f'<text x="{frame.left - 1.6:g}" y="{y + 0.9:.2f}" text-anchor="end">'
        f"{with_minus(value)}</text>"
    )


def _hands(chart: Chart, look: Look) -> list[str]:
    frame = look.frame
    low = frame.foot + 4.6 * frame.line / PAPER.line
    parts = []
    if look.named:
        parts.append(
            f'<text x="{frame.left:g}" y="{low:g}" text-anchor="middle">{chart.unit}</text>'
        )
    for x, name in chart.hands:
        if name:
            parts.append(
                f'<path d="M{x:.2f} {frame.foot:g}v1.2" stroke="{look.text}" stroke-width=".25"/>'
                f'<text x="{x:.2f}" y="{low:g}" text-anchor="middle">{escape(name)}</text>'
            )
    return parts


def _curve(curve: Curve, look: Look) -> list[str]:
    stroke = look.strokes[(curve.style - 1) % len(look.strokes)]
    dashed = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    line = (
        f'<polyline points="{curve.path}" fill="none" stroke="{stroke.ink}" '
        f'stroke-width="{stroke.wide:g}"{dashed}/>'
    )
    if len(curve.points) > 30:
        return [line]
    fill = look.ground if stroke.hollow else stroke.ink
    around = look.dot / 3.2
    return [line] + [
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{look.dot:g}" fill="{fill}" '
        f'stroke="{stroke.ink}" stroke-width="{around:.2g}"/>'
        for x, y in curve.points
    ]


def _label(curve: Curve, look: Look) -> str:
    """Name and total, with a piece of the line before them; or the total alone."""
    stroke, y = look.strokes[(curve.style - 1) % len(look.strokes)], curve.label_y
    x = look.frame.right + 1
    if not look.named:
        return (
            f'<text x="{x + 1:g}" y="{y:.2f}" font-size="{1.2 * look.frame.line:g}" '
            f'font-weight="600" fill="{stroke.ink}">{with_minus(curve.total)}</text>'
        )
    total = with_minus(curve.total)
    name = curve.side.code if len(curve.side.seats) > 1 else curve.side.name
    if look.numbered and len(curve.side.seats) == 1:
        name = f"{curve.side.code} {name}"
    most = int((WIDE - x - 6.2) / LETTER) - len(total)
    name = name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
    dashed = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    return (
        f'<path d="M{x:g} {y - 0.6:.2f}h5" stroke="{stroke.ink}" stroke-width="{stroke.wide:g}"'
        f'{dashed}/><text x="{x + 6.2:g}" y="{y + 0.4:.2f}" font-size="3.2" font-weight="600" '
        f'fill="{stroke.ink}"><tspan font-family="Vollkorn">{escape(name)}</tspan> '
        f"{total}</text>"
    )
